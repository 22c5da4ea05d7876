package program

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Fprint writes p as text for people and for golden tests: the globals, then
// the functions that keep accepts (all, if keep is nil).
func Fprint(w io.Writer, p *Program, keep func(*Func) bool) error {
	pr := &printer{p: p, w: bufio.NewWriter(w)}
	for i, g := range p.Globals {
		if keep == nil || !g.Library {
			pr.global(i, g)
		}
	}
	for _, f := range p.Funcs {
		if keep == nil || keep(f) {
			pr.function(f)
		}
	}
	return pr.w.Flush()
}

// FprintFunc writes one function of p as Fprint does.
func FprintFunc(w io.Writer, p *Program, f *Func) error {
	pr := &printer{p: p, w: bufio.NewWriter(w)}
	pr.function(f)
	return pr.w.Flush()
}

type printer struct {
	p *Program
	w *bufio.Writer
	f *Func
}

func (pr *printer) printf(format string, args ...any) { fmt.Fprintf(pr.w, format, args...) }

func (pr *printer) global(i int, g *Global) {
	pr.printf("global @%s %s size=%d align=%d", g.Name, g.Type, g.Size, g.Align)
	if g.ReadOnly {
		pr.printf(" readonly")
	}
	if len(g.Data) > 0 {
		pr.printf(" = %s", data(g.Data))
	}
	for _, r := range g.Relocs {
		pr.printf(" +%d:%s", r.Off, pr.operand(r.Target))
	}
	pr.printf("\n")
}

// data shows bytes as a string if they are text, else in hexadecimal.
func data(b []byte) string {
	text := true
	for _, c := range b {
		if c >= 0x7f || c < ' ' && c != 0 && c != '\n' && c != '\t' {
			text = false
		}
	}
	if text && strings.Trim(string(b), "\x00") != "" {
		return strconv.Quote(string(b))
	}
	return fmt.Sprintf("x%x", b)
}

func (pr *printer) function(f *Func) {
	pr.f = f
	pr.printf("\nfunc %s(", f.Name)
	for i, p := range f.Params {
		if i > 0 {
			pr.printf(", ")
		}
		pr.printf("%s %s", pr.reg(p.Reg), p.Kind)
		if p.Size > 0 {
			pr.printf(" size=%d", p.Size)
		}
	}
	if f.Variadic {
		pr.printf(", ...")
	}
	pr.printf(") %s", f.Result)
	if len(f.Blocks) == 0 {
		pr.printf(" undefined\n")
		return
	}
	pr.printf("\n")
	for i, l := range f.Locals {
		pr.printf("  local %d %s %s size=%d align=%d\n", i, name(l.Name), l.Type, l.Size, l.Align)
	}
	for i, b := range f.Blocks {
		pr.printf("b%d: ; %s\n", i, b.Name)
		for j := range b.Instrs {
			pr.instr(&b.Instrs[j])
		}
	}
}

func name(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// instr writes one instruction with its statement and place.
func (pr *printer) instr(in *Instr) {
	text := pr.text(in)
	where := ""
	if r := pr.p.Ranges[in.At]; r.Line > 0 {
		where = fmt.Sprintf("%d:%d", r.Line, r.Col)
	}
	if in.Stmt >= 0 {
		where += fmt.Sprintf(" s%d", in.Stmt)
	}
	if in.Flags&Implicit != 0 {
		where += " implicit"
	}
	if where = strings.TrimSpace(where); where == "" {
		pr.printf("  %s\n", text)
		return
	}
	pr.printf("  %-44s ; %s\n", text, where)
}

func (pr *printer) text(in *Instr) string {
	var sb strings.Builder
	if in.Dst != NoReg {
		sb.WriteString(pr.reg(in.Dst) + " = ")
	}
	sb.WriteString(opName(in))
	if in.Kind != Void {
		sb.WriteString("." + in.Kind.String())
	}
	if in.Flags&Signed != 0 {
		sb.WriteString(".s")
	}
	if in.Flags&Raw != 0 {
		sb.WriteString(".raw")
	}
	if in.Flags&Volatile != 0 {
		sb.WriteString(".volatile")
	}
	if in.Flags&Atomic != 0 {
		sb.WriteString(".atomic")
	}
	sb.WriteString(pr.operands(in))
	return sb.String()
}

func (pr *printer) operands(in *Instr) string {
	var list []string
	for _, o := range [...]Operand{in.A, in.B, in.C} {
		if o.Present() {
			list = append(list, pr.operand(o))
		}
	}
	if in.Op == Enter || in.Op == Leave || in.Op == EnterVLA {
		list = append(list, fmt.Sprintf("local %d", in.Local))
	}
	if in.Size != 0 {
		list = append(list, fmt.Sprintf("size=%d", in.Size))
	}
	if in.Off != 0 {
		list = append(list, fmt.Sprintf("off=%d", in.Off))
	}
	s := ""
	if len(list) > 0 {
		s = " " + strings.Join(list, ", ")
	}
	if in.Op == Call || in.Op == Intrinsic {
		s += " (" + pr.args(in.Args) + ")"
	}
	if e := pr.f.Construct(in); e != nil {
		s += " (unsupported: " + e.Msg + ")"
	}
	if e := pr.f.Violation(in); e != nil {
		s += " (" + string(e.Kind) + ": " + e.Text + ")"
	}
	for i, t := range in.Targets {
		if i == 0 {
			s += " ->"
		}
		s += fmt.Sprintf(" b%d", t)
	}
	for _, c := range in.Cases {
		s += fmt.Sprintf(" [%d..%d:b%d]", int64(c.Lo), int64(c.Hi), in.Targets[c.Target])
	}
	return s
}

func (pr *printer) args(args []Arg) string {
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = pr.operand(a.Operand)
		if a.Size > 0 {
			list[i] += fmt.Sprintf(" size=%d align=%d", a.Size, a.Align)
		}
	}
	return strings.Join(list, ", ")
}

