package sat_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"testing"

	"github.com/riftlab/rift/sat"
)

// mixed is a random formula near the threshold of difficulty, with clauses of
// two to five literals.
func mixed(r *rand.Rand, vars int) formula {
	f := formula{vars: vars}
	for weight := 0.0; weight < 3.3*float64(vars); {
		c := make([]int, 2+min(r.IntN(5), r.IntN(5)))
		for i := range c {
			c[i] = randomLit(r, vars)
		}
		f.clauses = append(f.clauses, c)
		weight += 8 / float64(int(1)<<len(c))
	}
	return f
}

// TestStreamsAgree grows formulas that are large enough for restarts,
// reductions, vivification and simplification to happen, under changing
// assumptions. Models and cores are checked, cores by solving them again.
func TestStreamsAgree(t *testing.T) {
	const vars = 110
	fresh := func() sat.Solver { return sat.NewCDCL(sat.CDCLOptions{}) }
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 9))
		f := mixed(r, vars)
		var solvers []sat.Solver
		for _, b := range backends() {
			s := sat.Check(b.make(), fresh)
			load(s, formula{vars, nil})
			solvers = append(solvers, s)
		}
		var assumptions []int
		for i, c := range f.clauses {
			for _, s := range solvers {
				s.AddClause(lits(c...)...)
			}
			if i%10 != 0 || i < len(f.clauses)/2 {
				continue
			}
			assumptions = append(assumptions[:r.IntN(len(assumptions)+1)], randomLit(r, vars), randomLit(r, vars))
			want := solve(solvers[0], assumptions...).Verdict
			for k, s := range solvers[1:] {
				if got := solve(s, assumptions...).Verdict; got != want {
					t.Fatalf("seed %d, clause %d: %s says %v, %s says %v", seed, i, backends()[k+1].name, got, backends()[0].name, want)
				}
			}
		}
	}
}

// TestAgainstPrograms compares verdicts with minisat and cadical where they are
// installed.
func TestAgainstPrograms(t *testing.T) {
	for _, program := range [][]string{{"cadical", "-q", "-n"}, {"minisat", "-verb=0"}} {
		t.Run(program[0], func(t *testing.T) {
			if _, err := exec.LookPath(program[0]); err != nil {
				t.Skipf("%s is not installed", program[0])
			}
			verdicts := map[sat.Verdict]int{}
			for seed := range uint64(60) {
				f := mixed(rand.New(rand.NewPCG(seed, 10)), 100)
				want, err := runProgram(t, program, f)
				if err != nil {
					t.Fatal(err)
				}
				verdicts[want]++
				for _, b := range backends() {
					s := sat.Check(b.make(), nil)
					load(s, f)
					if got := solve(s).Verdict; got != want {
						t.Errorf("seed %d: %s says %v, %s %v", seed, b.name, got, program[0], want)
					}
				}
			}
			if verdicts[sat.Sat] < 10 || verdicts[sat.Unsat] < 10 {
				t.Errorf("the formulas are one-sided: %v", verdicts)
			}
		})
	}
}

// TestStreamFamilies compares the benchmarks' streams across configurations by
// the number of satisfiable queries. What no condition reads cannot matter, so
// the path has the same answers with and without its dead weight.
func TestStreamFamilies(t *testing.T) {
	cdcl := func() sat.Solver { return sat.NewCDCL(sat.CDCLOptions{}) }
	gini := func() sat.Solver { return sat.NewGini() }
	if a, b := fixedAdders(sat.Check(cdcl(), nil)), fixedAdders(gini()); a != b || a == 0 || a == 500 {
		t.Errorf("adders: cdcl answers %d queries sat, gini %d", a, b)
	}
	counts := []int{
		parserPath(sat.Check(cdcl(), cdcl), noWeight),
		parserPath(gini(), noWeight),
		growingHash(focused{sat.NewCDCL(sat.CDCLOptions{})}),
	}
	if counts[0] != counts[1] || counts[0] != counts[2] || counts[0] == 600 {
		t.Errorf("path: satisfiable queries %v", counts)
	}
}

// TestSolvingDoesNotAllocate runs a search a second time from the same state:
// only slices that grow beyond their first size may allocate.
func TestSolvingDoesNotAllocate(t *testing.T) {
	s := sat.NewCDCL(sat.CDCLOptions{})
	load(s, random3SAT(1, 120, 4.0))
	assumptions := lits(1, -2, 3)
	ctx := context.Background()
	s.Solve(ctx, sat.Limits{}, assumptions...)
	allocs := testing.AllocsPerRun(20, func() {
		s.Solve(ctx, sat.Limits{}, assumptions[:2]...)
		s.Solve(ctx, sat.Limits{}, assumptions...)
	})
	if allocs > 8 {
		t.Error(fmt.Sprint("allocations per pair of queries: ", allocs))
	}
}
