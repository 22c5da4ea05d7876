package symexec

import (
	"math"
	"strconv"
)

// shape is how the numbers from lo to hi look in decimal.
type shape struct {
	negative bool
	digits   int
	lo, hi   int64
}

// shapeOf returns the shape of w, limited to the range from lo to hi.
func shapeOf(w, lo, hi int64) shape {
	abs := strconv.FormatInt(w, 10)
	s := shape{negative: w < 0, digits: len(abs)}
	if s.negative {
		s.digits--
	}
	from, to := int64(0), int64(9)
	for range s.digits - 1 {
		if from == 0 {
			from = 1
		}
		from *= 10
		if to > math.MaxInt64/10 {
			to = math.MaxInt64
		} else if to = to * 10; to <= math.MaxInt64-9 {
			to += 9
		} else {
			to = math.MaxInt64
		}
	}
	if s.negative {
		from, to = max(from, 1), max(to, 1)
		low := -to
		if to == math.MaxInt64 {
			low = math.MinInt64
		}
		from, to = low, -from
	}
	s.lo, s.hi = max(from, lo), min(to, hi)
	return s
}
