package synergy

import (
	"context"
	"slices"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// switcher runs the failing test with one branch going to its other side.
//
// Source: Zhang, Gupta and Gupta, "Locating faults through automated predicate
// switching", ICSE 2006.
type switcher struct {
	equivalence program.Equivalence
	trace       *trace
	input       *program.Input
	expected    *program.Outcome
	opt         vm.Options
	spend       func(int64) error
}

// maxLonger bounds a run with a switched branch, in multiples of the failing run.
const maxLonger = 4

// decides reports whether the test passes if the branch of p goes to its other
// side, once. Then what p depends on is to blame, or what is on its two sides.
func (s *switcher) decides(ctx context.Context, p *predicate) (bool, error) {
	if p.step == none || s.trace.kind(p.step) != kindBranch || s.trace.instr(p.step).Op != program.Branch {
		return false, nil
	}
	code := s.trace.steps[p.step].code
	nth := uint64(0)
	for k := range p.step {
		if s.trace.steps[k].code == code {
			nth++
		}
	}
	m, err := vm.New(switched(s.trace.code.p, s.trace.code.places[code], nth), s.opt)
	if err != nil {
		return false, err
	}
	out, err := m.NewRun().Run(ctx, s.input)
	if err != nil {
		return false, err
	}
	return s.equivalence.Differ(s.expected, out) == program.Same, s.spend(out.Steps)
}

// switched returns the program in which the execution nth, from 0, of the branch
// at a place goes to its other side. It shares what is the same with p.
func switched(p *program.Program, at place, nth uint64) *program.Program {
	q := &program.Program{Files: p.Files, Ranges: p.Ranges, Globals: slices.Clone(p.Globals), Funcs: slices.Clone(p.Funcs), Undefined: p.Undefined}
	q.Globals = append(q.Globals, &program.Global{Name: "rift.executions", Size: 8, Align: 8, Library: true})
	counter := program.Operand{Mode: program.GlobalAddr, Kind: program.Ptr, Index: int32(len(q.Globals) - 1)}
	fn := *q.Funcs[at.fn]
	q.Funcs[at.fn] = &fn
	fn.Regs, fn.Blocks = slices.Clone(fn.Regs), slices.Clone(fn.Blocks)
	reg := func(k program.Kind) program.Reg {
		fn.Regs = append(fn.Regs, program.RegInfo{Kind: k})
		return program.Reg(len(fn.Regs) - 1)
	}
	block := *fn.Blocks[at.block]
	fn.Blocks[at.block] = &block
	branch := block.Instrs[at.index]
	count, more, here, side := reg(program.I64), reg(program.I64), reg(program.I1), reg(program.I1)
	block.Instrs = slices.Clone(block.Instrs[:at.index])
	for _, in := range []program.Instr{
		{Op: program.Load, Kind: program.I64, Dst: count, A: counter},
		{Op: program.Add, Kind: program.I64, Dst: more, A: program.R(program.I64, count), B: program.C(program.I64, 1)},
		{Op: program.Store, Kind: program.I64, Dst: program.NoReg, A: counter, B: program.R(program.I64, more)},
		{Op: program.Eq, Kind: program.I64, Dst: here, A: program.R(program.I64, count), B: program.C(program.I64, nth)},
		{Op: program.Xor, Kind: program.I1, Dst: side, A: branch.A, B: program.R(program.I1, here)},
	} {
		in.At, in.Stmt = branch.At, branch.Stmt
		block.Instrs = append(block.Instrs, in)
	}
	branch.A = program.R(program.I1, side)
	block.Instrs = append(block.Instrs, branch)
	q.Index()
	return q
}
