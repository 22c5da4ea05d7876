package synergy

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/delta"
)

// answers is a recorder that keeps explanations.
type answers struct {
	list []engines.Explanation
}

func (*answers) Try(context.Context, *program.Input, engines.Note) (*engines.Trial, error) {
	return nil, fmt.Errorf("an Explain engine tries no inputs")
}
func (*answers) Spend(int64) error                         { return nil }
func (*answers) Requirement(engines.Requirement) error     { return nil }
func (a *answers) Explanation(e engines.Explanation) error { a.list = append(a.list, e); return nil }
func (*answers) Count(string, int64)                       {}

type noParams struct{}

func (noParams) Decode(any) error { return nil }

// task builds the explanation task of a pair.
func task(t *testing.T, subject, pair string) *engines.Task {
	t.Helper()
	s, err := corpora.Bundled(subject)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(s.Pairs, func(p corpora.Pair) bool { return p.Failing != "" && (pair == "" || p.Name == pair) })
	p := &s.Pairs[i]
	compile := func(ctx context.Context, v *program.Version) (*program.Program, error) {
		return cfront.Compile(ctx, v, cfront.Options{Cache: library})
	}
	build := func(name string) engines.Build {
		v := s.Version(name)
		c, err := compile(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		return engines.Build{Version: v, Program: c}
	}
	return &engines.Task{
		Subject: s.Name, Pair: p.Name, Old: build(p.Old), New: build(p.New), Failing: s.Test(p.Failing), Params: noParams{}, Compile: compile,
		Execute: func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
			m, err := vm.New(p, vm.Options{Name: "program", MaxSteps: 1e7})
			if err != nil {
				return nil, err
			}
			return m.NewRun().Run(ctx, in)
		},
	}
}

