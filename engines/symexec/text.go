package symexec

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
func (e *Explorer) contentLength(st *State, c *input.Content) (int, bool) {
	if c.Length == 0 {
		return c.Size(), true
	}
	n, ok := e.enumerate(st, expr.Value{T: c.Length})
	return int(n), ok
}

// argument gives argument i of the program in a fresh object.
func (e *Explorer) argument(st *State, i int) (expr.Value, bool) {
	in := st.in
	if i == 0 {
		p, ok := e.newString(st, []byte(e.opt.Name))
		return expr.Word(p), ok
	}
	if i < 0 || i > len(in.Args) {
		return expr.Value{}, true
	}
	if in.Count != 0 && i > in.Min && !e.decide(st, e.terms.Ule(e.terms.Const(8, uint64(i-in.Fixed)), in.Count)) {
		return expr.Value{}, true
	}
	return e.newArgument(st, &in.Args[i-1])
}

// newArgument makes an object of an argument or an entry of the environment.
func (e *Explorer) newArgument(st *State, a *input.Argument) (expr.Value, bool) {
	if a.Text != nil {
		return e.newText(st, a.Text)
	}
	k := uint64(0)
	if a.Which != 0 {
		var ok bool
		if k, ok = e.enumerate(st, expr.Value{T: a.Which}); !ok {
			return expr.Value{}, false
		}
	}
	p, ok := e.newString(st, a.Choice[k])
	return expr.Word(p), ok
}

// newText makes an object of a text.
func (e *Explorer) newText(st *State, t *memory.Text) (expr.Value, bool) {
	s := e.alloc(st, uint64(len(t.Bytes))+1, machine.StringObject)
	if s == 0 {
		e.stopped(st, "memory")
		return expr.Value{}, false
	}
	o := st.memory.Change(s)
	o.Define()
	for i, b := range t.Bytes {
		o.Store(e.terms, i, 1, e.terms.Of(b))
	}
	if t.Number != 0 || len(t.Bytes) > 0 {
		o.Text = t
	}
	return expr.Word(st.memory.Address(s)), true
}

// settle decides what it must of an input string before its bytes below end
// may be accessed: that none before the last is its NUL, or what a number looks
// like. It reports false if they may not.
func (e *Explorer) settle(st *State, s uint32, end uint64) bool {
	o := st.memory.Object(s)
	t := o.Text
	if t.Number != 0 {
		return e.writeNumber(st, s, t)
	}
	if end > uint64(len(t.Bytes))+1 {
		return false
	}
	for i := o.Sure; i+1 < int(end); i++ {
		if !e.decide(st, e.terms.Ne(t.Bytes[i], e.terms.Const(8, 0))) {
			return false
		}
	}
	if int(end)-1 > o.Sure {
		st.memory.Change(s).Sure = int(end) - 1
	}
	return true
}

// settleAll decides the length of an input string.
func (e *Explorer) settleAll(st *State, s uint32) bool {
	t := st.memory.Object(s).Text
	if t.Number != 0 {
		return e.writeNumber(st, s, t)
	}
	n := 0
	for n < len(t.Bytes) && e.decide(st, e.terms.Ne(t.Bytes[n], e.terms.Const(8, 0))) {
		n++
	}
	o := st.memory.Change(s)
	p := o.Take(e.terms, 0, n)
	p.Data = append(p.Data, 0)
	o.Renew(n + 1)
	o.Put(e.terms, 0, p)
	return true
}

// writeNumber turns a number into bytes: it decides the sign and the number of
// digits, and makes a variable of each digit.
func (e *Explorer) writeNumber(st *State, slot uint32, t *memory.Text) bool {
	s := e.terms
	w := int64(e.solver.Eval(&st.path, t.Number))
	sh := expr.DecimalOf(w, t.Lo, t.Hi)
	if !e.decide(st, e.terms.InRange(t.Number, uint64(sh.Lo), uint64(sh.Hi), true)) {
		panic("symexec: a number is not of its own shape")
	}
	written := strconv.FormatInt(w, 10)
	o := st.memory.Change(slot)
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
		d, n := e.solver.Variable(fmt.Sprintf("arg%d%s.%d[%d]", t.Index, sign, sh.Digits, i), 8)
		e.solver.Assign(&st.path, n, uint64(written[i]))
		e.add(st, e.terms.InRange(d, '0', '9', false))
		digit := s.ZeroExtend(56, s.Sub(d, s.Const(8, '0')))
		sum = s.Add(sum, s.Mul(digit, s.Const(64, scale)))
		scale *= 10
		o.Store(e.terms, i, 1, expr.Value{T: d})
	}
	if sh.Negative {
		sum = s.Neg(sum)
	}
	e.add(st, s.Eq(t.Number, sum))
	return true
}
