package vm

import "github.com/riftlab/rift/program"

// sizeIndex numbers access sizes 1, 2, 4, 8 as 0 to 3.
func sizeIndex(k program.Kind) uint16 {
	switch k.Bytes() {
	case 1:
		return 0
	case 2:
		return 1
	case 4:
		return 2
	}
	return 3
}

// globalPlace returns slot and offset of a place in a global that is known to
// be inside it.
func (c *funcCompiler) globalPlace(p place, size int64) (slot, off int32, ok bool) {
	if p.base.Mode != program.GlobalAddr || p.index.Present() {
		return 0, 0, false
	}
	o := int64(p.base.Bits) + p.off
	g := c.m.program.Globals[p.base.Index]
	if o < 0 || o > g.Size-size || o > 1<<30 {
		return 0, 0, false
	}
	return int32(program.GlobalSlot(int(p.base.Index))), int32(o), true
}

// direct returns register and offset of a place, emitting what it takes to
// compute an index.
func (c *funcCompiler) direct(p place) (base uint16, off uint64) {
	if !p.index.Present() {
		return c.reg(p.base), uint64(p.off)
	}
	c.lea(c.scratch, p)
	return c.scratch, 0
}

// packed returns scale and addend of a sign-extended index for the field imm.
func (p *place) packed() uint64 { return uint64(uint32(p.scale)) | uint64(p.pre)<<32 }

func (c *funcCompiler) lea(dst uint16, p place) {
	if !p.index.Present() {
		c.emit(inst{op: opAdd64I, a: dst, b: c.reg(p.base), imm: uint64(p.off)})
		return
	}
	i := inst{op: opLea, a: dst, b: c.reg(p.base), c: c.reg(p.index), imm: uint64(p.scale), f: int32(p.off)}
	if p.sext {
		i.op, i.imm = opLeaS, p.packed()
	}
	c.emit(i)
	if p.off != int64(int32(p.off)) {
		c.m.code[len(c.m.code)-1].f = 0
		c.emit(inst{op: opAdd64I, a: dst, b: dst, imm: uint64(p.off)})
	}
}

func (c *funcCompiler) emitLea(n *node) {
	p := n.place
	if v, ok := p.base.Resolve(); ok && !p.index.Present() {
		c.emit(inst{op: opConst, a: c.dst(n), imm: v + uint64(p.off)})
		return
	}
	c.lea(c.dst(n), p)
}

func (c *funcCompiler) emitLoad(n *node) {
	p, k, dst := n.place, n.kind, c.dst(n)
	if n.in.Flags&program.Raw != 0 {
		base, off := c.direct(p)
		c.emit(inst{op: opLoadRaw, a: dst, b: base, imm: off, c: uint16(k.Bytes())})
		return
	}
	size := sizeIndex(k)
	if slot, off, ok := c.globalPlace(p, k.Bytes()); ok {
		c.emit(inst{op: opLoad1G + size, a: dst, t: slot, f: off, imm: uint64(off) + uint64(k.Bytes())})
		c.extend(n, dst)
		return
	}
	if p.index.Present() && p.off == int64(int32(p.off)) {
		i := inst{op: opLoad1X + size, a: dst, b: c.reg(p.base), c: c.reg(p.index), imm: uint64(p.scale), f: int32(p.off)}
		if p.sext {
			i.op, i.imm = opLoad1XS+size, p.packed()
		}
		c.emitAccess(i)
		c.extend(n, dst)
		return
	}
	base, off := c.direct(p)
	op := opLoad1 + size
	switch {
	case n.extend == program.I32 && k == program.I8:
		op = opLoad1S
	case n.extend == program.I32 && k == program.I16:
		op = opLoad2S
	case n.extend == program.I64 && k == program.I32:
		op = opLoad4S
	case n.extend != program.Void:
		c.emitAccess(inst{op: op, a: dst, b: base, imm: off})
		c.extend(n, dst)
		return
	}
	c.emitAccess(inst{op: op, a: dst, b: base, imm: off})
}

// emitAccess emits a load or store that is not of a global known to be inside.
// Its number is repeated in t, where loop finds it without keeping it alive.
func (c *funcCompiler) emitAccess(i inst) {
	i.t = int32(i.op)
	c.emit(i)
}

// extend sign-extends a loaded value in place.
func (c *funcCompiler) extend(n *node, dst uint16) {
	if n.extend != program.Void {
		c.signExtend(dst, dst, n.kind, n.extend)
	}
}

func (c *funcCompiler) signExtend(dst, src uint16, from, to program.Kind) {
	if from == program.I32 && to.Bits() == 64 {
		c.emit(inst{op: opSExt32, a: dst, b: src})
		return
	}
	c.emit(inst{op: opSExt, a: dst, b: src, c: uint16(64 - from.Bits()), imm: to.Mask()})
}

