package vm

import "github.com/riftlab/rift/program"

// Instructions that handle undefined bits (see program.Undefined).
//
// loop knows nothing of them: its loads go to slow if a byte is not initialised
// in full. From there careful goes on, with the undefined bits of registers
// beside them, until no register has such bits, which after a mere copy is a
// few instructions later. Careful execution shows what loop shows where nothing
// is undefined; tests run whole programs in both.

// careful executes the instruction before x.pc and those that follow, as long as
// some register has undefined bits. It reports false when the run ends.
func (x *Instance) careful() bool {
	for {
		if len(x.shadows) < len(x.regs) {
			x.shadows = append(x.shadows, make([]shadow, len(x.regs)-len(x.shadows))...)
		}
		in := &x.m.code[x.pc-1]
		if !x.carefully(in, x.window()) {
			return false
		}
		if x.tainted == 0 && !x.alwaysCareful {
			return true
		}
		if x.steps >= x.limit && !x.checkpoint() {
			return true // loop looks at the limit too, and ends
		}
		x.pc++
	}
}

// pureOp is an opcode that computes R[a] from R[b] and R[c] or, with imm, from
// R[b] and the constant imm.
type pureOp struct {
	op         program.Op
	kind, from program.Kind
	imm, unary bool
}

// pure lists them; other opcodes have no op. And, Or and the like serve every width: their words are
// zero-extended.
var pure = [opInvalid + 1]pureOp{
	opAdd32: {op: program.Add, kind: program.I32}, opAdd64: {op: program.Add, kind: program.I64},
	opSub32: {op: program.Sub, kind: program.I32}, opSub64: {op: program.Sub, kind: program.I64},
	opMul32: {op: program.Mul, kind: program.I32}, opMul64: {op: program.Mul, kind: program.I64},
	opAnd: {op: program.And, kind: program.I64}, opOr: {op: program.Or, kind: program.I64}, opXor: {op: program.Xor, kind: program.I64},
	opAdd32I: {op: program.Add, kind: program.I32, imm: true}, opAdd64I: {op: program.Add, kind: program.I64, imm: true},
	opMul32I: {op: program.Mul, kind: program.I32, imm: true}, opMul64I: {op: program.Mul, kind: program.I64, imm: true},
	opAndI: {op: program.And, kind: program.I64, imm: true}, opOrI: {op: program.Or, kind: program.I64, imm: true}, opXorI: {op: program.Xor, kind: program.I64, imm: true},

	opShl32: {op: program.Shl, kind: program.I32}, opShl64: {op: program.Shl, kind: program.I64},
	opLShr32: {op: program.LShr, kind: program.I32}, opLShr64: {op: program.LShr, kind: program.I64},
	opAShr32: {op: program.AShr, kind: program.I32}, opAShr64: {op: program.AShr, kind: program.I64},
	opShl32I: {op: program.Shl, kind: program.I32, imm: true}, opShl64I: {op: program.Shl, kind: program.I64, imm: true},
	opLShrI: {op: program.LShr, kind: program.I64, imm: true}, opAShr32I: {op: program.AShr, kind: program.I32, imm: true}, opAShr64I: {op: program.AShr, kind: program.I64, imm: true},

	opUDiv: {op: program.UDiv, kind: program.I64}, opURem: {op: program.URem, kind: program.I64},
	opSDiv32: {op: program.SDiv, kind: program.I32}, opSDiv64: {op: program.SDiv, kind: program.I64},
	opSRem32: {op: program.SRem, kind: program.I32}, opSRem64: {op: program.SRem, kind: program.I64},
	opUDivI: {op: program.UDiv, kind: program.I64, imm: true}, opURemI: {op: program.URem, kind: program.I64, imm: true},
	opSDiv32I: {op: program.SDiv, kind: program.I32, imm: true}, opSRem32I: {op: program.SRem, kind: program.I32, imm: true},

	opEq: {op: program.Eq, kind: program.I64}, opNe: {op: program.Ne, kind: program.I64},
	opULt: {op: program.ULt, kind: program.I64}, opULe: {op: program.ULe, kind: program.I64},
	opSLt32: {op: program.SLt, kind: program.I32}, opSLe32: {op: program.SLe, kind: program.I32},
	opSLt64: {op: program.SLt, kind: program.I64}, opSLe64: {op: program.SLe, kind: program.I64},
	opEqI: {op: program.Eq, kind: program.I64, imm: true}, opNeI: {op: program.Ne, kind: program.I64, imm: true},

	opSExt32: {op: program.SExt, kind: program.I64, from: program.I32, unary: true},

	opFAdd64: {op: program.FAdd, kind: program.F64}, opFSub64: {op: program.FSub, kind: program.F64},
	opFMul64: {op: program.FMul, kind: program.F64}, opFDiv64: {op: program.FDiv, kind: program.F64},
	opFEq64: {op: program.FEq, kind: program.F64}, opFNe64: {op: program.FNe, kind: program.F64},
	opFLt64: {op: program.FLt, kind: program.F64}, opFLe64: {op: program.FLe, kind: program.F64},
	opS32ToF64: {op: program.SToF, kind: program.F64, from: program.I32, unary: true},
	opS64ToF64: {op: program.SToF, kind: program.F64, from: program.I64, unary: true},
	opF64ToS32: {op: program.FToS, kind: program.I32, from: program.F64, unary: true},
}

