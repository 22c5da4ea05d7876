package smtlib

import (
	"fmt"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/float"
)

// sort is the sort of a term in a script. Sorts are told apart that are the
// same inside: Bool and (_ BitVec 1), and sorts that a script declares.
type sort struct {
	bitvec.Sort
	bool     bool
	name     string       // of a declared sort
	float    float.Format // of floating-point numbers, else zero
	rounding bool         // RoundingMode
	array    *arrayParts  // of an array whose indices or elements are no bit-vectors
}

// arrayParts are the sorts that make one of arrays; equal ones are one.
type arrayParts struct{ index, element sort }

func (s sort) String() string {
	switch {
	case s.bool:
		return "Bool"
	case s.name != "":
		return symbol(s.name)
	case s.isFloat():
		return fmt.Sprintf("(_ FloatingPoint %d %d)", s.float.Exp, s.float.Frac+1)
	case s.rounding:
		return "RoundingMode"
	case s.array != nil:
		return fmt.Sprintf("(Array %v %v)", s.array.index, s.array.element)
	}
	return s.Sort.String()
}

var boolSort = sort{Sort: bitvec.Sort{Width: 1}, bool: true}

func wordSort(w int) sort { return sort{Sort: bitvec.Sort{Width: w}} }

// isWord reports whether s is a sort of bit-vectors.
func (s sort) isWord() bool { return !s.IsArray() && s == wordSort(s.Width) }

// index returns the sort of the indices of the sort s of arrays.
func (s sort) index() sort {
	if s.array != nil {
		return s.array.index
	}
	return wordSort(s.Sort.Index)
}

// element returns the sort of the elements of the sort s of arrays.
func (s sort) element() sort {
	if s.array != nil {
		return s.array.element
	}
	return wordSort(s.Width)
}

// literal returns the value v of the sort, which is none of arrays, as it is
// written in scripts.
func (s sort) literal(v bitvec.Value) string {
	switch {
	case s.bool && v.IsZero():
		return "false"
	case s.bool:
		return "true"
	case s.name != "":
		return fmt.Sprintf("(as @%s %v)", symbol(fmt.Sprintf("%s!%d", s.name, v.Uint64())), s)
	case s.isFloat():
		return s.floatLiteral(v)
	case s.rounding:
		return [...]string{float.Rint: "RNE", float.Floor: "RTN", float.Ceil: "RTP", float.Trunc: "RTZ", float.Round: "RNA"}[v.Uint64()]
	}
	return v.String()
}

// declaredWidth is the width of a declared sort. A formula without quantifiers
// that has a model at all has one in which such a sort has no more values than
// the formula has terms, and more than that do no harm: only equality looks at
// them.
const declaredWidth = 32

// sortOf reads a sort.
func (r *reader) sortOf(e *sexpr) (sort, error) {
	switch {
	case e.isSymbol("Bool"):
		return boolSort, nil
	case e.isSymbol("RoundingMode"):
		return roundingSort, nil
	case e.kind == tokenSymbol:
		if n, ok := floatSorts[e.text]; ok {
			f, err := floatFormat(e, n[0], n[1])
			return floatSort(f), err
		}
		if s, ok := r.sorts[e.text]; ok {
			return s, nil
		}
	case e.head() == "_" && len(e.list) == 3 && e.list[1].isSymbol("BitVec"):
		w, err := numeral(e.list[2])
		if err != nil {
			return sort{}, err
		}
		if w < 1 || w > bitvec.MaxWidth {
			return sort{}, errorAt(e.list[2].pos, "width %d is outside 1..%d", w, bitvec.MaxWidth)
		}
		return wordSort(w), nil
	case e.head() == "_" && len(e.list) == 4 && e.list[1].isSymbol("FloatingPoint"):
		f, err := formatOf(e, e.list[2:])
		return floatSort(f), err
	case e.head() == "Array" && len(e.list) == 3:
		return r.arraySort(e)
	}
	return sort{}, errorAt(e.pos, "unknown sort %s", e)
}

func (r *reader) arraySort(e *sexpr) (sort, error) {
	index, err := r.sortOf(e.list[1])
	if err != nil {
		return sort{}, err
	}
	element, err := r.sortOf(e.list[2])
	if err != nil {
		return sort{}, err
	}
	if index.IsArray() || element.IsArray() || index.rounding || element.rounding {
		return sort{}, errorAt(e.pos, "unsupported: array from %v to %v", index, element)
	}
	s := sort{Sort: bitvec.Sort{Index: index.Width, Width: element.Width}}
	if index.isWord() && element.isWord() {
		return s, nil
	}
	parts := arrayParts{index, element}
	if r.parts[parts] == nil {
		r.parts[parts] = &parts
	}
	s.array = r.parts[parts]
	return s, nil
}

// defineSort gives a name to a sort on the newest level.
func (r *reader) defineSort(name *sexpr, so sort) error {
	if name.kind != tokenSymbol {
		return errorAt(name.pos, "expected a name, found %s", name)
	}
	if _, ok := r.sorts[name.text]; ok || builtinSorts[name.text] || floatSorts[name.text] != [2]int{} {
		return errorAt(name.pos, "sort %s is already defined", name)
	}
	r.sorts[name.text] = so
	top := &r.scopes[len(r.scopes)-1]
	top.sorts = append(top.sorts, name.text)
	return nil
}

var builtinSorts = map[string]bool{"Bool": true, "BitVec": true, "Array": true, "FloatingPoint": true, "RoundingMode": true}
