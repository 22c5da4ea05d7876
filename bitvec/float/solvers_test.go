package float_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/float"
	"github.com/riftlab/rift/sat"
)

// solvers are those whose theory of floating point we compare with, where they
// are installed.
var solvers = []struct {
	name  string
	args  func(limit time.Duration) []string
	share int // of so many questions, one: cvc5 takes longer
}{
	{"z3", func(d time.Duration) []string { return []string{"-in", fmt.Sprintf("-t:%d", d.Milliseconds())} }, 1},
	{"cvc5", func(d time.Duration) []string {
		return []string{"--lang=smt2", "--fp-exp", fmt.Sprintf("--tlimit-per=%d", d.Milliseconds())}
	}, 5},
}

// expr is a number, or a truth, as a term and as SMT-LIB's FloatingPoint.
type expr struct {
	term bitvec.Term
	text string
}

// maker makes both sides of an expression.
type maker struct {
	s *bitvec.Store
	m *float.Terms
	f float.Format
}

func newMaker(f float.Format) *maker {
	s := bitvec.NewStore()
	return &maker{s, float.New(s), f}
}

func sortOf(f float.Format) string { return fmt.Sprintf("(_ FloatingPoint %d %d)", f.Exp, f.Frac+1) }
func toFP(f float.Format) string   { return fmt.Sprintf("(_ to_fp %d %d)", f.Exp, f.Frac+1) }

func (k *maker) variable(name string) expr { return expr{k.s.Var(name, k.f.Bits()), name} }

func (k *maker) word(w uint64) expr {
	n := k.f.Bits()
	return expr{k.s.Const(n, w), fmt.Sprintf("(%s #b%0*b)", toFP(k.f), n, w)}
}

// number returns the constant nearest to x.
func (k *maker) number(x float64) expr {
	return k.word(float.Binary64.Convert(k.f, math.Float64bits(x)))
}

func (k *maker) op(name string, x, y expr) expr {
	var t bitvec.Term
	switch name {
	case "add":
		t = k.m.Add(k.f, x.term, y.term)
	case "sub":
		t = k.m.Sub(k.f, x.term, y.term)
	case "mul":
		t = k.m.Mul(k.f, x.term, y.term)
	case "div":
		t = k.m.Div(k.f, x.term, y.term)
	}
	return expr{t, fmt.Sprintf("(fp.%s RNE %s %s)", name, x.text, y.text)}
}

func (k *maker) sqrt(x expr) expr {
	return expr{k.m.Sqrt(k.f, x.term), "(fp.sqrt RNE " + x.text + ")"}
}
func (k *maker) neg(x expr) expr { return expr{k.m.Neg(k.f, x.term), "(fp.neg " + x.text + ")"} }

func (k *maker) fma(x, y, z expr) expr {
	return expr{k.m.Fma(k.f, x.term, y.term, z.term), fmt.Sprintf("(fp.fma RNE %s %s %s)", x.text, y.text, z.text)}
}

var smtModes = map[float.Mode]string{float.Rint: "RNE", float.Floor: "RTN", float.Ceil: "RTP", float.Trunc: "RTZ", float.Round: "RNA"}

func (k *maker) integral(mode float.Mode, x expr) expr {
	return expr{k.m.Integral(k.f, mode, x.term), fmt.Sprintf("(fp.roundToIntegral %s %s)", smtModes[mode], x.text)}
}

// through converts x to another format and back.
func (k *maker) through(g float.Format, x expr) expr {
	t := k.m.Convert(k.f, g, k.m.Convert(g, k.f, x.term))
	return expr{t, fmt.Sprintf("(%s RNE (%s RNE %s))", toFP(k.f), toFP(g), x.text)}
}

// integer converts an integer variable of n bits.
func (k *maker) integer(name string, n int) expr {
	return expr{k.m.FromInt(k.f, k.s.Var(name, n), n, true), fmt.Sprintf("(%s RNE %s)", toFP(k.f), name)}
}