// branches are the conditions of the fused branches, on R[a] and R[b] or, with
// imm, the constant imm.
var branches = [opInvalid + 1]pureOp{
	opBrEq: {op: program.Eq, kind: program.I64}, opBrULt: {op: program.ULt, kind: program.I64},
	opBrSLt32: {op: program.SLt, kind: program.I32}, opBrSLt64: {op: program.SLt, kind: program.I64},
	opBrEqI: {op: program.Eq, kind: program.I64, imm: true}, opBrULtI: {op: program.ULt, kind: program.I64, imm: true},
	opBrSLt32I: {op: program.SLt, kind: program.I32, imm: true}, opBrSLt64I: {op: program.SLt, kind: program.I64, imm: true},
	opBrFEq64: {op: program.FEq, kind: program.F64}, opBrFLt64: {op: program.FLt, kind: program.F64}, opBrFLe64: {op: program.FLe, kind: program.F64},
}

// carefully executes one instruction and its effect on the shadows.
func (x *Instance) carefully(in *inst, r *window) bool {
	if p := &pure[in.op]; p.op != program.Invalid {
		return x.carefulPure(in, r, p, in.op == opLShrI && in.c != 0)
	}
	if a := &accesses[in.op]; a.size != 0 {
		return x.carefulAccess(r, in, a)
	}
	if p := &branches[in.op]; p.op != program.Invalid {
		return x.carefulBranch(in, r, p)
	}
	switch in.op {
	case opMove:
		r[in.a] = r[in.b]
		x.setShadow(in.a, x.shadowOf(in.b))
	case opConst:
		r[in.a] = in.imm
		x.setShadow(in.a, shadow{})
	case opMoveAdd32, opMoveAdd64:
		v, s := r[in.b], x.shadowOf(in.b)
		sum, k := v+in.imm, program.I64
		if in.op == opMoveAdd32 {
			sum, k = uint64(uint32(sum)), program.I32
		}
		r[in.a] = v
		r[in.b] = sum
		x.setShadow(in.a, s)
		x.setShadow(in.b, shadow{program.UndefinedSum(s.bits) & k.Mask(), s.origin})
	case opSExt:
		s := x.shadowOf(in.b)
		extend := func(v uint64) uint64 { return uint64(int64(v<<(in.c&63))>>(in.c&63)) & in.imm }
		r[in.a] = extend(r[in.b])
		x.setShadow(in.a, shadow{extend(s.bits), s.origin})
	case opLea, opLeaS:
		index := r[in.c] * in.imm
		if in.op == opLeaS {
			index = uint64(int64(int32(uint32(r[in.c])+uint32(in.imm>>32)))) * uint64(int64(int32(in.imm)))
		}
		s := either(x.shadowOf(in.b), x.shadowOf(in.c))
		r[in.a] = r[in.b] + index + uint64(int64(in.f))
		x.setShadow(in.a, shadow{program.UndefinedSum(s.bits), s.origin})
	case opPtrDiff:
		s := either(x.shadowOf(in.b), x.shadowOf(in.c))
		if s.bits != 0 {
			s.bits = program.I64.Mask()
		}
		if n := int64(in.imm); n > 0 {
			r[in.a] = uint64(int64(r[in.b]-r[in.c]) / n)
		}
		x.setShadow(in.a, s)
	case opEval:
		op, k, from, checked := unpackEval(in.imm)
		unary := op == program.Move || op == program.FNeg || op >= program.Trunc && op <= program.Bitcast
		return x.carefulPure(in, r, &pureOp{op: op, kind: k, from: from, unary: unary}, checked)
	case opJump:
		x.steps += int64(in.imm)
		x.pc = in.t
		x.endBlock()
	case opBrReg:
		x.steps += int64(in.c)
		if s := x.shadowOf(in.a); s.bits != 0 {
			return x.used(s)
		}
		x.goTo(in, r[in.a] != 0)
	case opCover:
		x.covered[in.imm>>6] |= 1 << (in.imm & 63)
	case opReturn, opReturnVoid:
		return x.carefulReturn(in)
	case opCall, opCallReg:
		return x.carefulCall(in)
	default:
		return x.carefulService(in)
	}
	return true
}

