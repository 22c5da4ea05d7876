package product

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/random"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

var sharedCache = sync.OnceValue(cfront.NewCache)

// bench runs inputs on two programs and keeps what there is to know.
type bench struct {
	old, new *vm.Instance
	limit    int64 // steps
	steps    int64
	tests    int
	found    []program.Input
	counters map[string]int64
	end      *engines.Conclusion
}

func (b *bench) Try(ctx context.Context, in *program.Input, _ engines.Note) (*engines.Trial, error) {
	b.tests++
	old, err := b.old.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	new, err := b.new.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	d := program.Differ(old, new)
	if d.Counts() {
		b.found = append(b.found, *in)
	}
	return &engines.Trial{Old: old, New: new, Difference: d}, b.Spend(old.Steps + new.Steps)
}

func (b *bench) Spend(n int64) error {
	if b.steps += n; b.limit > 0 && b.steps > b.limit {
		return engines.ErrBudget
	}
	return nil
}
func (b *bench) Requirement(engines.Requirement) error { return nil }
func (b *bench) Explanation(engines.Explanation) error { return nil }
func (b *bench) Count(name string, n int64)            { b.counters[name] += n }
func (b *bench) Conclude(c engines.Conclusion)         { b.end = &c }

type params func(into any) error

func (p params) Decode(into any) error { return p(into) }

func machine(t testing.TB, p *program.Program) *vm.Instance {
	t.Helper()
	m, err := vm.New(p, vm.Options{MaxSteps: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	return m.NewRun()
}

// work runs the engine on two versions.
func work(t *testing.T, old, new *program.Version, m program.InputModel, limit int64, set func(*Params)) *bench {
	t.Helper()
	task := &engines.Task{Model: m, Seed: 1, RunSteps: 1_000_000, Params: params(func(into any) error { set(into.(*Params)); return nil })}
	task.Old.Version, task.New.Version = old, new
	for _, b := range []*engines.Build{&task.Old, &task.New} {
		var err error
		if b.Program, err = cfront.Compile(t.Context(), b.Version, cfront.Options{Cache: sharedCache()}); err != nil {
			t.Fatal(err)
		}
	}
	b := &bench{old: machine(t, task.Old.Program), new: machine(t, task.New.Program), limit: limit, counters: map[string]int64{}}
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	if b.end == nil {
		t.Fatal("the engine did not conclude")
	}
	if b.end.Complete == (len(b.end.Bounds) > 0) {
		t.Errorf("complete and bounds do not go together: %+v", b.end)
	}
	if n := b.counters["mismatches"]; n > 0 {
		t.Errorf("%d predictions did not come true", n)
	}
	return b
}

func unchanged(*Params) {}

// On the bundled pairs the engine never says that versions behave alike which
// differ on a test of the pool or on a random input.
func TestBundled(t *testing.T) {
	differing := 0
	for _, name := range corpora.Names() {
		s, err := corpora.Bundled(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Pairs {
			p := &s.Pairs[i]
			if i == 4 {
				break // the others of advisory are of the same kinds
			}
			b := work(t, s.Version(p.Old), s.Version(p.New), s.Model, 250_000, func(p *Params) { p.QuerySteps = 20_000 })
			t.Logf("%s/%s: %d found, %v, %+v", name, p.Name, len(b.found), b.counters, *b.end)
			if len(b.found) > 0 {
				differing++
				if p.Equivalent {
					t.Errorf("%s/%s: a difference of versions said to be equivalent: %s", name, p.Name, b.found[0].Key())
				}
			}
			if !b.end.Complete || len(b.found) > 0 {
				continue
			}
			g := random.Generator{Model: &s.Model, Rand: rand.New(rand.NewPCG(1, 2))}
			for range 200 {
				if _, err := b.Try(t.Context(), g.Input(), engines.Note{}); err != nil && err != engines.ErrBudget {
					t.Fatal(err)
				}
			}
			if len(b.found) > 0 {
				t.Errorf("%s/%s: said to be alike, but there is %s", name, p.Name, b.found[0].Key())
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
		{"loop without end", "", `while (a == 7) ; return 0;`, `while (a == 7) ; return 0;`, false, false},
		{"file", "", `FILE *f = fopen("o", "w"); fputc(a, f); fclose(f);`, `FILE *f = fopen("o", "w"); fputc(a | 1, f); fclose(f);`, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := func(body string) string {
				return "#include <stdio.h>\n#include <stdlib.h>\n" + c.head + "\nint main(void)\n{\n\tint a = getchar(), b = getchar();\n\tif (a < 0 || b < 0)\n\t\treturn 9;\n\t" + body + "\n\treturn 0;\n}\n"
			}
			for _, merge := range []string{"no", "yes"} {
				b := work(t, version("old", text(c.old)), version("new", text(c.new)), stdin, 30_000_000, func(p *Params) { p.Merge = merge })
				t.Logf("%d found, %v, %+v", len(b.found), b.counters, *b.end)
				if (len(b.found) > 0) != c.differ {
					t.Errorf("merge %s: %d differences, want some: %v", merge, len(b.found), c.differ)
				}
				if b.end.Complete != c.complete {
					t.Errorf("merge %s: complete is %v: %+v", merge, b.end.Complete, *b.end)
				}
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
			found := len(b.found) > 0
			b.found = nil
			for c := range 256 {
				if _, err := b.Try(t.Context(), &program.Input{Stdin: program.Bytes{byte(c)}}, engines.Note{}); err != nil {
					t.Fatal(err)
				}
			}
			if !b.end.Complete || found != (len(b.found) > 0) {
				t.Errorf("%s %d: found %v, in truth %d inputs differ, %+v", op, k, found, len(b.found), *b.end)
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
