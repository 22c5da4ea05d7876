package extarith

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// FormatFlags modify Format.
type FormatFlags uint8

// The format flags; the numbers are those of the intrinsic __rift_ftoa.
const (
	// Alternate is printf's '#': keep the point and trailing zeros.
	Alternate FormatFlags = 1
	// Double says that the value came from a double, which matters to %a: the
	// leading digit is then 1, as for every normal double.
	Double FormatFlags = 2
)

// Format returns the magnitude of x as printf writes it for the conversion
// conv, one of "aAeEfFgG", without sign, width and padding. A negative
// precision is the default of the conversion. Results are correctly rounded.
func Format(x Extended, conv byte, precision int, flags FormatFlags) string {
	lower := conv | 0x20
	var s string
	switch {
	case x.IsNaN():
		s = "nan"
	case x.IsInf():
		s = "inf"
	case lower == 'a':
		s = formatHex(x, precision, flags)
	default:
		if precision < 0 {
			precision = 6
		}
		s = formatDecimal(x, lower, precision, flags&Alternate != 0)
	}
	if conv != lower {
		s = strings.ToUpper(s)
	}
	return s
}

func formatDecimal(x Extended, conv byte, precision int, alternate bool) string {
	switch conv {
	case 'e':
		return alternatePoint(fixed(x, 'e', precision), alternate)
	case 'f':
		return alternatePoint(fixed(x, 'f', precision), alternate)
	}
	// %g, C11 7.21.6.1p8: the exponent that %e would show decides.
	if precision == 0 {
		precision = 1
	}
	s := fixed(x, 'e', precision-1)
	exp, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:])
	if exp >= -4 && exp < precision {
		s = fixed(x, 'f', precision-1-exp)
	}
	if alternate {
		return alternatePoint(s, true)
	}
	mantissa, suffix := s, ""
	if i := strings.IndexByte(s, 'e'); i >= 0 {
		mantissa, suffix = s[:i], s[i:]
	}
	if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + suffix
}

// alternatePoint makes sure that s has a decimal point if the flag asks it.
func alternatePoint(s string, alternate bool) string {
	if !alternate || strings.Contains(s, ".") {
		return s
	}
	if i := strings.IndexByte(s, 'e'); i >= 0 {
		return s[:i] + "." + s[i:]
	}
	return s + "."
}

// fixed formats |x| with exactly precision digits after the point.
func fixed(x Extended, conv byte, precision int) string {
	x.SE &= expMask
	if d := x.Float64(); FromFloat64(d) == x {
		return strconv.FormatFloat(d, conv, precision, 64)
	}
	return x.Big().Text(conv, precision)
}

// Big returns the exact value of a finite x.
func (x Extended) Big() *big.Float {
	f := new(big.Float).SetPrec(64)
	if x.IsZero() {
		return f
	}
	n := x.unpack()
	f.SetMantExp(new(big.Float).SetPrec(64).SetUint64(n.m), n.exp-63)
	if n.neg {
		f.Neg(f)
	}
	return f
}

