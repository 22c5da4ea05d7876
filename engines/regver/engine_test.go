package regver

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

func task(t *testing.T, old, new string) *engines.Task {
	t.Helper()
	version := func(text string) *program.Version {
		return &program.Version{Files: []program.SourceFile{{Name: "p.c", Text: text}}}
	}
	return enginetest.Between(t, version(old), version(new), program.InputModel{})
}

const whole = `
#include <stdio.h>
#include <stdlib.h>
static int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
static int cube(int x) { return x * x * x; }
int main(int argc, char **argv)
{
	int a[8] = {0};
	for (int i = 1; i < argc && i < 9; i++)
		a[i - 1] = atoi(argv[i]);
	printf("%d %d\n", sum(a, 8), cube(a[0]));
	return 0;
}
`

// The engine tells what it proved, of whole programs, and tries nothing.
func TestEngine(t *testing.T) {
	tidy := `
#include <stdio.h>
#include <stdlib.h>
static int sum(const int *a, int n) { int s = 0, i = 0; while (i < n) { s = a[i] + s; ++i; } return s; }
static int cube(int x) { int q = x * x; return q * x; }
int main(int argc, char **argv)
{
	int a[8] = {0};
	for (int i = 1; i < argc && i < 9; i++)
		a[i - 1] = atoi(argv[i]);
	int total = sum(a, 8);
	printf("%d %d\n", total, cube(a[0]));
	return 0;
}
`
	wrong := `
#include <stdio.h>
#include <stdlib.h>
static int sum(const int *a, int n) { int s = 0, i = 0; while (i < n) { s = a[i] + s; ++i; } return s; }
static int cube(int x) { int q = x + x; return q * x; }
int main(int argc, char **argv)
{
	int a[8] = {0};
	for (int i = 1; i < argc && i < 9; i++)
		a[i - 1] = atoi(argv[i]);
	printf("%d %d\n", sum(a, 8), cube(a[0]));
	return 0;
}
`
	for _, c := range []struct {
		name, new string
		complete  bool
		proved    []string
	}{
		{"refactored", tidy, true, []string{"main", "sum"}},
		{"wrong", wrong, false, []string{"sum"}},
		{"same code", whole, true, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			task := task(t, whole, c.new)
			b := enginetest.NewBench(t, task)
			if err := (Engine{}).Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			got := b.Conclusion
			if got == nil {
				t.Fatal("no conclusion")
			}
			if got.Complete != c.complete || got.Unbounded != c.complete || (got.Proof != "") != c.complete || !slices.Equal(got.Proved, c.proved) {
				t.Errorf("got %+v, want complete %v, proved %v", got, c.complete, c.proved)
			}
			if !c.complete && len(got.Bounds) == 0 {
				t.Error("no reason is given")
			}
		})
	}
}

// spender ends the budget after some steps.
type spender struct{ left int64 }

func (s *spender) Spend(n int64) error {
	if s.left -= n; s.left < 0 {
		return engines.ErrBudget
	}
	return nil
}

// Neither the end of the budget nor that of the context becomes a proof.
func TestStops(t *testing.T) {
	c := cases[slices.IndexFunc(cases[:], func(c struct{ name, common, old, new, twin string }) bool { return c.name == "nested loops" })]
	old, new := build(t, c.old), build(t, c.new)
	for left := int64(0); left < 40; left += 3 {
		s := &spender{left: left}
		r, err := Prove(t.Context(), old, new, Options{Entry: "f", Spend: s.Spend})
		if !errors.Is(err, engines.ErrBudget) || r.Equal {
			t.Errorf("%d steps: %+v, %v", left, r, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := Prove(ctx, old, new, Options{Entry: "f"}); !errors.Is(err, context.Canceled) || r.Equal {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
}
