package float

import "math/big"

// number is (-1)^neg * m * 2^exp.
type number struct {
	neg bool
	m   *big.Int
	exp int
}

func (f Format) unpack(x uint64) number {
	e := int(x >> f.Frac & uint64(f.top()))
	m := x & (1<<f.Frac - 1)
	if e == 0 {
		e = 1
	} else {
		m |= 1 << f.Frac
	}
	return number{f.Negative(x), new(big.Int).SetUint64(m), e - f.bias() - f.Frac}
}

func (f Format) zero(neg bool) uint64 {
	if neg {
		return f.signBit()
	}
	return 0
}

// pack rounds n. With sticky its magnitude is a little more than it says, and
// m has at least two bits more than the precision.
func (f Format) pack(n number, sticky bool) uint64 {
	if n.m.Sign() == 0 {
		return f.zero(n.neg)
	}
	last := max(n.exp+n.m.BitLen()-f.precision(), f.least()) // exponent of the result's last bit
	m := new(big.Int)
	if shift := last - n.exp; shift <= 0 {
		m.Lsh(n.m, uint(-shift))
	} else {
		m.Rsh(n.m, uint(shift))
		low := new(big.Int).Sub(n.m, new(big.Int).Lsh(m, uint(shift)))
		c := low.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(shift-1)))
		if c > 0 || c == 0 && (sticky || m.Bit(0) == 1) {
			m.Add(m, big.NewInt(1))
		}
	}
	if last-f.least() >= f.top() {
		return f.Inf(n.neg)
	}
	// The leading one of m adds 1 to the exponent field.
	w := uint64(last-f.least())<<f.Frac + m.Uint64()
	return f.zero(n.neg) | min(w, f.Inf(false))
}

// nan returns the first of xs that is a NaN, made quiet.
func (f Format) nan(xs ...uint64) (uint64, bool) {
	for _, x := range xs {
		if f.IsNaN(x) {
			return x | f.quietBit(), true
		}
	}
	return 0, false
}

// Neg returns -x; of a NaN too it changes the sign.
func (f Format) Neg(x uint64) uint64 { return x ^ f.signBit() }

// Add returns x + y.
func (f Format) Add(x, y uint64) uint64 {
	if n, ok := f.nan(x, y); ok {
		return n
	}
	switch {
	case f.IsInf(x) && f.IsInf(y) && x != y:
		return f.Indefinite()
	case f.IsInf(x):
		return x
	case f.IsInf(y):
		return y
	case f.isZero(x) && f.isZero(y):
		return x & y
	}
	return f.pack(sum(f.unpack(x), f.unpack(y)), false)
}

// sum adds exactly; a sum of zero is positive.
func sum(a, b number) number {
	if a.exp > b.exp {
		a, b = b, a
	}
	x, y := a.signed(), b.signed()
	y.Lsh(y, uint(b.exp-a.exp))
	x.Add(x, y)
	return number{x.Sign() < 0, new(big.Int).Abs(x), a.exp}
}

func (n number) signed() *big.Int {
	if n.neg {
		return new(big.Int).Neg(n.m)
	}
	return new(big.Int).Set(n.m)
}

// Sub returns x - y.
func (f Format) Sub(x, y uint64) uint64 {
	if n, ok := f.nan(x, y); ok {
		return n
	}
	return f.Add(x, f.Neg(y))
}

// Mul returns x * y.
func (f Format) Mul(x, y uint64) uint64 {
	if n, ok := f.nan(x, y); ok {
		return n
	}
	neg := f.Negative(x) != f.Negative(y)
	switch {
	case f.IsInf(x) && f.isZero(y), f.isZero(x) && f.IsInf(y):
		return f.Indefinite()
	case f.IsInf(x) || f.IsInf(y):
		return f.Inf(neg)
	}
	return f.pack(product(f.unpack(x), f.unpack(y)), false)
}

func product(a, b number) number {
	return number{a.neg != b.neg, new(big.Int).Mul(a.m, b.m), a.exp + b.exp}
}

// Div returns x / y.
func (f Format) Div(x, y uint64) uint64 {
	if n, ok := f.nan(x, y); ok {
		return n
	}
	neg := f.Negative(x) != f.Negative(y)
	switch {
	case f.IsInf(x) && f.IsInf(y), f.isZero(x) && f.isZero(y):
		return f.Indefinite()
	case f.IsInf(x) || f.isZero(y):
		return f.Inf(neg)
	case f.IsInf(y) || f.isZero(x):
		return f.zero(neg)
	}
	a, b := f.unpack(x), f.unpack(y)
	// Enough bits for a quotient of the precision and two more.
	shift := b.m.BitLen() + f.precision() + 2
	q, r := new(big.Int).QuoRem(new(big.Int).Lsh(a.m, uint(shift)), b.m, new(big.Int))
	return f.pack(number{neg, q, a.exp - b.exp - shift}, r.Sign() != 0)
}

