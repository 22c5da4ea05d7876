package vm

import (
	"fmt"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/extarith"
)

// wideOp is a WideOp with its operand registers.
type wideOp struct {
	kind         program.WideKind
	from, to     program.Kind
	a, b, c, dst uint16
}

// wide executes a WideOp.
func (x *Instance) wide(r *window, w *wideOp) bool {
	switch {
	case w.kind <= program.LDToF:
		return x.wideLD(r, w)
	case w.kind <= program.I128ToFU:
		return x.wide128(r, w)
	}
	return x.wideMixed(r, w)
}

// ld reads the long double at a. Only its first ten bytes count.
func (x *Instance) ld(a uint64) (extarith.Extended, bool) {
	b, ok := x.readable(a, 10)
	if !ok {
		return extarith.Extended{}, false
	}
	return extarith.Load(b), true
}

// setLD writes a long double; the padding becomes zero.
func (x *Instance) setLD(a uint64, v extarith.Extended) bool {
	b, ok := x.writable(a, 16)
	if ok {
		clear(b)
		v.Store(b)
	}
	return ok
}

func (x *Instance) i128(a uint64) (extarith.Int128, bool) {
	b, ok := x.readable(a, 16)
	if !ok {
		return extarith.Int128{}, false
	}
	return extarith.LoadInt128(b), true
}

func (x *Instance) setI128(a uint64, v extarith.Int128) bool {
	b, ok := x.writable(a, 16)
	if ok {
		v.Store(b)
	}
	return ok
}

func (x *Instance) wideLD(r *window, w *wideOp) bool {
	switch w.kind {
	case program.LDFromS:
		return x.setLD(r[w.c], extarith.FromInt64(program.SignExtend(w.from, r[w.a])))
	case program.LDFromU:
		return x.setLD(r[w.c], extarith.FromUint64(r[w.a]))
	case program.LDFromF:
		if w.from == program.F32 {
			return x.setLD(r[w.c], extarith.FromFloat32(float32From(r[w.a])))
		}
		return x.setLD(r[w.c], extarith.FromFloat64(float64From(r[w.a])))
	}
	a, ok := x.ld(r[w.a])
	if !ok {
		return false
	}
	switch w.kind {
	case program.LDNeg:
		return x.setLD(r[w.c], a.Neg())
	case program.LDToS:
		r[w.dst] = a.Signed(w.to)
		return true
	case program.LDToU:
		r[w.dst] = a.Unsigned(w.to)
		return true
	case program.LDToF:
		if w.to == program.F32 {
			r[w.dst] = float32Bits(a.Float32())
		} else {
			r[w.dst] = float64Bits(a.Float64())
		}
		return true
	}
	b, ok := x.ld(r[w.b])
	if !ok {
		return false
	}
	switch w.kind {
	case program.LDAdd:
		return x.setLD(r[w.c], a.Add(b))
	case program.LDSub:
		return x.setLD(r[w.c], a.Sub(b))
	case program.LDMul:
		return x.setLD(r[w.c], a.Mul(b))
	case program.LDDiv:
		return x.setLD(r[w.c], a.Div(b))
	case program.LDEq:
		r[w.dst] = bit(a.Eq(b))
	case program.LDNe:
		r[w.dst] = bit(!a.Eq(b))
	case program.LDLt:
		r[w.dst] = bit(a.Lt(b))
	case program.LDLe:
		r[w.dst] = bit(a.Le(b))
	case program.LDUnord:
		r[w.dst] = bit(a.Unordered(b))
	default:
		panic("vm: bad wide operation")
	}
	return true
}

