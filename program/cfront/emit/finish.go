package emit

import "github.com/riftlab/rift/program"

// Finish completes the function: it fills in the targets of computed jumps,
// drops code that nothing reaches, checks that register variables are
// assigned before they are read, and numbers blocks and registers densely.
// It returns the register variables that may be read unassigned; the function
// is complete only if there are none.
func (b *Builder) Finish() []program.Reg {
	b.enterAtEntry()
	b.computedTargets()
	b.threadJumps()
	b.reorder(b.reachable())
	b.mergeChains()
	if bad := b.unassigned(); len(bad) > 0 {
		return bad
	}
	b.dropMarkers()
	b.packRegisters()
	b.Out.Blocks = make([]*program.Block, len(b.order))
	for i, n := range b.order {
		b.Out.Blocks[i] = b.blocks[n]
	}
	return nil
}

// enterAtEntry puts the objects of scopes that can be entered sideways at the
// start of the function.
func (b *Builder) enterAtEntry() {
	if len(b.entries) == 0 {
		return
	}
	entry := b.blocks[b.order[0]]
	entry.Instrs = append(append([]program.Instr(nil), b.entries...), entry.Instrs...)
}

// computedTargets gives every computed goto the labels whose address is
// taken.
func (b *Builder) computedTargets() {
	var targets []int32
	for i := range b.blocks {
		if b.taken[i] {
			targets = append(targets, int32(i))
		}
	}
	for _, blk := range b.blocks {
		if n := len(blk.Instrs); n > 0 && blk.Instrs[n-1].Op == program.JumpTo {
			blk.Instrs[n-1].Targets = targets
		}
	}
}

// threadJumps lets jumps go past blocks that only jump on, unless that jump
// is a statement of the source.
func (b *Builder) threadJumps() {
	next := make([]int32, len(b.blocks))
	for i, blk := range b.blocks {
		next[i] = int32(i)
		if len(blk.Instrs) == 1 && blk.Instrs[0].Op == program.Jump && blk.Instrs[0].Flags&program.Implicit != 0 {
			next[i] = blk.Instrs[0].Targets[0]
		}
	}
	final := func(t int32) int32 {
		for n := 0; next[t] != t && n < len(next); n++ {
			t = next[t]
		}
		return t
	}
	for _, blk := range b.blocks {
		if n := len(blk.Instrs); n > 0 && blk.Instrs[n-1].IsTerminator() && blk.Instrs[n-1].Op != program.JumpTo {
			for i, t := range blk.Instrs[n-1].Targets {
				blk.Instrs[n-1].Targets[i] = final(t)
			}
		}
	}
}

// reachable marks the blocks that control can reach. A block that was never
// begun, or that runs off its end, can only be unreachable, or part of a
// statement that was given up.
func (b *Builder) reachable() []bool {
	seen := make([]bool, len(b.blocks))
	work := []int{b.order[0]}
	seen[b.order[0]] = true
	for len(work) > 0 {
		i := work[len(work)-1]
		blk := b.blocks[i]
		work = work[:len(work)-1]
		if n := len(blk.Instrs); n == 0 || !blk.Instrs[n-1].IsTerminator() {
			blk.Instrs = append(blk.Instrs, b.missing(i))
		}
		for _, t := range blk.Term().Targets {
			if !seen[t] {
				seen[t] = true
				work = append(work, int(t))
			}
		}
	}
	// A label whose address is stored must exist even if no computed goto is
	// left in this function.
	for i := range b.taken {
		if !seen[i] {
			b.blocks[i].Instrs = []program.Instr{b.missing(i)}
			seen[i] = true
		}
	}
	return seen
}

// reorder keeps the blocks marked in keep, in the order in which they were
// begun, and renumbers them.
func (b *Builder) reorder(keep []bool) {
	number := make([]int32, len(b.blocks))
	var blocks []*program.Block
	placed := make([]bool, len(b.blocks))
	add := func(n int) {
		if keep[n] && !placed[n] {
			placed[n] = true
			number[n] = int32(len(blocks))
			blocks = append(blocks, b.blocks[n])
		}
	}
	for _, n := range b.order {
		add(n)
	}
	for n := range b.blocks {
		add(n)
	}
	b.renumber(blocks, number)
	taken := map[int]bool{}
	for n := range b.taken {
		taken[int(number[n])] = true
	}
	b.taken = taken
}

// renumber makes blocks the blocks of the function; number[i] is the new
// number of block i.
func (b *Builder) renumber(blocks []*program.Block, number []int32) {
	fix := func(o *program.Operand) {
		if o.Mode == program.LabelAddr && int(o.Index) == b.number {
			o.Bits = uint64(number[o.Bits])
		}
	}
	for _, blk := range blocks {
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
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
	for _, visit := range b.labelled {
		visit(fix)
	}
	b.blocks = blocks
	b.order = b.order[:0]
	for i := range blocks {
		b.order = append(b.order, i)
	}
}

// mergeChains appends to a block that ends in an implicit jump the block it
// goes to, if nothing else goes there.
func (b *Builder) mergeChains() {
	preds := make([]int, len(b.blocks))
	preds[0]++
	for n := range b.taken {
		preds[n]++
	}
	for _, blk := range b.blocks {
		for _, t := range blk.Term().Targets {
			preds[t]++
		}
	}
	keep := make([]bool, len(b.blocks))
	for i := range keep {
		keep[i] = true
	}
	for i, blk := range b.blocks {
		if !keep[i] {
			continue
		}
		for {
			t := blk.Term()
			if t.Op != program.Jump || t.Flags&program.Implicit == 0 || preds[t.Targets[0]] != 1 || int(t.Targets[0]) == i {
				break
			}
			n := t.Targets[0]
			blk.Instrs = append(blk.Instrs[:len(blk.Instrs)-1], b.blocks[n].Instrs...)
			keep[n] = false
		}
	}
	b.reorder(keep)
}
