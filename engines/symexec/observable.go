package symexec

import (
	"bytes"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
)

// mayDiffer returns a condition without which two states that have ended show
// the same; it may hold although they do. Instead, it may return a length of
// text, as a condition that the model of b satisfies, which must be decided first.
func (e *Explorer) mayDiffer(a, b *State) (may, length bitvec.Term) {
	s := e.terms
	if a.ending != b.ending || a.ending == program.Faulted && a.fault.Kind != b.fault.Kind || (a.entry == nil) != (b.entry == nil) {
		return s.True(), 0
	}
	may, values, ok := e.observedDiffer(a, b)
	if !ok {
		return s.True(), 0
	}
	if a.entry != nil && a.entryKind == program.FloatValue && b.entryKind == program.FloatValue && len(a.entry.Data) == len(b.entry.Data) {
		may = s.Or(may, e.floatsDiffer(*a.entry, *b.entry))
	} else if a.entry != nil {
		values = append(values, [2][]*output{{{p: *a.entry}}, {{p: *b.entry}}})
	}
	files, ok := filesOf(a.files, b.files)
	if !ok {
		return s.True(), 0
	}
	may = s.Or(may, s.Ne(e.statusOf(a), e.statusOf(b)))
	texts := append([][2][]*output{{shownOn(a, 1), shownOn(b, 1)}, {shownOn(a, 2), shownOn(b, 2)}}, files...)
	for i, t := range append(texts, values...) {
		failed := i == 1 && aborted(a) && aborted(b)
		differ, length := e.textsDiffer(b, t[0], t[1], i < len(texts), failed)
		if length != 0 {
			return 0, length
		}
		may = s.Or(may, differ)
	}
	return may, 0
}

func (e *Explorer) statusOf(st *State) bitvec.Term {
	if st.code != 0 {
		return e.terms.Fit(st.code, 32)
	}
	return e.terms.Const(32, uint64(uint32(st.status)))
}

// filesOf returns the contents of the files that both versions left; it reports
// false if they left different ones.
func filesOf(a, b *fileOut) (contents [][2][]*output, ok bool) {
	last := func(f *fileOut) map[string]*fileOut {
		m := map[string]*fileOut{}
		for ; f != nil; f = f.prev {
			if m[f.name] == nil {
				m[f.name] = f
			}
		}
		return m
	}
	x, y := last(a), last(b)
	for f := a; f != nil; f = f.prev {
		g := y[f.name]
		switch {
		case x[f.name] != f:
		case g == nil || f.removed != g.removed || f.link != g.link || f.mode != g.mode:
			return nil, false
		case !f.removed:
			contents = append(contents, [2][]*output{{{p: f.p}}, {{p: g.p}}})
		}
	}
	return contents, len(x) == len(y)
}

// unit is a byte of what was shown, or text that was put off.
type unit struct {
	v     expr.Value
	later *deferral
}

// unitsOf returns the bytes of a piece.
func (e *Explorer) unitsOf(p memory.Piece) []unit {
	list := make([]unit, len(p.Data))
	for i, b := range p.Data {
		if i%(1<<16) == 0 {
			e.terms.Checkpoint()
		}
		list[i].v = expr.Word(uint64(b))
	}
	for _, s := range p.Sym {
		for i := range int(s.N) {
			list[int(s.Off)+i].v = e.terms.Of(e.terms.Extract(8*i+7, 8*i, s.T))
		}
	}
	return list
}

// shownOn returns what a state wrote to a descriptor, oldest first.
func shownOn(st *State, fd int) []*output {
	var pieces []*output
	for o := st.out; o != nil; o = o.prev {
		if o.fd == fd {
			pieces = append(pieces, o)
		}
	}
	slices.Reverse(pieces)
	return pieces
}

// same reports whether two writes are of the same text whatever the input.
func (o *output) same(p *output) bool {
	if o.text != nil || p.text != nil {
		return unit{later: o.text}.alike(unit{later: p.text})
	}
	return bytes.Equal(o.p.Data, p.p.Data) && slices.Equal(o.p.Sym, p.p.Sym)
}

