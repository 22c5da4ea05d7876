package symexec

import (
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
)

// careful is slow for an activation of which some register has undefined bits.
func (e *Explorer) careful(st *State, f *frame, in *code.Instr) bool {
	a, b := f.undefinedIn(in.A), undefined{}
	if in.IR.B.Present() {
		b = f.undefinedIn(in.B)
	}
	result := undefined{}
	switch in.Op {
	case program.Load, program.Branch, program.Switch, program.JumpTo, program.EnterVLA, program.ZeroMem, program.CopyMem:
		if !e.use(st, a) || in.Op == program.CopyMem && !e.use(st, b) {
			return false
		}
	case program.Store:
		return e.use(st, a) && e.carefulStore(st, f, in, b)
	case program.PtrAdd:
		result = e.either(a, b, 64)
		result.bits = e.terms.UndefinedSum(result.bits, 64)
	case program.PtrDiff:
		result = e.either(a, b, 64)
		result.bits = e.terms.UndefinedAny(result.bits, 64)
	case program.Call:
		if !e.use(st, a) {
			return false
		}
	case program.Intrinsic:
		for _, s := range in.Args {
			if !e.use(st, f.undefinedIn(s)) {
				return false
			}
		}
	case program.WideOp:
		if !e.use(st, a) || !e.use(st, b) || !e.use(st, f.undefinedIn(in.C)) {
			return false
		}
	case program.Return:
		return e.carefulReturn(st, f, in, a)
	case program.Enter, program.Leave, program.VaStart, program.Jump, program.Unreachable:
	default:
		var ok bool
		if result, ok = e.carefulPure(st, f, in, a, b); !ok {
			return false
		}
	}
	if !e.slow(st, f, in) {
		return false
	}
	switch in.Op {
	case program.Load, program.Call:
		// They say themselves what is undefined.
	case program.Jump, program.Branch, program.Switch, program.JumpTo:
		for slot, u := range f.undef {
			if !u.none() && slot < len(f.f.IR.Regs) && f.f.Within[slot] {
				f.setUndefined(int32(slot), undefined{})
			}
		}
	default:
		if st.top == f && in.IR.Dst != program.NoReg {
			f.setUndefined(in.Dst, result)
		}
	}
	return true
}

// carefulPure decides what a pure operation uses and returns what is undefined
// of its result.
func (e *Explorer) carefulPure(st *State, f *frame, in *code.Instr, a, b undefined) (undefined, bool) {
	x, y := f.regs[in.A], expr.Value{}
	if in.IR.B.Present() {
		y = f.regs[in.B]
	}
	uses := e.opt.CheckOverflow && in.Flags&program.Signed != 0
	switch in.Op {
	case program.UDiv, program.SDiv, program.URem, program.SRem:
		uses = true
	case program.Shl, program.LShr, program.AShr:
		if !e.use(st, b) {
			return undefined{}, false
		}
		b = undefined{}
	}
	if uses {
		return undefined{}, e.use(st, a) && e.use(st, b)
	}
	result := a
	if a.none() {
		result = b
	}
	if !result.none() {
		result.bits = e.terms.Undefined(in.Op, in.Kind, in.From, x, y, a.bits, b.bits)
	}
	return result, true
}

func (e *Explorer) carefulStore(st *State, f *frame, in *code.Instr, u undefined) bool {
	if in.Flags&program.Volatile != 0 {
		if !e.use(st, u) {
			return false
		}
		u = undefined{}
	}
	return e.storeBits(st, e.terms.Offset(f.regs[in.A], in.IR.Off), int(in.Kind.Bytes()), f.regs[in.B], u.bits)
}

// carefulReturn leaves a function; see program.Undefined for whose result is
// used.
func (e *Explorer) carefulReturn(st *State, f *frame, in *code.Instr, u undefined) bool {
	if in.Kind == program.Void || !in.IR.A.Present() {
		return e.slow(st, f, in)
	}
	if !f.f.IR.Library && (f.caller == nil || f.caller.f.IR.Library) {
		return e.use(st, u) && e.slow(st, f, in)
	}
	dst, mask := f.dst, f.mask&in.Mask
	if !e.slow(st, f, in) {
		return false
	}
	if u.bits.T == 0 {
		u.bits.W &= mask
	} else if in.Kind.Bits() < e.terms.Width(u.bits.T) {
		u.bits = e.terms.Of(e.terms.Fit(u.bits.T, in.Kind.Bits()))
	}
	st.innermost().setUndefined(dst, u)
	return true
}