// either returns what is undefined of two operands together.
func either(a, b shadow) shadow {
	if a.bits == 0 {
		return b
	}
	a.bits |= b.bits
	return a
}

// carefulPure executes a pure operation; with use its operands count as used.
func (x *Instance) carefulPure(in *inst, r *window, p *pureOp, use bool) bool {
	sa, sb := x.shadowOf(in.b), shadow{}
	a, b := r[in.b], in.imm
	switch {
	case p.unary:
		b = 0
	case !p.imm:
		b, sb = r[in.c], x.shadowOf(in.c)
	}
	s := either(sa, sb)
	switch p.op {
	case program.UDiv, program.SDiv, program.URem, program.SRem:
		use = true
	case program.Shl, program.LShr, program.AShr:
		if sb.bits != 0 {
			return x.used(sb)
		}
	}
	if use && s.bits != 0 {
		return x.used(s)
	}
	s.bits = program.Undefined(p.op, p.kind, p.from, a, b, sa.bits, sb.bits)
	v, fault := program.Eval(p.op, p.kind, p.from, a, b)
	if fault != "" || use && in.op == opEval {
		if !x.slow() {
			return false
		}
	} else {
		r[in.a] = v
	}
	x.setShadow(in.a, s)
	return true
}

func (x *Instance) carefulBranch(in *inst, r *window, p *pureOp) bool {
	x.steps += int64(in.c)
	sa, sb := x.shadowOf(in.a), shadow{}
	a, b := r[in.a], in.imm
	if !p.imm {
		b, sb = r[in.b], x.shadowOf(in.b)
	}
	if program.Undefined(p.op, p.kind, p.from, a, b, sa.bits, sb.bits) != 0 {
		return x.used(either(sa, sb))
	}
	v, _ := program.Eval(p.op, p.kind, p.from, a, b)
	x.goTo(in, v != 0)
	return true
}

func (x *Instance) goTo(in *inst, yes bool) {
	x.pc = in.f
	if yes {
		x.pc = in.t
	}
	x.endBlock()
}

// endBlock forgets what is undefined of registers that nobody reads beyond a
// block.
func (x *Instance) endBlock() {
	f := &x.m.funcs[x.frames[x.depth-1].fn]
	x.clearShadows(x.fp+int(f.temps), x.fp+int(f.homes))
}

// carefulAccess executes a load or store.
func (x *Instance) carefulAccess(r *window, in *inst, d *accessOp) bool {
	if d.mode != atGlobal {
		s := x.shadowOf(in.b)
		if d.mode != atBase {
			s = either(s, x.shadowOf(in.c))
		}
		if s.bits != 0 {
			return x.used(s)
		}
	}
	a, n := in.address(r, d), uint64(d.size)
	if !d.store {
		s, off, ok := x.find(a, n, "read")
		if !ok {
			return false
		}
		sh := shadow{bits: x.undefinedIn(s, off, n)}
		v := getWord(x.objects[s].data[off:], n) &^ sh.bits
		if sh.bits != 0 {
			sh.origin = x.note(s, off, n, sh.bits)
		}
		extend := func(v uint64) uint64 { return uint64(int64(v<<d.shift)>>d.shift) & d.mask }
		r[in.a] = extend(v)
		sh.bits = extend(sh.bits)
		x.setShadow(in.a, sh)
		return true
	}
	sh := x.shadowOf(in.a)
	sh.bits &= program.UndefinedBytes(lowBits(n), int(n))
	if src := &x.m.sources[x.pc-1]; sh.bits != 0 && x.m.program.Funcs[src.fn].Blocks[src.block].Instrs[src.index].Flags&program.Volatile != 0 {
		return x.used(sh)
	}
	if !x.storeSlow(a, n, r[in.a]&^sh.bits) {
		return false
	}
	if sh.bits != 0 {
		s, off := program.SplitAddress(a)
		x.setUndefined(s, uint64(off), n, sh.bits)
	}
	return true
}

