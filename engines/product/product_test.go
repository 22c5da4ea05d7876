package product

import (
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/random"
	"github.com/riftlab/rift/program"
)

// work runs the engine on two versions.
func work(t *testing.T, old, new *program.Version, m program.InputModel, limit int64, set func(*Params)) *enginetest.Bench {
	t.Helper()
	task := enginetest.Between(t, old, new, m)
	task.Params = enginetest.Params[Params](set)
	b := enginetest.NewBench(t, task)
	b.MaxSteps = limit
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	if b.Conclusion == nil {
		t.Fatal("the engine did not conclude")
	}
	if b.Conclusion.Complete == (len(b.Conclusion.Bounds) > 0) {
		t.Errorf("complete and bounds do not go together: %+v", b.Conclusion)
	}
	if n := b.Counters["pairs"]; limit == 0 && int64(len(b.Trials)) < n {
		t.Errorf("%d inputs were tried for %d pairs of paths", len(b.Trials), n)
	}
	if n := b.Counters["mismatches"]; n > 0 {
		t.Errorf("%d predictions did not come true", n)
	}
	return b
}

func unchanged(*Params) {}

// On the bundled pairs the engine never says that versions behave alike which
// differ on a test of the pool or on a random input.
func TestBundled(t *testing.T) {
	differing, most := 0, 2
	if os.Getenv("RIFT_LONG") != "" {
		most = 4
	}
	for _, name := range corpora.Names() {
		s, err := corpora.Bundled(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Pairs {
			p := &s.Pairs[i]
			if i == most {
				break // from the fifth on, those of advisory are of the same kinds
			}
			b := work(t, s.Version(p.Old), s.Version(p.New), s.Model, 250_000, func(p *Params) { p.QuerySteps = 20_000 })
			found := b.Differing()
			t.Logf("%s/%s: %d found, %v, %+v", name, p.Name, len(found), b.Counters, *b.Conclusion)
			if len(found) > 0 {
				differing++
				if p.Equivalent {
					t.Errorf("%s/%s: a difference of versions said to be equivalent: %s", name, p.Name, found[0].Input.Key())
				}
			}
			if !b.Conclusion.Complete || len(found) > 0 {
				continue
			}
			b.MaxSteps = 0
			g := random.Generator{Model: &s.Model, Rand: rand.New(rand.NewPCG(1, 2))}
			for range 200 {
				if _, err := b.Try(t.Context(), g.Input(), engines.Note{}); err != nil {
					t.Fatal(err)
				}
			}
			if found := b.Differing(); len(found) > 0 {
				t.Errorf("%s/%s: said to be alike, but there is %s", name, p.Name, found[0].Input.Key())
			}
		}
	}
	if differing < 6 {
		t.Errorf("only %d pairs differ: the test shows little", differing)
	}
}

func version(name, text string) *program.Version {
	return &program.Version{Name: name, Files: []program.SourceFile{{Name: "prog.c", Text: text}}}
}

// Small pairs of which the answer is known.
func TestVerdicts(t *testing.T) {
	stdin := program.InputModel{Stdin: &program.ContentModel{Size: 2}}
	for _, c := range []struct {
		name, head, old, new string
		differ, complete     bool
	}{
		{"identity", "", `printf("%d\n", a + b);`, `printf("%d\n", b + a);`, false, true},
		{"one value", "", `printf("%d\n", a * 3);`, `printf("%d\n", a == 77 && b == 13 ? 1 : a * 3);`, true, true},
		{"branches", "", `if (a < b) puts("less"); else if (a == b) puts("same"); else puts("more");`,
			`if (a > b) { puts("more"); } else { puts(a != b ? "less" : "same"); }`, false, true},
		{"off by one", "", `puts(a < 10 ? "x" : "y");`, `puts(a <= 10 ? "x" : "y");`, true, true},
		{"two ways to print", "", `printf("%d", a % 10);`, `putchar('0' + a % 10);`, false, true},
		{"strings", "", `char s[3] = {a, b, 0}; printf("<%s>", s);`, `char s[3] = {a, b, 0}; putchar('<'); fputs(s, stdout); putchar('>');`, false, true},
		{"strings cut", "", `char s[3] = {a, b, 0}; printf("<%s>", s);`, `char s[3] = {a, b, 0}; putchar('<'); if (a) putchar(a); if (b) putchar(b); putchar('>');`, true, true},
		{"status", "", `exit(a > 4);`, `return a > 4 ? 1 : 0;`, false, true},
		{"fault", "int t[4];", `return a < 4 ? t[a] : 0;`, `return a <= 4 ? t[a] : 0;`, true, true},
		{"both fault", "int t[4];", `return t[a];`, `int *p = t; return p[a];`, false, true},
		{"streams", "", `fputs("e", stderr); puts("o");`, `puts("o"); fputs("e", stderr);`, false, true},
		{"squares", "", `a &= 7; b &= 3; printf("%d\n", (a + b) * (a + b));`, `a &= 7; b &= 3; printf("%d\n", a * a + 2 * a * b + b * b);`, false, true},
		{"floats", "#include <math.h>", `printf("%d\n", (int)sin(a));`, `double x = a; printf("%d\n", (int)sin(x));`, false, false},
		{"function without body", "int away(int);", `return a == 7 ? away(b) : 0;`, `return a == 7 ? 3 : 0;`, false, false},
		{"same function without body", "int away(int);", `return a == 7 ? away(b) : 0;`, `return a == 7 ? away(b + 1) : 0;`, false, false},
		{"loop without end", "", `while (a == 7) ; return 0;`, `while (a == 7) ; return 0;`, false, false},
		{"file", "", `FILE *f = fopen("o", "w"); fputc(a, f); fclose(f);`, `FILE *f = fopen("o", "w"); fputc(a | 1, f); fclose(f);`, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := func(body string) string {
				return "#include <stdio.h>\n#include <stdlib.h>\n" + c.head + "\nint main(void)\n{\n\tint a = getchar(), b = getchar();\n\tif (a < 0 || b < 0)\n\t\treturn 9;\n\t" + body + "\n\treturn 0;\n}\n"
			}
			for _, merge := range []string{"no", "yes"} {
				b := work(t, version("old", text(c.old)), version("new", text(c.new)), stdin, 30_000_000, func(p *Params) { p.Merge = merge })
				found := len(b.Differing())
				t.Logf("%d found, %v, %+v", found, b.Counters, *b.Conclusion)
				if (found > 0) != c.differ {
					t.Errorf("merge %s: %d differences, want some: %v", merge, found, c.differ)
				}
				if b.Conclusion.Complete != c.complete {
					t.Errorf("merge %s: complete is %v: %+v", merge, b.Conclusion.Complete, *b.Conclusion)
				}
			}
		})
	}
}

