// Package formulatext writes formulas of bit-vectors as C expressions, for people.
package formulatext

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
)

// cPrinter writes terms as C expressions, for people: names of variables as they
// are, comparisons signed where the term compares signed values, constants
// signed, x + -1 as x - 1. What C has no operator for is a call with the name of
// the operator. Casts that only widen are left out, and so is that what pointers
// point to has room for what is accessed there. object(p) is the object that p points
// into.
type cPrinter struct {
	s      *bitvec.Store
	left   int                 // characters that may still be written; what comes then is "..."
	object func(uint64) string // writes the objects that addresses are of, by upper half; may be nil
}

// Formula returns a disjunction of conjunctions as C, of about most characters. object
// writes the objects that addresses are of, by their upper half; it may be nil.
func Formula(s *bitvec.Store, cases [][]bitvec.Term, most int, object func(uint64) string) string {
	if len(cases) == 0 {
		return "0"
	}
	c := &cPrinter{s, most, object}
	var sb strings.Builder
	for i, conj := range cases {
		if c.left <= 0 {
			fmt.Fprintf(&sb, " || ... (%d more)", len(cases)-i)
			break
		}
		if i > 0 {
			sb.WriteString(" || ")
		}
		text := c.conjunction(conj)
		if len(cases) > 1 && len(conj) > 1 {
			text = "(" + text + ")"
		}
		sb.WriteString(text)
	}
	return sb.String()
}

// Value returns a term as a signed number, of about most characters.
func Value(s *bitvec.Store, t bitvec.Term, most int) string {
	return (&cPrinter{s: s, left: most}).value(t, true, orPrecedence)
}

func (c *cPrinter) conjunction(list []bitvec.Term) string {
	var parts []string
	for _, t := range list {
		if c.tellsRoom(t) {
			continue
		}
		if c.left <= 0 {
			parts = append(parts, "...")
			break
		}
		parts = append(parts, c.truth(t, false, andPrecedence))
	}
	if len(parts) == 0 {
		return "1"
	}
	return strings.Join(parts, " && ")
}

// tellsRoom reports whether a comparison is about the room behind a pointer.
func (c *cPrinter) tellsRoom(t bitvec.Term) bool {
	for c.s.NumArgs(t) > 0 {
		if c.s.NumArgs(t) == 2 && c.s.Kind(c.s.Arg(t, 0)) == bitvec.KindConst {
			t = c.s.Arg(t, 1)
		} else {
			t = c.s.Arg(t, 0)
		}
	}
	return c.s.Kind(t) == bitvec.KindVar && underconstrained.TellsRoom(c.s.Name(t))
}

// isObject reports whether a term is the upper half of an address.
func (c *cPrinter) isObject(t bitvec.Term) bool {
	if c.s.Kind(t) != bitvec.KindExtract {
		return false
	}
	hi, lo := c.s.ExtractBounds(t)
	return hi == 63 && lo == 32 && c.s.Width(c.s.Arg(t, 0)) == 64
}

// halves writes two upper halves of addresses.
func (c *cPrinter) halves(a, b bitvec.Term, op string) string {
	name := func(t bitvec.Term) string {
		if k, ok := c.s.ConstUint64(t); ok {
			if c.object != nil {
				return "object(" + c.object(k) + ")"
			}
			return strconv.FormatUint(k, 10)
		}
		return c.value(t, false, equalPrecedence+1)
	}
	return name(a) + " " + op + " " + name(b)
}

// The precedence of C's operators, as far as they are written.
const (
	orPrecedence = iota + 1
	andPrecedence
	bitOrPrecedence
	bitXorPrecedence
	bitAndPrecedence
	equalPrecedence
	lessPrecedence
	shiftPrecedence
	addPrecedence
	mulPrecedence
	unaryPrecedence
)

// wrap puts an expression into parentheses if its operator binds less than the
// place asks for.
func (c *cPrinter) wrap(text string, has, asked int) string {
	if has < asked {
		return "(" + text + ")"
	}
	return text
}

