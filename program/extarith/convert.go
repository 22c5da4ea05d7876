package extarith

import "github.com/riftlab/rift/program"

// Signed converts x to a signed integer of kind k (I8 to I64), zero-extended to
// a word, as gcc does with fistp: through 16 bits for I8 and I16, 32 for I32,
// 64 for I64; a value that does not fit gives only the sign bit.
func (x Extended) Signed(k program.Kind) uint64 {
	v := x.Int64()
	bits := max(k.Bits(), 16)
	if bits < 64 && v != v<<(64-bits)>>(64-bits) {
		return 1 << (bits - 1) & k.Mask()
	}
	return uint64(v) & k.Mask()
}

// Unsigned converts x to an unsigned integer of kind k (I8 to I64),
// zero-extended to a word, as gcc does: through the next wider signed
// conversion, and for 64 bits through the value less 2^63.
func (x Extended) Unsigned(k program.Kind) uint64 {
	switch k.Bits() {
	case 64:
		return x.Uint64()
	case 32:
		return uint64(x.Int64()) & k.Mask()
	case 16:
		return x.Signed(program.I32) & k.Mask()
	}
	return x.Signed(program.I16) & k.Mask()
}
