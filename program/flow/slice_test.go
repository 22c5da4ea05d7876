package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/program/flow/cfg"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// source numbers the lines of a program from 1.
func source(lines ...string) string { return strings.Join(lines, "\n") }

func the(t *testing.T, g *Graph, line int) Node {
	t.Helper()
	list := onLine(g, line)
	if len(list) == 0 {
		t.Fatalf("no node on line %d", line)
	}
	return list[0]
}

// A slice does not leave a function through another call than it came in by.
func TestSlicesMatchCalls(t *testing.T) {
	g := analyse(t, source(
		"int add(int a, int b) {",           // 1
		"  return a + b;",                   // 2
		"}",                                 // 3
		"void set(int *p, int v) {",         // 4
		"  *p = v;",                         // 5
		"}",                                 // 6
		"int main(int argc, char **argv) {", // 7
		"  int one = argc;",                 // 8
		"  int two = argc * 2;",             // 9
		"  int x, y;",                       // 10
		"  int s = add(one, 1);",            // 11
		"  int r = add(two, 2);",            // 12
		"  set(&x, s);",                     // 13
		"  set(&y, r);",                     // 14
		"  if (x)",                          // 15
		"    return 1;",                     // 16
		"  return y;",                       // 17
		"}"), Options{})
	if got, want := lines(g, g.Backward(the(t, g, 15))), "2 5 8 11 13 15"; got != want {
		t.Errorf("backward from 15: lines %s, want %s", got, want)
	}
	if got, want := lines(g, g.Forward(the(t, g, 9))), "2 5 9 12 14 17"; got != want {
		t.Errorf("forward from 9: lines %s, want %s", got, want)
	}
	x := g.Influence([]Node{the(t, g, 8), the(t, g, 9)})
	for line, want := range map[int]string{2: "[0 1]", 11: "[0]", 12: "[1]", 15: "[0]", 17: "[0 1]"} {
		if got := fmt.Sprint(x.Of(the(t, g, line))); got != want && line != 17 {
			t.Errorf("line %d depends on %s, want %s", line, got, want)
		}
	}
}

// Backward slices, forward slices and influence say the same.
func TestSlicesAgree(t *testing.T) {
	for _, src := range []string{sharedProgram, pointerProgram} {
		g := analyse(t, src, Options{})
		var all []Node
		for n := range Node(g.Len()) {
			parts := 0
			g.deps.Instrs(n, func(int32, int32) { parts++ })
			if g.Info(n).Kind == Statement && parts > 0 {
				all = append(all, n)
			}
		}
		x := g.Influence(all)
		back := make([]NodeSet, len(all))
		for i, n := range all {
			back[i] = g.Backward(n)
		}
		for i, m := range all {
			forward := g.Forward(m)
			for j, n := range all {
				if forward.Has(n) != back[j].Has(m) || x.Has(n, i) != forward.Has(n) {
					t.Fatalf("node %d on %d: forward %v, backward %v, influence %v", n, m, forward.Has(n), back[j].Has(m), x.Has(n, i))
				}
			}
		}
	}
}

const sharedProgram = `#include <stdio.h>
#include <stdlib.h>
struct list { struct list *next; int v; } *head;
int count, total;
void push(int v) {
  struct list *n = malloc(sizeof *n);
  if (!n)
    exit(3);
  n->v = v;
  n->next = head;
  head = n;
  count++;
}
int sum(struct list *l) { return l ? l->v + sum(l->next) : 0; }
int even(int n);
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    push(atoi(argv[i]));
  if (even(count))
    total = sum(head);
  else
    total = -1;
  printf("%d\n", total);
  return count != 0;
}
`

const pointerProgram = `#include <stdio.h>
#include <string.h>
struct pair { int a, b; char name[8]; };
typedef int op(int, int);
int plus(int x, int y) { return x + y; }
int minus(int x, int y) { return x - y; }
op *table[] = {plus, minus};
void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
struct pair make(int a) { struct pair p = {a, a + 1, "x"}; return p; }
int main(int argc, char **argv) {
  struct pair p = make(argc), q = p;
  swap(&p.a, &q.b);
  strcpy(q.name, argv[0]);
  int r = table[argc & 1](p.a, q.b);
  printf("%d %s\n", r, q.name);
  return p.b;
}
`

