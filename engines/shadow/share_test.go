package shadow

import (
	"testing"

	"github.com/riftlab/rift/engines/symexec"
)

// The divergences that exploring meets share with each other what those of tests
// get, if they are more; what was explored to its end does not count.
func TestMetShare(t *testing.T) {
	for _, c := range []struct{ tests, doneTests, met int }{{2, 0, 8}, {2, 3, 8}, {0, 3, 8}, {4, 0, 2}} {
		r := &run{}
		for range c.tests {
			r.queue = append(r.queue, point{&symexec.Divergence{}, "a test"})
		}
		for range c.doneTests {
			r.queue = append(r.queue, point{&symexec.Divergence{Output: true}, "a test"})
		}
		for range c.met {
			r.queue = append(r.queue, point{&symexec.Divergence{}, ""})
		}
		want := int64(1000)
		if c.tests > 0 && c.met > c.tests {
			want = 250
		}
		if got := r.metShare(1000); got != want {
			t.Errorf("%+v: share %d, want %d", c, got, want)
		}
	}
}
