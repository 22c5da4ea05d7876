package outcome

import (
	"strconv"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
)

// Deferral is text in n bytes at off of an object, newest first: the object of its slot
// that was the nth there. It is immutable.
type Deferral struct {
	Prev           *Deferral
	Slot, Nth      uint32
	Offset, Length int

	Number bitvec.Term // 64 bits; 0 for a string
	Format NumberFormat
	Text   []expr.Value // bytes, of which the first NUL ends the string
}

// NumberFormat says how a number is printed, with the flags of printf.
type NumberFormat struct {
	Conv        byte // one of d, i, u, o, x, X
	Width       int
	Minus, Zero bool
}

// Signed reports whether numbers are printed with their sign.
func (f NumberFormat) Signed() bool { return f.Conv == 'd' || f.Conv == 'i' }

// MostText is how long a printed number can be without a Width.
const MostText = 22

// Print formats v.
func (f NumberFormat) Print(v uint64) string {
	sign, digits := "", ""
	switch {
	case f.Signed() && int64(v) < 0:
		sign, digits = "-", strconv.FormatUint(-v, 10)
	case f.Conv == 'o':
		digits = strconv.FormatUint(v, 8)
	case f.Conv == 'x':
		digits = strconv.FormatUint(v, 16)
	case f.Conv == 'X':
		digits = strings.ToUpper(strconv.FormatUint(v, 16))
	default:
		digits = strconv.FormatUint(v, 10)
	}
	pad := max(f.Width-len(sign)-len(digits), 0)
	switch {
	case f.Minus:
		return sign + digits + strings.Repeat(" ", pad)
	case f.Zero:
		return sign + strings.Repeat("0", pad) + digits
	}
	return strings.Repeat(" ", pad) + sign + digits
}

// Under returns the text by the values of terms.
func (d *Deferral) Under(eval func(bitvec.Term) uint64) program.Bytes {
	if d.Number != 0 {
		return program.Bytes(d.Format.Print(eval(d.Number)))
	}
	var out program.Bytes
	for _, v := range d.Text {
		b := byte(v.W)
		if v.T != 0 {
			b = byte(eval(v.T))
		}
		if b == 0 {
			break
		}
		out = append(out, b)
	}
	return out
}

// terms returns the terms that the text depends on.
func (d *Deferral) terms() []bitvec.Term {
	var list []bitvec.Term
	if d.Number != 0 {
		list = append(list, d.Number)
	}
	for _, v := range d.Text {
		if v.T != 0 {
			list = append(list, v.T)
		}
	}
	return list
}

// Alike returns the range of numbers that have the sign and as many digits as v.
func (f NumberFormat) Alike(v uint64) (lo, hi uint64) {
	if f.Signed() {
		s := expr.DecimalOf(int64(v), -1<<63, 1<<63-1)
		return uint64(s.Lo), uint64(s.Hi)
	}
	base := uint64(10)
	switch f.Conv {
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	}
	lo, hi = 0, base-1
	for v > hi {
		lo = hi + 1
		if hi > ^uint64(0)/base {
			return lo, ^uint64(0)
		}
		hi = hi*base + base - 1
	}
	return lo, hi
}

// Settled returns the bytes of a deferral whose length was decided.
func (d *Deferral) Settled(s *expr.Builder, eval func(bitvec.Term) uint64, n int) []expr.Value {
	if d.Number == 0 {
		return d.Text[:n]
	}
	shown := d.Under(eval)
	list := make([]expr.Value, n)
	rest, base := d.Number, uint64(10)
	if d.Format.Signed() && int64(eval(d.Number)) < 0 {
		rest = s.Neg(d.Number)
	}
	switch d.Format.Conv {
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	}
	last := len(strings.TrimRight(string(shown), " ")) - 1
	for i := range list {
		list[i] = expr.Word(uint64(shown[i]))
	}
	natural := len(NumberFormat{Conv: d.Format.Conv}.Print(eval(d.Number)))
	for k := 0; k < natural && shown[last-k] != '-'; k++ {
		digit := s.Fit(s.URem(rest, s.Const(64, base)), 8)
		c := s.Add(digit, s.Const(8, '0'))
		if base == 16 {
			letter := uint64('a' - 10)
			if d.Format.Conv == 'X' {
				letter = 'A' - 10
			}
			c = s.Ite(s.Ult(digit, s.Const(8, 10)), c, s.Add(digit, s.Const(8, letter)))
		}
		list[last-k] = s.Of(c)
		rest = s.UDiv(rest, s.Const(64, base))
	}
	return list
}