func (x *Instance) wide128(r *window, w *wideOp) bool {
	switch w.kind {
	case program.I128FromS:
		return x.setI128(r[w.c], extarith.Int128FromInt64(program.SignExtend(w.from, r[w.a])))
	case program.I128FromU:
		return x.setI128(r[w.c], extarith.Int128{Lo: r[w.a]})
	case program.I128FromFS, program.I128FromFU:
		e := extarith.FromFloat64(float64From(r[w.a]))
		if w.from == program.F32 {
			e = extarith.FromFloat32(float32From(r[w.a]))
		}
		return x.setI128(r[w.c], e.Int128(w.kind == program.I128FromFS))
	}
	a, ok := x.i128(r[w.a])
	if !ok {
		return false
	}
	switch w.kind {
	case program.I128ToI:
		r[w.dst] = a.Lo & w.to.Mask()
		return true
	case program.I128ToFS, program.I128ToFU:
		if signed := w.kind == program.I128ToFS; w.to == program.F32 {
			r[w.dst] = float32Bits(a.Float32(signed))
		} else {
			r[w.dst] = float64Bits(a.Float64(signed))
		}
		return true
	case program.I128Shl, program.I128LShr, program.I128AShr:
		return x.shift128(w, r[w.c], a, r[w.b])
	}
	b, ok := x.i128(r[w.b])
	if !ok {
		return false
	}
	switch w.kind {
	case program.I128Eq:
		r[w.dst] = bit(a == b)
	case program.I128ULt:
		r[w.dst] = bit(a.ULt(b))
	case program.I128ULe:
		r[w.dst] = bit(!b.ULt(a))
	case program.I128SLt:
		r[w.dst] = bit(a.SLt(b))
	case program.I128SLe:
		r[w.dst] = bit(!b.SLt(a))
	default:
		return x.arith128(w.kind, r[w.c], a, b)
	}
	return true
}

func (x *Instance) shift128(w *wideOp, to uint64, a extarith.Int128, count uint64) bool {
	if count >= 128 {
		x.fail(program.FaultShift, fmt.Sprintf("shift of a 128-bit number by %d", int32(count)))
		return false
	}
	switch w.kind {
	case program.I128Shl:
		a = a.Shl(uint(count))
	case program.I128LShr:
		a = a.LShr(uint(count))
	default:
		a = a.AShr(uint(count))
	}
	return x.setI128(to, a)
}

func (x *Instance) arith128(kind program.WideKind, to uint64, a, b extarith.Int128) bool {
	switch kind {
	case program.I128Add:
		a = a.Add(b)
	case program.I128Sub:
		a = a.Sub(b)
	case program.I128Mul:
		a = a.Mul(b)
	case program.I128And:
		a = a.And(b)
	case program.I128Or:
		a = a.Or(b)
	case program.I128Xor:
		a = a.Xor(b)
	case program.I128UDiv, program.I128URem, program.I128SDiv, program.I128SRem:
		return x.divide128(kind, to, a, b)
	default:
		panic("vm: bad wide operation")
	}
	return x.setI128(to, a)
}

func (x *Instance) divide128(kind program.WideKind, to uint64, a, b extarith.Int128) bool {
	if b == (extarith.Int128{}) {
		x.badDivision(program.FaultDivision)
		return false
	}
	signed := kind == program.I128SDiv || kind == program.I128SRem
	if signed && a == (extarith.Int128{Hi: 1 << 63}) && b == extarith.Int128FromInt64(-1) {
		x.badDivision(program.FaultOverflow)
		return false
	}
	var q, rem extarith.Int128
	if signed {
		q, rem = a.SDivRem(b)
	} else {
		q, rem = a.UDivRem(b)
	}
	if kind == program.I128URem || kind == program.I128SRem {
		q = rem
	}
	return x.setI128(to, q)
}

func (x *Instance) wideMixed(r *window, w *wideOp) bool {
	switch w.kind {
	case program.LDFromI128S, program.LDFromI128U:
		a, ok := x.i128(r[w.a])
		return ok && x.setLD(r[w.c], a.Extended(w.kind == program.LDFromI128S))
	case program.LDToI128S, program.LDToI128U:
		a, ok := x.ld(r[w.a])
		return ok && x.setI128(r[w.c], a.Int128(w.kind == program.LDToI128S))
	}
	panic("vm: bad wide operation")
}