// spend counts a node; it reports false when there is no room left.
func (c *cPrinter) spend(n int) bool {
	c.left -= n
	return c.left > 0
}

// truth writes a term of width 1 as a condition, negated if not is set.
func (c *cPrinter) truth(t bitvec.Term, not bool, at int) string {
	if !c.spend(4) {
		return "..."
	}
	s := c.s
	arg := func(i int) bitvec.Term { return s.Arg(t, i) }
	compare := func(op, opposite string, a, b bitvec.Term, signed bool, p int) string {
		if not {
			op = opposite
		}
		return c.wrap(c.value(a, signed, p+1)+" "+op+" "+c.value(b, signed, p+1), p, at)
	}
	switch s.Kind(t) {
	case bitvec.KindConst:
		if (t == s.True()) != not {
			return "1"
		}
		return "0"
	case bitvec.KindNot:
		return c.truth(arg(0), !not, at)
	case bitvec.KindAnd:
		op, p := " && ", andPrecedence
		if not {
			op, p = " || ", orPrecedence
		}
		return c.wrap(c.truth(arg(0), not, p)+op+c.truth(arg(1), not, p), p, at)
	case bitvec.KindEq:
		if s.Width(arg(0)) == 1 {
			return c.wrap(c.truth(arg(0), not, equalPrecedence+1)+" == "+c.truth(arg(1), false, equalPrecedence+1), equalPrecedence, at)
		}
		if c.isObject(arg(0)) || c.isObject(arg(1)) {
			op := "=="
			if not {
				op = "!="
			}
			return c.wrap(c.halves(arg(0), arg(1), op), equalPrecedence, at)
		}
		return compare("==", "!=", arg(0), arg(1), true, equalPrecedence)
	case bitvec.KindSlt, bitvec.KindUlt:
		a, b, signed := arg(0), arg(1), s.Kind(t) == bitvec.KindSlt
		if s.Kind(a) == bitvec.KindConst { // the variable first
			return compare(">", "<=", b, a, signed, lessPrecedence)
		}
		return compare("<", ">=", a, b, signed, lessPrecedence)
	case bitvec.KindExtract:
		hi, lo := s.ExtractBounds(t)
		x := arg(0)
		if hi == s.Width(x)-1 { // the sign
			op := " < 0"
			if not {
				op = " >= 0"
			}
			return c.wrap(c.value(x, true, lessPrecedence+1)+op, lessPrecedence, at)
		}
		text := fmt.Sprintf("%s >> %d & 1", c.value(x, false, shiftPrecedence), lo)
		if not {
			return "!(" + text + ")"
		}
		return c.wrap(text, bitAndPrecedence, at)
	case bitvec.KindXor:
		op := " != "
		if not {
			op = " == "
		}
		return c.wrap(c.truth(arg(0), false, equalPrecedence+1)+op+c.truth(arg(1), false, equalPrecedence+1), equalPrecedence, at)
	case bitvec.KindIte:
		text := "(" + c.truth(arg(0), false, orPrecedence) + " ? " + c.truth(arg(1), not, orPrecedence) + " : " + c.truth(arg(2), not, orPrecedence) + ")"
		return text
	}
	text := c.value(t, false, unaryPrecedence)
	if not {
		return "!" + text
	}
	return text
}

// operators are the binary operators that C has.
var operators = map[bitvec.Kind]struct {
	op string
	p  int
}{
	bitvec.KindMul: {"*", mulPrecedence}, bitvec.KindUDiv: {"/", mulPrecedence}, bitvec.KindURem: {"%", mulPrecedence},
	bitvec.KindShl: {"<<", shiftPrecedence}, bitvec.KindLShr: {">>", shiftPrecedence}, bitvec.KindAShr: {">>", shiftPrecedence},
	bitvec.KindAnd: {"&", bitAndPrecedence}, bitvec.KindXor: {"^", bitXorPrecedence},
}

