package vm

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

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
		x.steps += machine.BulkSteps(in.imm)
		return x.move(r[in.a], r[in.b], in.imm)
	case opZero:
		x.steps += machine.BulkSteps(in.imm)
		return x.fill(r[in.a]+uint64(int64(in.t)), 0, in.imm)
	case opEnter:
		return x.enter(r, in)
	case opLeave:
		x.leave(r, in.c)
		return true
	case opEnterVLA:
		return x.enterVLA(r, in)
	case opCheckCall:
		return x.checkCall(r[in.a])
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
			x.fail(program.FaultInvalid, machine.BadJump(r[in.a]))
			return false
		}
		x.pc = pc
		return true
	case opUnreachable:
		x.unreachable()
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
