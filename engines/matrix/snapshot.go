package matrix

import (
	"slices"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
)

// snap takes a snapshot, back when a call has returned.
func (r *recorder) snap(back bool) {
	r.snaps = append(r.snaps, r.snapshot())
	if r.snapped != nil {
		r.snapped(back)
	}
}

// snapshot takes the live registers of all activations.
func (r *recorder) snapshot() snapshot {
	regs, stack := len(r.regs), len(r.stacks)
	whole := true
	for i := range r.frames {
		f := &r.frames[i]
		at := symexec.Frame{Func: f.fn, Block: int(f.place.block), Index: max(int(f.place.index), 0)}
		r.stacks = append(r.stacks, at)
		result := program.NoReg
		if i < len(r.frames)-1 {
			result = r.flow.Program().Funcs[f.fn].Blocks[at.Block].Instrs[at.Index].Dst
			at.Index++ // behind the call, which has given nothing yet
			whole = whole && r.frames[i+1].depth == f.depth+1
		}
		for _, reg := range r.live.registers(at.Func, at.Block, at.Index) {
			if reg != result && !(i == 0 && slices.Contains(r.unknown, reg)) {
				r.regs = append(r.regs, liveReg{int32(i), int32(f.fn), reg, f.value[reg]})
			}
		}
	}
	s := snapshot{regs: slices.Clip(r.regs[regs:])}
	if whole {
		s.stack = slices.Clip(r.stacks[stack:])
	}
	return s
}
