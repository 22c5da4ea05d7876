package difference

import (
	"testing"

	"github.com/riftlab/rift/difference/harness"
)

// That a version ends in undefined behaviour for a size beyond what there is, is no
// difference: the harness brought it about.
func TestUnfit(t *testing.T) {
	const old = "int last(const int *v, int n) { return n > 0 && n < 1000 ? v[0] : 0; }\n"
	for _, c := range []struct {
		name, new string
		found     bool
	}{
		{"beyond the size alone", "int last(const int *v, int n) { return n > 0 && n < 1000 ? v[n - 1] - v[n - 1] + v[0] : 0; }\n", false},
		{"within it", "int last(const int *v, int n) { return n > 0 && n < 1000 ? v[n - 1] : 0; }\n", true},
		{"an error within it", "int last(const int *v, int n) { return n > 0 && n < 1000 ? v[n - 1] - v[n - 1] + v[0] + v[n - 2] - v[n - 2] : 0; }\n", true},
	} {
		task := taskOf(t, version("old", old), version("new", c.new))
		h, err := harness.Generate(task.Old.Program, task.New.Program, task.New.Version, "last", harness.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := firstInput(t, attached(t, task, h)); (got != "") != c.found {
			t.Errorf("%s: the difference is at %q", c.name, got)
		}
	}
}
