package regver

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// accumulated returns a function in which it begins again where it returns the sum, or
// the product, of a value and what a call of itself returns: a variable of its own takes
// up the values, and what is returned at last is added to it. Sums and products of
// integers wrap, so that their order does not matter. It is the function itself if that is
// not all that it does with calls of itself.
//
// Source: Bacon, Graham, Sharp, "Compiler transformations for high-performance computing",
// ACM Computing Surveys 26 (1994), on tail recursion and accumulating parameters.
func accumulated(p *program.Program, f *program.Func) *program.Func {
	if f.Variadic || f.Sret || len(f.Locals) > 0 || !f.Result.IsInt() || slices.ContainsFunc(f.Params, func(q program.Param) bool { return q.Size > 0 }) {
		return f
	}
	op := program.Move
	for _, b := range f.Blocks {
		if i, in := pendingCall(p, f, b); i >= 0 && in != nil {
			if op != program.Move && op != in.Op {
				return f
			}
			op = in.Op
		}
	}
	if op == program.Move {
		return f
	}
	g := *f
	g.Regs = append(slices.Clone(f.Regs), program.RegInfo{Kind: f.Result})
	sum := program.Operand{Mode: program.InReg, Kind: f.Result, Index: int32(len(f.Regs))}
	begin := int32(len(f.Blocks)) // what was the first block stands there
	g.Blocks = nil
	for _, b := range f.Blocks {
		list := slices.Clone(b.Instrs)
		i, pending := pendingCall(p, f, b)
		switch last := len(list) - 1; {
		case i >= 0:
			call := list[i]
			list = list[:i]
			if pending != nil {
				other := pending.A
				if pending.A.Mode == program.InReg && program.Reg(pending.A.Index) == call.Dst {
					other = pending.B
				}
				list = append(list, program.Instr{Op: op, Kind: f.Result, Dst: program.Reg(sum.Index), A: sum, B: other, At: pending.At, Stmt: pending.Stmt})
			}
			regs := int32(len(g.Regs))
			for k, a := range call.Args {
				g.Regs = append(g.Regs, program.RegInfo{Kind: f.Params[k].Kind})
				list = append(list, program.Instr{Op: program.Move, Kind: a.Kind, Dst: program.Reg(regs + int32(k)), A: a.Operand, At: call.At, Stmt: call.Stmt})
			}
			for k, q := range f.Params {
				from := program.Operand{Mode: program.InReg, Kind: q.Kind, Index: regs + int32(k)}
				list = append(list, program.Instr{Op: program.Move, Kind: q.Kind, Dst: q.Reg, A: from, At: call.At, Stmt: call.Stmt})
			}
			list = append(list, program.Instr{Op: program.Jump, Dst: program.NoReg, Targets: []int32{begin}, At: call.At, Stmt: call.Stmt})
		case list[last].Op == program.Return && list[last].A.Present():
			end := list[last]
			to := program.Reg(len(g.Regs))
			g.Regs = append(g.Regs, program.RegInfo{Kind: f.Result})
			list = append(list[:last], program.Instr{Op: op, Kind: f.Result, Dst: to, A: sum, B: end.A, At: end.At, Stmt: end.Stmt})
			end.A = program.Operand{Mode: program.InReg, Kind: f.Result, Index: int32(to)}
			list = append(list, end)
		default:
			end := &list[last]
			end.Targets = slices.Clone(end.Targets)
			for k, t := range end.Targets {
				if t == 0 {
					end.Targets[k] = begin
				}
			}
		}
		g.Blocks = append(g.Blocks, &program.Block{Name: b.Name, Instrs: list})
	}
	neutral := uint64(0)
	if op == program.Mul {
		neutral = 1
	}
	first := g.Blocks[0]
	at := f.Blocks[0].Instrs[0]
	g.Blocks = append(g.Blocks, first)
	g.Blocks[0] = &program.Block{Name: first.Name, Instrs: []program.Instr{
		{Op: program.Move, Kind: f.Result, Dst: program.Reg(sum.Index), A: program.C(f.Result, neutral), At: at.At, Stmt: at.Stmt},
		{Op: program.Jump, Dst: program.NoReg, Targets: []int32{begin}, At: at.At, Stmt: at.Stmt},
	}}
	return &g
}

// pendingCall returns the index of a call of the function itself after which a block does
// nothing but add a value to its result, or multiply it by one, which the instruction
// does, and return that; -1 if there is none. The instruction is nil if the result is
// returned as it is.
func pendingCall(p *program.Program, f *program.Func, b *program.Block) (int, *program.Instr) {
	if i := tailCall(p, f, b); i >= 0 && len(b.Instrs[i].Args) == len(f.Params) {
		return i, nil
	}
	last := len(b.Instrs) - 1
	if last < 2 || b.Instrs[last].Op != program.Return {
		return -1, nil
	}
	in := &b.Instrs[last-1]
	result := b.Instrs[last].A
	if in.Op != program.Add && in.Op != program.Mul || in.Kind != f.Result || result.Mode != program.InReg || program.Reg(result.Index) != in.Dst {
		return -1, nil
	}
	call := &b.Instrs[last-2]
	if call.Op != program.Call || call.A.Mode != program.FuncAddr || p.Funcs[call.A.Index] != f || call.Kind != f.Result || len(call.Args) != len(f.Params) {
		return -1, nil
	}
	for k, a := range call.Args {
		if a.Size > 0 || a.Kind != f.Params[k].Kind {
			return -1, nil
		}
	}
	is := func(o program.Operand) bool { return o.Mode == program.InReg && program.Reg(o.Index) == call.Dst }
	if is(in.A) == is(in.B) { // both: twice the result
		return -1, nil
	}
	return last - 2, in
}
