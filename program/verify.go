package program

import (
	"errors"
	"fmt"
)

// Verify checks that p is well formed: that every index is in range, that
// blocks end in their only terminator, that operands have the kinds that the
// comments of the operations ask for, and that every register is assigned on
// every path before it is read. Machines and analyses rely on it.
//
// It returns one error for each of the first ten violations, joined. A
// violation is a bug of whoever built p, not of the C program.
func Verify(p *Program) error {
	v := &verifier{p: p}
	v.tables()
	for i, g := range p.Globals {
		v.global(i, g)
	}
	for i, f := range p.Funcs {
		v.function(i, f)
	}
	return errors.Join(v.errs...)
}

const maxViolations = 10

type verifier struct {
	p     *Program
	f     *Func
	where string
	errs  []error
}

func (v *verifier) errorf(format string, args ...any) {
	if len(v.errs) < maxViolations {
		v.errs = append(v.errs, fmt.Errorf("%s: %s", v.where, fmt.Sprintf(format, args...)))
	}
}

// check records a violation if ok is false.
func (v *verifier) check(ok bool, format string, args ...any) {
	if !ok {
		v.errorf(format, args...)
	}
}

func (v *verifier) tables() {
	v.where = "program"
	if len(v.p.Ranges) == 0 || v.p.Ranges[0] != (Range{}) {
		v.errorf("Ranges[0] is not the zero range")
	}
	for i, r := range v.p.Ranges {
		v.check(i == 0 || int(r.File) < len(v.p.Files), "Ranges[%d]: no file %d", i, r.File)
	}
	names := map[string]bool{}
	for _, f := range v.p.Funcs {
		v.check(f.Name != "" && !names[f.Name], "name %q is empty or not unique", f.Name)
		names[f.Name] = true
	}
	for _, g := range v.p.Globals {
		v.check(g.Name != "" && !names[g.Name], "name %q is empty or not unique", g.Name)
		names[g.Name] = true
	}
	undefined := map[string]bool{}
	for _, n := range v.p.Undefined {
		undefined[n] = true
	}
	for _, f := range v.p.Funcs {
		v.check((len(f.Blocks) == 0) == undefined[f.Name], "%s: Undefined disagrees with Blocks", f.Name)
	}
}

func (v *verifier) global(i int, g *Global) {
	v.where = "global " + g.Name
	v.check(g.Size >= 0 && Fits(GlobalSlot(i), uint64(g.Size)), "size %d", g.Size)
	v.check(int64(len(g.Data)) <= g.Size, "%d bytes of data for size %d", len(g.Data), g.Size)
	v.check(g.Align > 0, "alignment %d", g.Align)
	v.at(g.At)
	last := int64(-8)
	for _, r := range g.Relocs {
		v.check(r.Off >= last+8, "relocations overlap or are not sorted at %d", r.Off)
		v.check(r.Off+8 <= g.Size, "relocation at %d beyond the end", r.Off)
		v.check(r.Target.Mode >= GlobalAddr, "relocation at %d is no address", r.Off)
		v.operandIndex(r.Target)
		last = r.Off
	}
}

func (v *verifier) at(id RangeID) {
	v.check(id >= 0 && int(id) < len(v.p.Ranges), "no range %d", id)
}

func (v *verifier) function(i int, f *Func) {
	v.f, v.where = f, "function "+f.Name
	v.at(f.At)
	if len(f.Blocks) == 0 {
		return
	}
	for _, s := range f.Stmts {
		v.at(s.At)
	}
	for i, p := range f.Params {
		if v.check(v.isReg(p.Reg), "parameter %d has no register", i); !v.isReg(p.Reg) {
			return
		}
		v.check(f.Regs[p.Reg].Kind == p.Kind, "parameter %d: register of kind %s for %s", i, f.Regs[p.Reg].Kind, p.Kind)
		v.check(p.Size == 0 || p.Kind == Ptr, "parameter %d: aggregate of kind %s", i, p.Kind)
	}
	v.check(!f.Sret || len(f.Params) > 0 && f.Params[0].Kind == Ptr && f.Result == Void, "bad hidden result parameter")
	before := len(v.errs)
	for i, b := range f.Blocks {
		v.block(i, b)
	}
	if len(v.errs) == before {
		v.assigned(f)
	}
}

func (v *verifier) isReg(r Reg) bool { return r >= 0 && int(r) < len(v.f.Regs) }

func (v *verifier) block(n int, b *Block) {
	v.where = fmt.Sprintf("function %s: b%d", v.f.Name, n)
	if len(b.Instrs) == 0 {
		v.errorf("block is empty")
		return
	}
	for i := range b.Instrs {
		in := &b.Instrs[i]
		v.where = fmt.Sprintf("function %s: b%d: %d: %s", v.f.Name, n, i, in.Op)
		v.check(in.IsTerminator() == (i == len(b.Instrs)-1), "terminator out of place")
		v.instr(in)
	}
}