// value writes a term as a number; a constant is written signed if signed is set.
func (c *cPrinter) value(t bitvec.Term, signed bool, at int) string {
	if !c.spend(3) {
		return "..."
	}
	s := c.s
	arg := func(i int) bitvec.Term { return s.Arg(t, i) }
	k := s.Kind(t)
	if o, ok := operators[k]; ok && s.Width(t) > 1 {
		return c.wrap(c.value(arg(0), signed, o.p)+" "+o.op+" "+c.value(arg(1), signed, o.p+1), o.p, at)
	}
	switch k {
	case bitvec.KindConst:
		return c.constant(t, signed)
	case bitvec.KindVar:
		name := strings.TrimPrefix(s.Name(t), underconstrained.VariablePrefix)
		c.spend(len(name))
		return name
	case bitvec.KindNeg:
		return c.wrap("-"+c.value(arg(0), signed, unaryPrecedence), unaryPrecedence, at)
	case bitvec.KindNot:
		if s.Width(t) > 1 {
			return c.wrap("~"+c.value(arg(0), signed, unaryPrecedence), unaryPrecedence, at)
		}
	case bitvec.KindAdd:
		return c.wrap(c.sum(t, signed), addPrecedence, at)
	case bitvec.KindIte:
		return "(" + c.truth(arg(0), false, orPrecedence) + " ? " + c.value(arg(1), signed, orPrecedence) + " : " + c.value(arg(2), signed, orPrecedence) + ")"
	case bitvec.KindSExt:
		return c.value(arg(0), true, at)
	case bitvec.KindConcat:
		if w, ok := s.ConstUint64(arg(0)); ok && w == 0 { // zeros above
			return c.value(arg(1), false, at)
		}
	case bitvec.KindExtract:
		hi, lo := s.ExtractBounds(t)
		if c.isObject(t) {
			return "object(" + c.value(arg(0), false, orPrecedence) + ")"
		}
		if lo == 0 && (hi == 7 || hi == 15 || hi == 31) {
			return c.wrap(fmt.Sprintf("(%s)%s", cType(hi+1, signed), c.value(arg(0), signed, unaryPrecedence)), unaryPrecedence, at)
		}
		return fmt.Sprintf("bits(%s, %d, %d)", c.value(arg(0), false, orPrecedence), hi, lo)
	}
	if s.Width(t) == 1 {
		return c.truth(t, false, at)
	}
	var args []string
	for i := range s.NumArgs(t) {
		args = append(args, c.value(arg(i), signed, orPrecedence))
	}
	return k.String() + "(" + strings.Join(args, ", ") + ")"
}

// sum writes x + y, as x - z where y is -z.
func (c *cPrinter) sum(t bitvec.Term, signed bool) string {
	s := c.s
	a, b := s.Arg(t, 0), s.Arg(t, 1)
	if s.Kind(a) == bitvec.KindNeg && s.Kind(b) != bitvec.KindConst {
		a, b = b, a
	}
	left := c.value(a, signed, addPrecedence)
	if s.Kind(b) == bitvec.KindNeg {
		return left + " - " + c.value(s.Arg(b, 0), signed, mulPrecedence)
	}
	text := c.value(b, true, addPrecedence)
	if s.Kind(b) == bitvec.KindConst && strings.HasPrefix(text, "-") {
		return left + " - " + text[1:]
	}
	return left + " + " + text
}

func (c *cPrinter) constant(t bitvec.Term, signed bool) string {
	w, ok := c.s.ConstUint64(t)
	n := c.s.Width(t)
	switch {
	case !ok:
		return c.s.String(t)
	case !signed || n == 1:
		return strconv.FormatUint(w, 10)
	}
	return strconv.FormatInt(int64(w<<(64-n))>>(64-n), 10)
}

// cType names an integer type by its width.
func cType(bits int, signed bool) string {
	name := map[int]string{8: "char", 16: "short", 32: "int", 64: "long"}[bits]
	if name == "" {
		name = fmt.Sprintf("int:%d", bits)
	}
	if !signed {
		return "unsigned " + name
	}
	if bits == 8 {
		return "signed char"
	}
	return name
}
