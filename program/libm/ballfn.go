package libm

import "math/bits"

// The functions on balls. Each names the error of its method in units in the
// last place of its result (2^-127 of a number from 1 to 2) and adds what the
// error of its argument makes of it.

func (a ball) pi() ball { return angles().pi }

func (a ball) ln2() ball { return logs().number.ln2 }

func (a ball) ln10() ball { return logs().number.ln10 }

// fixed returns |a| in units of 2^-128, cut, for |a| < 1.
func (a ball) fixed() word { return a.word().shr(-1 - a.top) }

// exp returns e^a, |a| < 2^20: with a = k log(2)/4096 + r, 0 <= r < 2^-12.5, it
// is 2^(k/4096), from two tables, times the series of r to r^9.
func (a ball) exp() ball {
	if a.top < -70 { // 1 + a; the next term is below 2^-139
		y := a.integer(1).add(a)
		y.err = total(y.err, 1)
		return y
	}
	t := exps()
	// |a| in units of 2^-128, with 64 bits before the point.
	var whole uint64
	f := a.word()
	if a.top >= 0 {
		s := uint(a.top + 1)
		whole, f = f.hi>>(64-s), f.shl(s)
	} else {
		f = a.fixed()
	}
	x := float64(float64(float64(a.hi)*exp2(a.top-63)) * (4096 / 0.6931471805599453))
	k := uint64(x)
	// r = |a| - k step; of a negative a, the remainder to the next step.
	w, r := minusSteps(whole, f, k, &t.step)
	step := word{t.step[0], t.step[1]}
	for w != 0 && int64(w) < 0 {
		var c uint64
		r, c = r.add(step)
		w += c
		k--
	}
	for w != 0 || !r.less(step) {
		if r.less(step) {
			w--
		}
		r = r.sub(step)
		k++
	}
	n := int(k)
	if a.neg {
		n = -n
		if r.hi|r.lo != 0 {
			r = step.sub(r)
			n--
		}
	}
	// The remainder is off by two units of 2^-128 or less, and by as many for
	// each step more or less, of which there is at most one.
	y := t.expm1Small(r)
	p := mulHigh(t.power1[n>>6&63], t.power2[n&63]).shl(1)
	u, carry := p.add(mulHigh(p, y))
	exp := n >> 12
	err := total(20, grown(a.err, a.top+1))
	if carry != 0 {
		u, exp = word{u.hi>>1 | topBit, u.hi<<63 | u.lo>>1}, exp+1
	}
	return normal(false, u, exp, err)
}

// minusSteps returns whole + f - k * step, modulo 2^64, step with three digits.
func minusSteps(whole uint64, f word, k uint64, step *[3]uint64) (uint64, word) {
	h2, _ := bits.Mul64(k, step[2])
	h1, l1 := bits.Mul64(k, step[1])
	h0, l0 := bits.Mul64(k, step[0])
	lo, c := bits.Add64(l1, h2, 0)
	hi, c := bits.Add64(l0, h1, c)
	top := h0 + c
	lo, b := bits.Sub64(f.lo, lo, 0)
	hi, b = bits.Sub64(f.hi, hi, b)
	return whole - top - b, word{hi, lo}
}

// expm1Small returns e^r - 1 for r below 2^-12, in units of 2^-128 and off by
// less than eight of them. Terms from r^5 on are below 2^-66: 64 bits do.
func (t *expTable) expm1Small(r word) word {
	c := &t.factor
	s := c[7].hi
	for i := 6; i >= 4; i-- {
		h, _ := bits.Mul64(s, r.hi)
		s = c[i].hi + h
	}
	sum := word{s, 0}
	for i := 3; i >= 0; i-- {
		sum, _ = c[i].add(mulHigh(r, sum))
	}
	return mulHigh(r, sum).shl(1)
}

// expm1 returns e^a - 1, for |a| < 1/16 by the series.
func (a ball) expm1() ball {
	if a.top >= -4 {
		return a.exp().sub(a.integer(1))
	}
	// The terms are a^n/(n+1)!: that for n = 19 is below 2^-136.
	s := horner(a.fixed(), exps().factor[:19], a.neg)
	return a.mul(normal(false, s, 0, total(8, grown(a.err, a.top+1))))
}

