package synergy

import (
	"context"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/sat"
)

// cause is why a predicate came out as it did: a minimal set of statement
// instances that force it.
//
// Source: Yi et al. 2015, section II-A (generator instructions of a minimal
// unsatisfiable core).
type cause struct {
	predicate *predicate
	parent    int // index of the cause whose critical predicate this is of; -1 for the failure
	direct    bool
	// instances, ascending by their steps, are those of the core, the place of
	// the predicate, and what the core uses from before the window.
	instances []int32
	core      []int32 // those of the instances that the solver chose
	addresses bool    // the formula knows how addresses were computed
	steps     []int32 // of the instances, as far as the formula has them
	minimal   bool    // none of the core can be left out: the solver said so
	entailed  bool    // the solver said that the core forces the predicate
	queries   int
	sliced    int // steps that decide about the predicate, minimal or not
}

// limits bound the work of one semantic analysis.
type limits struct {
	instances int   // symbolic; older ones enter the cause as they are in the slice
	steps     int   // symbolic
	solver    int64 // propagations of one question
	total     int64 // propagations of all
}

// cause computes the cause of p.
func (t *trace) cause(ctx context.Context, p *predicate, addresses bool, lim limits, spend func(int64) error) (*cause, error) {
	c := &cause{predicate: p, parent: -1, addresses: addresses}
	slice := t.predicateSlice(p, addresses)
	c.sliced = len(slice)
	window := t.window(slice, lim)
	if p.otherwise == nil || len(slice) == 0 {
		c.instances, c.minimal, c.entailed = []int32{p.instance}, true, true
		c.steps = nil
		return c, nil
	}
	f := t.formula(window, addresses, p)
	if err := c.choose(ctx, f, p, lim, spend); err != nil {
		return nil, err
	}
	core := slices.Clone(c.core)
	if !slices.Contains(core, p.instance) && p.instance >= 0 {
		core = append(core, p.instance)
	}
	c.instances = append(core, t.beyond(core, window, slice, addresses)...)
	t.sortInstances(c)
	in := map[int32]bool{}
	for _, i := range c.instances {
		in[i] = true
	}
	for _, k := range slice {
		if in[t.steps[k].instance] {
			c.steps = append(c.steps, k)
		}
	}
	return c, nil
}

// predicateSlice returns the steps whose values decide about p, ascending.
func (t *trace) predicateSlice(p *predicate, addresses bool) []int32 {
	s := t.slicer(addresses, false)
	for _, k := range p.roots {
		s.whole(k)
	}
	if b := p.byte; b != nil {
		s.addByte(b.writer, b.address)
	}
	return s.run()
}

// window returns the newest part of a slice that the limits allow.
func (t *trace) window(slice []int32, lim limits) []int32 {
	seen := map[int32]bool{}
	from := len(slice)
	for from > 0 && len(slice)-from < lim.steps {
		i := t.steps[slice[from-1]].instance
		if !seen[i] && len(seen) == lim.instances {
			break
		}
		seen[i] = true
		from--
	}
	return slice[from:]
}

// given returns what holds in every question about p: what belongs to no
// instance, the place of p itself, and that p had come out otherwise.
func (f *formula) given(p *predicate) []bitvec.Term {
	otherwise := p.otherwise(f)
	return append(slices.Concat(f.hard, f.cons[p.instance]), otherwise)
}

// choose finds a minimal core: instances that do not let p come out otherwise.
func (c *cause) choose(ctx context.Context, f *formula, p *predicate, lim limits, spend func(int64) error) error {
	hard := f.given(p)
	terms := map[int32]bitvec.Term{}
	for i := range f.cons {
		if i != p.instance {
			c.core = append(c.core, i)
			terms[i] = f.s.Conj(f.cons[i]...)
		}
	}
	f.t.sort(c.core) // oldest first
	solver := bitvec.NewSolver(f.s, bitvec.SolverOptions{})
	spent := int64(0)
	ask := func(set []int32) (bitvec.Answer, error) {
		q := bitvec.Query{Constraints: slices.Clone(hard), Limits: sat.Limits{Steps: lim.solver}}
		for _, i := range set {
			q.Constraints = append(q.Constraints, terms[i])
		}
		a := solver.Check(ctx, q)
		c.queries++
		spent += a.Steps
		if err := spend(a.Steps); err != nil {
			return a, err
		}
		return a, ctx.Err()
	}
	a, err := ask(c.core)
	if err != nil || a.Verdict != sat.Unsat {
		return err // everything in the slice, which is right but not minimal
	}
	c.entailed, c.minimal = true, true
	c.core = kept(c.core, terms, a.Core)
	// Deletion: the oldest first, so that what is left is near the predicate.
	for n := 0; n < len(c.core); {
		if spent > lim.total {
			c.minimal = false
			break
		}
		rest := slices.Delete(slices.Clone(c.core), n, n+1)
		a, err := ask(rest)
		switch {
		case err != nil:
			return err
		case a.Verdict == sat.Unsat:
			c.core = kept(rest, terms, a.Core)
			n = min(n, len(c.core))
		default:
			c.minimal = c.minimal && a.Verdict == sat.Sat
			n++
		}
	}
	return nil
}

// kept returns the instances whose constraint is in a core. A constraint that
// is a constant or shared with another instance's counts for both.
func kept(set []int32, terms map[int32]bitvec.Term, core []bitvec.Term) []int32 {
	in := map[bitvec.Term]bool{}
	for _, t := range core {
		in[t] = true
	}
	var out []int32
	for _, i := range set {
		if in[terms[i]] {
			out = append(out, i)
		}
	}
	return out
}

// beyond returns the instances of the slice before the window on which the
// core depends.
func (t *trace) beyond(core, window, slice []int32, addresses bool) []int32 {
	if len(window) == len(slice) || len(window) == 0 {
		return nil
	}
	in := map[int32]bool{}
	for _, i := range core {
		in[i] = true
	}
	s := t.slicer(addresses, false)
	for _, k := range window {
		if !in[t.steps[k].instance] {
			continue
		}
		uses := t.values(k)
		if addresses {
			uses = t.uses(k)
		}
		for _, d := range uses {
			if d < window[0] {
				s.whole(d)
			}
		}
	}
	var out []int32
	for _, k := range s.run() {
		if i := t.steps[k].instance; i >= 0 && !in[i] {
			in[i] = true
			out = append(out, i)
		}
	}
	return out
}

// sort orders instances by their first step; initialisations are first.
func (t *trace) sort(instances []int32) {
	slices.SortFunc(instances, func(a, b int32) int {
		if a < 0 || b < 0 {
			return int(a) - int(b)
		}
		if t.instances[a].first != t.instances[b].first {
			return int(t.instances[a].first) - int(t.instances[b].first)
		}
		return int(a) - int(b)
	})
}

func (t *trace) sortInstances(c *cause) {
	t.sort(c.instances)
	c.instances = slices.Compact(c.instances)
}
