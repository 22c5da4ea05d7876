package smtlib

import (
	"fmt"
	"math/big"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/float"
)

// The theory of floating-point numbers, as far as package float has circuits:
// formats of at most 64 bits, arithmetic that rounds to nearest with ties to
// even, and constants for rounding modes.
//
// The theory has one NaN, which is here Format.Indefinite: operations on it
// and on numbers give no other one, so that = is equality of words. Words that
// come from elsewhere are made canonical; a variable is constrained to be.

var roundingSort = sort{Sort: bitvec.Sort{Width: 3}, rounding: true}

// roundings are the modes by both of their names.
var roundings = map[string]float.Mode{
	"RNE": float.Rint, "roundNearestTiesToEven": float.Rint,
	"RNA": float.Round, "roundNearestTiesToAway": float.Round,
	"RTP": float.Ceil, "roundTowardPositive": float.Ceil,
	"RTN": float.Floor, "roundTowardNegative": float.Floor,
	"RTZ": float.Trunc, "roundTowardZero": float.Trunc,
}

// floatSorts are the formats with names, by exponent and significand.
var floatSorts = map[string][2]int{"Float16": {5, 11}, "Float32": {8, 24}, "Float64": {11, 53}, "Float128": {15, 113}}

func floatSort(f float.Format) sort { return sort{Sort: bitvec.Sort{Width: f.Bits()}, float: f} }

// isFloat reports whether s is a sort of floating-point numbers.
func (s sort) isFloat() bool { return s.float != float.Format{} }

func floatFormat(e *sexpr, exponent, significand int) (float.Format, error) {
	f := float.Format{Exp: exponent, Frac: significand - 1}
	if exponent < 3 || significand < 3 || exponent > 64 || significand > 64 || f.Bits() > 64 {
		return f, errorAt(e.pos, "unsupported: floating-point numbers with %d and %d bits", exponent, significand)
	}
	return f, nil
}

// formatOf reads the two numbers of an indexed name.
func formatOf(e *sexpr, index []*sexpr) (float.Format, error) {
	if len(index) != 2 {
		return float.Format{}, errorAt(e.pos, "expected two numbers in %s", e)
	}
	var n [2]int
	for i, x := range index {
		var err error
		if n[i], err = numeral(x); err != nil {
			return float.Format{}, err
		}
	}
	return floatFormat(e, n[0], n[1])
}

// floatLiteral writes the number v.
func (s sort) floatLiteral(v bitvec.Value) string {
	w, f := v.Uint64(), s.float
	if f.IsNaN(w) {
		return fmt.Sprintf("(_ NaN %d %d)", f.Exp, f.Frac+1)
	}
	return fmt.Sprintf("(fp #b%b #b%0*b #b%0*b)", w>>(f.Bits()-1), f.Exp, w>>f.Frac&(1<<f.Exp-1), f.Frac, w&(1<<f.Frac-1))
}

// canonical returns x with one NaN.
func (r *reader) canonical(f float.Format, x bv) value {
	return value{r.s.Ite(r.floats.IsNaN(f, x), r.s.Const(f.Bits(), f.Indefinite()), x), floatSort(f)}
}

// floatFacts returns what holds of the variables of ts that are numbers: a NaN
// is the canonical one.
func (r *reader) floatFacts(ts []bv) []bv {
	var facts []bv
	if len(r.numbers) == 0 {
		return nil
	}
	for _, v := range r.s.Support(ts...) {
		if f, ok := r.numbers[v]; ok {
			facts = append(facts, r.s.Implies(r.floats.IsNaN(f, v), r.s.Eq(v, r.s.Const(f.Bits(), f.Indefinite()))))
		}
	}
	return facts
}

// floatConstant reads (_ +oo e s) and its like.
func (r *reader) floatConstant(e *sexpr) (value, error) {
	f, err := formatOf(e, e.list[2:])
	if err != nil {
		return value{}, err
	}
	w := map[string]uint64{"+oo": f.Inf(false), "-oo": f.Inf(true), "+zero": 0, "-zero": f.Neg(0), "NaN": f.Indefinite()}[e.list[1].text]
	return value{r.s.Const(f.Bits(), w), floatSort(f)}, nil
}

// floatOperator is a function of numbers of one format.
type floatOperator struct {
	rounds bool // takes a rounding mode first
	args   int  // numbers; 0: two or more, compared in a chain
	bool   bool // the result is a Bool
	make   func(r *reader, f float.Format, mode float.Mode, x []bv) bv
}

