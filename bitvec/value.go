package bitvec

import (
	"fmt"
	"math/big"
	"strings"
)

// Value is a bit-vector constant: an immutable unsigned number below 2^Width.
// Values of up to 64 bits hold no pointer. The zero Value has width 0 and is
// no bit-vector.
type Value struct {
	width uint32
	lo    uint64   // the number, when width <= 64
	big   *big.Int // the number, when width > 64; never written to
}

// MaxWidth is the largest width of a bit-vector in bits.
const MaxWidth = 1<<16 - 1

func checkWidth(op string, w int) {
	if w < 1 || w > MaxWidth {
		panic(fmt.Sprintf("bitvec: %s: width %d is outside 1..%d", op, w, MaxWidth))
	}
}

// NewValue returns v modulo 2^width.
func NewValue(width int, v uint64) Value {
	checkWidth("NewValue", width)
	if width <= 64 {
		return Value{width: uint32(width), lo: v & ones64(uint(width))}
	}
	return Value{width: uint32(width), big: new(big.Int).SetUint64(v)}
}

// NewBigValue returns v modulo 2^width; v may be negative and is copied.
func NewBigValue(width int, v *big.Int) Value {
	checkWidth("NewBigValue", width)
	if v.Sign() < 0 || v.BitLen() > width {
		v = new(big.Int).And(v, bigOnes(uint(width)))
	} else {
		v = new(big.Int).Set(v)
	}
	return ownedValue(uint(width), v)
}

// ownedValue wraps v, which is in range and not used by the caller again.
func ownedValue(width uint, v *big.Int) Value {
	if width <= 64 {
		return Value{width: uint32(width), lo: v.Uint64()}
	}
	return Value{width: uint32(width), big: v}
}

// OnesValue returns the value whose bits are all 1.
func OnesValue(width int) Value {
	checkWidth("OnesValue", width)
	if width <= 64 {
		return Value{width: uint32(width), lo: ones64(uint(width))}
	}
	return Value{width: uint32(width), big: bigOnes(uint(width))}
}

// bitsValue returns the value of width bits that bit reports.
func bitsValue(width int, bit func(i int) bool) Value {
	v := new(big.Int)
	for i := width - 1; i >= 0; i-- {
		if bit(i) {
			v.SetBit(v, i, 1)
		}
	}
	return ownedValue(uint(width), v)
}

func boolValue(b bool) Value {
	if b {
		return Value{width: 1, lo: 1}
	}
	return Value{width: 1}
}

// ones64 returns w one bits; w may be 0 to 64.
func ones64(w uint) uint64 {
	if w >= 64 {
		return ^uint64(0)
	}
	return 1<<w - 1
}

func bigOnes(w uint) *big.Int {
	v := new(big.Int).Lsh(big.NewInt(1), w)
	return v.Sub(v, big.NewInt(1))
}

// Width returns the width in bits.
func (v Value) Width() int { return int(v.width) }

// Uint64 returns the low 64 bits.
func (v Value) Uint64() uint64 {
	if v.big == nil {
		return v.lo
	}
	if v.big.IsUint64() {
		return v.big.Uint64()
	}
	return new(big.Int).And(v.big, bigOnes(64)).Uint64()
}

// Big returns the number as a new big.Int.
func (v Value) Big() *big.Int { return new(big.Int).Set(v.asBig()) }

// asBig returns the number; the caller must not write to it.
func (v Value) asBig() *big.Int {
	if v.big != nil {
		return v.big
	}
	return new(big.Int).SetUint64(v.lo)
}

// Bit returns bit i, counted from the least significant; i < Width.
func (v Value) Bit(i int) bool {
	if v.big != nil {
		return v.big.Bit(i) != 0
	}
	return v.lo>>uint(i)&1 != 0
}

// IsZero reports whether every bit is 0.
func (v Value) IsZero() bool { return v.lo == 0 && (v.big == nil || v.big.Sign() == 0) }

// IsOnes reports whether every bit is 1.
func (v Value) IsOnes() bool {
	if v.big == nil {
		return v.lo == ones64(uint(v.width))
	}
	return v.big.BitLen() == int(v.width) && v.big.TrailingZeroBits() == 0 && v.big.Cmp(bigOnes(uint(v.width))) == 0
}

// Equal reports whether v and u have the same width and bits.
func (v Value) Equal(u Value) bool {
	if v.width != u.width {
		return false
	}
	return v.Cmp(u) == 0
}

// Cmp compares the unsigned numbers: -1, 0 or +1.
func (v Value) Cmp(u Value) int {
	if v.big == nil && u.big == nil {
		switch {
		case v.lo < u.lo:
			return -1
		case v.lo > u.lo:
			return 1
		}
		return 0
	}
	return v.asBig().Cmp(u.asBig())
}

// powerOfTwo returns k when v is 2^k.
func (v Value) powerOfTwo() (k uint, ok bool) {
	b := v.asBig()
	if b.Sign() == 0 {
		return 0, false
	}
	k = b.TrailingZeroBits()
	return k, b.BitLen() == int(k)+1
}

// signed returns the number in two's complement.
func (v Value) signed() *big.Int {
	b := v.Big()
	if v.Bit(int(v.width) - 1) {
		b.Sub(b, new(big.Int).Lsh(big.NewInt(1), uint(v.width)))
	}
	return b
}

// String returns the value in SMT-LIB syntax: #x... when the width is a
// multiple of four, #b... otherwise.
func (v Value) String() string {
	if v.width == 0 {
		return "#b"
	}
	base, digits, prefix := 2, int(v.width), "#b"
	if v.width%4 == 0 {
		base, digits, prefix = 16, int(v.width)/4, "#x"
	}
	text := v.asBig().Text(base)
	return prefix + strings.Repeat("0", max(0, digits-len(text))) + text
}
