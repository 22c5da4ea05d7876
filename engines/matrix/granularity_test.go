package matrix

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// grainSource has pieces that share a line: the operands of a condition, and
// those of the condition of a loop.
const grainSource = `#include <stdio.h>
int main(void) {
	int a = getchar() - '0';
	int b = getchar() - '0';
	while (a > 1 && b > 2) {
		a--;
	}
	if (a > 4 || b > 8)
		puts("high");
	return 0;
}
`

// TestLineGranularity: at the granularity of lines a change is executed where its line is,
// chains go from line to line, and what one piece of a line has from another
// is no step, unless it comes from the round before.
func TestLineGranularity(t *testing.T) {
	version := func(text string) *program.Version {
		return &program.Version{Files: []program.SourceFile{{Name: "g.c", Text: text}}}
	}
	old, new := version(strings.Replace(grainSource, "b > 2", "b > 3", 1)), version(grainSource)
	ob, nb := enginetest.Build(t, old), enginetest.Build(t, new)
	for _, tc := range []struct {
		granularity Granularity
		want        []string // chains of length 1
		executing   []string // inputs
	}{
		{Piece, []string{"g.c:5:18 -> g.c:5:9", "g.c:5:18 -> g.c:6:3"}, []string{"23", "29", "31"}},
		{Line, []string{"g.c:5:9 -> g.c:5:9", "g.c:5:9 -> g.c:6:3"}, []string{"03", "23", "29", "31"}},
	} {
		a, err := NewAssessor(t.Context(), old, new, ob.Program, nb.Program, Options{Distance: 1, Entry: "main", Granularity: tc.granularity})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, q := range a.Requirements(Chain, 1) {
			if q.Length == 1 {
				got = append(got, q.Text)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: %s", tc.granularity, diff)
		}
		for _, in := range []string{"03", "23", "29", "31"} {
			c, err := a.Monitor(t.Context(), &program.Input{Entry: "main", Stdin: []byte(in)})
			if err != nil {
				t.Fatal(err)
			}
			if c.Changes != slices.Contains(tc.executing, in) {
				t.Errorf("%s: input %s executes a change: %v", tc.granularity, in, c.Changes)
			}
			loops := c.Satisfies(&Requirement{chain: 1}) && c.Satisfies(&Requirement{chain: 2})
			if loops != (in == "23" || in == "29") {
				t.Errorf("%s: input %s goes around: %v", tc.granularity, in, loops)
			}
		}
	}
}
