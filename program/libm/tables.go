package libm

import (
	"math/big"
	"sync"
)

// What the functions on balls look up is computed from its definition when it
// is first needed, in a millisecond or so for each group, with an error of half
// a unit and a little.

// expTable serves exp and expm1.
type expTable struct {
	step   [3]uint64 // log(2)/4096 in units of 2^-192, highest digit first
	power1 [64]word  // 2^(i/64) in units of 2^-127
	power2 [64]word  // 2^(i/4096) in units of 2^-127
	factor [24]word  // 1/(i+1)! in units of 2^-127
}

// logTable serves log and log1p.
type logTable struct {
	ln2    [3]uint64   // log 2 in units of 2^-192, highest digit first
	c1     [128]uint64 // 1/(1 + i/128) rounded up, in units of 2^-16
	c2     [129]uint64 // 1/(1 + i/2^14) rounded up, in units of 2^-24
	log1   [128]word   // -log(c1[i]/2^16) in units of 2^-128
	log2   [129]word   // -log(c2[i]/2^24) in units of 2^-128
	all    [11]word    // 1/(i+1) in units of 2^-127
	number struct{ ln2, ln10 ball }
}

// angleTable serves the trigonometric functions and their inverses.
type angleTable struct {
	pi     ball
	sin    [208]word // sin(i/256) in units of 2^-127
	cos    [208]word // cos(i/256) in units of 2^-127
	atan   [129]ball // atan(i/128)
	sines  [7]word   // 1/(2i+1)! in units of 2^-127
	cosine [7]word   // 1/(2i)! in units of 2^-127
}

var (
	exps   = sync.OnceValue(makeExps)
	logs   = sync.OnceValue(makeLogs)
	angles = sync.OnceValue(makeAngles)
	odd    = sync.OnceValue(makeOdd)
)

// tablePrecision leaves more than a hundred bits for what recurrences lose.
const tablePrecision = 256

// unit is 1 with the precision of tables.
func unit() wide { return exactly(tablePrecision, big.NewFloat(1)) }

func makeExps() *expTable {
	t := &expTable{}
	one := unit()
	step := one.ln2().scale(-12)
	t.step = digits(step.mid, 192)
	small, large := step.exp(), step.scale(6).exp()
	x, y := one, one
	for i := range t.power1 {
		t.power2[i], t.power1[i] = wordFrom(x.mid, 127), wordFrom(y.mid, 127)
		x, y = x.mul(small), y.mul(large)
	}
	for i := range t.factor {
		t.factor[i] = inverseOf(factorial(i + 1))
	}
	return t
}

func makeLogs() *logTable {
	t := &logTable{}
	for i := range t.c1 {
		t.c1[i] = uint64((1<<23 + 127 + i) / (128 + i))
	}
	for i := range t.c2 {
		t.c2[i] = uint64((1<<38 + 1<<14 - 1 + i) / (1<<14 + i))
	}
	fillLogs(t.log1[:], t.c1[:])
	fillLogs(t.log2[:], t.c2[:])
	for i := range t.all {
		t.all[i] = inverseOf(big.NewInt(int64(i + 1)))
	}
	ln2 := unit().ln2()
	t.ln2 = digits(ln2.mid, 192)
	t.number.ln2 = ballFrom(ln2.mid)
	t.number.ln10 = ballFrom(unit().ln10().mid)
	return t
}

// fillLogs sets logs[i] to log(c[0]/c[i]); two that follow each other differ by
// twice the series for (c[i] - c[i+1])/(c[i] + c[i+1]).
func fillLogs(logs []word, c []uint64) {
	sum := unit().float()
	for i := 1; i < len(c); i++ {
		z := unit().integer(int64(c[i-1] - c[i])).quo(unit().integer(int64(c[i-1] + c[i])))
		if z.mid.Sign() != 0 {
			d := oddSeries(z.mid, false)
			sum.Add(sum, d.SetMantExp(d, 1))
		}
		logs[i] = wordFrom(sum, 128)
	}
}

func makeAngles() *angleTable {
	t := &angleTable{pi: ballFrom(unit().pi().mid)}
	s, c := unit().scale(-8).sincos()
	x, y := unit().integer(0), unit()
	for i := range t.sin {
		t.sin[i], t.cos[i] = wordFrom(x.mid, 127), wordFrom(y.mid, 127)
		x, y = x.mul(c).add(y.mul(s)), y.mul(c).sub(x.mul(s))
	}
	sum := unit().float()
	for i := 1; i < len(t.atan); i++ {
		// atan(i/128) - atan((i-1)/128) is the atan of this
		z := unit().integer(128).quo(unit().integer(int64(1<<14 + i*(i-1))))
		sum.Add(sum, oddSeries(z.mid, true))
		t.atan[i] = ballFrom(sum)
	}
	for i := range t.sines {
		t.sines[i], t.cosine[i] = inverseOf(factorial(2*i+1)), inverseOf(factorial(2*i))
	}
	return t
}

// makeOdd returns 1/(2i+1) in units of 2^-127.
func makeOdd() *[9]word {
	t := new([9]word)
	for i := range t {
		t[i] = inverseOf(big.NewInt(int64(2*i + 1)))
	}
	return t
}

// inverseOf returns 1/n in units of 2^-127.
func inverseOf(n *big.Int) word {
	f := new(big.Float).SetPrec(tablePrecision).SetInt(n)
	return wordFrom(f.Quo(big.NewFloat(1), f), 127)
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// wordFrom returns x * 2^scale, which is not negative, to the nearest integer.
func wordFrom(x *big.Float, scale int) word {
	d := digits(x, scale+64)
	w := word{d[0], d[1]}
	if d[2] >= topBit {
		w, _ = w.add(word{0, 1})
	}
	return w
}

// digits returns x * 2^scale cut to an integer, as three digits.
func digits(x *big.Float, scale int) (d [3]uint64) {
	n, _ := new(big.Float).SetMantExp(x, scale).Int(nil)
	for i := range d {
		d[2-i] = new(big.Int).And(new(big.Int).Rsh(n, uint(64*i)), new(big.Int).SetUint64(1<<64-1)).Uint64()
	}
	return d
}

// ballFrom returns x, which is positive, as a ball.
func ballFrom(x *big.Float) ball {
	exp := x.MantExp(nil) - 1
	w := wordFrom(x, 127-exp)
	return ball{w.hi, w.lo, exp, 1, false}
}

// twoOverPi holds 2/pi from its first bit behind the point on, 64 bits each.
// The short form does for doubles, the long one for every long double.
var (
	shortTwoOverPi = sync.OnceValue(func() []uint64 { return twoOverPi(26) })
	longTwoOverPi  = sync.OnceValue(func() []uint64 { return twoOverPi(266) })
)

func twoOverPi(n int) []uint64 {
	prec := uint(64*n + 64)
	f := new(big.Float).SetPrec(prec).SetInt64(2)
	f.Quo(f, piTo(prec))
	i, _ := f.SetMantExp(f, 64*n).Int(nil)
	d := make([]uint64, n)
	mask := new(big.Int).SetUint64(1<<64 - 1)
	for k := range d {
		d[n-1-k] = new(big.Int).And(i, mask).Uint64()
		i.Rsh(i, 64)
	}
	return d
}