// log returns the logarithm of a, which is positive. Near 1 it is log1p's;
// else with a = 2^e m, two factors c1 and c2 from tables make m c1 c2 = 1 + t,
// 0 <= t < 2^-13.9, exactly if a has no more than 64 bits; then comes the
// series of t to t^10.
func (a ball) log() ball {
	m := a.word()
	if a.top == 0 && m.hi < topBit+topBit>>7 || a.top == -1 && m.hi >= 1<<64-1<<56 {
		return a.sub(a.integer(1)).log1pSmall()
	}
	t := logs()
	i := m.hi >> 56 & 127
	// m c1 is 1 + t1 in units of 2^-143, 0 <= t1 < 2^-6.9.
	c1 := t.c1[i]
	h0, l0 := bits.Mul64(m.lo, c1)
	h1, l1 := bits.Mul64(m.hi, c1)
	l1, c := bits.Add64(l1, h0, 0)
	h1 += c
	j := (h1 - 1<<15) >> 1 // t1 in units of 2^-14
	// m c1 c2 is 1 + t in units of 2^-167.
	c2 := t.c2[j]
	g0, k0 := bits.Mul64(l0, c2)
	g1, k1 := bits.Mul64(l1, c2)
	k1, c = bits.Add64(k1, g0, 0)
	k2 := h1*c2 + g1 + c - 1<<39
	// t in units of 2^-128
	r := word{k2<<25 | k1>>39, k1<<25 | k0>>39}
	s := mulHigh(r, t.log1pOver(r)).shl(1)
	return a.logSum(s, t, i, j)
}

// log1pOver returns log(1 + r)/r for r below 2^-13.9, in units of 2^-127 and off
// by less than six of them. Terms from r^5 on are below 2^-69: 64 bits do.
func (t *logTable) log1pOver(r word) word {
	c := &t.all
	s := c[9].hi
	for i := 8; i >= 5; i-- {
		h, _ := bits.Mul64(s, r.hi)
		s = c[i].hi - h
	}
	sum := word{s, 0}
	for i := 4; i >= 0; i-- {
		sum = c[i].sub(mulHigh(r, sum))
	}
	return sum
}

// logSum returns e log 2 - log c1[i] - log c2[j] + s, where s is in units of
// 2^-128. The parts are off by twelve of these together.
func (a ball) logSum(s word, t *logTable, i, j uint64) ball {
	s, c := s.add(t.log1[i])
	whole := c
	s, c = s.add(t.log2[j])
	whole += c
	neg := a.top < 0
	e := uint64(a.top)
	if neg {
		e = -e
	}
	h2, _ := bits.Mul64(e, t.ln2[2])
	h1, l1 := bits.Mul64(e, t.ln2[1])
	h0, l0 := bits.Mul64(e, t.ln2[0])
	lo, c := bits.Add64(l1, h2, 0)
	hi, c := bits.Add64(l0, h1, c)
	top := h0 + c
	if neg { // log a is negative: the sum is below log 2
		var b uint64
		lo, b = bits.Sub64(lo, s.lo, 0)
		hi, b = bits.Sub64(hi, s.hi, b)
		whole = top - whole - b
	} else {
		lo, c = bits.Add64(lo, s.lo, 0)
		hi, c = bits.Add64(hi, s.hi, c)
		whole += top + c
	}
	// log(a + d) - log(a) is at most d/a, and a's first bit is set.
	err := total(13, grown(a.err, 1))
	if whole == 0 {
		return normal(neg, word{hi, lo}, -1, err)
	}
	n := bits.Len64(whole) // 1 to 15
	u := word{hi, lo}.shr(n)
	u.hi |= whole << uint(64-n)
	return normal(neg, u, n-1, total(1, grown(err, -n)))
}

// log1p returns log(1 + a), a > -1.
func (a ball) log1p() ball {
	if a.top < -7 {
		return a.log1pSmall()
	}
	return a.integer(1).add(a).log()
}

// log1pSmall returns log(1 + a) for |a| up to 2^-7: 2 atanh z with z = a/(2+a),
// whose series to z^17 leaves out less than 2^-146.
func (a ball) log1pSmall() ball {
	z := a.quo(a.integer(2).add(a))
	square := z.mul(z)
	s := horner(square.fixed(), odd()[:], false)
	return z.mul(normal(false, s, 0, total(8, grown(square.err, square.top+1)))).scale(1)
}