func (k *maker) compare(name string, x, y expr) expr {
	var t bitvec.Term
	switch name {
	case "eq":
		t = k.m.Eq(k.f, x.term, y.term)
	case "lt":
		t = k.m.Lt(k.f, x.term, y.term)
	case "leq":
		t = k.m.Le(k.f, x.term, y.term)
	}
	return expr{t, fmt.Sprintf("(fp.%s %s %s)", name, x.text, y.text)}
}

func (k *maker) isNaN(x expr) expr { return expr{k.m.IsNaN(k.f, x.term), "(fp.isNaN " + x.text + ")"} }
func (k *maker) not(x expr) expr   { return expr{k.s.Not(x.term), "(not " + x.text + ")"} }

// question is a conjunction over x, y, z and the integers i and j.
type question struct {
	name string
	k    *maker
	ints int // width of i and j
	cs   []expr
}

func (q *question) terms() []bitvec.Term {
	var ts []bitvec.Term
	for _, c := range q.cs {
		ts = append(ts, c.term)
	}
	return ts
}

// script returns the question as a script of the theory of floating point.
func (q *question) script() string {
	var b strings.Builder
	for _, v := range []string{"x", "y", "z"} {
		fmt.Fprintf(&b, "(declare-const %s %s)\n", v, sortOf(q.k.f))
	}
	if q.ints > 0 {
		fmt.Fprintf(&b, "(declare-const i (_ BitVec %d))\n(declare-const j (_ BitVec %d))\n", q.ints, q.ints)
	}
	for _, c := range q.cs {
		fmt.Fprintf(&b, "(assert %s)\n", c.text)
	}
	b.WriteString("(check-sat)\n")
	return b.String()
}

func ask(t *testing.T, solver int, script string, limit time.Duration) []string {
	t.Helper()
	c := exec.Command(solvers[solver].name, solvers[solver].args(limit)...)
	c.Stdin = strings.NewReader(script)
	out, _ := c.CombinedOutput() // the exit status says nothing more
	var list []string
	for line := range strings.Lines(string(out)) {
		switch line = strings.TrimSpace(line); line {
		case "sat", "unsat", "unknown":
			list = append(list, line)
		case "", "cvc5 interrupted by timeout.":
		default:
			t.Fatalf("%s says %s", solvers[solver].name, line)
		}
	}
	return list
}

// randomQuestion makes one or two comparisons of small expressions.
func randomQuestion(seed uint64) *question {
	r := rand.New(rand.NewPCG(9, seed))
	formats := []float.Format{{Exp: 3, Frac: 2}, {Exp: 3, Frac: 3}, {Exp: 4, Frac: 3}, {Exp: 5, Frac: 10}}
	k := newMaker(formats[r.IntN(len(formats))])
	var build func(depth int) expr
	build = func(depth int) expr {
		if depth == 0 || r.IntN(5) == 0 {
			switch n := r.IntN(8); {
			case n < 5:
				return k.variable([]string{"x", "y", "z"}[n%3])
			case n == 5:
				return k.integer([]string{"i", "j"}[r.IntN(2)], 9)
			case n == 6:
				return k.number([]float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2, 3, -0.75, 10, math.Inf(1)}[r.IntN(10)])
			}
			return k.word(r.Uint64() & (1<<k.f.Bits() - 1))
		}
		n := r.IntN(12)
		if k.f.Bits() >= 16 && n >= 3 {
			n = 11 // others are left undecided
		}
		switch n {
		case 0:
			return k.neg(build(depth - 1))
		case 1:
			if k.f.Bits() >= 16 { // z3 4.8 knows not how in smaller formats
				return k.integral(float.Mode(r.IntN(5)), build(depth-1))
			}
		case 2:
			return k.through(float.Format{Exp: 8, Frac: 14}, build(depth-1))
		case 3:
			return k.sqrt(build(depth - 1))
		case 4, 5, 6:
			return k.op([]string{"mul", "div"}[n%2], build(depth-1), build(depth-1))
		case 7:
			return k.fma(build(depth-1), build(depth-1), build(depth-1))
		}
		return k.op([]string{"add", "sub"}[r.IntN(2)], build(depth-1), build(depth-1))
	}
	q := &question{name: fmt.Sprint(seed), k: k, ints: 9}
	for range 1 + r.IntN(3) {
		var c expr
		switch n := r.IntN(7); n {
		case 0:
			c = k.isNaN(build(2))
		default:
			c = k.compare([]string{"eq", "lt", "leq"}[n%3], build(2), build(1))
		}
		if r.IntN(3) == 0 {
			c = k.not(c)
		}
		q.cs = append(q.cs, c)
	}
	return q
}

