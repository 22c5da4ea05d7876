package gen

import (
	"context"
	"testing"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/sat"
)

// TestHard: instances are the same each time, no two of a family are one, and
// what a little work decides of them is what the family is made for.
func TestHard(t *testing.T) {
	seen := map[string]string{}
	for _, inst := range Hard(6) {
		s, again := bitvec.NewStore(), bitvec.NewStore()
		text, second := "", ""
		cs := inst.Build(s)
		for _, v := range s.Support(cs...) { // String says no widths
			text += s.Sort(v).String() + " "
		}
		for _, c := range cs {
			text += s.String(c) + "\n"
		}
		same := inst.Build(again)
		for _, v := range again.Support(same...) {
			second += again.Sort(v).String() + " "
		}
		for _, c := range same {
			second += again.String(c) + "\n"
		}
		if text != second {
			t.Errorf("%s is not the same twice", inst.Name)
		}
		if other, ok := seen[text]; ok {
			t.Errorf("%s is %s", inst.Name, other)
		}
		seen[text] = inst.Name
		a := bitvec.NewOneShot(s, bitvec.SolverOptions{}).Check(context.Background(), bitvec.Query{Constraints: cs, Limits: sat.Limits{Steps: 5e4}})
		if want, ok := hardVerdicts[inst.Name]; ok && a.Verdict != sat.Unknown && a.Verdict != want {
			t.Errorf("%s: %v, want %v", inst.Name, a, want)
		}
	}
}

// hardVerdicts are verdicts that follow from how an instance is made.
var hardVerdicts = map[string]sat.Verdict{
	"multiplier-0": sat.Unsat, "multiplier-2": sat.Sat, "karatsuba-0": sat.Unsat, "karatsuba-3": sat.Unsat,
	"division-0": sat.Unsat, "division-1": sat.Unsat, "factoring-0": sat.Sat, "factoring-2": sat.Unsat,
	"sorting-0": sat.Unsat, "sorting-2": sat.Sat, "table-0": sat.Sat, "table-1": sat.Sat,
}
