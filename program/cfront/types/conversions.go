package types

import "github.com/riftlab/rift/program"

// DefaultPromote returns the type to which the default argument promotions
// take t.
func DefaultPromote(t *program.Type) *program.Type {
	if t == Float {
		return Double
	}
	return Promote(t)
}

// Enumerator returns the type of an enumeration constant: int unless the
// value needs another.
func Enumerator(t *program.Type, v uint64) *program.Type {
	if int64(v) == int64(int32(v)) && (t.Size <= 4 || !t.Unsigned) {
		return Int
	}
	return Promote(t)
}

// Same reports whether two types are compatible, qualifiers aside. A plain
// int is that of a value of a bit-field too.
func Same(a, b *program.Type) bool {
	if a == b {
		return true
	}
	if IsInteger(a) && IsInteger(b) && a.Class != program.BoolType && b.Class != program.BoolType {
		if a.Class == program.EnumType {
			a = IntOf(a.Size, a.Unsigned)
		}
		if b.Class == program.EnumType {
			b = IntOf(b.Size, b.Unsigned)
		}
		return a.Name == b.Name
	}
	if a.Class != b.Class || a.Size != b.Size || a.Len != b.Len {
		return false
	}
	switch a.Class {
	case program.PointerType, program.ArrayType:
		return Same(a.Elem, b.Elem)
	case program.FuncType:
		return sameFunction(a, b)
	}
	return a.Name == b.Name
}

func sameFunction(a, b *program.Type) bool {
	if !Same(a.Elem, b.Elem) || a.Variadic != b.Variadic || len(a.Params) != len(b.Params) {
		return false
	}
	for i := range a.Params {
		if !Same(a.Params[i], b.Params[i]) {
			return false
		}
	}
	return true
}

// rank orders the integer types as C 6.3.1.1 does: by width, long long above
// long.
func rank(t *program.Type) int {
	if t.Name == LongLong.Name || t.Name == ULongLong.Name {
		return 65
	}
	return bits(t)
}

// Promote returns the type to which the integer promotions take t.
func Promote(t *program.Type) *program.Type {
	if !IsInteger(t) {
		return t
	}
	if t.Size < 4 {
		return Int
	}
	if t.Class == program.EnumType {
		return IntOf(t.Size, t.Unsigned)
	}
	return t
}

// Usual returns the common type of the usual arithmetic conversions.
func Usual(a, b *program.Type) *program.Type {
	if IsComplex(a) || IsComplex(b) {
		return usualComplex(a, b)
	}
	if IsFloat(a) || IsFloat(b) {
		switch {
		case !IsFloat(a):
			return b
		case !IsFloat(b) || a.Size >= b.Size:
			return a
		}
		return b
	}
	a, b = Promote(a), Promote(b)
	ra, rb := rank(a), rank(b)
	if ra < rb || ra == rb && b.Unsigned {
		a, b = b, a
	}
	// a has the greater rank; an unsigned b of the same width wins.
	if !a.Unsigned && b.Unsigned && bits(a) == bits(b) {
		return ULongLong
	}
	return a
}

func usualComplex(a, b *program.Type) *program.Type {
	part := func(t *program.Type) *program.Type {
		if IsComplex(t) {
			return t.Elem
		}
		return t
	}
	p := part(a)
	if q := part(b); p != q {
		p = Usual(p, q)
	}
	return ComplexOf(p)
}
