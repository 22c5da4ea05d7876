package difference

import (
	"testing"

	"github.com/riftlab/rift/program/libfacts"
)

// There are words for all that functions of the library read which the machines hold
// still.
func TestHeldStill(t *testing.T) {
	table, found := libfacts.New(), map[string]bool{}
	for s := range table.Symbols() {
		f, _ := table.Of(s)
		if f.Holds != "" && heldStill[f.Holds] == "" {
			t.Errorf("%s holds %s, for which there are no words", s, f.Holds)
		}
		found[f.Holds] = true
	}
	for k := range heldStill {
		if !found[k] {
			t.Errorf("nothing reads %s", k)
		}
	}
}