var floatOperators = map[string]floatOperator{
	"fp.abs": {args: 1, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv {
		return r.s.Ite(r.floats.IsNaN(f, x[0]), x[0], r.floats.Abs(f, x[0]))
	}},
	"fp.neg": {args: 1, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv {
		return r.s.Ite(r.floats.IsNaN(f, x[0]), x[0], r.floats.Neg(f, x[0]))
	}},
	"fp.add": {rounds: true, args: 2, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.floats.Add(f, x[0], x[1]) }},
	"fp.sub": {rounds: true, args: 2, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.floats.Sub(f, x[0], x[1]) }},
	"fp.mul": {rounds: true, args: 2, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.floats.Mul(f, x[0], x[1]) }},
	"fp.div": {rounds: true, args: 2, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.floats.Div(f, x[0], x[1]) }},
	"fp.fma": {rounds: true, args: 3, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv {
		return r.floats.Fma(f, x[0], x[1], x[2])
	}},
	"fp.sqrt": {rounds: true, args: 1, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.floats.Sqrt(f, x[0]) }},
	"fp.roundToIntegral": {rounds: true, args: 1, make: func(r *reader, f float.Format, mode float.Mode, x []bv) bv {
		return r.floats.Integral(f, mode, x[0])
	}},
	"fp.min": {args: 2, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv {
		return r.extreme("fp.min", f, x[0], x[1], x[0], x[1])
	}},
	"fp.max": {args: 2, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv {
		return r.extreme("fp.max", f, x[0], x[1], x[1], x[0])
	}},
	"fp.eq":  {bool: true, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.floats.Eq(f, x[0], x[1]) }},
	"fp.lt":  {bool: true, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.floats.Lt(f, x[0], x[1]) }},
	"fp.leq": {bool: true, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.floats.Le(f, x[0], x[1]) }},
	"fp.gt":  {bool: true, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.floats.Lt(f, x[1], x[0]) }},
	"fp.geq": {bool: true, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.floats.Le(f, x[1], x[0]) }},

	"fp.isNaN":       {args: 1, bool: true, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.floats.IsNaN(f, x[0]) }},
	"fp.isInfinite":  {args: 1, bool: true, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.class(f, x[0], f.Inf(false), true) }},
	"fp.isZero":      {args: 1, bool: true, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.class(f, x[0], 0, true) }},
	"fp.isSubnormal": {args: 1, bool: true, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv { return r.class(f, x[0], 0, false) }},
	"fp.isNormal": {args: 1, bool: true, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv {
		exp := r.s.Extract(f.Bits()-2, f.Frac, x[0])
		return r.s.And(r.s.Ne(exp, r.s.Const(f.Exp, 0)), r.s.Ne(exp, r.s.Const(f.Exp, 1<<f.Exp-1)))
	}},
	"fp.isNegative": {args: 1, bool: true, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv {
		return r.s.And(r.s.Not(r.floats.IsNaN(f, x[0])), r.s.Bit(x[0], f.Bits()-1))
	}},
	"fp.isPositive": {args: 1, bool: true, make: func(r *reader, f float.Format, _ float.Mode, x []bv) bv {
		return r.s.Not(r.s.Or(r.floats.IsNaN(f, x[0]), r.s.Bit(x[0], f.Bits()-1)))
	}},
}

// isFloat reports whether name belongs to the theory of floating-point numbers.
func isFloat(name string) bool {
	_, op := floatOperators[name]
	_, mode := roundings[name]
	return op || mode || name == "fp"
}

// class returns whether the exponent of x is that of the word like, and its
// fraction is 0, or is not.
func (r *reader) class(f float.Format, x bv, like uint64, zero bool) bv {
	s := r.s
	exp := s.Eq(s.Extract(f.Bits()-2, f.Frac, x), s.Const(f.Exp, like>>f.Frac))
	none := s.Eq(s.Extract(f.Frac-1, 0, x), s.Const(f.Frac, 0))
	if !zero {
		none = s.Not(none)
	}
	return s.And(exp, none)
}

// extreme returns x or y, the one that is less of a and b: they are x and y in
// one order or the other. Which of two zeros with different signs it returns
// is left open, but the same for all of them in this order.
func (r *reader) extreme(name string, f float.Format, x, y, a, b bv) bv {
	s := r.s
	result := s.Ite(r.floats.Lt(f, a, b), x, y)
	zeros := s.And(r.class(f, x, 0, true), r.class(f, y, 0, true))
	sign := s.Bit(x, f.Bits()-1)
	first := s.Ite(sign, r.open(fmt.Sprintf("%s -0 %v", name, f), bitvec.Sort{Width: 1}), r.open(fmt.Sprintf("%s +0 %v", name, f), bitvec.Sort{Width: 1}))
	result = s.Ite(zeros, s.Ite(first, x, y), result)
	result = s.Ite(r.floats.IsNaN(f, y), x, result)
	return s.Ite(r.floats.IsNaN(f, x), y, result)
}

