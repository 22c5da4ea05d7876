package smtlib

import (
	"github.com/riftlab/rift/bitvec"
)

type bv = bitvec.Term

// operator is a function of the theory whose operands are bit-vectors of one
// width.
type operator struct {
	unary     func(s *bitvec.Store, a bv) bv
	binary    func(s *bitvec.Store, a, b bv) bv
	chain     bool // more than two operands associate to the left
	predicate bool // the result is a Bool
	bit       bool // the result has width 1
	widens    bool // computes at up to twice the width
}

// operators of bit-vectors without indices.
var operators = map[string]operator{
	"bvnot":  {unary: (*bitvec.Store).Not},
	"bvneg":  {unary: (*bitvec.Store).Neg},
	"bvand":  {binary: (*bitvec.Store).And, chain: true},
	"bvor":   {binary: (*bitvec.Store).Or, chain: true},
	"bvxor":  {binary: (*bitvec.Store).Xor, chain: true},
	"bvnand": {binary: (*bitvec.Store).Nand},
	"bvnor":  {binary: (*bitvec.Store).Nor},
	"bvxnor": {binary: (*bitvec.Store).Xnor, chain: true},
	"bvadd":  {binary: (*bitvec.Store).Add, chain: true},
	"bvsub":  {binary: (*bitvec.Store).Sub, chain: true},
	"bvmul":  {binary: (*bitvec.Store).Mul, chain: true},
	"bvudiv": {binary: (*bitvec.Store).UDiv},
	"bvurem": {binary: (*bitvec.Store).URem},
	"bvsdiv": {binary: (*bitvec.Store).SDiv},
	"bvsrem": {binary: (*bitvec.Store).SRem},
	"bvsmod": {binary: (*bitvec.Store).SMod},
	"bvshl":  {binary: (*bitvec.Store).Shl},
	"bvlshr": {binary: (*bitvec.Store).LShr},
	"bvashr": {binary: (*bitvec.Store).AShr},
	"bvcomp": {binary: (*bitvec.Store).Comp, bit: true},

	// Not of the standard, but understood by other solvers.
	"bvredor":          {unary: (*bitvec.Store).RedOr, bit: true},
	"bvredand":         {unary: (*bitvec.Store).RedAnd, bit: true},
	"bvredxor":         {unary: parity, bit: true},
	"ext_rotate_left":  {binary: (*bitvec.Store).RotateLeftBy},
	"ext_rotate_right": {binary: (*bitvec.Store).RotateRightBy},

	"bvult": {binary: (*bitvec.Store).Ult, predicate: true},
	"bvule": {binary: (*bitvec.Store).Ule, predicate: true},
	"bvugt": {binary: func(s *bitvec.Store, a, b bv) bv { return s.Ult(b, a) }, predicate: true},
	"bvuge": {binary: func(s *bitvec.Store, a, b bv) bv { return s.Ule(b, a) }, predicate: true},
	"bvslt": {binary: (*bitvec.Store).Slt, predicate: true},
	"bvsle": {binary: (*bitvec.Store).Sle, predicate: true},
	"bvsgt": {binary: func(s *bitvec.Store, a, b bv) bv { return s.Slt(b, a) }, predicate: true},
	"bvsge": {binary: func(s *bitvec.Store, a, b bv) bv { return s.Sle(b, a) }, predicate: true},

	"bvnego":  {unary: (*bitvec.Store).NegO, predicate: true},
	"bvuaddo": {binary: (*bitvec.Store).UAddO, predicate: true, widens: true},
	"bvsaddo": {binary: (*bitvec.Store).SAddO, predicate: true},
	"bvumulo": {binary: (*bitvec.Store).UMulO, predicate: true, widens: true},
	"bvsmulo": {binary: (*bitvec.Store).SMulO, predicate: true, widens: true},
	"bvusubo": {binary: (*bitvec.Store).USubO, predicate: true},
	"bvssubo": {binary: (*bitvec.Store).SSubO, predicate: true},
	"bvsdivo": {binary: (*bitvec.Store).SDivO, predicate: true},
}

