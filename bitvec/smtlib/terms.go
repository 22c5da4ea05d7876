package smtlib

import (
	"math/big"
	"strconv"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/float"
)

// value is a term of a script.
type value struct {
	t bitvec.Term
	sort
}

// function is what a name stands for: a constant, a variable, a definition, or
// an uninterpreted function.
type function struct {
	params []value // variables that stand for the arguments; of table their sorts only
	body   value   // of table: no term, the sort of the result
	table  bv      // of an uninterpreted function: its values by its arguments, an array
}

// scope lists the names that one assertion level has declared. No name is
// declared twice at a time, so they can live in common maps.
type scope struct{ funs, sorts []string }

// reader turns s-expressions into terms.
type reader struct {
	s      *bitvec.Store
	funs   map[string]*function
	sorts  map[string]sort
	parts  map[arrayParts]*arrayParts
	scopes []scope
	locals map[string][]value // bound by let, innermost last

	floats  *float.Terms
	numbers map[bv]float.Format // variables of the store that are numbers
	opened  map[string]bv
}

func newReader(s *bitvec.Store) *reader {
	return &reader{s: s, funs: map[string]*function{}, sorts: map[string]sort{}, parts: map[arrayParts]*arrayParts{}, scopes: make([]scope, 1), locals: map[string][]value{},
		floats: float.New(s), numbers: map[bv]float.Format{}, opened: map[string]bv{}}
}

func (r *reader) lookup(name string) (*function, bool) {
	f, ok := r.funs[name]
	return f, ok
}

// popScopes forgets what the n newest levels have declared.
func (r *reader) popScopes(n int) {
	keep := len(r.scopes) - n
	for _, sc := range r.scopes[keep:] {
		for _, name := range sc.funs {
			delete(r.funs, name)
		}
		for _, name := range sc.sorts {
			delete(r.sorts, name)
		}
	}
	r.scopes = r.scopes[:keep]
}

// numeral reads a number below 2^31.
func numeral(e *sexpr) (int, error) {
	if e.kind != tokenNumeral {
		return 0, errorAt(e.pos, "expected a number, found %s", e)
	}
	n, err := strconv.ParseInt(e.text, 10, 32)
	if err != nil {
		return 0, errorAt(e.pos, "number %s is too large", e.text)
	}
	return int(n), nil
}

// term reads a term. Its recursion is bounded by maxDepth.
func (r *reader) term(e *sexpr) (value, error) {
	switch e.kind {
	case tokenSymbol:
		return r.name(e)
	case tokenHex, tokenBinary:
		base, bits := 16, 4
		if e.kind == tokenBinary {
			base, bits = 2, 1
		}
		v, _ := new(big.Int).SetString(e.text, base)
		return r.constant(e, v, bits*len(e.text))
	case tokenOpen:
		return r.compound(e)
	}
	return value{}, errorAt(e.pos, "expected a term, found %s", e)
}

func (r *reader) constant(e *sexpr, v *big.Int, w int) (value, error) {
	if w < 1 || w > bitvec.MaxWidth {
		return value{}, errorAt(e.pos, "width %d is outside 1..%d", w, bitvec.MaxWidth)
	}
	return value{r.s.BigConst(w, v), wordSort(w)}, nil
}

func (r *reader) name(e *sexpr) (value, error) {
	if vs := r.locals[e.text]; len(vs) > 0 {
		return vs[len(vs)-1], nil
	}
	if f, ok := r.lookup(e.text); ok {
		if len(f.params) > 0 {
			return value{}, errorAt(e.pos, "%s needs %d arguments", e.text, len(f.params))
		}
		return f.body, nil
	}
	switch e.text {
	case "true":
		return value{r.s.True(), boolSort}, nil
	case "false":
		return value{r.s.False(), boolSort}, nil
	}
	if mode, ok := roundings[e.text]; ok {
		return value{r.s.Const(roundingSort.Width, uint64(mode)), roundingSort}, nil
	}
	return value{}, errorAt(e.pos, "undeclared symbol %s", e)
}

