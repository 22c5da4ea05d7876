package symexec

import (
	"context"
	"maps"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// NewPair prepares explorers of two programs with the same terms, so that what
// one finds can be compared with what the other does.
func NewPair(first, second *program.Program, opt Options) (a, b *Explorer, err error) {
	if a, err = New(first, opt); err != nil {
		return nil, nil, err
	}
	b, err = a.Sibling(second, opt)
	return a, b, err
}

// RenewPair prepares explorers of the programs of a pair anew, with the same options and
// with terms of their own; what was prepared of the programs is shared.
func RenewPair(first, second *Explorer) (a, b *Explorer, err error) {
	opt := first.opt
	opt.code, opt.terms = first.code, nil
	if a, err = New(first.code.IR, opt); err != nil {
		return nil, nil, err
	}
	opt = second.opt
	opt.code, opt.terms = second.code, a.terms.Store
	b, err = New(second.code.IR, opt)
	return a, b, err
}

// ReleaseSolver drops what makes further questions cheap, for an explorer that is kept for its
// terms and will be asked little. It can be used as before.
func (e *Explorer) ReleaseSolver() {
	e.solver.Release()
}

// Sibling prepares the exploration of a program with the terms of e.
func (e *Explorer) Sibling(p *program.Program, opt Options) (*Explorer, error) {
	opt.terms = e.terms.Store
	return New(p, opt)
}

// InputWith returns an input on which a run comes to the state and t holds, if
// there is one.
func (e *Explorer) InputWith(st *State, t bitvec.Term) (program.Input, sat.Verdict) {
	verdict, model := e.Check(st, t)
	if verdict != sat.Sat {
		return program.Input{}, verdict
	}
	c := *st
	e.solver.SetModel(&c.Path, model)
	return e.inputOf(&c), sat.Sat
}

// Solve looks for values of variables that satisfy constraints; base are values
// of the variables that do not occur in them.
func (e *Explorer) Solve(ctx context.Context, constraints []bitvec.Term, base map[string]uint64) (sat.Verdict, map[string]uint64) {
	a := e.solver.Ask(ctx, constraints)
	if a.Verdict != sat.Sat {
		return a.Verdict, nil
	}
	found := maps.Clone(base)
	if found == nil {
		found = map[string]uint64{}
	}
	for _, v := range e.solver.Support(e.terms.Conj(constraints...)) {
		found[e.terms.Name(e.solver.Vars[v])] = a.Model.Value(e.solver.Vars[v]).Uint64()
	}
	return sat.Sat, found
}

// Core is what an Explorer works with, for packages that run states themselves.
type Core struct {
	Code    *code.Program
	Terms   *expr.Builder
	Solver  *constraints.Solver
	Machine *exec.Machine
	exec.Decisions
	Limits
	// Guard calls f, which makes terms, and reports whether it came to its end: it is
	// left in the middle when the context is done, with which the state was begun.
	Guard func(f func()) bool
}

// Core returns what the explorer works with.
func (e *Explorer) Core() *Core {
	return &Core{Code: e.code, Terms: e.terms, Solver: e.solver, Machine: e.machine, Decisions: decisions{e}, Limits: e.opt.Limits, Guard: e.guard}
}

// Begin returns a state that has the globals and nothing else. All runs share the
// globals that they do not write: each needs memory for what it changes only.
func (e *Explorer) Begin(ctx context.Context) *State {
	st := e.empty(ctx)
	if e.globals == nil {
		e.machine.MakeGlobals(st)
		c := *st
		e.globals = &c
	}
	g := e.globals
	st.Memory = g.Memory.Fork()
	return st
}