// parity returns the exclusive or of a's bits.
func parity(s *bitvec.Store, a bv) bv {
	result := s.Bit(a, 0)
	for i := 1; i < s.Width(a); i++ {
		result = s.Xor(result, s.Bit(a, i))
	}
	return result
}

// isBuiltin reports whether name is a function of the core theory or of
// arrays, or one of several widths.
func isBuiltin(name string) bool {
	switch name {
	case "true", "false", "not", "and", "or", "xor", "=>", "=", "distinct", "ite", "select", "store", "concat":
		return true
	}
	return false
}

// apply applies the function that the list e starts with to args.
func (r *reader) apply(e *sexpr, args []value) (value, error) {
	head := e.list[0]
	switch {
	case head.head() == "_":
		return r.applyIndexed(e, head, args)
	case head.head() == "as":
		return r.applyConstArray(head, args)
	case head.kind != tokenSymbol:
		return value{}, errorAt(head.pos, "expected a function, found %s", head)
	}
	if f, ok := r.lookup(head.text); ok {
		return r.applyDefined(head, f, args)
	}
	if op, ok := operators[head.text]; ok {
		return r.applyOperator(head, op, args)
	}
	if isBuiltin(head.text) {
		return r.applyBuiltin(head, args)
	}
	if isFloat(head.text) {
		return r.applyFloat(head, args)
	}
	return value{}, errorAt(head.pos, "undeclared function %s", head)
}

func (r *reader) applyDefined(head *sexpr, f *function, args []value) (value, error) {
	if len(args) != len(f.params) || len(args) == 0 {
		return value{}, errorAt(head.pos, "%s takes %d arguments, not %d", head, len(f.params), len(args))
	}
	from, to := make([]bv, len(args)), make([]bv, len(args))
	for i, a := range args {
		if a.sort != f.params[i].sort {
			return value{}, errorAt(head.pos, "argument %d of %s is a %v, not a %v", i+1, head, a.sort, f.params[i].sort)
		}
		from[i], to[i] = f.params[i].t, a.t
	}
	if f.table != 0 {
		return r.call(f, to), nil
	}
	return value{r.s.Substitute(f.body.t, from, to), f.body.sort}, nil
}

// element returns the element t of an array, whose sort is so: the words of an
// array may be any NaN.
func (r *reader) element(t bv, so sort) value {
	if so.isFloat() {
		return r.canonical(so.float, t)
	}
	return value{t, so}
}

// call applies the uninterpreted function f.
func (r *reader) call(f *function, args []bv) value {
	index := args[0]
	for _, a := range args[1:] {
		index = r.s.Concat(index, a)
	}
	return r.element(r.s.Select(f.table, index), f.body.sort)
}

func (r *reader) applyOperator(head *sexpr, op operator, args []value) (value, error) {
	least, most := 2, 2
	if op.unary != nil {
		least, most = 1, 1
	} else if op.chain {
		most = len(args)
	}
	if err := count(head, args, least, most); err != nil {
		return value{}, err
	}
	for i, a := range args {
		if !a.isWord() {
			return value{}, errorAt(head.pos, "argument %d of %s is a %v, not a bit-vector", i+1, head, a.sort)
		}
		if a.Width != args[0].Width {
			return value{}, errorAt(head.pos, "arguments of %s have widths %d and %d", head, args[0].Width, a.Width)
		}
	}
	if op.widens && 2*args[0].Width > bitvec.MaxWidth {
		return value{}, errorAt(head.pos, "unsupported: %s of width %d", head, args[0].Width)
	}
	result := args[0]
	if op.unary != nil {
		result.t = op.unary(r.s, args[0].t)
	}
	for _, a := range args[1:] {
		result.t = op.binary(r.s, result.t, a.t)
	}
	switch {
	case op.predicate:
		result.sort = boolSort
	case op.bit:
		result.sort = wordSort(1)
	}
	return result, nil
}

