package expr

import (
	"math"
	"strconv"
)

// Decimal is how the numbers from lo to hi look in decimal.
type Decimal struct {
	Negative bool
	Digits   int
	Lo, Hi   int64
}

// DecimalOf returns the shape of w, limited to the range from lo to hi.
func DecimalOf(w, lo, hi int64) Decimal {
	abs := strconv.FormatInt(w, 10)
	s := Decimal{Negative: w < 0, Digits: len(abs)}
	if s.Negative {
		s.Digits--
	}
	from, to := int64(0), int64(9)
	for range s.Digits - 1 {
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
	if s.Negative {
		from, to = max(from, 1), max(to, 1)
		low := -to
		if to == math.MaxInt64 {
			low = math.MinInt64
		}
		from, to = low, -from
	}
	s.Lo, s.Hi = max(from, lo), min(to, hi)
	return s
}
