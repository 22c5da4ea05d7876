package regver

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// memory is the content of the bytes that both versions can reach, by address: a
// number of a node. It is a function from addresses to bytes, written down as what
// was stored over what is behind.
type memory int32

// node is a memory. Behind everything is what a history left: a function of it and
// of the address.
type node struct {
	kind     nodeKind
	cond     bitvec.Term // nodeChoice; of nodeBase the history
	a, b     memory      // behind it; of nodeChoice both sides
	index, v bitvec.Term // nodeStore
	name     string      // nodeBase: which function
}

type nodeKind uint8

const (
	nodeZero nodeKind = iota // zeros
	nodeBase
	nodeStore
	nodeChoice
)

// zeros is the memory of zeros.
const zeros memory = 0

func (p *pair) node(n node) memory {
	if m, ok := p.numbers[n]; ok {
		return m
	}
	m := memory(len(p.nodes))
	p.nodes = append(p.nodes, n)
	p.numbers[n] = m
	return m
}

// left is the memory, or its undefined bits, that a history left.
func (p *pair) left(name string, history bitvec.Term) memory {
	return p.node(node{kind: nodeBase, name: name, cond: history})
}

// choice is a where the condition holds and b where it does not.
func (p *pair) choice(c bitvec.Term, a, b memory) memory {
	if v, ok := p.s.ConstUint64(c); a == b || ok && v == 1 {
		return a
	} else if ok {
		return b
	}
	x, y := &p.nodes[a], &p.nodes[b]
	if x.kind == nodeBase && y.kind == nodeBase && x.name == y.name {
		return p.left(x.name, p.s.Ite(c, x.cond, y.cond))
	}
	return p.node(node{kind: nodeChoice, cond: c, a: a, b: b})
}

// stored is the memory with a byte. Stores at constant addresses are ordered.
func (p *pair) stored(m memory, index, v bitvec.Term) memory {
	m = p.without(m, index, maxChain)
	if m == zeros && v == p.s.Const(8, 0) {
		return m
	}
	n := p.nodes[m]
	if n.kind == nodeStore {
		i, ok := p.s.ConstUint64(index)
		k, known := p.s.ConstUint64(n.index)
		if ok && known && i < k {
			return p.node(node{kind: nodeStore, a: p.stored(n.a, index, v), index: n.index, v: n.v})
		}
	}
	return p.node(node{kind: nodeStore, a: m, index: index, v: v})
}

// maxChain bounds how far behind a store one to the same address is looked for.
const maxChain = 64

// without is the memory without what was stored at an address last, if that is known
// to lie behind stores elsewhere only.
func (p *pair) without(m memory, index bitvec.Term, depth int) memory {
	n := p.nodes[m]
	switch {
	case n.kind != nodeStore || depth == 0:
		return m
	case n.index == index:
		return n.a
	case p.s.Eq(n.index, index) != p.s.False():
		return m
	}
	a := p.without(n.a, index, depth-1)
	if a == n.a {
		return m
	}
	return p.node(node{kind: nodeStore, a: a, index: n.index, v: n.v})
}

// byteAt returns a byte of a memory.
func (p *pair) byteAt(m memory, index bitvec.Term) bitvec.Term {
	key := [2]bitvec.Term{bitvec.Term(m), index}
	if t, ok := p.bytes[key]; ok {
		return t
	}
	s := p.s
	var t bitvec.Term
	switch n := p.nodes[m]; n.kind {
	case nodeZero:
		t = s.Const(8, 0)
	case nodeBase:
		f := s.ArrayVar(n.name, 128, 8)
		p.rigidVars[f] = true
		t = s.Select(f, s.Concat(n.cond, index))
	case nodeStore:
		switch hit := s.Eq(index, n.index); hit {
		case s.True():
			t = n.v
		case s.False():
			t = p.byteAt(n.a, index)
		default:
			t = s.Ite(hit, n.v, p.byteAt(n.a, index))
		}
	case nodeChoice:
		t = s.Ite(n.cond, p.byteAt(n.a, index), p.byteAt(n.b, index))
	}
	p.bytes[key] = t
	return t
}