// Sqrt returns the square root of x.
func (f Format) Sqrt(x uint64) uint64 {
	if n, ok := f.nan(x); ok {
		return n
	}
	switch {
	case f.isZero(x):
		return x
	case f.Negative(x):
		return f.Indefinite()
	case f.IsInf(x):
		return x
	}
	n := f.unpack(x)
	shift := 2 * (f.precision() + 2)
	if (n.exp-shift)%2 != 0 {
		shift++
	}
	m := new(big.Int).Lsh(n.m, uint(shift))
	root := new(big.Int).Sqrt(m)
	exact := new(big.Int).Mul(root, root).Cmp(m) == 0
	return f.pack(number{false, root, (n.exp - shift) / 2}, !exact)
}

// Fma returns x * y + z, rounded once.
func (f Format) Fma(x, y, z uint64) uint64 {
	if n, ok := f.nan(x, y, z); ok {
		return n
	}
	neg := f.Negative(x) != f.Negative(y)
	switch {
	case f.IsInf(x) && f.isZero(y), f.isZero(x) && f.IsInf(y):
		return f.Indefinite()
	case f.IsInf(x) || f.IsInf(y):
		return f.Add(f.Inf(neg), z)
	case f.IsInf(z):
		return z
	case (f.isZero(x) || f.isZero(y)) && f.isZero(z):
		return f.zero(neg) & z
	}
	return f.pack(sum(product(f.unpack(x), f.unpack(y)), f.unpack(z)), false)
}

// Integral rounds x to an integer of its format.
func (f Format) Integral(mode Mode, x uint64) uint64 {
	if n, ok := f.nan(x); ok {
		return n
	}
	n := f.unpack(x)
	if f.IsInf(x) || n.exp >= 0 {
		return x
	}
	shift := uint(-n.exp)
	whole := new(big.Int).Rsh(n.m, shift)
	lost := new(big.Int).Sub(n.m, new(big.Int).Lsh(whole, shift))
	half := lost.Cmp(new(big.Int).Lsh(big.NewInt(1), shift-1))
	up := false
	switch mode {
	case Rint:
		up = half > 0 || half == 0 && whole.Bit(0) == 1
	case Floor:
		up = n.neg && lost.Sign() != 0
	case Ceil:
		up = !n.neg && lost.Sign() != 0
	case Round:
		up = half >= 0
	}
	if up {
		whole.Add(whole, big.NewInt(1))
	}
	return f.pack(number{n.neg, whole, 0}, false)
}

// Convert returns the number of the format to that is nearest to x.
func (f Format) Convert(to Format, x uint64) uint64 {
	switch {
	case f == to:
		return x
	case f.IsNaN(x):
		payload := x & (f.quietBit() - 1)
		if d := to.Frac - f.Frac; d >= 0 {
			payload <<= d
		} else {
			payload >>= -d
		}
		return to.Inf(f.Negative(x)) | to.quietBit() | payload
	case f.IsInf(x):
		return to.Inf(f.Negative(x))
	}
	return to.pack(f.unpack(x), false)
}

// FromInt returns the number nearest to the integer v of the given width in
// bits, at most 64.
func (f Format) FromInt(v uint64, width int, signed bool) uint64 {
	n := new(big.Int).SetUint64(v)
	neg := signed && v>>(width-1)&1 == 1
	if neg {
		n.Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), n)
	}
	return f.pack(number{neg, n, 0}, false)
}

// FromRat returns the number nearest to v.
func (f Format) FromRat(v *big.Rat) uint64 {
	if v.Sign() == 0 {
		return 0
	}
	m, d := new(big.Int).Abs(v.Num()), v.Denom()
	// Enough bits for a quotient of the precision and two more.
	shift := max(0, d.BitLen()-m.BitLen()+f.precision()+3)
	q, rest := new(big.Int).QuoRem(m.Lsh(m, uint(shift)), d, new(big.Int))
	return f.pack(number{v.Sign() < 0, q, -shift}, rest.Sign() != 0)
}

// ToInt returns x truncated to a signed integer of the given width in bits, at
// most 64; of a NaN, and where that does not fit, the least such integer.
func (f Format) ToInt(x uint64, width int) uint64 {
	least := uint64(1) << (width - 1)
	if f.IsNaN(x) || f.IsInf(x) {
		return least
	}
	n := f.unpack(x)
	if n.exp+n.m.BitLen() > width {
		return least
	}
	v := n.m
	if n.exp >= 0 {
		v = v.Lsh(v, uint(n.exp))
	} else {
		v = v.Rsh(v, uint(-n.exp))
	}
	w := v.Uint64()
	switch {
	case w >= least:
		return least
	case n.neg:
		return -w & (least<<1 - 1)
	}
	return w
}

// Less reports x < y.
func (f Format) Less(x, y uint64) bool {
	return !f.IsNaN(x) && !f.IsNaN(y) && !(f.isZero(x) && f.isZero(y)) && f.key(x) < f.key(y)
}

// Equal reports x == y.
func (f Format) Equal(x, y uint64) bool {
	return !f.IsNaN(x) && !f.IsNaN(y) && (x == y || f.isZero(x) && f.isZero(y))
}

// key orders the numbers of f as integers; -0 is below +0.
func (f Format) key(x uint64) uint64 {
	if f.Negative(x) {
		return ^x & (f.signBit()<<1 - 1)
	}
	return x | f.signBit()
}

// keyed is the inverse of key.
func (f Format) keyed(k uint64) uint64 {
	if k&f.signBit() != 0 {
		return k &^ f.signBit()
	}
	return ^k & (f.signBit()<<1 - 1)
}