// searchOf returns the search of a task before it has begun.
func searchOf(t *testing.T, k *engines.Task) *search {
	t.Helper()
	tester, err := deltadebug.New(t.Context(), k, &answers{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSearch(t.Context(), k, &answers{}, defaults(), tester)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func must(t *testing.T, s *search) *mayDefine {
	t.Helper()
	m, err := s.may()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// published returns the statements of a cause by the line numbers of the
// published examples, which are those of the file less ten.
func published(t *trace, instances []int32) string {
	var out []string
	for _, i := range instances {
		out = append(out, fmt.Sprintf("s%d", t.lineOf(i)-10))
	}
	return strings.Join(out, " ")
}

// TestRunningExample is section III of the paper: the first cause, its only
// change tried and rejected, the critical predicates, the two further causes,
// and the answer.
func TestRunningExample(t *testing.T) {
	k := task(t, "maxsum", "changes")
	s := searchOf(t, k)
	first, err := s.semantic(queued{s.failure, -1, false}, false)
	if err != nil {
		t.Fatal(err)
	}
	if got := published(s.trace, first.instances); got != "s2 s3 s7 s10 s13" || !first.minimal || !first.entailed {
		t.Errorf("first cause %s, minimal %v", got, first.minimal)
	}
	if got := s.blame.d.IDs(s.changes(first)); !slices.Equal(got, []string{"c3"}) {
		t.Errorf("changes of the first cause: %v", got)
	}
	if got, err := s.dynamic.try(s.changes(first)); got.passes || err != nil {
		t.Errorf("reverting c3 alone: passes %v, %v", got.passes, err)
	}
	var lines []string
	for _, c := range s.trace.critical(first, must(t, s)) {
		b := s.trace.branch(c.branch)
		cause, err := s.semantic(queued{b, 0, c.direct}, false)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s because of %s", published(s.trace, []int32{b.instance}), published(s.trace, cause.instances)))
	}
	slices.Sort(lines)
	if d := cmp.Diff([]string{"s5 because of s2 s5", "s9 because of s2 s9"}, lines); d != "" {
		t.Errorf("critical predicates:\n%s", d)
	}

	rec := &answers{}
	if err := (Engine{}).Run(t.Context(), k, rec); err != nil {
		t.Fatal(err)
	}
	e := rec.list[0]
	if !slices.Equal(e.Root, []string{"c2", "c3"}) || !e.Confirmed || !e.OneMinimal || len(e.Auxiliary) > 0 {
		t.Errorf("answer %v with %v, confirmed %v, 1-minimal %v", e.Root, e.Auxiliary, e.Confirmed, e.OneMinimal)
	}
	// The tree: the cause with c2, at line 5, leads to the one with c3, which
	// leads to the failure.
	if len(e.Causes) != 2 || e.Causes[1].Parent != 0 || !e.Causes[1].Direct || e.Causes[1].At.Line != 15 || !slices.Equal(e.Causes[1].Steps[1].Changes, []string{"c2"}) ||
		!slices.Equal(e.Causes[0].Steps[3].Changes, []string{"c3"}) {
		t.Errorf("tree\n%s", e.Text)
	}
}

// TestSlicingKeepsEverything checks that dynamic slicing, the method to compare
// with, keeps every statement of the example's trace up to the failure but the
// print, which nothing depends on.
func TestSlicingKeepsEverything(t *testing.T) {
	s := searchOf(t, task(t, "maxsum", "changes"))
	sl := s.trace.slicer(true, true)
	sl.add(s.failure.step)
	in := map[int]bool{}
	for _, k := range sl.run() {
		if i := s.trace.steps[k].instance; i >= 0 {
			in[s.trace.lineOf(i)-10] = true
		}
	}
	for _, line := range []int{2, 3, 4, 5, 7, 9, 10, 13} {
		if !in[line] {
			t.Errorf("the dynamic slice lacks s%d", line)
		}
	}
}

// TestCriticalPredicates is Figure 4 of the paper: the enclosing condition at
// line 13 is critical by direct influence, the one at line 14, whose body would
// have redefined c, by indirect influence.
func TestCriticalPredicates(t *testing.T) {
	s := searchOf(t, task(t, "critical", ""))
	first, err := s.semantic(queued{s.failure, -1, false}, false)
	if err != nil {
		t.Fatal(err)
	}
	large := &mayDefine{c: s.trace.code, sides: map[[3]int32][]int32{}, cache: map[sideKey]bool{}} // as for a large program
	large.findPrinters()
	for _, m := range []*mayDefine{must(t, s), large} {
		var got []string
		for _, c := range s.trace.critical(first, m) {
			got = append(got, fmt.Sprintf("line %d, direct %v", s.trace.lineOf(s.trace.steps[c.branch].instance), c.direct))
		}
		slices.Sort(got)
		want := []string{"line 13, direct true", "line 14, direct false"}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("cause at lines %v: %s", s.trace.causeLines(first), d)
		}
	}
}

// TestBundledExamples holds the answers on the small examples.
func TestBundledExamples(t *testing.T) {
	type answer struct {
		Root, Auxiliary []string
		Found           string
	}
	tests := []struct {
		subject, pair string
		want          answer
	}{
		{"maxsum", "changes", answer{[]string{"c2", "c3"}, []string{}, fromCauses}},
		{"auxiliary", "", answer{[]string{"c4"}, []string{"c2", "c3"}, fromCauses}},
		{"critical", "", answer{[]string{"c2"}, []string{}, fromCauses}},
		{"bound", "patch", answer{[]string{"c1"}, []string{}, fromCauses}},
	}
	for _, tt := range tests {
		t.Run(tt.subject, func(t *testing.T) {
			rec := &answers{}
			if err := (Engine{}).Run(t.Context(), task(t, tt.subject, tt.pair), rec); err != nil {
				t.Fatal(err)
			}
			e := rec.list[0]
			if d := cmp.Diff(tt.want, answer{e.Root, e.Auxiliary, e.Found}); d != "" || !e.Confirmed || !e.OneMinimal {
				t.Errorf("confirmed %v, 1-minimal %v: %s\n%s", e.Confirmed, e.OneMinimal, d, e.Text)
			}
			if testing.Verbose() {
				t.Logf("%d runs\n%s", e.Runs, e.Text)
			}
		})
	}
}

// TestAuxiliary checks Algorithm 4: reverting c4 of the compile example needs c2
// and c3, and each of them.
func TestAuxiliary(t *testing.T) {
	s := searchOf(t, task(t, "auxiliary", ""))
	aux, ok, err := s.dynamic.aux.Find(t.Context(), delta.Set{3})
	if err != nil || !ok || !slices.Equal(aux, delta.Set{1, 2}) {
		t.Errorf("auxiliary changes %v, %v, %v", aux, ok, err)
	}
}