func (c *funcCompiler) emitStore(n *node) {
	p, k, value := n.place, n.kind, c.reg(n.b)
	size := sizeIndex(k)
	if slot, off, ok := c.globalPlace(p, k.Bytes()); ok {
		c.emit(inst{op: opStore1G + size, a: value, t: slot, f: off, imm: uint64(off) + uint64(k.Bytes())})
		return
	}
	if p.index.Present() && p.off == int64(int32(p.off)) {
		i := inst{op: opStore1X + size, a: value, b: c.reg(p.base), c: c.reg(p.index), imm: uint64(p.scale), f: int32(p.off)}
		if p.sext {
			i.op, i.imm = opStore1XS+size, p.packed()
		}
		c.emitAccess(i)
		return
	}
	base, off := c.direct(p)
	c.emitAccess(inst{op: opStore1 + size, a: value, b: base, imm: off})
}

// binaryOps gives the register and the immediate form of operations whose
// 64-bit form, masked, is right at every width.
var binaryOps = map[program.Op][2]uint16{
	program.Add: {opAdd64, opAdd64I}, program.Sub: {opSub64, opInvalid}, program.Mul: {opMul64, opMul64I},
	program.And: {opAnd, opAndI}, program.Or: {opOr, opOrI}, program.Xor: {opXor, opXorI},
}

// binaryOps32 gives those that mask to 32 bits themselves.
var binaryOps32 = map[program.Op][2]uint16{
	program.Add: {opAdd32, opAdd32I}, program.Sub: {opSub32, opInvalid}, program.Mul: {opMul32, opMul32I},
}

func (c *funcCompiler) emitArithmetic(n *node) {
	if c.m.opt.CheckOverflow && n.in.Flags&program.Signed != 0 && n.op != program.SDiv && n.op != program.SRem {
		c.eval(n, true)
		return
	}
	switch n.op {
	case program.Add, program.Sub, program.Mul, program.And, program.Or, program.Xor:
		c.emitBinary(n)
	case program.Shl, program.LShr, program.AShr:
		c.emitShift(n)
	case program.UDiv, program.URem, program.SDiv, program.SRem:
		c.emitDivision(n)
	case program.Eq, program.Ne, program.ULt, program.ULe, program.SLt, program.SLe:
		c.emitCompare(n)
	case program.Trunc:
		c.emit(inst{op: opAndI, a: c.dst(n), b: c.reg(n.a), imm: n.kind.Mask()})
	case program.SExt:
		c.signExtend(c.dst(n), c.reg(n.a), n.in.A.Kind, n.kind)
	default:
		c.emitFloat(n)
	}
}

// eval emits the general form.
func (c *funcCompiler) eval(n *node, overflow bool) {
	b := c.scratch
	if n.b.Present() {
		b = c.reg(n.b)
	}
	c.emit(inst{op: opEval, a: c.dst(n), b: c.reg(n.a), c: b, imm: packEval(n.op, n.kind, n.in.A.Kind, overflow)})
}

// packEval and unpackEval code what opEval computes.
func packEval(op program.Op, k, from program.Kind, overflow bool) uint64 {
	v := uint64(op) | uint64(k)<<8 | uint64(from)<<16
	if overflow {
		v |= 1 << 24
	}
	return v
}

func unpackEval(v uint64) (op program.Op, k, from program.Kind, overflow bool) {
	return program.Op(v), program.Kind(v >> 8), program.Kind(v >> 16), v>>24&1 != 0
}

func (c *funcCompiler) emitBinary(n *node) {
	a, b := n.a, n.b
	commutes := n.op != program.Sub
	if _, ok := a.Resolve(); ok && commutes {
		a, b = b, a
	}
	ops, bits := binaryOps[n.op], n.kind.Bits()
	masked := bits == 64 || n.op == program.And || n.op == program.Or || n.op == program.Xor
	if o, ok := binaryOps32[n.op]; ok && bits == 32 {
		ops, masked = o, true
	}
	dst := c.dst(n)
	v, isConst := b.Resolve()
	switch {
	case isConst && n.op == program.Sub:
		add := opAdd64I
		if bits == 32 {
			add = opAdd32I
		}
		c.emit(inst{op: add, a: dst, b: c.reg(a), imm: -v & n.kind.Mask()})
	case isConst:
		c.emit(inst{op: ops[1], a: dst, b: c.reg(a), imm: v})
	default:
		c.emit(inst{op: ops[0], a: dst, b: c.reg(a), c: c.reg(b)})
	}
	if !masked {
		c.emit(inst{op: opAndI, a: dst, b: dst, imm: n.kind.Mask()})
	}
}

