package analysis

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
)

// TestJudgeTellsAuxiliaryApart checks that a known change which is only reverted with
// others counts by itself.
func TestJudgeTellsAuxiliaryApart(t *testing.T) {
	for _, c := range []struct {
		root, auxiliary, truth string
		want                   Verdict
	}{
		{"1", "2", "1", VerdictMatch},
		{"1", "2", "2", VerdictAuxiliary},
		{"1", "2", "1 2", VerdictAuxiliary},
		{"1", "2", "2 3", VerdictPartial},
		{"1 3", "2", "1", VerdictMore},
		{"1", "2", "3", VerdictMissed},
	} {
		e := &engines.Explanation{Root: strings.Fields(c.root), Auxiliary: strings.Fields(c.auxiliary)}
		if got := Judge(e, strings.Fields(c.truth)); got != c.want {
			t.Errorf("root %s, auxiliary %s, truth %s: %s, want %s", c.root, c.auxiliary, c.truth, got, c.want)
		}
	}
}
