package aflgo

import (
	"math"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/fuzz"
	"github.com/riftlab/rift/engines/greybox"
	"github.com/riftlab/rift/program"
)

func version(name, text string) *program.Version {
	return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: text}}}
}

// Energies are those of the paper's formulas.
func TestSchedule(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	for _, c := range []struct {
		t    int64
		want float64
	}{{0, 1}, {500, math.Sqrt(1. / 20)}, {1000, 1. / 20}, {2000, 1. / 400}} {
		if got := Temperature(c.t, 1000); !near(got, c.want) {
			t.Errorf("temperature at %d: %v, want %v", c.t, got, c.want)
		}
	}
	for _, c := range []struct{ distance, temperature, want float64 }{
		{0, 1, 1}, {1, 1, 1}, {0.5, 0.3, 1}, {0, 0, 32}, {1, 0, 1. / 32},
		{0, 0.05, math.Pow(2, 4.75)}, {1, 0.05, math.Pow(2, -4.75)}, {0.25, 0.5, math.Pow(2, 1.25)},
	} {
		if got := Factor(c.distance, c.temperature); !near(got, c.want) {
			t.Errorf("factor at distance %v and temperature %v: %v, want %v", c.distance, c.temperature, got, c.want)
		}
	}
}

// deep is a program of many places that are easily come to, and one behind a row of calls.
const deep = `#include <stdio.h>
static int seen;
static int e(void) { int c = getchar(); if (c == '}') return CHANGE; return 5; }
static int d(void) { int c = getchar(); if (c == ';') return e(); return 4; }
static int c(void) { int c = getchar(); if (c == '?') return d(); return 3; }
static int b(void) { int x = getchar(); if (x == '#') return c(); return 2; }
static int a(void) { int c = getchar(); if (c == '{') return b(); return 1; }
static int words(int depth)
{
	switch (getchar()) {
	case 'a': seen |= 1; if (depth == 1) seen |= 2; break;
	case 'b': seen |= 4; if (depth == 2) seen |= 8; break;
	case 'c': seen |= 16; if (depth == 3) seen |= 32; break;
	case 'd': if (seen & 1) seen |= 64; break;
	case 'e': if (seen & 4) seen |= 128; if (seen & 64) seen |= 256; break;
	case 'f': if ((seen & 15) == 15) seen |= 512; break;
	case 'g': if (seen & 512) seen |= 1024; if (depth == 7) seen |= 2048; break;
	case 'h': if ((seen & 48) == 48) seen |= 4096; if (depth == 9) seen |= 1 << 14; break;
	case 'i': if (seen & 4096) seen |= 8192; break;
	case -1: return seen;
	}
	return depth < 12 ? words(depth + 1) : seen;
}
int main(void)
{
	switch (getchar()) {
	case '!': return a();
	case '1': return words(0) & 1;
	case '2': return words(1) & 2;
	case '3': return words(2) & 4;
	case '4': return words(3) & 8;
	case '5': return words(4) & 16;
	}
	return 0;
}
`

func task(t *testing.T, seed uint64) *engines.Task {
	t.Helper()
	of := enginetest.Between(t, version("old", strings.Replace(deep, "CHANGE", "7", 1)), version("new", strings.Replace(deep, "CHANGE", "8", 1)),
		program.InputModel{Stdin: &program.ContentModel{Size: 16}})
	of.Seed = seed
	return of
}

// first returns how many inputs an engine tries until the first that differs, of 20,000.
func first(t *testing.T, e engines.Engine, of *engines.Task) int {
	t.Helper()
	b := enginetest.NewBench(t, of)
	b.First, b.MaxTests = true, 20_000
	if err := e.Run(t.Context(), of, b); err != nil {
		t.Fatal(err)
	}
	return len(b.Trials)
}

// A change behind a row of calls is come to with fewer inputs than where all inputs that
// executed something new are alike; the same seed tries the same inputs.
func TestReachesDeepChange(t *testing.T) {
	var directed, undirected int
	for seed := uint64(1); seed <= 6; seed++ {
		of := task(t, seed)
		of.Params = enginetest.Params[Params](func(p *Params) { p.Exploit = 300_000 })
		n := first(t, Engine{}, of)
		if again := first(t, Engine{}, of); again != n {
			t.Errorf("seed %d: %d inputs, and %d", seed, n, again)
		}
		of.Params = enginetest.Defaults{}
		u := first(t, greybox.Engine{}, of)
		t.Logf("seed %d: %d, greybox %d", seed, n, u)
		directed += n
		undirected += u
	}
	if directed*3 > undirected*2 {
		t.Errorf("%d inputs, without distances %d", directed, undirected)
	}
}

// Far inputs get energy at first and lose it, near ones gain it.
func TestAnneals(t *testing.T) {
	now := int64(0)
	near, far, none := &fuzz.Kept{}, &fuzz.Kept{}, &fuzz.Kept{}
	s := &schedule{now: func() int64 { return now }, exploit: 1000, distances: map[*fuzz.Kept]float64{near: 2, far: 12}, min: 2, max: 12}
	for _, c := range []struct {
		t         int64
		near, far float64
	}{{0, 1, 1}, {1000, math.Pow(2, 4.75), math.Pow(2, -4.75)}} {
		now = c.t
		if n, f := s.Factor(near), s.Factor(far); math.Abs(n-c.near) > 1e-9 || math.Abs(f-c.far) > 1e-9 || s.Factor(none) != 1 {
			t.Errorf("at %d: %v and %v", c.t, n, f)
		}
	}
}

func TestRefuses(t *testing.T) {
	of := task(t, 1)
	of.Params = enginetest.Params[Params](func(p *Params) { p.Patience = 0 })
	b := enginetest.NewBench(t, of)
	if err := (Engine{}).Run(t.Context(), of, b); err == nil || err.Error() != "aflgo: patience is 0: must be at least 1" {
		t.Errorf("%v", err)
	}
	same := enginetest.Between(t, of.Old.Version, of.Old.Version, of.Model)
	if err := (Engine{}).Run(t.Context(), same, b); err == nil || !strings.Contains(err.Error(), "not applicable") {
		t.Errorf("no change: %v", err)
	}
	// All that is charged are the runs.
	of.Params = enginetest.Defaults{}
	b.MaxTests = 200
	if err := (Engine{}).Run(t.Context(), of, b); err != nil {
		t.Fatal(err)
	}
	steps := int64(0)
	for i := range b.Trials {
		steps += b.Trials[i].Steps()
	}
	if len(b.Trials) != 200 || b.Steps != steps {
		t.Errorf("%d steps for %d tests, which took %d", b.Steps, len(b.Trials), steps)
	}
}