func (pr *printer) reg(r Reg) string {
	if r == NoReg {
		return "%-"
	}
	if n := pr.f.Regs[r].Name; n != "" {
		return fmt.Sprintf("%%%s.%d", n, r)
	}
	return fmt.Sprintf("%%%d", r)
}

func (pr *printer) operand(o Operand) string {
	switch o.Mode {
	case InReg:
		return pr.reg(Reg(o.Index))
	case Const:
		if o.Kind.IsFloat() {
			return fmt.Sprintf("%g", toFloat(o.Kind, o.Bits))
		}
		if o.Kind == Void {
			return fmt.Sprint(o.Bits)
		}
		return fmt.Sprint(SignExtend(o.Kind, o.Bits))
	case GlobalAddr:
		if o.Bits != 0 {
			return fmt.Sprintf("@%s%+d", pr.p.Globals[o.Index].Name, int64(o.Bits))
		}
		return "@" + pr.p.Globals[o.Index].Name
	case FuncAddr:
		return "&" + pr.p.Funcs[o.Index].Name
	case LabelAddr:
		return fmt.Sprintf("&&%s.b%d", pr.p.Funcs[o.Index].Name, o.Bits)
	}
	return "-"
}

var opNames = [...]string{
	Invalid: "invalid", Move: "move", Add: "add", Sub: "sub", Mul: "mul", UDiv: "udiv", SDiv: "sdiv", URem: "urem", SRem: "srem",
	And: "and", Or: "or", Xor: "xor", Shl: "shl", LShr: "lshr", AShr: "ashr",
	FAdd: "fadd", FSub: "fsub", FMul: "fmul", FDiv: "fdiv", FNeg: "fneg",
	Eq: "eq", Ne: "ne", ULt: "ult", ULe: "ule", SLt: "slt", SLe: "sle", FEq: "feq", FNe: "fne", FLt: "flt", FLe: "fle", FUnordered: "funordered",
	Trunc: "trunc", ZExt: "zext", SExt: "sext", FToS: "ftos", FToU: "ftou", SToF: "stof", UToF: "utof", FToF: "ftof", Bitcast: "bitcast",
	Load: "load", Store: "store", CopyMem: "copymem", ZeroMem: "zeromem", PtrAdd: "ptradd", PtrDiff: "ptrdiff",
	Enter: "enter", Leave: "leave", EnterVLA: "entervla", Call: "call", Intrinsic: "intrinsic", VaStart: "vastart", WideOp: "wideop",
	Jump: "jump", Branch: "branch", Switch: "switch", JumpTo: "jumpto", Return: "return", Unreachable: "unreachable",
}

// String returns the name used by the printer, such as "add".
func (op Op) String() string {
	if int(op) < len(opNames) {
		return opNames[op]
	}
	return "op" + strconv.Itoa(int(op))
}

var wideNames = [...]string{
	WideNone: "none", LDAdd: "ldadd", LDSub: "ldsub", LDMul: "ldmul", LDDiv: "lddiv", LDNeg: "ldneg",
	LDEq: "ldeq", LDNe: "ldne", LDLt: "ldlt", LDLe: "ldle", LDUnord: "ldunord",
	LDFromS: "ldfroms", LDFromU: "ldfromu", LDFromF: "ldfromf", LDToS: "ldtos", LDToU: "ldtou", LDToF: "ldtof",
	I128Add: "i128add", I128Sub: "i128sub", I128Mul: "i128mul", I128UDiv: "i128udiv", I128SDiv: "i128sdiv", I128URem: "i128urem", I128SRem: "i128srem",
	I128And: "i128and", I128Or: "i128or", I128Xor: "i128xor", I128Shl: "i128shl", I128LShr: "i128lshr", I128AShr: "i128ashr",
	I128Eq: "i128eq", I128ULt: "i128ult", I128ULe: "i128ule", I128SLt: "i128slt", I128SLe: "i128sle",
	I128FromS: "i128froms", I128FromU: "i128fromu", I128ToI: "i128toi", I128FromFS: "i128fromfs", I128FromFU: "i128fromfu", I128ToFS: "i128tofs", I128ToFU: "i128tofu",
	LDFromI128S: "ldfromi128s", LDFromI128U: "ldfromi128u", LDToI128S: "ldtoi128s", LDToI128U: "ldtoi128u",
}

// String returns the name used by the printer, such as "ldadd".
func (w WideKind) String() string {
	if int(w) < len(wideNames) {
		return wideNames[w]
	}
	return "wide" + strconv.Itoa(int(w))
}

func opName(in *Instr) string {
	switch in.Op {
	case WideOp:
		return in.Wide.String()
	case Intrinsic:
		return in.Intrin.String()
	}
	return in.Op.String()
}
