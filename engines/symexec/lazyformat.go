package symexec

import (
	"slices"
	"strconv"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
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

// deferral is text in n bytes at off of an object, newest first. It is immutable.
type deferral struct {
	prev   *deferral
	id     uint32 // upper half of the object's addresses
	off, n int

	number bitvec.Term // 64 bits; 0 for a string
	format numberFormat
	text   []expr.Value // bytes, of which the first NUL ends the string
}

// numberFormat says how a number is printed, with the flags of printf.
type numberFormat struct {
	conv        byte // one of d, i, u, o, x, X
	width       int
	minus, zero bool
}

func (f numberFormat) signed() bool { return f.conv == 'd' || f.conv == 'i' }

// mostText is how long a printed number can be without a width.
const mostText = 22

// print formats v.
func (f numberFormat) print(v uint64) string {
	sign, digits := "", ""
	switch {
	case f.signed() && int64(v) < 0:
		sign, digits = "-", strconv.FormatUint(-v, 10)
	case f.conv == 'o':
		digits = strconv.FormatUint(v, 8)
	case f.conv == 'x':
		digits = strconv.FormatUint(v, 16)
	case f.conv == 'X':
		digits = strings.ToUpper(strconv.FormatUint(v, 16))
	default:
		digits = strconv.FormatUint(v, 10)
	}
	pad := max(f.width-len(sign)-len(digits), 0)
	switch {
	case f.minus:
		return sign + digits + strings.Repeat(" ", pad)
	case f.zero:
		return sign + strings.Repeat("0", pad) + digits
	}
	return strings.Repeat(" ", pad) + sign + digits
}

// deferred returns the text under the state's model.
func (e *Explorer) deferred(st *State, d *deferral) program.Bytes {
	if d.number != 0 {
		return program.Bytes(d.format.print(e.solver.Eval(&st.path, d.number)))
	}
	var out program.Bytes
	for _, v := range d.text {
		b := byte(v.W)
		if v.T != 0 {
			b = byte(e.solver.Eval(&st.path, v.T))
		}
		if b == 0 {
			break
		}
		out = append(out, b)
	}
	return out
}

// terms returns the terms that the text depends on.
func (d *deferral) terms() []bitvec.Term {
	var list []bitvec.Term
	if d.number != 0 {
		list = append(list, d.number)
	}
	for _, v := range d.text {
		if v.T != 0 {
			list = append(list, v.T)
		}
	}
	return list
}

// varies is __libc_varies: whether a number is a term.
func varies(e *Explorer, _ *State, a []expr.Value) (expr.Value, bool) {
	return expr.Bool(a[0].T != 0), true
}

// varying is __libc_varying: how long a string may be, if that varies.
func varying(e *Explorer, st *State, a []expr.Value) (expr.Value, bool) {
	c, ok := e.openText(st, a[0])
	if !ok {
		return expr.Value{}, false
	}
	return expr.Word(uint64(len(c.list) - 1)), true
}

// openText returns a string whose length is not known.
func (e *Explorer) openText(st *State, a expr.Value) (cells, bool) {
	c, n, ok := e.cellsAt(st, a, mostCells)
	if !ok || n == 0 || !c.ends() {
		return cells{}, false
	}
	for _, v := range c.list[:len(c.list)-1] {
		if v.T != 0 && !e.solver.Known(&st.path, e.terms.Not(e.terms.Is(v, 0))) {
			return c, true
		}
	}
	return cells{}, false
}

// deferNumber is __libc_defer_number.
func deferNumber(e *Explorer, st *State, a []expr.Value) (expr.Value, bool) {
	if a[0].T != 0 || a[1].T == 0 || a[2].T != 0 || a[3].T != 0 || a[4].T != 0 {
		return expr.Value{}, false
	}
	d := &deferral{n: max(mostText, int(a[3].W)), number: e.terms.Fit(a[1].T, 64)}
	d.format = numberFormat{byte(a[2].W), int(a[3].W), a[4].W&1 != 0, a[4].W&2 != 0}
	return e.putOff(st, a[0].W, d)
}

// deferText is __libc_defer_text.
func deferText(e *Explorer, st *State, a []expr.Value) (expr.Value, bool) {
	c, ok := e.openText(st, a[1])
	if !ok || a[0].T != 0 {
		return expr.Value{}, false
	}
	return e.putOff(st, a[0].W, &deferral{n: len(c.list) - 1, text: c.list})
}

// putOff takes the bytes of a deferral, which from now on hold nothing: reading
// them is an error of the library that shows.
func (e *Explorer) putOff(st *State, to uint64, d *deferral) (expr.Value, bool) {
	s, off, ok := st.memory.Inside(to, uint64(d.n))
	if !ok {
		return expr.Value{}, false
	}
	o := st.memory.Change(s)
	o.Undefine(e.terms, off, d.n)
	d.prev, d.id, d.off = st.later, o.ID, off
	st.later = d
	return expr.Word(uint64(d.n)), true
}

// deferrals returns what was put off in n bytes at a, by offset, and forgets it.
func (st *State) deferrals(a, n uint64) []*deferral {
	if st.later == nil {
		return nil
	}
	id, from := uint32(a>>32), int(uint32(a))
	var here, others []*deferral
	for d := st.later; d != nil; d = d.prev {
		if d.id == id && d.off >= from && d.off+d.n <= from+int(n) {
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
		c.prev = st.later
		st.later = &c
	}
	slices.Reverse(here)
	return here
}

// outputPieces makes the output of n bytes at buf, in which text may have been
// put off.
func (e *Explorer) outputPieces(st *State, buf, n uint64) (list []output, ok bool) {
	for _, d := range st.deferrals(buf, n) {
		before := uint64(d.off) - uint64(uint32(buf))
		p, ok := e.readable(st, buf, before)
		if !ok {
			return nil, false
		}
		list = append(list, output{p: p}, output{text: d})
		buf, n = buf+before+uint64(d.n), n-before-uint64(d.n)
	}
	p, ok := e.readable(st, buf, n)
	return append(list, output{p: p}), ok
}

// settleText is __libc_settle: it decides the length of all text that was put
// off between two places, and writes it.
func settleText(e *Explorer, st *State, a []expr.Value) (expr.Value, bool) {
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
	s, off, _ := st.memory.Inside(start, end-start)
	o := st.memory.Change(s)
	from := off // in the old text
	for i, d := range list {
		p := o.Take(e.terms, from, d.off-from)
		o.Put(e.terms, off, p)
		off += len(p.Data)
		for _, v := range e.settledBytes(st, d, lengths[i]) {
			o.Store(e.terms, off, 1, v)
			off++
		}
		from = d.off + d.n
	}
	rest := o.Take(e.terms, from, int(uint32(end))-from)
	o.Put(e.terms, off, rest)
	return expr.Word(start&^0xffff_ffff | uint64(off+len(rest.Data))), true
}

// decideLength decides the number of bytes of a deferral, and whether a number
// is negative.
func (e *Explorer) decideLength(st *State, d *deferral) int {
	n := len(e.deferred(st, d))
	if d.number == 0 {
		for i, v := range d.text[:min(n+1, len(d.text))] {
			if v.T != 0 {
				e.decide(st, e.terms.Eq(e.terms.Is(v, 0), e.terms.Bool(i == n)))
			}
		}
		return n
	}
	lo, hi := d.format.alike(e.solver.Eval(&st.path, d.number))
	e.decide(st, e.terms.InRange(d.number, lo, hi, d.format.signed()))
	return n
}

// alike returns the range of numbers that have the sign and as many digits as v.
func (f numberFormat) alike(v uint64) (lo, hi uint64) {
	if f.signed() {
		s := shapeOf(int64(v), -1<<63, 1<<63-1)
		return uint64(s.lo), uint64(s.hi)
	}
	base := uint64(10)
	switch f.conv {
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	}
	lo, hi = 0, base-1
	for v > hi {
		lo = hi + 1
		if hi > ^uint64(0)/base {
			return lo, ^uint64(0)
		}
		hi = hi*base + base - 1
	}
	return lo, hi
}

// settledBytes returns the bytes of a deferral whose length was decided.
func (e *Explorer) settledBytes(st *State, d *deferral, n int) []expr.Value {
	if d.number == 0 {
		return d.text[:n]
	}
	s := e.terms
	shown := e.deferred(st, d)
	list := make([]expr.Value, n)
	rest, base := d.number, uint64(10)
	if d.format.signed() && int64(e.solver.Eval(&st.path, d.number)) < 0 {
		rest = s.Neg(d.number)
	}
	switch d.format.conv {
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	}
	last := len(strings.TrimRight(string(shown), " ")) - 1
	for i := range list {
		list[i] = expr.Word(uint64(shown[i]))
	}
	natural := len(numberFormat{conv: d.format.conv}.print(e.solver.Eval(&st.path, d.number)))
	for k := 0; k < natural && shown[last-k] != '-'; k++ {
		digit := e.terms.Fit(s.URem(rest, s.Const(64, base)), 8)
		c := s.Add(digit, s.Const(8, '0'))
		if base == 16 {
			letter := uint64('a' - 10)
			if d.format.conv == 'X' {
				letter = 'A' - 10
			}
			c = s.Ite(s.Ult(digit, s.Const(8, 10)), c, s.Add(digit, s.Const(8, letter)))
		}
		list[last-k] = e.terms.Of(c)
		rest = s.UDiv(rest, s.Const(64, base))
	}
	return list
}
