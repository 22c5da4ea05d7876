package synthetic

import (
	"testing"

	"github.com/riftlab/rift/results"
)

func TestSmallIsWhole(t *testing.T) {
	dir := t.TempDir()
	if err := Write(dir, Small); err != nil {
		t.Fatal(err)
	}
	f, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	set, err := f.Load(t.Context(), results.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if set.Missing != 0 || len(set.Runs) != (8+2)*(6+6+1)+8*2 {
		t.Errorf("%d runs, %d missing", len(set.Runs), set.Missing)
	}
	for _, w := range set.Warnings {
		t.Log(w)
	}
}
