package regver

import (
	"testing"

	"github.com/riftlab/rift/program/libfacts"
)

// What only reads has no other effect in the table of facts.
func TestReaders(t *testing.T) {
	table := libfacts.New()
	for _, name := range readers {
		facts, ok := table.Of(name)
		if !ok || facts.Ends || facts.Never || facts.Output || facts.Jumps || facts.Code || facts.Format >= 0 || facts.Raw {
			t.Errorf("%s: %v %+v", name, ok, facts)
		}
		reads := false
		for _, e := range facts.Items {
			switch {
			case e.Kind == libfacts.ReadMem && e.Read && !e.Write:
				reads = true
			case e.Kind == libfacts.ReturnArg, e.Kind == libfacts.ReturnInto:
			default:
				t.Errorf("%s: %+v", name, e)
			}
		}
		if !reads {
			t.Errorf("%s reads nothing", name)
		}
	}
}