// open returns the variable that stands for what the standard leaves open.
func (r *reader) open(what string, so bitvec.Sort) bv {
	t, ok := r.opened[what]
	if !ok {
		if so.IsArray() {
			t = r.s.FreshArray(what, so.Index, so.Width)
		} else {
			t = r.s.Fresh(what, so.Width)
		}
		r.opened[what] = t
	}
	return t
}

// modeOf returns the rounding mode that v is.
func (r *reader) modeOf(head *sexpr, v value) (float.Mode, error) {
	if !v.rounding {
		return 0, errorAt(head.pos, "argument 1 of %s is a %v, not a RoundingMode", head, v.sort)
	}
	n, ok := r.s.ConstUint64(v.t)
	if !ok {
		return 0, errorAt(head.pos, "unsupported: %s with a rounding mode that is no constant", head)
	}
	return float.Mode(n), nil
}

// nearest returns an error unless v is the mode that arithmetic has.
func (r *reader) nearest(head *sexpr, v value) error {
	mode, err := r.modeOf(head, v)
	if err == nil && mode != float.Rint {
		err = errorAt(head.pos, "unsupported: %s with another rounding mode than RNE", head)
	}
	return err
}

func (r *reader) applyFloat(head *sexpr, args []value) (value, error) {
	if head.text == "fp" {
		return r.joinFloat(head, args)
	}
	op := floatOperators[head.text]
	mode := float.Rint
	if op.rounds {
		if err := count(head, args, op.args+1, op.args+1); err != nil {
			return value{}, err
		}
		var err error
		if mode, err = r.modeOf(head, args[0]); err != nil {
			return value{}, err
		}
		if head.text != "fp.roundToIntegral" {
			if err := r.nearest(head, args[0]); err != nil {
				return value{}, err
			}
		}
		args = args[1:]
	}
	least, most := op.args, op.args
	if op.args == 0 {
		least, most = 2, many
	}
	if err := count(head, args, least, most); err != nil {
		return value{}, err
	}
	if !args[0].isFloat() {
		return value{}, errorAt(head.pos, "%s of a %v, which is no floating-point number", head, args[0].sort)
	}
	if err := r.alike(head, args); err != nil {
		return value{}, err
	}
	f := args[0].float
	xs := make([]bv, len(args))
	for i, a := range args {
		xs[i] = a.t
	}
	if op.args == 0 {
		all := r.s.True()
		for i := range xs[1:] {
			all = r.s.And(all, op.make(r, f, mode, xs[i:i+2]))
		}
		return value{all, boolSort}, nil
	}
	t := op.make(r, f, mode, xs)
	if op.bool {
		return value{t, boolSort}, nil
	}
	return value{t, floatSort(f)}, nil
}

// joinFloat reads (fp sign exponent fraction).
func (r *reader) joinFloat(head *sexpr, args []value) (value, error) {
	if err := count(head, args, 3, 3); err != nil {
		return value{}, err
	}
	for i, a := range args {
		if !a.isWord() || i == 0 && a.Width != 1 {
			return value{}, errorAt(head.pos, "argument %d of fp is a %v", i+1, a.sort)
		}
	}
	f, err := floatFormat(head, args[1].Width, args[2].Width+1)
	if err != nil {
		return value{}, err
	}
	return r.canonical(f, r.s.Concat(args[0].t, r.s.Concat(args[1].t, args[2].t))), nil
}

// isFloatIndexed reports whether name is an indexed function to or from
// floating-point numbers.
func isFloatIndexed(name string) bool {
	switch name {
	case "to_fp", "to_fp_unsigned", "fp.to_ubv", "fp.to_sbv":
		return true
	}
	return false
}