func count(head *sexpr, args []value, least, most int) error {
	switch {
	case len(args) >= least && len(args) <= most:
		return nil
	case least == most:
		return errorAt(head.pos, "%s takes %d arguments, not %d", head, least, len(args))
	}
	return errorAt(head.pos, "%s takes at least %d arguments, not %d", head, least, len(args))
}

func (r *reader) bools(head *sexpr, args []value) error {
	for i, a := range args {
		if !a.bool {
			return errorAt(head.pos, "argument %d of %s is a %v, not a Bool", i+1, head, a.sort)
		}
	}
	return nil
}

func (r *reader) alike(head *sexpr, args []value) error {
	for _, a := range args {
		if a.sort != args[0].sort {
			return errorAt(head.pos, "arguments of %s have sorts %v and %v", head, args[0].sort, a.sort)
		}
	}
	return nil
}

const many = 1 << 30

func (r *reader) applyBuiltin(head *sexpr, args []value) (value, error) {
	switch head.text {
	case "not", "and", "or", "xor", "=>":
		return r.applyLogical(head, args)
	case "=", "distinct":
		if err := count(head, args, 2, many); err != nil {
			return value{}, err
		}
		if err := r.alike(head, args); err != nil {
			return value{}, err
		}
		if so := args[0].sort; so.array != nil && (so.index().isFloat() || so.element().isFloat()) {
			return value{}, errorAt(head.pos, "unsupported: %s of arrays of floating-point numbers", head)
		}
		return r.equality(head, args), nil
	case "ite":
		if err := count(head, args, 3, 3); err != nil {
			return value{}, err
		}
		if err := r.bools(head, args[:1]); err != nil {
			return value{}, err
		}
		if err := r.alike(head, args[1:]); err != nil {
			return value{}, err
		}
		return value{r.s.Ite(args[0].t, args[1].t, args[2].t), args[1].sort}, nil
	case "concat":
		return r.applyConcat(head, args)
	case "select", "store":
		return r.applyArray(head, args)
	}
	return value{}, errorAt(head.pos, "%s takes no arguments", head)
}

func (r *reader) applyLogical(head *sexpr, args []value) (value, error) {
	least, most := 1, many
	switch head.text {
	case "not":
		most = 1
	case "xor", "=>":
		least = 2
	}
	if err := count(head, args, least, most); err != nil {
		return value{}, err
	}
	if err := r.bools(head, args); err != nil {
		return value{}, err
	}
	s := r.s
	result := args[0].t
	switch head.text {
	case "not":
		result = s.Not(result)
	case "=>": // associates to the right
		result = args[len(args)-1].t
		for i := len(args) - 2; i >= 0; i-- {
			result = s.Implies(args[i].t, result)
		}
	default:
		step := map[string]func(a, b bv) bv{"and": s.And, "or": s.Or, "xor": s.Xor}[head.text]
		for _, a := range args[1:] {
			result = step(result, a.t)
		}
	}
	return value{result, boolSort}, nil
}

func (r *reader) equality(head *sexpr, args []value) value {
	all := r.s.True()
	for i, a := range args {
		for j, b := range args[:i] {
			switch {
			case head.text == "distinct":
				all = r.s.And(all, r.s.Ne(b.t, a.t))
			case j == i-1:
				all = r.s.And(all, r.s.Eq(b.t, a.t))
			}
		}
	}
	return value{all, boolSort}
}

func (r *reader) applyConcat(head *sexpr, args []value) (value, error) {
	if err := count(head, args, 2, many); err != nil {
		return value{}, err
	}
	width := 0
	for i, a := range args {
		if !a.isWord() {
			return value{}, errorAt(head.pos, "argument %d of concat is a %v, not a bit-vector", i+1, a.sort)
		}
		if width += a.Width; width > bitvec.MaxWidth {
			return value{}, errorAt(head.pos, "width %d is outside 1..%d", width, bitvec.MaxWidth)
		}
	}
	result := args[0].t
	for _, a := range args[1:] {
		result = r.s.Concat(result, a.t)
	}
	return value{result, wordSort(width)}, nil
}

