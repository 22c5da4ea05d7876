package regver

import (
	"math"
	"regexp"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// callees lists the functions that a function calls by name.
func callees(p *program.Program, f *program.Func) []string {
	var list []string
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == program.Call && in.A.Mode == program.FuncAddr {
				list = append(list, p.Funcs[in.A.Index].Name)
			}
		}
	}
	return list
}

// addressTaken reports whether a function is named other than to call it.
func addressTaken(p *program.Program, name string) bool {
	is := func(o program.Operand) bool { return o.Mode == program.FuncAddr && p.Funcs[o.Index].Name == name }
	for _, g := range p.Globals {
		if slices.ContainsFunc(g.Relocs, func(r program.Reloc) bool { return is(r.Target) }) {
			return true
		}
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Op != program.Call && is(in.A) || is(in.B) || is(in.C) ||
					slices.ContainsFunc(in.Args, func(a program.Arg) bool { return is(a.Operand) }) {
					return true
				}
			}
		}
	}
	return false
}

// instructions returns how many instructions a function has.
func instructions(f *program.Func) int {
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Instrs)
	}
	return n
}

// errorText is a conversion of printf that shows errno, with flags, width and
// precision.
var errorText = regexp.MustCompile(`%[-+ #0-9.*$'hlLqjzt]*m`)

// unknownFormat reports whether an instruction of the program's own code gives a
// function a format that is no literal, or one of wide characters, or takes the address
// of one to call it so.
func unknownFormat(table *libfacts.Table, p *program.Program, f *program.Func, in *program.Instr) bool {
	if f.Library {
		return false
	}
	is := func(o program.Operand) (int, bool) {
		if o.Mode != program.FuncAddr {
			return 0, false
		}
		facts, _ := table.Of(p.Funcs[o.Index].Name)
		if facts.Wide {
			return math.MaxInt, true
		}
		return facts.Format, facts.Format >= 0
	}
	operands := []program.Operand{in.B, in.C}
	for _, a := range in.Args {
		operands = append(operands, a.Operand)
	}
	if n, ok := is(in.A); ok {
		if in.Op != program.Call || n >= len(in.Args) {
			return true
		}
		o := in.Args[n].Operand
		return o.Mode != program.GlobalAddr || !p.Globals[o.Index].ReadOnly
	}
	return slices.ContainsFunc(operands, func(o program.Operand) bool { _, ok := is(o); return ok })
}

// cleanBody reports whether a function, without loops, touches no memory but errno
// and tables that never change.
func cleanBody(p *program.Program, f *program.Func, errno int, callers []*program.Func) bool {
	if len(f.Blocks) == 0 || f.Sret || f.Variadic || f.Result == program.Void || len(callers) > 6 || slices.Contains(callers, f) {
		return false
	}
	for b, blk := range f.Blocks {
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			switch {
			case (in.Op == program.Shl || in.Op == program.LShr || in.Op == program.AShr) && in.B.Mode == program.Const && in.B.Bits < uint64(in.Kind.Bits()):
			case (in.Op == program.UDiv || in.Op == program.URem) && in.B.Mode == program.Const && in.B.Bits&in.B.Kind.Mask() != 0:
			case pure(in.Op) && in.Op != program.UDiv && in.Op != program.SDiv && in.Op != program.URem && in.Op != program.SRem &&
				in.Op != program.Shl && in.Op != program.LShr && in.Op != program.AShr:
			case in.Op == program.Store && in.A.Mode == program.GlobalAddr && int(in.A.Index) == errno && errno >= 0:
			case in.Op == program.Intrinsic && (in.Intrin == program.IntrinMath || in.Intrin == program.IntrinFma):
			case in.Op == program.Call && in.A.Mode == program.FuncAddr:
				g := p.Funcs[in.A.Index]
				if !g.Library || !cleanBody(p, g, errno, append(slices.Clone(callers), f)) {
					return false
				}
			case in.Op == program.Return, in.Op == program.Jump, in.Op == program.Branch, in.Op == program.Switch:
				for _, t := range in.Targets {
					if backward(f, int32(b), t) {
						return false
					}
				}
			default:
				return false
			}
		}
	}
	return true
}

// backward reports whether control can come from block b back to itself by t.
func backward(f *program.Func, b, t int32) bool {
	seen := map[int32]bool{}
	work := []int32{t}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == b {
			return true
		}
		if !seen[x] {
			seen[x] = true
			work = append(work, f.Blocks[x].Term().Targets...)
		}
	}
	return false
}

// pure reports whether an operation is computed from registers alone.
func pure(op program.Op) bool {
	return op >= program.Move && op <= program.Bitcast || op == program.PtrAdd || op == program.PtrDiff
}
