package random

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// log records the inputs tried and stops at a limit.
type log struct {
	inputs []*program.Input
	tests  []string
	limit  int
}

func (l *log) Try(_ context.Context, in *program.Input, n engines.Note) (*engines.Trial, error) {
	if len(l.inputs) == l.limit {
		return nil, engines.ErrBudget
	}
	l.inputs = append(l.inputs, in)
	l.tests = append(l.tests, n.Test)
	return &engines.Trial{}, nil
}
func (*log) Spend(int64) error                     { return nil }
func (*log) Requirement(engines.Requirement) error { return nil }
func (*log) Explanation(engines.Explanation) error { return nil }
func (*log) Count(string, int64)                   {}

type params func(into any) error

func (p params) Decode(into any) error { return p(into) }

func withParams(p Params) engines.Params {
	p.PoolModel = engines.DefaultModel()
	return params(func(into any) error { *into.(*Params) = p; return nil })
}

func pool(n int) []program.Test {
	tests := make([]program.Test, n)
	for i := range tests {
		tests[i].Name = fmt.Sprintf("t%d", i)
	}
	return tests
}

func TestPoolWithoutReplacement(t *testing.T) {
	task := &engines.Task{Tests: pool(20), Seed: 7, Params: withParams(Params{Source: "auto"})}
	var a, b log
	a.limit, b.limit = 100, 100
	for _, l := range []*log{&a, &b} {
		if err := (Engine{}).Run(t.Context(), task, l); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(a.tests, b.tests); d != "" {
		t.Errorf("the same seed gave different draws: %s", d)
	}
	seen := map[string]bool{}
	for _, n := range a.tests {
		seen[n] = true
	}
	if len(a.tests) != 20 || len(seen) != 20 {
		t.Errorf("drew %d tests, %d of them different; want each of 20 once", len(a.tests), len(seen))
	}
	task.Seed = 8
	c := log{limit: 100}
	if err := (Engine{}).Run(t.Context(), task, &c); err != nil {
		t.Fatal(err)
	}
	if cmp.Equal(a.tests, c.tests) {
		t.Error("another seed gave the same draws")
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		name string
		task engines.Task
		want string
	}{
		{"endless", engines.Task{Params: withParams(Params{Source: "model"})}, "random: this source never ends: the experiment must set a budget"},
		{"no pool", engines.Task{Subject: "s", Params: withParams(Params{Source: "pool"})}, `random: not applicable: subject s has no test pool: use source = "model"`},
		{"source", engines.Task{Params: withParams(Params{Source: "urn"})}, `random: source is "urn": must be "pool", "model" or "auto"`},
		{"bad key", engines.Task{Params: params(func(any) error { return errors.New("unknown key") })}, "random: unknown key"},
	}
	for _, tt := range tests {
		err := (Engine{}).Run(t.Context(), &tt.task, &log{})
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestGeneratorStaysInTheModel(t *testing.T) {
	text := program.Bytes("-x")
	m := &program.InputModel{
		Args: []program.ArgModel{
			{Text: &text},
			{Int: &program.IntDomain{Min: -3, Max: 4, Values: []int64{2}}},
			{Choice: []program.Bytes{program.Bytes("a"), program.Bytes("b")}},
			{String: &program.ContentModel{MinSize: 2, Size: 5}},
		},
		SymArgs: &program.SymArgs{Min: 1, Max: 3, Len: 2, Alphabet: program.Bytes("01")},
		Stdin:   &program.ContentModel{Size: 4},
		Globals: []program.ValueModel{{Name: "g", Int: &program.IntDomain{Min: 0, Max: 3}}, {Name: "h", Size: 8}},
	}
	rapid.Check(t, func(t *rapid.T) {
		g := Generator{m, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))}
		in := g.Input()
		if n := len(in.Args) - 4; n < 1 || n > 3 {
			t.Fatalf("%d further arguments", n)
		}
		v, err := strconv.Atoi(string(in.Args[1]))
		if err != nil || v < -3 || v > 4 {
			t.Fatalf("integer argument %q", in.Args[1])
		}
		if s := in.Args[3]; len(s) < 2 || len(s) > 5 {
			t.Fatalf("string argument %q", s)
		}
		for _, a := range in.Args {
			for _, c := range a {
				if c == 0 {
					t.Fatalf("argument %q holds a NUL", a)
				}
			}
		}
		if len(in.Stdin) > 4 || len(in.Values[0].Data) != 4 || in.Values[0].Data[0] > 3 || len(in.Values[1].Data) != 8 {
			t.Fatalf("input %s", in.Key())
		}
	})
}
