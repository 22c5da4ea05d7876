package regver

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// spot is where a value is at a cut.
type spot struct {
	side int
	kind spotKind
	i    int
}

type spotKind uint8

const (
	spotReg     spotKind = iota // a register
	spotCell                    // a private object of one word
	spotBytes                   // the bytes of another one
	spotUnknown                 // their undefined bits
	spotAlive                   // whether a local is alive
)

// class is a set of spots that hold one value.
type class struct {
	spots    []spot
	constant bitvec.Term // what they hold; 0 if that varies
	defined  bool        // without undefined bits
}

// fact is a comparison of what one version computes with, or that a register holds
// what the only instruction that assigns it computes of the present values.
type fact struct {
	side int
	op   program.Op
	a, b program.Operand
	def  *program.Instr // if not nil, the instruction, and nothing else is set

	// For a number of rounds: it is what its low 32 bits are, extended as signed says.
	rounds *point
	signed bool
	// For a relation of a spot to a term that never changes: op(bound, spot).
	spot  spot
	bound bitvec.Term
	// For spots of different widths: the wider is the narrower, extended as signed says.
	wide, narrow spot
	extends      bool
}

// width returns the width of the words of a spot.
func (c *coupling) width(at spot) int {
	x := c.sides[at.side]
	switch at.kind {
	case spotReg:
		return x.f.Regs[at.i].Kind.Bits()
	case spotCell:
		return int(8 * x.locals[at.i].width)
	case spotAlive:
		return 1
	}
	return 0
}

// spots lists the places that matter at a pair of cuts, by what they can equal.
func (c *coupling) spots(at [2]int32) [][]spot {
	words := map[int][]spot{}
	var widths []int
	var bytes, unknown []spot
	add := func(w int, s spot) {
		if words[w] == nil {
			widths = append(widths, w)
		}
		words[w] = append(words[w], s)
	}
	for side, x := range c.sides {
		for r := range x.f.Regs {
			_, param := x.params[program.Reg(r)]
			if !param && x.rigid[r] == nil && x.liveAt(at[side], program.Reg(r)) {
				add(x.f.Regs[r].Kind.Bits(), spot{side, spotReg, r})
			}
		}
		for i := range x.locals {
			l := &x.locals[i]
			add(1, spot{side, spotAlive, i})
			switch {
			case l.cell:
				add(int(8*l.width), spot{side, spotCell, i})
			case !l.escapes:
				bytes = append(bytes, spot{side, spotBytes, i})
				unknown = append(unknown, spot{side, spotUnknown, i})
			}
		}
	}
	slices.Sort(widths)
	var list [][]spot
	for _, w := range widths {
		list = append(list, words[w])
	}
	for _, l := range [][]spot{bytes, unknown} {
		if len(l) > 0 {
			list = append(list, l)
		}
	}
	return list
}

// ownSpots lists the registers and cells of one version that may change in loops and
// matter at a block.
func (x *exec) ownSpots(b int32) []spot {
	var list []spot
	for r := range x.f.Regs {
		_, param := x.params[program.Reg(r)]
		if k := x.f.Regs[r].Kind; !param && x.rigid[r] == nil && k.Bits() > 1 && !k.IsFloat() && x.liveAt(b, program.Reg(r)) {
			list = append(list, spot{x.side, spotReg, r})
		}
	}
	for i := range x.locals {
		if x.locals[i].cell {
			list = append(list, spot{x.side, spotCell, i})
		}
	}
	return list
}

// valueAt returns what a spot holds: a word and its undefined bits, or an array.
func valueAt(states [2]*state, at spot) value { return valueOf(states[at.side], at) }

func valueOf(st *state, at spot) value {
	switch at.kind {
	case spotReg:
		return st.regs[at.i]
	case spotCell:
		return st.objects[at.i].word
	case spotBytes:
		return value{t: st.objects[at.i].bytes}
	case spotUnknown:
		return value{t: st.objects[at.i].unknown}
	}
	return value{t: st.objects[at.i].alive}
}

