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
	case f.Variadic || slices.ContainsFunc(f.Params, func(p program.Param) bool { return p.Size > 0 }):
		return "which is of a kind that cannot be put in its place"
	case n > maxInlined:
		return "which is too long to be put in its place"
	}
	return ""
}

// expand returns the function with the bodies of those that inline names in place of
// calls of them. The objects of a callee that others reach cannot be ended at its
// return; they are in the list of locals from the number of f's own on.
func expand(p *program.Program, f *program.Func, inline func(g *program.Func) bool) (*program.Func, error) {
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
				return in.Args[k].Kind != q.Kind || in.Args[k].Size > 0
			}) {
				why = "with arguments of other kinds than it has"
			}
			if why != "" {
				return nil, fmt.Errorf("a call of %s, %s", callee.Source, why)
			}
			if calls++; calls > maxInlining || depth[b] > 8 {
				return nil, fmt.Errorf("a call of %s, which calls itself or is called too often to be put in its place", callee.Source)
			}
			depth = splice(&g, b, i, &in, callee, depth)
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
