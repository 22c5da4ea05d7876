package regver

import (
	"fmt"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// maxBytes bounds what is copied or cleared byte by byte.
const maxBytes = 256

// place is where an access goes.
type place struct {
	object  int         // index of a private object; -1 for shared memory
	address bitvec.Term // of shared memory, or the offset in the object
	cell    bool
	// table is the content of a variable that never changes, by offset, 0 if it is not
	// known; offset is where in it, unless the formula outside holds.
	table, offset, outside bitvec.Term
}

// place finds where n bytes at an operand and offset are, and makes the faults of
// an access to them.
func (x *exec) place(st *state, in *program.Instr, o program.Operand, off, n int64, write bool) place {
	s := x.s
	v := x.operand(st, o)
	a := s.Add(x.used(st, in, v), s.Const(64, uint64(off)))
	if x.strong {
		a = x.canon.of(a)
	}
	b := x.baseOf(o)
	if b.kind == baseLocal {
		l := &x.locals[b.index]
		if !l.escapes {
			x.fault(st, in, s.Not(st.objects[b.index].alive), x.faultCode(program.FaultDeadObject))
			if l.cell {
				return place{object: int(b.index), cell: true}
			}
			rel := s.Sub(a, x.privateAddress(int(b.index)))
			// How far away decides what it is called.
			code := s.Or(x.function(fmt.Sprintf("outside%d.%d", n, l.size), program.I8, rel), s.Const(8, 0x80))
			x.fault(st, in, x.outside(rel, n, l.size), code)
			return place{object: int(b.index), address: rel}
		}
		if l.entered == 1 && x.exact[o.Index] && off >= 0 && off+n <= l.size {
			bad := s.Not(st.objects[b.index].alive)
			x.invalid(st, in, a, n, write, bad)
			return place{object: -1, address: a}
		}
	}
	bad := s.True()
	p := place{object: -1, address: a}
	if b.kind == baseGlobal {
		g := x.names.progs[x.side].Globals[b.index]
		bad = x.outside(s.Sub(a, s.Const(64, x.names.globals[x.side][b.index])), n, g.Size)
		if write && g.ReadOnly {
			x.fault(st, in, s.Not(bad), x.faultCode(program.FaultReadOnly))
		}
		if !write && x.strong {
			p.table, p.offset, p.outside = x.table(g), s.Sub(a, s.Const(64, x.names.globals[x.side][b.index])), bad
		}
	}
	x.invalid(st, in, a, n, write, bad)
	return p
}

// maxTable bounds the variables whose content is looked at.
const maxTable = 2048

// table returns the content of a variable that never changes, 0 if it may, or if it
// holds addresses.
func (x *exec) table(g *program.Global) bitvec.Term {
	if !g.ReadOnly || len(g.Relocs) > 0 || g.Size > maxTable || g.Size == 0 {
		return 0
	}
	s := x.s
	t := s.ConstArray(64, s.Const(8, 0))
	for i, b := range g.Data {
		if b != 0 {
			t = s.Store(t, s.Const(64, uint64(i)), s.Const(8, uint64(b)))
		}
	}
	return t
}

// outside returns whether n bytes at an offset are not all inside size bytes.
func (x *exec) outside(rel bitvec.Term, n, size int64) bitvec.Term {
	if n > size {
		return x.s.True()
	}
	return x.s.Not(x.s.Ule(rel, x.s.Const(64, uint64(size-n))))
}

// invalid makes the fault of an access to memory of which nothing is known if the
// condition holds: it is a function of the address and of what objects there are.
func (x *exec) invalid(st *state, in *program.Instr, a bitvec.Term, n int64, write bool, cond bitvec.Term) {
	if cond == x.s.False() {
		return
	}
	name := fmt.Sprintf("read%d", n)
	if write {
		name = fmt.Sprintf("write%d", n)
	}
	code := x.function(name, program.I8, a, st.history)
	x.faultOf(st, in, x.s.And(cond, x.s.RedOr(code)), code, x.function("kind of "+name[:4], program.I8, x.pointerOf(a), st.history))
}

// pointerOf returns the parameter that an address is made from by adding to it; the
// address itself if it is not known to be made from one.
func (x *exec) pointerOf(a bitvec.Term) bitvec.Term {
	p, ok := x.canon.read(x.canon.of(a))
	if !ok {
		return a
	}
	found := bitvec.Term(0)
	for i, v := range x.given {
		if x.f.Params[i].Kind == program.Ptr && p[packed([]bitvec.Term{v.t})] == 1 {
			if found != 0 {
				return a
			}
			found = v.t
		}
	}
	if found == 0 {
		return a
	}
	return found
}

// privateAddress stands for the address of a private object, which is used for
// nothing but accesses to it and comparisons with itself.
func (x *exec) privateAddress(i int) bitvec.Term { return x.s.Const(64, x.addressOf[i]) }

// at returns the element of an array, looked for behind the stores and choices of
// which it is known whether they matter.
func (x *exec) at(array, index bitvec.Term) bitvec.Term {
	key := [2]bitvec.Term{array, index}
	t, ok := x.elements[key]
	if !ok {
		t = x.lookUp(array, index)
		x.elements[key] = t
	}
	return t
}

func (x *exec) lookUp(array, index bitvec.Term) bitvec.Term {
	s := x.s
	if s.Kind(array) == bitvec.KindIte {
		return s.Ite(s.Arg(array, 0), x.at(s.Arg(array, 1), index), x.at(s.Arg(array, 2), index))
	}
	t := s.Select(array, index)
	if s.Kind(t) == bitvec.KindSelect {
		if inner := s.Arg(t, 0); inner != array && s.Kind(inner) == bitvec.KindIte {
			return x.at(inner, s.Arg(t, 1))
		}
	}
	return t
}

// put returns the array with an element. Stores at constant indices are ordered.
func (x *exec) put(array, index, v bitvec.Term) bitvec.Term {
	s := x.s
	if s.Kind(array) == bitvec.KindStore {
		i, ok := s.ConstUint64(index)
		k, known := s.ConstUint64(s.Arg(array, 1))
		if ok && known && i < k {
			return s.Store(x.put(s.Arg(array, 0), index, v), s.Arg(array, 1), s.Arg(array, 2))
		}
	}
	return s.Store(array, index, v)
}

// word reads n bytes of a pair of arrays, the lowest first.
func (x *exec) word(bytes, unknown, at bitvec.Term, n int64) value {
	s := x.s
	var t, u bitvec.Term
	list := make([]bitvec.Term, n)
	for i := n - 1; i >= 0; i-- {
		p := s.Add(at, s.Const(64, uint64(i)))
		b, c := x.at(bytes, p), x.at(unknown, p)
		if list[i] = b; t == 0 {
			t, u = b, c
		} else {
			t, u = s.Concat(t, b), s.Concat(u, c)
		}
	}
	return x.masked(x.whole(list, t), x.bits(u))
}

// whole returns the word that was written if these are its bytes, the lowest first: put
// together again, the parts of a sum are not seen to be one.
func (p *pair) whole(bytes []bitvec.Term, t bitvec.Term) bitvec.Term {
	if w, ok := p.words[packed(bytes)]; ok {
		return w
	}
	return t
}

// parts returns the bytes of a word of n bytes, the lowest first.
func (p *pair) parts(t bitvec.Term, n int64) []bitvec.Term {
	list := make([]bitvec.Term, n)
	for i := range list {
		list[i] = p.s.Extract(8*i+7, 8*i, t)
	}
	if n > 1 && n <= 8 {
		p.words[packed(list)] = t
	}
	return list
}

// write writes the bytes of a word to a pair of arrays.
func (x *exec) write(bytes, unknown *bitvec.Term, at bitvec.Term, n int64, v value) {
	s := x.s
	parts := x.parts(v.t, n)
	for i := range n {
		p := s.Add(at, s.Const(64, uint64(i)))
		*bytes = x.put(*bytes, p, parts[i])
		u := s.Const(8, 0)
		if v.u != 0 {
			u = s.Extract(int(8*i+7), int(8*i), v.u)
		}
		if *unknown == x.defined && u == s.Const(8, 0) {
			continue
		}
		*unknown = x.put(*unknown, p, u)
	}
}

// get reads n bytes at a place.
func (x *exec) get(st *state, p place, n int64) value {
	switch {
	case p.cell:
		return st.objects[p.object].word
	case p.object >= 0:
		o := &st.objects[p.object]
		return x.word(o.bytes, o.unknown, p.address, n)
	}
	if p.table != 0 {
		inside := x.word(p.table, x.defined, p.offset, n)
		if p.outside == x.s.False() {
			return inside
		}
		v := x.shared(st, p.address, n)
		u := x.undefinedOf(v)
		return x.masked(x.s.Ite(p.outside, v.t, inside.t), x.bits(x.s.Ite(p.outside, u, x.s.Const(x.s.Width(u), 0))))
	}
	return x.shared(st, p.address, n)
}

// set writes n bytes at a place.
func (x *exec) set(st *state, p place, n int64, v value) {
	switch {
	case p.cell:
		st.objects[p.object].word = v
	case p.object >= 0:
		o := &st.objects[p.object]
		if rel, ok := x.s.ConstUint64(p.address); ok && rel == 0 && n == x.locals[p.object].size {
			o.bytes, o.unknown = x.defined, x.defined // nothing is left of what was there
		}
		x.write(&o.bytes, &o.unknown, p.address, n, v)
	default:
		x.writeShared(st, p.address, n, v)
	}
}

func (x *exec) load(st *state, in *program.Instr) value {
	n := in.Kind.Bytes()
	p := x.place(st, in, in.A, in.Off, n, false)
	v := x.get(st, p, n)
	if in.Flags&program.Raw != 0 {
		v.u = 0 // zeros that are defined
	}
	w := in.Kind.Bits()
	v.t = x.s.Resize(w, false, v.t)
	if v.u != 0 {
		v.u = x.bits(x.s.Resize(w, false, v.u))
	}
	return v
}

func (x *exec) store(st *state, in *program.Instr) {
	n := in.B.Kind.Bytes()
	p := x.place(st, in, in.A, in.Off, n, true)
	v := x.operand(st, in.B)
	v.t = x.s.Resize(int(8*n), false, v.t)
	if v.u != 0 {
		v.u = x.s.Resize(int(8*n), false, v.u)
	}
	x.set(st, p, n, v)
}

func (x *exec) zero(st *state, in *program.Instr) {
	if in.Size == 0 {
		return
	}
	p := x.place(st, in, in.A, in.Off, in.Size, true)
	if st.guard.dead {
		return
	}
	s := x.s
	if rel, ok := s.ConstUint64(p.address); p.object >= 0 && !p.cell && ok && rel == 0 && in.Size == x.locals[p.object].size {
		st.objects[p.object].bytes, st.objects[p.object].unknown = x.defined, x.defined
		return
	}
	if in.Size > maxBytes {
		x.stop(in, "%d bytes cleared at once", in.Size)
		return
	}
	x.set(st, p, in.Size, value{t: s.Const(int(8*in.Size), 0)})
}

func (x *exec) copy(st *state, in *program.Instr) {
	if in.Size == 0 {
		return
	}
	if in.Size > maxBytes {
		x.stop(in, "%d bytes copied at once", in.Size)
		return
	}
	from := x.place(st, in, in.B, 0, in.Size, false)
	to := x.place(st, in, in.A, 0, in.Size, true)
	if !st.guard.dead {
		x.set(st, to, in.Size, x.get(st, from, in.Size))
	}
}

// enter begins the lifetime of a local. What address an object gets depends on
// what there is already; that it is a new one is all that is used.
func (x *exec) enter(st *state, in *program.Instr) {
	s, l := x.s, &x.locals[in.Local]
	o := &st.objects[in.Local]
	o.alive = s.True()
	if !l.escapes {
		st.regs[in.Dst] = value{t: x.privateAddress(int(in.Local))}
		if l.cell {
			w := int(8 * l.width)
			o.word = value{t: s.Const(w, 0), u: s.Value(bitvec.OnesValue(w))}
			return
		}
		o.bytes, o.unknown = x.defined, s.ConstArray(64, s.Const(8, 0xFF))
		return
	}
	if l.size > maxBytes {
		st.regs[in.Dst] = x.event(st, "begin "+l.key, nil, program.Ptr, false)
		return
	}
	name := "begin " + l.key
	a := s.Concat(x.function(name, program.I32, st.history), s.Const(32, 0))
	st.history = x.function(name+" history", program.I64, st.history)
	st.regs[in.Dst] = value{t: a}
	w := int(8 * l.size)
	if w > 0 {
		x.writeShared(st, a, l.size, value{t: s.Const(w, 0), u: s.Value(bitvec.OnesValue(w))})
	}
}

// end ends the lifetime of a local.
func (x *exec) end(st *state, in *program.Instr) {
	l := &x.locals[in.Local]
	st.objects[in.Local].alive = x.s.False()
	if l.escapes {
		st.history = x.function("end "+l.key, program.I64, st.history)
	}
}

// value is the term of a word and that of its undefined bits, 0 if it has none.
// The word is zero in its undefined bits.
type value struct{ t, u bitvec.Term }

// guard is a conjunction of formulas, sorted; dead if it is known to be false.
type guard struct {
	terms []bitvec.Term
	dead  bool
}

// with returns the guard and the formula.
func (g guard) with(p *pair, t bitvec.Term) guard {
	if g.dead {
		return g
	}
	s := p.s
	t = p.tables.canonical(t)
	if v, ok := s.ConstUint64(t); ok {
		if v == 0 {
			return guard{dead: true}
		}
		return g
	}
	if s.Kind(t) == bitvec.KindAnd && !p.tables.known(t) {
		return g.with(p, s.Arg(t, 0)).with(p, s.Arg(t, 1))
	}
	i, found := slices.BinarySearch(g.terms, t)
	if found {
		return g
	}
	if _, found := slices.BinarySearch(g.terms, s.Not(t)); found {
		return guard{dead: true}
	}
	return guard{terms: slices.Insert(slices.Clone(g.terms), i, t)}
}

// term returns the guard as one formula.
func (g guard) term(s *bitvec.Store) bitvec.Term {
	if g.dead {
		return s.False()
	}
	return s.Conj(g.terms...)
}

// split returns what two guards have in common, and what each has alone.
func split(g, h guard) (common, a, b []bitvec.Term) {
	i, k := 0, 0
	for i < len(g.terms) || k < len(h.terms) {
		switch {
		case k == len(h.terms) || i < len(g.terms) && g.terms[i] < h.terms[k]:
			a = append(a, g.terms[i])
			i++
		case i == len(g.terms) || h.terms[k] < g.terms[i]:
			b = append(b, h.terms[k])
			k++
		default:
			common = append(common, g.terms[i])
			i++
			k++
		}
	}
	return common, a, b
}

// object is the content of a private object: bytes by offset, and their undefined
// bits; or of a cell its word alone.
type object struct {
	word           value
	bytes, unknown bitvec.Term // arrays
	alive          bitvec.Term // formula: it was begun and not ended
}

// state is what one version has computed at a point.
//
// memory and unknown are the bytes that both versions share and their undefined
// bits. history stands for everything else that calls can change: what was shown
// and read, which objects there are and how far they reach.
type state struct {
	guard           guard
	regs            []value
	objects         []object
	memory, unknown memory
	history         bitvec.Term
	result          value       // of an exit that returns
	code            bitvec.Term // of an exit by a fault: its kind
	rough           bitvec.Term // its kind if that depends on the pointer alone
}

func (st *state) clone() *state {
	c := *st
	c.regs = slices.Clone(st.regs)
	c.objects = slices.Clone(st.objects)
	return &c
}

// merge joins the states of two ways that exclude each other. Registers are joined
// where keep says so, and are unknown elsewhere.
func (x *exec) merge(a, b *state, keep func(r program.Reg) bool) *state {
	s := x.s
	common, onlyA, onlyB := split(a.guard, b.guard)
	// Which of the two it was is told by the shorter of the differences.
	cond, flip := onlyA, false
	if len(onlyB) < len(onlyA) {
		cond, flip = onlyB, true
	}
	c := x.tables.canonical(s.Conj(cond...))
	ite := func(p, q bitvec.Term) bitvec.Term {
		if p == q {
			return p
		}
		if flip {
			p, q = q, p
		}
		return s.Ite(c, p, q)
	}
	word := func(p, q value) value {
		if p.t == 0 || q.t == 0 || s.Width(p.t) != s.Width(q.t) {
			return value{} // assigned on one way only: nobody reads it
		}
		v := value{t: ite(p.t, q.t)}
		if p.u != 0 || q.u != 0 {
			v.u = x.bits(ite(x.undefinedOf(p), x.undefinedOf(q)))
		}
		return v
	}
	m := &state{regs: make([]value, len(a.regs)), objects: make([]object, len(a.objects))}
	for r := range m.regs {
		if keep(program.Reg(r)) {
			m.regs[r] = word(a.regs[r], b.regs[r])
		}
	}
	for i := range m.objects {
		p, q := &a.objects[i], &b.objects[i]
		o := object{word: word(p.word, q.word), alive: ite(p.alive, q.alive)}
		if p.bytes != 0 {
			o.bytes, o.unknown = ite(p.bytes, q.bytes), ite(p.unknown, q.unknown)
		}
		m.objects[i] = o
	}
	p, q := a, b
	if flip {
		p, q = b, a
	}
	m.memory, m.unknown = x.choice(c, p.memory, q.memory), x.choice(c, p.unknown, q.unknown)
	m.history = ite(a.history, b.history)
	m.result = word(a.result, b.result)
	if a.code != 0 && b.code != 0 {
		m.code, m.rough = ite(a.code, b.code), ite(a.rough, b.rough)
	}
	for _, t := range common {
		m.guard = m.guard.with(x.pair, t)
	}
	m.guard = m.guard.with(x.pair, s.Or(s.Conj(onlyA...), s.Conj(onlyB...)))
	return m
}

// undefinedOf returns the undefined bits of a word as a term.
func (x *exec) undefinedOf(v value) bitvec.Term {
	if v.u == 0 {
		return x.s.Const(x.s.Width(v.t), 0)
	}
	return v.u
}

// bits returns undefined bits in the form that a value has them.
func (x *exec) bits(u bitvec.Term) bitvec.Term {
	if v, ok := x.s.ConstValue(u); ok && v.IsZero() {
		return 0
	}
	return u
}
