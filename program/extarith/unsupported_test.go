package extarith

import (
	"math"
	"testing"
)

// Encodings with an exponent and no integer bit are NaNs to whoever looks at them,
// and operations on them give the default NaN, as on a processor. Subnormal numbers
// and those with an integer bit in the place of a subnormal's are numbers.
func TestUnsupportedEncodings(t *testing.T) {
	one := Extended{topBit, bias}
	for _, x := range []Extended{{0x6161616161616161, 0x8061}, {0x3736353433323180, 0x3938}, {0, 1}, {0, 0x7fff}, {1, 0x7fff}, {0, 0xffff}} {
		if !x.IsNaN() || x.IsInf() || x.IsZero() || !x.Unordered(one) {
			t.Errorf("%x is taken for a number", x)
		}
		if s := Format(x, 'g', -1, 0); s != "nan" {
			t.Errorf("%x is printed as %s", x, s)
		}
		if got := x.Add(one); got != NaN() {
			t.Errorf("%x + 1 = %x", x, got)
		}
		if got := math.Float64bits(x.Float64()); got != 0xfff8<<48 {
			t.Errorf("%x as double is %x", x, got)
		}
		if x.Neg() != (Extended{x.Sig, x.SE ^ signBit}) {
			t.Errorf("-%x is %x", x, x.Neg())
		}
	}
	for _, x := range []Extended{{1, 0}, {topBit, 0}, {topBit, 1}, one} {
		if x.IsNaN() || x.IsInf() || x.IsZero() {
			t.Errorf("%x is taken for no number", x)
		}
	}
}
