package regver

import (
	"fmt"
	"slices"

	"github.com/riftlab/rift/program"
)

// Bounds on what calls are replaced by.
const (
	maxInlined   = 400 // instructions of a callee
	maxInlining  = 40  // calls of one function
	maxExpansion = 4000
)

// inlinable says why calls of a function cannot be replaced by its body; "" if they
// can.
func inlinable(f *program.Func) string {
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Instrs)
		for i := range b.Instrs {
			switch in := &b.Instrs[i]; in.Op {
			case program.VaStart, program.EnterVLA, program.JumpTo:
				return "which is of a kind that cannot be put in its place"
			}
		}
	}
	switch {
	case len(f.Blocks) == 0:
		return "which has no body"
	case f.Variadic:
		return "which is of a kind that cannot be put in its place"
	case n > maxInlined:
		return "which is too long to be put in its place"
	}
	return ""
}

// expand returns the function with the bodies of those that inline names in place of
// calls of them, which body gives. The objects of a callee that others reach cannot be ended at its
// return; they are in the list of locals from the number of f's own on.
func expand(p *program.Program, f *program.Func, inline func(g *program.Func) bool, body func(g *program.Func) *program.Func) (*program.Func, error) {
	g := *f
	g.Blocks = nil
	for _, b := range f.Blocks {
		g.Blocks = append(g.Blocks, &program.Block{Name: b.Name, Instrs: slices.Clone(b.Instrs)})
	}
	g.Regs, g.Locals = slices.Clone(f.Regs), slices.Clone(f.Locals)
	depth := make([]int, len(g.Blocks)) // calls that a block stands for
	calls := 0
	for b := 0; b < len(g.Blocks); b++ {
		for i := 0; i < len(g.Blocks[b].Instrs); i++ {
			in := g.Blocks[b].Instrs[i]
			if in.Op != program.Call || in.A.Mode != program.FuncAddr {
				continue
			}
			callee := p.Funcs[in.A.Index]
			if callee == f || !inline(callee) || len(in.Args) != len(callee.Params) {
				continue
			}
			why := inlinable(callee)
			if in.Kind != callee.Result && in.Dst >= 0 || slices.ContainsFunc(callee.Params, func(q program.Param) bool {
				k := slices.IndexFunc(callee.Params, func(o program.Param) bool { return o.Reg == q.Reg })
				return in.Args[k].Kind != q.Kind || in.Args[k].Size != q.Size
			}) {
				why = "with arguments of other kinds than it has"
			}
			if why != "" {
				return nil, fmt.Errorf("a call of %s, %s", callee.Source, why)
			}
			if calls++; calls > maxInlining || depth[b] > 8 {
				return nil, fmt.Errorf("a call of %s, which calls itself or is called too often to be put in its place", callee.Source)
			}
			depth = splice(&g, b, i, &in, body(callee), depth)
			break // the rest of the block is another one now
		}
	}
	n := 0
	for _, b := range g.Blocks {
		n += len(b.Instrs)
	}
	if n > maxExpansion {
		return nil, fmt.Errorf("more than %d instructions with the functions that are in one version only", maxExpansion)
	}
	return &g, nil
}

