package bitvec

import (
	"fmt"
	"math/big"
)

// Term is a handle to a term of one Store. Handles are dense and grow in
// order of creation, and the operands of a term are older than the term. The
// zero Term is no term.
type Term uint32

// Sort is the type of a term: a bit-vector of Width bits when Index is 0,
// otherwise an array from Index-bit indices to Width-bit elements.
type Sort struct{ Index, Width int }

// IsArray reports whether s is the sort of arrays.
func (s Sort) IsArray() bool { return s.Index != 0 }

// String returns the sort in SMT-LIB syntax.
func (s Sort) String() string {
	if s.IsArray() {
		return fmt.Sprintf("(Array (_ BitVec %d) (_ BitVec %d))", s.Index, s.Width)
	}
	return fmt.Sprintf("(_ BitVec %d)", s.Width)
}

// node is the representation of a term; 32 bytes.
type node struct {
	kind  Kind
	bool  bool   // a variable to be printed as Bool
	index uint16 // width of the indices of an array, 0 for a bit-vector
	width uint32
	args  [3]Term
	aux   uint64 // constant: its bits or index into wides; variable: index into names; extract: hi<<32 | lo
}

// Store makes and owns terms. It only ever grows. It is not safe for
// concurrent use; distinct stores share nothing.
type Store struct {
	nodes []node
	facts []fact // facts[t] holds what is known of t's value; empty in a raw store
	table []slot // open addressing, length a power of two

	wides     []Value
	wideIndex map[string]uint32 // bytes of a wide constant to its place in wides

	names  []string // of variables, by aux
	vars   []Term   // by aux
	byName map[string]Term
	hidden map[string]Term // anonymous variables, by the name they show

	marks []uint32 // by term: the last walk that came by
	round uint32   // of walks

	stop  func() bool // of Guard; nil outside of it
	ticks uint32

	raw  bool // constructors do not simplify
	hits [numRules]uint64
}

// slot is a place of the hash table. The hash spares looking at most terms
// that are not the one wanted.
type slot struct {
	hash uint32
	term Term // 0 if the slot is free
}

// Option configures NewStore.
type Option func(*Store)

// WithoutRewriting makes constructors expand derived operators and nothing
// else: not even constants are folded.
func WithoutRewriting() Option { return func(s *Store) { s.raw = true } }

// NewStore returns an empty store.
func NewStore(opts ...Option) *Store {
	s := &Store{
		nodes:     make([]node, 1, 1024),
		facts:     make([]fact, 1, 1024),
		table:     make([]slot, 2048),
		wideIndex: map[string]uint32{},
		byName:    map[string]Term{},
		hidden:    map[string]Term{},
	}
	for _, o := range opts {
		o(s)
	}
	return s
}

// Len returns one more than the newest handle: every Term below it and above
// 0 exists.
func (s *Store) Len() int { return len(s.nodes) }

// Rewrites reports whether the constructors simplify.
func (s *Store) Rewrites() bool { return !s.raw }

func hashNode(n *node) uint32 {
	const m = 0x9E3779B97F4A7C15
	h := uint64(n.args[0]) | uint64(n.args[1])<<32
	h = (h ^ n.aux) * m
	h ^= h >> 29
	h = (h ^ uint64(n.args[2]) ^ uint64(n.kind)<<56 ^ uint64(n.width)<<32 ^ uint64(n.index)<<40) * m
	return uint32(h >> 32)
}

// intern returns the handle of n, making it if it is new.
func (s *Store) intern(n node) Term {
	s.tick()
	mask := uint32(len(s.table) - 1)
	hash := hashNode(&n)
	i := hash & mask
	for ; s.table[i].term != 0; i = (i + 1) & mask {
		if at := s.table[i]; at.hash == hash && s.nodes[at.term] == n {
			return at.term
		}
	}
	if !s.raw {
		f := s.factOf(&n)
		if n.kind != KindConst && f.lo == f.hi && n.index == 0 && n.width <= 64 {
			return s.fired(ruleKnownConstant, s.Const(int(n.width), f.lo))
		}
		s.facts = append(s.facts, f)
	}
	t := Term(len(s.nodes))
	s.nodes = append(s.nodes, n)
	s.table[i] = slot{hash, t}
	if 3*len(s.nodes) > 2*len(s.table) {
		s.grow()
	}
	return t
}

func (s *Store) grow() {
	old := s.table
	s.table = make([]slot, 2*len(old))
	mask := uint32(len(s.table) - 1)
	for _, at := range old {
		if at.term == 0 {
			continue
		}
		i := at.hash & mask
		for s.table[i].term != 0 {
			i = (i + 1) & mask
		}
		s.table[i] = at
	}
}

// mk1 and mk2 make bit-vector terms without looking at rules.
func (s *Store) mk1(k Kind, w int, a Term) Term {
	return s.intern(node{kind: k, width: uint32(w), args: [3]Term{a}})
}

func (s *Store) mk2(k Kind, w int, a, b Term) Term {
	return s.intern(node{kind: k, width: uint32(w), args: [3]Term{a, b}})
}

