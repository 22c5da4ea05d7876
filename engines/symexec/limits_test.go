package symexec

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
)

const endless = `
#include <stdio.h>
int main(void)
{
	int c, n = 0;
	while ((c = getchar()) != EOF)
		if (c & 1)
			n = n * 3 + c;
	return n;
}
`

func collect(t *testing.T, ctx context.Context, text string, m *program.InputModel, opt Options) ([]*Path, *Explorer, error) {
	t.Helper()
	e, err := New(compileC(t, "p.c", text), opt)
	if err != nil {
		t.Fatal(err)
	}
	var paths []*Path
	err = e.Explore(ctx, m, func(p *Path) error {
		paths = append(paths, p)
		return nil
	})
	return paths, e, err
}

// Forks beyond the number of states allowed are dropped and counted.
func TestMaxStates(t *testing.T) {
	m := &program.InputModel{Stdin: &program.ContentModel{MinSize: 6, Size: 6}}
	paths, e, err := collect(t, t.Context(), endless, m, Options{Population: Population{MaxStates: 5}, Search: "bfs"})
	if err != nil {
		t.Fatal(err)
	}
	if e.Stats.Dropped == 0 || e.Stats.Exhaustive() || len(paths) >= 64 || len(paths) < 5 {
		t.Errorf("%d paths, %+v", len(paths), e.Stats)
	}
}