func (r *reader) applyArray(head *sexpr, args []value) (value, error) {
	n := 2
	if head.text == "store" {
		n = 3
	}
	if err := count(head, args, n, n); err != nil {
		return value{}, err
	}
	array := args[0].sort
	if !array.IsArray() {
		return value{}, errorAt(head.pos, "argument 1 of %s is a %v, not an array", head, array)
	}
	if args[1].sort != array.index() {
		return value{}, errorAt(head.pos, "index of %s is a %v, not a %v", head, args[1].sort, array.index())
	}
	if n == 2 {
		return r.element(r.s.Select(args[0].t, args[1].t), array.element()), nil
	}
	if args[2].sort != array.element() {
		return value{}, errorAt(head.pos, "element of %s is a %v, not a %v", head, args[2].sort, array.element())
	}
	return value{r.s.Store(args[0].t, args[1].t, args[2].t), array}, nil
}

// applyConstArray reads ((as const sort) element).
func (r *reader) applyConstArray(head *sexpr, args []value) (value, error) {
	if len(head.list) != 3 || !head.list[1].isSymbol("const") {
		return value{}, errorAt(head.pos, "unsupported: %s", head)
	}
	array, err := r.sortOf(head.list[2])
	if err != nil {
		return value{}, err
	}
	if !array.IsArray() {
		return value{}, errorAt(head.pos, "%v is no sort of arrays", array)
	}
	if len(args) != 1 || args[0].sort != array.element() {
		return value{}, errorAt(head.pos, "%s takes one argument, a %v", head, array.element())
	}
	return value{r.s.ConstArray(array.Index, args[0].t), array}, nil
}

// applyIndexed applies (_ name i...) to args.
func (r *reader) applyIndexed(e, head *sexpr, args []value) (value, error) {
	if len(head.list) < 3 || head.list[1].kind != tokenSymbol {
		return value{}, errorAt(head.pos, "unknown function %s", head)
	}
	var index []int
	for _, x := range head.list[2:] {
		n, err := numeral(x)
		if err != nil {
			return value{}, err
		}
		index = append(index, n)
	}
	name := head.list[1].text
	if isFloatIndexed(name) {
		return r.applyFloatIndexed(head, args)
	}
	if len(args) != 1 || !args[0].isWord() {
		return value{}, errorAt(head.pos, "%s takes one argument, a bit-vector", head)
	}
	if wanted := map[string]int{"extract": 2, "zero_extend": 1, "sign_extend": 1, "rotate_left": 1,
		"rotate_right": 1, "repeat": 1}[name]; wanted != len(index) {
		return value{}, errorAt(head.pos, "unknown function %s", head)
	}
	return r.slice(head, name, index, args[0])
}

func (r *reader) slice(head *sexpr, name string, index []int, a value) (value, error) {
	s, n := r.s, index[0]
	width := a.Width
	switch name {
	case "extract":
		if n >= a.Width || index[1] > n {
			return value{}, errorAt(head.pos, "%s of a bit-vector of width %d", head, a.Width)
		}
		return value{s.Extract(n, index[1], a.t), wordSort(n - index[1] + 1)}, nil
	case "rotate_left":
		return value{s.RotateLeft(n, a.t), a.sort}, nil
	case "rotate_right":
		return value{s.RotateRight(n, a.t), a.sort}, nil
	case "repeat":
		if n < 1 {
			return value{}, errorAt(head.pos, "%s repeats less than once", head)
		}
		if n > bitvec.MaxWidth/width {
			return value{}, errorAt(head.pos, "%s is wider than %d", head, bitvec.MaxWidth)
		}
		return value{s.Repeat(n, a.t), wordSort(n * width)}, nil
	}
	if width += n; width > bitvec.MaxWidth {
		return value{}, errorAt(head.pos, "width %d is outside 1..%d", width, bitvec.MaxWidth)
	}
	if name == "zero_extend" {
		return value{s.ZeroExtend(n, a.t), wordSort(width)}, nil
	}
	return value{s.SignExtend(n, a.t), wordSort(width)}, nil
}
