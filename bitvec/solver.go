package bitvec

import (
	"context"
	"fmt"
	"time"

	"github.com/riftlab/rift/bitvec/aig"
	"github.com/riftlab/rift/sat"
)

// SolverOptions configures NewSolver. The zero value is the default.
type SolverOptions struct {
	// NewSAT makes the SAT solver; nil means sat.NewCDCL without options.
	NewSAT func() sat.Solver
	// Fresh answers each query with a new SAT solver and asserts its
	// constraints instead of assuming them: best for queries that have little
	// in common. The core is then all of the constraints.
	Fresh bool
	// BothPolarities turns the polarity optimisation of clauses off.
	BothPolarities bool
	// MaxGates bounds the circuits of a solver; a query that needs more is
	// Unknown for want of memory. 0 means 30 million, somewhat over 1 GiB.
	MaxGates int
	// RetireAfter is the number of gates after which the SAT solver is
	// replaced by a new one before the next query; 0 means a million.
	RetireAfter int
}

// Solver is the Checker that blasts constraints to a SAT solver. Terms are
// blasted once and each constraint is assumed by one literal, so queries that
// share constraints share clauses, and what was learned about them.
type Solver struct {
	s    *Store
	opts SolverOptions

	sat   sat.Solver
	blast *blaster
	emit  *aig.Emitter
	focus *focus

	loading bool // clauses are being given to the SAT solver

	info    map[Term]*conjunctInfo // of conjuncts; facts about terms, kept for good
	parts   map[Term][]Term        // conjuncts of constraints
	witness map[Term]Term          // where two arrays of an equality differ if they do
	count   struct{ queries, sat, unsat, unknown, lemmas, rounds, retired, steps int64 }
}

// conjunctInfo is what a query needs to know of a conjunct.
type conjunctInfo struct {
	vars   []Term // bit-vector variables
	arrays []Term // array variables
	reads  []Term // Select terms
	eqs    []Term // equalities of arrays

	prepared  *blaster          // the one that holds what lemmas about it mention
	witnessed map[Term]*blaster // of eqs: the one that holds the lemma of prepareEq
	expanded  map[Term]*blaster // of eqs: the one that holds those of expand
}

// NewSolver returns a solver of constraints over s.
func NewSolver(s *Store, opts SolverOptions) *Solver {
	if opts.NewSAT == nil {
		opts.NewSAT = func() sat.Solver { return sat.NewCDCL(sat.CDCLOptions{}) }
	}
	if opts.MaxGates == 0 {
		opts.MaxGates = 30e6
	}
	if opts.RetireAfter == 0 {
		opts.RetireAfter = 1 << 20
	}
	c := &Solver{s: s, opts: opts, info: map[Term]*conjunctInfo{}, parts: map[Term][]Term{}, witness: map[Term]Term{}}
	c.renew()
	return c
}

func (c *Solver) renew() {
	c.sat = c.opts.NewSAT()
	c.blast = newBlaster(c.s)
	c.emit = aig.NewEmitter(c.blast.g, c.sat, c.opts.BothPolarities)
	c.focus = newFocus(c.emit, c.sat)
}

// Store implements Checker.
func (c *Solver) Store() *Store { return c.s }

// Counters implements Checker.
func (c *Solver) Counters() []Counter {
	n := &c.count
	return []Counter{
		{"solver.queries", n.queries}, {"solver.sat", n.sat}, {"solver.unsat", n.unsat},
		{"solver.unknown", n.unknown}, {"solver.steps", n.steps}, {"solver.rounds", n.rounds},
		{"solver.lemmas", n.lemmas}, {"solver.retired", n.retired},
		{"solver.gates", int64(c.blast.g.Len())}, {"solver.vars", int64(c.sat.NumVars())},
	}
}