// What was compared is told from what ends alike before it shows anything.
func TestNotCompared(t *testing.T) {
	entry := program.InputModel{Entry: "f", Params: []program.ValueModel{{Name: "a", Size: 4}}}
	for _, c := range []struct {
		name, old, new string
		complete       bool
		compared       int64
		not            []engines.Bound
	}{
		{"all paths end in the same fault", "int s = 0; for (int i = 0; i <= 4; i++) s += t[i]; return s + a;", "int s = 0; for (int i = 0; i <= 4; i++) s += t[i]; return s - a;",
			true, 0, []engines.Bound{{Cause: "pairs of paths on which both versions end in out of bounds at prog.c:5", Count: 1}}},
		{"one side ends in a fault", "return a < 4 ? 1 : t[4];", "if (a < 4) return 1;\n return t[4];",
			true, 1, []engines.Bound{{Cause: "pairs of paths on which both versions end in out of bounds at prog.c:6 (old version: prog.c:5)", Count: 1}}},
		{"faults of two kinds", "return t[4];", "return 1 / t[0];", true, 1, nil},
		{"the program reports an error", "__VERIFIER_error(); return 1;", "__VERIFIER_error(); return 2;", true, 1, nil},
		{"violated assumption", "if (a == 1) __VERIFIER_assume(0); return a;", "if (a == 1) __VERIFIER_assume(0); return a;",
			true, 1, []engines.Bound{{Cause: "paths that violate an assumption", Count: 1}}},
		{"violated assumption of the old version", "if (a == 1) __VERIFIER_assume(0); return a;", "return a;",
			true, 1, []engines.Bound{{Cause: "pairs of paths that violate an assumption in the old version", Count: 1}}},
		{"assumption about the input", "__VERIFIER_assume(a < 9); return a;", "__VERIFIER_assume(a < 9); return a + 0;",
			true, 1, []engines.Bound{{Cause: "assumptions by which inputs of a path were left out", Count: 1}}},
		{"assumption of the old version about the input", "__VERIFIER_assume(a < 9); return a;", "return a < 9 ? a : 0;",
			true, 1, []engines.Bound{{Cause: "pairs of paths that violate an assumption in the old version", Count: 1}}},
		{"assumption that always holds", "__VERIFIER_assume((a & 7) < 8); return a;", "return a;", true, 1, nil},
		{"limit of steps", "while (a == 7) ; return a;", "while (a == 7) ; return a;",
			false, 1, []engines.Bound{{Cause: "paths cut off by the limit of steps of one run", Count: 1}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := func(body string) string {
				return "void __VERIFIER_assume(int); void __VERIFIER_error(void);\nint t[4];\nint f(int a)\n{\n" + body + "\n}\nint main(void) { return 0; }\n"
			}
			b := work(t, version("old", text(c.old)), version("new", text(c.new)), entry, 0, unchanged)
			got := *b.Conclusion
			if got.Complete != c.complete || got.Compared != c.compared || !slices.Equal(got.NotCompared, c.not) {
				t.Errorf("complete %v, %d compared, not compared %v: want %v, %d, %v", got.Complete, got.Compared, got.NotCompared, c.complete, c.compared, c.not)
			}
		})
	}
}

