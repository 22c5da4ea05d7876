package cfront

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/object"
)

// finish completes the function: it fills in the targets of computed jumps,
// drops code that nothing reaches, checks that register variables are
// assigned before they are read, and numbers blocks and registers densely.
// It returns the register variables that may be read unassigned; the function
// is complete only if there are none.
func (f *fn) finish() []program.Reg {
	f.enterAtEntry()
	f.computedTargets()
	f.threadJumps()
	f.reorder(f.reachable())
	f.mergeChains()
	if bad := f.unassigned(); len(bad) > 0 {
		return bad
	}
	f.dropMarkers()
	f.packRegisters()
	f.out.Blocks = make([]*program.Block, len(f.order))
	for i, n := range f.order {
		f.out.Blocks[i] = f.blocks[n]
	}
	return nil
}

// enterAtEntry puts the objects of scopes that can be entered sideways at the
// start of the function.
func (f *fn) enterAtEntry() {
	if len(f.entries) == 0 {
		return
	}
	entry := f.blocks[f.order[0]]
	entry.Instrs = append(append([]program.Instr(nil), f.entries...), entry.Instrs...)
}

// computedTargets gives every computed goto the labels whose address is
// taken.
func (f *fn) computedTargets() {
	var targets []int32
	for i := range f.blocks {
		if f.taken[i] {
			targets = append(targets, int32(i))
		}
	}
	for _, b := range f.blocks {
		if n := len(b.Instrs); n > 0 && b.Instrs[n-1].Op == program.JumpTo {
			b.Instrs[n-1].Targets = targets
		}
	}
}

// threadJumps lets jumps go past blocks that only jump on, unless that jump
// is a statement of the source.
func (f *fn) threadJumps() {
	next := make([]int32, len(f.blocks))
	for i, b := range f.blocks {
		next[i] = int32(i)
		if len(b.Instrs) == 1 && b.Instrs[0].Op == program.Jump && b.Instrs[0].Flags&program.Implicit != 0 {
			next[i] = b.Instrs[0].Targets[0]
		}
	}
	final := func(t int32) int32 {
		for n := 0; next[t] != t && n < len(next); n++ {
			t = next[t]
		}
		return t
	}
	for _, b := range f.blocks {
		if n := len(b.Instrs); n > 0 && b.Instrs[n-1].IsTerminator() && b.Instrs[n-1].Op != program.JumpTo {
			for i, t := range b.Instrs[n-1].Targets {
				b.Instrs[n-1].Targets[i] = final(t)
			}
		}
	}
}

// reachable marks the blocks that control can reach. A block that was never
// begun, or that runs off its end, can only be unreachable, or part of a
// statement that was given up.
func (f *fn) reachable() []bool {
	seen := make([]bool, len(f.blocks))
	work := []int{f.order[0]}
	seen[f.order[0]] = true
	for len(work) > 0 {
		i := work[len(work)-1]
		b := f.blocks[i]
		work = work[:len(work)-1]
		if n := len(b.Instrs); n == 0 || !b.Instrs[n-1].IsTerminator() {
			b.Instrs = append(b.Instrs, f.missing(i))
		}
		for _, t := range b.Term().Targets {
			if !seen[t] {
				seen[t] = true
				work = append(work, int(t))
			}
		}
	}
	// A label whose address is stored must exist even if no computed goto is
	// left in this function.
	for i := range f.taken {
		if !seen[i] {
			f.blocks[i].Instrs = []program.Instr{f.missing(i)}
			seen[i] = true
		}
	}
	return seen
}

// reorder keeps the blocks marked in keep, in the order in which they were
// begun, and renumbers them.
func (f *fn) reorder(keep []bool) {
	number := make([]int32, len(f.blocks))
	var blocks []*program.Block
	placed := make([]bool, len(f.blocks))
	add := func(n int) {
		if keep[n] && !placed[n] {
			placed[n] = true
			number[n] = int32(len(blocks))
			blocks = append(blocks, f.blocks[n])
		}
	}
	for _, n := range f.order {
		add(n)
	}
	for n := range f.blocks {
		add(n)
	}
	f.renumber(blocks, number)
	taken := map[int]bool{}
	for n := range f.taken {
		taken[int(number[n])] = true
	}
	f.taken = taken
}