// shared reads n bytes of shared memory.
func (x *exec) shared(st *state, at bitvec.Term, n int64) value {
	s := x.s
	var t, u bitvec.Term
	list := make([]bitvec.Term, n)
	for i := n - 1; i >= 0; i-- {
		p := s.Add(at, s.Const(64, uint64(i)))
		b, c := x.byteAt(st.memory, p), x.byteAt(st.unknown, p)
		if list[i] = b; t == 0 {
			t, u = b, c
		} else {
			t, u = s.Concat(t, b), s.Concat(u, c)
		}
	}
	return x.masked(x.whole(list, t), x.bits(u))
}

// writeShared writes n bytes of shared memory.
func (x *exec) writeShared(st *state, at bitvec.Term, n int64, v value) {
	s := x.s
	parts := x.parts(v.t, n)
	for i := range n {
		p := s.Add(at, s.Const(64, uint64(i)))
		st.memory = x.stored(st.memory, p, parts[i])
		u := s.Const(8, 0)
		if v.u != 0 {
			u = s.Extract(int(8*i+7), int(8*i), v.u)
		}
		if st.unknown != zeros || u != s.Const(8, 0) {
			st.unknown = x.stored(st.unknown, p, u)
		}
	}
}

// sameMemory returns a formula that says that two memories are equal at an address.
func (p *pair) sameMemory(a, b memory, at bitvec.Term) bitvec.Term {
	if a == b {
		return p.s.True()
	}
	return p.s.Eq(p.byteAt(a, at), p.byteAt(b, at))
}

// digest names what shared memory holds: memories of one name are equal.
type digest struct {
	memory, unknown memory
	name            bitvec.Term
}

// maxDigests bounds the memories that a new one is compared with.
const maxDigests = 12

// nameOf returns the name of the memory of a state, as a term. The name may be good
// only where the guard holds.
func (x *exec) nameOf(m, u memory, g guard) bitvec.Term {
	n, o := x.nodes[m], x.nodes[u]
	if n.kind == nodeBase && (u == zeros || o.kind == nodeBase && o.cond == n.cond) {
		return n.cond
	}
	for _, d := range x.digests {
		if d.memory == m && d.unknown == u {
			return d.name
		}
	}
	first := max(0, len(x.digests)-maxDigests)
	at := x.s.Fresh("address", 64)
	for _, d := range x.digests[first:] {
		if x.valid(g, x.s.And(x.sameMemory(m, d.memory, at), x.sameMemory(u, d.unknown, at))) {
			return d.name
		}
	}
	if n.kind == nodeChoice && (o.kind == nodeChoice && o.cond == n.cond || u == zeros || o.kind == nodeBase) {
		ua, ub := u, u
		if o.kind == nodeChoice {
			ua, ub = o.a, o.b
		}
		return x.s.Ite(n.cond, x.nameOf(n.a, ua, g.with(x.pair, n.cond)), x.nameOf(n.b, ub, g.with(x.pair, x.s.Not(n.cond))))
	}
	d := digest{m, u, x.s.Fresh("memory", 64)}
	x.digests = append(x.digests, d)
	return d.name
}

// event executes what may change everything that is shared: an unknown function
// that is the same one in both versions. A tidy one leaves no memory that was never
// written where there was none before.
func (x *exec) event(st *state, name string, args []bitvec.Term, kind program.Kind, tidy bool) value {
	all := append(append([]bitvec.Term(nil), args...), st.history, x.nameOf(st.memory, st.unknown, st.guard))
	v := value{}
	if kind != program.Void {
		v.t = x.function(name, kind, all...)
	}
	st.history = x.function(name+" then", program.I64, all...)
	st.memory = x.left("memory", st.history)
	if !tidy || st.unknown != zeros {
		st.unknown = x.left("unknown", st.history)
	}
	return v
}

