package formulatext

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program"
)

// number is a C expression. Its value is the term's, signed or unsigned as it was asked
// for; its type has bits bits, 32 or 64, after C's promotions. A signed value has a signed
// type; an unsigned value that is small may have one, too.
type number struct {
	text   string
	binds  int // precedence
	bits   int
	signed bool // of the type
}

// value writes a term as a number, signed or not.
func (c *cPrinter) value(t bitvec.Term, signed bool, at int) string {
	x := c.expr(t, signed)
	return c.wrap(x.text, x.binds, at)
}

// expr writes a term as a number, signed or not.
func (c *cPrinter) expr(t bitvec.Term, signed bool) number {
	if !c.spend(3) {
		return number{"...", unaryPrecedence, 64, signed}
	}
	x, has := c.natural(t, signed)
	w := c.s.Width(t)
	switch {
	case has != signed:
		x = c.fit(x, w, signed)
	case signed && !x.signed:
		x = c.cast(x, w, true)
	}
	if w <= 32 && x.bits == 64 {
		x = c.cast(x, 32, signed)
	}
	return x
}

// cast converts a number to the least type that has so many bits.
func (c *cPrinter) cast(x number, width int, signed bool) number {
	bits := 64
	for _, n := range []int{32, 16, 8} {
		if width <= n {
			bits = n
		}
	}
	return number{"(" + cType(bits, signed) + ")" + c.wrap(x.text, x.binds, unaryPrecedence), unaryPrecedence, max(bits, 32), signed || bits < 32}
}

// fit gives the low bits of a number, whatever is above them, as a signed or unsigned value.
func (c *cPrinter) fit(x number, width int, signed bool) number {
	switch {
	case width == 8, width == 16, width == 32, width >= 64:
		return c.cast(x, width, signed)
	case signed:
		bits := 32
		if width > 32 {
			bits = 64
		}
		up := c.cast(x, bits, false)
		down := c.cast(number{up.text + fmt.Sprintf(" << %d", bits-width), shiftPrecedence, bits, false}, bits, true)
		return number{down.text + fmt.Sprintf(" >> %d", bits-width), shiftPrecedence, bits, true}
	}
	mask := uint64(1)<<width - 1
	bits := x.bits
	if width > 32 {
		bits = 64
	}
	return number{c.wrap(x.text, x.binds, bitAndPrecedence) + " & " + unsignedText(mask, bits), bitAndPrecedence, bits, x.signed && width < 32}
}

// unsignedText writes an unsigned constant.
func unsignedText(w uint64, bits int) string {
	switch {
	case w < 1<<31:
		return strconv.FormatUint(w, 10)
	case w < 1<<32 && bits < 64:
		return strconv.FormatUint(w, 10) + "u"
	}
	return strconv.FormatUint(w, 10) + "ul"
}

// isUnsigned reports whether a term is rather read as an unsigned number.
func (c *cPrinter) isUnsigned(t bitvec.Term) bool {
	s := c.s
	switch s.Kind(t) {
	case bitvec.KindVar:
		_, signed, ok := c.typeOf(t)
		return ok && !signed
	case bitvec.KindUDiv, bitvec.KindURem, bitvec.KindLShr:
		return true
	case bitvec.KindExtract:
		switch s.Width(t) {
		case 8, 16, 32:
			return false
		}
		return true // as a field of bits
	case bitvec.KindAdd, bitvec.KindMul, bitvec.KindAnd, bitvec.KindXor:
		return c.isUnsigned(s.Arg(t, 0)) || c.isUnsigned(s.Arg(t, 1))
	case bitvec.KindShl, bitvec.KindNeg, bitvec.KindNot:
		return c.isUnsigned(s.Arg(t, 0))
	}
	return false
}

// typeOf returns the bits and the signedness of a variable as it is declared.
func (c *cPrinter) typeOf(t bitvec.Term) (bits int, signed, ok bool) {
	if c.names.Type == nil {
		return 0, false, false
	}
	v := c.names.Type(strings.TrimPrefix(c.s.Name(t), underconstrained.VariablePrefix))
	if v == nil {
		return 0, false, false
	}
	switch v.Class {
	case program.BoolType, program.PointerType:
		return 8 * int(v.Size), false, true
	case program.IntType, program.EnumType:
		return 8 * int(v.Size), !v.Unsigned, true
	}
	return 0, false, false
}

// words returns the operands of an operator of the width of a term, so that C computes in a
// type that has at least this width, and at 32 and 64 bits just this type.
func (c *cPrinter) words(t bitvec.Term, signed bool) []number {
	var list []number
	wide, unsigned := false, false
	for i := range c.s.NumArgs(t) {
		x := c.expr(c.s.Arg(t, i), signed)
		list = append(list, x)
		wide, unsigned = wide || x.bits == 64, unsigned || !x.signed
	}
	if w := c.s.Width(t); w > 32 && !wide || w >= 32 && !signed && !unsigned {
		list[0] = c.cast(list[0], max(w, 32), signed)
	}
	return list
}

