package program

// Kind is the machine type of a register or operand: its width in bits and
// whether it holds an integer, an address or an IEEE-754 number.
//
// A register holds a 64-bit word. Integers narrower than 64 bits are kept
// zero-extended, whatever the signedness of their C type; signed operations
// sign-extend their operands themselves. F32 keeps the 32 bits of the float in
// the low half, F64 the bits of the double. Wider scalars (long double,
// __int128, _Complex) never live in registers: they are handled through
// memory by the Wide operations.
type Kind uint8

// The kinds. Void is the kind of a call without result.
const (
	Void Kind = iota
	I1
	I8
	I16
	I32
	I64
	Ptr
	F32
	F64
)

var kindTable = [...]struct {
	name string
	bits int
}{
	Void: {"void", 0}, I1: {"i1", 1}, I8: {"i8", 8}, I16: {"i16", 16}, I32: {"i32", 32},
	I64: {"i64", 64}, Ptr: {"ptr", 64}, F32: {"f32", 32}, F64: {"f64", 64},
}

// String returns the name used by the printer, such as "i32".
func (k Kind) String() string {
	if int(k) < len(kindTable) {
		return kindTable[k].name
	}
	return "invalid"
}

// Bits returns the width of k in bits; 0 for Void.
func (k Kind) Bits() int { return kindTable[k].bits }

// Bytes returns the size in memory of k in bytes; I1 has no memory form and
// returns 1.
func (k Kind) Bytes() int64 { return int64(kindTable[k].bits+7) / 8 }

// IsInt reports whether k is an integer kind (I1 to I64); Ptr is not.
func (k Kind) IsInt() bool { return k >= I1 && k <= I64 }

// IsFloat reports whether k is F32 or F64.
func (k Kind) IsFloat() bool { return k == F32 || k == F64 }

// Mask returns the bits that a value of kind k may have set.
func (k Kind) Mask() uint64 {
	if n := k.Bits(); n < 64 {
		return 1<<uint(n) - 1
	}
	return ^uint64(0)
}

// IntKind returns the integer kind of the given size in bytes (1, 2, 4 or 8).
// It panics for other sizes.
func IntKind(bytes int64) Kind {
	switch bytes {
	case 1:
		return I8
	case 2:
		return I16
	case 4:
		return I32
	case 8:
		return I64
	}
	panic("program: IntKind: no integer kind of this size")
}