// formatHex formats |x| for %a. glibc writes a double with the leading digit 1
// (0 for a subnormal) and a long double with the top four bits of the
// significand as leading digit.
func formatHex(x Extended, precision int, flags FormatFlags) string {
	var lead, frac uint64 // frac: bits after the leading digit, left-aligned
	var exp, digits int
	n := number{}
	if !x.IsZero() {
		n = x.unpack()
	}
	switch {
	case x.IsZero():
		digits = 13
	case flags&Double != 0:
		digits = 13
		lead, frac, exp = 1, n.m<<1, n.exp
		if n.exp < -1022 { // subnormal double
			m := n.m >> uint(-1022-n.exp)
			lead, frac, exp = 0, m<<1, -1022
		}
	default:
		digits = 15
		m := n.m
		exp = n.exp
		if exp < minExp {
			m >>= uint(minExp - exp)
			exp = minExp
		}
		lead, frac, exp = m>>60, m<<4, exp-3
	}
	text := hexDigits(frac, digits)
	switch {
	case precision < 0:
		text = strings.TrimRight(text, "0")
	case precision < digits:
		keep := uint(4 * precision)
		var kept, lost uint64
		if keep == 0 {
			lost = frac
		} else {
			kept, lost = frac>>(64-keep), frac<<keep
		}
		odd := kept&1 == 1
		if keep == 0 {
			odd = lead&1 == 1
		}
		if lost > topBit || lost == topBit && odd {
			kept++
			if kept>>keep != 0 {
				kept = 0
				lead++
			}
		}
		if lead == 16 { // long double carried out of its leading digit
			lead, exp = 1, exp+4
		}
		text = ""
		if precision > 0 {
			text = hexDigits(kept<<(64-keep), precision)
		}
	default:
		text += strings.Repeat("0", precision-digits)
	}
	var sb strings.Builder
	sb.WriteString("0x")
	sb.WriteString(strconv.FormatUint(lead, 16))
	if text != "" || flags&Alternate != 0 {
		sb.WriteByte('.')
	}
	sb.WriteString(text)
	sb.WriteByte('p')
	if exp >= 0 {
		sb.WriteByte('+')
	}
	sb.WriteString(strconv.Itoa(exp))
	return sb.String()
}

// hexDigits returns the top n hexadecimal digits of v.
func hexDigits(v uint64, n int) string {
	s := strconv.FormatUint(v, 16)
	s = strings.Repeat("0", 16-len(s)) + s
	if n > 16 {
		n = 16
	}
	return s[:n]
}

// Parsed is the result of Parse.
type Parsed struct {
	Value    Extended // exact for the requested size
	Consumed int      // bytes of the longest prefix that is a number; 0 if none
	Range    bool     // overflow, or an inexact subnormal or zero (ERANGE)
}

// Parse converts the longest prefix of s that strtod accepts (an optional sign,
// then a decimal or hexadecimal number, "inf", "infinity", "nan" or
// "nan(chars)", without regard to case), correctly rounded to a float (size 4),
// a double (8) or a long double (16).
func Parse(s string, size int) Parsed {
	neg := false
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		neg = s[i] == '-'
		i++
	}
	p := parseWord(s[i:])
	if p.Consumed == 0 {
		p = parseNumber(s[i:], size)
	}
	if p.Consumed == 0 {
		return Parsed{}
	}
	p.Consumed += i
	if neg {
		p.Value = p.Value.Neg()
	}
	return p
}

func parseWord(s string) Parsed {
	has := func(w string) bool { return len(s) >= len(w) && strings.EqualFold(s[:len(w)], w) }
	switch {
	case has("infinity"):
		return Parsed{Value: inf(false), Consumed: 8}
	case has("inf"):
		return Parsed{Value: inf(false), Consumed: 3}
	case has("nan"):
		n := 3
		if len(s) > 3 && s[3] == '(' {
			j := 4
			for j < len(s) && (s[j] == '_' || isAlnum(s[j])) {
				j++
			}
			if j < len(s) && s[j] == ')' {
				n = j + 1
			}
		}
		return Parsed{Value: Extended{3 << 62, expMask}, Consumed: n}
	}
	return Parsed{}
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func hexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

func decDigit(c byte) bool { return c >= '0' && c <= '9' }

// scan is a number's text taken apart: digits without the point, and the power
// of the base (10, or 2 for hexadecimal) by which their value is multiplied.
type scan struct {
	digits string
	base   int
	exp    int
	length int
}

// scanNumber splits the longest number at the start of s.
func scanNumber(s string) (scan, bool) {
	sc := scan{base: 10}
	isDigit, expChar, i := decDigit, byte('e'), 0
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' && (hexDigit(s[2]) || s[2] == '.' && len(s) > 3 && hexDigit(s[3])) {
		sc.base = 16
		isDigit, expChar, i = hexDigit, 'p', 2
	}
	var digits strings.Builder
	seen, point := false, false
	scale := 0
	for ; i < len(s); i++ {
		if s[i] == '.' && !point {
			point = true
			continue
		}
		if !isDigit(s[i]) {
			break
		}
		seen = true
		digits.WriteByte(s[i])
		if point {
			scale--
		}
	}
	if !seen {
		return scan{}, false
	}
	if sc.base == 16 {
		scale *= 4
	}
	sc.digits = strings.TrimLeft(digits.String(), "0")
	sc.length = i
	if i < len(s) && s[i]|0x20 == expChar {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		k := j
		for k < len(s) && decDigit(s[k]) {
			k++
		}
		if k > j {
			sc.length = k
			e, err := strconv.Atoi(s[i+1 : k])
			if err != nil || e > 1<<30 || e < -(1<<30) { // beyond any effect of the digits
				e = 1 << 30
				if s[i+1] == '-' {
					e = -e
				}
			}
			scale += e
		}
	}
	sc.exp = scale
	return sc, true
}