// trim leaves out what two lists begin and end with alike.
func trim[T any](a, b []T, alike func(x, y T) bool) ([]T, []T) {
	for len(a) > 0 && len(b) > 0 && alike(a[0], b[0]) {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && alike(a[len(a)-1], b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// units returns what writes consist of.
func (e *Explorer) units(of []*output) []unit {
	var list []unit
	for _, o := range of {
		if o.text != nil {
			list = append(list, unit{later: o.text})
		} else {
			list = append(list, e.unitsOf(o.p)...)
		}
	}
	return list
}

// alike reports whether two units are the same text whatever the input.
func (u unit) alike(v unit) bool {
	switch {
	case u.later == nil || v.later == nil:
		return u.later == v.later && u.v == v.v
	case u.later.number != 0:
		return u.later.number == v.later.number && u.later.format == v.later.format
	}
	return v.later.number == 0 && slices.Equal(u.later.text, v.later.text)
}

// textsDiffer is mayDiffer for two texts: of what a run printed, where the sign of a
// NaN may not count, or of a value. failed says that it is standard error of runs that
// ended by abort, where the place of an assertion does not count.
func (e *Explorer) textsDiffer(st *State, x, y []*output, printed, failed bool) (may, length bitvec.Term) {
	p, q := trim(x, y, (*output).same) // before each byte becomes a unit
	a, b := e.units(p), e.units(q)
	minus := func(u unit) bool { return u.later == nil && u.v == expr.Word('-') }
	if printed && e.opt.Equivalence.Floats.Mode != program.FloatsByBits && (slices.ContainsFunc(a, minus) || slices.ContainsFunc(b, minus)) {
		// Whether one is the sign of a NaN depends on what is beside it.
		a, b = e.withoutSigns(e.units(x)), e.withoutSigns(e.units(y))
	}
	if failed && len(a)+len(b) > 0 {
		c, ok := e.withoutPlace(e.units(x))
		d, also := e.withoutPlace(e.units(y))
		if ok && also {
			a, b = c, d
			if e.opt.Equivalence.Floats.Mode != program.FloatsByBits {
				a, b = e.withoutSigns(a), e.withoutSigns(b)
			}
		}
	}
	return e.unitListsDiffer(st, a, b)
}

func (e *Explorer) unitListsDiffer(st *State, a, b []unit) (may, length bitvec.Term) {
	a, b = trim(a, b, unit.alike)
	if t, ok := e.unitsDiffer(a, b); ok {
		return t, 0
	}
	x, length := e.expand(st, a)
	if length != 0 {
		return 0, length
	}
	y, length := e.expand(st, b)
	if length != 0 {
		return 0, length
	}
	may, _ = e.unitsDiffer(x, y)
	return may, 0
}

// aborted is program.Outcome.Aborted; it reports false if that depends on the input.
func aborted(st *State) bool {
	return st.code == 0 && (&program.Outcome{Ending: st.ending, Status: st.status}).Aborted()
}

// withoutPlace returns a text without what program.AssertionPlace finds in it; it
// reports false if there is none in what is known of its end.
func (e *Explorer) withoutPlace(list []unit) ([]unit, bool) {
	from := len(list)
	for from > 0 && list[from-1].later == nil && list[from-1].v.T == 0 {
		from--
	}
	text, known := knownText(list[from:])
	if !known {
		return list, false
	}
	i, j, ok := program.AssertionPlace(text)
	if !ok {
		return list, false
	}
	return slices.Concat(list[:from+i], list[from+j:]), true
}

// unitsDiffer compares texts unit by unit; it reports false if they do not
// correspond one to one.
func (e *Explorer) unitsDiffer(a, b []unit) (bitvec.Term, bool) {
	s := e.terms
	if len(a) != len(b) {
		return s.True(), false
	}
	out := s.False()
	for i := range a {
		x, y := a[i].later, b[i].later
		switch {
		case x == nil && y == nil:
			out = s.Or(out, s.Ne(e.terms.Term(a[i].v, 8), e.terms.Term(b[i].v, 8)))
		case x == nil || y == nil || (x.number != 0) != (y.number != 0) || x.format != y.format:
			return s.True(), false
		case x.number != 0:
			out = s.Or(out, s.Ne(x.number, y.number))
		default:
			out = s.Or(out, e.stringsDiffer(x.text, y.text))
		}
	}
	return out, true
}

// stringsDiffer compares strings of which the first NUL, or the end, ends each.
func (e *Explorer) stringsDiffer(a, b []expr.Value) bitvec.Term {
	s := e.terms
	at := func(list []expr.Value, i int) bitvec.Term {
		if i < len(list) {
			return e.terms.Term(list[i], 8)
		}
		return s.Const(8, 0)
	}
	out := s.False()
	for i := max(len(a), len(b)); i >= 0; i-- {
		x, y := at(a, i), at(b, i)
		out = s.Or(s.Ne(x, y), s.And(s.Ne(x, s.Const(8, 0)), out))
	}
	return out
}

// expand makes bytes of text that was put off. If the path condition leaves some
// of it more than one length it returns the one under the model, as a condition.
func (e *Explorer) expand(st *State, list []unit) ([]unit, bitvec.Term) {
	var out []unit
	for _, u := range list {
		if u.later == nil {
			out = append(out, u)
			continue
		}
		d := u.later
		n := len(e.deferred(st, d))
		length := e.terms.True()
		if d.number != 0 {
			lo, hi := d.format.alike(e.solver.Eval(&st.path, d.number))
			length = e.terms.InRange(d.number, lo, hi, d.format.signed())
		} else {
			for i, v := range d.text[:min(n+1, len(d.text))] {
				length = e.terms.And(length, e.terms.Eq(e.terms.Is(v, 0), e.terms.Bool(i == n)))
			}
		}
		if length != e.terms.True() && !e.solver.Known(&st.path, length) {
			return nil, length
		}
		for _, v := range e.settledBytes(st, d, n) {
			out = append(out, unit{v: v})
		}
	}
	return out, 0
}
