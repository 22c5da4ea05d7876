// Package values makes the values that a function is called with, or that a program
// asks for while it runs: at random by their types, and by changes to others. Numbers
// that programs compare with, those next to them and those at which types end come
// often, as programs change their mind there.
package values

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/dictionary"
)

// Maker makes values for the inputs of a version pair. Equal random numbers, and equal
// runs told of, give equal values.
type Maker struct {
	rand  *rand.Rand
	known *Known
	words []string
	chars []byte
	model *program.InputModel

	entry []slot // values of parameters and globals
	asked []slot // values that runs asked for, by order
}

// slot is a place for a value.
type slot struct {
	name    string
	shape   shape
	pointer bool // a parameter that may be null
	depth   int  // levels of objects behind pointers
}

// elements is how many there are of what a pointer to scalars leads to, if the model
// does not say.
const elements = 4

// New returns a maker for the inputs of a model of two versions. An error says which
// function the model starts that the new version does not have, or which parameter it
// has no values for.
func New(x *rand.Rand, old, new *program.Program, model *program.InputModel) (*Maker, error) {
	m := &Maker{rand: x, known: Of(old, new), chars: dictionary.Characters(old, new), model: model}
	for _, w := range dictionary.Words(old, new) {
		m.words = append(m.words, w.Text)
	}
	return m, m.parameters(new)
}

// parameters makes the slots of what the entry function is called with.
func (m *Maker) parameters(p *program.Program) error {
	name := m.model.Entry
	if name == "" || name == "main" {
		return nil
	}
	i, ok := p.FuncByName(name)
	if !ok {
		return fmt.Errorf("the program has no function %s", name)
	}
	f := p.Funcs[i]
	params := f.Params
	if f.Sret {
		params = params[1:]
	}
	for i := range params {
		var v *program.ValueModel
		if i < len(m.model.Params) {
			v = &m.model.Params[i]
		}
		m.entry = append(m.entry, parameter(v, &params[i]))
	}
	for i := range m.model.Globals {
		v := &m.model.Globals[i]
		g, ok := p.GlobalByName(v.Name)
		if !ok {
			return fmt.Errorf("the program has no variable %s", v.Name)
		}
		m.entry = append(m.entry, slot{name: v.Name, shape: shapeOf(v, p.Globals[g].Type, int(p.Globals[g].Size)), depth: depthOf(v)})
	}
	return nil
}

func depthOf(v *program.ValueModel) int {
	if v == nil || v.Depth == 0 {
		return 2
	}
	return v.Depth
}

func parameter(v *program.ValueModel, p *program.Param) slot {
	s := slot{name: p.Name, depth: depthOf(v)}
	if v != nil && v.Name != "" {
		s.name = v.Name
	}
	switch {
	case p.Size > 0:
		s.shape = shapeOf(v, p.Type, int(p.Size))
	case p.Kind != program.Ptr:
		s.shape = shapeOf(v, p.Type, int(p.Kind.Bytes()))
	default:
		s.pointer = true
		var to *program.Type
		if p.Type != nil {
			to = p.Type.Elem
		}
		size := pointee(to)
		if v != nil && v.Size > 0 {
			size = v.Size
		}
		s.shape = shapeOf(v, row(to, size), size)
	}
	return s
}

// row returns the type of so many bytes of elements.
func row(elem *program.Type, size int) *program.Type {
	if elem == nil || elem.Size <= 0 {
		return nil
	}
	n := int64(size) / elem.Size
	if n <= 1 && elem.Class != program.IntType {
		return elem
	}
	return &program.Type{Class: program.ArrayType, Size: n * elem.Size, Elem: elem, Len: n}
}

// pointee returns the size of what is made for a pointer to a type: none where nobody
// can make one.
func pointee(t *program.Type) int {
	switch {
	case t == nil || t.Class == program.FuncType:
		return 0
	case t.Class == program.VoidType:
		return 2 * elements
	case t.Class == program.IntType && t.Size == 1:
		return 2*elements + 1
	case t.IsScalar():
		return elements * int(t.Size)
	case t.Size > program.MaxObjectSize:
		return 0
	}
	return int(t.Size)
}

// Learn takes from the outcomes of a run which values a program asks for.
func (m *Maker) Learn(outcomes ...*program.Outcome) {
	for _, o := range outcomes {
		if o == nil {
			continue
		}
		for i := range o.Asked {
			a := &o.Asked[i]
			s := slot{name: a.Name}
			switch {
			case i == len(m.asked):
			case m.asked[i].name == a.Name && m.asked[i].shape.size == a.Size:
				continue
			}
			s.shape = shapeOf(m.model.AskedFor(a.Name), a.Type, a.Size)
			if i == len(m.asked) {
				m.asked = append(m.asked, s)
			} else {
				m.asked[i] = s
			}
		}
	}
}

// Varies reports whether there is a value to make, as far as is known.
func (m *Maker) Varies() bool { return len(m.entry)+len(m.asked) > 0 }