// Verdicts on random questions are those of other solvers' theories of
// floating point. RIFT_FLOATS sets how many hundreds.
func TestAgainstSolvers(t *testing.T) {
	const limit = 200 * time.Millisecond
	n := 100
	var k int
	if _, err := fmt.Sscan(os.Getenv("RIFT_FLOATS"), &k); err == nil {
		n *= k
	}
	var ours, scripts []string
	verdicts := map[string]int{}
	for seed := range n {
		q := randomQuestion(uint64(seed))
		a := bitvec.NewOneShot(q.k.s, bitvec.SolverOptions{}).Check(t.Context(), bitvec.Query{Constraints: q.terms(), Limits: sat.Limits{Steps: 2e5}})
		ours = append(ours, a.Verdict.String())
		verdicts[a.Verdict.String()]++
		scripts = append(scripts, "(reset)\n(set-logic QF_BVFP)\n"+q.script())
	}
	if verdicts["sat"] < n/10 || verdicts["unsat"] < n/10 || verdicts["unknown"] > n/10 {
		t.Errorf("verdicts are lopsided: %v", verdicts)
	}
	found := 0
	for i := range solvers {
		if _, err := exec.LookPath(solvers[i].name); err != nil {
			continue
		}
		found++
		part := scripts[:n/solvers[i].share]
		theirs := ask(t, i, strings.Join(part, ""), limit)
		if len(theirs) != len(part) {
			t.Fatalf("%s gives %d answers to %d questions", solvers[i].name, len(theirs), len(part))
		}
		for j, verdict := range theirs {
			if ours[j] != verdict && ours[j] != "unknown" && verdict != "unknown" {
				t.Errorf("question %d: %s, but %s says %s\n%s", j, ours[j], solvers[i].name, verdict, scripts[j])
			}
		}
	}
	if found == 0 {
		t.Skip("neither z3 nor cvc5 is installed")
	}
}