// candidates lists the comparisons that may hold at a pair of cuts: those of the code
// between what is known there, and that divisors are not zero.
func (c *coupling) candidates(at [2]int32) []fact {
	var list []fact
	seen := map[fact]bool{}
	for side, x := range c.sides {
		var known func(o program.Operand, depth int) bool
		known = func(o program.Operand, depth int) bool {
			if o.Mode != program.InReg {
				return o.Mode == program.Const
			}
			r := program.Reg(o.Index)
			_, param := x.params[r]
			if param || x.rigid[r] != nil || x.liveAt(at[side], r) {
				return true
			}
			d := x.single[r]
			return c.strong && d != nil && depth < 4 && known(d.A, depth+1) && (!d.B.Present() || known(d.B, depth+1))
		}
		add := func(op program.Op, a, b program.Operand) {
			f := fact{side: side, op: op, a: a, b: b}
			if !seen[f] && (a.Mode == program.InReg || b.Mode == program.InReg) && known(a, 0) && known(b, 0) {
				seen[f] = true
				list = append(list, f)
			}
		}
		x.instructions(func(in *program.Instr) {
			switch in.Op {
			case program.ULt, program.ULe, program.SLt, program.SLe, program.Eq, program.Ne:
				orders := []program.Op{program.ULt, program.ULe, program.SLt, program.SLe}
				if in.Op == program.ULt || in.Op == program.ULe {
					orders = orders[:2]
				} else if in.Op == program.SLt || in.Op == program.SLe {
					orders = orders[2:]
				}
				for _, op := range orders {
					add(op, in.A, in.B)
					add(op, in.B, in.A)
				}
				add(program.Ne, in.A, in.B)
				if c.strong {
					add(program.Eq, in.A, in.B)
				}
			case program.UDiv, program.SDiv, program.URem, program.SRem:
				add(program.Ne, in.B, program.C(in.Kind, 0))
			case program.Branch, program.Switch:
				if c.strong && in.A.Mode == program.InReg {
					k := x.f.Regs[in.A.Index].Kind
					add(program.Ne, in.A, program.C(k, 0))
					add(program.Eq, in.A, program.C(k, 0))
				}
			}
		})
		for r, in := range x.single {
			if in != nil && x.rigid[r] == nil && x.liveAt(at[side], program.Reg(r)) {
				list = append(list, fact{side: side, def: in})
			}
		}
	}
	return list
}

// maxExtensions bounds the pairs of spots of different widths that are looked at.
const maxExtensions = 80

// strongCandidates lists what may hold at a pair of cuts that is reached for the first
// time besides: that the rounds are fewer than 2^31 or 2^32, that what grows is not less
// than it was at first, and that a variable of one version is one of the other in a
// wider type.
func (c *coupling) strongCandidates(q *point, states [2]*state) []fact {
	if !c.strong {
		return nil
	}
	var list []fact
	for _, r := range q.scope {
		list = append(list, fact{rounds: r}, fact{rounds: r, signed: true})
	}
	var words [2][]spot
	for side, x := range c.sides {
		words[side] = x.ownSpots(q.at[side])
		for _, at := range words[side] {
			v := valueAt(states, at)
			if n, ok := c.s.ConstUint64(v.t); ok && v.t != 0 && n <= 1 && v.u == 0 {
				// A flag.
				list = append(list, fact{spot: at, bound: c.s.Const(c.width(at), 1), op: program.ULe, signed: true})
			}
			step := x.steps[q.at[side]][at]
			if step == 0 || v.t == 0 || v.u != 0 || !c.fixed(v.t) {
				continue
			}
			for _, op := range []program.Op{program.ULe, program.SLe} {
				list = append(list, fact{spot: at, bound: v.t, op: op}, fact{spot: at, bound: v.t, op: op, signed: true})
			}
		}
	}
	n := 0
	for _, a := range words[0] {
		for _, b := range words[1] {
			wide, narrow := a, b
			if c.width(a) < c.width(b) {
				wide, narrow = b, a
			}
			if c.width(a) == c.width(b) || n >= maxExtensions {
				continue
			}
			n++
			list = append(list, fact{extends: true, wide: wide, narrow: narrow}, fact{extends: true, wide: wide, narrow: narrow, signed: true})
		}
	}
	return list
}

