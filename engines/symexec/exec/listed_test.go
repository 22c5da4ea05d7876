package exec

import (
	"testing"

	"github.com/riftlab/rift/program/libfacts"
)

// The summaries are those that the table of facts names, and no others.
func TestSummariesAreListed(t *testing.T) {
	known, named := results(), map[string]bool{}
	table := libfacts.New()
	for s := range table.Symbols() {
		f, _ := table.Of(s)
		if f.Summary == "" {
			continue
		}
		named[f.Summary] = true
		if known[f.Summary] == nil && f.Summary != decimals {
			t.Errorf("%s: there is no summary %q", s, f.Summary)
		}
	}
	for name := range known {
		if !named[name] {
			t.Errorf("no function has the summary %q", name)
		}
	}
}