// mkOrdered is mk2 for a commutative kind: constants last, else older first.
func (s *Store) mkOrdered(k Kind, w int, a, b Term) Term {
	if !s.raw {
		a, b = s.order(a, b)
	}
	return s.mk2(k, w, a, b)
}

func (s *Store) order(a, b Term) (Term, Term) {
	ca, cb := s.nodes[a].kind == KindConst, s.nodes[b].kind == KindConst
	if ca != cb {
		if ca {
			return b, a
		}
		return a, b
	}
	if a > b {
		return b, a
	}
	return a, b
}

// Const returns the constant v modulo 2^width.
func (s *Store) Const(width int, v uint64) Term {
	checkWidth("Const", width)
	if width > 64 {
		return s.Value(NewValue(width, v))
	}
	return s.intern(node{kind: KindConst, width: uint32(width), aux: v & ones64(uint(width))})
}

// BigConst returns the constant v modulo 2^width; v may be negative.
func (s *Store) BigConst(width int, v *big.Int) Term { return s.Value(NewBigValue(width, v)) }

// Value returns the constant v.
func (s *Store) Value(v Value) Term {
	checkWidth("Value", int(v.width))
	if v.width <= 64 {
		return s.intern(node{kind: KindConst, width: v.width, aux: v.lo})
	}
	key := string(v.big.Bytes())
	i, ok := s.wideIndex[key]
	if !ok {
		i = uint32(len(s.wides))
		s.wides = append(s.wides, v)
		s.wideIndex[key] = i
	}
	return s.intern(node{kind: KindConst, width: v.width, aux: uint64(i)})
}

// True returns the constant of width 1 with the value 1.
func (s *Store) True() Term { return s.Const(1, 1) }

// False returns the constant of width 1 with the value 0.
func (s *Store) False() Term { return s.Const(1, 0) }

// Bool returns True or False.
func (s *Store) Bool(b bool) Term { return s.Const(1, bit64(b)) }

// Var returns the bit-vector variable called name, making it on first use.
// It panics when name already stands for a variable of another sort.
func (s *Store) Var(name string, width int) Term {
	checkWidth("Var", width)
	return s.variable(name, node{kind: KindVar, width: uint32(width)})
}

// BoolVar returns the variable called name, of width 1, that is printed as an
// SMT-LIB Bool.
func (s *Store) BoolVar(name string) Term {
	return s.variable(name, node{kind: KindVar, width: 1, bool: true})
}

// ArrayVar returns the array variable called name.
func (s *Store) ArrayVar(name string, index, width int) Term {
	checkArray("ArrayVar", index, width)
	return s.variable(name, node{kind: KindVar, index: uint16(index), width: uint32(width)})
}

func checkArray(op string, index, width int) {
	checkWidth(op, index)
	checkWidth(op, width)
}

func (s *Store) variable(name string, n node) Term {
	if t, ok := s.byName[name]; ok {
		m := s.nodes[t]
		if m.width != n.width || m.index != n.index || m.bool != n.bool {
			panic(fmt.Sprintf("bitvec: Var: %s already has the sort %v", name, s.Sort(t)))
		}
		return t
	}
	if t, ok := s.hidden[name]; ok { // give way
		delete(s.hidden, name)
		s.names[s.nodes[t].aux] = s.hide(name, t)
	}
	n.aux = uint64(len(s.names))
	t := s.intern(n)
	s.names = append(s.names, name)
	s.vars = append(s.vars, t)
	s.byName[name] = t
	return t
}

// Fresh returns a new bit-vector variable. Its name starts with prefix and is
// that of no other variable, but does not lead to it: Var and Lookup never
// return it, so that no script or program can mean it by accident.
func (s *Store) Fresh(prefix string, width int) Term {
	checkWidth("Fresh", width)
	return s.anonymous(prefix, node{kind: KindVar, width: uint32(width)})
}

// FreshArray is Fresh for arrays.
func (s *Store) FreshArray(prefix string, index, width int) Term {
	checkArray("FreshArray", index, width)
	return s.anonymous(prefix, node{kind: KindVar, index: uint16(index), width: uint32(width)})
}

func (s *Store) anonymous(prefix string, n node) Term {
	n.aux = uint64(len(s.names))
	t := s.intern(n)
	s.vars = append(s.vars, t)
	s.names = append(s.names, s.hide(prefix, t))
	return t
}

// hide returns a name that nothing has yet, for the anonymous variable t.
func (s *Store) hide(prefix string, t Term) string {
	for i := len(s.names); ; i++ {
		name := fmt.Sprintf("%s!%d", prefix, i)
		_, used := s.byName[name]
		if _, hidden := s.hidden[name]; !used && !hidden {
			s.hidden[name] = t
			return name
		}
	}
}

// Lookup returns the variable called name, if there is one.
func (s *Store) Lookup(name string) (Term, bool) {
	t, ok := s.byName[name]
	return t, ok
}

