package dd_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/dd"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// answers is a recorder that keeps explanations.
type answers struct {
	steps int64
	list  []engines.Explanation
}

func (*answers) Try(context.Context, *program.Input, engines.Note) (*engines.Trial, error) {
	return nil, fmt.Errorf("an Explain engine tries no inputs")
}
func (a *answers) Spend(n int64) error                     { a.steps += n; return nil }
func (*answers) Requirement(engines.Requirement) error     { return nil }
func (a *answers) Explanation(e engines.Explanation) error { a.list = append(a.list, e); return nil }
func (*answers) Count(string, int64)                       {}

type algorithm string

func (a algorithm) Decode(into any) error {
	into.(*dd.Params).Algorithm = string(a)
	return nil
}

// task builds the explanation task of a pair.
func task(t *testing.T, s *corpora.Subject, pair *corpora.Pair, cache *cfront.Cache) *engines.Task {
	t.Helper()
	compile := func(ctx context.Context, v *program.Version) (*program.Program, error) {
		return cfront.Compile(ctx, v, cfront.Options{Cache: cache})
	}
	build := func(name string) engines.Build {
		v := s.Version(name)
		p, err := compile(t.Context(), v)
		if err != nil {
			t.Fatal(err)
		}
		return engines.Build{Version: v, Program: p}
	}
	return &engines.Task{
		Subject: s.Name, Pair: pair.Name,
		Old: build(pair.Old), New: build(pair.New),
		Failing: s.Test(pair.Failing),
		Compile: compile,
		Execute: func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
			m, err := vm.New(p, vm.Options{Name: "program", MaxSteps: 1e7})
			if err != nil {
				return nil, err
			}
			return m.NewRun().Run(ctx, in)
		},
	}
}

// TestBundledExamples holds the answers on the examples of the papers. On the
// running example of Yi et al. 2015 (maxsum) delta debugging's answer is the
// one the paper predicts, and it is wrong: with c3 alone reverted the new
// version still fails.
func TestBundledExamples(t *testing.T) {
	type answer struct {
		Root       []string
		Confirmed  bool
		OneMinimal bool
	}
	tests := []struct {
		subject, pair, algorithm string
		want                     answer
	}{
		{"maxsum", "changes", "dd+", answer{[]string{"c3"}, false, true}},
		{"maxsum", "changes", "ddmin", answer{[]string{"c3"}, false, true}},
		// Without the declaration in c1 nothing compiles, so dd+ prefers to
		// leave it applied and isolates one of the other two; ddmin includes it.
		{"cutfields", "lhs", "dd+", answer{[]string{"c3"}, true, true}},
		{"cutfields", "lhs", "ddmin", answer{[]string{"c1", "c2", "c3"}, true, true}},
		{"auxiliary", "", "dd+", answer{[]string{"c2", "c3", "c4"}, true, true}},
		{"critical", "", "dd+", answer{[]string{"c2"}, true, true}},
		{"bound", "patch", "dd+", answer{[]string{"c1"}, true, true}},
	}
	cache := cfront.NewCache()
	for _, tt := range tests {
		t.Run(tt.subject+"/"+tt.algorithm, func(t *testing.T) {
			s, err := corpora.Bundled(tt.subject)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(s.Pairs, func(p corpora.Pair) bool {
				return p.Failing != "" && (tt.pair == "" || p.Name == tt.pair)
			})
			rec := &answers{}
			k := task(t, s, &s.Pairs[i], cache)
			k.Params = algorithm(tt.algorithm)
			if err := (dd.Engine{}).Run(t.Context(), k, rec); err != nil {
				t.Fatal(err)
			}
			if len(rec.list) != 1 {
				t.Fatalf("%d answers", len(rec.list))
			}
			e := rec.list[0]
			if d := cmp.Diff(tt.want, answer{e.Root, e.Confirmed, e.OneMinimal}); d != "" {
				t.Errorf("%s\n%s", d, e.Text)
			}
			if rec.steps == 0 {
				t.Error("no steps were spent")
			}
		})
	}
}

// TestEveryBundledPair checks on each explanation task that the answer of both
// algorithms is 1-minimal; every fourth, unless RIFT_LONG is set.
func TestEveryBundledPair(t *testing.T) {
	cache := cfront.NewCache()
	checked, failing := 0, 0
	for _, name := range corpora.Names() {
		s, err := corpora.Bundled(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Pairs {
			p := &s.Pairs[i]
			if p.Failing == "" {
				continue
			}
			failing++
			if failing%4 != 0 && os.Getenv("RIFT_LONG") == "" {
				continue
			}
			for _, a := range []string{"dd+", "ddmin"} {
				rec := &answers{}
				k := task(t, s, p, cache)
				k.Params = algorithm(a)
				if err := (dd.Engine{}).Run(t.Context(), k, rec); err != nil {
					t.Fatalf("%s/%s: %v", name, p.Name, err)
				}
				if e := rec.list[0]; len(e.Root) == 0 || !e.OneMinimal {
					t.Errorf("%s/%s: %s answers %v, 1-minimal: %v", name, p.Name, a, e.Root, e.OneMinimal)
				}
				checked++
			}
		}
	}
	if checked < 10 {
		t.Errorf("only %d answers were checked", checked)
	}
}
