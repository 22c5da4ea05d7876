package symexec

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/engines/symexec/input"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// summarised are expressions of functions with summaries, over strings s and t
// of a few bytes that vary and a character c.
var summarised = []struct {
	name, expr string
	bytes      int // of s that vary
	digits     bool
}{
	{"strlen", "strlen(s)", 4, false},
	{"strlen+1", "strlen(s + 1)", 4, false},
	{"strnlen", "strnlen(s, 3)", 4, false},
	{"strnlen-short", "strnlen(s, 9)", 3, false},
	{"strcmp", "strcmp(s, t)", 2, false},
	{"strcmp-constant", `strcmp(s, "ab")`, 3, false},
	{"strcmp-reversed", `strcmp("ab", s)`, 3, false},
	{"strncmp", "strncmp(s, t, 2)", 3, false},
	{"strncmp-constant", `strncmp(s, "abc", 2)`, 3, false},
	{"strcasecmp", `strcasecmp(s, "a[")`, 3, false},
	{"strcasecmp-both", "strcasecmp(s, t)", 1, false},
	{"strncasecmp", `strncasecmp(s, "Zz", 2)`, 3, false},
	{"memcmp", "memcmp(s, t, 2)", 2, false},
	{"strchr", "place(s, strchr(s, 'x'))", 3, false},
	{"strchr-NUL", "place(s, strchr(s, 0))", 3, false},
	{"strchr-symbolic", "place(s, strchr(s, c))", 2, false},
	{"strchr-set", `strchr("+-*/", c) != 0`, 0, false},
	{"strchr-set-place", `place(set, strchr(set, c))`, 0, false},
	{"strchrnul", "place(s, strchrnul(s, 'x'))", 3, false},
	{"strrchr", "place(s, strrchr(s, 'x'))", 3, false},
	{"strrchr-symbolic", "place(s, strrchr(s, c))", 2, false},
	{"memchr", "place(s, memchr(s, 'x', 3))", 3, false},
	{"memchr-symbolic", "place(s, memchr(s, c, 2))", 2, false},
	{"memcpy", "(memcpy(t, s, c & 3), digest(t))", 3, false},
	{"memmove", "(memmove(s + 1, s, c & 3), digest(s))", 3, false},
	{"memset", "(memset(s, s[1], c & 3), digest(s))", 3, false},
	{"strspn", `strspn(s, "ab")`, 2, false},
	{"strcspn", `strcspn(s, "ab")`, 2, false},
	{"atoi", "atoi(s)", 3, true},
	{"strtol", "strtol(s, 0, 10)", 3, true},
	{"strtoul", "strtoul(s, 0, 10)", 3, true},
	{"strtol-end", "(strtol(s, &end, 10), place(s, end))", 3, true},
	{"strtoul-end", "(long)(strtoul(s, &end, 10) * 8) + place(s, end)", 3, true},
}

// summarySource is a function f of the bytes of s and t and of c whose result
// is the expression.
func summarySource(expr string, bytes int) string {
	var params, fill strings.Builder
	for i := range bytes {
		fmt.Fprintf(&params, "char s%d, char t%d, ", i, i)
		fmt.Fprintf(&fill, "\ts[%d] = s%d;\n\tt[%d] = t%d;\n", i, i, i, i)
	}
	return fmt.Sprintf(`#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static long place(const char *s, const char *p) { return p ? p - s : -1; }
static char s[%d], t[%d], set[] = "xyzx";
static char *end;
static long digest(const char *p) { int x; memcpy(&x, p, sizeof x); return x; }
long f(%schar c)
{
%s	return %s;
}
int main(void) { return 0; }
`, bytes+1, bytes+1, params.String(), fill.String(), expr)
}

// resultTerm returns what the entry function of a path returned as a term.
func resultTerm(e *Explorer, p *Path) bitvec.Term {
	entry := p.state.Shown.Result
	return e.terms.Term(entry.Value(e.terms), 8*len(entry.Data))
}

