package program

import "fmt"

// assigned checks, by a forward analysis, that no path reads a register before
// it assigns it. Most registers are temporaries of one block; the analysis
// carries only those that some block reads without having assigned them.
func (v *verifier) assigned(f *Func) {
	exposed := exposedRegisters(f)
	order := reversePostorder(f)
	words := (len(exposed) + 63) / 64
	in := make([][]uint64, len(f.Blocks)) // what is assigned on entry; nil: not reached yet
	in[0] = make([]uint64, words, words+1)
	for _, p := range f.Params {
		exposed.mark(in[0], p.Reg)
	}
	state := make([]uint64, words)
	for changed := true; changed; {
		changed = false
		for _, n := range order {
			copy(state, in[n])
			for i := range f.Blocks[n].Instrs {
				exposed.mark(state, f.Blocks[n].Instrs[i].Dst)
			}
			for _, t := range f.Blocks[n].Term().Targets {
				if in[t] == nil {
					in[t] = append(make([]uint64, 0, words+1), state...) // not nil even if empty
				} else if intersect(in[t], state) {
					changed = true
				}
			}
		}
	}
	for _, n := range order {
		v.readsAssigned(f, int(n), exposed, in[n])
	}
}

// readsAssigned reports the registers that block n reads before they are
// assigned. What is assigned on its entry is in in, which it modifies.
func (v *verifier) readsAssigned(f *Func, n int, exposed registerSet, in []uint64) {
	var uses [16]Reg
	for i := range f.Blocks[n].Instrs {
		ins := &f.Blocks[n].Instrs[i]
		for _, r := range ins.Uses(uses[:0]) {
			if k, ok := exposed[r]; ok && in[k/64]&(1<<(k%64)) == 0 {
				v.where = fmt.Sprintf("function %s: b%d: %d: %s", f.Name, n, i, ins.Op)
				v.errorf("register %d may be read before it is assigned", r)
			}
		}
		exposed.mark(in, ins.Dst)
	}
}

// registerSet numbers some registers of a function.
type registerSet map[Reg]int

// mark adds r to the set of bits, if it is one of the registers.
func (s registerSet) mark(bits []uint64, r Reg) {
	if k, ok := s[r]; ok {
		bits[k/64] |= 1 << (k % 64)
	}
}

// exposedRegisters returns the registers that some block reads before it
// assigns them itself.
func exposedRegisters(f *Func) registerSet {
	set := registerSet{}
	var uses [16]Reg
	last := make([]int, len(f.Regs)) // the block that assigned it last, plus 1
	for n, b := range f.Blocks {
		for i := range b.Instrs {
			for _, r := range b.Instrs[i].Uses(uses[:0]) {
				if _, known := set[r]; !known && last[r] != n+1 {
					set[r] = len(set)
				}
			}
			if d := b.Instrs[i].Dst; d >= 0 {
				last[d] = n + 1
			}
		}
	}
	return set
}

// reversePostorder lists the blocks that control reaches, each before its
// successors but for those it comes back to.
func reversePostorder(f *Func) []int32 {
	type visit struct {
		block int32
		next  int // target to look at
	}
	seen := make([]bool, len(f.Blocks))
	seen[0] = true
	stack := []visit{{}}
	var order []int32
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if targets := f.Blocks[top.block].Term().Targets; top.next < len(targets) {
			t := targets[top.next]
			top.next++
			if !seen[t] {
				seen[t] = true
				stack = append(stack, visit{block: t})
			}
			continue
		}
		order = append(order, top.block)
		stack = stack[:len(stack)-1]
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// intersect makes dst the intersection of both sets and reports whether it
// changed.
func intersect(dst, src []uint64) bool {
	changed := false
	for i := range dst {
		if w := dst[i] & src[i]; w != dst[i] {
			dst[i] = w
			changed = true
		}
	}
	return changed
}