// arithmetic is an operator on operands whose types decide that of the result, which may
// have bits above the width of the term unless it is exact.
func (c *cPrinter) arithmetic(t bitvec.Term, signed, exact bool, text string, binds int, operands ...number) number {
	w := c.s.Width(t)
	x := number{text, binds, 32, true}
	for _, o := range operands {
		x.bits, x.signed = max(x.bits, o.bits), x.signed && o.signed
	}
	if exact || w == 32 || w == 64 {
		return x
	}
	return c.fit(x, w, signed)
}

// natural writes a term with the signedness asked for if that is simple; it tells which the
// number has.
func (c *cPrinter) natural(t bitvec.Term, signed bool) (x number, has bool) {
	s := c.s
	w := s.Width(t)
	arg := func(i int) bitvec.Term { return s.Arg(t, i) }
	binary := func(op string, p int, exact bool) (number, bool) {
		list := c.words(t, signed)
		return c.arithmetic(t, signed, exact, c.wrap(list[0].text, list[0].binds, p)+" "+op+" "+c.wrap(list[1].text, list[1].binds, p+1), p, list...), signed
	}
	unary := func(op string, exact bool) (number, bool) {
		y := c.words(t, signed)[0]
		text := c.wrap(y.text, y.binds, unaryPrecedence)
		if strings.HasPrefix(text, op) {
			text = "(" + text + ")"
		}
		return c.arithmetic(t, signed, exact, op+text, unaryPrecedence, y), signed
	}
	shift := func(op string, signed, exact bool) (number, bool) {
		y := c.expr(arg(0), signed)
		if w > 32 && y.bits < 64 || w >= 32 && !signed && y.signed {
			y = c.cast(y, max(w, 32), signed)
		}
		text := c.wrap(y.text, y.binds, shiftPrecedence) + " " + op + " " + c.value(arg(1), false, shiftPrecedence+1)
		return c.arithmetic(t, signed, exact, text, shiftPrecedence, y), signed
	}
	switch k := s.Kind(t); {
	case k == bitvec.KindConst:
		return c.constant(t, signed), signed
	case w == 1:
		x := number{"(" + c.truth(t, false, orPrecedence) + ")", unaryPrecedence, 32, true}
		if k == bitvec.KindExtract || k == bitvec.KindIte { // of what may be wider
			x.text = "(int)" + x.text
		}
		return x, false
	case k == bitvec.KindVar:
		name := strings.TrimPrefix(s.Name(t), underconstrained.VariablePrefix)
		c.spend(len(name))
		bits, declared, ok := c.typeOf(t)
		if !ok || bits != w {
			declared = signed
		}
		return number{name, unaryPrecedence, max(32, w), declared || w < 32}, declared
	case k == bitvec.KindNeg:
		return unary("-", false)
	case k == bitvec.KindNot:
		return unary("~", signed)
	case k == bitvec.KindAdd:
		return c.sum(t, signed), signed
	case k == bitvec.KindMul:
		return binary("*", mulPrecedence, false)
	case k == bitvec.KindAnd:
		return binary("&", bitAndPrecedence, true)
	case k == bitvec.KindXor:
		return binary("^", bitXorPrecedence, true)
	case k == bitvec.KindUDiv, k == bitvec.KindURem:
		signed, op := false, "/"
		if k == bitvec.KindURem {
			op = "%"
		}
		list := c.words(t, signed)
		return c.arithmetic(t, signed, true, c.wrap(list[0].text, list[0].binds, mulPrecedence)+" "+op+" "+c.wrap(list[1].text, list[1].binds, mulPrecedence+1), mulPrecedence, list...), signed
	case k == bitvec.KindShl:
		return shift("<<", signed, false)
	case k == bitvec.KindLShr:
		return shift(">>", false, true)
	case k == bitvec.KindAShr:
		return shift(">>", true, true)
	case k == bitvec.KindIte:
		a, b := c.expr(arg(1), signed), c.expr(arg(2), signed)
		text := "(" + c.truth(arg(0), false, orPrecedence) + " ? " + a.text + " : " + b.text + ")"
		return number{text, unaryPrecedence, max(a.bits, b.bits), a.signed && b.signed}, signed
	case k == bitvec.KindSExt:
		return c.expr(arg(0), true), true
	case k == bitvec.KindConcat && w <= 64:
		return c.concat(t, signed)
	case k == bitvec.KindExtract && s.Width(arg(0)) <= 64:
		return c.extract(t, signed)
	}
	var args []string
	for i := range s.NumArgs(t) {
		args = append(args, c.value(arg(i), signed, orPrecedence))
	}
	return number{s.Kind(t).String() + "(" + strings.Join(args, ", ") + ")", unaryPrecedence, max(32, w), signed}, signed
}

