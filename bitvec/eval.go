package bitvec

import "fmt"

// Assignment gives values to some variables of a store. The zero Assignment
// is not usable; see NewAssignment.
type Assignment struct {
	values map[Term]Value
	arrays map[Term]*ArrayValue
}

// NewAssignment returns an assignment of no variable.
func NewAssignment() *Assignment {
	return &Assignment{values: map[Term]Value{}, arrays: map[Term]*ArrayValue{}}
}

// Set assigns v to the bit-vector variable x. It must not be called once an
// Evaluator uses the assignment.
func (a *Assignment) Set(x Term, v Value) { a.values[x] = v }

// SetArray assigns v to the array variable x, under the same condition.
func (a *Assignment) SetArray(x Term, v *ArrayValue) { a.arrays[x] = v }

// Get returns the value of the bit-vector variable x, if it has one.
func (a *Assignment) Get(x Term) (Value, bool) {
	v, ok := a.values[x]
	return v, ok
}

// GetArray returns the value of the array variable x, if it has one.
func (a *Assignment) GetArray(x Term) (*ArrayValue, bool) {
	v, ok := a.arrays[x]
	return v, ok
}

// Evaluator computes values of terms under a fixed assignment and remembers
// them, so evaluating many terms that share costs each subterm once. It may
// be used while the store grows.
type Evaluator struct {
	s     *Store
	a     *Assignment
	total bool
	// abstract makes reads and equalities of arrays variables: their values
	// are those that the assignment has for the terms themselves.
	abstract bool

	pages  []*evalPage
	wide   map[Term]Value
	arrays map[Term]*ArrayValue
	stack  []Term
}

// evalPage holds the states and values of neighbouring terms. A page is made when
// one of its terms is evaluated, so that an evaluator is as large as what it was
// asked for, not as its store.
type evalPage struct {
	state [evalPageSize]evalState
	small [evalPageSize]uint64
}

const (
	evalPageBits = 7
	evalPageSize = 1 << evalPageBits
)

type evalState uint8

const (
	evalTodo    evalState = iota
	evalDone              // in small, wide or arrays, by sort
	evalUnknown           // depends on a variable without a value
)

// NewEvaluator returns an evaluator of terms of s under a. A term is unknown
// if the variables that a leaves open may matter to it.
func NewEvaluator(s *Store, a *Assignment) *Evaluator {
	return &Evaluator{s: s, a: a, wide: map[Term]Value{}, arrays: map[Term]*ArrayValue{}}
}

// NewTotalEvaluator is NewEvaluator with 0, or the array of zeros, as the
// value of every variable that a leaves open.
func NewTotalEvaluator(s *Store, a *Assignment) *Evaluator {
	e := NewEvaluator(s, a)
	e.total = true
	return e
}

// Value returns the value of the bit-vector t; ok is false if it is unknown.
func (e *Evaluator) Value(t Term) (v Value, ok bool) {
	if e.s.IsArray(t) {
		panic("bitvec: Evaluator.Value: term is an array")
	}
	if e.run(t) != evalDone {
		return Value{}, false
	}
	return e.get(t), true
}

// Array returns the value of the array t; ok is false if it is unknown.
func (e *Evaluator) Array(t Term) (v *ArrayValue, ok bool) {
	if !e.s.IsArray(t) {
		panic("bitvec: Evaluator.Array: term is no array")
	}
	if e.run(t) != evalDone {
		return nil, false
	}
	return e.arrays[t], true
}

// Holds reports whether the formula t is known to be true.
func (e *Evaluator) Holds(t Term) bool {
	return e.run(t) == evalDone && e.small(t) == 1
}

// word returns the value of t, of at most 64 bits, 0 if it is unknown.
func (e *Evaluator) word(t Term) uint64 {
	e.run(t)
	return e.small(t)
}

// state returns the state of t.
func (e *Evaluator) state(t Term) evalState {
	if i := int(t >> evalPageBits); i < len(e.pages) && e.pages[i] != nil {
		return e.pages[i].state[t%evalPageSize]
	}
	return evalTodo
}

// small returns the value of t if it is done and of at most 64 bits, else 0.
func (e *Evaluator) small(t Term) uint64 {
	if i := int(t >> evalPageBits); i < len(e.pages) && e.pages[i] != nil {
		return e.pages[i].small[t%evalPageSize]
	}
	return 0
}

// page returns the page of t, made if it is not there.
func (e *Evaluator) page(t Term) *evalPage {
	i := int(t >> evalPageBits)
	if i >= len(e.pages) {
		e.pages = append(e.pages, make([]*evalPage, i+1-len(e.pages))...)
	}
	if e.pages[i] == nil {
		e.pages[i] = new(evalPage)
	}
	return e.pages[i]
}

func (e *Evaluator) setState(t Term, s evalState) { e.page(t).state[t%evalPageSize] = s }

func (e *Evaluator) setSmall(t Term, w uint64) { e.page(t).small[t%evalPageSize] = w }

// get returns the value of t, which is done.
func (e *Evaluator) get(t Term) Value {
	w := e.s.nodes[t].width
	if w > 64 {
		return e.wide[t]
	}
	return Value{width: w, lo: e.small(t)}
}

// run evaluates t and everything it needs.
func (e *Evaluator) run(t Term) evalState {
	if s := e.state(t); s != evalTodo {
		return s
	}
	e.stack = append(e.stack[:0], t)
	for len(e.stack) > 0 {
		u := e.stack[len(e.stack)-1]
		if e.state(u) != evalTodo {
			e.stack = e.stack[:len(e.stack)-1]
			continue
		}
		depth := len(e.stack)
		n := &e.s.nodes[u]
		if e.needs(n) {
			continue
		}
		e.stack = e.stack[:depth-1]
		e.setState(u, e.step(u, n))
	}
	return e.state(t)
}

