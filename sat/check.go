package sat

import (
	"context"
	"fmt"
)

// Check returns a solver that passes everything on to s and verifies the
// answers: a model must satisfy every clause and assumption, a core must
// consist of assumptions. If fresh is not nil, each Unsat is also confirmed by
// a solver from fresh, given all clauses and the core as units; that is for
// tests. A wrong answer is a bug in the solver, and Check panics.
//
// It keeps a copy of the clauses, four bytes a literal, and checking a model
// takes time linear in it. s must be empty.
func Check(s Solver, fresh func() Solver) Solver {
	return &checker{Solver: s, fresh: fresh, off: map[Var]bool{}}
}

type checker struct {
	Solver
	fresh func() Solver
	cnf   CNF
	off   map[Var]bool // outside of the cone, see Decider
}

// SetDecision implements [Decider]. A solver without a cone may ignore it.
func (c *checker) SetDecision(v Var, on bool) {
	if d, ok := c.Solver.(Decider); ok {
		d.SetDecision(v, on)
		c.setOff(v, !on)
	}
}

func (c *checker) setOff(v Var, off bool) {
	if off {
		c.off[v] = true
	} else {
		delete(c.off, v)
	}
}

func (c *checker) AddClause(lits ...Lit) {
	c.cnf.Add(lits...)
	c.Solver.AddClause(lits...)
}

func (c *checker) Solve(ctx context.Context, limits Limits, assumptions ...Lit) Result {
	res := c.Solver.Solve(ctx, limits, assumptions...)
	for _, a := range assumptions {
		delete(c.off, a.Var())
	}
	switch res.Verdict {
	case Unknown:
		if res.Reason == ReasonNone {
			panic("sat: Check: unknown without a reason")
		}
	case Sat:
		c.checkModel(assumptions)
	case Unsat:
		c.checkCore(assumptions)
	}
	return res
}

func (c *checker) checkModel(assumptions []Lit) {
	for _, a := range assumptions {
		if !c.Value(a) {
			panic(fmt.Sprintf("sat: Check: the model violates the assumption %v", a))
		}
	}
	for i := range c.cnf.start {
		if clause := c.cnf.Clause(i); !c.holds(clause) {
			panic(fmt.Sprintf("sat: Check: the model violates clause %d: %v", i, clause))
		}
	}
}

func (c *checker) holds(clause []Lit) bool {
	for _, l := range clause {
		if c.Value(l) || len(c.off) > 0 && c.off[l.Var()] {
			return true
		}
	}
	return false
}

func (c *checker) checkCore(assumptions []Lit) {
	assumed := make(map[Lit]bool, len(assumptions))
	for _, a := range assumptions {
		assumed[a] = true
	}
	core := c.Core()
	for _, l := range core {
		if !assumed[l] {
			panic(fmt.Sprintf("sat: Check: %v in the core is not an assumption, or twice", l))
		}
		delete(assumed, l)
	}
	if c.fresh == nil {
		return
	}
	other := c.fresh()
	for other.NumVars() < c.NumVars() {
		other.NewVar()
	}
	c.cnf.Load(other)
	for _, l := range core {
		other.AddClause(l)
	}
	if other.Solve(context.Background(), Limits{}).Verdict == Sat {
		panic(fmt.Sprintf("sat: Check: the core %v is satisfiable", core))
	}
}
