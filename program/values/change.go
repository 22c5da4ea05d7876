package values

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// Change gives an input other values, near to those that it has: a number of one, or a
// few, becomes another. Values that runs ask for and the input does not have are added
// now and then. The values that in has are left as they are for whoever else has them.
func (m *Maker) Change(in *program.Input) {
	in.Values = slices.Clone(in.Values)
	m.trim(in)
	if len(in.Values) < len(m.entry) {
		m.Fresh(in)
		return
	}
	if missing := len(m.entry) + len(m.asked) - len(in.Values); missing > 0 && m.rand.IntN(2) == 0 {
		m.answer(in, len(m.asked))
		return
	}
	if len(in.Values) == 0 {
		return
	}
	for {
		m.changeOne(in, m.rand.IntN(len(in.Values)))
		if m.rand.IntN(2) == 0 {
			return
		}
	}
}

// trim leaves out values that no run is known to ask for.
func (m *Maker) trim(in *program.Input) {
	if most := len(m.entry) + len(m.asked); len(in.Values) > most {
		in.Values = in.Values[:most]
	}
}

// slot returns the place of a value.
func (m *Maker) slot(i int) *slot {
	if i < len(m.entry) {
		return &m.entry[i]
	}
	return &m.asked[i-len(m.entry)]
}

func (m *Maker) changeOne(in *program.Input, i int) {
	s, v := m.slot(i), &in.Values[i]
	parts := 0
	for k := range s.shape.parts {
		if !s.shape.parts[k].pointer {
			parts++
		}
	}
	switch {
	case len(v.Data) != s.shape.size, s.pointer && m.rand.IntN(16) == 0, parts == 0:
		// What its pointers lead to is made anew, and belongs to other values, too.
		if i >= len(m.entry) {
			*v = program.Value{Name: s.name, Data: make(program.Bytes, s.shape.size)}
			m.draw(&s.shape, v.Data, in.Values)
			return
		}
		m.reenter(in)
		return
	}
	v.Data = slices.Clone(v.Data)
	for {
		p := &s.shape.parts[m.rand.IntN(len(s.shape.parts))]
		if !p.pointer {
			m.changePart(p, v.Data, in.Values)
			return
		}
	}
}

// reenter makes the values of parameters and globals anew.
func (m *Maker) reenter(in *program.Input) {
	rest := in.Values[len(m.entry):]
	in.Values, in.Objects = make([]program.Value, 0, len(m.entry)+len(rest)), nil
	m.enter(in)
	in.Values = append(in.Values, rest...)
}

// changePart changes one number, or several, of a value.
func (m *Maker) changePart(p *part, data program.Bytes, among []program.Value) {
	x := m.rand
	b := p.of(data)
	n := len(b) / p.size
	if n == 0 {
		return
	}
	if n > 1 && x.IntN(4) == 0 {
		m.changeRow(p, b, among)
		return
	}
	i := x.IntN(n)
	e := b[i*p.size : (i+1)*p.size]
	switch {
	case p.kind == program.TextValue, p.kind == program.BytesValue:
		e[0] = m.char()
		if x.IntN(4) == 0 {
			e[0] = byte(int(e[0]) + x.IntN(3) - 1)
		}
	case p.domain == nil && p.kind != program.BoolValue && p.kind != program.ChoiceValue && x.IntN(2) == 0:
		m.step(p.kind, e)
	default:
		m.number(p, e, among)
	}
}

// changeRow changes an array as a whole: elements change places, one is left out or
// comes twice, they are put in order, or all are drawn anew.
func (m *Maker) changeRow(p *part, b program.Bytes, among []program.Value) {
	x := m.rand
	n := len(b) / p.size
	i, j := x.IntN(n), x.IntN(n)
	a, c := b[i*p.size:(i+1)*p.size], b[j*p.size:(j+1)*p.size]
	switch x.IntN(6) {
	case 0:
		t := slices.Clone(a)
		copy(a, c)
		copy(c, t)
	case 1:
		copy(a, c)
	case 2:
		copy(b[i*p.size:], slices.Clone(b[(i+1)*p.size:]))
	case 3:
		copy(b[i*p.size+p.size:], slices.Clone(b[i*p.size:]))
	case 4:
		m.sort(p, b[:n*p.size], x.IntN(2) == 0)
	default:
		m.fill(p, b, among)
	}
}

// Cross gives an input some of the values of another: those behind a place, or each
// as often as not. Objects stay with the parameters that lead to them: an input of which
// values lead to objects takes only values that the program asked for.
func (m *Maker) Cross(in, other *program.Input) {
	n := min(len(in.Values), len(other.Values))
	first := 0
	if len(in.Objects)+len(other.Objects) > 0 {
		first = len(m.entry)
	}
	if n <= first {
		return
	}
	in.Values = slices.Clone(in.Values)
	from, tail := first+m.rand.IntN(n-first), m.rand.IntN(2) == 0
	for i := first; i < n; i++ {
		if tail && i >= from || !tail && m.rand.IntN(2) == 0 {
			in.Values[i] = other.Values[i]
		}
	}
}
