package vm

import "github.com/riftlab/rift/program"

// slow executes the instruction before x.pc in full generality. It reports
// false when the run ends there.
func (x *Instance) slow() bool {
	in := &x.m.code[x.pc-1]
	r := x.window()
	if a := &accesses[in.op]; a.size != 0 {
		return x.access(r, in, a)
	}
	switch in.op {
	case opShl32, opShl64, opLShr32, opLShr64, opAShr32, opAShr64, opUDiv, opURem, opSDiv32, opSDiv64, opSRem32, opSRem64,
		opFAdd64, opFSub64, opFMul64, opFDiv64:
		e := &evalOps[in.op]
		return x.eval(r, in, e.op, e.kind, e.kind, false)
	case opEval:
		op, k, from, checked := unpackEval(in.imm)
		return x.eval(r, in, op, k, from, checked)
	case opLoadRaw:
		v, ok := x.loadRaw(r[in.b]+in.imm, uint64(in.c))
		r[in.a] = v
		return ok
	case opCopy:
		x.steps += int64(in.imm / bulk)
		return x.move(r[in.a], r[in.b], in.imm)
	case opZero:
		x.steps += int64(in.imm / bulk)
		return x.fill(r[in.a]+uint64(int64(in.t)), 0, in.imm)
	case opEnter:
		return x.enter(r, in)
	case opLeave:
		x.leave(r, in.c)
		return true
	case opEnterVLA:
		return x.enterVLA(r, in)
	case opVaStart:
		r[in.a] = x.frames[x.depth-1].varargs
		return true
	case opWide:
		return x.wide(r, &x.m.wides[in.imm])
	case opTraceBefore:
		x.traceBefore(r, int(in.imm))
		return true
	case opTraceAfter:
		x.traceAfter(r, int(in.imm))
		return true
	}
	return x.control(r, in)
}

// control is slow for what counts steps.
func (x *Instance) control(r *window, in *inst) bool {
	if in.op == opCount {
		x.steps += int64(in.imm)
		return true
	}
	x.steps += int64(in.c)
	switch in.op {
	case opCall:
		return x.call(in, int(in.imm))
	case opCallReg:
		f, ok := program.FuncIndex(r[uint16(in.imm)])
		if !ok || f >= len(x.m.funcs) {
			x.badCall(r[uint16(in.imm)])
			return false
		}
		return x.call(in, f)
	case opIntrinsic:
		return x.intrinsic(r, in)
	case opReturn, opReturnVoid:
		return x.leaveFrame(r[in.a] & in.imm)
	case opSwitch, opJumpTo:
		pc, ok := x.m.switches[in.t].lookup(r[in.a])
		if !ok {
			x.badJump(r[in.a])
			return false
		}
		x.pc = pc
		return true
	case opUnreachable:
		x.fail(program.FaultUnreachable, "")
		return false
	}
	panic("vm: bad instruction")
}

// evalOps gives the operation of those arithmetic instructions that come here
// when they fail or need care.
var evalOps = [...]struct {
	op   program.Op
	kind program.Kind
}{
	opShl32: {program.Shl, program.I32}, opShl64: {program.Shl, program.I64},
	opLShr32: {program.LShr, program.I32}, opLShr64: {program.LShr, program.I64},
	opAShr32: {program.AShr, program.I32}, opAShr64: {program.AShr, program.I64},
	opUDiv: {program.UDiv, program.I64}, opURem: {program.URem, program.I64},
	opSDiv32: {program.SDiv, program.I32}, opSDiv64: {program.SDiv, program.I64},
	opSRem32: {program.SRem, program.I32}, opSRem64: {program.SRem, program.I64},
	opFAdd64: {program.FAdd, program.F64}, opFSub64: {program.FSub, program.F64},
	opFMul64: {program.FMul, program.F64}, opFDiv64: {program.FDiv, program.F64},
}

// accessMode tells how an access names its address.
type accessMode uint8

const (
	atBase   accessMode = iota // R[b] + imm
	atIndex                    // R[b] + R[c]*imm + f
	atIndexS                   // the same with R[c] sign-extended
	atGlobal                   // slot t, offset f
)

// accessOp describes a load or store.
type accessOp struct {
	size  uint8
	mode  accessMode
	store bool
	// A loaded word is shifted up and down to sign-extend it, then masked.
	shift uint8
	mask  uint64
}

const all = 1<<64 - 1

var accesses = [...]accessOp{
	opLoad1: {1, atBase, false, 0, all}, opLoad2: {2, atBase, false, 0, all}, opLoad4: {4, atBase, false, 0, all}, opLoad8: {8, atBase, false, 0, all},
	opLoad1X: {1, atIndex, false, 0, all}, opLoad2X: {2, atIndex, false, 0, all}, opLoad4X: {4, atIndex, false, 0, all}, opLoad8X: {8, atIndex, false, 0, all},
	opLoad1XS: {1, atIndexS, false, 0, all}, opLoad2XS: {2, atIndexS, false, 0, all}, opLoad4XS: {4, atIndexS, false, 0, all}, opLoad8XS: {8, atIndexS, false, 0, all},
	opLoad1G: {1, atGlobal, false, 0, all}, opLoad2G: {2, atGlobal, false, 0, all}, opLoad4G: {4, atGlobal, false, 0, all}, opLoad8G: {8, atGlobal, false, 0, all},
	opStore1: {1, atBase, true, 0, all}, opStore2: {2, atBase, true, 0, all}, opStore4: {4, atBase, true, 0, all}, opStore8: {8, atBase, true, 0, all},
	opStore1X: {1, atIndex, true, 0, all}, opStore2X: {2, atIndex, true, 0, all}, opStore4X: {4, atIndex, true, 0, all}, opStore8X: {8, atIndex, true, 0, all},
	opStore1XS: {1, atIndexS, true, 0, all}, opStore2XS: {2, atIndexS, true, 0, all}, opStore4XS: {4, atIndexS, true, 0, all}, opStore8XS: {8, atIndexS, true, 0, all},
	opStore1G: {1, atGlobal, true, 0, all}, opStore2G: {2, atGlobal, true, 0, all}, opStore4G: {4, atGlobal, true, 0, all}, opStore8G: {8, atGlobal, true, 0, all},
	opLoad1S: {1, atBase, false, 56, 1<<32 - 1}, opLoad2S: {2, atBase, false, 48, 1<<32 - 1}, opLoad4S: {4, atBase, false, 32, all},
	opTraceAfter: {},
}

// access is a load or store that failed the quick test.
func (x *Instance) access(r *window, in *inst, d *accessOp) bool {
	var a uint64
	switch d.mode {
	case atBase:
		a = r[in.b] + in.imm
	case atIndex:
		a = r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
	case atIndexS:
		a = r[in.b] + uint64(int64(int32(uint32(r[in.c])+uint32(in.imm>>32))))*uint64(int64(int32(in.imm))) + uint64(int64(in.f))
	default:
		a = program.MakeAddress(uint32(in.t), uint32(in.f))
	}
	if d.store {
		return x.storeSlow(a, uint64(d.size), r[in.a])
	}
	v, ok := x.loadSlow(a, uint64(d.size))
	r[in.a] = uint64(int64(v<<d.shift)>>d.shift) & d.mask
	return ok
}
