package cfront

import (
	"math"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

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

// reduce cuts the result of arithmetic in the type of a wide bit-field to its
// width.
func (f *fn) reduce(v value) value {
	if v.t.Class != program.IntType || v.t.Len == 0 {
		return v
	}
	k := v.t.Kind()
	if v.t.Unsigned {
		v.op = f.binary(program.And, k, 0, v.op, program.C(k, 1<<v.t.Len-1))
		return v
	}
	n := k.Bits() - int(v.t.Len)
	v.op = f.shiftBy(program.AShr, f.shiftBy(program.Shl, v.op, n), n)
	return v
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

// convertTo converts a value to a type as by assignment.
func (f *fn) convertTo(v value, t *program.Type) value {
	v = f.truthTo(v, t)
	if v.t == t || t.Class == program.VoidType {
		v.t = t
		return v
	}
	switch {
	case isComplex(t) || isComplex(v.t):
		return f.convertComplex(v, t)
	case t.Class == program.BoolType:
		return value{op: f.builder.convert(program.ZExt, program.I8, f.truth(v)), t: t}
	case isWide(t) || isWide(v.t):
		return f.convertWide(v, t)
	case inMemory(t) || inMemory(v.t):
		if isRecord(t) && isRecord(v.t) && t.Size == v.t.Size {
			v.t = t
			return v
		}
		fail(f.node, "conversion from %s to %s", v.t, t)
	case v.t.Class == program.VoidType:
		fail(f.node, "void value used")
	}
	v.op = f.convertScalar(v.op, v.t, t)
	v.t = t
	return f.reduce(v)
}

// truthTo widens a truth value straight to an integer type.
func (f *fn) truthTo(v value, t *program.Type) value {
	if v.op.Kind != program.I1 {
		return v
	}
	if isInteger(t) && t.IsScalar() {
		return value{op: f.builder.convert(program.ZExt, t.Kind(), v.op), t: t}
	}
	return f.widen(v)
}

// convertScalar converts between types that live in registers.
func (f *fn) convertScalar(x program.Operand, from, to *program.Type) program.Operand {
	src, dst := from.Kind(), to.Kind()
	switch {
	case src.IsFloat() && dst.IsFloat():
		if src == dst {
			return x
		}
		return f.builder.convert(program.FToF, dst, x)
	case dst.IsFloat():
		op := program.SToF
		if from.Unsigned || isPointer(from) {
			op = program.UToF
		}
		return f.builder.convert(op, dst, x)
	case src.IsFloat():
		return f.floatToInt(x, to)
	}
	return f.resize(x, from, dst)
}

// floatToInt converts as gcc does on x86-64: narrow results come from the
// next wider signed conversion, truncated.
func (f *fn) floatToInt(x program.Operand, to *program.Type) program.Operand {
	unsigned := to.Unsigned || isPointer(to)
	if x.Mode == program.Const {
		return program.C(to.Kind(), saturate(floatValue(x.Kind, x.Bits), to.Kind().Bits(), unsigned))
	}
	switch {
	case to.Size == 8 && unsigned:
		return f.builder.convert(program.FToU, to.Kind(), x)
	case to.Size == 8 || to.Size == 4 && !unsigned:
		return f.builder.convert(program.FToS, to.Kind(), x)
	case to.Size == 4:
		return f.builder.convert(program.Trunc, program.I32, f.builder.convert(program.FToS, program.I64, x))
	}
	return f.builder.convert(program.Trunc, to.Kind(), f.builder.convert(program.FToS, program.I32, x))
}

// saturate converts a constant as gcc folds it: out of range gives the
// nearest value, a NaN gives 0.
func saturate(v float64, bits int, unsigned bool) uint64 {
	lo, hi := -math.Ldexp(1, bits-1), math.Ldexp(1, bits-1)
	if unsigned {
		lo, hi = 0, math.Ldexp(1, bits)
	}
	switch v = math.Trunc(v); {
	case v != v:
		return 0
	case v < lo:
		return uint64(int64(lo))
	case v >= hi && unsigned:
		return ^uint64(0)
	case v >= hi:
		return 1<<(bits-1) - 1
	case v >= math.Ldexp(1, 63):
		return uint64(v)
	}
	return uint64(int64(v))
}

// resize converts between integers and addresses.
func (f *fn) resize(x program.Operand, from *program.Type, dst program.Kind) program.Operand {
	src := from.Kind()
	switch {
	case src == dst:
		return x
	case src.Bits() == dst.Bits():
		return retag(x, dst)
	case src.Bits() > dst.Bits():
		if src == program.Ptr {
			x = retag(x, program.I64)
		}
		return f.builder.convert(program.Trunc, dst, x)
	}
	wide := dst
	if dst == program.Ptr {
		wide = program.I64
	}
	op := program.SExt
	if from.Unsigned {
		op = program.ZExt
	}
	return retag(f.builder.convert(op, wide, x), dst)
}

// loadBits reads a bit-field. Narrow fields are promoted to int.
func (f *fn) loadBits(p place) value {
	b := p.bits
	unit := f.loadUnit(p)
	k := unit.Kind
	t := b.field
	top := k.Bits() - b.shift - b.width
	if t.Unsigned || t.Class == program.BoolType {
		unit = f.shiftBy(program.LShr, unit, b.shift)
		if top > 0 {
			unit = f.binary(program.And, k, 0, unit, program.C(k, 1<<b.width-1))
		}
	} else {
		unit = f.shiftBy(program.Shl, unit, top)
		unit = f.shiftBy(program.AShr, unit, top+b.shift)
	}
	return f.promoteField(value{op: f.resize(unit, intOf(k.Bytes(), t.Unsigned), t.Kind()), t: t}, b)
}

// promoteField gives the value of a bit-field the type that expressions see:
// int if that holds all its values, a type of the field's width if that is
// more than int's.
func (f *fn) promoteField(v value, b *bitField) value {
	switch {
	case b.width < 32 || b.width == 32 && !v.t.Unsigned:
		return f.convertTo(v, typeInt)
	case b.width == 32:
		return f.convertTo(v, typeUInt)
	case b.width < 64:
		v.t = bitType(b.width, v.t.Unsigned)
	}
	return v
}

func (f *fn) shiftBy(op program.Op, x program.Operand, n int) program.Operand {
	if n == 0 {
		return x
	}
	return f.binary(op, x.Kind, 0, x, program.C(program.I32, uint64(n)))
}

// loadUnit reads the storage unit of a bit-field. A unit of 3, 5, 6 or 7
// bytes, which only packed structures have, is put together from parts.
func (f *fn) loadUnit(p place) program.Operand {
	n := p.bits.bytes
	if n == 1 || n == 2 || n == 4 || n == 8 {
		k := program.IntKind(n)
		return f.value(k, program.Instr{Op: program.Load, Kind: k, A: p.addr, Off: p.off, Flags: program.Raw | p.flags})
	}
	k := unitKind(n)
	var sum program.Operand
	for at := int64(0); at < n; at++ {
		part := f.value(program.I8, program.Instr{Op: program.Load, Kind: program.I8, A: p.addr, Off: p.off + at, Flags: program.Raw | p.flags})
		part = f.shiftBy(program.Shl, f.builder.convert(program.ZExt, k, part), int(8*at))
		if at == 0 {
			sum = part
		} else {
			sum = f.binary(program.Or, k, 0, sum, part)
		}
	}
	return sum
}

func unitKind(bytes int64) program.Kind {
	if bytes <= 4 {
		return program.I32
	}
	return program.I64
}

// storeBits writes v, of the field's declared type, into a bit-field without
// touching other bits, and returns the value that the field then has.
func (f *fn) storeBits(p place, v value) value {
	b := p.bits
	unit := f.loadUnit(p)
	k := unit.Kind
	mask := uint64(1)<<b.width - 1
	bits := f.resize(v.op, v.t, k)
	if b.width < k.Bits() {
		bits = f.binary(program.And, k, 0, bits, program.C(k, mask))
	}
	whole := bits
	if b.width < k.Bits() {
		rest := f.binary(program.And, k, 0, unit, program.C(k, ^(mask<<b.shift)))
		whole = f.binary(program.Or, k, 0, rest, f.shiftBy(program.Shl, bits, b.shift))
	}
	f.storeUnit(p, whole)
	return f.fieldValue(bits, b)
}

func (f *fn) storeUnit(p place, whole program.Operand) {
	n := p.bits.bytes
	if whole.Kind.Bytes() == n {
		f.effect(program.Instr{Op: program.Store, Kind: whole.Kind, A: p.addr, Off: p.off, B: whole, Flags: p.flags})
		return
	}
	for at := int64(0); at < n; at++ {
		part := f.builder.convert(program.Trunc, program.I8, f.shiftBy(program.LShr, whole, int(8*at)))
		f.effect(program.Instr{Op: program.Store, Kind: program.I8, A: p.addr, Off: p.off + at, B: part, Flags: p.flags})
	}
}

// fieldValue returns the value of a field whose low bits are given.
func (f *fn) fieldValue(bits program.Operand, b *bitField) value {
	k, t := bits.Kind, b.field
	if !t.Unsigned && t.Class != program.BoolType {
		top := k.Bits() - b.width
		bits = f.shiftBy(program.AShr, f.shiftBy(program.Shl, bits, top), top)
	}
	return f.promoteField(value{op: f.resize(bits, intOf(k.Bytes(), t.Unsigned), t.Kind()), t: t}, b)
}

// sizeof lowers sizeof, which is computed at run time for variable-length
// arrays only.
func (f *fn) sizeof(x *cc.UnaryExpression) value {
	if x.Case == cc.UnaryExpressionSizeofType {
		f.evalLengths(x.TypeName.Type())
		return f.sizeOf(x, x.TypeName.Type())
	}
	if n := f.stringSize(x.UnaryExpression); n >= 0 {
		return constant(typeULong, uint64(n))
	}
	return f.sizeOf(x, x.UnaryExpression.Type())
}

func (f *fn) sizeOf(n cc.Node, c cc.Type) value {
	t := f.u.typeOf(n, c)
	if size, dynamic := f.dynamicSize(t); dynamic {
		return value{op: size, t: typeULong}
	}
	switch {
	case t.Class == program.FuncType:
		return constant(typeULong, 1)
	case t.Class == program.ArrayType && t.Len < 0:
		fail(n, "size of incomplete %s", t)
	}
	return constant(typeULong, uint64(t.Size))
}

// alignof computes _Alignof, for a variable with regard to its own alignment.
func (f *fn) alignof(x *cc.UnaryExpression) uint64 {
	v, _ := intConstant(x)
	if x.Case == cc.UnaryExpressionAlignofExpr {
		if p, ok := x.UnaryExpression.(*cc.PrimaryExpression); ok {
			if d, ok := p.ResolvedTo().(*cc.Declarator); ok {
				v = max(v, uint64(d.Alignas()), uint64(d.Type().Align()))
			}
		}
	}
	return v
}
