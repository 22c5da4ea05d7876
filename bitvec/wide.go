package bitvec

import "math/big"

// The wide evaluation functions work at any width; they are used when the
// result or an operand has more than 64 bits, where speed matters less.

func notWide(sh shape, a, _, _ Value) Value {
	return ownedValue(sh.w, new(big.Int).Xor(a.asBig(), bigOnes(sh.w)))
}

func andWide(sh shape, a, b, _ Value) Value {
	return ownedValue(sh.w, new(big.Int).And(a.asBig(), b.asBig()))
}

func xorWide(sh shape, a, b, _ Value) Value {
	return ownedValue(sh.w, new(big.Int).Xor(a.asBig(), b.asBig()))
}

// wrap reduces v, which it owns, modulo 2^w.
func wrap(w uint, v *big.Int) Value {
	if v.Sign() < 0 || v.BitLen() > int(w) {
		v.And(v, bigOnes(w))
	}
	return ownedValue(w, v)
}

func negWide(sh shape, a, _, _ Value) Value { return wrap(sh.w, new(big.Int).Neg(a.asBig())) }

func addWide(sh shape, a, b, _ Value) Value {
	return wrap(sh.w, new(big.Int).Add(a.asBig(), b.asBig()))
}

func mulWide(sh shape, a, b, _ Value) Value {
	return wrap(sh.w, new(big.Int).Mul(a.asBig(), b.asBig()))
}

func udivWide(sh shape, a, b, _ Value) Value {
	if b.IsZero() {
		return ownedValue(sh.w, bigOnes(sh.w))
	}
	return ownedValue(sh.w, new(big.Int).Quo(a.asBig(), b.asBig()))
}

func uremWide(sh shape, a, b, _ Value) Value {
	if b.IsZero() {
		return a
	}
	return ownedValue(sh.w, new(big.Int).Rem(a.asBig(), b.asBig()))
}

// shiftAmount returns b, or the width when b is not below it.
func shiftAmount(sh shape, b Value) uint {
	n := b.asBig()
	if !n.IsUint64() || n.Uint64() >= uint64(sh.w) {
		return sh.w
	}
	return uint(n.Uint64())
}

func shlWide(sh shape, a, b, _ Value) Value {
	return wrap(sh.w, new(big.Int).Lsh(a.asBig(), shiftAmount(sh, b)))
}

func lshrWide(sh shape, a, b, _ Value) Value {
	return ownedValue(sh.w, new(big.Int).Rsh(a.asBig(), shiftAmount(sh, b)))
}

func ashrWide(sh shape, a, b, _ Value) Value {
	return wrap(sh.w, new(big.Int).Rsh(a.signed(), shiftAmount(sh, b)))
}

func concatWide(sh shape, a, b, _ Value) Value {
	v := new(big.Int).Lsh(a.asBig(), sh.bw)
	return ownedValue(sh.w, v.Or(v, b.asBig()))
}

func extractWide(sh shape, a, _, _ Value) Value {
	return wrap(sh.w, new(big.Int).Rsh(a.asBig(), sh.lo))
}

func sextWide(sh shape, a, _, _ Value) Value { return wrap(sh.w, a.signed()) }

func eqWide(_ shape, a, b, _ Value) Value  { return boolValue(a.Cmp(b) == 0) }
func ultWide(_ shape, a, b, _ Value) Value { return boolValue(a.Cmp(b) < 0) }
func sltWide(_ shape, a, b, _ Value) Value { return boolValue(a.signed().Cmp(b.signed()) < 0) }

func iteWide(_ shape, a, b, c Value) Value {
	if !a.IsZero() {
		return b
	}
	return c
}