// Every verdict agrees with all inputs tried one by one.
func TestAgainstAllInputs(t *testing.T) {
	text := func(op string, k int) string {
		return "#include <stdio.h>\nint f(unsigned char x) { if (x " + op + " 200) return x - " + string(rune('0'+k)) + "; return x ^ (x >> " + string(rune('0'+k)) + "); }\n" +
			"int main(void) { int c = getchar(); if (c < 0) return 1; printf(\"%d,%x\\n\", f(c), f(c) & 15); return 0; }\n"
	}
	m := program.InputModel{Stdin: &program.ContentModel{Size: 1}}
	for _, op := range []string{"<", "<=", ">", "!="} {
		for k := range 4 {
			b := work(t, version("old", text("<", 2)), version("new", text(op, k)), m, 0, unchanged)
			found := len(b.Differing()) > 0
			b.Trials = nil
			for c := range 256 {
				if _, err := b.Try(t.Context(), &program.Input{Stdin: program.Bytes{byte(c)}}, engines.Note{}); err != nil {
					t.Fatal(err)
				}
			}
			if truth := len(b.Differing()); !b.Conclusion.Complete || found != (truth > 0) {
				t.Errorf("%s %d: found %v, in truth %d inputs differ, %+v", op, k, found, truth, *b.Conclusion)
			}
		}
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		change func(*Params)
		ok     bool
	}{
		{unchanged, true},
		{func(p *Params) { p.Search = "deepest" }, false},
		{func(p *Params) { p.Merge = "both" }, false},
		{func(p *Params) { p.MaxStates = -1 }, false},
	} {
		p := defaults()
		c.change(&p)
		if err := p.Validate(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

// What the limit of a question leaves undecided is asked again with greater ones,
// until all is known: of pairs of paths, and of branches of either version, whose
// other side is explored then.
func TestAskedAgain(t *testing.T) {
	entry := program.InputModel{Entry: "f", Params: []program.ValueModel{{Name: "a", Size: 4}, {Name: "b", Size: 4}}}
	const factors = "if (a > 1 && b > 1 && a < 256 && b < 256 && a * b == 60491u) "
	for _, c := range []struct {
		name, old, new string
		differ         bool
		compared       int64 // 0 for any number
	}{
		{"equal products", "a &= 7; b &= 7; return (a + b) * (a - b);", "a &= 7; b &= 7; return a * a - b * b;", false, 1},
		{"products that differ on one input", "a &= 7; b &= 7; return (a + b) * (a - b);", "a &= 7; b &= 7; return a * a - b * b + (a == 3 && b == 5);", true, 0},
		{"branch of the new version", "return 0;", factors + "return 7; return 0;", true, 0},
		{"branch of the old version", factors + "return 7; return 0;", "return 0;", true, 0},
		{"branches of both", factors + "return 7; return 0;", factors + "return b > a ? 8 : 7; return 0;", true, 0},
		{"branch that is not feasible", "a &= 63; if (a * a % 7 == 3) return 7; return 0;", "a &= 63; if (a * a % 7 == 5) return 8; return 0;", false, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := func(body string) string {
				return "unsigned f(unsigned a, unsigned b)\n{\n" + body + "\n}\nint main(void) { return 0; }\n"
			}
			old, new := version("old", text(c.old)), version("new", text(c.new))
			small := func(p *Params) { p.QuerySteps = 50 }
			b := work(t, old, new, entry, 0, small)
			got := *b.Conclusion
			if b.Counters["rounds"] == 0 {
				t.Error("nothing was asked again: the test shows little")
			}
			if found := len(b.Differing()); !got.Complete || (found > 0) != c.differ || c.compared > 0 && got.Compared != c.compared {
				t.Errorf("%d differences, %+v, %v", found, got, b.Counters)
			}
			// A budget of steps gives the same, whenever it ends.
			limit := b.Steps / 2
			x, y := work(t, old, new, entry, limit, small), work(t, old, new, entry, limit, small)
			if len(x.Trials) != len(y.Trials) || !reflect.DeepEqual(x.Conclusion, y.Conclusion) || !reflect.DeepEqual(x.Counters, y.Counters) {
				t.Errorf("with %d steps: %d trials, %+v, %v, and then %d, %+v, %v", limit, len(x.Trials), x.Conclusion, x.Counters, len(y.Trials), y.Conclusion, y.Counters)
			}
		})
	}
}