func (v *verifier) instr(in *Instr) {
	v.at(in.At)
	v.check(in.Stmt >= -1 && int(in.Stmt) < len(v.f.Stmts), "no statement %d", in.Stmt)
	for _, o := range [...]Operand{in.A, in.B, in.C} {
		v.operand(o)
	}
	for _, a := range in.Args {
		v.operand(a.Operand)
		v.check(a.Present(), "argument absent")
		v.check(a.Size == 0 || a.Size > 0 && a.Align > 0 && same(a.Kind, Ptr), "aggregate argument of size %d, kind %s", a.Size, a.Kind)
	}
	v.check(in.Dst == NoReg || v.isReg(in.Dst), "no register %d", in.Dst)
	for _, t := range in.Targets {
		v.check(t >= 0 && int(t) < len(v.f.Blocks), "no block %d", t)
	}
	v.shape(in)
}

// operand checks that an operand refers to something that exists and, if it
// is a register, has its kind.
func (v *verifier) operand(o Operand) {
	v.operandIndex(o)
	switch o.Mode {
	case InReg:
		if v.isReg(Reg(o.Index)) {
			k := v.f.Regs[o.Index].Kind
			v.check(same(k, o.Kind), "register %d of kind %s read as %s", o.Index, k, o.Kind)
		} else {
			v.errorf("no register %d", o.Index)
		}
	case Const:
		v.check(o.Bits&^o.Kind.Mask() == 0, "constant %#x does not fit %s", o.Bits, o.Kind)
	}
}

func (v *verifier) operandIndex(o Operand) {
	switch o.Mode {
	case GlobalAddr:
		v.check(o.Index >= 0 && int(o.Index) < len(v.p.Globals), "no global %d", o.Index)
	case FuncAddr:
		v.check(o.Index >= 0 && int(o.Index) < len(v.p.Funcs), "no function %d", o.Index)
	case LabelAddr:
		ok := o.Index >= 0 && int(o.Index) < len(v.p.Funcs)
		v.check(ok && int(o.Bits) < min(len(v.p.Funcs[o.Index].Blocks), 1<<LabelBits), "no label %d of function %d", o.Bits, o.Index)
	}
}

// same reports whether two kinds are equal, Ptr counting as I64.
func same(a, b Kind) bool {
	if a == Ptr {
		a = I64
	}
	if b == Ptr {
		b = I64
	}
	return a == b
}

func isIntOrPtr(k Kind) bool { return k.IsInt() || k == Ptr }

// dst checks the kind of the result register; required unless optional.
func (v *verifier) dst(in *Instr, k Kind, optional bool) {
	if in.Dst == NoReg {
		v.check(optional, "no result register")
		return
	}
	if v.isReg(in.Dst) {
		v.check(same(v.f.Regs[in.Dst].Kind, k), "result register of kind %s for %s", v.f.Regs[in.Dst].Kind, k)
	}
}

func (v *verifier) noDst(in *Instr) { v.check(in.Dst == NoReg, "has a result register") }

func (v *verifier) kindOf(name string, o Operand, k Kind) {
	v.check(o.Present() && same(o.Kind, k), "operand %s is of kind %s, want %s", name, o.Kind, k)
}

// shape checks operands and result as the operation requires.
func (v *verifier) shape(in *Instr) {
	k := in.Kind
	switch in.Op {
	case Move:
		v.dst(in, k, false)
		v.kindOf("A", in.A, k)
	case Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, Xor:
		v.check(isIntOrPtr(k), "kind %s", k)
		v.binary(in, k)
	case Shl, LShr, AShr:
		v.dst(in, k, false)
		v.kindOf("A", in.A, k)
		v.check(in.B.Present() && in.B.Kind.IsInt(), "count of kind %s", in.B.Kind)
	case FAdd, FSub, FMul, FDiv:
		v.check(k.IsFloat(), "kind %s", k)
		v.binary(in, k)
	case FNeg:
		v.check(k.IsFloat(), "kind %s", k)
		v.dst(in, k, false)
		v.kindOf("A", in.A, k)
	case Eq, Ne, ULt, ULe, SLt, SLe, FEq, FNe, FLt, FLe, FUnordered:
		v.check(k.IsFloat() == (in.Op >= FEq), "kind %s", k)
		v.dst(in, I1, false)
		v.kindOf("A", in.A, k)
		v.kindOf("B", in.B, k)
	case Trunc, ZExt, SExt, FToS, FToU, SToF, UToF, FToF, Bitcast:
		v.conversion(in)
	case Load, Store, CopyMem, ZeroMem, PtrAdd, PtrDiff, Enter, Leave, EnterVLA:
		v.memory(in)
	case Call, Intrinsic:
		v.dst(in, k, true)
		v.check(in.Op == Intrinsic || in.A.Present() && same(in.A.Kind, Ptr), "callee is no address")
		v.check(in.Op == Call || in.Intrin != NoIntrin, "no intrinsic")
		if in.Op == Call {
			v.called(in)
		}
	case VaStart:
		v.dst(in, Ptr, false)
	case WideOp:
		v.check(in.Wide != WideNone, "no operation")
		v.check(in.A.Present(), "operand A absent")
		v.check((in.Dst == NoReg) == in.C.Present(), "wants a result register or address C")
	default:
		v.terminator(in)
	}
}

