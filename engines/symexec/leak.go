package symexec

import (
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// checkLeaks ends the path with a fault if there are heap objects that are not
// reached any more, as package vm does. Symbolic pointers count as what they are
// under the model.
func (e *Explorer) checkLeaks(st *State) {
	reached := make([]bool, st.memory.Len())
	var work []uint32
	see := func(a uint64) {
		h := uint32(a >> 32)
		if s := h & machine.SlotMask; s != 0 && int(s) < st.memory.Len() && !reached[s] {
			if o := st.memory.Object(s); o.Live && o.ID == h {
				reached[s] = true
				work = append(work, s)
			}
		}
	}
	for s := 1; s < st.memory.Len(); s++ {
		if o := st.memory.Object(uint32(s)); o.Live && o.Kind != machine.HeapObject {
			reached[s] = true
			work = append(work, uint32(s))
		}
	}
	for f := st.top; f != nil; f = f.caller {
		for r := range f.f.IR.Regs {
			if !f.f.Within[r] {
				see(e.under(st, f.regs[r]))
			}
		}
	}
	for len(work) > 0 {
		o := st.memory.Object(work[len(work)-1])
		work = work[:len(work)-1]
		for off := 0; off+8 <= o.Size; off += 8 {
			if _, ok := o.Initialised(off, 8); ok {
				see(e.under(st, o.Load(e.terms, off, 8)))
			}
		}
	}
	e.reportLeaks(st, reached)
}

// under returns the value of v under the model.
func (e *Explorer) under(st *State, v expr.Value) uint64 {
	if v.T == 0 {
		return v.W
	}
	return e.solver.Eval(&st.path, v.T)
}

func (e *Explorer) reportLeaks(st *State, reached []bool) {
	bytes, count, first := uint64(0), uint64(0), uint32(0)
	for s := 1; s < st.memory.Len(); s++ {
		if o := st.memory.Object(uint32(s)); o.Live && o.Kind == machine.HeapObject && !reached[s] && o.Site > 0 {
			if count == 0 {
				first = uint32(s)
			}
			count++
			bytes += uint64(o.Size)
		}
	}
	if count == 0 {
		return
	}
	e.fail(st, program.FaultLeak, e.faults().Leaked(bytes, count, e.describe(st, first)))
	if site := st.memory.Object(first).Site; site > 0 {
		st.shown.Fault.Pos = e.code.IR.Position(program.RangeID(site))
		st.shown.Fault.Func = e.code.IR.Funcs[st.memory.Object(first).What].Source
		st.place = st.shown.Fault.Pos
	}
}