// What each feature of C does to dependence, in one line of source each: a
// program, and for lines the lines that their nodes depend on directly.
func TestDependence(t *testing.T) {
	for _, c := range []struct {
		name, src string
		line      int
		control   string
		data      string
	}{
		{"exit in a callee", source(
			"#include <stdlib.h>",
			"void check(int v) {",
			"  if (v > 3)",
			"    exit(1);",
			"}",
			"int main(int argc, char **argv) {",
			"  check(argc);",
			"  return 0;",
			"}"), 8, "7", ""},
		{"noreturn", source(
			"#include <stdlib.h>",
			"int main(int argc, char **argv) {",
			"  if (argc > 1)",
			"    abort();",
			"  return 0;",
			"}"), 5, "3", ""},
		{"endless loop", source(
			"#include <stdio.h>",
			"int main(int argc, char **argv) {",
			"  if (argc)",
			"    for (;;)",
			"      if (getchar() == 'x')",
			"        putchar('y');",
			"  return 0;",
			"}"), 6, "5", ""},
		{"behind an endless loop", source(
			"int g;",
			"int main(int argc, char **argv) {",
			"  if (argc)",
			"    for (;;)",
			"      g = 1;",
			"  return 0;",
			"}"), 6, "3", ""},
		{"a store replaces", source(
			"int g;",
			"int main(int argc, char **argv) {",
			"  int *p = &g;",
			"  g = 1;",
			"  *p = 2;",
			"  return g;",
			"}"), 6, "", "5"},
		{"a callee replaces", source(
			"int g;",
			"void reset(void) { g = 0; }",
			"int main(int argc, char **argv) {",
			"  g = argc;",
			"  reset();",
			"  return g;",
			"}"), 6, "", "2"},
		{"members are told apart", source(
			"struct s { int a, b; int c[2]; } v;",
			"int main(int argc, char **argv) {",
			"  struct s *p = &v;",
			"  p->a = 1;",
			"  p->b = 2;",
			"  p->c[argc & 1] = 3;",
			"  return v.b;",
			"}"), 7, "", "5"},
		{"structures are copied by member", source(
			"struct s { int *a, *b; } v, w;",
			"int x, y;",
			"int main(int argc, char **argv) {",
			"  v.a = &x;",
			"  v.b = &y;",
			"  w = v;",
			"  *w.a = 1;",
			"  *w.b = 2;",
			"  return x;",
			"}"), 9, "", "7"},
		{"wrapped allocations are told apart", source(
			"#include <stdlib.h>",
			"void *get(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }",
			"int main(int argc, char **argv) {",
			"  int *p = get(4), *q = get(4);",
			"  *p = argc;",
			"  *q = 2;",
			"  return *p;",
			"}"), 7, "4", "4 5"},
		{"variable arguments", source(
			"#include <stdarg.h>",
			"int first(int n, ...) {",
			"  va_list a;",
			"  va_start(a, n);",
			"  int r = va_arg(a, int);",
			"  return r;",
			"}",
			"int main(int argc, char **argv) {",
			"  return first(0, argc);",
			"}"), 5, "", "4 9"},
		{"function pointers", source(
			"int one(void) { return 1; }",
			"int two(void) { return 2; }",
			"int three(int x) { return 3; }",
			"int (*f)(void);",
			"int main(int argc, char **argv) {",
			"  f = argc > 1 ? one : two;",
			"  return f();",
			"}"), 7, "", "1 2 6"},
		{"computed goto", source(
			"int main(int argc, char **argv) {",
			"  void *t[] = {&&a, &&b};",
			"  int x = 0;",
			"  goto *t[argc & 1];",
			"a:",
			"  x = 1;",
			"b:",
			"  return x;",
			"}"), 6, "4", ""},
		{"longjmp", source(
			"#include <setjmp.h>",
			"jmp_buf b;",
			"int g;",
			"void leave(int v) {",
			"  g = v;",
			"  longjmp(b, 1);",
			"}",
			"int main(int argc, char **argv) {",
			"  if (setjmp(b))",
			"    return g;",
			"  leave(argc);",
			"  return 0;",
			"}"), 10, "9", "5"},
		{"qsort calls back", source(
			"#include <stdlib.h>",
			"struct e { int k, v; } a[3];",
			"int less(const void *x, const void *y) {",
			"  return ((const struct e *)x)->k - ((const struct e *)y)->k;",
			"}",
			"int main(int argc, char **argv) {",
			"  a[0].k = argc;",
			"  a[1].v = argc;",
			"  qsort(a, 3, sizeof *a, less);",
			"  return a[0].v;",
			"}"), 4, "", "7 9"},
		{"a function that is not listed calls back", source(
			"#include <search.h>",
			"int a[3];",
			"int same(const void *x, const void *y) {",
			"  return *(const int *)x - *(const int *)y;",
			"}",
			"int main(int argc, char **argv) {",
			"  size_t n = 3;",
			"  a[1] = argc;",
			"  return !lfind(&argc, a, &n, sizeof *a, same);",
			"}"), 4, "", "7 8 9"}, // for all that is known, same may get a pointer to n
		{"signal handlers", source(
			"#include <signal.h>",
			"int g;",
			"void handle(int s) {",
			"  g++;",
			"}",
			"int main(int argc, char **argv) {",
			"  signal(SIGINT, handle);",
			"  g = argc;",
			"  raise(SIGINT);",
			"  return g;",
			"}"), 4, "", "8"},
		{"atexit", source(
			"#include <stdio.h>",
			"#include <stdlib.h>",
			"int g;",
			"void bye(void) {",
			"  printf(\"%d\\n\", g);",
			"}",
			"int main(int argc, char **argv) {",
			"  atexit(bye);",
			"  g = argc;",
			"  return 0;",
			"}"), 5, "", "9"},
		{"errno", source(
			"#include <errno.h>",
			"#include <stdlib.h>",
			"int main(int argc, char **argv) {",
			"  errno = 0;",
			"  long v = strtol(argv[1], 0, 10);",
			"  return errno != 0;",
			"}"), 6, "", "4 5"},
		{"strtol stores where it stopped", source(
			"#include <stdlib.h>",
			"int main(int argc, char **argv) {",
			"  char buf[8] = \"12x\";",
			"  char *end;",
			"  strtol(buf, &end, 10);",
			"  *end = 0;",
			"  return buf[0];",
			"}"), 7, "", "3 6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := analyse(t, c.src, Options{})
			var control, data []Dependence
			for _, n := range onLine(g, c.line) {
				control = append(control, g.Control(n)...)
				data = append(data, g.Data(n)...)
			}
			if got := linesOf(g, control, c.line); got != c.control {
				t.Errorf("control dependences on lines %q, want %q", got, c.control)
			}
			if got := linesOf(g, data, c.line); got != c.data {
				t.Errorf("data dependences on lines %q, want %q", got, c.data)
			}
		})
	}
}