// splice replaces instruction i of block b, a call.
func splice(g *program.Func, b, i int, in *program.Instr, callee *program.Func, depth []int) []int {
	regs, locals, blocks := int32(len(g.Regs)), int32(len(g.Locals)), int32(len(g.Blocks))
	g.Regs = append(g.Regs, callee.Regs...)
	g.Locals = append(g.Locals, callee.Locals...)
	rest := blocks + int32(len(callee.Blocks))
	move := func(kind program.Kind, dst program.Reg, from program.Operand) program.Instr {
		return program.Instr{Op: program.Move, Kind: kind, Dst: dst, A: from, At: in.At, Stmt: in.Stmt}
	}
	jump := func(to int32) program.Instr {
		return program.Instr{Op: program.Jump, Dst: program.NoReg, Targets: []int32{to}, At: in.At, Stmt: in.Stmt}
	}
	head := g.Blocks[b]
	tail := &program.Block{Name: head.Name, Instrs: slices.Clone(head.Instrs[i+1:])}
	head.Instrs = slices.Clone(head.Instrs[:i])
	for k, a := range in.Args {
		q := callee.Params[k]
		if q.Size > 0 {
			// The callee has a copy of its own.
			own := program.Operand{Mode: program.InReg, Kind: program.Ptr, Index: int32(q.Reg) + regs}
			g.Locals = append(g.Locals, program.Local{Size: q.Size, Align: max(a.Align, 1), At: in.At})
			head.Instrs = append(head.Instrs,
				program.Instr{Op: program.Enter, Kind: program.Ptr, Dst: q.Reg + program.Reg(regs), Local: int32(len(g.Locals) - 1), At: in.At, Stmt: in.Stmt},
				program.Instr{Op: program.CopyMem, Dst: program.NoReg, A: own, B: a.Operand, Size: q.Size, At: in.At, Stmt: in.Stmt})
			continue
		}
		head.Instrs = append(head.Instrs, move(q.Kind, q.Reg+program.Reg(regs), a.Operand))
	}
	head.Instrs = append(head.Instrs, jump(blocks))
	shift := func(o program.Operand) program.Operand {
		if o.Mode == program.InReg {
			o.Index += regs
		}
		return o
	}
	for _, from := range callee.Blocks {
		to := &program.Block{Name: from.Name}
		for _, c := range from.Instrs {
			if c.Op == program.Return {
				if c.A.Present() && in.Dst >= 0 {
					to.Instrs = append(to.Instrs, move(c.Kind, in.Dst, shift(c.A)))
				}
				for l := range callee.Locals {
					to.Instrs = append(to.Instrs, program.Instr{Op: program.Leave, Dst: program.NoReg, Local: locals + int32(l), At: in.At, Stmt: in.Stmt})
				}
				to.Instrs = append(to.Instrs, jump(rest))
				continue
			}
			if c.Dst >= 0 {
				c.Dst += program.Reg(regs)
			}
			c.A, c.B, c.C = shift(c.A), shift(c.B), shift(c.C)
			args := slices.Clone(c.Args)
			for k := range args {
				args[k].Operand = shift(args[k].Operand)
			}
			c.Args = args
			targets := slices.Clone(c.Targets)
			for k := range targets {
				targets[k] += blocks
			}
			c.Targets = targets
			switch c.Op {
			case program.Enter, program.Leave:
				c.Local += locals
			}
			to.Instrs = append(to.Instrs, c)
		}
		g.Blocks = append(g.Blocks, to)
		depth = append(depth, depth[b]+1)
	}
	g.Blocks = append(g.Blocks, tail)
	return append(depth, depth[b])
}

// tailCalls returns a function in which it begins again where it returns what a call of
// itself returns; the function itself if it nowhere does, or if the address of one of
// its variables may be known to the callee.
func tailCalls(p *program.Program, f *program.Func) *program.Func {
	if f.Variadic || f.Sret || len(f.Locals) > 0 || slices.ContainsFunc(f.Params, func(q program.Param) bool { return q.Size > 0 }) {
		return f
	}
	g := *f
	g.Blocks = nil
	found := false
	for _, b := range f.Blocks {
		list := slices.Clone(b.Instrs)
		if i := tailCall(p, f, b); i >= 0 && len(list[i].Args) == len(f.Params) {
			call := list[i]
			list = list[:i]
			regs := int32(len(g.Regs))
			g.Regs = slices.Clone(g.Regs)
			// All arguments are read before the first parameter is assigned.
			for k, a := range call.Args {
				g.Regs = append(g.Regs, program.RegInfo{Kind: f.Params[k].Kind})
				list = append(list, program.Instr{Op: program.Move, Kind: a.Kind, Dst: program.Reg(regs + int32(k)), A: a.Operand, At: call.At, Stmt: call.Stmt})
			}
			for k, q := range f.Params {
				from := program.Operand{Mode: program.InReg, Kind: q.Kind, Index: regs + int32(k)}
				list = append(list, program.Instr{Op: program.Move, Kind: q.Kind, Dst: q.Reg, A: from, At: call.At, Stmt: call.Stmt})
			}
			list = append(list, program.Instr{Op: program.Jump, Dst: program.NoReg, Targets: []int32{0}, At: call.At, Stmt: call.Stmt})
			found = true
		}
		g.Blocks = append(g.Blocks, &program.Block{Name: b.Name, Instrs: list})
	}
	if !found {
		return f
	}
	return &g
}

// tailCall returns the index of a call of the function itself after which a block does
// nothing but return its result; -1 if there is none.
func tailCall(p *program.Program, f *program.Func, b *program.Block) int {
	last := len(b.Instrs) - 1
	if last < 1 || b.Instrs[last].Op != program.Return {
		return -1
	}
	result := b.Instrs[last].A
	for i := last - 1; i >= 0; i-- {
		in := &b.Instrs[i]
		switch {
		case in.Op == program.Move && result.Mode == program.InReg && in.Dst == program.Reg(result.Index):
			result = in.A
		case in.Op == program.Call && in.A.Mode == program.FuncAddr && p.Funcs[in.A.Index] == f:
			if f.Result == program.Void && !result.Present() || in.Kind == f.Result && result.Mode == program.InReg && program.Reg(result.Index) == in.Dst {
				if slices.ContainsFunc(in.Args, func(a program.Arg) bool { return a.Size > 0 }) {
					return -1
				}
				for k, a := range in.Args {
					if k < len(f.Params) && a.Kind != f.Params[k].Kind {
						return -1
					}
				}
				return i
			}
			return -1
		default:
			return -1
		}
	}
	return -1
}