func (c *funcCompiler) emitShift(n *node) {
	wide := n.kind.Bits() == 64
	if !wide && n.kind.Bits() != 32 {
		c.eval(n, false)
		return
	}
	var reg, imm uint16
	switch n.op {
	case program.Shl:
		reg, imm = pick(wide, opShl64, opShl32), pick(wide, opShl64I, opShl32I)
	case program.LShr:
		reg, imm = pick(wide, opLShr64, opLShr32), opLShrI
	default:
		reg, imm = pick(wide, opAShr64, opAShr32), pick(wide, opAShr64I, opAShr32I)
	}
	if v, ok := n.b.Resolve(); ok && v < uint64(n.kind.Bits()) {
		c.emit(inst{op: imm, a: c.dst(n), b: c.reg(n.a), imm: v})
		return
	}
	c.emit(inst{op: reg, a: c.dst(n), b: c.reg(n.a), c: c.reg(n.b)})
}

func pick(wide bool, yes, no uint16) uint16 {
	if wide {
		return yes
	}
	return no
}

func (c *funcCompiler) emitDivision(n *node) {
	bits := n.kind.Bits()
	signed := n.op == program.SDiv || n.op == program.SRem
	if signed && bits < 32 {
		c.eval(n, false)
		return
	}
	dst := c.dst(n)
	if v, ok := n.b.Resolve(); ok && v != 0 {
		switch {
		case n.op == program.UDiv && log2(v) >= 0:
			c.emit(inst{op: opLShrI, a: dst, b: c.reg(n.a), c: 1, imm: uint64(log2(v))})
			return
		case n.op == program.UDiv:
			c.emit(inst{op: opUDivI, a: dst, b: c.reg(n.a), imm: v})
			return
		case n.op == program.URem:
			c.emit(inst{op: opURemI, a: dst, b: c.reg(n.a), imm: v})
			return
		case bits == 32 && int32(v) > 0:
			c.emit(inst{op: pick(n.op == program.SDiv, opSDiv32I, opSRem32I), a: dst, b: c.reg(n.a), imm: v})
			return
		}
	}
	var op uint16
	switch n.op {
	case program.UDiv:
		op = opUDiv
	case program.URem:
		op = opURem
	case program.SDiv:
		op = pick(bits == 64, opSDiv64, opSDiv32)
	default:
		op = pick(bits == 64, opSRem64, opSRem32)
	}
	c.emit(inst{op: op, a: dst, b: c.reg(n.a), c: c.reg(n.b)})
}

func (c *funcCompiler) emitCompare(n *node) {
	bits := n.kind.Bits()
	a, b := n.a, n.b
	dst := c.dst(n)
	if n.op == program.Eq || n.op == program.Ne {
		if _, ok := a.Resolve(); ok {
			a, b = b, a
		}
		if v, ok := b.Resolve(); ok {
			c.emit(inst{op: pick(n.op == program.Eq, opEqI, opNeI), a: dst, b: c.reg(a), imm: v})
			return
		}
	}
	var op uint16
	switch n.op {
	case program.Eq:
		op = opEq
	case program.Ne:
		op = opNe
	case program.ULt:
		op = opULt
	case program.ULe:
		op = opULe
	case program.SLt:
		op = pick(bits == 64, opSLt64, opSLt32)
	default:
		op = pick(bits == 64, opSLe64, opSLe32)
	}
	if bits < 32 && (n.op == program.SLt || n.op == program.SLe) {
		c.eval(n, false)
		return
	}
	c.emit(inst{op: op, a: dst, b: c.reg(a), c: c.reg(b)})
}

// floatOps gives the forms for double.
var floatOps = map[program.Op]uint16{
	program.FAdd: opFAdd64, program.FSub: opFSub64, program.FMul: opFMul64, program.FDiv: opFDiv64,
	program.FEq: opFEq64, program.FNe: opFNe64, program.FLt: opFLt64, program.FLe: opFLe64,
}

func (c *funcCompiler) emitFloat(n *node) {
	from := n.in.A.Kind
	if op, ok := floatOps[n.op]; ok && n.kind == program.F64 {
		c.emit(inst{op: op, a: c.dst(n), b: c.reg(n.a), c: c.reg(n.b)})
		return
	}
	op := opInvalid
	switch {
	case n.op == program.SToF && n.kind == program.F64 && from == program.I32:
		op = opS32ToF64
	case n.op == program.SToF && n.kind == program.F64 && from.Bits() == 64:
		op = opS64ToF64
	case n.op == program.FToS && n.kind == program.I32 && from == program.F64:
		op = opF64ToS32
	}
	if op == opInvalid {
		c.eval(n, false)
		return
	}
	c.emit(inst{op: op, a: c.dst(n), b: c.reg(n.a)})
}
