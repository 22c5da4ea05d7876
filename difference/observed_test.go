package difference

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/riftlab/rift/difference/harness"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
)

// Each observed value that differs is an aspect of its own, and shown by its type.
func TestObservedAspects(t *testing.T) {
	value := func(name string, k program.ValueKind, data ...byte) program.Observation {
		return program.Observation{Name: name, Kind: k, Data: data}
	}
	nan := func(low byte) []byte { return []byte{low, 0, 0xc0, 0x7f} }
	old := &program.Outcome{Observed: []program.Observation{
		value("result", program.FloatValue, 0, 0, 0, 0x3f), value("u", program.UnsignedValue, 0xff, 0xff), value("nan", program.FloatValue, nan(1)...),
		value("s", program.TextValue, 'a', 0), value("twice", program.SignedValue, 1), value("twice", program.SignedValue, 2), value("gone", program.SignedValue, 3),
		value("a", program.SignedValue, 1), value("b", program.SignedValue, 1), value("c", program.SignedValue, 1),
	}}
	new := &program.Outcome{Observed: []program.Observation{
		value("result", program.FloatValue, 0, 0, 0x80, 0x3e), value("u", program.UnsignedValue, 0xfe, 0xff), value("nan", program.FloatValue, nan(2)...),
		value("s", program.TextValue, 'b', 0), value("twice", program.SignedValue, 1), value("twice", program.SignedValue, 0xff),
		value("a", program.SignedValue, 1), value("b", program.SignedValue, 1), value("c", program.SignedValue, 1),
	}}
	if got, want := (&Difference{Old: old, New: new}).Summary(), "result, u, s, twice and gone differ"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	task := &engines.Task{Equivalence: program.Equivalence{Floats: program.Floats{Mode: program.FloatsByBits}}}
	exact := &Difference{Old: old, New: new, Round: &Round{Task: task}}
	if got, want := exact.Summary(), "result, u, nan, s, twice and gone differ"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s := shownBy(t, &Difference{Number: 1, Old: old, New: new, Blame: Blame{Changes: []string{"c1"}}}, false)
	for _, want := range []string{
		"  result    0.5                                    0.25\n",
		"  u         65535                                  65534\n",
		"  s         a\\0                                    b\\0\n",
		"  twice     2                                      -1\n",
		"  gone      3                                      (not reached)\n",
		"  others    (5 values the same)\n",
	} {
		if !strings.Contains(s, want) {
			t.Errorf("%s\nlacks %q", s, want)
		}
	}
	long := func(x byte) *program.Outcome {
		return &program.Outcome{Observed: []program.Observation{value("list->next->size", program.SignedValue, x)}}
	}
	s = shownBy(t, &Difference{Number: 1, Old: long(1), New: long(2), Blame: Blame{Changes: []string{"c1"}}}, false)
	if want := "  list->next->size 1                                      2\n                   ^                                      ^\n"; !strings.Contains(s, want) {
		t.Errorf("%s\nlacks %q", s, want)
	}
}

// Other compilers take the code of a harness, too, and it prints what rift observes.
func TestHarnessNatively(t *testing.T) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("there is no C compiler")
	}
	v := version("v", `
struct pair { float f; double d; char name[3]; unsigned u : 3; };
static struct pair last;
long double wide = 0.25L;
struct pair f(char *s, int n) { wide *= 2; last.f = 0.1f; last.d = n + 1.5; last.u = 7; last.name[0] = 'x'; last.name[1] = 'y'; if (s) s[0] = 'k'; return last; }
char *g(char *s) { return s + 2; }
`)
	p, err := compile(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"f": "result.f = 0.100000001\nresult.d = 1.5\nresult.name = xy\x00\nresult.u = 7\ns = k\x00\x00\x00\x00\nwide = 0.5\nlast.f = 0.100000001\nlast.d = 1.5\nlast.name = xy\x00\nlast.u = 7\n",
		"g": "result = s+2\ns = \x00\x00\x00\x00\x00\n",
	} {
		h, err := harness.Generate(p, p, v, name, harness.Options{})
		if err != nil {
			t.Fatal(err)
		}
		w, err := harness.Attach(v, h.File, "harness.c", h.Text)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		stubs := "#include <string.h>\nvoid klee_make_symbolic(void *p, unsigned long n, const char *name) { memset(p, 0, n); }\nvoid klee_assume(unsigned long c) {}\n"
		for file, text := range map[string]string{"prog.c": harness.Native(&w.Files[0]), "stubs.c": stubs} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		klee, err := filepath.Abs("../program/libc/include/klee")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(klee, filepath.Join(dir, "klee")); err != nil {
			t.Fatal(err)
		}
		build := exec.CommandContext(t.Context(), cc, "-w", "-I.", "-o", "prog", "prog.c", "stubs.c")
		build.Dir = dir
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		out, err := exec.CommandContext(t.Context(), filepath.Join(dir, "prog")).Output()
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, string(out)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		q, err := compile(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		x, err := pair.NewMachine(q, pair.Options{Steps: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		in := args()
		seen, err := x.Run(t.Context(), &in)
		if err != nil || seen.Fault != nil || len(seen.Stdout) > 0 || len(seen.Observed) != strings.Count(want, "\n") {
			t.Errorf("%s: %v, %+v", name, err, seen)
		}
	}
}
