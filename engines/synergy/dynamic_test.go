package synergy

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// oracleTask is a task over n one-line changes that is judged by what is
// reverted.
func oracleTask(n int, judge func(reverted delta.Set) engines.Verdict) *engines.Task {
	text := func(mark string) *program.Version {
		var sb strings.Builder
		for i := range n {
			fmt.Fprintf(&sb, "%s%d\nsame%d\n", mark, i, i)
		}
		return &program.Version{Files: []program.SourceFile{{Name: "f.c", Text: sb.String()}}}
	}
	return &engines.Task{
		Old: engines.Build{Version: text("old")}, New: engines.Build{Version: text("new")},
		Judge: func(_ context.Context, v *program.Version) (engines.Verdict, error) {
			reverted := delta.Set{}
			for i, l := range strings.Split(v.Files[0].Text, "\n") {
				if strings.HasPrefix(l, "old") {
					reverted = append(reverted, i/2)
				}
			}
			return judge(reverted), nil
		},
	}
}

// TestRandomOracles checks the dynamic analysis on ten thousand random oracles:
// with causes that hide behind one another, groups of changes that compile
// only together, and arbitrary results for everything between. Reverting the
// answer passes, and does not without any single root change.
func TestRandomOracles(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for round := range 10000 {
		n := 1 + r.IntN(12)
		salt := r.Uint64()
		random := func() delta.Set {
			s := delta.Set{r.IntN(n)}
			for i := range n {
				if r.IntN(6) == 0 {
					s = s.Union(delta.Set{i})
				}
			}
			return s
		}
		cause, group := random(), random()
		arbitrary := round%2 == 1
		k := oracleTask(n, func(reverted delta.Set) engines.Verdict {
			in := len(group) - len(group.Minus(reverted))
			switch {
			case len(reverted) == 0:
				return engines.Fails
			case len(reverted) == n:
				return engines.Passes
			case in > 0 && in < len(group):
				return engines.Unbuilt
			case len(cause.Minus(reverted)) == 0:
				return engines.Passes
			case !arbitrary:
				return engines.Fails
			}
			h := salt
			for _, c := range reverted {
				h = (h ^ uint64(c+1)) * 0x9E3779B97F4A7C15
				h ^= h >> 29
			}
			return engines.Verdict(h % 3)
		})
		tester, err := deltadebug.New(t.Context(), k, &answers{})
		if err != nil {
			t.Fatal(err)
		}
		d := &dynamic{ctx: t.Context(), tester: tester, aux: deltadebug.NewAuxiliary(tester, nil, nil)}
		search, divided := d.reduce, false
		switch round % 8 {
		case 2, 3:
			search = d.whole
		case 4, 5:
			divided = true // where all changes compile together alone, all are root changes
			search = func(s delta.Set) (*answer, error) { return d.divide(s, nil, cause) }
		}
		a, err := search(tester.Delta.All())
		if err != nil {
			t.Fatal(err)
		}
		if a, err = d.swap(a); err != nil {
			t.Fatal(err)
		}
		if _, err := d.spare(a); err != nil {
			t.Fatal(err)
		}
		whole := a.root.Union(a.aux)
		for i := range whole {
			less := whole.Minus(whole[i : i+1])
			if v, err := k.Judge(t.Context(), tester.Delta.Apply(tester.Delta.All().Minus(less))); err != nil || v == engines.Passes && !slices.Equal(a.root, whole[i:i+1]) {
				t.Fatalf("of %d: answer %v with %v passes without %d", n, a.root, a.aux, whole[i])
			}
		}
		confirmed, minimal, err := d.check(a)
		if err != nil || !confirmed || !arbitrary && !minimal && !divided {
			t.Fatalf("cause %v, group %v of %d: answer %v with %v, confirmed %v, 1-minimal %v, %v", cause, group, n, a.root, a.aux, confirmed, minimal, err)
		}
		if !arbitrary && len(cause.Minus(whole)) > 0 {
			t.Fatalf("cause %v, group %v of %d: answer %v with %v", cause, group, n, a.root, a.aux)
		}
		if !arbitrary && len(group) <= 1 && !slices.Equal(a.root, cause) {
			t.Fatalf("cause %v of %d: answer %v", cause, n, a.root)
		}
	}
}

// TestEntangledIsNotEverything checks that a change which compiles only with another
// is not blamed because the test passes when all are reverted.
func TestEntangledIsNotEverything(t *testing.T) {
	const n = 6
	k := oracleTask(n, func(reverted delta.Set) engines.Verdict {
		switch {
		case len(reverted) < n && reverted.Has(0) != reverted.Has(1):
			return engines.Unbuilt
		case reverted.Has(5):
			return engines.Passes
		}
		return engines.Fails
	})
	tester, err := deltadebug.New(t.Context(), k, &answers{})
	if err != nil {
		t.Fatal(err)
	}
	near := func(delta.Set) []delta.Set { return []delta.Set{{0, 1, 2}} }
	d := &dynamic{ctx: t.Context(), tester: tester, aux: deltadebug.NewAuxiliary(tester, near, nil)}
	if a, err := d.entangled(delta.Set{0}); a != nil || err != nil {
		t.Errorf("answer %v, %v", a, err)
	}
	near = func(delta.Set) []delta.Set { return []delta.Set{{0, 1, 2, 5}} }
	d.aux = deltadebug.NewAuxiliary(tester, near, nil)
	a, err := d.entangled(delta.Set{5})
	if err != nil || a == nil || !slices.Equal(a.root, delta.Set{5}) || len(a.aux) > 0 {
		t.Errorf("answer %v, %v", a, err)
	}
}
