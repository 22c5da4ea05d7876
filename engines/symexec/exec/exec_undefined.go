package exec

import (
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
)

// careful is slow for an activation of which some register has undefined bits.
func (m *Machine) careful(st *State, f *Activation, in *code.Instr) bool {
	a, b := f.undefinedIn(in.A), undefined{}
	if in.IR.B.Present() {
		b = f.undefinedIn(in.B)
	}
	result := undefined{}
	switch in.Op {
	case program.Load, program.Branch, program.Switch, program.JumpTo, program.EnterVLA, program.ZeroMem, program.CopyMem:
		if !m.use(st, a) || in.Op == program.CopyMem && !m.use(st, b) {
			return false
		}
	case program.Store:
		return m.use(st, a) && m.carefulStore(st, f, in, b)
	case program.PtrAdd:
		result = m.either(a, b, 64)
		result.bits = m.terms.UndefinedSum(result.bits, 64)
	case program.PtrDiff:
		result = m.either(a, b, 64)
		result.bits = m.terms.UndefinedAny(result.bits, 64)
	case program.Call:
		if !m.use(st, a) {
			return false
		}
	case program.Intrinsic:
		for _, s := range in.Args {
			if !m.use(st, f.undefinedIn(s)) {
				return false
			}
		}
	case program.WideOp:
		if !m.use(st, a) || !m.use(st, b) || !m.use(st, f.undefinedIn(in.C)) {
			return false
		}
	case program.Return:
		return m.carefulReturn(st, f, in, a)
	case program.Enter, program.Leave, program.VaStart, program.Jump, program.Unreachable:
	default:
		var ok bool
		if result, ok = m.carefulPure(st, f, in, a, b); !ok {
			return false
		}
	}
	if !m.slow(st, f, in) {
		return false
	}
	switch in.Op {
	case program.Load, program.Call:
		// They say themselves what is undefined.
	case program.Jump, program.Branch, program.Switch, program.JumpTo:
		for slot, u := range f.undef {
			if !u.none() && slot < len(f.Fn.IR.Regs) && f.Fn.Within[slot] {
				f.setUndefined(int32(slot), undefined{})
			}
		}
	default:
		if st.Top == f && in.IR.Dst != program.NoReg {
			f.setUndefined(in.Dst, result)
		}
	}
	return true
}

// carefulPure decides what a pure operation uses and returns what is undefined
// of its result.
func (m *Machine) carefulPure(st *State, f *Activation, in *code.Instr, a, b undefined) (undefined, bool) {
	x, y := f.Regs[in.A], expr.Value{}
	if in.IR.B.Present() {
		y = f.Regs[in.B]
	}
	uses := m.opt.CheckOverflow && in.Flags&program.Signed != 0
	switch in.Op {
	case program.UDiv, program.SDiv, program.URem, program.SRem:
		uses = true
	case program.Shl, program.LShr, program.AShr:
		if !m.use(st, b) {
			return undefined{}, false
		}
		b = undefined{}
	}
	if uses {
		return undefined{}, m.use(st, a) && m.use(st, b)
	}
	result := a
	if a.none() {
		result = b
	}
	if !result.none() {
		result.bits = m.terms.Undefined(in.Op, in.Kind, in.From, x, y, a.bits, b.bits)
	}
	return result, true
}

func (m *Machine) carefulStore(st *State, f *Activation, in *code.Instr, u undefined) bool {
	if in.Flags&program.Volatile != 0 {
		if !m.use(st, u) {
			return false
		}
		u = undefined{}
	}
	return m.storeBits(st, m.terms.Offset(f.Regs[in.A], in.IR.Off), int(in.Kind.Bytes()), f.Regs[in.B], u.bits)
}

// carefulReturn leaves a function; see program.Undefined for whose result is
// used.
func (m *Machine) carefulReturn(st *State, f *Activation, in *code.Instr, u undefined) bool {
	if in.Kind == program.Void || !in.IR.A.Present() {
		return m.slow(st, f, in)
	}
	if !f.Fn.IR.Library && (f.Caller == nil || f.Caller.Fn.IR.Library) {
		return m.use(st, u) && m.slow(st, f, in)
	}
	dst, mask := f.Dst, f.Mask&in.Mask
	if !m.slow(st, f, in) {
		return false
	}
	if u.bits.T == 0 {
		u.bits.W &= mask
	} else if in.Kind.Bits() < m.terms.Width(u.bits.T) {
		u.bits = m.terms.Of(m.terms.Fit(u.bits.T, in.Kind.Bits()))
	}
	st.Innermost().setUndefined(dst, u)
	return true
}
