package program

import (
	"math/rand/v2"
	"testing"
)

// Undefined is held against its meaning: the bits that are said to be defined
// are the same whatever the undefined bits of the operands are; and for the
// bitwise operations, conversions and comparisons those that are said to be
// undefined do depend on them.
func TestUndefined(t *testing.T) {
	ops := []Op{Move, Bitcast, Trunc, ZExt, SExt, And, Or, Xor, Add, Sub, Mul, Shl, LShr, AShr, Eq, Ne, ULt, ULe, SLt, SLe, UDiv, SRem}
	exact := map[Op]bool{Move: true, Bitcast: true, Trunc: true, ZExt: true, SExt: true, And: true, Or: true, Xor: true,
		Shl: true, LShr: true, AShr: true, Eq: true, Ne: true, ULt: true, ULe: true, SLt: true, SLe: true}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		op, k := ops[r.IntN(len(ops))], []Kind{I8, I16, I32, I64}[r.IntN(4)]
		from := k
		switch op {
		case Trunc:
			from = I64
		case ZExt, SExt:
			from, k = I8, I32
		}
		// Few undefined bits, so that all their values can be tried.
		sparse := func(m uint64) uint64 {
			u := uint64(0)
			for range r.IntN(4) {
				u |= 1 << r.IntN(64)
			}
			return u & m
		}
		a, b := r.Uint64()&from.Mask(), r.Uint64()&k.Mask()
		if r.IntN(3) == 0 {
			b = a & k.Mask()
		}
		ua, ub := sparse(from.Mask()), sparse(k.Mask())
		switch op {
		case Shl, LShr, AShr:
			b, ub = b%uint64(k.Bits()), 0
		}
		u := Undefined(op, k, from, a, b, ua, ub)
		first, fault := Eval(op, k, from, a&^ua, b&^ub)
		seen := uint64(0)
		each(ua, func(va uint64) {
			each(ub, func(vb uint64) {
				v, f := Eval(op, k, from, a&^ua|va, b&^ub|vb)
				if fault == "" && f == "" {
					seen |= v ^ first
				}
				if Undefined(op, k, from, a&^ua|va, b&^ub|vb, ua, ub) != u {
					t.Fatalf("op %d kind %v: %#x/%#x %#x/%#x: the undefined bits depend on their values", op, k, a, ua, b, ub)
				}
			})
		})
		if seen&^u != 0 || exact[op] && u != seen {
			t.Fatalf("op %d kind %v: %#x/%#x %#x/%#x: undefined %#x, but %#x vary", op, k, a, ua, b, ub, u, seen)
		}
	}
}

// each calls f with every subset of the bits of u.
func each(u uint64, f func(uint64)) {
	for v := uint64(0); ; v = (v - u) & u {
		f(v)
		if v == u {
			return
		}
	}
}

func TestUndefinedBytes(t *testing.T) {
	if u := UndefinedBytes(0b1011, 4); u != 0xFF00FFFF {
		t.Errorf("got %#x", u)
	}
	if u := UndefinedBytes(0b1111, 2); u != 0xFFFF {
		t.Errorf("got %#x", u)
	}
	if u := UndefinedBytes(^uint64(0), 8); u != ^uint64(0) {
		t.Errorf("got %#x", u)
	}
}
