package csg

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

var sharedCache = sync.OnceValue(cfront.NewCache)

// bench is a recorder that keeps what it is told.
type bench struct {
	old, new     *vm.Instance
	limit        int // tests
	inputs       []program.Input
	notes        []engines.Note
	differences  []program.Difference
	requirements map[string]string // status by text
	counters     map[string]int64
}

func (b *bench) Try(ctx context.Context, in *program.Input, note engines.Note) (*engines.Trial, error) {
	if len(b.inputs) >= b.limit {
		return nil, engines.ErrBudget
	}
	old, err := b.old.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	new, err := b.new.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	t := &engines.Trial{Old: old, New: new, Difference: program.Differ(old, new)}
	b.inputs, b.notes, b.differences = append(b.inputs, *in), append(b.notes, note), append(b.differences, t.Difference)
	return t, nil
}

func (b *bench) Spend(int64) error                     { return nil }
func (b *bench) Explanation(engines.Explanation) error { return nil }
func (b *bench) Count(name string, n int64)            { b.counters[name] += n }
func (b *bench) Requirement(r engines.Requirement) error {
	b.requirements[r.Text] = r.Status
	return nil
}

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

func build(t testing.TB, v *program.Version) engines.Build {
	t.Helper()
	p, err := cfront.Compile(t.Context(), v, cfront.Options{Cache: sharedCache()})
	if err != nil {
		t.Fatal(err)
	}
	return engines.Build{Version: v, Program: p}
}

// run runs the engine on two versions.
func run(t testing.TB, old, new *program.Version, m program.InputModel, tests int, change func(*Params)) *bench {
	t.Helper()
	task := &engines.Task{Model: m, Seed: 7, RunSteps: 1_000_000, Old: build(t, old), New: build(t, new),
		Params: params(func(into any) error { change(into.(*Params)); return nil })}
	b := &bench{old: machine(t, task.Old.Program), new: machine(t, task.New.Program), limit: tests, requirements: map[string]string{}, counters: map[string]int64{}}
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	return b
}

func bundled(t testing.TB, name, pair string) (old, new *program.Version, m program.InputModel) {
	t.Helper()
	s, err := corpora.Bundled(name)
	if err != nil {
		t.Fatal(err)
	}
	p := s.Pair(pair)
	return s.Version(p.Old), s.Version(p.New), s.Model
}

// sequences returns the sequences of the tests that show a difference, and of
// those that do not, by example's line numbers.
func (b *bench) sequences() (differ, same []string) {
	for i, d := range b.differences {
		var lines []string
		for _, name := range b.notes[i].Sequence {
			lines = append(lines, map[string]string{"cutfields.c:11": "1", "cutfields.c:15": "5", "cutfields.c:17": "7"}[name])
		}
		if s := strings.Join(lines, ","); d.Counts() {
			differ = append(differ, s)
		} else {
			same = append(same, s)
		}
	}
	return differ, same
}

// The paper's example: the search finds the error, only tests whose sequence has 1,
// 5, 7 in this order show it, and every place of the graph is reached.
func TestRunningExample(t *testing.T) {
	for _, published := range []bool{false, true} {
		old, new, m := bundled(t, "cutfields", "lhs")
		b := run(t, old, new, m, 200, func(p *Params) {
			if published {
				p.Fair, p.Important, p.Boundaries, p.Samples = false, false, 0, 0
			}
		})
		differ, same := b.sequences()
		if len(differ) == 0 {
			t.Fatalf("published %v: no difference in %d tests", published, len(b.inputs))
		}
		for _, s := range differ {
			if i := strings.IndexByte(s, '5'); i < 0 || !strings.HasPrefix(s, "1") || !strings.Contains(s[i:], "7") {
				t.Errorf("a test of the sequence %s shows a difference", s)
			}
		}
		for _, s := range []string{"1,7", "1,5", "1,7,5"} {
			if !slices.Contains(same, s) {
				t.Errorf("published %v: no test exercises %s: %v", published, s, same)
			}
		}
		// The input that the paper names, or one like it.
		for i, d := range b.differences {
			if arg := string(b.inputs[i].Args[0]); d.Counts() && !strings.Contains(arg, "0-") {
				t.Errorf("input %q shows the difference", arg)
			}
		}
		for text, status := range b.requirements {
			if status != "covered" {
				t.Errorf("%s is %s", text, status)
			}
		}
		if len(b.requirements) != 5 { // the assertion's line is an interaction location and an output
			t.Errorf("%d places: %v", len(b.requirements), b.requirements)
		}
		if b.counters["mismatches"] != 0 {
			t.Errorf("%d mismatches", b.counters["mismatches"])
		}
	}
}