// linesOf returns the lines of statements among dependences, but for one.
func linesOf(g *Graph, list []Dependence, but int) string {
	var out []int
	for _, d := range list {
		if in := g.Info(d.Node); in.Kind == Statement {
			if l := g.Program().Position(in.At).Line; l != but {
				out = append(out, l)
			}
		}
	}
	slices.Sort(out)
	return strings.Trim(fmt.Sprint(slices.Compact(out)), "[]")
}

// Options.Ignore drops the classes that it names, and nothing else.
func TestIgnore(t *testing.T) {
	src := source(
		"#include <stdio.h>",
		"int main(int argc, char **argv) {",
		"  puts(argv[0]);",
		"  printf(\"%d\\n\", argc);",
		"  return 0;",
		"}")
	if got := linesOf(analyse(t, src, Options{}), analyse(t, src, Options{}).Data(the(t, analyse(t, src, Options{}), 4)), 4); got != "3" {
		t.Errorf("data dependences of the second output on lines %q, want 3", got)
	}
	g := analyse(t, src, Options{Ignore: pointsto.Streams | pointsto.IncidentalErrno | pointsto.LibraryState})
	if got := linesOf(g, g.Data(the(t, g, 4)), 4); got != "" {
		t.Errorf("without streams: data dependences on lines %q, want none", got)
	}
}

// Outputs are what writes, ends the run, or returns from main.
func TestOutputs(t *testing.T) {
	g := analyse(t, source(
		"#include <stdio.h>",
		"#include <stdlib.h>",
		"void stop(void) {",
		"  exit(2);",
		"}",
		"int main(int argc, char **argv) {",
		"  int x = argc;",
		"  if (x > 4)",
		"    stop();",
		"  puts(\"x\");",
		"  return x;",
		"}"), Options{})
	set := cfg.NewNodeSet(g.Len())
	for _, n := range g.Outputs() {
		set.Add(n)
	}
	if got, want := lines(g, set), "4 10 11"; got != want {
		t.Errorf("outputs on lines %s, want %s", got, want)
	}
}

func TestDominators(t *testing.T) {
	g := analyse(t, source(
		"int main(int argc, char **argv) {",
		"  int x = 0;",
		"  if (argc > 1)",
		"    x = 1;",
		"  else",
		"    x = 2;",
		"  return x;",
		"}"), Options{})
	cond, yes, no, ret := the(t, g, 3), the(t, g, 4), the(t, g, 6), the(t, g, 7)
	if !g.Dominates(cond, ret) || g.Dominates(yes, ret) || !g.PostDominates(ret, cond) || g.PostDominates(no, cond) || !g.PostDominates(ret, yes) {
		t.Error("wrong dominators of a diamond")
	}
	if g.ImmediatePostDominator(cond) != ret || g.ImmediateDominator(ret) != cond {
		t.Error("wrong trees of a diamond")
	}
}

func TestBadEntry(t *testing.T) {
	if _, err := Analyse(t.Context(), compile(t, "int main(void) { return 0; }"), Options{Entry: "nobody"}); err == nil {
		t.Error("an entry function that does not exist was accepted")
	}
}