// factTerm returns a fact as a formula; 0 if it is not known what it is about.
func (c *coupling) factTerm(states [2]*state, rounds map[*point]bitvec.Term, f *fact) bitvec.Term {
	s := c.s
	plain := func(at spot) bitvec.Term {
		if v := valueAt(states, at); v.u == 0 {
			return v.t
		}
		return 0
	}
	switch {
	case f.rounds != nil:
		n := rounds[f.rounds]
		if n == 0 {
			return 0
		}
		return s.Eq(n, s.Resize(64, f.signed, s.Extract(31, 0, n)))
	case f.bound != 0:
		t := plain(f.spot)
		if t == 0 {
			return 0
		}
		a, b := f.bound, t
		if f.signed { // which side is the smaller one
			a, b = b, a
		}
		if f.op == program.ULe {
			return s.Not(c.less(b, a))
		}
		return s.Sle(a, b)
	case f.extends:
		a, b := plain(f.wide), plain(f.narrow)
		if a == 0 || b == 0 {
			return 0
		}
		return s.Eq(a, s.Resize(s.Width(a), f.signed, b))
	}
	x, st := c.sides[f.side], states[f.side]
	if f.def != nil {
		v, w := st.regs[f.def.Dst], x.again(st, f.def, 0)
		if v.t == 0 || w.t == 0 || v.u != 0 || w.u != 0 {
			return 0
		}
		return s.Eq(v.t, w.t)
	}
	var t [2]bitvec.Term
	for i, o := range [...]program.Operand{f.a, f.b} {
		v := value{}
		switch {
		case o.Mode != program.InReg || st.regs[o.Index].t != 0:
			v = x.operand(st, o)
		case c.strong && x.single[o.Index] != nil:
			v = x.again(st, x.single[o.Index], 0)
		}
		if v.t == 0 || v.u != 0 {
			return 0
		}
		t[i] = v.t
	}
	return x.arithmetic(f.op, f.a.Kind, f.a.Kind, t[0], t[1])
}

// drop drops the facts that do not hold.
func (c *coupling) drop(q *point, states [2]*state, rounds map[*point]bitvec.Term, g guard) {
	s := c.s
	terms := make([]bitvec.Term, len(q.facts))
	bad := func(f func(i int) bool) {
		kept, t := q.facts[:0:0], terms[:0:0]
		for i := range q.facts {
			if !f(i) {
				kept, t = append(kept, q.facts[i]), append(t, terms[i])
			}
		}
		q.facts, terms = kept, t
	}
	for i := range q.facts {
		terms[i] = c.factTerm(states, rounds, &q.facts[i])
	}
	bad(func(i int) bool { return terms[i] == 0 || terms[i] == s.False() })
	for len(q.facts) > 0 {
		a := c.ask(append(slices.Clone(g.terms), s.Not(s.Conj(terms...)))...)
		if a.Verdict == sat.Unsat {
			return
		}
		before := len(q.facts)
		if a.Verdict == sat.Sat {
			bad(func(i int) bool { return !a.Model.Holds(terms[i]) })
		}
		if len(q.facts) == before { // unknown, or a model that says nothing
			bad(func(i int) bool { return !c.valid(g, terms[i]) })
			return
		}
	}
}

// again computes a pure instruction, and those before it whose results are not known
// any more, of the present values; no value if it cannot.
func (x *exec) again(st *state, in *program.Instr, depth int) value {
	operand := func(o program.Operand) value {
		if o.Mode != program.InReg || st.regs[o.Index].t != 0 {
			return x.operand(st, o)
		}
		if d := x.single[o.Index]; d != nil && depth < 6 {
			return x.again(st, d, depth+1)
		}
		return value{}
	}
	a, b := operand(in.A), value{}
	if in.B.Present() {
		if b = operand(in.B); b.t == 0 {
			return b
		}
	}
	if a.t == 0 {
		return a
	}
	return x.compute(in, a, b)
}

