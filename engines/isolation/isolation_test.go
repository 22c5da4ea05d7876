package isolation

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/directed"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/sequence"
)

// bench is a recorder that counts tests by their sequences.
type bench struct {
	old, new *vm.Instance
	differ   map[string]int
	same     map[string]int
	tests    int
}

func (b *bench) Try(ctx context.Context, in *program.Input, note engines.Note) (*engines.Trial, error) {
	if b.tests++; b.tests > 200 {
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
	if s := strings.Join(note.Sequence, " "); t.Difference.Counts() {
		b.differ[s]++
	} else {
		b.same[s]++
	}
	return t, nil
}

func (b *bench) Spend(int64) error                     { return nil }
func (b *bench) Requirement(engines.Requirement) error { return nil }
func (b *bench) Explanation(engines.Explanation) error { return nil }
func (b *bench) Count(string, int64)                   {}

type noParams struct{}

func (noParams) Decode(any) error { return nil }

func taskOf(t *testing.T, subject, pair string) *engines.Task {
	t.Helper()
	s, err := corpora.Bundled(subject)
	if err != nil {
		t.Fatal(err)
	}
	p := s.Pair(pair)
	task := &engines.Task{Model: s.Model, Seed: 3, RunSteps: 1_000_000, Params: noParams{}}
	for name, b := range map[string]*engines.Build{p.Old: &task.Old, p.New: &task.New} {
		b.Version = s.Version(name)
		if b.Program, err = cfront.Compile(t.Context(), b.Version, cfront.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	return task
}

func machine(t *testing.T, p *program.Program) *vm.Instance {
	t.Helper()
	m, err := vm.New(p, vm.Options{MaxSteps: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	return m.NewRun()
}

// The targets of the paper's example are its three changed statements, none of
// which depends by control on another, and the outputs, in no order.
func TestFlatTargets(t *testing.T) {
	task := taskOf(t, "cutfields", "lhs")
	a, err := directed.Analyse(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	plan := planOf(a, a.Sequences(sequence.Options{}))
	var changes []string
	goals := 0
	for i, target := range plan.Targets {
		if target.Goal {
			goals++
		} else {
			changes = append(changes, target.Name)
		}
		if plan.Start[i] != i {
			t.Errorf("the first targets are %v", plan.Start)
		}
	}
	if want := []string{"cutfields.c:11", "cutfields.c:15", "cutfields.c:17"}; !slices.Equal(changes, want) || goals == 0 {
		t.Errorf("targets %v and %d outputs, want %v and some", changes, goals, want)
	}
	if next := plan.Next(plan.Start, 1); slices.Contains(next, 1) || len(next) != len(plan.Start)-1 {
		t.Errorf("after target 1 there are %v", next)
	}
}

// A change within the body of a changed condition is deeper than the condition.
func TestDeepest(t *testing.T) {
	task := taskOf(t, "cutfields", "lhs")
	text := strings.NewReplacer("if (argc != 2)\n    return 2;", "if (argc > 2)\n    return 3;").Replace(task.New.Version.Files[0].Text)
	v := *task.New.Version
	v.Files = []program.SourceFile{{Name: "cutfields.c", Text: text}}
	p, err := cfront.Compile(t.Context(), &v, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	task.Old, task.New = task.New, engines.Build{Version: &v, Program: p}
	a, err := directed.Analyse(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	var changes []string
	for _, target := range planOf(a, a.Sequences(sequence.Options{})).Targets {
		if !target.Goal {
			changes = append(changes, target.Name)
		}
	}
	if len(changes) != 1 {
		t.Errorf("targets %v, want the return alone", changes)
	}
}

// Isolation's result on the paper's example: on so small a program the flat set of
// targets leads to the sequence 1, 5, 7 too, by way of the loop.
func TestRunningExample(t *testing.T) {
	task := taskOf(t, "cutfields", "lhs")
	b := &bench{old: machine(t, task.Old.Program), new: machine(t, task.New.Program), differ: map[string]int{}, same: map[string]int{}}
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	if b.differ["cutfields.c:11 cutfields.c:15 cutfields.c:17"] == 0 || b.same["cutfields.c:11 cutfields.c:17"] == 0 {
		t.Errorf("tests with a difference %v, without %v", b.differ, b.same)
	}
}
