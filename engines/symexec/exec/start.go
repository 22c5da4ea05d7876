package exec

import (
	"errors"
	"fmt"

	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libc"
	"github.com/riftlab/rift/program/machine"
)

// MakeGlobals makes the globals of a state that has no memory yet.
func (m *Machine) MakeGlobals(st *State) {
	st.Memory.Globals(len(m.code.IR.Globals))
	for i, g := range m.code.IR.Globals {
		s := program.GlobalSlot(i)
		o := st.Memory.Begin(s, machine.GlobalObject, int(g.Size))
		o.Define()
		o.SetBytes(0, m.code.Images[i])
		o.What, o.ReadOnly = int32(i), g.ReadOnly
	}
}

func (m *Machine) defined(name string) *code.Function {
	if i, ok := m.code.IR.FuncByName(name); ok && len(m.code.Funcs[i].Code) > 0 {
		return m.code.Funcs[i]
	}
	return nil
}

// Start makes the globals of a state that has no memory yet, and begins the program.
func (m *Machine) Start(st *State) error {
	m.MakeGlobals(st)
	if st.Input.Entry == "" || st.Input.Entry == "main" {
		return m.startMain(st)
	}
	return m.startEntry(st)
}

func (m *Machine) startMain(st *State) error {
	if f := m.defined(libc.Start); f != nil {
		m.Push(st, f)
		return nil
	}
	f := m.defined("main")
	if f == nil {
		return errors.New("the program has no function main")
	}
	if st.Input.Count != 0 {
		return errors.New("the program has no run-time library, which a varying number of arguments needs")
	}
	return m.startBare(st, f)
}

// startBare starts a main that is linked without the run-time library.
func (m *Machine) startBare(st *State, f *code.Function) error {
	argc := len(st.Input.Args) + 1
	s := m.alloc(st, uint64(8*argc+8), machine.StringObject)
	o := st.Memory.Change(s)
	o.Define()
	for i := range argc {
		a, ok := m.argument(st, i)
		if !ok {
			return errors.New("no memory for the arguments")
		}
		st.Memory.Change(s).Store(m.terms, 8*i, 8, a)
	}
	fr, ok := m.Push(st, f)
	for i, v := range []expr.Value{expr.Word(uint64(argc)), expr.Word(st.Memory.Address(s))} {
		if ok && i < len(f.IR.Params) {
			fr.Regs[f.IR.Params[i].Reg] = v
		}
	}
	return nil
}

// startEntry starts a function on the values of the input.
func (m *Machine) startEntry(st *State) error {
	f := m.defined(st.Input.Entry)
	var args []expr.Value
	next := 0
	for i, p := range f.IR.Params {
		if i == 0 && f.IR.Sret {
			size := int64(0)
			if f.IR.Type != nil && f.IR.Type.Elem != nil {
				size = f.IR.Type.Elem.Size
			}
			args = append(args, expr.Word(st.Memory.Address(m.alloc(st, uint64(size), machine.StringObject))))
			continue
		}
		c := &st.Input.Params[next]
		next++
		n := c.Size()
		if p.Size == 0 && p.Kind != program.Ptr {
			if int64(n) != p.Kind.Bytes() {
				return fmt.Errorf("%s: value %s has %d bytes, parameter %s takes %d", f.IR.Source, c.Name, n, p.Name, p.Kind.Bytes())
			}
			v := c.Piece(0, n).Value(m.terms)
			if k := p.Kind.Bits(); v.T != 0 && k < 8*n {
				v = m.terms.Of(m.terms.Extract(k-1, 0, v.T))
			}
			args = append(args, v)
			continue
		}
		if n == 0 {
			args = append(args, expr.Value{})
			continue
		}
		s := m.alloc(st, uint64(n), machine.StringObject)
		o := st.Memory.Change(s)
		o.Define()
		o.Put(m.terms, 0, c.Piece(0, n))
		args = append(args, expr.Word(st.Memory.Address(s)))
	}
	for i := range st.Input.Objects {
		c := &st.Input.Objects[i]
		s := m.alloc(st, uint64(c.Size()), machine.StringObject)
		o := st.Memory.Change(s)
		o.Define()
		o.Put(m.terms, 0, c.Piece(0, c.Size()))
	}
	for i := range st.Input.Globals {
		c := &st.Input.Globals[i]
		g, _ := m.code.IR.GlobalByName(c.Name)
		st.Memory.Change(uint32(g+1)).Put(m.terms, 0, c.Piece(0, c.Size()))
	}
	if fr, ok := m.Push(st, f); ok {
		for i, p := range f.IR.Params {
			fr.Regs[p.Reg] = args[i]
		}
	}
	return nil
}

