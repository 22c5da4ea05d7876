package synergy

import (
	"fmt"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// formula is the weakest precondition of a predicate along the trace in SSA
// form: a variable for each value that passes from one statement instance to
// another, and for each instance the equations of what it made. Addresses are
// those of the trace, so memory has disappeared; with conditional addresses an
// access has its value only as long as its address is that of the trace.
//
// Instances are what a core chooses from. Steps that belong to none (the start
// of the program) hold unconditionally.
//
// Source: Yi et al. 2015, section II-A; unlike there, conditions of branches are
// no conjuncts but predicates of their own, found as critical predicates.
type formula struct {
	t        *trace
	s        *bitvec.Store
	address  bool
	window   map[int32]bool // steps that have a term; others are constants
	crossing map[int32]bool // steps whose value another instance uses
	terms    map[int32]bitvec.Term
	bytes    map[[2]int32]bitvec.Term // of copies and opaque steps, by offset
	cons     map[int32][]bitvec.Term  // by instance
	hard     []bitvec.Term
}

// formula makes the equations of the window for predicate p.
func (t *trace) formula(window []int32, address bool, p *predicate) *formula {
	f := &formula{
		t: t, s: bitvec.NewStore(), address: address, window: map[int32]bool{}, crossing: map[int32]bool{},
		terms: map[int32]bitvec.Term{}, bytes: map[[2]int32]bitvec.Term{}, cons: map[int32][]bitvec.Term{},
	}
	for _, k := range window {
		f.window[k] = true
	}
	for _, k := range window {
		for _, d := range t.uses(k) {
			if d != none && t.steps[d].instance != t.steps[k].instance {
				f.crossing[d] = true
			}
		}
	}
	roots := p.roots
	if p.byte != nil {
		roots = []int32{p.byte.writer}
	}
	for _, d := range roots {
		if d != none && t.steps[d].instance != p.instance {
			f.crossing[d] = true
		}
	}
	for _, k := range window { // ascending, so that terms are built without recursion
		if f.t.hasValue(k) {
			f.value(k)
		}
	}
	return f
}

// hasValue reports whether a step has a value of its own: other than copies and
// opaque steps that write memory, which have bytes.
func (t *trace) hasValue(k int32) bool {
	switch t.kind(k) {
	case kindCopy, kindBranch, kindCall:
		return false
	case kindOpaque:
		return t.instr(k).Dst != program.NoReg
	}
	return true
}

// width returns the width of the value of step k in bits.
func (t *trace) width(k int32) int {
	s := &t.steps[k]
	in := t.code.instr(s.code)
	p := t.code.places[s.code]
	fn := t.code.p.Funcs[p.fn]
	switch {
	case in == nil && int(p.index) < len(fn.Params):
		return fn.Params[p.index].Kind.Bits()
	case in == nil:
		return 64
	case in.Op == program.Store:
		return in.Kind.Bits()
	case in.Op == program.Return:
		return in.A.Kind.Bits()
	case t.kind(k) == kindFill:
		return 8
	case in.Dst != program.NoReg:
		return fn.Regs[in.Dst].Kind.Bits()
	}
	return 1
}

// observed returns the value of step k in the trace, as wide as its term.
func (t *trace) observed(k int32) uint64 {
	s := &t.steps[k]
	if t.kind(k) == kindFill {
		return s.b
	}
	if w := t.width(k); w < 64 {
		return s.result & (1<<w - 1)
	}
	return s.result
}

// require adds a constraint of an instance.
func (f *formula) require(instance int32, c bitvec.Term) {
	if instance == none {
		f.hard = append(f.hard, c)
		return
	}
	f.cons[instance] = append(f.cons[instance], c)
}

// value returns the term of the value of step k.
func (f *formula) value(k int32) bitvec.Term {
	if t, ok := f.terms[k]; ok {
		return t
	}
	if !f.window[k] {
		return f.s.Const(f.t.width(k), f.t.observed(k))
	}
	t := f.cross(k, fmt.Sprintf("v%d", k), f.meaning(k))
	f.terms[k] = t
	return t
}

// cross returns a variable that stands for term t of step k where other
// instances use it, and t itself otherwise.
func (f *formula) cross(k int32, name string, t bitvec.Term) bitvec.Term {
	i := f.t.steps[k].instance
	if i == none || !f.crossing[k] {
		return t
	}
	v := f.s.Var(name, f.s.Width(t))
	f.require(i, f.s.Eq(v, t))
	return v
}

// operand returns the term of an operand of step k: dependence d, or a constant
// word.
func (f *formula) operand(o program.Operand, d int32, word uint64) bitvec.Term {
	w := o.Kind.Bits()
	if d == none || !f.t.hasValue(d) {
		return f.s.Const(w, word)
	}
	return f.s.Resize(w, false, f.value(d))
}

// meaning returns the term of the value of step k in terms of what it uses.
func (f *formula) meaning(k int32) bitvec.Term {
	t, st, in, d := f.t, &f.t.steps[k], f.t.instr(k), f.t.uses(k)
	w := t.width(k)
	switch t.kind(k) {
	case kindParam, kindVararg, kindReturned:
		if d[0] == none || !t.hasValue(d[0]) {
			return f.s.Const(w, t.observed(k))
		}
		return f.s.Resize(w, false, f.value(d[0]))
	case kindReturn:
		return f.operand(in.A, d[0], st.a)
	case kindStore:
		v := f.s.Resize(w, false, f.operand(in.B, d[1], st.b))
		return f.guard(k, d[0], st.a-uint64(in.Off), v)
	case kindFill:
		if d[1] == none {
			return f.s.Const(8, st.b)
		}
		return f.s.Resize(8, false, f.value(d[1]))
	case kindLoad:
		return f.guard(k, d[0], st.a-uint64(in.Off), f.load(k))
	case kindPure:
		if v, ok := f.pure(in, d, st.a, st.b); ok {
			return v
		}
	}
	return f.s.Ite(f.asObserved(d), f.s.Const(w, t.observed(k)), f.s.Fresh("other", w))
}

// guard lets the value of an access be any other if its address, made by step
// d, is not that of the trace.
func (f *formula) guard(k, d int32, address uint64, v bitvec.Term) bitvec.Term {
	if !f.address && !f.t.fromTable(k) || d == none || !f.window[d] || !f.t.hasValue(d) {
		return v
	}
	same := f.s.Eq(f.s.Resize(64, false, f.value(d)), f.s.Const(64, address))
	return f.s.Ite(same, v, f.s.Fresh("elsewhere", f.s.Width(v)))
}

// load returns the term of the bytes that step k read.
func (f *formula) load(k int32) bitvec.Term {
	t, st := f.t, &f.t.steps[k]
	n := int(t.instr(k).Kind.Bytes())
	w := t.values(k)
	if len(w) == 1 && w[0] != none {
		if p := w[0]; (t.kind(p) == kindStore || t.kind(p) == kindVararg) && t.steps[p].a == st.a && t.width(p) >= 8*n {
			return f.s.Extract(t.width(k)-1, 0, f.value(p))
		}
	}
	v := f.byte(writer(w, 0), st.a, byte(st.result))
	for i := 1; i < n; i++ {
		v = f.s.Concat(f.byte(writer(w, i), st.a+uint64(i), byte(st.result>>(8*i))), v)
	}
	return f.s.Resize(t.width(k), false, v)
}

// byte returns the term of the byte at address a that step w wrote; value is
// the one it had.
func (f *formula) byte(w int32, a uint64, value byte) bitvec.Term {
	constant := f.s.Const(8, uint64(value))
	if w == none {
		return f.initial(a, constant)
	}
	if !f.window[w] {
		return constant
	}
	off := int32(a - f.t.steps[w].a)
	switch f.t.kind(w) {
	case kindStore, kindVararg:
		v := f.value(w)
		if hi := int(8*off) + 7; off >= 0 && hi < f.s.Width(v) {
			return f.s.Extract(hi, hi-7, v)
		}
		return constant
	case kindFill:
		return f.value(w)
	case kindCopy:
		return f.copied(w, off, value)
	}
	return f.s.Ite(f.unchanged(w), constant, f.s.Fresh("other", 8))
}

// initial returns the term of a byte that nothing in the trace wrote. Those of
// the user's globals are made by an instance of their own, the initialisation.
func (f *formula) initial(a uint64, constant bitvec.Term) bitvec.Term {
	g, ok := f.t.global(a)
	if !ok {
		return constant
	}
	v := f.s.Var(fmt.Sprintf("g%d.%d", g, uint32(a)), 8)
	if c := f.s.Eq(v, constant); !slices.Contains(f.cons[initialisation(g)], c) {
		f.require(initialisation(g), c)
	}
	return v
}

// initialisation numbers the initialisations of globals as instances below
// none.
func initialisation(g int) int32 { return -2 - int32(g) }

// global returns the user's global that an address lies in.
func (t *trace) global(a uint64) (int, bool) {
	g, ok := program.GlobalAt(a, len(t.code.p.Globals))
	return g, ok && !t.code.p.Globals[g].Library
}

// copied returns the term of a byte that a copy wrote.
func (f *formula) copied(w, off int32, value byte) bitvec.Term {
	key := [2]int32{w, off}
	if t, ok := f.bytes[key]; ok {
		return t
	}
	d, st := f.t.uses(w), &f.t.steps[w]
	t := f.byte(d[3+off], st.b+uint64(off), value)
	t = f.guard(w, d[1], st.b, f.guard(w, d[0], st.a, t))
	f.crossing[w] = true
	t = f.cross(w, fmt.Sprintf("v%d.%d", w, off), t)
	f.bytes[key] = t
	return t
}

// unchanged returns the formula that an opaque step showed what it showed.
func (f *formula) unchanged(w int32) bitvec.Term {
	key := [2]int32{w, none}
	if t, ok := f.bytes[key]; ok {
		return t
	}
	t := f.asObserved(f.t.uses(w))
	if i := f.t.steps[w].instance; i != none {
		v := f.s.BoolVar(fmt.Sprintf("same%d", w))
		f.require(i, f.s.Implies(t, v))
		t = v
	}
	f.bytes[key] = t
	return t
}

// asObserved returns the formula that steps made what they made.
func (f *formula) asObserved(steps []int32) bitvec.Term {
	c := f.s.True()
	for _, d := range steps {
		switch {
		case d == none || !f.window[d]:
		case f.t.hasValue(d):
			c = f.s.And(c, f.s.Eq(f.value(d), f.s.Const(f.t.width(d), f.t.observed(d))))
		case f.t.kind(d) == kindCopy:
			for _, w := range f.t.uses(d)[3:][:min(f.t.steps[d].result, maxCopied)] {
				c = f.s.And(c, f.asObserved([]int32{w}))
			}
		case f.t.kind(d) == kindOpaque:
			c = f.s.And(c, f.unchanged(d))
		}
	}
	return c
}
