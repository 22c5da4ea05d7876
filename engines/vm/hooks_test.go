package vm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

const covered = `
int pick(int n)
{
	int r = 0;
	if (n > 10 && n < 20)
		r = 1;
	switch (n) {
	case 1: r = 2; break;
	case 2: r = 3; break;
	}
	while (n-- > 15)
		r += n;
	return r;
}
int unused(void) { return 5; }
int main(int argc, char **argv) { return pick(argc) + (argc > 2 ? pick(16) : 0); }
`

// executedLines returns the lines of the user's statements that a run began.
func executedLines(p *program.Program, c *program.Coverage) map[int]bool {
	lines := map[int]bool{}
	for f, fn := range p.Funcs {
		for s := range fn.Stmts {
			if !fn.Library && c.Stmt(f, s) {
				lines[p.Position(fn.Stmts[s].At).Line] = true
			}
		}
	}
	return lines
}

func TestCoverage(t *testing.T) {
	p := compileC(t, "covered.c", covered)
	x := newMachine(t, p, Options{Coverage: true}).NewRun()
	run(t, x, input(""))
	one := x.Coverage()
	lines := executedLines(p, one)
	for line, want := range map[int]bool{4: true, 5: true, 6: false, 8: true, 9: false, 11: true, 12: false, 13: true, 15: false, 16: true} {
		if lines[line] != want {
			t.Errorf("argc 1: line %d executed: %v", line, lines[line])
		}
	}
	run(t, x, input("", "a", "b"))
	two := x.Coverage()
	lines = executedLines(p, two)
	for line, want := range map[int]bool{6: true, 8: false, 9: false, 12: true, 15: false} {
		if lines[line] != want {
			t.Errorf("argc 3: line %d executed: %v", line, lines[line])
		}
	}
	stmts, edges := one.Totals()
	n := one.Count()
	if !one.Merge(two) || one.Merge(two) || one.Count() <= n {
		t.Error("merging adds what is new, once")
	}
	stmts2, edges2 := one.Totals()
	if stmts2.Covered <= stmts.Covered || stmts2.Total != stmts.Total || edges2.Covered <= edges.Covered || edges2.Covered >= edges2.Total {
		t.Errorf("totals %v %v, then %v %v", stmts, edges, stmts2, edges2)
	}
	checkEdges(t, p, two)
}

// checkEdges checks that covered edges agree with covered blocks.
func checkEdges(t *testing.T, p *program.Program, c *program.Coverage) {
	t.Helper()
	for f, fn := range p.Funcs {
		for b, block := range fn.Blocks {
			taken := false
			for k, to := range block.Term().Targets {
				if c.Edge(f, b, k) {
					taken = true
					if !c.Block(f, int(to)) {
						t.Errorf("%s: edge %d of block %d taken, block %d not entered", fn.Name, k, b, to)
					}
				}
			}
			if op := block.Term().Op; taken && !c.Block(f, b) || !taken && c.Block(f, b) && op == program.Branch && fn.Name == "pick" {
				t.Errorf("%s: block %d and its edges disagree", fn.Name, b)
			}
		}
	}
}

// recorder writes a trace of the user's code as text.
type recorder struct {
	p    *program.Program
	sb   strings.Builder
	last int64
	t    *testing.T
}

func (r *recorder) Step(e *Event) {
	if !e.Returned && e.Step < r.last {
		r.t.Errorf("step %d after %d", e.Step, r.last)
	}
	if !e.Returned {
		r.last = e.Step
	}
	fn := r.p.Funcs[e.Func]
	if fn.Library {
		return
	}
	if &fn.Blocks[e.Block].Instrs[e.Index] != e.Instr {
		r.t.Errorf("event names the wrong instruction")
	}
	switch e.Instr.Op {
	case program.Store:
		fmt.Fprintf(&r.sb, "store %d\n", e.B)
	case program.Load:
		fmt.Fprintf(&r.sb, "load %d\n", e.Result)
	case program.Mul:
		fmt.Fprintf(&r.sb, "%d*%d=%d\n", e.A, e.B, e.Result)
	case program.Branch:
		fmt.Fprintf(&r.sb, "branch %d\n", e.A)
	case program.Call:
		if e.Returned {
			fmt.Fprintf(&r.sb, "returned %d at depth %d\n", e.Result, e.Depth)
		} else {
			fmt.Fprintf(&r.sb, "call %v\n", e.Args)
		}
	case program.Return:
		fmt.Fprintf(&r.sb, "return %d\n", e.A)
	}
	if e.Faulted {
		fmt.Fprintf(&r.sb, "fault\n")
	}
}

