package values

import (
	"github.com/riftlab/rift/program"
)

// shape is how the bytes of a value are to be read: parts one behind the other, with
// padding and what is left as it is (zero) between them.
type shape struct {
	size  int
	parts []part
}

// part is one number, or several of the same type in a row.
type part struct {
	off, size int // of the first, in bytes
	count     int
	kind      program.ValueKind
	pointer   bool // an address: only links fill it
	to        *program.Type
	bits      int // how many low bits count; 0 is all
	domain    *program.IntDomain
}

// maxParts bounds the parts of a value; what is behind them is zero.
const maxParts = 1 << 12

// shapeOf returns the shape of a value of so many bytes. Of the model, if there is one,
// kinds and domain count; else the type, if it is known.
func shapeOf(m *program.ValueModel, t *program.Type, size int) shape {
	s := shape{size: size}
	if size == 0 {
		return s
	}
	switch {
	case m != nil && m.Int != nil:
		s.add(part{size: size, count: 1, kind: program.SignedValue, domain: m.Int})
	case m != nil && m.Kind != program.UnknownValue:
		p := part{size: size, count: 1, kind: m.Kind, bits: m.Bits}
		if e := m.Element; e > 0 && e < size {
			p.size, p.count = e, size/e
		}
		if p.kind == program.TextValue || p.kind == program.BytesValue {
			p.size, p.count = 1, size
		}
		s.add(p)
	case t != nil:
		s.typed(t, 0, size)
	default:
		s.add(unknown(0, size))
	}
	return s
}

// unknown is the part of bytes of which nothing is known: a number if it can be one.
func unknown(off, size int) part {
	switch size {
	case 1, 2, 4, 8:
		return part{off: off, size: size, count: 1}
	}
	return part{off: off, size: 1, count: size, kind: program.BytesValue}
}

// add takes a part, unless there are too many.
func (s *shape) add(p part) {
	if len(s.parts) < maxParts && p.count > 0 && p.size > 0 {
		s.parts = append(s.parts, p)
	}
}

// typed adds the parts of an object of a type, of which there are so many bytes.
func (s *shape) typed(t *program.Type, off, size int) {
	one := part{off: off, size: int(t.Size), count: 1}
	switch t.Class {
	case program.BoolType:
		one.kind = program.BoolValue
	case program.IntType, program.EnumType:
		one.kind = program.SignedValue
		if t.Unsigned {
			one.kind = program.UnsignedValue
		}
	case program.FloatType:
		one.kind = program.FloatValue
	case program.PointerType:
		one.pointer, one.to = true, t.Elem
	case program.ArrayType, program.VectorType, program.ComplexType:
		s.array(t, off, size)
		return
	case program.StructType:
		s.fields(t, off)
		return
	case program.UnionType: // the first member decides
		if len(t.Fields) > 0 && t.Fields[0].Type != nil && int(t.Fields[0].Type.Size) <= size {
			s.typed(t.Fields[0].Type, off, int(t.Fields[0].Type.Size))
		}
		return
	default:
		one = unknown(off, size)
	}
	s.add(one)
}

// array adds the elements of an array, as many as there are bytes for.
func (s *shape) array(t *program.Type, off, size int) {
	e := t.Elem
	if t.Class == program.ComplexType {
		e = &program.Type{Class: program.FloatType, Size: t.Size / 2}
	}
	if e == nil || e.Size <= 0 {
		s.add(unknown(off, size))
		return
	}
	n := size / int(e.Size)
	if n == 0 {
		return
	}
	switch e.Class {
	case program.IntType, program.EnumType, program.FloatType, program.BoolType:
		before := len(s.parts)
		s.typed(e, off, int(e.Size))
		if len(s.parts) == before {
			return
		}
		p := &s.parts[before]
		p.count = n
		if e.Class == program.IntType && e.Size == 1 {
			p.kind = program.TextValue
		}
		return
	}
	for i := range min(n, maxParts) {
		s.typed(e, off+i*int(e.Size), int(e.Size))
	}
}

// fields adds the members of a structure.
func (s *shape) fields(t *program.Type, off int) {
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Type == nil || f.Type.Size <= 0 {
			continue
		}
		if f.BitWidth > 0 { // other bit-fields may share its bytes: they are drawn as one number
			if n := len(s.parts); n > 0 && s.parts[n-1].off == off+int(f.Offset) {
				continue
			}
			s.add(part{off: off + int(f.Offset), size: int(f.Type.Size), count: 1, kind: program.UnsignedValue})
			continue
		}
		s.typed(f.Type, off+int(f.Offset), int(f.Type.Size))
	}
}