func (r *reader) compound(e *sexpr) (value, error) {
	if len(e.list) == 0 {
		return value{}, errorAt(e.pos, "expected a term, found ()")
	}
	switch e.head() {
	case "let":
		return r.let(e)
	case "!":
		return r.annotated(e)
	case "_":
		return r.indexedConstant(e)
	case "forall", "exists", "match":
		return value{}, errorAt(e.pos, "unsupported: %s", e.head())
	}
	if v, ok, err := r.fromReal(e); ok {
		return v, err
	}
	args := make([]value, 0, len(e.list)-1)
	for _, x := range e.list[1:] {
		v, err := r.term(x)
		if err != nil {
			return value{}, err
		}
		args = append(args, v)
	}
	return r.apply(e, args)
}

// let binds in parallel: no binding sees another one of the same let.
func (r *reader) let(e *sexpr) (value, error) {
	if len(e.list) != 3 || !e.list[1].isList() || len(e.list[1].list) == 0 {
		return value{}, errorAt(e.pos, "expected (let ((name term) ...) term)")
	}
	bindings := e.list[1].list
	vals := make([]value, len(bindings))
	seen := map[string]bool{}
	for i, b := range bindings {
		if !b.isList() || len(b.list) != 2 || b.list[0].kind != tokenSymbol {
			return value{}, errorAt(b.pos, "expected (name term)")
		}
		if seen[b.list[0].text] {
			return value{}, errorAt(b.pos, "%s is bound twice", b.list[0])
		}
		seen[b.list[0].text] = true
		v, err := r.term(b.list[1])
		if err != nil {
			return value{}, err
		}
		vals[i] = v
	}
	for i, b := range bindings {
		r.locals[b.list[0].text] = append(r.locals[b.list[0].text], vals[i])
	}
	body, err := r.term(e.list[2])
	for _, b := range bindings {
		vs := r.locals[b.list[0].text]
		r.locals[b.list[0].text] = vs[:len(vs)-1]
	}
	return body, err
}

// annotated reads (! term attributes...), of which :named means something.
func (r *reader) annotated(e *sexpr) (value, error) {
	if len(e.list) < 2 {
		return value{}, errorAt(e.pos, "expected (! term attribute ...)")
	}
	v, err := r.term(e.list[1])
	if err != nil {
		return value{}, err
	}
	for i := 2; i < len(e.list); i++ {
		if e.list[i].kind != tokenKeyword {
			return value{}, errorAt(e.list[i].pos, "expected an attribute, found %s", e.list[i])
		}
		if e.list[i].text == ":named" {
			if i+1 >= len(e.list) || e.list[i+1].kind != tokenSymbol {
				return value{}, errorAt(e.list[i].pos, "expected a name after :named")
			}
			if err := r.declare(e.list[i+1], &function{body: v}); err != nil {
				return value{}, err
			}
		}
		if i+1 < len(e.list) && e.list[i+1].kind != tokenKeyword {
			i++
		}
	}
	return v, nil
}

// declare gives a name to f on the newest level.
func (r *reader) declare(name *sexpr, f *function) error {
	if name.kind != tokenSymbol {
		return errorAt(name.pos, "expected a name, found %s", name)
	}
	if _, ok := r.lookup(name.text); ok {
		return errorAt(name.pos, "%s is already declared", name)
	}
	if _, ok := operators[name.text]; ok || isBuiltin(name.text) || isFloat(name.text) {
		return errorAt(name.pos, "%s is an operator of the logic", name)
	}
	r.funs[name.text] = f
	top := &r.scopes[len(r.scopes)-1]
	top.funs = append(top.funs, name.text)
	return nil
}

// indexedConstant reads (_ bvN w).
func (r *reader) indexedConstant(e *sexpr) (value, error) {
	if len(e.list) == 3 && e.list[1].kind == tokenSymbol && len(e.list[1].text) > 2 &&
		e.list[1].text[:2] == "bv" && all(e.list[1].text[2:], digits) {
		w, err := numeral(e.list[2])
		if err != nil {
			return value{}, err
		}
		v, _ := new(big.Int).SetString(e.list[1].text[2:], 10)
		if v.BitLen() > w {
			return value{}, errorAt(e.pos, "%s does not fit in %d bits", e.list[1].text[2:], w)
		}
		return r.constant(e, v, w)
	}
	if len(e.list) == 4 && e.list[1].kind == tokenSymbol {
		switch e.list[1].text {
		case "+oo", "-oo", "+zero", "-zero", "NaN":
			return r.floatConstant(e)
		}
	}
	return value{}, errorAt(e.pos, "unknown constant %s", e)
}
