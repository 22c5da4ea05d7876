package regver

import (
	"context"
	"fmt"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/float"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// pair is the comparison of two versions of one function.
type pair struct {
	ctx    context.Context
	opt    *Options
	names  *naming
	of     *proof
	s      *bitvec.Store
	floats *float.Terms
	chain  bitvec.Checker
	alone  bitvec.Checker // for questions that the chain does not decide
	sides  [2]*exec

	given []value // the parameters, that both versions are given

	// Of the segments under work.
	assume   []bitvec.Term // what holds at their beginning
	theorems []bitvec.Term // what always holds
	lemmas   map[bitvec.Term]bool
	laws     []bitvec.Term // of functions of the library: what always holds, in all segments
	lawful   map[bitvec.Term]bool
	nodes    []node
	numbers  map[node]memory
	bytes    map[[2]bitvec.Term]bitvec.Term
	elements map[[2]bitvec.Term]bitvec.Term
	digests  []digest
	count    int // instructions executed

	words      map[string]bitvec.Term // that were written, by their bytes
	wider      map[widening]bitvec.Term
	roundVars  map[bitvec.Term]bool // how often loops were gone round
	abstract   *abstraction
	canon      *canon
	tables     *tables
	rigidVars  map[bitvec.Term]bool        // variables that have one value in an activation
	negatives  map[bitvec.Term]bitvec.Term // of fractions, by what they are the negatives of, and back
	strong     bool                        // variant.strong
	few        bool                        // variant.few
	otherFault bool                        // both versions may end in an error, of different kinds
	// samePointer: two accesses by one pointer that are errors must be errors of one kind.
	samePointer bool

	oneNaN    bool        // NaNs are one value
	fractions bool        // there are operations for which it matters
	defined   bitvec.Term // the array of zeros
	leaks     bool        // a value that may be undefined is passed on
	undecided bool        // a question stayed open
	evidence  *evidence   // nil if nobody wants it
	err       error
}

// variant is one way of trying a proof.
type variant struct {
	oneNaN bool
	rotate [2]bool // where loops of each side are cut
	// strong: loops with a constant number of rounds are unrolled, what loops add to
	// variables is taken off before they are compared, and errors may be other ones.
	strong bool
	// few: loops go round fewer than 2^31 times, so that an int that counts the bytes of a
	// string does not overflow.
	few bool
	// peel and stretch are those of the loops of each side.
	peel, stretch [2]int
	// reverse: loops of each side count up instead of down where that does not matter.
	reverse [2]bool
}

// pairSteps bounds the steps of the solver for all weak variants of a proof of one
// function, and for all strong ones, in questions of the greatest length.
const pairSteps = 10

// newPair prepares the comparison of two functions.
func (w *proof) newPair(ctx context.Context, old, new *program.Func, v variant) (*pair, error) {
	p := &pair{ctx: ctx, opt: &w.opt, names: w.names, of: w, s: bitvec.NewStore(), oneNaN: v.oneNaN, strong: v.strong, few: v.few,
		rigidVars: map[bitvec.Term]bool{}, lawful: map[bitvec.Term]bool{}, words: map[string]bitvec.Term{}, wider: map[widening]bitvec.Term{}, roundVars: map[bitvec.Term]bool{}, negatives: map[bitvec.Term]bitvec.Term{}}
	if w.opt.Certify != nil {
		p.evidence = newEvidence()
	}
	p.canon, p.abstract, p.tables = newCanon(p.s), newAbstraction(p.s), newTables(p.s)
	p.floats = float.New(p.s)
	p.chain = bitvec.NewChain(p.s, bitvec.ChainOptions{Solver: bitvec.SolverOptions{MaxGates: 3e6}})
	p.alone = bitvec.NewOneShot(p.s, bitvec.SolverOptions{MaxGates: 3e6})
	p.defined = p.s.ConstArray(64, p.s.Const(8, 0))
	for side, f := range [2]*program.Func{old, new} {
		sh, err := newShape(side, f, v.rotate[side])
		if err != nil {
			return nil, &Obstacle{At: w.names.progs[side].Position(f.At), Reason: err.Error()}
		}
		p.sides[side] = &exec{pair: p, shape: sh}
	}
	if len(old.Params) != len(new.Params) || old.Result != new.Result || old.Sret != new.Sret || old.Variadic != new.Variadic {
		return nil, &Obstacle{At: w.names.progs[1].Position(new.At), Reason: "it takes or returns something else than in the old version"}
	}
	for i, a := range old.Params {
		if b := new.Params[i]; a.Kind != b.Kind || a.Size != b.Size {
			return nil, &Obstacle{At: w.names.progs[1].Position(new.At), Reason: "it takes something else than in the old version"}
		}
		t := p.s.Var("param "+fmt.Sprint(i), a.Kind.Bits())
		p.given = append(p.given, value{t: t})
		p.rigidVars[t] = true
	}
	p.addresses()
	p.fresh()
	return p, nil
}

// strengthen prepares what a strong variant needs to know of loops.
func (p *pair) strengthen(v variant) error {
	var cut [2]int
	for side, x := range p.sides {
		for _, l := range x.loops {
			l.peel, l.stretch = v.peel[side], v.stretch[side]
		}
		if err := x.unrolling(); err != nil {
			return err
		}
		for _, l := range x.loops {
			if !l.unroll {
				cut[side]++
			}
		}
	}
	if old, new := p.sides[0], p.sides[1]; cut[0] != cut[1] && len(old.loops) == len(new.loops) {
		// What one version can execute round by round it had better not.
		for _, x := range p.sides {
			x.roll()
		}
	}
	for _, x := range p.sides {
		if err := x.induction(); err != nil {
			return err
		}
	}
	p.fresh()
	return nil
}

// addresses gives the private objects of both versions addresses, equal ones to
// those that correspond.
func (p *pair) addresses() {
	slots := map[string]uint64{}
	for _, x := range p.sides {
		for i := range x.locals {
			l := &x.locals[i]
			if slots[l.key] == 0 {
				slots[l.key] = privateAddress(len(slots))
			}
			x.addressOf = append(x.addressOf, slots[l.key])
		}
	}
}

// privateAddress returns the address of the nth private object: far from others, in
// slots that no global takes.
func privateAddress(n int) uint64 {
	if n < program.FuncSlot-program.GlobalSlots {
		return program.MakeAddress(program.GlobalSlots+uint32(n), 0)
	}
	return program.MakeAddress(program.AllSlots-1-uint32(n), 0)
}

// fresh forgets the memories of other segments.
func (p *pair) fresh() {
	p.nodes = []node{{kind: nodeZero}}
	p.numbers = map[node]memory{p.nodes[0]: zeros}
	p.bytes, p.elements = map[[2]bitvec.Term]bitvec.Term{}, map[[2]bitvec.Term]bitvec.Term{}
	p.digests, p.theorems, p.lemmas = nil, nil, map[bitvec.Term]bool{}
}

// check looks whether there is time and room left.
func (p *pair) check() error {
	if p.err == nil {
		p.err = p.ctx.Err()
	}
	if p.err == nil && p.count > 0 {
		p.err = p.of.spend(int64(p.count))
		p.of.left -= p.count
		p.count = 0
	}
	if p.err != nil {
		return p.err
	}
	if p.s.Len() > p.opt.MaxTerms {
		return &Obstacle{Reason: fmt.Sprintf("more than %d terms", p.opt.MaxTerms)}
	}
	return nil
}

// ask decides whether formulas can hold together with what is assumed.
func (p *pair) ask(formulas ...bitvec.Term) bitvec.Answer {
	for _, f := range formulas {
		if f == p.s.False() {
			p.evidence.hold()
			return bitvec.Answer{Verdict: sat.Unsat}
		}
	}
	if p.err == nil {
		p.err = p.ctx.Err()
	}
	if p.err != nil {
		return bitvec.Answer{Verdict: sat.Unknown}
	}
	all := slices.Concat(p.laws, p.theorems, p.assume, formulas)
	a := p.decide(all)
	if a.Verdict == sat.Unsat {
		p.evidence.refuted(all)
	}
	return a
}

// decide decides whether all formulas can hold.
func (p *pair) decide(all []bitvec.Term) bitvec.Answer {
	if p.of.tokens <= 0 {
		p.undecided = true
		return bitvec.Answer{Verdict: sat.Unknown}
	}
	if p.canon.nonlinear(all) {
		all = p.canon.all(all)
		if slices.Contains(all, p.s.False()) {
			return bitvec.Answer{Verdict: sat.Unsat}
		}
		// Most questions do not depend on what products and quotients are.
		a := p.chain.Check(p.ctx, bitvec.Query{Constraints: p.abstract.all(all), Limits: sat.Limits{Steps: p.opt.QuerySteps / 4}})
		p.of.queries++
		p.charge(a.Steps)
		p.err = p.of.spend(a.Steps + 1)
		if a.Verdict == sat.Unsat || p.err != nil {
			return a
		}
	}
	if p.canon.circuits(all) > maxCircuits {
		p.undecided = true
		return bitvec.Answer{Verdict: sat.Unknown}
	}
	a := p.chain.Check(p.ctx, bitvec.Query{Constraints: all, Limits: sat.Limits{Steps: p.opt.QuerySteps}})
	p.of.queries++
	p.charge(a.Steps)
	p.err = p.of.spend(a.Steps + 1)
	if a.Verdict == sat.Unknown && p.err == nil && p.ctx.Err() == nil {
		// Alone it may be decided by its polynomials or by its equations.
		a = p.alone.Check(p.ctx, bitvec.Query{Constraints: all, Limits: sat.Limits{Steps: p.opt.QuerySteps}})
		p.of.queries++
		p.charge(a.Steps)
		p.err = p.of.spend(a.Steps + 1)
	}
	if a.Verdict == sat.Unknown {
		p.undecided = true
	}
	return a
}

// charge takes a question off what the proofs of a function may use.
func (p *pair) charge(steps int64) { p.of.tokens -= steps + questionSteps }

// questionSteps is what a question costs without the solver's steps: to put it takes
// time, too.
const questionSteps = 1000

// valid reports whether a formula is known to hold where the guard does.
func (p *pair) valid(g guard, formula bitvec.Term) bool {
	if g.dead || formula == p.s.True() {
		p.evidence.hold()
		return true
	}
	return p.ask(append(slices.Clone(g.terms), p.s.Not(formula))...).Verdict == sat.Unsat
}

// prove proves that both versions of the function, called with equal arguments in
// equal states, do the same.
func (p *pair) prove() error {
	c := &coupling{pair: p, points: map[[2]int32]*point{}}
	return c.solve()
}
