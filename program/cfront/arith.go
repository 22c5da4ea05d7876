package cfront

import "github.com/riftlab/rift/program"

// operator is a binary operator of C.
type operator uint8

const (
	opAdd operator = iota
	opSub
	opMul
	opDiv
	opMod
	opAnd
	opOr
	opXor
	opShl
	opShr
	opEq // comparisons from here on
	opNe
	opLt
	opGt
	opLe
	opGe
)

// arith lowers a op b with C's conversions.
func (f *fn) arith(op operator, a, b value) value {
	if isPointer(a.t) || isPointer(b.t) {
		return f.pointerArith(op, a, b)
	}
	if op == opShl || op == opShr {
		return f.shift(op, a, b)
	}
	t := usual(a.t, b.t)
	if isComplex(t) {
		return f.complexArith(op, a, b, t)
	}
	a, b = f.convertTo(a, t), f.convertTo(b, t)
	if isWide(t) {
		return f.wideArith(op, a, b, t)
	}
	o := intOps[op]
	if isFloat(t) {
		if o = floatOps[op]; o == program.Invalid {
			fail(f.node, "operands of type %s", t)
		}
		return value{op: f.binary(o, t.Kind(), 0, a.op, b.op), t: t}
	}
	if t.Unsigned {
		o = unsignedOp(o)
	}
	return f.reduce(value{op: f.binary(o, t.Kind(), f.overflowFlag(o, t), a.op, b.op), t: t})
}

var intOps = [...]program.Op{
	opAdd: program.Add, opSub: program.Sub, opMul: program.Mul, opDiv: program.SDiv, opMod: program.SRem,
	opAnd: program.And, opOr: program.Or, opXor: program.Xor,
}

var floatOps = [...]program.Op{
	opAdd: program.FAdd, opSub: program.FSub, opMul: program.FMul, opDiv: program.FDiv, opShr: 0,
}

func unsignedOp(o program.Op) program.Op {
	switch o {
	case program.SDiv:
		return program.UDiv
	case program.SRem:
		return program.URem
	}
	return o
}

// overflowFlag returns Signed where overflow of o in type t is undefined.
// Initialisers of static storage wrap, as compilers fold them.
func (f *fn) overflowFlag(o program.Op, t *program.Type) program.Flags {
	switch o {
	case program.Add, program.Sub, program.Mul, program.Shl:
		if !f.static {
			return signed(t)
		}
	}
	return 0
}

// shift lowers a << b and a >> b: the type is that of the promoted left side.
func (f *fn) shift(op operator, a, b value) value {
	t := promote(a.t)
	if !isInteger(t) || !isInteger(b.t) {
		fail(f.node, "shift of %s by %s", a.t, b.t)
	}
	a = f.convertTo(a, t)
	if isInt128(b.t) {
		b = f.convertTo(b, typeInt)
	} else {
		b = f.convertTo(b, promote(b.t))
	}
	if isInt128(t) {
		return f.wideShift(op, a, b, t)
	}
	o := program.Shl
	if op == opShr {
		if o = program.AShr; t.Unsigned {
			o = program.LShr
		}
	}
	if b.op.Mode == program.Const && a.op.Mode == program.Const {
		if v, ok := foldBinary(o, t.Kind(), 0, a.op.Bits, b.op.Bits); ok {
			return f.reduce(constant(t, v))
		}
	}
	return f.reduce(value{op: f.value(t.Kind(), program.Instr{Op: o, Kind: t.Kind(), Flags: f.overflowFlag(o, t), A: a.op, B: b.op}), t: t})
}

// pointerArith lowers p + i, i + p, p - i and p - q.
func (f *fn) pointerArith(op operator, a, b value) value {
	switch {
	case op == opSub && isPointer(a.t) && isPointer(b.t):
		return f.pointerDiff(a, b)
	case op == opAdd && isPointer(b.t) && isInteger(a.t):
		a, b = b, a
	case (op == opAdd || op == opSub) && isInteger(b.t):
	default:
		fail(f.node, "operands of types %s and %s", a.t, b.t)
	}
	i := f.indexValue(b)
	scale := elemSize(a.t)
	if size, dynamic := f.dynamicSize(a.t.Elem); dynamic {
		i.op, scale = f.binary(program.Mul, program.I64, 0, i.op, size), 1
	}
	if op == opSub {
		scale = -scale
	}
	return value{op: f.builder.index(a.op, i.op, scale, 0), t: a.t}
}

// elemSize returns the step of arithmetic on a pointer of type t; void and
// functions count as bytes, as in GNU C.
func elemSize(t *program.Type) int64 {
	if t.Elem.Class == program.FuncType {
		return 1
	}
	return t.Elem.Size
}

func (f *fn) pointerDiff(a, b value) value {
	if size, dynamic := f.dynamicSize(a.t.Elem); dynamic {
		d := f.value(program.I64, program.Instr{Op: program.PtrDiff, Kind: program.I64, A: a.op, B: b.op, Size: 1})
		return value{op: f.binary(program.SDiv, program.I64, 0, d, size), t: typeLong}
	}
	n := max(elemSize(a.t), 1)
	if v, ok := constantDiff(a.op, b.op); ok {
		return constant(typeLong, uint64(v/n))
	}
	return value{op: f.value(program.I64, program.Instr{Op: program.PtrDiff, Kind: program.I64, A: a.op, B: b.op, Size: n}), t: typeLong}
}

