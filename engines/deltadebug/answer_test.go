package deltadebug

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// keeping is a recorder that keeps the last explanation.
type keeping struct {
	answer engines.Explanation
	counts map[string]int64
}

func (*keeping) Try(context.Context, *program.Input, engines.Note) (*engines.Trial, error) {
	return nil, nil
}
func (*keeping) Spend(int64) error                         { return nil }
func (*keeping) Requirement(engines.Requirement) error     { return nil }
func (k *keeping) Explanation(e engines.Explanation) error { k.answer = e; return nil }
func (k *keeping) Count(name string, n int64)              { k.counts[name] += n }

// TestAnswerIsPolished checks what is left of everything as an answer. Changes tied
// together by the name "extra", none of which can be left out alone, go together; so
// does each that the failure does not need, as it is applied or as it is reverted.
func TestAnswerIsPolished(t *testing.T) {
	version := func(lines ...string) *program.Version {
		return &program.Version{Files: []program.SourceFile{{Name: "f.c", Text: strings.Join(lines, "\n") + "\n"}}}
	}
	old := version("int a;", "-", "int b;", "-", "int c;", "-", "int d;")
	new := version("int a;", "int extra;", "int b;", "use(extra);", "int c;", "bad();", "int d;", "worse();")
	for _, tt := range []struct {
		name     string
		together bool // only both make it fail, of which one is not built alone
		want     []string
		confirm  bool
	}{{"applied", false, []string{"c3"}, true}, {"reverted", true, []string{"c3"}, true}} {
		task := &engines.Task{Old: engines.Build{Version: old}, New: engines.Build{Version: new},
			Judge: func(_ context.Context, v *program.Version) (engines.Verdict, error) {
				text := v.Files[0].Text
				has := func(s string) bool { return strings.Contains(text, s) }
				switch {
				case has("int extra") != has("use(extra)"):
					return engines.Unbuilt, nil
				case tt.together && has("bad()") && !has("worse()"):
					return engines.Unbuilt, nil
				case has("bad()"):
					return engines.Fails, nil
				}
				return engines.Passes, nil
			}}
		rec := &keeping{counts: map[string]int64{}}
		err := Answer(t.Context(), task, rec, All(), func(_ *Tester, candidates delta.Set, _ Tests) (delta.Set, error) {
			if tt.together {
				return candidates[:3], nil // as after a search in which the last one stays applied
			}
			return candidates, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if e := rec.answer; !slices.Equal(e.Root, tt.want) || e.Confirmed != tt.confirm || !e.OneMinimal {
			t.Errorf("%s: %v, confirmed %v, 1-minimal %v\n%s", tt.name, e.Root, e.Confirmed, e.OneMinimal, e.Text)
		}
	}
}

// TestAnswersHold checks on random oracles, most versions of which are not built, that
// whatever a search found, the answer holds and is 1-minimal, by the oracle and not by
// foresight, which compilers here mislead: they complain of lines that other versions
// have, too. Only sets that the oracle itself was asked about count.
func TestAnswersHold(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	var lies, neither int64
	counts := map[string]int64{}
	for range 400 {
		n, salt, few := 2+r.IntN(12), r.Uint64(), uint64(2+r.IntN(4))
		task, asked := misled(n, salt, few, &lies)
		rec := &keeping{counts: counts}
		found := delta.Set{}
		for c := range n {
			if r.IntN(2) == 0 || c == n-1 && len(found) == 0 {
				found = append(found, c)
			}
		}
		byOracle := func(s delta.Set) engines.Verdict { return random(salt, few, n, s) }
		all := make(delta.Set, n)
		for i := range all {
			all[i] = i
		}
		if byOracle(found) != engines.Fails && byOracle(all.Minus(found)) != engines.Passes {
			neither++
		}
		err := Answer(t.Context(), task, rec, All(), func(t *Tester, candidates delta.Set, first Tests) (delta.Set, error) {
			if len(t.Delta.Changes) != n {
				return nil, fmt.Errorf("%d changes", len(t.Delta.Changes))
			}
			if _, err := Minimise(Singles(candidates), nil, first); err != nil {
				return nil, err
			}
			return found, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		root, aux := parse(t, rec.answer.Root), parse(t, rec.answer.Auxiliary)
		without := func(s delta.Set) engines.Verdict { return byOracle(all.Minus(s)) }
		confirmed := without(root.Union(aux)) == engines.Passes
		for i := range aux {
			less := root.Union(aux.Minus(aux[i : i+1]))
			if without(less) == engines.Passes || !asked[nameOf(all.Minus(less))] {
				t.Fatalf("answer %v of %d changes with %v: change %d is not needed", root, n, aux, aux[i])
			}
		}
		minimal := func(version func(delta.Set) delta.Set, holds engines.Verdict) bool {
			known := func(s delta.Set) bool { return asked[nameOf(version(s))] }
			ok := known(root) && byOracle(version(root)) == holds
			for i := range root {
				less := root.Minus(root[i : i+1])
				ok = ok && known(less) && byOracle(version(less)) != holds
			}
			return ok
		}
		if !rec.answer.OneMinimal || rec.answer.Confirmed != confirmed || !asked[nameOf(all.Minus(root.Union(aux)))] ||
			!minimal(func(s delta.Set) delta.Set { return s }, engines.Fails) && !minimal(all.Minus, engines.Passes) {
			t.Fatalf("answer %v of %d changes, %+v: confirmed %v", root, n, rec.answer, confirmed)
		}
	}
	if counts["foreseen"] == 0 || counts["foreseen_wrong"] == 0 || counts["foreseen_checked"] <= counts["foreseen_wrong"] || neither < 50 {
		t.Errorf("foresight was not misled: %v, %d complaints; %d searches ended with nothing that holds", counts, lies, neither)
	}
}

// parse returns the changes with these names.
func parse(t *testing.T, ids []string) delta.Set {
	t.Helper()
	s := delta.Set{}
	for _, id := range ids {
		var c int
		if _, err := fmt.Sscanf(id, "c%d", &c); err != nil {
			t.Fatal(err)
		}
		s = append(s, c-1)
	}
	return s
}

// random is the verdict of an oracle on a set of n changes: one in few is built.
func random(salt, few uint64, n int, s delta.Set) engines.Verdict {
	h := salt
	for _, c := range s {
		h = (h ^ uint64(c+1)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	switch {
	case len(s) == 0:
		return engines.Passes
	case len(s) == n:
		return engines.Fails
	case h%few != 0:
		return engines.Unbuilt
	}
	return [...]engines.Verdict{engines.Passes, engines.Fails, engines.Unresolved}[h/few%3]
}

// misled is a task with n changes of a line each, the oracle's verdicts, and complaints
// about single lines that are there; asked has the sets that were judged.
func misled(n int, salt, few uint64, lies *int64) (task *engines.Task, asked map[string]bool) {
	asked = map[string]bool{}
	var old, new []string
	for i := range n {
		old = append(old, fmt.Sprintf("int before%d;", i), "")
		new = append(new, fmt.Sprintf("int after%d;", i), "")
	}
	version := func(lines []string) engines.Build {
		return engines.Build{Version: &program.Version{Files: []program.SourceFile{{Name: "f.c", Text: strings.Join(lines, "\n") + "\n"}}}}
	}
	setOf := func(v *program.Version) delta.Set {
		s := delta.Set{}
		for i := range n {
			if strings.Contains(v.Files[0].Text, fmt.Sprintf("after%d;", i)) {
				s = append(s, i)
			}
		}
		return s
	}
	return &engines.Task{Old: version(old), New: version(new),
		Judge: func(_ context.Context, v *program.Version) (engines.Verdict, error) {
			s := setOf(v)
			asked[nameOf(s)] = true
			return random(salt, few, n, s), nil
		},
		Complaints: func(v *program.Version) string {
			*lies++
			s := setOf(v)
			a, b := int(salt%uint64(n)), int((salt+uint64(len(s)))%uint64(n))
			name := func(c int) string {
				if s.Has(c) {
					return fmt.Sprintf("after%d", c)
				}
				return fmt.Sprintf("before%d", c)
			}
			// Two names, of which one is of another line: neither the old nor the new
			// version has both, where one change is applied and the other is not.
			return fmt.Sprintf("f.c:%d:5: error: conflicting types for '%s'; have '%s'", 2*a+1, name(a), name(b))
		},
	}, asked
}

// TestAnswerIsAccompanied checks an answer that does not compile when it is reverted: the
// changes that it needs then are auxiliary, those that it does not need are not. One that
// compiles and fails has none: other changes are to blame, too.
func TestAnswerIsAccompanied(t *testing.T) {
	version := func(lines ...string) *program.Version {
		return &program.Version{Files: []program.SourceFile{
			{Name: "f.c", Text: strings.Join(lines, "\n") + "\n"}, {Name: "g.c", Text: lines[0] + "\n"}}}
	}
	old := version("int a;", "-", "int b;", "-", "int c;", "-", "int d;", "first")
	new := version("int b;", "-", "int c;", "bad();", "int d;", "needs();", "int e;", "second")
	for _, tt := range []struct {
		without engines.Verdict // with bad() reverted alone
		aux     int
	}{{engines.Unbuilt, 1}, {engines.Fails, 0}} {
		task := &engines.Task{Old: engines.Build{Version: old}, New: engines.Build{Version: new},
			Judge: func(_ context.Context, v *program.Version) (engines.Verdict, error) {
				text := v.Files[0].Text
				switch bad, needs := strings.Contains(text, "bad()"), strings.Contains(text, "needs()"); {
				case bad:
					return engines.Fails, nil
				case needs:
					return tt.without, nil
				}
				return engines.Passes, nil
			}}
		rec := &keeping{counts: map[string]int64{}}
		var changes []*delta.Change
		err := Answer(t.Context(), task, rec, All(), func(t *Tester, candidates delta.Set, first Tests) (delta.Set, error) {
			changes = t.Delta.Changes
			units, err := Minimise(Singles(candidates), nil, first)
			return Union(units), err
		})
		if err != nil {
			t.Fatal(err)
		}
		e := rec.answer
		if len(e.Root) != 1 || len(e.Auxiliary) != tt.aux || e.Confirmed != (tt.aux > 0) || !e.OneMinimal {
			t.Errorf("%s: %+v", tt.without, e)
		}
		for _, c := range parse(t, e.Auxiliary) {
			if !slices.Contains(changes[c].New, "needs();") {
				t.Errorf("auxiliary change %s", changes[c])
			}
		}
	}
}
