package float

import (
	"fmt"
	"math/bits"
)

// Format is a binary format by the widths of exponent, at least 3, and of
// fraction, at least 2, in bits: at most 64 together with the sign.
type Format struct{ Exp, Frac int }

// The formats of C's float and double.
var (
	Binary32 = Format{8, 23}
	Binary64 = Format{11, 52}
)

// Bits returns the width of a number in bits.
func (f Format) Bits() int { return 1 + f.Exp + f.Frac }

// String returns the widths, as "binary32" or "e4f3".
func (f Format) String() string {
	if f == Binary32 || f == Binary64 {
		return fmt.Sprintf("binary%d", f.Bits())
	}
	return fmt.Sprintf("e%df%d", f.Exp, f.Frac)
}

// precision is the number of bits of the significand.
func (f Format) precision() int { return f.Frac + 1 }

// bias is what the exponent field has more than the exponent.
func (f Format) bias() int { return 1<<(f.Exp-1) - 1 }

// top is the exponent field of infinities and NaNs.
func (f Format) top() int { return 1<<f.Exp - 1 }

// least is the exponent of the last bit of subnormal numbers.
func (f Format) least() int { return 1 - f.bias() - f.Frac }

func (f Format) signBit() uint64  { return 1 << (f.Bits() - 1) }
func (f Format) quietBit() uint64 { return 1 << (f.Frac - 1) }

// Inf returns the infinity of the given sign.
func (f Format) Inf(negative bool) uint64 {
	w := uint64(f.top()) << f.Frac
	if negative {
		w |= f.signBit()
	}
	return w
}

// Indefinite returns the NaN that invalid operations on numbers give.
func (f Format) Indefinite() uint64 { return f.Inf(true) | f.quietBit() }

// IsNaN reports whether x is a NaN.
func (f Format) IsNaN(x uint64) bool { return x&^f.signBit() > f.Inf(false) }

// IsInf reports whether x is an infinity.
func (f Format) IsInf(x uint64) bool { return x&^f.signBit() == f.Inf(false) }

// Negative reports whether the sign of x is set.
func (f Format) Negative(x uint64) bool { return x&f.signBit() != 0 }

func (f Format) isZero(x uint64) bool { return x&^f.signBit() == 0 }

// widens reports whether every number of f is one of g.
func (f Format) widens(g Format) bool {
	return g.Frac >= f.Frac && g.bias() >= f.bias() && g.least() <= f.least()
}

// Mode is a direction of rounding to an integer.
type Mode int

// The modes, named as the functions of C.
const (
	Rint  Mode = iota // to nearest, ties to even
	Floor             // down
	Ceil              // up
	Trunc             // towards zero
	Round             // to nearest, ties away from zero
)

// signedWidth returns the bits of a signed number between lo and hi.
func signedWidth(lo, hi int) int {
	return 1 + max(bits.Len(uint(max(hi, 0))), bits.Len(uint(max(-lo-1, 0))))
}
