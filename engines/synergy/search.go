package synergy

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/delta"
)

// search is the state of Algorithm 1.
type search struct {
	ctx         context.Context
	rec         engines.Recorder
	p           Params
	trace       *trace
	blame       *blame
	may         func() (*mayDefine, error) // made when it is first needed
	dynamic     *dynamic
	failure     *predicate
	executed    map[[2]int32]int32 // the first instance of each statement
	switcher    *switcher
	tried       map[string]bool // sets of changes that decide about the failure
	causes      []*cause
	found       string // where the answer came from
	queries     int64
	solverSteps int64
}

// The candidates that an answer can come from, in the order in which they are
// tried.
const (
	fromCauses    = "causes"    // changes in causes, memory at the addresses of the trace
	fromAddresses = "addresses" // changes in causes that include how addresses were computed
	fromExecuted  = "executed"  // changes of executed statements
	fromAll       = "all"       // all changes
)

// find runs Algorithm 1. When it has no predicates left, it takes an answer with
// many auxiliary changes, if there was one; or begins again with formulas that know
// how addresses were computed; then with all changes that were executed, then with
// all. As reverting all changes gives the old version,
// there always is an answer.
func (s *search) find() (*answer, error) {
	s.dynamic.aux.AtMost(maxAuxiliary)
	p := &pool{}
	for _, addresses := range []bool{false, true} {
		s.found = fromCauses
		if addresses && !s.p.Addresses {
			break
		}
		if addresses {
			s.found = fromAddresses
		}
		a, err := s.loop(addresses, p)
		if err != nil {
			return nil, err
		}
		if a != nil {
			return s.dynamic.swap(a)
		}
		if large := s.dynamic.aux.Large(); large != nil {
			return s.dynamic.divide(large, nil, p.all)
		}
	}
	s.found = fromExecuted
	a, err := s.dynamic.analyse(s.executedChanges().Union(p.all))
	if err != nil {
		return nil, err
	}
	if a == nil {
		s.found = fromAll
		if a, err = s.dynamic.whole(s.dynamic.tester.Delta.All()); err != nil {
			return nil, err
		}
	}
	return s.dynamic.swap(a)
}

// perLoop is how many executions of one branch are explained: those found
// first, which are nearest to the failure.
const perLoop = 4

// maxAuxiliary is how many auxiliary changes an answer from causes may need.
const maxAuxiliary = 16

// queued is a predicate still to be explained.
type queued struct {
	predicate *predicate
	parent    int
	direct    bool
}

// loop is Algorithm 1 proper: semantic analysis, dynamic analysis, critical
// predicates. It returns the answer, or nil if there are no predicates left.
func (s *search) loop(addresses bool, p *pool) (*answer, error) {
	s.causes = nil
	queue := []queued{{s.failure, -1, false}}
	known := map[int32]bool{}
	count := map[int32]int{} // by instruction
	for len(queue) > 0 && len(s.causes) < s.p.MaxCauses {
		q := queue[0]
		queue = queue[1:]
		c, err := s.semantic(q, addresses)
		if err != nil {
			return nil, err
		}
		if fresh := s.changes(c).Minus(p.all); len(fresh) > 0 {
			if a, err := s.dynamic.add(p, fresh); err != nil || a != nil {
				return a, err
			}
		}
		if a, err := s.decided(c, p); err != nil || a != nil {
			return a, err
		}
		may, err := s.may()
		if err != nil {
			return nil, err
		}
		for _, cp := range s.trace.critical(c, may) {
			if code := s.trace.steps[cp.branch].code; !known[cp.branch] && count[code] < perLoop {
				known[cp.branch] = true
				count[code]++
				queue = append(queue, queued{s.trace.branch(cp.branch), len(s.causes) - 1, cp.direct})
			}
		}
	}
	return s.dynamic.rest(p)
}

// decided answers with the changes of a cause that do not compile when they are
// reverted, if the test passes with the branch of the cause going to its other side.
func (s *search) decided(c *cause, p *pool) (*answer, error) {
	stuck := s.changes(c).Minus(p.built)
	if !s.p.Switching || len(stuck) == 0 || s.tried[fmt.Sprint(stuck)] {
		return nil, nil
	}
	decides, err := s.switcher.decides(s.ctx, c.predicate)
	if err != nil || !decides {
		return nil, err
	}
	s.tried[fmt.Sprint(stuck)] = true
	return s.dynamic.entangled(stuck)
}

// semantic computes the next cause.
func (s *search) semantic(q queued, addresses bool) (*cause, error) {
	lim := limits{instances: s.p.Instances, steps: 50 * s.p.Instances, solver: s.p.Query, total: s.p.Cause}
	c, err := s.trace.cause(s.ctx, q.predicate, addresses, lim, func(n int64) error {
		s.solverSteps += n
		return s.rec.Spend(n)
	})
	if err != nil {
		return nil, err
	}
	c.parent, c.direct = q.parent, q.direct
	s.queries += int64(c.queries)
	s.causes = append(s.causes, c)
	return c, nil
}

// changes returns the changes of a cause: those of its statements, of the jumps
// that its predicate's side made, and those that took away what it reads.
func (s *search) changes(c *cause) delta.Set {
	out := delta.Set{}
	for _, i := range append(s.trace.jumps(c), c.instances...) {
		out = out.Union(s.blame.of(s.trace, i))
		out = out.Union(s.blame.missing(s.trace, i, func(key [2]int32, before int32) bool {
			first, ok := s.executed[key]
			return ok && first <= before
		}))
	}
	return out
}

// executed returns the first instance of each statement.
func (t *trace) executed() map[[2]int32]int32 {
	first := map[[2]int32]int32{}
	for i, n := range t.instances {
		key := [2]int32{n.fn, n.stmt}
		if _, ok := first[key]; !ok {
			first[key] = int32(i)
		}
	}
	return first
}

// executedChanges returns the changes of all executed statements and of
// initialisations, and those that took something away.
func (s *search) executedChanges() delta.Set {
	out := delta.Set{}
	for key := range s.executed {
		out = append(out, s.blame.stmts[key]...)
	}
	for _, set := range s.blame.inits {
		out = append(out, set...)
	}
	for _, g := range s.blame.gone {
		out = append(out, g.change)
	}
	return out.Union(nil)
}