// isArrayAtom reports whether n is a bit-vector with arrays as operands.
func (s *Store) isArrayAtom(n *node) bool {
	return n.kind == KindSelect || n.kind == KindEq && s.IsArray(n.args[0])
}

// needs pushes the operands of n that must be evaluated before it; of an Ite
// only the condition and then the chosen arm.
func (e *Evaluator) needs(n *node) bool {
	if e.abstract && e.s.isArrayAtom(n) {
		return false
	}
	args := n.args[:kinds[n.kind].arity]
	if n.kind == KindIte && e.state(n.args[0]) != evalUnknown {
		switch {
		case e.state(n.args[0]) == evalTodo:
			args = n.args[:1]
		case e.small(n.args[0]) != 0:
			args = n.args[1:2]
		default:
			args = n.args[2:3]
		}
	}
	pushed := false
	for _, a := range args {
		if e.state(a) == evalTodo {
			e.stack = append(e.stack, a)
			pushed = true
		}
	}
	return pushed
}

// step evaluates u, whose needs are met.
func (e *Evaluator) step(u Term, n *node) evalState {
	if e.abstract && e.s.isArrayAtom(n) {
		return e.variable(u, n)
	}
	switch n.kind {
	case KindConst:
		return e.put(u, n, e.s.constOf(n))
	case KindVar:
		return e.variable(u, n)
	case KindIte:
		return e.ite(u, n)
	}
	for _, a := range n.args[:kinds[n.kind].arity] {
		if e.state(a) == evalUnknown {
			return e.shortcut(u, n)
		}
	}
	a, b, c := n.args[0], n.args[1], n.args[2]
	switch n.kind {
	case KindSelect:
		return e.put(u, n, e.arrays[a].At(e.get(b)))
	case KindStore:
		e.arrays[u] = e.arrays[a].With(e.get(b), e.get(c))
		return evalDone
	case KindConstArray:
		e.arrays[u] = NewArrayValue(int(n.index), e.get(a))
		return evalDone
	case KindEq:
		if e.s.IsArray(a) {
			e.setSmall(u, bit64(e.arrays[a].Equal(e.arrays[b])))
			return evalDone
		}
	}
	sh := e.s.shapeOf(n)
	if sh.w <= 64 && sh.aw <= 64 {
		e.setSmall(u, kinds[n.kind].small(sh, e.small(a), e.small(b), e.small(c)))
		return evalDone
	}
	args := [3]Value{}
	for i, x := range n.args[:kinds[n.kind].arity] {
		args[i] = e.get(x)
	}
	return e.put(u, n, kinds[n.kind].wide(sh, args[0], args[1], args[2]))
}

func (e *Evaluator) put(u Term, n *node, v Value) evalState {
	if n.width > 64 {
		e.wide[u] = v
	} else {
		e.setSmall(u, v.lo)
	}
	return evalDone
}

func (e *Evaluator) variable(u Term, n *node) evalState {
	if n.index != 0 {
		v, ok := e.a.arrays[u]
		if !ok {
			if !e.total {
				return evalUnknown
			}
			v = NewArrayValue(int(n.index), NewValue(int(n.width), 0))
		}
		e.arrays[u] = v
		return evalDone
	}
	v, ok := e.a.values[u]
	switch {
	case ok && v.width != n.width:
		panic(fmt.Sprintf("bitvec: Evaluator: %s has width %d, its value %d", e.s.Name(u), n.width, v.width))
	case ok:
		return e.put(u, n, v)
	case e.total:
		return e.put(u, n, NewValue(int(n.width), 0))
	}
	return evalUnknown
}

func (e *Evaluator) ite(u Term, n *node) evalState {
	arm := n.args[2]
	switch {
	case e.state(n.args[0]) == evalUnknown:
		x, y := n.args[1], n.args[2]
		if n.index != 0 || e.state(x) == evalUnknown || e.state(y) == evalUnknown || e.get(x).Cmp(e.get(y)) != 0 {
			return evalUnknown
		}
	case e.small(n.args[0]) != 0:
		arm = n.args[1]
	}
	if e.state(arm) == evalUnknown {
		return evalUnknown
	}
	if n.index != 0 {
		e.arrays[u] = e.arrays[arm]
		return evalDone
	}
	return e.put(u, n, e.get(arm))
}

// shortcut evaluates u although an operand is unknown: a conjunction or
// product with 0 is 0.
func (e *Evaluator) shortcut(u Term, n *node) evalState {
	if n.kind != KindAnd && n.kind != KindMul {
		return evalUnknown
	}
	for _, a := range n.args[:2] {
		if e.state(a) == evalDone && e.get(a).IsZero() {
			return e.put(u, n, e.get(a))
		}
	}
	return evalUnknown
}

// Fold returns what the operator of t yields for operands of these values, of which
// those that it does not have are ignored. It reports false for arrays, for terms
// without operands, and where a width is more than 64 bits.
func (s *Store) Fold(t Term, operands [3]uint64) (uint64, bool) {
	n := &s.nodes[t]
	sh := s.shapeOf(n)
	if kinds[n.kind].small == nil || sh.w > 64 || sh.aw > 64 || s.IsArray(t) || s.IsArray(n.args[0]) {
		return 0, false
	}
	return kinds[n.kind].small(sh, operands[0], operands[1], operands[2]), true
}
