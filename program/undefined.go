package program

import "math/bits"

// Undefined bits.
//
// A byte of memory that was never written has eight undefined bits. Copying
// them is no error: C programs copy structures with padding, swap elements of
// arrays that are not filled yet, and set single bits of words that begin with
// any content. Both machines therefore carry undefined bits through registers
// and memory, bit by bit, and report FaultUninitialised where one of them is
// used:
//
//   - by the condition of a Branch, the operand of a Switch, the address of a
//     JumpTo, the target of a Call;
//   - as an address that is read or written, or the size of an EnterVLA;
//   - by a division or remainder (either operand), as the count of a shift, and
//     by arithmetic whose signed overflow is checked;
//   - by a machine service: as an argument, or in the bytes that it reads;
//     likewise by a WideOp. CopyMem and IntrinCopy copy undefined bits;
//   - by a store to a volatile object, and by a function that returns a scalar
//     to the run-time library or to nobody: these are seen from outside.
//
// Everything else computes with them: Undefined says which bits of the result
// are undefined then. A Load of undefined bits reads them as zero, and a Store
// writes them as zero, so that the words of a run do not depend on what memory
// held before. With the flag Raw a Load takes them as zeros that are defined.
//
// Source: Seward, Nethercote: Using Valgrind to detect undefined value errors
// with bit-precision, USENIX 2005, section 2.5. Unlike there comparisons are
// exact, and there is no error for a result that depends on an undefined bit
// only in bits that are undefined themselves.

// Undefined returns the undefined bits of the result of a pure operation (as
// Eval knows them) on the words a and b, of which ua and ub are undefined. For
// the operations that use their operands all bits of the result are undefined
// if any of an operand is. The words have zeros in their undefined bits or not:
// the result does not depend on them.
func Undefined(op Op, k, from Kind, a, b, ua, ub uint64) uint64 {
	if ua|ub == 0 {
		return 0
	}
	switch op {
	case Move, Bitcast, FNeg:
		return ua
	case Trunc, ZExt:
		return ua & k.Mask()
	case SExt:
		return uint64(SignExtend(from, ua)) & k.Mask()
	case And:
		return (ua | ub) & (ua | a) & (ub | b) & k.Mask()
	case Or:
		return (ua | ub) & (ua | ^a) & (ub | ^b) & k.Mask()
	case Xor:
		return ua | ub
	case Add, Sub, Mul:
		return UndefinedSum(ua|ub) & k.Mask()
	case Shl:
		if ub == 0 && b < 64 {
			return ua << b & k.Mask()
		}
	case LShr:
		if ub == 0 && b < 64 {
			return ua >> b
		}
	case AShr:
		if ub == 0 && b < 64 {
			return uint64(SignExtend(k, ua)>>b) & k.Mask()
		}
	case Eq, Ne:
		return bit((a^b)&^(ua|ub)&k.Mask() == 0)
	case ULt, SLt:
		return bit(undefinedOrder(op == SLt, k, a, b, ua, ub))
	case ULe, SLe: // a <= b is the opposite of b < a
		return bit(undefinedOrder(op == SLe, k, b, a, ub, ua))
	case FEq, FNe, FLt, FLe, FUnordered:
		return 1
	}
	return k.Mask()
}

// UndefinedSum returns the undefined bits of a sum, difference or product of
// words whose undefined bits, together, are u: all from the lowest one upward.
// It is also the rule of PtrAdd, whatever the scale.
func UndefinedSum(u uint64) uint64 { return u | -u }

// undefinedOrder reports whether a < b depends on undefined bits: whether it
// is not the same for the least a and the greatest b as for the greatest a and
// the least b.
func undefinedOrder(signed bool, k Kind, a, b, ua, ub uint64) bool {
	if signed {
		flip := uint64(1) << (k.Bits() - 1)
		a, b = a^flip, b^flip
	}
	return a&^ua < b|ub != (a|ua < b&^ub)
}

// UndefinedBytes returns a mask of the bits of those of the n low bytes of a
// word whose bits are set in bytes; n <= 8.
func UndefinedBytes(bytes uint64, n int) uint64 {
	u := uint64(0)
	for bytes &= 1<<n - 1; bytes != 0; bytes &= bytes - 1 {
		u |= 0xFF << (8 * bits.TrailingZeros64(bytes))
	}
	return u
}