// reduce returns x - q pi/2, of size at most pi/4, and q modulo 4; x > 0.
//
// Source: Payne and Hanek, "Radian reduction for trigonometric functions"
// (1983): only those bits of 2/pi are multiplied that decide the quotient
// modulo 4 and the bits behind it that are wanted.
func (a ball) reduce(x Number) (int, ball) {
	if x.Exp < -1 {
		return 0, ballOf(x)
	}
	d := shortTwoOverPi
	if x.Exp > 1023 {
		d = longTwoOverPi
	}
	skip := max(x.Exp-65, 0) / 64 // digits whose products are multiples of 4
	w := product(x.Sig, d()[skip:skip+5])
	// The product in units of 2^-254, modulo 4; what was left out is below 2^-190.
	s := uint(66 - (x.Exp - 63 - 64*skip)) // 1 to 130
	var v [4]uint64
	for i := range v {
		k := i + int(s/64)
		v[i] = w[k]>>(s%64) | w[k+1]<<(64-s%64)
	}
	q := int(v[3] >> 62)
	neg := v[3]>>61&1 == 1 // a fraction from 1/2 on: go to the next multiple
	if neg {
		q++
		for i := range v {
			v[i] = ^v[i]
		}
	}
	for i := 3; i > 0; i-- {
		v[i] = v[i]<<2 | v[i-1]>>62
	}
	v[0] <<= 2
	zeros := 0
	for v[3] == 0 && zeros < 128 {
		v[3], v[2], v[1], v[0] = v[2], v[1], v[0], 0
		zeros += 64
	}
	n := bits.LeadingZeros64(v[3])
	u := word{v[3], v[2]}.shl(uint(n))
	u.lo |= v[1] >> uint(64-n)
	zeros += n
	r := normal(neg, u, -1-zeros, total(3, grown(1, zeros-61)))
	return q & 3, r.mul(angles().pi.scale(-1))
}

// product returns x * d, d with the highest digit first, the lowest digit first.
func product(x uint64, d []uint64) (w [8]uint64) {
	var carry uint64
	for i := range d {
		hi, lo := bits.Mul64(x, d[len(d)-1-i])
		lo, c := bits.Add64(lo, carry, 0)
		w[i], carry = lo, hi+c
	}
	w[len(d)] = carry
	return w
}

// sincos returns sine and cosine of a, |a| < 0.8: with |a| = i/256 + s by the
// addition theorem, tables and the series of s, whose terms from s^14 on are
// below 2^-148.
func (a ball) sincos() (sin, cos ball) {
	t := angles()
	r := a.fixed()
	i := r.hi >> 56
	s := word{r.hi & (1<<56 - 1), r.lo}
	square := mulHigh(s, s)
	x := horner(square, t.sines[:7], true)
	cosS := horner(square, t.cosine[:7], true)
	// The argument's error, and the bits that fixed cut.
	off := total(1, grown(a.err, a.top))
	if i == 0 {
		sin = a.mul(normal(false, x, 0, total(8, off)))
		return sin, normal(false, cosS, 0, total(8, off))
	}
	sinS := mulHigh(s, x)
	u, _ := mulHigh(t.sin[i], cosS).add(mulHigh(t.cos[i], sinS))
	v := mulHigh(t.cos[i], cosS).sub(mulHigh(t.sin[i], sinS))
	return normal(a.neg, u.shl(1), 0, total(40, off)), normal(false, v.shl(1), 0, total(40, off))
}

// atan2 returns atan(a/b), a >= 0 and b > 0: of a/b or its inverse q the table
// has the nearest i/128, and for the rest z = (q - i/128)/(1 + q i/128) the
// series to z^17 leaves out less than 2^-146.
func (a ball) atan2(b ball) ball {
	if b.top < a.top || b.top == a.top && b.word().less(a.word()) {
		return a.pi().scale(-1).sub(b.atan2(a))
	}
	if b.hi == 0 {
		return nothing()
	}
	t := angles()
	q := float64(float64(a.hi)/float64(b.hi)) * exp2(a.top-b.top)
	i := int64(float64(q*128) + 0.5)
	var z ball
	if i == 0 {
		z = a.quo(b)
	} else {
		n := a.integer(i)
		z = a.scale(7).sub(b.mul(n)).quo(b.scale(7).add(a.mul(n)))
	}
	square := z.mul(z)
	s := horner(square.fixed(), odd()[:], true)
	y := z.mul(normal(false, s, 0, total(8, grown(square.err, square.top+1))))
	if i == 0 {
		return y
	}
	return y.add(t.atan[i])
}