// A cancelled exploration ends at once and says what is left.
func TestCancel(t *testing.T) {
	m := &program.InputModel{Stdin: &program.ContentModel{Size: 60}}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, e, err := collect(t, ctx, endless, m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if e.Stats.Pending == 0 || e.Stats.Exhaustive() {
		t.Errorf("%+v", e.Stats)
	}
}

// The exploration ends when its steps are spent, with the error of Spend; with
// equal budgets and seeds it finds the same.
func TestSpend(t *testing.T) {
	stop := errors.New("spent")
	var inputs [2][]string
	for i := range inputs {
		left := int64(200_000)
		opt := Options{Spend: func(n int64) error {
			if left -= n; left < 0 {
				return stop
			}
			return nil
		}}
		paths, _, err := collect(t, t.Context(), endless, &program.InputModel{Stdin: &program.ContentModel{Size: 60}}, opt)
		if !errors.Is(err, stop) {
			t.Fatalf("got %v", err)
		}
		for _, p := range paths {
			inputs[i] = append(inputs[i], p.Input.Key())
		}
	}
	if len(inputs[0]) < 3 || strings.Join(inputs[0], "\n") != strings.Join(inputs[1], "\n") {
		t.Errorf("two runs differ, or find too little: %d and %d paths", len(inputs[0]), len(inputs[1]))
	}
}

// An enumeration that reaches its bound ends the path there, with its place.
func TestCutEnumeration(t *testing.T) {
	text := `#include <string.h>
int f(unsigned n)
{
	char m[4096];
	memset(m, 1, n & 0xFFF);
	return m[0];
}
int main(void) { return 0; }
`
	m := &program.InputModel{Entry: "f"}
	paths, e, err := collect(t, t.Context(), text, m, Options{Limits: Limits{Values: 4}})
	if err != nil {
		t.Fatal(err)
	}
	given := 0
	for _, p := range paths {
		if p.Incomplete != "" {
			given++
			if !strings.HasPrefix(p.Incomplete, "bound: ") {
				t.Errorf("given up for %q", p.Incomplete)
			}
		}
	}
	// Four sizes, and the rest cut off.
	if e.Stats.Truncated != 1 || given != 1 || e.Stats.Exhaustive() || len(paths) != 5 {
		t.Errorf("%d paths, %d given up, %+v", len(paths), given, e.Stats)
	}
}

// An object of a size that may be anything has one path for each size below 32
// and one for each power of two that malloc grants; all others are refused.
func TestSymbolicSize(t *testing.T) {
	text := `#include <stdlib.h>
#include <string.h>
int f(unsigned n, int how)
{
	char *p = how == 0 ? malloc(n) : how == 1 ? calloc(n, 1) : how == 2 ? realloc(malloc(1), n) : alloca(n);
	if (!p)
		return -1;
	if (n > 20)
		p[20] = 1;
	return n;
}
int main(void) { return 0; }
`
	for how, want := range []int{32, 32, 31, 32} { // realloc to 0 frees
		m := &program.InputModel{Entry: "f", Params: []program.ValueModel{{Name: "n"}, {Name: "how", Int: &program.IntDomain{Min: int64(how), Max: int64(how)}}}}
		p := compileC(t, "p.c", text)
		opt := Options{Limits: Limits{MaxMemory: 1 << 20, MaxStack: 1 << 16}}
		paths, e := explore(t, p, m, opt)
		small := map[string]bool{}
		for _, path := range paths {
			if r := path.Outcome.Result; r != nil && r.Data[1]|r.Data[2]|r.Data[3] == 0 && r.Data[0] < 32 {
				small[string(r.Data)] = true
			}
			if path.Incomplete != "" {
				t.Errorf("given up: %s", path.Incomplete)
			}
		}
		if len(small) != want || e.Stats.Truncated == 0 || len(paths) > 60 {
			t.Errorf("way %d: %d paths, %d small sizes, want %d, %+v", how, len(paths), len(small), want, e.Stats)
		}
	}
}

// A missing function ends its path with its name and place, and only that.
func TestMissingFunction(t *testing.T) {
	text := `int missing(int);
int f(int x) { return x == 3 ? missing(x) : 0; }
int main(void) { return 0; }
`
	paths, _, err := collect(t, t.Context(), text, &program.InputModel{Entry: "f"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, p := range paths {
		if f := p.Outcome.Fault; f != nil && f.Kind == program.FaultUnsupported && f.Pos.Line == 2 && strings.Contains(f.Message, "missing") {
			found++
		}
	}
	if len(paths) != 2 || found != 1 {
		t.Errorf("%d paths, %d with the missing function", len(paths), found)
	}
}

// So does a construct that is not supported, in full and as predicted.
func TestUnsupportedConstruct(t *testing.T) {
	text := `int f(int x)
{
	if (x == 3)
		__asm__("hlt");
	return x > 3;
}
int main(void) { return 0; }
`
	paths, _, err := collect(t, t.Context(), text, &program.InputModel{Entry: "f"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	whole, given := 0, 0
	for _, p := range paths {
		switch {
		case p.Incomplete == "" && p.Outcome.Ending == program.Exited:
			whole++
		case p.Incomplete == "unsupported: asm; write it in C" && p.At.Line == 4 && p.At.Col == 3 && p.Outcome.Limit == program.LimitUnsupported:
			given++
		default:
			t.Errorf("%q at %v: %+v", p.Incomplete, p.At, p.Outcome)
		}
	}
	if len(paths) < 2 || given != 1 || whole != len(paths)-1 {
		t.Errorf("%d paths, %d whole, %d given up", len(paths), whole, given)
	}
}

func TestBadModels(t *testing.T) {
	for _, c := range []struct {
		model program.InputModel
		want  string
	}{
		{program.InputModel{Entry: "g"}, "the program has no function g"},
		{program.InputModel{Entry: "f", Params: make([]program.ValueModel, 2)}, "f has 1 parameters, the input model 2"},
		{program.InputModel{Globals: []program.ValueModel{{Name: "v"}}}, "the program has no variable v"},
		{program.InputModel{Args: []program.ArgModel{{Int: &program.IntDomain{Min: 2, Max: 1}}}}, "argument 1: no integer from 2 to 1"},
	} {
		_, _, err := collect(t, t.Context(), "int f(int x) { return x; } int main(void) { return 0; }", &c.model, Options{})
		if err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// Signed overflow is a path of its own where it counts as an error.
func TestOverflow(t *testing.T) {
	text := "int f(int a, int b) { return a + b; } int main(void) { return 0; }"
	for _, check := range []bool{false, true} {
		p := compileC(t, "p.c", text)
		paths, _ := explore(t, p, &program.InputModel{Entry: "f"}, Options{Checks: Checks{CheckOverflow: check}})
		want := 1
		if check {
			want = 2
		}
		if len(paths) != want {
			t.Errorf("%d paths with the check %v", len(paths), check)
		}
	}
}

// What atoi and strtol do to a number is what the summary says: each path's
// prediction comes from the summary, and its replay from the C code.
func TestNumberSummary(t *testing.T) {
	text := `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int i = atoi(argv[1]);
	long l = strtol(argv[1], 0, 10);
	unsigned long u = strtoul(argv[1], 0, 10);
	fwrite(&i, sizeof i, 1, stdout);
	fwrite(&l, sizeof l, 1, stdout);
	fwrite(&u, sizeof u, 1, stdout);
	return 0;
}
`
	p := compileC(t, "p.c", text)
	numbers := []int64{0, 1, -1, 9, 10, -10, 99, 100, 1 << 31, -1 << 31, 1<<31 - 1, 1<<32 + 5, math.MaxInt64, math.MinInt64, math.MinInt64 + 1}
	for i := int64(-300); i < 300; i += 7 {
		numbers = append(numbers, i)
	}
	for _, x := range numbers {
		m := &program.InputModel{Args: []program.ArgModel{{Int: &program.IntDomain{Min: x, Max: x}}}}
		paths, e := explore(t, p, m, Options{})
		if len(paths) != 1 || string(paths[0].Input.Args[0]) != strconv.FormatInt(x, 10) {
			t.Errorf("%d: %d paths", x, len(paths))
		}
		if e.Stats.Forks > 0 {
			t.Errorf("%d: forked", x)
		}
	}
}

// The shapes of the numbers of a range are disjoint, cover it, and hold numbers
// of one sign and one number of digits.
func TestShapes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo, hi := rapid.Int64().Draw(t, "lo"), rapid.Int64().Draw(t, "hi")
		if lo > hi {
			lo, hi = hi, lo
		}
		x := rapid.Int64Range(lo, hi).Draw(t, "x")
		s := expr.DecimalOf(x, lo, hi)
		if x < s.Lo || x > s.Hi || s.Lo < lo || s.Hi > hi {
			t.Fatalf("%d in %d..%d has shape %+v", x, lo, hi, s)
		}
		for _, y := range []int64{s.Lo, s.Hi} {
			if len(strconv.FormatInt(y, 10)) != len(strconv.FormatInt(x, 10)) || (y < 0) != (x < 0) {
				t.Fatalf("%d and %d have one shape", x, y)
			}
		}
		if s.Lo > lo && expr.DecimalOf(s.Lo-1, lo, hi) == s || s.Hi < hi && expr.DecimalOf(s.Hi+1, lo, hi) == s {
			t.Fatalf("the shape of %d goes on beyond %+v", x, s)
		}
	})
}
