// Package formulatext writes formulas of bit-vectors as C expressions, for people.
package formulatext

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program"
)

// cPrinter writes terms as C expressions: names of variables as they are, constants
// signed where the term compares signed values, x + -1 as x - 1. The expressions have
// the values that the terms have, if signed arithmetic wraps around; where C's types
// would give another value there are casts. What C has no operator for, such as what an
// array that is written to holds, is a call with the name of the operator. Left out is
// that what pointers point to has room for what is accessed there. object(p) is the
// object that p points into.
type cPrinter struct {
	s     *bitvec.Store
	left  int // characters that may still be written; what comes then is "..."
	names Names
}

// Names say what names stand for. The zero value knows nothing.
type Names struct {
	Object func(uint64) string             // the objects that addresses are of, by upper half; may be nil
	Type   func(name string) *program.Type // the type of a variable, nil if it is not known; may be nil
}

// Formula returns a disjunction of conjunctions as C, of about most characters: each
// disjunct once. It is "0" if there are none.
func Formula(s *bitvec.Store, cases [][]bitvec.Term, most int, names Names) string {
	return strings.Join(Disjuncts(s, cases, most, names), " || ")
}

// Disjuncts returns the disjuncts of Formula; where these would be too long, a last one
// says how many are left out.
func Disjuncts(s *bitvec.Store, cases [][]bitvec.Term, most int, names Names) []string {
	c := &cPrinter{s, most, names}
	var list []string
	for i, conj := range cases {
		if c.left <= 0 {
			return append(list, fmt.Sprintf("... (%d more)", len(cases)-i))
		}
		text := c.conjunction(conj)
		if len(cases) > 1 && len(conj) > 1 {
			text = "(" + text + ")"
		}
		switch {
		case text == "1":
			return []string{text}
		case text != "0" && !slices.Contains(list, text):
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		return []string{"0"}
	}
	return list
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
		if text := c.truth(t, false, andPrecedence); text != "1" && !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
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

// isObject reports whether a term is the upper half of an address, where objects have
// names.
func (c *cPrinter) isObject(t bitvec.Term) bool {
	if c.names.Object == nil || c.s.Kind(t) != bitvec.KindExtract {
		return false
	}
	hi, lo := c.s.ExtractBounds(t)
	return hi == 63 && lo == 32 && c.s.Width(c.s.Arg(t, 0)) == 64
}

// halves writes two upper halves of addresses.
func (c *cPrinter) halves(a, b bitvec.Term, op string) string {
	name := func(t bitvec.Term) string {
		if k, ok := c.s.ConstUint64(t); ok {
			if c.names.Object != nil {
				return "object(" + c.names.Object(k) + ")"
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
		return compare("==", "!=", arg(0), arg(1), !c.isUnsigned(arg(0)) && !c.isUnsigned(arg(1)), equalPrecedence)
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
		text := c.value(x, false, shiftPrecedence)
		if lo > 0 {
			text += fmt.Sprintf(" >> %d", lo)
		}
		if text += " & 1"; not {
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
	text := c.expr(t, false).text
	if s.Kind(t) == bitvec.KindVar {
		text += " & 1"
		if not {
			return "!(" + text + ")"
		}
		return c.wrap(text, bitAndPrecedence, at)
	}
	if not {
		return "!" + text
	}
	return text
}
