package outcome

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
func (c *comparison) mayDiffer(a, b *Outcome) (may, length bitvec.Term) {
	s := c.terms
	if a.Ending != b.Ending || a.Ending == program.Faulted && a.Fault.Kind != b.Fault.Kind || (a.Result == nil) != (b.Result == nil) {
		return s.True(), 0
	}
	may, values, ok := c.observedDiffer(a, b)
	if !ok {
		return s.True(), 0
	}
	if a.Result != nil && a.ResultKind == program.FloatValue && b.ResultKind == program.FloatValue && len(a.Result.Data) == len(b.Result.Data) {
		may = s.Or(may, c.floatsDiffer(*a.Result, *b.Result))
	} else if a.Result != nil {
		values = append(values, [2][]*Output{{{Piece: *a.Result}}, {{Piece: *b.Result}}})
	}
	files, ok := filesOf(a.Files, b.Files)
	if !ok {
		return s.True(), 0
	}
	may = s.Or(may, s.Ne(c.statusOf(a), c.statusOf(b)))
	texts := append([][2][]*Output{{shownOn(a, 1), shownOn(b, 1)}, {shownOn(a, 2), shownOn(b, 2)}}, files...)
	for i, t := range append(texts, values...) {
		failed := i == 1 && aborted(a) && aborted(b)
		differ, length := c.textsDiffer(t[0], t[1], i < len(texts), failed)
		if length != 0 {
			return 0, length
		}
		may = s.Or(may, differ)
	}
	return may, 0
}

func (c *comparison) statusOf(st *Outcome) bitvec.Term {
	if st.Code != 0 {
		return c.terms.Fit(st.Code, 32)
	}
	return c.terms.Const(32, uint64(uint32(st.Status)))
}

// filesOf returns the contents of the files that both versions left; it reports
// false if they left different ones.
func filesOf(a, b *File) (contents [][2][]*Output, ok bool) {
	last := func(f *File) map[string]*File {
		m := map[string]*File{}
		for ; f != nil; f = f.Prev {
			if m[f.Name] == nil {
				m[f.Name] = f
			}
		}
		return m
	}
	x, y := last(a), last(b)
	for f := a; f != nil; f = f.Prev {
		g := y[f.Name]
		switch {
		case x[f.Name] != f:
		case g == nil || f.Removed != g.Removed || f.Link != g.Link || f.Mode != g.Mode:
			return nil, false
		case !f.Removed:
			contents = append(contents, [2][]*Output{{{Piece: f.Piece}}, {{Piece: g.Piece}}})
		}
	}
	return contents, len(x) == len(y)
}

// unit is a byte of what was shown, or text that was put off.
type unit struct {
	v     expr.Value
	later *Deferral
}

// unitsOf returns the bytes of a piece.
func (c *comparison) unitsOf(p memory.Piece) []unit {
	list := make([]unit, len(p.Data))
	for i, b := range p.Data {
		if i%(1<<16) == 0 {
			c.terms.Checkpoint()
		}
		list[i].v = expr.Word(uint64(b))
	}
	for _, s := range p.Sym {
		for i := range int(s.N) {
			list[int(s.Off)+i].v = c.terms.Of(c.terms.Extract(8*i+7, 8*i, s.T))
		}
	}
	return list
}

// shownOn returns what a state wrote to a descriptor, oldest first.
func shownOn(st *Outcome, fd int) []*Output {
	var pieces []*Output
	for o := st.Out; o != nil; o = o.Prev {
		if o.FD == fd {
			pieces = append(pieces, o)
		}
	}
	slices.Reverse(pieces)
	return pieces
}