// returned is called when the first activation has returned. It reports
// whether the path goes on, with the run-time library's exit.
func (m *Machine) returned(st *State) bool {
	f := st.Top.Fn
	switch {
	case st.finishing || f.IR.Name == libc.Start:
		m.Finish(st, program.Exited, 0)
		return false
	case st.Input.Entry == "" || st.Input.Entry == "main":
		m.exit(st, st.result)
		return false
	}
	if !m.entryResult(st, f.IR) {
		if st.Shown.Fault != nil {
			st.Shown.Fault.Func, st.Shown.Fault.Pos, st.Shown.Fault.Stack = f.IR.Source, program.Position{}, nil
		}
		return false
	}
	st.finishing = true
	exit := m.defined(libc.Exit)
	if exit == nil {
		m.exit(st, expr.Value{})
		return false
	}
	st.Top, st.Activations, st.stack = nil, 0, 0
	fr, ok := m.Push(st, exit)
	if ok && len(exit.IR.Params) > 0 {
		fr.Regs[exit.IR.Params[0].Reg] = expr.Word(0)
	}
	return ok
}

// entryResult keeps what the entry function returned: the bytes of a scalar or
// aggregate; for a pointer what it points to, as package vm does.
func (m *Machine) entryResult(st *State, fn *program.Func) bool {
	p := memory.Piece{Data: []byte{}}
	switch {
	case fn.Sret:
		s := uint32(len(m.code.IR.Globals) + 1)
		o := st.Memory.Object(s)
		p = o.Take(m.terms, 0, o.Size)
	case fn.Result == program.Void:
		return true
	case fn.Result == program.Ptr:
		var ok bool
		if p, ok = m.pointee(st, fn); !ok {
			return false
		}
	default:
		n := int(fn.Result.Bytes())
		v := st.result
		if v.T != 0 {
			v.T = m.terms.Fit(v.T, 8*n)
		}
		p = memory.PieceOf(m.terms, v, n)
	}
	st.Shown.Result, st.Shown.ResultKind = &p, program.ResultKind(fn)
	return true
}

func (m *Machine) pointee(st *State, fn *program.Func) (memory.Piece, bool) {
	var elem *program.Type
	if fn.Type != nil && fn.Type.Elem != nil {
		elem = fn.Type.Elem.Elem
	}
	a, ok := m.Enumerate(st, st.result)
	switch {
	case !ok:
		return memory.Piece{}, false
	case a == 0 || elem == nil || elem.Size == 0:
		return memory.Piece{Data: []byte{}}, true
	case elem.Class == program.IntType && elem.Size == 1:
		return m.cstring(st, a)
	}
	s, off, ok := m.find(st, a, uint64(elem.Size), "read")
	if !ok {
		return memory.Piece{}, false
	}
	return st.Memory.Object(s).Take(m.terms, off, int(elem.Size)), true
}

// Covered returns how many statements of the program's own code some state has
// begun, and how many there are.
func (m *Machine) Covered() (covered, total int) {
	n := 0
	for _, f := range m.code.Funcs {
		for range f.IR.Stmts {
			if !f.IR.Library {
				total++
				covered += int(m.covered[n>>6] >> (n & 63) & 1)
			}
			n++
		}
	}
	return covered, total
}