// Check implements Checker.
func (c *Solver) Check(ctx context.Context, q Query) Answer {
	c.s.formula("Check", q.Constraints...)
	if c.opts.Fresh {
		c.renew()
	} else if c.blast.g.Len() > c.opts.RetireAfter {
		c.renew()
		c.count.retired++
	}
	a := c.bounded(ctx, q)
	c.count.queries++
	c.count.steps += a.Steps
	switch a.Verdict {
	case sat.Sat:
		c.count.sat++
	case sat.Unsat:
		c.count.unsat++
	case sat.Unknown:
		c.count.unknown++
	}
	return a
}

// bounded is check with the limits on blasting, which stops in the middle of
// a circuit; what is complete stays.
func (c *Solver) bounded(ctx context.Context, q Query) (a Answer) {
	poll := func() bool { return ctx.Err() != nil }
	if q.Limits.Timeout > 0 {
		deadline := time.Now().Add(q.Limits.Timeout)
		poll = func() bool { return ctx.Err() != nil || time.Now().After(deadline) }
	}
	c.blast.g.Bound(c.opts.MaxGates, poll)
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		over, ok := r.(aig.Overflow)
		if _, guarded := r.(interrupted); guarded {
			over, ok = aig.Overflow{Cancelled: true}, true
		}
		if c.loading {
			// Clauses of a gate may be missing.
			c.loading = false
			c.renew()
			c.count.retired++
		}
		switch {
		case !ok:
			panic(r)
		case !over.Cancelled:
			a = Answer{Reason: ReasonMemory}
			c.renew()
			c.count.retired++
		case ctx.Err() == context.Canceled:
			a = Answer{Reason: ReasonCancelled}
		default:
			a = Answer{Reason: ReasonTimeout}
		}
		c.blast.stack = c.blast.stack[:0]
	}()
	return c.check(ctx, q)
}

// problem is one query on its way to the SAT solver.
type problem struct {
	conjuncts []Term
	assume    []sat.Lit
	owner     map[sat.Lit]Term // the first constraint that assumes a literal
}

func (c *Solver) check(ctx context.Context, q Query) Answer {
	p := problem{owner: map[sat.Lit]Term{}}
	if t, ok := c.load(&p, q.Constraints); !ok {
		return Answer{Verdict: sat.Unsat, Core: []Term{t}}
	}
	var steps int64
	for {
		limits := q.Limits
		if limits.Steps > 0 {
			if limits.Steps -= steps; limits.Steps <= 0 {
				return Answer{Reason: ReasonSteps, Steps: steps}
			}
		}
		res := c.sat.Solve(ctx, limits, p.assume...)
		steps += res.Steps
		switch res.Verdict {
		case sat.Unknown:
			return Answer{Reason: reasonFrom(res.Reason), Steps: steps}
		case sat.Unsat:
			return Answer{Verdict: sat.Unsat, Core: c.core(&p, q.Constraints), Steps: steps}
		}
		c.count.rounds++
		m, refined := c.model(&p)
		if refined {
			continue
		}
		if m.HoldsAll(q.Constraints) {
			return Answer{Verdict: sat.Sat, Model: m, Steps: steps}
		}
		if c.hasArrayEq(&p) {
			return Answer{Reason: ReasonIncomplete, Steps: steps}
		}
		panic("bitvec: Check: model does not satisfy the query")
	}
}

// load blasts the constraints and fills p; if one is constantly false it
// returns that and false.
func (c *Solver) load(p *problem, constraints []Term) (Term, bool) {
	c.focus.begin()
	for _, t := range constraints {
		for _, part := range c.conjuncts(t) {
			if v, ok := c.s.ConstUint64(part); ok {
				if v == 0 {
					return t, false
				}
				continue
			}
			root := c.blast.lit(part)
			switch root {
			case aig.True:
				continue
			case aig.False:
				return t, false
			}
			p.conjuncts = append(p.conjuncts, part)
			l := c.literal(root)
			if _, ok := p.owner[l]; ok {
				continue
			}
			p.owner[l] = t
			c.focus.add(root)
			if c.opts.Fresh {
				c.sat.AddClause(l)
				continue
			}
			p.assume = append(p.assume, l)
		}
	}
	c.loading = true
	c.focus.settle()
	c.loading = false
	return 0, true
}

