package exec

import (
	"fmt"
	"strconv"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/input"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program/machine"
)

// contentLength decides how long a content is.
func (m *Machine) contentLength(st *State, c *input.Content) (int, bool) {
	if c.Length == 0 {
		return c.Size(), true
	}
	n, ok := m.Enumerate(st, expr.Value{T: c.Length})
	return int(n), ok
}

// argument gives argument i of the program in a fresh object.
func (m *Machine) argument(st *State, i int) (expr.Value, bool) {
	in := st.Input
	if i == 0 {
		p, ok := m.newString(st, []byte(m.opt.Name))
		return expr.Word(p), ok
	}
	if i < 0 || i > len(in.Args) {
		return expr.Value{}, true
	}
	if in.Count != 0 && i > in.Min && !m.decisions.Decide(st, m.terms.Ule(m.terms.Const(8, uint64(i-in.Fixed)), in.Count)) {
		return expr.Value{}, true
	}
	return m.newArgument(st, &in.Args[i-1])
}

// newArgument makes an object of an argument or an entry of the environment.
func (m *Machine) newArgument(st *State, a *input.Argument) (expr.Value, bool) {
	if a.Text != nil {
		return m.newText(st, a.Text)
	}
	k := uint64(0)
	if a.Which != 0 {
		var ok bool
		if k, ok = m.Enumerate(st, expr.Value{T: a.Which}); !ok {
			return expr.Value{}, false
		}
	}
	p, ok := m.newString(st, a.Choice[k])
	return expr.Word(p), ok
}

// newText makes an object of a text.
func (m *Machine) newText(st *State, t *memory.Text) (expr.Value, bool) {
	s := m.alloc(st, uint64(len(t.Bytes))+1, machine.StringObject)
	if s == 0 {
		m.stopped(st, "memory")
		return expr.Value{}, false
	}
	o := st.Memory.Change(s)
	o.Define()
	for i, b := range t.Bytes {
		o.Store(m.terms, i, 1, m.terms.Of(b))
	}
	if t.Number != 0 || len(t.Bytes) > 0 {
		o.Text = t
	}
	return expr.Word(st.Memory.Address(s)), true
}

// settle decides what it must of an input string before its bytes below end
// may be accessed: that none before the last is its NUL, or what a number looks
// like. It reports false if they may not.
func (m *Machine) settle(st *State, s uint32, end uint64) bool {
	o := st.Memory.Object(s)
	t := o.Text
	if t.Number != 0 {
		return m.writeNumber(st, s, t)
	}
	if end > uint64(len(t.Bytes))+1 {
		return false
	}
	for i := o.Sure; i+1 < int(end); i++ {
		if !m.decisions.Decide(st, m.terms.Ne(t.Bytes[i], m.terms.Const(8, 0))) {
			return false
		}
	}
	if int(end)-1 > o.Sure {
		st.Memory.Change(s).Sure = int(end) - 1
	}
	return true
}

// settleAll decides the length of an input string.
func (m *Machine) settleAll(st *State, s uint32) bool {
	t := st.Memory.Object(s).Text
	if t.Number != 0 {
		return m.writeNumber(st, s, t)
	}
	n := 0
	for n < len(t.Bytes) && m.decisions.Decide(st, m.terms.Ne(t.Bytes[n], m.terms.Const(8, 0))) {
		n++
	}
	o := st.Memory.Change(s)
	p := o.Take(m.terms, 0, n)
	p.Data = append(p.Data, 0)
	o.Renew(n + 1)
	o.Put(m.terms, 0, p)
	return true
}

// writeNumber turns a number into bytes: it decides the sign and the number of
// digits, and makes a variable of each digit.
func (m *Machine) writeNumber(st *State, slot uint32, t *memory.Text) bool {
	s := m.terms
	w := int64(m.solver.Eval(&st.Path, t.Number))
	sh := expr.DecimalOf(w, t.Lo, t.Hi)
	if !m.decisions.Decide(st, m.terms.InRange(t.Number, uint64(sh.Lo), uint64(sh.Hi), true)) {
		panic("symexec: a number is not of its own shape")
	}
	written := strconv.FormatInt(w, 10)
	o := st.Memory.Change(slot)
	o.Renew(len(written) + 1)
	if s.Kind(t.Number) == bitvec.KindConst || sh.Lo == sh.Hi {
		o.SetBytes(0, []byte(written))
		return true
	}
	sum, sign := s.Const(64, 0), ""
	if sh.Negative {
		sign = "-"
		o.SetBytes(0, []byte(sign))
	}
	scale := uint64(1)
	for i := len(written) - 1; i >= 0 && written[i] != '-'; i-- {
		d, n := m.solver.Variable(fmt.Sprintf("arg%d%s.%d[%d]", t.Index, sign, sh.Digits, i), 8)
		m.solver.Assign(&st.Path, n, uint64(written[i]))
		m.decisions.Add(st, m.terms.InRange(d, '0', '9', false))
		digit := s.ZeroExtend(56, s.Sub(d, s.Const(8, '0')))
		sum = s.Add(sum, s.Mul(digit, s.Const(64, scale)))
		scale *= 10
		o.Store(m.terms, i, 1, expr.Value{T: d})
	}
	if sh.Negative {
		sum = s.Neg(sum)
	}
	m.decisions.Add(st, s.Eq(t.Number, sum))
	return true
}
