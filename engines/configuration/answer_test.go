package configuration

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// keeping is a recorder that keeps the last explanation.
type keeping struct{ answer engines.Explanation }

func (*keeping) Try(context.Context, *program.Input, engines.Note) (*engines.Trial, error) {
	return nil, nil
}
func (*keeping) Spend(int64) error                         { return nil }
func (*keeping) Requirement(engines.Requirement) error     { return nil }
func (k *keeping) Explanation(e engines.Explanation) error { k.answer = e; return nil }
func (*keeping) Count(string, int64)                       {}

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
		rec := &keeping{}
		err := Answer(t.Context(), task, rec, func(_ *Tester, candidates delta.Set, _ Tests) (delta.Set, error) {
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