// same reports whether two writes are of the same text whatever the input.
func (o *Output) same(p *Output) bool {
	if o.Deferred != nil || p.Deferred != nil {
		return unit{later: o.Deferred}.alike(unit{later: p.Deferred})
	}
	return bytes.Equal(o.Piece.Data, p.Piece.Data) && slices.Equal(o.Piece.Sym, p.Piece.Sym)
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
func (c *comparison) units(of []*Output) []unit {
	var list []unit
	for _, o := range of {
		if o.Deferred != nil {
			list = append(list, unit{later: o.Deferred})
		} else {
			list = append(list, c.unitsOf(o.Piece)...)
		}
	}
	return list
}

// alike reports whether two units are the same text whatever the input.
func (u unit) alike(v unit) bool {
	switch {
	case u.later == nil || v.later == nil:
		return u.later == v.later && u.v == v.v
	case u.later.Number != 0:
		return u.later.Number == v.later.Number && u.later.Format == v.later.Format
	}
	return v.later.Number == 0 && slices.Equal(u.later.Text, v.later.Text)
}

// textsDiffer is mayDiffer for two texts: of what a run printed, where the sign of a
// NaN may not count, or of a value. failed says that it is standard error of runs that
// ended by abort, where the place of an assertion does not count.
func (c *comparison) textsDiffer(x, y []*Output, printed, failed bool) (may, length bitvec.Term) {
	p, q := trim(x, y, (*Output).same) // before each byte becomes a unit
	a, b := c.units(p), c.units(q)
	minus := func(u unit) bool { return u.later == nil && u.v == expr.Word('-') }
	if printed && c.rule.Floats.Mode != program.FloatsByBits && (slices.ContainsFunc(a, minus) || slices.ContainsFunc(b, minus)) {
		// Whether one is the sign of a NaN depends on what is beside it.
		a, b = c.withoutSigns(c.units(x)), c.withoutSigns(c.units(y))
	}
	if failed && len(a)+len(b) > 0 {
		f, ok := c.withoutPlace(c.units(x))
		g, also := c.withoutPlace(c.units(y))
		if ok && also {
			a, b = f, g
			if c.rule.Floats.Mode != program.FloatsByBits {
				a, b = c.withoutSigns(a), c.withoutSigns(b)
			}
		}
	}
	return c.unitListsDiffer(a, b)
}

func (c *comparison) unitListsDiffer(a, b []unit) (may, length bitvec.Term) {
	a, b = trim(a, b, unit.alike)
	if t, ok := c.unitsDiffer(a, b); ok {
		return t, 0
	}
	x, length := c.expand(a)
	if length != 0 {
		return 0, length
	}
	y, length := c.expand(b)
	if length != 0 {
		return 0, length
	}
	may, _ = c.unitsDiffer(x, y)
	return may, 0
}

// aborted is program.Outcome.Aborted; it reports false if that depends on the input.
func aborted(st *Outcome) bool {
	return st.Code == 0 && (&program.Outcome{Ending: st.Ending, Status: st.Status}).Aborted()
}

// withoutPlace returns a text without what program.AssertionPlace finds in it; it
// reports false if there is none in what is known of its end.
func (c *comparison) withoutPlace(list []unit) ([]unit, bool) {
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
func (c *comparison) unitsDiffer(a, b []unit) (bitvec.Term, bool) {
	s := c.terms
	if len(a) != len(b) {
		return s.True(), false
	}
	out := s.False()
	for i := range a {
		x, y := a[i].later, b[i].later
		switch {
		case x == nil && y == nil:
			out = s.Or(out, s.Ne(c.terms.Term(a[i].v, 8), c.terms.Term(b[i].v, 8)))
		case x == nil || y == nil || (x.Number != 0) != (y.Number != 0) || x.Format != y.Format:
			return s.True(), false
		case x.Number != 0:
			out = s.Or(out, s.Ne(x.Number, y.Number))
		default:
			out = s.Or(out, c.stringsDiffer(x.Text, y.Text))
		}
	}
	return out, true
}

// stringsDiffer compares strings of which the first NUL, or the end, ends each.
func (c *comparison) stringsDiffer(a, b []expr.Value) bitvec.Term {
	s := c.terms
	at := func(list []expr.Value, i int) bitvec.Term {
		if i < len(list) {
			return c.terms.Term(list[i], 8)
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
func (c *comparison) expand(list []unit) ([]unit, bitvec.Term) {
	var out []unit
	for _, u := range list {
		if u.later == nil {
			out = append(out, u)
			continue
		}
		d := u.later
		n := len(d.Under(c.eval))
		length := c.terms.True()
		if d.Number != 0 {
			lo, hi := d.Format.Alike(c.eval(d.Number))
			length = c.terms.InRange(d.Number, lo, hi, d.Format.Signed())
		} else {
			for i, v := range d.Text[:min(n+1, len(d.Text))] {
				length = c.terms.And(length, c.terms.Eq(c.terms.Is(v, 0), c.terms.Bool(i == n)))
			}
		}
		if length != c.terms.True() && !c.solver.Known(c.path, length) {
			return nil, length
		}
		for _, v := range d.Settled(c.terms, c.eval, n) {
			out = append(out, unit{v: v})
		}
	}
	return out, 0
}
