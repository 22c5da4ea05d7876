package smtlib_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/internal/gen"
	"github.com/riftlab/rift/bitvec/smtlib"
	"github.com/riftlab/rift/sat"
)

// references are the solvers we compare with, where they are installed.
var references = []struct {
	command []string
	logic   string // the one that allows most of what it understands
	plain   bool   // knows no constant arrays, and neither push nor pop
}{
	{[]string{"z3", "-in", "-t:10000"}, "ALL", false},
	{[]string{"cvc5", "--lang=smt2", "--incremental", "--arrays-exp", "--tlimit-per=10000"}, "ALL", false},
	{[]string{"boolector", "--smt2"}, "QF_ABV", true},
}

// formula is one random formula of a batch.
type formula struct {
	seed  int
	store *bitvec.Store
	cs    []bitvec.Term
}

func randomFormula(seed int) formula {
	s := bitvec.NewStore(bitvec.WithoutRewriting())
	cfg := gen.Config{MaxWidth: []int{4, 8, 16, 64}[seed%4], Terms: 5 + seed%45, Arrays: seed%3 == 0, ArrayEq: seed%9 == 0}
	return formula{seed, s, gen.Random(s, rand.New(rand.NewPCG(2, uint64(seed))), cfg)}
}

// script writes a batch, each formula on a level of its own.
func script(logic string, fs []formula) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "(set-logic %s)\n", logic)
	for _, f := range fs {
		b.WriteString("(push 1)\n")
		_ = smtlib.Declare(&b, f.store, f.store.Support(f.cs...))
		for _, c := range f.cs {
			_ = smtlib.Assert(&b, f.store, c)
		}
		b.WriteString("(check-sat)\n(pop 1)\n")
	}
	return b.String()
}

func answers(t *testing.T, out string) []string {
	var as []string
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		switch line {
		case "sat", "unsat", "unknown":
			as = append(as, line)
		case "":
		default:
			t.Fatalf("solver says: %s", line)
		}
	}
	return as
}

// TestAgainstOtherSolvers compares verdicts on random formulas; RIFT_RANDOM
// sets how many (the longer target uses 100000).
func TestAgainstOtherSolvers(t *testing.T) {
	total, first := number(t, "RIFT_RANDOM", 600), number(t, "RIFT_RANDOM_FROM", 0)
	const batch = 200
	for start := first; start < first+total; start += batch {
		var fs []formula
		for seed := start; seed < min(start+batch, first+total); seed++ {
			fs = append(fs, randomFormula(seed))
		}
		compareBatch(t, fs)
	}
}

// number returns an integer from the environment, or def if it is not set.
func number(t *testing.T, name string, def int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return def
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s=%s: %v", name, text, err)
	}
	return n
}

// run returns the answers of another solver to a script.
func run(t *testing.T, path string, args []string, input string) []string {
	cmd := exec.Command(path, args...)
	cmd.Stdin = strings.NewReader(input)
	text, _ := cmd.CombinedOutput() // the exit status says nothing more
	return answers(t, string(text))
}

func compareBatch(t *testing.T, fs []formula) {
	var out bytes.Buffer
	if _, err := smtlib.Execute(context.Background(), strings.NewReader(script("QF_ABV", fs)), &out, smtlib.Options{Check: true}); err != nil {
		t.Fatalf("formulas from %d: %v\n%s", fs[0].seed, err, out.String())
	}
	ours := answers(t, out.String())
	if len(ours) != len(fs) {
		t.Fatalf("formulas from %d: %d answers to %d questions", fs[0].seed, len(ours), len(fs))
	}
	// Asked alone, a formula takes the way through the rewriting pass.
	for i, f := range fs {
		var q bytes.Buffer
		if err := smtlib.WriteQuery(&q, f.store, f.cs, sat.Unknown); err != nil {
			t.Fatal(err)
		}
		var alone bytes.Buffer
		if _, err := smtlib.Execute(context.Background(), &q, &alone, smtlib.Options{Check: true}); err != nil {
			t.Fatalf("formula %d: %v", f.seed, err)
		}
		if got := strings.TrimSpace(alone.String()); got != ours[i] {
			t.Errorf("formula %d: %s in a session, %s alone", f.seed, ours[i], got)
		}
	}
	tried := 0
	for _, ref := range references {
		path, err := exec.LookPath(ref.command[0])
		if err != nil {
			continue
		}
		tried++
		asked := fs
		if ref.plain {
			asked = slices.DeleteFunc(slices.Clone(fs), func(f formula) bool {
				return strings.Contains(script("ALL", []formula{f}), "(as const")
			})
		}
		var theirs []string
		if ref.plain {
			for _, f := range asked {
				var q bytes.Buffer
				_ = smtlib.WriteQuery(&q, f.store, f.cs, sat.Unknown)
				theirs = append(theirs, run(t, path, ref.command[1:], q.String())...)
			}
		} else {
			theirs = run(t, path, ref.command[1:], script(ref.logic, asked))
		}
		if len(theirs) != len(asked) {
			t.Fatalf("formulas from %d: %s gives %d answers to %d questions", fs[0].seed, ref.command[0], len(theirs), len(asked))
		}
		for i, f := range asked {
			if a := ours[f.seed-fs[0].seed]; a != theirs[i] && a != "unknown" && theirs[i] != "unknown" {
				t.Errorf("formula %d: we say %s, %s says %s\n%s", f.seed, a, ref.command[0], theirs[i], script("ALL", []formula{f}))
			}
		}
	}
	if tried == 0 {
		t.Skip("none of z3, cvc5 and boolector is installed")
	}
}

// TestExternalValidates runs the second-opinion decorator end to end.
func TestExternalValidates(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("z3 is not installed")
	}
	s := bitvec.NewStore()
	x, y := s.Var("x y|z", 16), s.BoolVar("let")
	c := bitvec.NewValidator(bitvec.NewSolver(s, bitvec.SolverOptions{}), smtlib.NewExternal(s, 0, "z3", "-in"),
		func(q bitvec.Query, a, b bitvec.Answer) { t.Errorf("%v against %v", a, b) })
	for i := range 4 {
		q := bitvec.Query{Constraints: []bitvec.Term{s.Eq(s.Mul(x, x), s.Const(16, uint64(i))), s.Xor(y, s.Ult(x, s.Const(16, 9)))}}
		want := sat.Unsat
		if i < 2 { // squares are 0, 1 or 4 modulo 8
			want = sat.Sat
		}
		if a := c.Check(context.Background(), q); a.Verdict != want {
			t.Errorf("x*x = %d: %v", i, a)
		}
	}
	got := fmt.Sprint(c.Counters()[:3])
	if want := "[{validate.agreed 4} {validate.undecided 0} {validate.disagreed 0}]"; got != want {
		t.Errorf("counters %s, want %s", got, want)
	}
}
