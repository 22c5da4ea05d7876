package csg

import (
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// run runs the engine on two versions, for at most so many tests.
func run(t testing.TB, old, new *program.Version, m program.InputModel, tests int, change func(*Params)) *enginetest.Bench {
	t.Helper()
	task := enginetest.Between(t, old, new, m)
	task.Seed, task.Params = 7, enginetest.Params[Params](change)
	b := enginetest.NewBench(t, task)
	b.MaxTests = tests
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
func sequences(b *enginetest.Bench) (differ, same []string) {
	for _, trial := range b.Trials {
		var lines []string
		for _, name := range trial.Note.Sequence {
			lines = append(lines, map[string]string{"cutfields.c:11": "1", "cutfields.c:15": "5", "cutfields.c:17": "7"}[name])
		}
		if s := strings.Join(lines, ","); trial.Difference.Counts() {
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
				p.Mode = engines.ModePublished
				p.Important = false
			}
		})
		differ, same := sequences(b)
		if len(differ) == 0 {
			t.Fatalf("published %v: no difference in %d tests", published, len(b.Trials))
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
		for _, trial := range b.Differing() {
			if arg := string(trial.Input.Args[0]); !strings.Contains(arg, "0-") {
				t.Errorf("input %q shows the difference", arg)
			}
		}
		for _, r := range b.Requirements {
			if r.Status != "covered" {
				t.Errorf("%s is %s", r.Text, r.Status)
			}
		}
		if len(b.Requirements) != 6 { // the assertion's line is an interaction location and an output
			t.Errorf("%d places: %v", len(b.Requirements), b.Requirements)
		}
		if b.Counters["mismatches"] != 0 {
			t.Errorf("%d mismatches", b.Counters["mismatches"])
		}
	}
}

// A search whose rounds are short finds what it finds in others, and tries no input
// twice.
func TestRounds(t *testing.T) {
	old, new, m := bundled(t, "cutfields", "lhs")
	b := run(t, old, new, m, 200, func(p *Params) { p.Round = 20_000 })
	if n := b.Counters["rounds"]; n < 2 {
		t.Errorf("%d rounds", n)
	}
	if differ, _ := sequences(b); len(differ) == 0 {
		t.Errorf("no difference in %d tests", len(b.Trials))
	}
	seen := map[string]bool{}
	for _, trial := range b.Trials {
		if k := trial.Input.Key(); seen[k] {
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
		for _, trial := range b.Trials {
			keys[i] = append(keys[i], trial.Input.Key()+strings.Join(trial.Note.Sequence, " "))
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
		if len(b.Trials) != 0 || b.Counters[c.counter] != 1 {
			t.Errorf("%s: %d tests, counters %v", c.name, len(b.Trials), b.Counters)
		}
	}
	changed := strings.Replace(same, "{ return used(argc)", "{ return used(argc) + 1", 1)
	if b := run(t, version(same), version(changed), m, 10, func(*Params) {}); len(b.Differing()) == 0 {
		t.Errorf("a change in main is not found: %v", b.Counters)
	}
}

// A change that only alters a type manifests in the statements that use it.
func TestEffects(t *testing.T) {
	const text = "typedef int number;\nnumber g;\nint main(int argc, char **argv) { g = 100 * argc; return g > 127; }\n"
	m := program.InputModel{SymArgs: &program.SymArgs{Max: 2, Len: 1}}
	b := run(t, version(text), version(strings.Replace(text, "typedef int", "typedef signed char", 1)), m, 10, func(*Params) {})
	if len(b.Differing()) == 0 {
		t.Errorf("no difference in %d tests, counters %v", len(b.Trials), b.Counters)
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

// What follows the last changed statement may decide whether a change shows: paths that reach
// it are explored further when nothing else is left, but not as published.
func TestBeyond(t *testing.T) {
	version := func(cond string) *program.Version {
		return &program.Version{Files: []program.SourceFile{{Name: "p.c", Text: `int printf(const char *, ...);
int atoi(const char *);
static int leap(int year) { return ` + cond + `; }
int main(int argc, char **argv)
{
	int day = atoi(argv[1]), year = atoi(argv[2]);
	if (day < 1 || day > 28 + leap(year))
		return 1;
	for (; year > 9; year /= 10)
		printf("%d", year % 10);
	return 0;
}
`}}}
	}
	m := program.InputModel{Args: []program.ArgModel{{Int: &program.IntDomain{Min: 1, Max: 40}}, {Int: &program.IntDomain{Min: 1, Max: 4000}}}}
	for _, c := range []struct {
		published, found bool
	}{{false, true}, {true, false}} {
		b := run(t, version("year % 4 == 0 && year % 100 != 0"), version("year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)"), m, 5000, func(p *Params) {
			if c.published {
				p.Mode = engines.ModePublished
			}
		})
		if found := len(b.Differing()) > 0; found != c.found {
			t.Errorf("published %v: a difference is found: %v, in %d tests", c.published, found, len(b.Trials))
		}
		if b.Counters["mismatches"] != 0 {
			t.Errorf("%d mismatches", b.Counters["mismatches"])
		}
	}
}
