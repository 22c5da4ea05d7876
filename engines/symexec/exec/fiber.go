package exec

import (
	"slices"

	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// newFiber makes a fiber that will call a function with one argument.
func (m *Machine) newFiber(st *State, f, arg expr.Value) (expr.Value, bool) {
	a, ok := m.Enumerate(st, f)
	if !ok {
		return expr.Value{}, false
	}
	i, ok := program.FuncIndex(a)
	if !ok || i >= len(m.code.Funcs) || len(m.code.Funcs[i].Code) == 0 || len(m.code.Funcs[i].IR.Params) != 1 {
		m.badCall(st, a)
		return expr.Value{}, false
	}
	fibers := slices.Clone(st.fibers)
	if len(fibers) == 0 {
		fibers = append(fibers, fiber{})
	}
	st.fibers = append(fibers, fiber{fn: m.code.Funcs[i], arg: arg})
	return expr.Word(uint64(len(fibers))), true
}

// switchFiber goes on with another fiber.
func (m *Machine) switchFiber(st *State, to, end expr.Value) bool {
	n, ok := m.Enumerate(st, to)
	if !ok {
		return false
	}
	e, ok := m.Enumerate(st, end)
	if !ok {
		return false
	}
	ends := uint32(e) != 0
	if n == uint64(st.fiber) && !ends {
		return true
	}
	if n >= uint64(len(st.fibers)) || n == uint64(st.fiber) || st.fibers[n].ended {
		m.fail(st, program.FaultCall, machine.NoFiber(n))
		return false
	}
	if st.Until != nil {
		m.giveUp(st, "threads: a switch within an expression that was changed")
		return false
	}
	st.fibers = slices.Clone(st.fibers)
	if ends {
		kept := len(m.frames)
		for st.Top != nil {
			st.Innermost()
			m.pop(st)
		}
		m.frames = m.frames[:kept] // whoever executes this instruction may look at its frame
		st.fibers[st.fiber] = fiber{ended: true}
	} else {
		st.Top.PC++
		st.fibers[st.fiber] = fiber{top: st.Top, activations: st.Activations, stack: st.stack}
	}
	g := &st.fibers[n]
	st.fiber, st.Top, st.Activations, st.stack = int(n), g.top, g.activations, g.stack
	if g.fn == nil {
		st.Innermost()
		return true
	}
	f, ok := m.Push(st, g.fn)
	if ok {
		f.Mask = expr.All64
		f.Regs[f.Fn.IR.Params[0].Reg] = g.arg
		*g = fiber{}
	}
	return ok
}

// deadlock ends the path because no fiber can go on.
func (m *Machine) deadlock(st *State) {
	m.fail(st, program.FaultDeadlock, machine.Deadlock(max(len(st.fibers), 1), func(n int) (int, func(int) (*program.Func, program.Position)) {
		top, depth, back := st.Top, st.Activations, int32(0)
		if n != st.fiber {
			top, depth, back = st.fibers[n].top, st.fibers[n].activations, 1
		}
		return depth, func(i int) (*program.Func, program.Position) {
			f, pc := top, top.PC-back
			for range i {
				f = f.Caller
				pc = f.PC
			}
			return f.Fn.IR, m.code.IR.Position(f.Fn.Code[pc].IR.At)
		}
	}))
}

// race ends the path because of a data race.
func (m *Machine) race(st *State, a [6]expr.Value) {
	var w [5]uint64
	for i := range w {
		var ok bool
		if w[i], ok = m.Enumerate(st, a[i]); !ok {
			return
		}
	}
	m.fail(st, program.FaultRace, machine.Race(w[4], st.fiber, uint32(w[2]) != 0, int(int32(w[1])), uint32(w[3]) != 0, m.code.IR.Position(program.RangeID(uint32(w[0])))))
}

// initial copies what a variable holds when the program begins.
func (m *Machine) initial(st *State, to, global expr.Value) bool {
	a, ok := m.Enumerate(st, global)
	if !ok {
		return false
	}
	s, _, ok := m.find(st, a, 0, "read")
	if !ok {
		return false
	}
	o := st.Memory.Object(s)
	if o.Kind != machine.GlobalObject {
		m.fail(st, program.FaultInvalid, m.faults().Name(m.describe(st, s))+" has no initial value")
		return false
	}
	p := memory.Piece{Data: make([]byte, o.Size)}
	copy(p.Data, m.code.Images[o.What])
	b, ok := m.Enumerate(st, to)
	if !ok || !m.write(st, b, p) {
		return false
	}
	st.Steps += machine.BulkSteps(uint64(o.Size))
	return true
}