// A search whose rounds are short finds what it finds in others, and tries no input
// twice.
func TestRounds(t *testing.T) {
	old, new, m := bundled(t, "cutfields", "lhs")
	b := run(t, old, new, m, 200, func(p *Params) { p.Round = 20_000 })
	if n := b.counters["rounds"]; n < 2 {
		t.Errorf("%d rounds", n)
	}
	if differ, _ := b.sequences(); len(differ) == 0 {
		t.Errorf("no difference in %d tests", len(b.inputs))
	}
	seen := map[string]bool{}
	for i := range b.inputs {
		if k := b.inputs[i].Key(); seen[k] {
			t.Errorf("%q is tried again", k)
		} else {
			seen[k] = true
		}
	}
}

// Equal seeds give equal tests.
func TestDeterministic(t *testing.T) {
	old, new, m := bundled(t, "sequence", "swapped")
	var keys [2][]string
	for i := range keys {
		b := run(t, old, new, m, 40, func(*Params) {})
		for k := range b.inputs {
			keys[i] = append(keys[i], b.inputs[k].Key()+strings.Join(b.notes[k].Sequence, " "))
		}
	}
	if len(keys[0]) == 0 || !slices.Equal(keys[0], keys[1]) {
		t.Errorf("the same seed gives %d tests and %d others", len(keys[0]), len(keys[1]))
	}
}

func version(text string) *program.Version {
	return &program.Version{Files: []program.SourceFile{{Name: "p.c", Text: text}}}
}

// Where nothing can be done the engine says so and ends.
func TestNothingToDo(t *testing.T) {
	const same = "int used(int x) { return x; }\nint unused(int x) { return x; }\nint main(int argc, char **argv) { return used(argc); }\n"
	m := program.InputModel{SymArgs: &program.SymArgs{Max: 2, Len: 1}}
	for _, c := range []struct{ name, text, counter string }{
		{"equal", same, "no change"},
		{"unreachable", strings.Replace(same, "unused(int x) { return x;", "unused(int x) { return x + 1;", 1), "no change that a run can execute"},
		{"comment", strings.Replace(same, "int used", "/* used */ int used", 1), "no change that a run can execute"},
	} {
		b := run(t, version(same), version(c.text), m, 10, func(*Params) {})
		if len(b.inputs) != 0 || b.counters[c.counter] != 1 {
			t.Errorf("%s: %d tests, counters %v", c.name, len(b.inputs), b.counters)
		}
	}
	changed := strings.Replace(same, "{ return used(argc)", "{ return used(argc) + 1", 1)
	if b := run(t, version(same), version(changed), m, 10, func(*Params) {}); !slices.ContainsFunc(b.differences, program.Difference.Counts) {
		t.Errorf("a change in main is not found: %v", b.counters)
	}
}

// A change that only alters a type manifests in the statements that use it.
func TestEffects(t *testing.T) {
	const text = "typedef int number;\nnumber g;\nint main(int argc, char **argv) { g = 100 * argc; return g > 127; }\n"
	m := program.InputModel{SymArgs: &program.SymArgs{Max: 2, Len: 1}}
	b := run(t, version(text), version(strings.Replace(text, "typedef int", "typedef signed char", 1)), m, 10, func(*Params) {})
	if !slices.ContainsFunc(b.differences, program.Difference.Counts) {
		t.Errorf("no difference in %d tests, counters %v", len(b.inputs), b.counters)
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Params)
		ok     bool
	}{
		{"defaults", func(*Params) {}, true},
		{"random", func(p *Params) { p.Random = 1.5 }, false},
		{"negative", func(p *Params) { p.Boundaries = -1 }, false},
	} {
		p := defaults()
		c.change(&p)
		if err := p.Validate(); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
