package program

// Ask is a value that a program asked for while it ran: by klee_make_symbolic,
// __VERIFIER_nondet_int and the like.
type Ask struct {
	Name string
	Size int // bytes
	// Type is the type of what the value is for, of that size or an array of which
	// it is the beginning; nil if nobody knows.
	Type *Type
}

// Part returns the type of what lies at an offset of an object of type t and has so
// many bytes: a member, an element, or elements of an array, for which it is the
// array. It is nil if there is no such part; t may be nil.
func (t *Type) Part(off, size int64) *Type {
	for t != nil && off >= 0 && size > 0 && off+size <= t.Size {
		if off == 0 && size == t.Size {
			return t
		}
		switch t.Class {
		case ArrayType:
			e := t.Elem
			if e == nil || e.Size <= 0 {
				return nil
			}
			if size > e.Size {
				if off%e.Size == 0 && size%e.Size == 0 {
					return t
				}
				return nil
			}
			t, off = e, off%e.Size
		case StructType:
			var in *Type
			for i := range t.Fields {
				f := &t.Fields[i]
				if f.BitWidth == 0 && f.Type != nil && off >= f.Offset && off+size <= f.Offset+f.Type.Size {
					in, off = f.Type, off-f.Offset
					break
				}
			}
			t = in
		default:
			return nil
		}
	}
	return nil
}