// renumber makes blocks the blocks of the function; number[i] is the new
// number of block i.
func (f *fn) renumber(blocks []*program.Block, number []int32) {
	fix := func(o *program.Operand) {
		if o.Mode == program.LabelAddr && int(o.Index) == f.index {
			o.Bits = uint64(number[o.Bits])
		}
	}
	for _, b := range blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			fix(&in.A)
			fix(&in.B)
			fix(&in.C)
			for j := range in.Args {
				fix(&in.Args[j].Operand)
			}
			if len(in.Targets) > 0 {
				t := make([]int32, len(in.Targets))
				for j, n := range in.Targets {
					t[j] = number[n]
				}
				in.Targets = t
			}
		}
	}
	for _, g := range f.relocated {
		for i := range g.Relocs {
			fix(&g.Relocs[i].Target)
		}
	}
	for i := range f.differences {
		d := &f.differences[i]
		fix(&d.plus)
		fix(&d.minus)
		object.PutWord(object.Image(d.g, d.off, d.size), d.plus.Bits-d.minus.Bits)
	}
	f.blocks = blocks
	f.order = f.order[:0]
	for i := range blocks {
		f.order = append(f.order, i)
	}
}

// mergeChains appends to a block that ends in an implicit jump the block it
// goes to, if nothing else goes there.
func (f *fn) mergeChains() {
	preds := make([]int, len(f.blocks))
	preds[0]++
	for n := range f.taken {
		preds[n]++
	}
	for _, b := range f.blocks {
		for _, t := range b.Term().Targets {
			preds[t]++
		}
	}
	keep := make([]bool, len(f.blocks))
	for i := range keep {
		keep[i] = true
	}
	for i, b := range f.blocks {
		if !keep[i] {
			continue
		}
		for {
			t := b.Term()
			if t.Op != program.Jump || t.Flags&program.Implicit == 0 || preds[t.Targets[0]] != 1 || int(t.Targets[0]) == i {
				break
			}
			n := t.Targets[0]
			b.Instrs = append(b.Instrs[:len(b.Instrs)-1], f.blocks[n].Instrs...)
			keep[n] = false
		}
	}
	f.reorder(keep)
}

// unassigned returns the register variables that some path reads before it
// assigns them: a forward analysis of what is definitely assigned.
func (f *fn) unassigned() []program.Reg {
	tracked := map[program.Reg]int{}
	for r := range f.out.Regs {
		if f.owner[program.Reg(r)] != nil {
			tracked[program.Reg(r)] = len(tracked)
		}
	}
	if len(tracked) == 0 {
		return nil
	}
	words := (len(tracked) + 63) / 64
	in := make([][]uint64, len(f.blocks))
	start := make([]uint64, words)
	for _, p := range f.out.Params {
		if i, ok := tracked[p.Reg]; ok {
			start[i/64] |= 1 << (i % 64)
		}
	}
	in[0] = start
	bad := map[program.Reg]bool{}
	work := []int{0}
	queued := make([]bool, len(f.blocks))
	for len(work) > 0 {
		n := work[0]
		work = work[1:]
		queued[n] = false
		state := append([]uint64(nil), in[n]...)
		f.transfer(f.blocks[n], state, tracked, nil)
		for _, t := range f.blocks[n].Term().Targets {
			if meet(&in[t], state) && !queued[t] {
				queued[t] = true
				work = append(work, int(t))
			}
		}
	}
	for n, b := range f.blocks {
		if in[n] != nil {
			f.transfer(b, append([]uint64(nil), in[n]...), tracked, bad)
		}
	}
	var list []program.Reg
	for r := range f.out.Regs {
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
func (f *fn) transfer(b *program.Block, state []uint64, tracked map[program.Reg]int, bad map[program.Reg]bool) {
	var uses [8]program.Reg
	for i := range b.Instrs {
		in := &b.Instrs[i]
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
func (f *fn) dropMarkers() {
	for _, b := range f.blocks {
		kept := b.Instrs[:0]
		for _, in := range b.Instrs {
			if in.Op != program.Invalid {
				kept = append(kept, in)
			}
		}
		b.Instrs = kept
	}
}

// packRegisters numbers the registers that occur densely: parameters first,
// then in order of appearance.
func (f *fn) packRegisters() {
	number := make([]program.Reg, len(f.out.Regs))
	for i := range number {
		number[i] = program.NoReg
	}
	var regs []program.RegInfo
	use := func(r program.Reg) program.Reg {
		if r < 0 {
			return r
		}
		if number[r] == program.NoReg {
			number[r] = program.Reg(len(regs))
			regs = append(regs, f.out.Regs[r])
		}
		return number[r]
	}
	fix := func(o *program.Operand) {
		if o.Mode == program.InReg {
			o.Index = int32(use(program.Reg(o.Index)))
		}
	}
	for i := range f.out.Params {
		f.out.Params[i].Reg = use(f.out.Params[i].Reg)
	}
	for _, b := range f.blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			fix(&in.A)
			fix(&in.B)
			fix(&in.C)
			for j := range in.Args {
				fix(&in.Args[j].Operand)
			}
			in.Dst = use(in.Dst)
		}
	}
	f.out.Regs = regs
}