// applyFloatIndexed applies a conversion, (_ name i...).
func (r *reader) applyFloatIndexed(head *sexpr, args []value) (value, error) {
	name, index := head.list[1].text, head.list[2:]
	if name == "fp.to_ubv" || name == "fp.to_sbv" {
		return r.toWord(head, index, args)
	}
	f, err := formatOf(head, index)
	if err != nil {
		return value{}, err
	}
	if len(args) == 1 && name == "to_fp" {
		if args[0] != (value{args[0].t, wordSort(f.Bits())}) {
			return value{}, errorAt(head.pos, "%s takes a %v, not a %v", head, wordSort(f.Bits()), args[0].sort)
		}
		return r.canonical(f, args[0].t), nil
	}
	if err := count(head, args, 2, 2); err != nil {
		return value{}, err
	}
	if err := r.nearest(head, args[0]); err != nil {
		return value{}, err
	}
	x := args[1]
	switch {
	case x.isFloat() && name == "to_fp":
		return value{r.floats.Convert(f, x.float, x.t), floatSort(f)}, nil
	case x.isWord() && x.Width <= 64:
		return value{r.floats.FromInt(f, x.t, x.Width, name == "to_fp"), floatSort(f)}, nil
	}
	return value{}, errorAt(head.pos, "unsupported: %s of a %v", head, x.sort)
}

// fromReal reads ((_ to_fp e s) mode number) if the number is written as a
// literal of Real: terms of that sort there are no others.
func (r *reader) fromReal(e *sexpr) (v value, ok bool, err error) {
	head := e.list[0]
	if head.head() != "_" || len(e.list) != 3 || len(head.list) != 4 || !head.list[1].isSymbol("to_fp") {
		return value{}, false, nil
	}
	number, ok := rational(e.list[2])
	if !ok {
		return value{}, false, nil
	}
	f, err := formatOf(head, head.list[2:])
	if err != nil {
		return value{}, true, err
	}
	mode, err := r.term(e.list[1])
	if err != nil {
		return value{}, true, err
	}
	if err := r.nearest(head, mode); err != nil {
		return value{}, true, err
	}
	return value{r.s.Const(f.Bits(), f.FromRat(number)), floatSort(f)}, true, nil
}

// rational reads a number, a quotient of two, or one with a minus.
func rational(e *sexpr) (*big.Rat, bool) {
	switch {
	case e.kind == tokenNumeral || e.kind == tokenDecimal:
		return new(big.Rat).SetString(e.text)
	case e.head() == "-" && len(e.list) == 2:
		x, ok := rational(e.list[1])
		if !ok {
			return nil, false
		}
		return x.Neg(x), true
	case e.head() == "/" && len(e.list) == 3:
		x, ok := rational(e.list[1])
		y, ok2 := rational(e.list[2])
		if !ok || !ok2 || y.Sign() == 0 {
			return nil, false
		}
		return x.Quo(x, y), true
	}
	return nil, false
}

// toWord applies fp.to_ubv or fp.to_sbv. What does not fit is left open.
func (r *reader) toWord(head *sexpr, index []*sexpr, args []value) (value, error) {
	if len(index) != 1 {
		return value{}, errorAt(head.pos, "unknown function %s", head)
	}
	n, err := numeral(index[0])
	if err != nil {
		return value{}, err
	}
	if n < 1 || n > 64 {
		return value{}, errorAt(head.pos, "unsupported: %s of more than 64 bits", head)
	}
	if err := count(head, args, 2, 2); err != nil {
		return value{}, err
	}
	mode, err := r.modeOf(head, args[0])
	if err != nil {
		return value{}, err
	}
	if !args[1].isFloat() {
		return value{}, errorAt(head.pos, "%s of a %v, which is no floating-point number", head, args[1].sort)
	}
	s, m, f, signed := r.s, r.floats, args[1].float, head.list[1].text == "fp.to_sbv"
	x := m.Integral(f, mode, args[1].t)
	power := func(k int) *big.Rat { return new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(k))) }
	low, high := uint64(0), f.FromRat(power(n))
	if signed {
		low, high = f.Neg(f.FromRat(power(n-1))), f.FromRat(power(n-1))
	}
	above := m.Le(f, s.Const(f.Bits(), low), x)
	if f.IsInf(low) {
		above = m.Lt(f, s.Const(f.Bits(), low), x)
	}
	fits := s.And(above, m.Lt(f, x, s.Const(f.Bits(), high)))
	var number bv
	switch {
	case signed:
		number = m.ToInt(f, x, n)
	case n < 64:
		number = s.Extract(n-1, 0, m.ToInt(f, x, n+1))
	default:
		number = m.ToUnsigned(f, x, n)
	}
	table := r.open(fmt.Sprintf("%s %v %d", head, f, mode), bitvec.Sort{Index: f.Bits(), Width: n})
	return value{s.Ite(fits, number, s.Select(table, args[1].t)), wordSort(n)}, nil
}