func TestTrace(t *testing.T) {
	p := compileC(t, "traced.c", `
static int g[4];
static int square(int x) { return x * x; }
int main(int argc, char **argv) {
	g[1] = square(argc + 4);
	if (g[1] > 20)
		return g[1];
	return 1 / g[2];
}
`)
	x := newMachine(t, p, Options{Trace: true}).NewRun()
	r := &recorder{p: p, t: t}
	x.Tracer = r
	out := run(t, x, input(""))
	want := "call [5]\n5*5=25\nreturn 25\nreturned 25 at depth 2\nstore 25\nload 25\nbranch 1\nload 25\nreturn 25\n"
	if got := r.sb.String(); got != want || out.Status != 25 || r.last != out.Steps-1 {
		t.Errorf("status %d, last step %d of %d, trace\n%swant\n%s", out.Status, r.last, out.Steps, got, want)
	}
	// A part of the trace is the same events, and the run is the same.
	x = newMachine(t, p, Options{Trace: true, TraceOnly: func(fn int, in *program.Instr) bool {
		return !p.Funcs[fn].Library && (in.Op == program.Call || in.Op == program.Mul)
	}}).NewRun()
	r = &recorder{p: p, t: t}
	x.Tracer = r
	part := run(t, x, input(""))
	if got, want := r.sb.String(), "call [5]\n5*5=25\nreturned 25 at depth 2\n"; got != want || part.Steps != out.Steps || part.Status != 25 {
		t.Errorf("status %d after %d steps, part of the trace\n%swant\n%s", part.Status, part.Steps, got, want)
	}
	p2 := compileC(t, "traced.c", "int z;\nint main(void) { return 1 / z; }\n")
	x = newMachine(t, p2, Options{Trace: true}).NewRun()
	r = &recorder{p: p2, t: t}
	x.Tracer = r
	run(t, x, input(""))
	if got := r.sb.String(); got != "load 0\nfault\n" {
		t.Errorf("trace of a fault: %q", got)
	}
}

// slotProgram prints the numbers of objects, which are part of the semantics.
const slotProgram = `
#include <stdio.h>
#include <stdlib.h>
static unsigned long id(void *p) { return (unsigned long)p >> 32; }
static unsigned long local(void) { int x; return id(&x); }
int main(void)
{
	char *a = malloc(1), *b = malloc(1);
	unsigned long first = id(a), stack = local(), second = local(), third = local();
	free(a);
	char *c = malloc(1);
	printf("%lu %lu\n", id(b) - first, id(c) - first);
	printf("%lu %lu\n", second - stack, third - stack);
	for (int i = 0; i < 1000; i++)
		local();
	unsigned long again = local(), wait = 1;
	while (local() != again)
		wait++;
	printf("%lu\n", wait);
	char *p = 0;
	while ((unsigned long)p >> 46 == 0)
		free(p), p = malloc(1);
	printf("%lx %lx\n", (unsigned long)p, (unsigned long)malloc(1) - (unsigned long)p);
	free(p);
	char *d = malloc(1);
	free(d);
	for (int i = 0; i < 16384; i++)
		free(malloc(1));
	char *e = malloc(1), *big = malloc(4000000);
	printf("%d %lx\n", e == d, (unsigned long)big);
	return 0;
}
`

// The numbering policy of the package comment.
func TestSlots(t *testing.T) {
	out := run(t, newMachine(t, compileC(t, "slots.c", slotProgram), Options{}).NewRun(), input(""))
	// A slot waits for 256 others on the stack, and for 16384 on the heap. Narrow slots
	// follow on wide ones; what they do not hold has wide ones of its own.
	want := "1 5\n1 2\n257\n400000000000 400000\n1 300000000000\n"
	if string(out.Stdout) != want {
		t.Errorf("%s, want %s", show(out), want)
	}
}
