package matrix

import (
	"math"
	"testing"
)

// TestDrawsOne: of 4 tests one shows the difference; 2 of them have it with 1/2.
func TestDrawsOne(t *testing.T) {
	for _, c := range []struct {
		n, marked, k int
		want         float64
	}{{4, 1, 2, 0.5}, {4, 0, 3, 0}, {4, 4, 1, 1}, {4, 1, 4, 1}, {5, 2, 2, 0.7}, {3, 1, 0, 0}} {
		if got := drawsOne(c.n, c.marked, c.k); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v: %g", c, got)
		}
	}
}