// literal gives the clauses of root to the SAT solver and returns its literal.
func (c *Solver) literal(root aig.Lit) sat.Lit {
	c.loading = true
	l := c.emit.Lit(root)
	c.loading = false
	return l
}

// inFocus says that the solver holds a clause over the inputs below root.
func (c *Solver) inFocus(root aig.Lit) {
	c.loading = true
	c.focus.lemma(root)
	c.loading = false
}

// conjuncts returns the parts of t, a conjunction, from left to right.
func (c *Solver) conjuncts(t Term) []Term {
	if parts, ok := c.parts[t]; ok {
		return parts
	}
	var parts []Term
	stack := []Term{t}
	seen := map[Term]bool{}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[u] {
			continue
		}
		seen[u] = true
		if n := &c.s.nodes[u]; n.kind == KindAnd {
			stack = append(stack, n.args[1], n.args[0])
			continue
		}
		parts = append(parts, u)
	}
	c.parts[t] = parts
	return parts
}

// core translates the failed assumptions.
func (c *Solver) core(p *problem, constraints []Term) []Term {
	if c.opts.Fresh {
		return append([]Term(nil), constraints...)
	}
	in := map[Term]bool{}
	for _, l := range c.sat.Core() {
		t, ok := p.owner[l]
		if !ok {
			panic(fmt.Sprintf("bitvec: core: literal %v was not assumed", l))
		}
		in[t] = true
	}
	var core []Term
	for _, t := range constraints {
		if in[t] {
			core = append(core, t)
			in[t] = false
		}
	}
	return core
}

// infoOf returns what is to be known of the conjunct t.
func (c *Solver) infoOf(t Term) *conjunctInfo {
	if info, ok := c.info[t]; ok {
		return info
	}
	info := &conjunctInfo{}
	for _, u := range c.s.postorder(t) {
		n := &c.s.nodes[u]
		switch {
		case n.kind == KindVar && n.index == 0:
			info.vars = append(info.vars, u)
		case n.kind == KindVar:
			info.arrays = append(info.arrays, u)
		case n.kind == KindSelect:
			info.reads = append(info.reads, u)
		case n.kind == KindEq && c.s.IsArray(n.args[0]):
			info.eqs = append(info.eqs, u)
		}
	}
	if len(info.eqs) > 0 {
		info.witnessed, info.expanded = map[Term]*blaster{}, map[Term]*blaster{}
	}
	c.info[t] = info
	return info
}

// assigned reads the word of t, an input, from the SAT solver's model. Bits
// that no clause mentions are 0.
func (c *Solver) assigned(t Term) Value {
	w := c.blast.get(t)
	bit := func(l aig.Lit) bool {
		if l <= aig.True {
			return l == aig.True
		}
		v, ok := c.emit.Var(l)
		return ok && c.sat.Value(v.Pos()) != l.IsNeg()
	}
	if len(w) <= 64 {
		var v uint64
		for i, l := range w {
			v |= bit64(bit(l)) << uint(i)
		}
		return NewValue(len(w), v)
	}
	return bitsValue(len(w), func(i int) bool { return bit(w[i]) })
}

// model returns the model of the last Solve; if it contradicts the theory of
// arrays, lemmas that exclude it are added instead and refined is true.
func (c *Solver) model(p *problem) (m *Model, refined bool) {
	a := NewAssignment()
	withArrays := false
	for _, t := range p.conjuncts {
		info := c.infoOf(t)
		withArrays = withArrays || len(info.reads)+len(info.eqs) > 0
		for _, v := range info.vars {
			if _, done := a.values[v]; !done && c.blast.get(v) != nil {
				a.values[v] = c.assigned(v)
			}
		}
	}
	if withArrays {
		if n := c.refine(p, a); n > 0 {
			c.count.lemmas += int64(n)
			return nil, true
		}
	}
	return NewModel(c.s, a), false
}

func (c *Solver) hasArrayEq(p *problem) bool {
	for _, t := range p.conjuncts {
		if len(c.infoOf(t).eqs) > 0 {
			return true
		}
	}
	return false
}
