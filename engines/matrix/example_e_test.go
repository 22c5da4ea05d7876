package matrix

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// exampleE is the program of the paper's Figure 1; the lines carry its numbers.
const exampleE = `#include <stdio.h>
void e(int x, int y)
{
	if (x <= 2) /* 1 */
		y++; /* 2 */
	else
		y--; /* 4 */
	/* 5 */
	if (y > 2) /* 6 */
		printf("1\n"); /* 7 */
	else
		printf("0\n"); /* 9 */
}
`

func version(name, text string) *program.Version {
	return &program.Version{Name: name, Files: []program.SourceFile{{Name: "e.c", Text: text}}, Sealed: true}
}

func assessor(t *testing.T, old, new string, opt Options) *Assessor {
	t.Helper()
	o, n := enginetest.Build(t, version("old", old)), enginetest.Build(t, version("new", new))
	a, err := NewAssessor(t.Context(), o.Version, n.Version, o.Program, n.Program, opt)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func inputsE() []program.Input {
	var list []program.Input
	for x := 1; x <= 10; x++ {
		for y := 1; y <= 10; y++ {
			list = append(list, program.Input{Entry: "e", Values: []program.Value{program.IntValue("x", 4, int64(x)), program.IntValue("y", 4, int64(y))}})
		}
	}
	return list
}

// monitored monitors inputs.
func monitored(t *testing.T, a *Assessor, inputs []program.Input) []*Coverage {
	t.Helper()
	var list []*Coverage
	for i := range inputs {
		c, err := a.Monitor(t.Context(), &inputs[i])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// ratio is how many inputs satisfy a requirement and how many of these differ.
type ratio struct{ inputs, differ int }

func count(q *Requirement, pool []*Coverage) (r ratio) {
	for _, c := range pool {
		if c.Satisfies(q) {
			r.inputs++
			if c.Differs {
				r.differ++
			}
		}
	}
	return r
}

// table returns the counts of the requirements of a criterion at a distance by
// the lines of the chain, without those of the changes alone.
func table(a *Assessor, c Criterion, distance int, pool []*Coverage) map[string]ratio {
	m := map[string]ratio{}
	for _, q := range a.Requirements(c, distance) {
		if q.Length > 0 {
			m[strings.ReplaceAll(lines.ReplaceAllString(q.Text, "$1"), " with condition ", "/")] = count(&q, pool)
		}
	}
	return m
}

var lines = regexp.MustCompile(`e\.c:(\d+):\d+`)

// TestExampleE holds the chains of Figure 1 to Table 1, and the state
// requirements to what section 3.2.2 says of them.
func TestExampleE(t *testing.T) {
	a := assessor(t, exampleE, strings.Replace(exampleE, "x <= 2", "x > 2", 1), Options{Distance: 3, Entry: "e"})
	all := monitored(t, a, inputsE())
	for d, want := range []map[string]ratio{
		{},
		{"4 -> 5": {80, 16}, "4 -> 7": {20, 4}},
		{"4 -> 5 -[y]-> 9": {80, 16}, "4 -> 7 -[y]-> 9": {20, 4}},
		{
			"4 -> 5 -[y]-> 9 -> 10": {72, 16}, "4 -> 5 -[y]-> 9 -> 12": {8, 0},
			"4 -> 7 -[y]-> 9 -> 10": {14, 0}, "4 -> 7 -[y]-> 9 -> 12": {6, 4},
		},
	} {
		if diff := cmp.Diff(want, table(a, Chain, d, all), cmp.AllowUnexported(ratio{})); diff != "" {
			t.Errorf("distance %d: %s", d, diff)
		}
	}
	want := map[string]ratio{
		"4 -> 5 -[y]-> 9 -> 10/2": {16, 16}, "4 -> 5 -[y]-> 9 -> 12/2": {0, 0},
		"4 -> 7 -[y]-> 9 -> 10/2": {0, 0}, "4 -> 7 -[y]-> 9 -> 12/2": {4, 4},
	}
	for k, r := range table(a, Full, 3, all) {
		if strings.HasSuffix(k, "/2") && r != want[k] {
			t.Errorf("%s: %v, want %v", k, r, want[k])
		}
		if strings.HasSuffix(k, "/1") && r.inputs != 0 { // x and y are dead at the outputs
			t.Errorf("%s: %v, want none", k, r)
		}
	}
	// The chances of section 3.2.1: of the change alone, of all chains of length
	// one and three, of four random inputs.
	for _, x := range []struct {
		criterion Criterion
		distance  int
		want      string
	}{{Stmt, 0, "20.0 %"}, {Chain, 1, "36.0 %"}, {Chain, 3, "74.1 %"}} {
		miss := 1.0
		for _, q := range a.Requirements(x.criterion, x.distance) {
			if q.Length > 0 || x.criterion == Stmt {
				r := count(&q, all)
				miss *= 1 - float64(r.differ)/float64(r.inputs)
			}
		}
		if got := fmt.Sprintf("%.1f %%", 100*(1-miss)); got != x.want {
			t.Errorf("%s at distance %d: %s, want %s", x.criterion, x.distance, got, x.want)
		}
	}
	if got := fmt.Sprintf("%.0f %%", 100*(1-math.Pow(1-.2, 4))); got != "59 %" {
		t.Errorf("four random inputs: %s", got)
	}
	r := rand.New(rand.NewPCG(1, 1))
	if n, _, _ := newPool(a.Requirements(Full, 3), newMatched(all)).detection(r, 100); n != 100 {
		t.Errorf("%d of 100 suites that satisfy full show a difference", n)
	}
}

// TestFormulasOfExampleE holds the conditions at the ends of the chains to those
// of section 3.2.2, as formulas: with the inputs of Table 1, and with all.
func TestFormulasOfExampleE(t *testing.T) {
	a := assessor(t, exampleE, strings.Replace(exampleE, "x <= 2", "x > 2", 1), Options{Distance: 3, Entry: "e"})
	entryStates := a.entryStatesOf(0)
	if len(entryStates.entryStates) != 1 || !entryStates.all {
		t.Fatalf("%d places at which the change begins, all: %v", len(entryStates.entryStates), entryStates.all)
	}
	p, err := a.explored(t.Context(), entryStates.entryStates[0])
	if err != nil {
		t.Fatal(err)
	}
	s := p.e.Terms()
	if p.open != s.False() || len(p.cuts) > 0 {
		t.Errorf("open: %s, %v", s.String(p.open), p.cuts)
	}
	x, y := s.Var("@x", 32), s.Var("@y", 32)
	c := func(v uint64) bitvec.Term { return s.Const(32, v) }
	gt := func(a, b bitvec.Term) bitvec.Term { return s.Slt(b, a) }
	up, down := s.Add(y, c(1)), s.Sub(y, c(1))
	want := map[string][2]bitvec.Term{ // condition 1, condition 2
		"4 -> 5":                {s.False(), gt(x, c(2))},
		"4 -> 7":                {s.False(), s.Not(gt(x, c(2)))},
		"4 -> 5 -[y]-> 9":       {gt(x, c(2)), s.False()},
		"4 -> 7 -[y]-> 9":       {s.Not(gt(x, c(2))), s.False()},
		"4 -> 5 -[y]-> 9 -> 10": {s.False(), s.Conj(gt(x, c(2)), gt(up, c(2)), s.Not(gt(down, c(2))))},
		"4 -> 5 -[y]-> 9 -> 12": {s.False(), s.Conj(gt(x, c(2)), s.Not(gt(up, c(2))), gt(down, c(2)))},
		"4 -> 7 -[y]-> 9 -> 10": {s.False(), s.Conj(s.Not(gt(x, c(2))), gt(down, c(2)), s.Not(gt(up, c(2))))},
		"4 -> 7 -[y]-> 9 -> 12": {s.False(), s.Conj(s.Not(gt(x, c(2))), s.Not(gt(down, c(2))), gt(up, c(2)))},
	}
	ev := bitvec.NewOneShot(s, bitvec.SolverOptions{})
	for i := range a.chains.list {
		if a.chains.list[i].length == 0 {
			continue
		}
		text := lines.ReplaceAllString(a.chains.text(i, a.versions.old), "$1")
		for k, w := range want[text] {
			got := p.chains[int32(i)].state[k+1].term(s)
			answer := ev.Check(t.Context(), bitvec.Query{Constraints: []bitvec.Term{s.Xor(got, w)}})
			if answer.Verdict != sat.Unsat {
				t.Errorf("%s, condition %d: %s, want %s", text, k+1, s.String(got), s.String(w))
			}
		}
	}
	a.both = true
	for i, c := range monitored(t, a, inputsE()) {
		if c.Traces > 0 || len(c.apart) > 0 {
			t.Errorf("input %d: %d conditions without formula, apart: %v", i, c.Traces, c.apart)
		}
	}
}

// TestExampleE12 is the example with two changes of section 3.3: the second is
// executed after the first, which changes y.
func TestExampleE12(t *testing.T) {
	both := strings.Replace(strings.Replace(exampleE, "x <= 2", "x > 2", 1), "/* 5 */", "y *= 2; /* 5 */", 1)
	for _, multiple := range []Multiple{Conservative, Precise} {
		a := assessor(t, exampleE, both, Options{Distance: 1, Entry: "e", Multiple: multiple})
		all := monitored(t, a, inputsE())
		got := table(a, Full, 1, all)
		if r := got["8 -[y]-> 9"]; r.inputs != 100 {
			t.Errorf("%s: the chain from the second change is covered by %v inputs, want all", multiple, r)
		}
		for _, c := range []string{"/1", "/2"} {
			r, required := got["8 -[y]-> 9"+c]
			if required == (multiple == Conservative) {
				t.Errorf("%s: condition %s of the second change is a requirement: %t", multiple, c, required)
			}
			if r.inputs != 0 {
				t.Errorf("%s: condition %s of the second change counts in %v runs, though the first has infected y in all", multiple, c, r)
			}
		}
	}
}

// TestChangesApart has changes at both sides of the first condition: neither
// affects the other, so both keep their state requirements.
func TestChangesApart(t *testing.T) {
	two := strings.Replace(strings.Replace(exampleE, "y++", "y += 2", 1), "y--", "y -= 2", 1)
	for _, multiple := range []Multiple{Conservative, Precise} {
		a := assessor(t, exampleE, two, Options{Distance: 1, Entry: "e", Multiple: multiple})
		got := table(a, Full, 1, monitored(t, a, inputsE()))
		want := map[string]ratio{"5 -[y]-> 9": {20, 2}, "5 -[y]-> 9/1": {20, 2}, "5 -[y]-> 9/2": {}, "7 -[y]-> 9": {80, 8}, "7 -[y]-> 9/1": {80, 8}, "7 -[y]-> 9/2": {}}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(ratio{})); diff != "" {
			t.Errorf("%s: %s", multiple, diff)
		}
	}
}