func (v *verifier) binary(in *Instr, k Kind) {
	v.dst(in, k, false)
	v.kindOf("A", in.A, k)
	v.kindOf("B", in.B, k)
}

func (v *verifier) conversion(in *Instr) {
	from, to := in.A.Kind, in.Kind
	v.dst(in, to, false)
	ok := false
	switch in.Op {
	case Trunc:
		ok = from.IsInt() && to.IsInt() && from.Bits() > to.Bits()
	case ZExt, SExt:
		ok = from.IsInt() && to.IsInt() && from.Bits() < to.Bits()
	case FToS, FToU:
		ok = from.IsFloat() && isIntOrPtr(to)
	case SToF, UToF:
		ok = isIntOrPtr(from) && to.IsFloat()
	case FToF:
		ok = from.IsFloat() && to.IsFloat()
	case Bitcast:
		ok = from.Bits() == to.Bits() && from.Bits() >= 32
	}
	v.check(in.A.Present() && ok, "from %s to %s", from, to)
}

func (v *verifier) memory(in *Instr) {
	if in.Op != Enter && in.Op != Leave && in.Op != EnterVLA {
		v.kindOf("A", in.A, Ptr)
	}
	switch in.Op {
	case Load:
		v.check(in.Kind > I1, "kind %s", in.Kind)
		v.dst(in, in.Kind, false)
	case Store:
		v.check(in.Kind > I1, "kind %s", in.Kind)
		v.noDst(in)
		v.kindOf("B", in.B, in.Kind)
	case CopyMem:
		v.noDst(in)
		v.kindOf("B", in.B, Ptr)
		v.check(in.Size > 0, "size %d", in.Size)
	case ZeroMem:
		v.noDst(in)
		v.check(in.Size > 0, "size %d", in.Size)
	case PtrAdd:
		v.dst(in, Ptr, false)
		v.check(!in.B.Present() || same(in.B.Kind, I64), "index of kind %s", in.B.Kind)
	case PtrDiff:
		v.dst(in, I64, false)
		v.kindOf("B", in.B, Ptr)
		v.check(in.Size > 0, "size %d", in.Size)
	case Enter, Leave:
		v.check(in.Local >= 0 && int(in.Local) < len(v.f.Locals), "no local %d", in.Local)
		if in.Op == Enter {
			v.dst(in, Ptr, false)
		} else {
			v.noDst(in)
		}
	case EnterVLA:
		v.kindOf("A", in.A, I64)
		v.dst(in, Ptr, false)
		v.check(in.Local >= -1 && int(in.Local) < len(v.f.Locals), "no local %d", in.Local)
	}
}

// called checks what a call is checked for.
func (v *verifier) called(in *Instr) {
	v.check(!in.C.Present() || in.C.Mode == Const && in.C.Kind == I32 && in.C.Bits < uint64(len(v.f.Called)), "no such type of a function")
}

func (v *verifier) terminator(in *Instr) {
	v.noDst(in)
	targets := map[Op]int{Jump: 1, Branch: 2, Return: 0, Unreachable: 0}
	n, fixed := targets[in.Op]
	v.check(!fixed || len(in.Targets) == n, "%d targets", len(in.Targets))
	switch in.Op {
	case Jump:
	case Unreachable:
		if in.C.Present() {
			v.check(in.C.Mode == Const && in.C.Kind == I32 && in.C.Bits < uint64(len(v.f.Violations)), "no such violation")
			break
		}
		v.check(!in.A.Present() || in.A.Mode == Const && in.A.Kind == I32 && in.A.Bits < uint64(len(v.f.Unsupported)), "no such construct")
	case Branch:
		v.kindOf("A", in.A, I1)
	case Switch:
		v.check(in.Kind.IsInt(), "kind %s", in.Kind)
		v.kindOf("A", in.A, in.Kind)
		v.check(len(in.Targets) > 0, "no default target")
		for _, c := range in.Cases {
			v.check(c.Target >= 0 && int(c.Target) < len(in.Targets), "case without target")
		}
	case JumpTo:
		v.kindOf("A", in.A, Ptr)
	case Return:
		v.check(in.Kind == v.f.Result, "returns %s from a function of kind %s", in.Kind, v.f.Result)
		v.check((in.Kind == Void) == !in.A.Present(), "value and kind disagree")
		if in.Kind != Void {
			v.kindOf("A", in.A, in.Kind)
		}
	default:
		v.errorf("unknown operation")
	}
}
