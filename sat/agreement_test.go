package sat_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"testing"

	"github.com/riftlab/rift/sat"
)

// mixed is a random formula near the threshold of difficulty: ratio times as
// many ternary clauses as variables, some longer ones, and a few binary ones.
func mixed(r *rand.Rand, vars int, ratio float64) formula {
	f := random3SAT(r.Uint64(), vars, ratio)
	for range vars / 2 {
		f.clauses = append(f.clauses, []int{randomLit(r, vars), randomLit(r, vars), randomLit(r, vars), randomLit(r, vars)})
	}
	for range vars / 12 {
		f.clauses = append(f.clauses, []int{randomLit(r, vars), randomLit(r, vars)})
	}
	r.Shuffle(len(f.clauses), func(i, j int) { f.clauses[i], f.clauses[j] = f.clauses[j], f.clauses[i] })
	return f
}

// TestStreamsAgree grows formulas that are large enough for restarts,
// reductions and simplification to happen, under changing
// assumptions. Models and cores are checked, cores by solving them again.
func TestStreamsAgree(t *testing.T) {
	const vars = 180
	fresh := func() sat.Solver { return sat.NewCDCL(sat.CDCLOptions{}) }
	for seed := range uint64(2) {
		r := rand.New(rand.NewPCG(seed, 9))
		f := mixed(r, vars, 3.95)
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
		if st := solvers[1].Stats(); st.Conflicts < 2000 || st.Reductions == 0 || st.Restarts == 0 {
			t.Errorf("seed %d is too easy to test anything: %+v", seed, st)
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
			for seed := range uint64(24) {
				f := mixed(rand.New(rand.NewPCG(seed, 10)), 130, 3.75)
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
			if verdicts[sat.Sat] < 5 || verdicts[sat.Unsat] < 5 {
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
	const branches = 150
	counts := []int{
		parserPath(sat.Check(cdcl(), cdcl), branches, noWeight),
		parserPath(gini(), branches, noWeight),
		parserPath(focused{sat.NewCDCL(sat.CDCLOptions{})}, branches, inputHash),
	}
	if counts[0] != counts[1] || counts[0] != counts[2] || counts[0] == 2*branches {
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