// group is spots of a class that hold one term.
type group struct {
	v     value
	spots []spot
}

// refine splits a class into parts whose spots hold equal values.
func (c *coupling) refine(states [2]*state, g guard, q *point, rounds map[*point]bitvec.Term, k class) []class {
	var groups []group
	for _, at := range k.spots {
		v := c.unmoved(valueAt(states, at), q, at, rounds)
		if v.t == 0 {
			// Not assigned on this way: as good as anything, but equal to nothing.
			groups = append(groups, group{v, []spot{at}})
			continue
		}
		if i := slices.IndexFunc(groups, func(o group) bool { return o.v == v }); i >= 0 {
			groups[i].spots = append(groups[i].spots, at)
		} else {
			groups = append(groups, group{v, []spot{at}})
		}
	}
	var parts []class
	for _, list := range c.equal(g, groups) {
		part := class{constant: k.constant, defined: k.defined}
		for _, o := range list {
			part.spots = append(part.spots, o.spots...)
		}
		parts = append(parts, part)
	}
	return parts
}

// equal splits groups into lists of those whose values are known to be equal.
func (c *coupling) equal(g guard, groups []group) [][]group {
	s := c.s
	if len(groups) < 2 {
		return [][]group{groups}
	}
	at := bitvec.Term(0)
	word := func(v value) bitvec.Term {
		if s.IsArray(v.t) {
			if at == 0 {
				at = s.Fresh("offset", 64)
			}
			return c.sides[0].at(v.t, at)
		}
		if v.u == 0 {
			return s.Concat(s.Const(s.Width(v.t), 0), v.t)
		}
		return s.Concat(v.u, v.t)
	}
	var words []bitvec.Term
	var list []group
	var parts [][]group
	for _, o := range groups {
		if o.v.t == 0 {
			parts = append(parts, []group{o})
			continue
		}
		list, words = append(list, o), append(words, word(o.v))
	}
	if len(list) == 0 {
		return parts
	}
	differ := s.False()
	for _, w := range words[1:] {
		differ = s.Or(differ, s.Ne(words[0], w))
	}
	split := map[string][]group{}
	var keys []string
	add := func(key string, o group) {
		if split[key] == nil {
			keys = append(keys, key)
		}
		split[key] = append(split[key], o)
	}
	a := c.ask(append(slices.Clone(g.terms), differ)...)
	switch {
	case a.Verdict == sat.Unsat:
		return append(parts, list)
	case a.Verdict == sat.Sat:
		for i, o := range list {
			add(a.Model.Value(words[i]).String(), o)
		}
	}
	if len(keys) < 2 {
		for _, o := range list {
			parts = append(parts, []group{o})
		}
		return parts
	}
	for _, key := range keys {
		parts = append(parts, c.equal(g, split[key])...)
	}
	return parts
}

// weaken drops of a class whose spots hold one value that it is a constant, or that
// it is defined, if it is not; it reports whether it did.
func (c *coupling) weaken(states [2]*state, g guard, q *point, rounds map[*point]bitvec.Term, k *class) bool {
	s, changed := c.s, false
	v := c.unmoved(valueAt(states, k.spots[0]), q, k.spots[0], rounds)
	constant := func(t bitvec.Term) bool {
		return t != 0 && (s.Kind(t) == bitvec.KindConst || s.Kind(t) == bitvec.KindConstArray || c.strong && !s.IsArray(t) && c.fixed(t))
	}
	switch {
	case !q.reached:
		if constant(v.t) && v.u == 0 {
			k.constant = v.t
		}
	case k.constant != 0 && (v.t != k.constant || v.u != 0):
		same := v.t != 0 && !s.IsArray(v.t) && v.u == 0 && c.valid(g, s.Eq(v.t, k.constant))
		if !same {
			k.constant, changed = 0, true
		}
	}
	if k.defined && v.u != 0 && !c.valid(g, s.Not(s.RedOr(v.u))) {
		k.defined, changed = false, true
	}
	return changed
}