func explorePaths(t testing.TB, e *Explorer, m *program.InputModel) []*Path {
	t.Helper()
	var paths []*Path
	if err := e.Explore(t.Context(), m, func(p *Path) error {
		paths = append(paths, p)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return paths
}

// Every summary gives what the C code gives: for each path through the C code
// and each with the summary, no input takes both and sees different results.
func TestSummariesAreProved(t *testing.T) {
	for _, c := range summarised {
		t.Run(c.name, func(t *testing.T) {
			p := compileC(t, "p.c", summarySource(c.expr, c.bytes))
			e, err := New(p, Options{NoSummaries: true})
			if err != nil {
				t.Fatal(err)
			}
			m := &program.InputModel{Entry: "f"}
			plain := explorePaths(t, e, m)
			e.opt.NoSummaries = false
			e.machine = exec.New(e.code, e.opt.machine(), e.terms, e.solver, decisions{e}, nil, &e.Stats.Tally)
			short := explorePaths(t, e, m)
			if len(short) >= len(plain) {
				t.Errorf("%d paths with the summary, %d without", len(short), len(plain))
			}
			if !e.Stats.Exhaustive() {
				t.Fatalf("not exhaustive: %+v", e.Stats)
			}
			e.solver.QuerySteps = 50_000_000
			for _, a := range plain {
				for _, b := range short {
					q := append(append([]bitvec.Term{}, a.Condition...), b.Condition...)
					q = append(q, e.terms.Ne(resultTerm(e, a), resultTerm(e, b)))
					got := e.solver.Ask(t.Context(), q)
					if got.Verdict != sat.Unsat {
						t.Fatalf("are there different results? %v; such as for %s", got.Verdict, b.Input.Key())
					}
				}
			}
			compareRandomly(t, e, p, short)
		})
	}
}

// compareRandomly runs random inputs in the concrete machine, and evaluates the
// result of the one path that each takes.
func compareRandomly(t *testing.T, e *Explorer, p *program.Program, paths []*Path) {
	t.Helper()
	m, err := vm.New(p, vm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, r := m.NewRun(), rand.New(rand.NewPCG(1, 9))
	const letters = "\x00abxyz+-* 019[AZ\xff\t"
	for range 200 {
		in := paths[0].Input
		in.Values = append([]program.Value{}, in.Values...)
		st := &State{Input: &input.Inputs{}}
		for n := range e.solver.Vars {
			st.Path.Set(int32(n), 0)
		}
		for i, v := range in.Values {
			b := letters[r.IntN(len(letters))]
			in.Values[i].Data = program.Bytes{b}
			if term, ok := e.terms.Lookup(v.Name); ok {
				st.Path.Set(e.solver.Number(term), uint64(b))
			}
		}
		e.solver.Renew(&st.Path)
		out, err := x.Run(t.Context(), &in)
		if err != nil {
			t.Fatal(err)
		}
		taken := 0
		for _, path := range paths {
			if !e.solver.Holds(&st.Path, e.terms.Conj(path.Condition...)) {
				continue
			}
			taken++
			if got, want := e.solver.Eval(&st.Path, resultTerm(e, path)), memory.GetWord(out.Result.Data, 8); got != want {
				t.Fatalf("%s: %d, the concrete machine gives %d", in.Key(), int64(got), int64(want))
			}
		}
		if taken != 1 {
			t.Fatalf("%s takes %d paths", in.Key(), taken)
		}
	}
}

// Where a summary would have to read what may not be read, the C code runs, and
// finds the fault.
func TestSummariesDecline(t *testing.T) {
	for _, c := range []struct{ name, body string }{
		{"no end", "char s[2] = {x, x}; return strlen(s);"},
		{"never written", "char s[4]; s[0] = x; return strlen(s);"},
		{"no such object", "return strlen((char *)4 + x);"},
		{"beyond a NUL", `char s[2] = {x, 0}; return strcmp(s, "aa") ? 0 : s[x];`},
		{"freed", "char *s = malloc(2); s[0] = x; s[1] = 0; free(s); return strlen(s);"},
	} {
		text := "#include <string.h>\n#include <stdlib.h>\nint f(char x) { " + c.body + " }\nint main(void) { return 0; }\n"
		p := compileC(t, "p.c", text)
		count := func(opt Options) (faults int) {
			paths, _ := explore(t, p, &program.InputModel{Entry: "f"}, opt)
			for _, path := range paths {
				if path.Outcome.Ending == program.Faulted {
					faults++
				}
			}
			return faults
		}
		if with, without := count(Options{}), count(Options{NoSummaries: true}); with != without {
			t.Errorf("%s: %d faults, %d without summaries", c.name, with, without)
		}
	}
}

// BenchmarkSummaries explores each function with its summary and without, and
// reports paths and time.
func BenchmarkSummaries(b *testing.B) {
	for _, c := range summarised {
		p := compileC(b, "p.c", summarySource(c.expr, c.bytes+2))
		for _, without := range []bool{true, false} {
			name := c.name + "/summary"
			if without {
				name = c.name + "/C"
			}
			b.Run(name, func(b *testing.B) {
				paths, begin := 0, time.Now()
				for b.Loop() {
					e, err := New(p, Options{NoSummaries: without})
					if err != nil {
						b.Fatal(err)
					}
					paths = len(explorePaths(b, e, &program.InputModel{Entry: "f"}))
				}
				b.ReportMetric(float64(paths), "paths")
				b.ReportMetric(float64(paths)*float64(b.N)/time.Since(begin).Seconds(), "paths/s")
			})
		}
	}
}
