package program

import "math"

// Eval computes an operation without memory or control: the arithmetic,
// comparisons and conversions from Move to Bitcast. It is the one definition
// of their values that both machines share.
//
// k is Instr.Kind, from the kind of operand A (only conversions look at it),
// a and b the operand words. The result is a word of the kind of Dst. A fault
// other than "" says which error the instruction is; the result is then 0.
// Signed overflow is not looked for, see Overflows. Eval panics on operations
// that are not pure.
func Eval(op Op, k, from Kind, a, b uint64) (uint64, FaultKind) {
	switch op {
	case Move, Bitcast:
		return a, ""
	case UDiv, SDiv, URem, SRem:
		return evalDivision(op, k, a, b)
	case Shl, LShr, AShr:
		return evalShift(op, k, a, b)
	case Add, Sub, Mul, And, Or, Xor:
		return evalInt(op, a, b) & k.Mask(), ""
	case FAdd, FSub, FMul, FDiv, FNeg:
		return evalFloat(op, k, a, b), ""
	case Eq, Ne, ULt, ULe, SLt, SLe:
		return bit(compareInt(op, k, a, b)), ""
	case FEq, FNe, FLt, FLe, FUnordered:
		return bit(compareFloat(op, toFloat(k, a), toFloat(k, b))), ""
	}
	return evalConversion(op, k, from, a), ""
}

// SignExtend widens the k.Bits() low bits of v to a signed 64-bit number.
func SignExtend(k Kind, v uint64) int64 {
	shift := 64 - uint(k.Bits())
	return int64(v<<shift) >> shift
}

