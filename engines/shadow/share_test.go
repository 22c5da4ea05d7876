package shadow

import (
	"testing"

	"github.com/riftlab/rift/engines/symexec"
)

// The divergences that exploring meets share with each other what those of tests
// get, if they are more.
func TestMetShare(t *testing.T) {
	for _, c := range []struct {
		tests, met int
		want       int64
	}{{2, 8, 250}, {0, 8, 1000}, {4, 2, 1000}} {
		var list []point
		for range c.tests {
			list = append(list, point{&symexec.Divergence{}, "a test", false})
		}
		for range c.met {
			list = append(list, point{&symexec.Divergence{}, "", true})
		}
		if got := metShare(list, 1000); got != c.want {
			t.Errorf("%+v: share %d", c, got)
		}
	}
}