// typical returns questions as programs pose them.
func typical() []*question {
	var list []*question
	add := func(name string, f float.Format, build func(k *maker, x, y, z expr) []expr) {
		k := newMaker(f)
		q := &question{name: name + " " + f.String(), k: k, ints: 32}
		q.cs = build(k, k.variable("x"), k.variable("y"), k.variable("z"))
		list = append(list, q)
	}
	for _, f := range []float.Format{float.Binary32, float.Binary64} {
		add("x+y==c", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("eq", k.op("add", x, y), k.number(3.7))}
		})
		add("x+y==c, 1<x<2", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("lt", k.number(1), x), k.compare("lt", x, k.number(2)), k.compare("eq", k.op("add", x, y), k.number(3.7))}
		})
		add("x*y==c", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("eq", k.op("mul", x, y), k.number(3.7))}
		})
		add("x*y==c, 1<x,y<2", f, func(k *maker, x, y, z expr) []expr {
			one := k.number(1)
			return []expr{k.compare("eq", k.op("mul", x, y), k.number(1.7)), k.compare("lt", one, x), k.compare("lt", one, y)}
		})
		add("x/y==c", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("eq", k.op("div", x, y), k.number(3.7))}
		})
		add("sqrt(x)==c", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("eq", k.sqrt(x), k.number(1.25))}
		})
		add("sqrt(x)==y, y>3", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("eq", k.sqrt(x), y), k.compare("lt", k.number(3), y)}
		})
		add("x*x-3x+2==0", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("eq", k.op("add", k.op("sub", k.op("mul", x, x), k.op("mul", k.number(3), x)), k.number(2)), k.number(0))}
		})
		add("x*x==2 (no)", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("eq", k.op("mul", x, x), k.number(2))}
		})
		add("x+y+z>c", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("lt", k.number(100), k.op("add", k.op("add", x, y), z)), k.compare("lt", x, k.number(50))}
		})
		add("(x+y)+z!=x+(y+z)", f, func(k *maker, x, y, z expr) []expr {
			a, b := k.op("add", k.op("add", x, y), z), k.op("add", x, k.op("add", y, z))
			return []expr{k.compare("lt", a, b)}
		})
		add("x+y!=y+x (no)", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("lt", k.op("add", x, y), k.op("add", y, x))}
		})
		add("0<x<1: x+1<=1.. (no)", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("lt", k.number(0), x), k.compare("lt", k.op("add", x, y), y), k.compare("lt", k.number(0), y)}
		})
		add("(float)i*0.5==c", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("eq", k.op("mul", k.integer("i", 32), k.number(0.5)), k.number(12345.5))}
		})
		add("(float)i+(float)j==c", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("eq", k.op("add", k.integer("i", 32), k.integer("j", 32)), k.number(123456))}
		})
		add("floor(x)==7, x!=7", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("eq", k.integral(float.Floor, x), k.number(7)), k.not(k.compare("eq", x, k.number(7)))}
		})
		add("fma(x,y,z)!=x*y+z", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("lt", k.fma(x, y, z), k.op("add", k.op("mul", x, y), z))}
		})
		add("2x+1<9, x>3.9", f, func(k *maker, x, y, z expr) []expr {
			return []expr{k.compare("lt", k.op("add", k.op("mul", x, k.number(2)), k.number(1)), k.number(9)), k.compare("lt", k.number(3.9), x)}
		})
	}
	return list
}

// TestTimes prints sizes and times of typical questions, beside other solvers,
// each given RIFT_FLOAT_TIMES, such as 20s.
func TestTimes(t *testing.T) {
	limit, err := time.ParseDuration(os.Getenv("RIFT_FLOAT_TIMES"))
	if err != nil {
		t.Skip("RIFT_FLOAT_TIMES gives no time for each question")
	}
	for _, q := range typical() {
		line := fmt.Sprintf("%-32s", q.name)
		for _, way := range []func() bitvec.Checker{
			func() bitvec.Checker { return bitvec.NewOneShot(q.k.s, bitvec.SolverOptions{}) },
			func() bitvec.Checker { return bitvec.NewChain(q.k.s, bitvec.ChainOptions{}) },
		} {
			begin := time.Now()
			c := way()
			a := c.Check(context.Background(), bitvec.Query{Constraints: q.terms(), Limits: sat.Limits{Timeout: limit}})
			line += fmt.Sprintf(" %-7s %7.3f s", a.Verdict, time.Since(begin).Seconds())
			gates := int64(0)
			for _, n := range c.Counters() {
				if n.Name == "solver.gates" {
					gates += n.Value
				}
			}
			line += fmt.Sprintf(" %6d gates %9d steps;", gates, a.Steps)
		}
		for i := range solvers {
			if _, err := exec.LookPath(solvers[i].name); err != nil {
				continue
			}
			begin := time.Now()
			verdict := ask(t, i, "(set-logic QF_BVFP)\n"+q.script(), limit)
			line += fmt.Sprintf(" %s %v %7.3f s;", solvers[i].name, verdict, time.Since(begin).Seconds())
		}
		fmt.Println(line)
	}
}