// Vars returns all variables in order of creation; the slice is the caller's.
func (s *Store) Vars() []Term { return append([]Term(nil), s.vars...) }

// Kind returns the operator of t.
func (s *Store) Kind(t Term) Kind { return s.nodes[t].kind }

// Width returns the width of t in bits, for an array that of its elements.
func (s *Store) Width(t Term) int { return int(s.nodes[t].width) }

// Sort returns the sort of t.
func (s *Store) Sort(t Term) Sort {
	return Sort{Index: int(s.nodes[t].index), Width: int(s.nodes[t].width)}
}

// IsArray reports whether t is an array.
func (s *Store) IsArray(t Term) bool { return s.nodes[t].index != 0 }

// IsBoolVar reports whether t was made by BoolVar.
func (s *Store) IsBoolVar(t Term) bool { return s.nodes[t].bool }

// NumArgs returns the number of operands of t.
func (s *Store) NumArgs(t Term) int { return kinds[s.nodes[t].kind].arity }

// Arg returns operand i of t, counted from 0.
func (s *Store) Arg(t Term, i int) Term { return s.nodes[t].args[i] }

// Name returns the name of the variable t; it panics on other terms.
func (s *Store) Name(t Term) string {
	if s.nodes[t].kind != KindVar {
		panic(fmt.Sprintf("bitvec: Name: term %d is no variable", t))
	}
	return s.names[s.nodes[t].aux]
}

// ExtractBounds returns the highest and lowest bit that the Extract t takes.
func (s *Store) ExtractBounds(t Term) (hi, lo int) {
	n := &s.nodes[t]
	if n.kind != KindExtract {
		panic(fmt.Sprintf("bitvec: ExtractBounds: term %d is no extract", t))
	}
	return int(n.aux >> 32), int(n.aux & 0xffffffff)
}

// ConstValue returns the value of t if it is a constant.
func (s *Store) ConstValue(t Term) (Value, bool) {
	n := &s.nodes[t]
	if n.kind != KindConst {
		return Value{}, false
	}
	return s.constOf(n), true
}

// ConstUint64 returns the value of t if it is a constant of at most 64 bits.
func (s *Store) ConstUint64(t Term) (uint64, bool) {
	n := &s.nodes[t]
	return n.aux, n.kind == KindConst && n.width <= 64
}

func (s *Store) constOf(n *node) Value {
	if n.width > 64 {
		v := s.wides[n.aux]
		v.width = n.width
		return v
	}
	return Value{width: n.width, lo: n.aux}
}

// shapeOf returns what the evaluation functions need of n.
func (s *Store) shapeOf(n *node) shape {
	sh := shape{w: uint(n.width), hi: uint(n.aux >> 32), lo: uint(n.aux & 0xffffffff)}
	sh.aw = uint(s.nodes[n.args[0]].width)
	sh.bw = uint(s.nodes[n.args[1]].width)
	return sh
}

// Copy returns the term of dst that has the structure of t: it is made by the
// constructors of dst, so a rewriting dst simplifies. Variables keep names.
func (s *Store) Copy(dst *Store, t Term) Term {
	done := make(map[Term]Term)
	for _, u := range s.postorder(t) {
		n := s.nodes[u]
		switch n.kind {
		case KindConst:
			done[u] = dst.Value(s.constOf(&n))
		case KindVar:
			done[u] = dst.variable(s.names[n.aux], node{kind: KindVar, bool: n.bool, index: n.index, width: n.width})
		default:
			done[u] = dst.build(s, u, done[n.args[0]], done[n.args[1]], done[n.args[2]])
		}
	}
	return done[t]
}

// build applies the operator of from's term u to operands of s.
func (s *Store) build(from *Store, u, a, b, c Term) Term {
	switch n := from.nodes[u]; n.kind {
	case KindNot:
		return s.Not(a)
	case KindAnd:
		return s.And(a, b)
	case KindXor:
		return s.Xor(a, b)
	case KindNeg:
		return s.Neg(a)
	case KindAdd:
		return s.Add(a, b)
	case KindMul:
		return s.Mul(a, b)
	case KindUDiv:
		return s.UDiv(a, b)
	case KindURem:
		return s.URem(a, b)
	case KindShl:
		return s.Shl(a, b)
	case KindLShr:
		return s.LShr(a, b)
	case KindAShr:
		return s.AShr(a, b)
	case KindConcat:
		return s.Concat(a, b)
	case KindExtract:
		return s.Extract(int(n.aux>>32), int(n.aux&0xffffffff), a)
	case KindSExt:
		return s.SignExtend(int(n.width)-s.Width(a), a)
	case KindEq:
		return s.Eq(a, b)
	case KindUlt:
		return s.Ult(a, b)
	case KindSlt:
		return s.Slt(a, b)
	case KindIte:
		return s.Ite(a, b, c)
	case KindSelect:
		return s.Select(a, b)
	case KindStore:
		return s.Store(a, b, c)
	case KindConstArray:
		return s.ConstArray(int(n.index), a)
	default:
		panic("bitvec: build: " + n.kind.String())
	}
}
