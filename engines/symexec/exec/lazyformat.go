package exec

import (
	"slices"

	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/outcome"
	"github.com/riftlab/rift/program"
)

// Printing a number forks on how many digits it has, and printing a string on
// its length, though nothing but the place of what follows depends on it. So the
// library puts such text off (see stdio.c): it takes as many bytes of a stream's
// buffer as it can have, which hold nothing, and a deferral says what is to be
// there. When the buffer is written, the deferral becomes a part of the output,
// and is formatted when the path is made a test.
//
// The buffer then holds less than it would, and must not be written earlier for
// that: what a killed program has shown depends on it. When it is full, the
// lengths of what was put off are decided after all.

// varies is __libc_varies: whether a number is a term.
func varies(e *Machine, _ *State, a []expr.Value) (expr.Value, bool) {
	return expr.Bool(a[0].T != 0), true
}

// varying is __libc_varying: how long a string may be, if that varies.
func varying(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	c, ok := e.openText(st, a[0])
	if !ok {
		return expr.Value{}, false
	}
	return expr.Word(uint64(len(c.list) - 1)), true
}

// openText returns a string whose length is not known.
func (m *Machine) openText(st *State, a expr.Value) (cells, bool) {
	c, n, ok := m.cellsAt(st, a, mostCells)
	if !ok || n == 0 || !c.ends() {
		return cells{}, false
	}
	for _, v := range c.list[:len(c.list)-1] {
		if v.T != 0 && !m.solver.Known(&st.Path, m.terms.Not(m.terms.Is(v, 0))) {
			return c, true
		}
	}
	return cells{}, false
}

// deferNumber is __libc_defer_number.
func deferNumber(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	if a[0].T != 0 || a[1].T == 0 || a[2].T != 0 || a[3].T != 0 || a[4].T != 0 {
		return expr.Value{}, false
	}
	d := &outcome.Deferral{Length: max(outcome.MostText, int(a[3].W)), Number: e.terms.Fit(a[1].T, 64)}
	d.Format = outcome.NumberFormat{Conv: byte(a[2].W), Width: int(a[3].W), Minus: a[4].W&1 != 0, Zero: a[4].W&2 != 0}
	return e.putOff(st, a[0].W, d)
}

// deferText is __libc_defer_text.
func deferText(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	c, ok := e.openText(st, a[1])
	if !ok || a[0].T != 0 {
		return expr.Value{}, false
	}
	return e.putOff(st, a[0].W, &outcome.Deferral{Length: len(c.list) - 1, Text: c.list})
}

// putOff takes the bytes of a deferral, which from now on hold nothing: reading
// them is an error of the library that shows.
func (m *Machine) putOff(st *State, to uint64, d *outcome.Deferral) (expr.Value, bool) {
	s, off, ok := st.Memory.Inside(to, uint64(d.Length))
	if !ok {
		return expr.Value{}, false
	}
	o := st.Memory.Change(s)
	o.Undefine(m.terms, off, d.Length)
	d.Prev, d.Slot, d.Nth, d.Offset = st.later, s, o.Nth, off
	st.later = d
	return expr.Word(uint64(d.Length)), true
}

// deferrals returns what was put off in n bytes at a, by offset, and forgets it.
func (st *State) deferrals(a, n uint64) []*outcome.Deferral {
	if st.later == nil {
		return nil
	}
	s, low := program.SplitAddress(a)
	from, nth := int(low), uint32(0)
	if o := st.Memory.Object(s); o != nil {
		nth = o.Nth
	}
	var here, others []*outcome.Deferral
	for d := st.later; d != nil; d = d.Prev {
		if d.Slot == s && d.Nth == nth && d.Offset >= from && d.Offset+d.Length <= from+int(n) {
			here = append(here, d)
		} else {
			others = append(others, d)
		}
	}
	if len(here) == 0 {
		return nil
	}
	st.later = nil
	for _, d := range slices.Backward(others) {
		c := *d
		c.Prev = st.later
		st.later = &c
	}
	slices.Reverse(here)
	return here
}

// outputPieces makes the output of n bytes at buf, in which text may have been
// put off.
func (m *Machine) outputPieces(st *State, buf, n uint64) (list []outcome.Output, ok bool) {
	for _, d := range st.deferrals(buf, n) {
		before := program.MakeAddress(d.Slot, uint32(d.Offset)) - buf
		p, ok := m.readable(st, buf, before)
		if !ok {
			return nil, false
		}
		list = append(list, outcome.Output{Piece: p}, outcome.Output{Deferred: d})
		buf, n = buf+before+uint64(d.Length), n-before-uint64(d.Length)
	}
	p, ok := m.readable(st, buf, n)
	return append(list, outcome.Output{Piece: p}), ok
}

// settleText is __libc_settle: it decides the length of all text that was put
// off between two places, and writes it.
func settleText(e *Machine, st *State, a []expr.Value) (expr.Value, bool) {
	start, end := a[0].W, a[1].W
	if st.later == nil || a[0].T != 0 || a[1].T != 0 {
		return expr.Value{}, false
	}
	probe := *st
	list := probe.deferrals(start, end-start)
	if len(list) == 0 {
		return expr.Value{}, false
	}
	lengths := make([]int, len(list))
	for i, d := range list {
		lengths[i] = e.decideLength(st, d)
	}
	st.deferrals(start, end-start)
	s, off, _ := st.Memory.Inside(start, end-start)
	o := st.Memory.Change(s)
	first, from := off, off // from is in the old text
	for i, d := range list {
		p := o.Take(e.terms, from, d.Offset-from)
		o.Put(e.terms, off, p)
		off += len(p.Data)
		for _, v := range d.Settled(e.terms, e.Eval(st), lengths[i]) {
			o.Store(e.terms, off, 1, v)
			off++
		}
		from = d.Offset + d.Length
	}
	rest := o.Take(e.terms, from, first+int(end-start)-from)
	o.Put(e.terms, off, rest)
	return expr.Word(start + uint64(off-first+len(rest.Data))), true
}

// decideLength decides the number of bytes of a deferral, and whether a number
// is negative.
func (m *Machine) decideLength(st *State, d *outcome.Deferral) int {
	n := len(d.Under(m.Eval(st)))
	if d.Number == 0 {
		for i, v := range d.Text[:min(n+1, len(d.Text))] {
			if v.T != 0 {
				m.decisions.Decide(st, m.terms.Eq(m.terms.Is(v, 0), m.terms.Bool(i == n)))
			}
		}
		return n
	}
	lo, hi := d.Format.Alike(m.solver.Eval(&st.Path, d.Number))
	m.decisions.Decide(st, m.terms.InRange(d.Number, lo, hi, d.Format.Signed()))
	return n
}
