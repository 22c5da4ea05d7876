package emit

import "github.com/riftlab/rift/program"

// unassigned returns the register variables that some path reads before it
// assigns them: a forward analysis of what is definitely assigned.
func (b *Builder) unassigned() []program.Reg {
	tracked := map[program.Reg]int{}
	for r := range b.Out.Regs {
		if b.Out.Regs[r].Type != nil { // a variable's
			tracked[program.Reg(r)] = len(tracked)
		}
	}
	if len(tracked) == 0 {
		return nil
	}
	words := (len(tracked) + 63) / 64
	in := make([][]uint64, len(b.blocks))
	start := make([]uint64, words)
	for _, p := range b.Out.Params {
		if i, ok := tracked[p.Reg]; ok {
			start[i/64] |= 1 << (i % 64)
		}
	}
	in[0] = start
	bad := map[program.Reg]bool{}
	work := []int{0}
	queued := make([]bool, len(b.blocks))
	for len(work) > 0 {
		n := work[0]
		work = work[1:]
		queued[n] = false
		state := append([]uint64(nil), in[n]...)
		b.transfer(b.blocks[n], state, tracked, nil)
		for _, t := range b.blocks[n].Term().Targets {
			if meet(&in[t], state) && !queued[t] {
				queued[t] = true
				work = append(work, int(t))
			}
		}
	}
	for n, blk := range b.blocks {
		if in[n] != nil {
			b.transfer(blk, append([]uint64(nil), in[n]...), tracked, bad)
		}
	}
	var list []program.Reg
	for r := range b.Out.Regs {
		if bad[program.Reg(r)] {
			list = append(list, program.Reg(r))
		}
	}
	return list
}

// meet intersects *dst with src and reports whether *dst changed; nil stands
// for everything.
func meet(dst *[]uint64, src []uint64) bool {
	if *dst == nil {
		*dst = append([]uint64(nil), src...)
		return true
	}
	changed := false
	for i := range src {
		if v := (*dst)[i] & src[i]; v != (*dst)[i] {
			(*dst)[i] = v
			changed = true
		}
	}
	return changed
}

// transfer carries the set of assigned variables through a block. If bad is
// given, variables that are read unassigned are added to it.
func (b *Builder) transfer(blk *program.Block, state []uint64, tracked map[program.Reg]int, bad map[program.Reg]bool) {
	var uses [8]program.Reg
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if bad != nil {
			for _, r := range in.Uses(uses[:0]) {
				if j, ok := tracked[r]; ok && state[j/64]&(1<<(j%64)) == 0 {
					bad[r] = true
				}
			}
		}
		if j, ok := tracked[in.Dst]; ok {
			if in.Op == program.Invalid {
				state[j/64] &^= 1 << (j % 64)
			} else {
				state[j/64] |= 1 << (j % 64)
			}
		}
	}
}

// dropMarkers removes the marks of declarations without initialiser.
func (b *Builder) dropMarkers() {
	for _, blk := range b.blocks {
		kept := blk.Instrs[:0]
		for _, in := range blk.Instrs {
			if in.Op != program.Invalid {
				kept = append(kept, in)
			}
		}
		blk.Instrs = kept
	}
}