// Overflows reports whether the signed Add, Sub, Mul or Shl of a and b does
// not fit kind k (for Shl: whether it loses bits or changes the sign, or a is
// negative).
func Overflows(op Op, k Kind, a, b uint64) bool {
	x, y := SignExtend(k, a), SignExtend(k, b)
	var z int64
	switch op {
	case Add:
		z = x + y
		if (x^z)&(y^z) < 0 {
			return true
		}
	case Sub:
		z = x - y
		if (x^y)&(x^z) < 0 {
			return true
		}
	case Mul:
		z = x * y
		if x != 0 && (z/x != y || x == -1 && y == math.MinInt64) {
			return true
		}
	case Shl:
		if b >= uint64(k.Bits()) {
			return false // an error of its own
		}
		z = x << b
		return x < 0 || z>>b != x || SignExtend(k, uint64(z)) != z
	default:
		return false
	}
	return SignExtend(k, uint64(z)) != z
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func evalInt(op Op, a, b uint64) uint64 {
	switch op {
	case Add:
		return a + b
	case Sub:
		return a - b
	case Mul:
		return a * b
	case And:
		return a & b
	case Or:
		return a | b
	}
	return a ^ b
}

func evalDivision(op Op, k Kind, a, b uint64) (uint64, FaultKind) {
	if b == 0 {
		return 0, FaultDivision
	}
	switch op {
	case UDiv:
		return a / b, ""
	case URem:
		return a % b, ""
	}
	x, y := SignExtend(k, a), SignExtend(k, b)
	if y == -1 && a == 1<<uint(k.Bits()-1) {
		return 0, FaultOverflow
	}
	if op == SDiv {
		return uint64(x/y) & k.Mask(), ""
	}
	return uint64(x%y) & k.Mask(), ""
}

func evalShift(op Op, k Kind, a, count uint64) (uint64, FaultKind) {
	if count >= uint64(k.Bits()) {
		return 0, FaultShift
	}
	switch op {
	case Shl:
		return a << count & k.Mask(), ""
	case LShr:
		return a >> count, ""
	}
	return uint64(SignExtend(k, a)>>count) & k.Mask(), ""
}

func compareInt(op Op, k Kind, a, b uint64) bool {
	switch op {
	case Eq:
		return a == b
	case Ne:
		return a != b
	case ULt:
		return a < b
	case ULe:
		return a <= b
	case SLt:
		return SignExtend(k, a) < SignExtend(k, b)
	}
	return SignExtend(k, a) <= SignExtend(k, b)
}

func toFloat(k Kind, a uint64) float64 {
	if k == F32 {
		return float64(math.Float32frombits(uint32(a)))
	}
	return math.Float64frombits(a)
}

// fromFloat rounds f to k. Quiet NaNs keep their sign and payload as far as
// it fits, as the processor's conversion does.
func fromFloat(k Kind, f float64) uint64 {
	if k == F32 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

// evalFloat computes in the kind itself. An invalid operation without NaN
// operands gives the processor's "real indefinite", the negative quiet NaN;
// otherwise the first NaN operand is the result.
func evalFloat(op Op, k Kind, a, b uint64) uint64 {
	if op == FNeg {
		return a ^ 1<<uint(k.Bits()-1)
	}
	if k == F32 {
		x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		var z float32
		switch op {
		case FAdd:
			z = x + y
		case FSub:
			z = x - y
		case FMul:
			z = x * y
		case FDiv:
			z = x / y
		}
		if z != z {
			return nanResult(k, a, b, x != x, y != y)
		}
		return uint64(math.Float32bits(z))
	}
	x, y := math.Float64frombits(a), math.Float64frombits(b)
	var z float64
	switch op {
	case FAdd:
		z = x + y
	case FSub:
		z = x - y
	case FMul:
		z = x * y
	case FDiv:
		z = x / y
	}
	if z != z {
		return nanResult(k, a, b, x != x, y != y)
	}
	return math.Float64bits(z)
}

func nanResult(k Kind, a, b uint64, aNaN, bNaN bool) uint64 {
	quiet, indefinite := uint64(1)<<51, uint64(0xFFF8)<<48
	if k == F32 {
		quiet, indefinite = 1<<22, 0xFFC0_0000
	}
	switch {
	case aNaN:
		return a | quiet
	case bNaN:
		return b | quiet
	}
	return indefinite
}

func compareFloat(op Op, x, y float64) bool {
	switch op {
	case FEq:
		return x == y
	case FNe:
		return x != y
	case FLt:
		return x < y
	case FLe:
		return x <= y
	}
	return x != x || y != y
}

func evalConversion(op Op, k, from Kind, a uint64) uint64 {
	switch op {
	case Trunc, ZExt:
		return a & k.Mask()
	case SExt:
		return uint64(SignExtend(from, a)) & k.Mask()
	case FToS:
		return floatToSigned(k, toFloat(from, a))
	case FToU:
		return floatToUnsigned(k, toFloat(from, a))
	case SToF:
		x := SignExtend(from, a)
		if k == F32 {
			return uint64(math.Float32bits(float32(x)))
		}
		return math.Float64bits(float64(x))
	case UToF:
		if k == F32 {
			return uint64(math.Float32bits(float32(a)))
		}
		return math.Float64bits(float64(a))
	case FToF:
		return convertFloat(k, from, a)
	}
	panic("program: Eval: operation is not pure")
}

func convertFloat(k, from Kind, a uint64) uint64 {
	if k == from {
		return a
	}
	f := toFloat(from, a)
	if f == f {
		return fromFloat(k, f)
	}
	// A NaN keeps its sign and the upper part of its payload, made quiet.
	if k == F32 {
		return a>>32&0x8000_0000 | 0x7FC0_0000 | a>>29&0x3F_FFFF
	}
	return a&0x8000_0000<<32 | 0x7FF8<<48 | a&0x3F_FFFF<<29
}

// floatToSigned converts as cvttsd2si does: 32-bit conversion for kinds up to
// I32, 64-bit for I64, "integer indefinite" (only the sign bit set) when the
// value does not fit; narrower kinds keep the low bits.
func floatToSigned(k Kind, f float64) uint64 {
	if k.Bits() <= 32 {
		if !(f > -1<<31-1 && f < 1<<31) {
			return 1 << 31 & k.Mask()
		}
		return uint64(int64(f)) & k.Mask()
	}
	return truncate64(f)
}

func truncate64(f float64) uint64 {
	if !(f >= -1<<63 && f < 1<<63) {
		return 1 << 63
	}
	return uint64(int64(f))
}

// floatToUnsigned converts as gcc does: I8 and I16 by the signed 32-bit
// conversion, I32 by the signed 64-bit one, I64 by the signed one of the value
// or of the value less 2^63.
func floatToUnsigned(k Kind, f float64) uint64 {
	switch {
	case k.Bits() < 32:
		return floatToSigned(k, f)
	case k.Bits() == 32:
		return truncate64(f) & k.Mask()
	case f >= 1<<63:
		return truncate64(f-1<<63) ^ 1<<63
	}
	return truncate64(f)
}