// concat writes bits above others: zeros above leave the value, zeros below are a product.
func (c *cPrinter) concat(t bitvec.Term, signed bool) (number, bool) {
	s := c.s
	high, low := s.Arg(t, 0), s.Arg(t, 1)
	w, below := s.Width(t), s.Width(low)
	if k, ok := s.ConstUint64(high); ok && k == 0 {
		x := c.expr(low, false)
		if signed && !x.signed {
			x = c.cast(x, w, true)
		}
		return x, signed
	}
	zeros := false
	if k, ok := s.ConstUint64(low); ok && k == 0 {
		zeros = true
		if s.Kind(high) == bitvec.KindExtract {
			hi, lo := s.ExtractBounds(high)
			if x := s.Arg(high, 0); lo == 0 && s.Width(x) == w && hi == w-1-below && (w == 32 || w == 64) && below < w-1 {
				y := c.expr(x, signed)
				if y.bits < w || !signed && y.signed {
					y = c.cast(y, w, signed)
				}
				return number{c.wrap(y.text, y.binds, mulPrecedence) + " * " + c.constantText(1<<below, signed, w), mulPrecedence, w, signed}, signed
			}
		}
	}
	bits := 32
	if w > 32 {
		bits = 64
	}
	x := c.cast(c.expr(high, false), bits, false)
	x = number{x.text + fmt.Sprintf(" << %d", below), shiftPrecedence, bits, false}
	if !zeros {
		x = number{c.wrap(x.text, x.binds, bitOrPrecedence) + " | " + c.value(low, false, bitOrPrecedence+1), bitOrPrecedence, bits, false}
	}
	return x, false
}

// extract writes some bits of a number.
func (c *cPrinter) extract(t bitvec.Term, signed bool) (number, bool) {
	s := c.s
	hi, lo := s.ExtractBounds(t)
	from := s.Arg(t, 0)
	if c.isObject(t) {
		return number{"object(" + c.value(from, false, orPrecedence) + ")", unaryPrecedence, 32, signed}, signed
	}
	w := hi - lo + 1
	if lo == 0 {
		x := c.expr(from, signed || !c.isUnsigned(from))
		return c.fit(x, w, signed), signed
	}
	below := hi < s.Width(from)-1 // what is shifted in is cut off again
	x := c.expr(from, (below || signed) && !c.isUnsigned(from))
	x = number{c.wrap(x.text, x.binds, shiftPrecedence) + fmt.Sprintf(" >> %d", lo), shiftPrecedence, x.bits, x.signed}
	if signed {
		return c.fit(x, w, true), true
	}
	if below {
		x = c.fit(x, w, false)
	}
	return x, false
}

// sum writes x + y, as x - z where y is -z.
func (c *cPrinter) sum(t bitvec.Term, signed bool) number {
	s := c.s
	a, b := s.Arg(t, 0), s.Arg(t, 1)
	if s.Kind(a) == bitvec.KindNeg && s.Kind(b) != bitvec.KindConst {
		a, b = b, a
	}
	w := s.Width(t)
	x := c.expr(a, signed)
	op, y := " + ", number{}
	if s.Kind(b) == bitvec.KindNeg {
		op, y = " - ", c.expr(s.Arg(b, 0), signed)
	} else if k, ok := s.ConstUint64(b); ok && k>>(w-1) == 1 && w <= 64 && k<<(64-w) != 1<<63 {
		k = -k << (64 - w) >> (64 - w)
		op, y = " - ", number{strconv.FormatUint(k, 10), unaryPrecedence, 32, true}
		if k >= 1<<31 {
			y.bits = 64
		}
	} else {
		y = c.expr(b, signed)
	}
	if w > 32 && x.bits < 64 && y.bits < 64 || w >= 32 && !signed && x.signed && y.signed {
		x = c.cast(x, max(w, 32), signed)
	}
	return c.arithmetic(t, signed, false, c.wrap(x.text, x.binds, addPrecedence)+op+c.wrap(y.text, y.binds, mulPrecedence), addPrecedence, x, y)
}

func (c *cPrinter) constant(t bitvec.Term, signed bool) number {
	w, ok := c.s.ConstUint64(t)
	n := c.s.Width(t)
	if !ok {
		return number{c.s.String(t), unaryPrecedence, 64, signed}
	}
	text := c.constantText(w, signed, n)
	x := number{text, unaryPrecedence, 32, true}
	if v := int64(w<<(64-n)) >> (64 - n); signed && v != int64(int32(v)) || !signed && w >= 1<<32 {
		x.bits = 64
	}
	if strings.Contains(text, " ") {
		x.binds = addPrecedence
	}
	x.signed = !strings.HasSuffix(text, "u") && !strings.HasSuffix(text, "ul")
	return x
}

// constantText writes a constant of n bits; in C the least numbers are no constants.
func (c *cPrinter) constantText(w uint64, signed bool, n int) string {
	if !signed {
		return unsignedText(w, n)
	}
	switch v := int64(w<<(64-n)) >> (64 - n); v {
	case -1 << 63:
		return "-9223372036854775807 - 1"
	case -1 << 31:
		if n == 32 {
			return "-2147483647 - 1"
		}
		return strconv.FormatInt(v, 10)
	default:
		return strconv.FormatInt(v, 10)
	}
}

// cType names an integer type by its width.
func cType(bits int, signed bool) string {
	name := map[int]string{8: "char", 16: "short", 32: "int", 64: "long"}[bits]
	switch {
	case !signed && bits == 32:
		return "unsigned"
	case !signed:
		return "unsigned " + name
	case bits == 8:
		return "signed char"
	}
	return name
}
