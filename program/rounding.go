package program

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strconv"
)

// roundingULP is how far two doubles are apart at most that differ by rounding:
// a unit in the last place of each of a few operations.
const roundingULP = 8

// OnlyRounding reports whether two runs differ, and in nothing but the last bits of
// floating-point numbers: values observed, results, and numbers in text that have a
// point or an exponent, or stand opposite to one. It does not excuse a difference
// (see Floats for that), but says where another C library, whose functions round
// otherwise, may show none.
func (q Equivalence) OnlyRounding(a, b *Outcome) bool {
	if !q.Differ(a, b).Counts() {
		return false
	}
	c := *b
	c.Stdout, c.Buffered, c.Stderr = adopt(a.Stdout, b.Stdout), adopt(a.Buffered, b.Buffered), adopt(a.Stderr, b.Stderr)
	if len(a.Files) == len(b.Files) {
		c.Files = slices.Clone(b.Files)
		for i := range c.Files {
			c.Files[i].Data = adopt(a.Files[i].Data, b.Files[i].Data)
		}
	}
	q.Floats = Floats{Mode: FloatsByULP, ULP: roundingULP}
	return q.Differ(a, &c) == Same
}

var numberInText = regexp.MustCompile(`0[xX][0-9a-fA-F]*\.?[0-9a-fA-F]*[pP][-+]?[0-9]+|[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?`)

// adopt returns b with the numbers of a that are equal but for rounding, if the
// texts are alike otherwise; else b.
func adopt(a, b []byte) []byte {
	x, y := numberInText.FindAllIndex(a, -1), numberInText.FindAllIndex(b, -1)
	if len(x) != len(y) {
		return b
	}
	var out []byte
	from, since := 0, 0
	for i := range x {
		if !bytes.Equal(a[from:x[i][0]], b[since:y[i][0]]) {
			return b
		}
		m, n := a[x[i][0]:x[i][1]], b[y[i][0]:y[i][1]]
		out = append(out, b[since:y[i][0]]...)
		if closeNumbers(string(m), string(n)) {
			n = m
		}
		out = append(out, n...)
		from, since = x[i][1], y[i][1]
	}
	return append(out, b[since:]...)
}

// closeNumbers reports whether two numbers without sign, one of them at least no
// integer, are doubles that are few units in the last place apart.
func closeNumbers(m, n string) bool {
	whole := func(s string) bool {
		_, err := strconv.ParseUint(s, 10, 64)
		return err == nil
	}
	x, err := strconv.ParseFloat(m, 64)
	y, other := strconv.ParseFloat(n, 64)
	if err != nil || other != nil || whole(m) && whole(n) {
		return false
	}
	d := int64(math.Float64bits(x) - math.Float64bits(y)) // both have the sign +
	return max(d, -d) <= roundingULP
}