// Fresh gives an input values made anew: those of parameters and globals of the entry
// function, and those of Answer.
func (m *Maker) Fresh(in *program.Input) {
	in.Values, in.Objects = make([]program.Value, 0, len(m.entry)+len(m.asked)), nil
	m.enter(in)
	m.Answer(in)
}

// Answer gives an input that has values for parameters and globals those that runs are
// known to ask for. Now and then some of the last of these are left out, and are zero.
func (m *Maker) Answer(in *program.Input) {
	n := len(m.asked)
	if n > 1 && m.rand.IntN(8) == 0 {
		n = m.rand.IntN(n)
	}
	m.answer(in, n)
}

// answer appends values until there are n of those that the program asks for.
func (m *Maker) answer(in *program.Input, n int) {
	for i := len(in.Values) - len(m.entry); i < n; i++ {
		s := &m.asked[i]
		in.Values = append(in.Values, program.Value{Name: s.name, Data: make(program.Bytes, s.shape.size)})
		m.draw(&s.shape, in.Values[len(in.Values)-1].Data, in.Values)
	}
}

// enter appends the values of parameters and globals.
func (m *Maker) enter(in *program.Input) {
	for i := range m.entry {
		s := &m.entry[i]
		in.Values = append(in.Values, program.Value{Name: s.name})
		v := &in.Values[i]
		if s.pointer && (s.shape.size == 0 || m.rand.IntN(8) == 0) {
			continue
		}
		v.Data = make(program.Bytes, s.shape.size)
		m.draw(&s.shape, v.Data, in.Values)
		v.Links = m.links(&s.shape, s.depth, in)
	}
}

// maxObjects bounds the objects that are made for pointers in values.
const maxObjects = 32

// links makes objects for the pointers in a value, most of which are not null.
func (m *Maker) links(s *shape, depth int, in *program.Input) []program.Link {
	var list []program.Link
	for i := range s.parts {
		p := &s.parts[i]
		size := pointee(p.to)
		if !p.pointer || depth <= 0 || size == 0 || len(in.Objects) >= maxObjects || m.rand.IntN(4) == 0 {
			continue
		}
		o := program.Value{Name: fmt.Sprintf("object%d", len(in.Objects)), Data: make(program.Bytes, size)}
		at := len(in.Objects)
		in.Objects = append(in.Objects, o)
		of := shapeOf(nil, row(p.to, size), size)
		m.draw(&of, o.Data, in.Values)
		in.Objects[at].Links = m.links(&of, depth-1, in)
		list = append(list, program.Link{Off: p.off, To: o.Name})
	}
	return list
}

// draw fills a value.
func (m *Maker) draw(s *shape, data program.Bytes, among []program.Value) {
	for i := range s.parts {
		if p := &s.parts[i]; !p.pointer {
			m.fill(p, p.of(data), among)
		}
	}
}

// of returns what the part takes of a value.
func (p *part) of(data program.Bytes) program.Bytes {
	return data[p.off:min(p.off+p.count*p.size, len(data))]
}

// fill fills what one part takes of a value.
func (m *Maker) fill(p *part, b program.Bytes, among []program.Value) {
	switch {
	case p.kind == program.TextValue:
		m.text(b)
	case p.kind == program.BytesValue:
		m.bytes(b)
	case p.count == 1:
		m.number(p, b, among)
	default:
		m.row(p, b, among)
	}
}

// row fills an array: with any numbers, with one and the same, in order, or with
// mostly nothing.
func (m *Maker) row(p *part, b program.Bytes, among []program.Value) {
	n := len(b) / p.size
	element := func(i int) program.Bytes { return b[i*p.size : (i+1)*p.size] }
	mode := m.rand.IntN(8)
	for i := range n {
		switch {
		case i > 0 && (mode == 0 || mode < 4 && m.rand.IntN(4) == 0):
			copy(element(i), element(m.rand.IntN(i)))
		case mode == 1 && m.rand.IntN(4) > 0:
			clear(element(i))
		default:
			m.number(p, element(i), among)
		}
	}
	if mode == 2 || mode == 4 {
		m.sort(p, b, mode == 2 && m.rand.IntN(2) == 0)
	}
}

// sort brings the elements of an array in order.
func (m *Maker) sort(p *part, b program.Bytes, down bool) {
	list := slices.Collect(slices.Chunk(slices.Clone(b), p.size))
	slices.SortStableFunc(list, func(x, y program.Bytes) int {
		if down {
			x, y = y, x
		}
		return compare(p.kind, x, y)
	})
	for i, e := range list {
		copy(b[i*p.size:], e)
	}
}

func compare(kind program.ValueKind, x, y program.Bytes) int {
	switch {
	case kind == program.FloatValue && (len(x) == 4 || len(x) == 8):
		return cmp.Compare(getFloat(x), getFloat(y))
	case kind == program.UnsignedValue:
		return cmp.Compare(uint64(getInt(x)), uint64(getInt(y)))
	}
	return cmp.Compare(getInt(x), getInt(y))
}
