package deltadebug

import (
	"context"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Execute runs a program of a task on an input in the machine and returns what it showed and
// the lines executed. The caller spends the outcome's steps.
func Execute(ctx context.Context, task *engines.Task, p *program.Program, in *program.Input) (*program.Outcome, engines.Lines, error) {
	m, err := vm.New(p, vm.Options{Coverage: true, MaxSteps: task.RunSteps, CheckOverflow: task.Equivalence.CheckOverflow()})
	if err != nil {
		return nil, nil, err
	}
	x := m.NewRun()
	out, err := x.Run(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	return out, linesOf(p, x.Coverage()), nil
}

// linesOf returns the lines of a program's own code, and which of them are covered.
func linesOf(p *program.Program, cover *program.Coverage) engines.Lines {
	lines := engines.Lines{}
	for f, fn := range p.Funcs {
		for s := range fn.Stmts {
			r := p.Ranges[fn.Stmts[s].At]
			if fn.Library || r.Line == 0 || fn.Stmts[s].Kind == program.StmtImplicit {
				continue
			}
			file := lines[p.Files[r.File]]
			if file == nil {
				file = map[int]bool{}
				lines[p.Files[r.File]] = file
			}
			for l := r.Line; l <= max(r.Line, r.EndLine); l++ {
				file[int(l)] = file[int(l)] || cover.Stmt(f, s)
			}
		}
	}
	return lines
}

// Touched reports whether a change has lines with code in either version, given the lines of
// both, and whether one of them is executed.
func Touched(c *delta.Change, old, new engines.Lines) (code, executed bool) {
	code, executed = within(new[c.File], c.NewLine, len(c.New))
	oldCode, oldExecuted := within(old[c.InOld()], c.OldLine, len(c.Old))
	return code || oldCode, executed || oldExecuted
}

// within reports whether n lines from a line on have code, and whether any of
// it is executed.
func within(lines map[int]bool, from, n int) (code, hit bool) {
	for l := from; l < from+n; l++ {
		executed, ok := lines[l]
		code = code || ok
		hit = hit || executed
	}
	return code, hit
}
