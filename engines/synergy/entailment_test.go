package synergy

import (
	"os"
	"slices"
	"testing"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/sat"
)

// perPair is how many causes of a pair TestEntailment checks.
const perPair = 3

// maxDropped returns how many statements of a cause are left out to see that they
// are needed; of longer ones, every second, third and so on.
func maxDropped() int {
	if os.Getenv("RIFT_LONG") != "" {
		return 100
	}
	return 8
}

// TestEntailment checks the causes of all bundled pairs by formulas made anew and
// a solver that has seen nothing: the constraints of the chosen statements alone
// force the predicate, and without those of any single one it could have come
// out otherwise.
func TestEntailment(t *testing.T) {
	for _, name := range corpora.Names() {
		s, err := corpora.Bundled(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Pairs {
			if p.Failing != "" {
				t.Run(name+"/"+p.Name, func(t *testing.T) { entailed(t, name, p.Name) })
			}
		}
	}
}

func entailed(t *testing.T, subject, pair string) {
	s := searchOf(t, task(t, subject, pair))
	if _, err := s.find(); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for n, c := range s.causes {
		if n >= perPair {
			break
		}
		if !c.minimal || c.predicate.otherwise == nil || len(c.core) == 0 {
			continue
		}
		checked++
		verdict := s.asked(t, c)
		if v := verdict(c.core); v != sat.Unsat {
			t.Errorf("cause %d (%s) at lines %v: the predicate does not follow: %s", n, c.predicate.text, s.trace.causeLines(c), v)
		}
		for i := 0; i < len(c.core); i += 1 + len(c.core)/maxDropped() {
			if v := verdict(slices.Delete(slices.Clone(c.core), i, i+1)); v != sat.Sat {
				t.Errorf("cause %d (%s) at lines %v: line %d is not needed: %s", n, c.predicate.text, s.trace.causeLines(c), s.trace.lineOf(c.core[i]), v)
			}
		}
	}
	if first := s.causes[0]; checked == 0 && first.predicate.otherwise != nil {
		t.Errorf("none of %d causes has been proved minimal", len(s.causes))
	}
}

// asked returns a function that says whether the predicate of a cause could have
// come out otherwise with the constraints of a set of instances.
func (s *search) asked(t *testing.T, c *cause) func(set []int32) sat.Verdict {
	t.Helper()
	slice := s.trace.predicateSlice(c.predicate, c.addresses)
	window := s.trace.window(slice, limits{instances: s.p.Instances, steps: 50 * s.p.Instances})
	f := s.trace.formula(window, c.addresses, c.predicate)
	given := f.given(c.predicate)
	solver := bitvec.NewSolver(f.s, bitvec.SolverOptions{})
	return func(set []int32) sat.Verdict {
		q := bitvec.Query{Constraints: slices.Clone(given)}
		for _, i := range set {
			q.Constraints = append(q.Constraints, f.cons[i]...)
		}
		return solver.Check(t.Context(), q).Verdict
	}
}
