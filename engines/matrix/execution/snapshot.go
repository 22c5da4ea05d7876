package execution

import (
	"slices"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
)

// snap takes a snapshot, back when a call has returned.
func (r *Recorder) snap(back bool) {
	r.Snapshots = append(r.Snapshots, r.snapshot())
	if r.snapped != nil {
		r.snapped(back)
	}
}

// snapshot takes the live registers of all activations.
func (r *Recorder) snapshot() Snapshot {
	regs, stack := len(r.regs), len(r.stacks)
	whole := true
	stacked := r.dynamic.Activations()
	for i := range stacked {
		f := &stacked[i]
		at := symexec.Frame{Func: f.Func, Block: int(f.State.place.block), Index: max(int(f.State.place.index), 0)}
		r.stacks = append(r.stacks, at)
		result := program.NoReg
		if i < len(stacked)-1 {
			result = r.Graph.Program().Funcs[f.Func].Blocks[at.Block].Instrs[at.Index].Dst
			at.Index++ // behind the call, which has given nothing yet
			whole = whole && stacked[i+1].Depth == f.Depth+1
		}
		for _, reg := range r.live.Registers(at.Func, at.Block, at.Index) {
			if reg != result && !(i == 0 && slices.Contains(r.unknown, reg)) {
				r.regs = append(r.regs, LiveRegister{int32(i), int32(f.Func), reg, f.State.value[reg]})
			}
		}
	}
	s := Snapshot{Registers: slices.Clip(r.regs[regs:])}
	if whole {
		s.Stack = slices.Clip(r.stacks[stack:])
	}
	return s
}