// constantDiff returns a - b where both point into the same global.
func constantDiff(a, b program.Operand) (int64, bool) {
	if a.Mode != b.Mode || a.Index != b.Index || a.Mode != program.GlobalAddr && a.Mode != program.Const {
		return 0, false
	}
	return int64(a.Bits - b.Bits), true
}

// comparison lowers a relational operator to a truth value of kind I1.
func (f *fn) comparison(op operator, a, b value) program.Operand {
	if isPointer(a.t) || isPointer(b.t) {
		a, b = f.asPointer(f.widen(a)), f.asPointer(f.widen(b))
		return f.compareInts(op, program.Ptr, true, a.op, b.op)
	}
	a, b = f.widen(a), f.widen(b)
	t := usual(a.t, b.t)
	if isComplex(t) {
		return f.complexCompare(op, a, b, t)
	}
	a, b = f.convertTo(a, t), f.convertTo(b, t)
	switch {
	case isWide(t):
		return f.wideCompare(op, a, b, t)
	case isFloat(t):
		return f.compareFloats(op, t.Kind(), a.op, b.op)
	case !isInteger(t):
		fail(f.node, "comparison of %s", t)
	}
	return f.compareInts(op, t.Kind(), t.Unsigned, a.op, b.op)
}

// asPointer converts an integer operand of a pointer comparison.
func (f *fn) asPointer(v value) value {
	if isPointer(v.t) {
		return v
	}
	return f.convertTo(v, typePVoid)
}

func (f *fn) compareInts(op operator, k program.Kind, unsigned bool, a, b program.Operand) program.Operand {
	if op == opGt || op == opGe {
		a, b = b, a
	}
	lt, le := program.SLt, program.SLe
	if unsigned {
		lt, le = program.ULt, program.ULe
	}
	o := [...]program.Op{program.Eq, program.Ne, lt, lt, le, le}[op-opEq]
	return f.compare(o, k, a, b)
}

func (f *fn) compareFloats(op operator, k program.Kind, a, b program.Operand) program.Operand {
	if op == opGt || op == opGe {
		a, b = b, a
	}
	o := [...]program.Op{program.FEq, program.FNe, program.FLt, program.FLt, program.FLe, program.FLe}[op-opEq]
	return f.compare(o, k, a, b)
}

// truth lowers "v != 0" to kind I1.
func (f *fn) truth(v value) program.Operand {
	switch {
	case v.op.Kind == program.I1:
		return v.op
	case isComplex(v.t):
		return f.complexCompare(opNe, v, f.convertTo(constant(typeInt, 0), v.t), v.t)
	case isWide(v.t):
		return f.wideTruth(v)
	case isFloat(v.t):
		return f.compare(program.FNe, v.t.Kind(), v.op, program.C(v.t.Kind(), 0))
	case v.t.IsScalar():
		return f.compare(program.Ne, v.t.Kind(), v.op, program.C(v.t.Kind(), 0))
	}
	fail(f.node, "%s used as a condition", v.t)
	return program.Operand{}
}

// not lowers !v to kind I1.
func (f *fn) not(v value) program.Operand {
	if v.op.Kind != program.I1 && v.t.IsScalar() {
		zero := program.C(v.t.Kind(), 0)
		if isFloat(v.t) {
			return f.compare(program.FEq, v.t.Kind(), v.op, zero)
		}
		return f.compare(program.Eq, v.t.Kind(), v.op, zero)
	}
	return f.binary(program.Xor, program.I1, 0, f.truth(v), program.C(program.I1, 1))
}

func (f *fn) negate(v value) value {
	t := promote(v.t)
	v = f.convertTo(v, t)
	switch {
	case isComplex(t):
		return f.complexMap(v, f.negate)
	case isWide(t):
		return f.wideNegate(v)
	case isFloat(t):
		if v.op.Mode == program.Const {
			return constant(t, v.op.Bits^1<<(t.Kind().Bits()-1))
		}
		return value{op: f.value(t.Kind(), program.Instr{Op: program.FNeg, Kind: t.Kind(), A: v.op}), t: t}
	case !isInteger(t):
		fail(f.node, "negation of %s", t)
	}
	return f.reduce(value{op: f.binary(program.Sub, t.Kind(), f.overflowFlag(program.Sub, t), program.C(t.Kind(), 0), v.op), t: t})
}

func (f *fn) complement(v value) value {
	t := promote(v.t)
	v = f.convertTo(v, t)
	switch {
	case isComplex(t):
		return f.conjugate(v)
	case isInt128(t):
		return f.wideArith(opXor, v, f.convertTo(constant(typeInt, ^uint64(0)), t), t)
	case !isInteger(t):
		fail(f.node, "complement of %s", t)
	}
	return f.reduce(value{op: f.binary(program.Xor, t.Kind(), 0, v.op, program.C(t.Kind(), ^uint64(0))), t: t})
}