// carefulService executes an instruction that uses all its operands.
func (x *Instance) carefulService(in *inst) bool {
	var uses [3]uint16
	n := 0
	use := func(r uint16) { uses[n] = r; n++ }
	dst := -1
	switch in.op {
	case opLoadRaw:
		use(in.b)
		dst = int(in.a)
	case opCopy:
		use(in.a)
		use(in.b)
	case opZero, opSwitch, opJumpTo, opCheckCall:
		use(in.a)
	case opEnter, opVaStart:
		dst = int(in.a)
	case opEnterVLA:
		use(in.b)
		dst = int(in.a)
	case opWide:
		w := &x.m.wides[in.imm]
		use(w.a)
		use(w.b)
		use(w.c)
		dst = int(w.dst)
	case opIntrinsic:
		dst = int(in.a)
		for _, a := range x.m.args[in.t : in.t+int32(in.b)] {
			if s := x.shadowOf(a.reg); s.bits != 0 {
				x.steps += int64(in.c)
				return x.used(s)
			}
		}
	}
	for _, r := range uses[:n] {
		if s := x.shadowOf(r); s.bits != 0 {
			if counts(in.op) {
				x.steps += int64(in.c)
			}
			return x.used(s)
		}
	}
	if in.op == opIntrinsic && program.Intrin(in.f) == program.IntrinSwitch {
		x.steps += int64(in.c)
		r, args := x.window(), x.m.args[in.t:]
		return x.switchFiber(r[args[0].reg], uint32(r[args[1].reg]) != 0)
	}
	fp, top := x.fp, x.top()
	if !x.slow() {
		return false
	}
	if now := x.top(); now < top {
		x.clearShadows(now, top) // a longjmp left activations
	}
	switch {
	case in.op == opIntrinsic && program.Intrin(in.f) == program.IntrinLongjmp:
		x.setShadow(x.m.code[x.pc-1].a, shadow{})
	case dst >= 0:
		x.putShadow(fp+dst, shadow{})
	}
	if in.op == opSwitch || in.op == opJumpTo {
		x.endBlock()
	}
	return true
}

// carefulCall enters a function: what is undefined of an argument is undefined
// of the parameter.
func (x *Instance) carefulCall(in *inst) bool {
	if in.op == opCallReg {
		if s := x.shadowOf(uint16(in.imm)); s.bits != 0 {
			x.steps += int64(in.c)
			return x.used(s)
		}
	}
	args, caller := x.m.args[in.t:in.t+int32(in.b)], x.fp
	if !x.slow() {
		return false
	}
	if len(x.shadows) < len(x.regs) {
		x.shadows = append(x.shadows, make([]shadow, len(x.regs)-len(x.shadows))...)
	}
	fr := &x.frames[x.depth-1]
	f := &x.m.funcs[fr.fn]
	for i, a := range args[:f.params] {
		s := x.shadows[caller+int(a.reg)]
		s.bits &= f.masks[i]
		x.setShadow(uint16(i), s)
	}
	off := int64(0)
	for _, a := range args[f.params:] {
		off = argumentPlace(off, a)
		if s := x.shadows[caller+int(a.reg)]; s.bits != 0 && a.size == 0 && fr.varargs != 0 {
			x.setUndefined(program.Slot(fr.varargs), uint64(off), 8, s.bits)
		}
		off += argumentSize(a)
	}
	return true
}

// carefulReturn leaves a function.
func (x *Instance) carefulReturn(in *inst) bool {
	s := x.shadowOf(in.a)
	s.bits &= in.imm
	fr := &x.frames[x.depth-1]
	ret := fr.ret
	if s.bits != 0 && x.seenOutside(fr) {
		x.steps += int64(in.c)
		return x.used(s)
	}
	fp := x.fp
	x.clearShadows(fp, x.top())
	if !x.slow() {
		return false
	}
	// A result that nobody wants goes to the scratch register.
	f := &x.m.funcs[x.frames[x.depth-1].fn]
	if dst := x.m.code[ret].a; int32(dst) != f.homes-3 {
		x.setShadow(dst, s)
	}
	return true
}

// seenOutside reports whether the result of an activation goes to the run-time
// library, or to nobody.
func (x *Instance) seenOutside(fr *frame) bool {
	funcs := x.m.program.Funcs
	if funcs[fr.fn].Library {
		return false
	}
	return fr.ret < 0 || funcs[x.frames[x.depth-2].fn].Library
}