// call executes a call as an event: the callee is the same function in both
// versions, or two that are to be proved equal.
func (x *exec) call(st *state, in *program.Instr) {
	name, args := "call", []bitvec.Term(nil)
	pure, tidy, reads, format := false, false, false, -1
	if in.A.Mode == program.FuncAddr {
		f := x.names.progs[x.side].Funcs[in.A.Index]
		if why := x.corresponds(f); why != "" {
			x.stop(in, "a call of %s, %s", f.Source, why)
			return
		}
		name += " " + f.Name
		pure, tidy = x.pure(f), !x.of.allocates[f.Name]
		reads = x.of.readers[f.Name]
		if f.Library {
			if facts, _ := x.of.table.Of(f.Name); !facts.Wide {
				format = facts.Format
			}
		}
	} else {
		args = append(args, x.used(st, in, x.operand(st, in.A)))
	}
	var shape strings.Builder
	for i, a := range in.Args {
		v := value{}
		if a.Size > 0 {
			if a.Size > maxBytes {
				x.stop(in, "an argument of %d bytes", a.Size)
				return
			}
			p := x.place(st, in, a.Operand, 0, a.Size, false)
			v = x.get(st, p, a.Size)
		} else {
			v = x.operand(st, a.Operand)
		}
		if st.guard.dead || x.err != nil {
			return
		}
		fmt.Fprintf(&shape, " %s/%d", a.Kind, a.Size)
		if i == format && a.Kind == program.Ptr {
			v.t = x.format(v.t, 0)
		}
		args = append(args, v.t)
		if v.u != 0 && !x.initialised(st, v) {
			x.leaks, pure = true, false
			shape.WriteString(" undefined")
			args = append(args, v.u)
		}
	}
	if st.guard.dead || x.err != nil {
		return
	}
	name += shape.String()
	v := value{}
	switch {
	case pure && len(args) > 0:
		v.t = x.function(name, in.Kind, args...)
	case reads && !x.strong:
		// An event that leaves memory as it is: calls in one order ask less of the solver.
		memory, unknown := st.memory, st.unknown
		v = x.event(st, name, args, in.Kind, true)
		st.memory, st.unknown = memory, unknown
	case reads:
		if v = x.observe(st, in, x.names.progs[x.side].Funcs[in.A.Index], name, args); st.guard.dead {
			return
		}
	default:
		v = x.event(st, name, args, in.Kind, tidy)
	}
	if in.Dst >= 0 {
		st.regs[in.Dst] = v
	}
}

// maxFormats bounds the choices between formats that are looked into.
const maxFormats = 8

// format returns what stands for a format that a function of the library is given.
func (x *exec) format(t bitvec.Term, depth int) bitvec.Term {
	s := x.s
	if a, ok := s.ConstUint64(t); ok {
		return s.Const(64, x.of.formats.canonical(x.side, a))
	}
	if s.Kind(t) == bitvec.KindIte && depth < maxFormats {
		return s.Ite(s.Arg(t, 0), x.format(s.Arg(t, 1), depth+1), x.format(s.Arg(t, 2), depth+1))
	}
	return t
}

// initialised reports whether a value has no undefined bits.
func (x *exec) initialised(st *state, v value) bool {
	return v.u == 0 || x.valid(st.guard, x.s.Not(x.s.RedOr(v.u)))
}

// service executes an Intrinsic as an event.
func (x *exec) service(st *state, in *program.Instr) {
	switch in.Intrin {
	case program.IntrinSetjmp, program.IntrinLongjmp, program.IntrinVersion, program.IntrinFiber, program.IntrinSwitch, program.IntrinDeadlock, program.IntrinRace, program.IntrinInitial:
		x.stop(in, "%s", in.Intrin)
		return
	}
	var args []bitvec.Term
	var shape strings.Builder
	for _, a := range in.Args {
		args = append(args, x.used(st, in, x.operand(st, a.Operand)))
		fmt.Fprintf(&shape, " %s", a.Kind)
	}
	if st.guard.dead || x.err != nil {
		return
	}
	v := x.event(st, in.Intrin.String()+shape.String(), args, in.Kind, in.Intrin != program.IntrinAlloc)
	if in.Dst >= 0 {
		st.regs[in.Dst] = v
	}
}
