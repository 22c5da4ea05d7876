package exec

import (
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// checkLeaks ends the path with a fault if there are heap objects that are not
// reached any more, as package vm does. Symbolic pointers count as what they are
// under the model.
func (m *Machine) checkLeaks(st *State) {
	reached := make([]bool, st.Memory.Len())
	var work []uint32
	see := func(a uint64) {
		s := program.Slot(a)
		if o := st.Memory.Object(s); o != nil && o.Live && !reached[s] {
			reached[s] = true
			work = append(work, s)
		}
	}
	for s := 1; s < st.Memory.Len(); s++ {
		if o := st.Memory.Object(uint32(s)); o != nil && o.Live && o.Kind != machine.HeapObject {
			reached[s] = true
			work = append(work, uint32(s))
		}
	}
	registers := func(f *Activation) {
		for ; f != nil; f = f.Caller {
			for r := range f.Fn.IR.Regs {
				if !f.Fn.Within[r] {
					see(m.under(st, f.Regs[r]))
				}
			}
		}
	}
	registers(st.Top)
	for i := range st.fibers {
		if i != st.fiber {
			registers(st.fibers[i].top)
			see(m.under(st, st.fibers[i].arg))
		}
	}
	for len(work) > 0 {
		o := st.Memory.Object(work[len(work)-1])
		work = work[:len(work)-1]
		for off := 0; off+8 <= o.Size; off += 8 {
			if _, ok := o.Initialised(off, 8); ok {
				see(m.under(st, o.Load(m.terms, off, 8)))
			}
		}
	}
	m.reportLeaks(st, reached)
}

// under returns the value of v under the model.
func (m *Machine) under(st *State, v expr.Value) uint64 {
	if v.T == 0 {
		return v.W
	}
	return m.solver.Eval(&st.Path, v.T)
}

func (m *Machine) reportLeaks(st *State, reached []bool) {
	bytes, count, first := uint64(0), uint64(0), uint32(0)
	for s := 1; s < st.Memory.Len(); s++ {
		if o := st.Memory.Object(uint32(s)); o != nil && o.Live && o.Kind == machine.HeapObject && !reached[s] && o.Site > 0 {
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
	m.fail(st, program.FaultLeak, m.faults().Leaked(bytes, count, m.describe(st, first)))
	if site := st.Memory.Object(first).Site; site > 0 {
		st.Shown.Fault.Pos = m.code.IR.Position(program.RangeID(site))
		st.Shown.Fault.Func = m.code.IR.Funcs[st.Memory.Object(first).What].Source
		st.Place = st.Shown.Fault.Pos
	}
}