func parseNumber(s string, size int) Parsed {
	sc, ok := scanNumber(s)
	if !ok {
		return Parsed{}
	}
	p := Parsed{Consumed: sc.length}
	if sc.digits == "" {
		return p
	}
	// The position of the leading digit decides far overflow and underflow,
	// so that the exact arithmetic below stays small.
	lead := sc.exp + len(sc.digits)
	limit := 5000
	if sc.base == 16 {
		lead, limit = sc.exp+4*len(sc.digits), 17000
	}
	if lead > limit {
		return Parsed{inf(false), sc.length, true}
	}
	if lead < -limit {
		return Parsed{zero(false), sc.length, true}
	}
	num, _ := new(big.Int).SetString(sc.digits, sc.base)
	den := big.NewInt(1)
	exp := 0
	switch {
	case sc.base == 16:
		exp = sc.exp
	case sc.exp >= 0:
		num.Mul(num, pow10(sc.exp))
	default:
		den = pow10(-sc.exp)
	}
	p.Value, p.Range = roundTo(num, den, exp, size)
	return p
}

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// roundTo rounds num/den * 2^exp once to the format of the given size, and
// reports overflow and inexact results below the smallest normal number.
func roundTo(num, den *big.Int, exp, size int) (Extended, bool) {
	width, least, greatest := 64, minExp, maxExp
	switch size {
	case 4:
		width, least, greatest = 24, -126, 127
	case 8:
		width, least, greatest = 53, -1022, 1023
	}
	// e is the exponent of the leading bit of the value.
	e := num.BitLen() - den.BitLen() + exp
	n, d := new(big.Int).Set(num), new(big.Int).Set(den)
	scaled := func(shift int) (*big.Int, *big.Int) {
		if shift >= 0 {
			return new(big.Int).Lsh(n, uint(shift)), d
		}
		return n, new(big.Int).Lsh(d, uint(-shift))
	}
	if a, b := scaled(exp - e); a.Cmp(b) < 0 {
		e--
	}
	// Keep width bits, fewer for subnormal numbers.
	unit := max(e, least) - (width - 1) // exponent of the last bit kept
	a, b := scaled(exp - unit)
	q, r := new(big.Int).QuoRem(a, b, new(big.Int))
	inexact := r.Sign() != 0
	r.Lsh(r, 1)
	if c := r.Cmp(b); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	if q.Sign() == 0 {
		return zero(false), true
	}
	result := q.BitLen() - 1 + unit
	if result > greatest {
		return inf(false), true
	}
	return fromRatio(false, q, big.NewInt(1), unit), inexact && result < least
}

// ParseFloat64 is Parse for doubles.
func ParseFloat64(s string) (v float64, consumed int, outOfRange bool) {
	p := Parse(s, 8)
	return p.Value.Float64(), p.Consumed, p.Range
}

// ParseFloat32 is Parse for floats.
func ParseFloat32(s string) (v float32, consumed int, outOfRange bool) {
	p := Parse(s, 4)
	if p.Value.IsNaN() {
		return math.Float32frombits(0x7fc00000), p.Consumed, false
	}
	return p.Value.Float32(), p.Consumed, p.Range
}
