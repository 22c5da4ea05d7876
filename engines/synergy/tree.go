package synergy

import (
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/delta"
)

// explanation makes the answer with the causes that connect it to the failure:
// those with a root change, and the way from each to the failure.
func (s *search) explanation(a *answer) engines.Explanation {
	e := engines.Explanation{
		Root: s.blame.d.IDs(a.root), Auxiliary: s.blame.d.IDs(a.aux), Found: s.found,
		Failure: s.failure.text, Computed: len(s.causes), SolverSteps: s.solverSteps,
	}
	keep := s.connecting(a.root)
	index := map[int]int{-1: -1}
	for n, c := range s.causes {
		if keep[n] {
			index[n] = len(e.Causes)
			e.Causes = append(e.Causes, s.cause(c, index[c.parent]))
		}
	}
	return e
}

// connecting marks the causes that lead from root changes to the failure: for
// each root change the first cause that has it.
func (s *search) connecting(root delta.Set) map[int]bool {
	keep := map[int]bool{0: true}
	for _, r := range root {
		for n, c := range s.causes {
			if s.changes(c).Has(r) {
				for ; n >= 0; n = s.causes[n].parent {
					keep[n] = true
				}
				break
			}
		}
	}
	return keep
}

func (s *search) cause(c *cause, parent int) engines.Cause {
	t := s.trace
	out := engines.Cause{
		Parent: parent, Direct: c.direct, Text: c.predicate.text, Minimal: c.minimal && c.entailed,
		At: t.code.p.Position(t.at(c.predicate.instance)),
	}
	instances := append(slices.Clone(c.instances), t.jumps(c)...)
	t.sort(instances)
	for _, i := range slices.Compact(instances) {
		out.Steps = append(out.Steps, s.step(i))
	}
	return out
}

// step describes an instance.
func (s *search) step(i int32) engines.CauseStep {
	t := s.trace
	at := t.code.lines(t.at(i))
	out := engines.CauseStep{At: t.code.p.Position(t.at(i)), EndLine: int(at.to)}
	changes := s.changesOf(i)
	out.Changes = s.blame.d.IDs(changes)
	if i < 0 {
		out.Values = []string{"initial value of " + t.code.p.Globals[-2-i].Source}
		if t.code.p.Globals[-2-i].Source == "" {
			out.Values = []string{"text"}
		}
		return out
	}
	n := &t.instances[i]
	out.Func, out.Nth = t.code.p.Funcs[n.fn].Source, int(n.nth)
	if n.stmt < 0 {
		out.EndLine = out.At.Line
	}
	out.Values = t.shown(i)
	return out
}

// changesOf returns the changes of an instance, and those that took away what it read.
func (s *search) changesOf(i int32) delta.Set {
	return s.blame.of(s.trace, i).Union(s.blame.missing(s.trace, i, func(key [2]int32, before int32) bool {
		first, ok := s.executed[key]
		return ok && first <= before
	}))
}
