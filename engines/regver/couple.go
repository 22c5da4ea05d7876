package regver

import (
	"errors"
	"fmt"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// coupling looks for pairs of cuts that both versions reach together, and for what
// holds there: which places hold equal values, which hold constants, and which
// comparisons of the code are true. It begins with everything that holds when a
// pair is reached first and drops what a round does not preserve, until nothing is
// dropped (Houdini).
//
// Sources: Flanagan, Leino, "Houdini, an annotation assistant for ESC/Java", FME
// 2001; Felsing, Grebing, Klebanov, Rümmer, Ulbrich, "Automating regression
// verification", ASE 2014. Equal values form classes, as in value numbering: Alpern,
// Wegman, Zadeck, "Detecting equality of variables in programs", POPL 1988.
type coupling struct {
	*pair
	points map[[2]int32]*point
	order  []*point
	from   *point                 // where the segment under work begins; nil for the entry
	rounds map[*point]bitvec.Term // how often each loop around it was gone round
}

// point is a pair of cuts.
type point struct {
	at      [2]int32
	classes []class
	facts   []fact
	// initialised: all shared memory is.
	initialised bool
	reached     bool
	pending     bool
	// scope are the pairs of cuts whose loops this one lies in, itself included. How
	// often each was gone round is a number that both versions share; what they add to a
	// variable in each round is taken off before values are compared, so that an index
	// and a pointer that walk together are both constant.
	scope []*point
}

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

// maxRounds bounds the segments of a pair of functions that are executed.
const maxRounds = 200

// solve proves, or tells why not.
func (c *coupling) solve() error {
	if err := c.segment(nil); err != nil {
		return err
	}
	for range maxRounds {
		i := slices.IndexFunc(c.order, func(q *point) bool { return q.pending })
		if i < 0 {
			return nil
		}
		c.order[i].pending = false
		if err := c.segment(c.order[i]); err != nil {
			return err
		}
	}
	return &Obstacle{Reason: "too many rounds until it is known what holds in its loops"}
}

// begin makes the states of both versions at a pair of cuts, or at their entries.
func (c *coupling) begin(q *point) (blocks [2]int32, states [2]*state) {
	s := c.s
	c.fresh()
	c.assume = nil
	c.from, c.rounds = q, map[*point]bitvec.Term{}
	history := s.Var("history", 64)
	c.rigidVars[history] = true
	if q != nil {
		history = s.Fresh("history", 64)
		blocks = q.at
	}
	for side, x := range c.sides {
		st := &state{regs: make([]value, len(x.f.Regs)), objects: make([]object, len(x.locals)), history: history}
		for i := range st.objects {
			o, l := &st.objects[i], &x.locals[i]
			o.alive = s.False()
			switch {
			case l.cell:
				o.word = value{t: s.Const(int(8*l.width), 0)}
			case !l.escapes:
				o.bytes, o.unknown = c.defined, c.defined
			}
		}
		for i, a := range x.f.Params {
			st.regs[a.Reg] = c.given[i]
		}
		st.memory, st.unknown = c.left("memory", history), zeros
		if q != nil && !q.initialised {
			st.unknown = c.left("unknown", history)
		}
		states[side] = st
	}
	if q == nil {
		return blocks, states
	}
	for _, r := range q.scope {
		c.rounds[r] = s.Fresh("round", 64)
		c.roundVars[c.rounds[r]] = true
	}
	for i := range q.classes {
		k := &q.classes[i]
		v, array := value{t: k.constant}, bitvec.Term(0)
		switch first := k.spots[0]; {
		case first.kind == spotBytes || first.kind == spotUnknown:
			if array = k.constant; array == 0 {
				array = s.FreshArray("bytes", 64, 8)
			}
		case k.constant == 0:
			w := c.width(first)
			v.t = s.Fresh("value", w)
			if !k.defined {
				v = c.sides[0].masked(v.t, s.Fresh("undefined", w))
			}
		}
		for _, at := range k.spots {
			st := states[at.side]
			switch at.kind {
			case spotReg:
				st.regs[at.i] = c.moved(v, q, at)
			case spotCell:
				st.objects[at.i].word = c.moved(v, q, at)
			case spotBytes:
				st.objects[at.i].bytes = array
			case spotUnknown:
				st.objects[at.i].unknown = array
			case spotAlive:
				st.objects[at.i].alive = v.t
			}
		}
	}
	for side, x := range c.sides {
		x.materialise(states[side])
	}
	if c.few {
		for _, r := range q.scope {
			c.assume = append(c.assume, s.Ult(c.rounds[r], s.Const(64, 1<<31-1)))
		}
	}
	for _, f := range q.facts {
		if t := c.factTerm(states, c.rounds, &f); t != 0 {
			c.assume = append(c.assume, t)
		}
	}
	return blocks, states
}

// offset returns what the rounds of the loops around a pair of cuts have added to a
// spot, 0 if nothing.
func (c *coupling) offset(q *point, at spot, rounds map[*point]bitvec.Term) bitvec.Term {
	if at.kind != spotReg && at.kind != spotCell {
		return 0
	}
	s, x := c.s, c.sides[at.side]
	sum := bitvec.Term(0)
	for _, r := range q.scope {
		step := x.steps[r.at[at.side]][at]
		n := rounds[r]
		if step == 0 || n == 0 {
			continue
		}
		if v, ok := s.ConstUint64(step); ok && v == 0 {
			continue
		}
		t := s.Mul(s.Resize(s.Width(step), false, n), step)
		if sum == 0 {
			sum = t
		} else {
			sum = s.Add(sum, t)
		}
	}
	return sum
}

// moved returns the value of a spot from what it is without the rounds of loops.
func (c *coupling) moved(v value, q *point, at spot) value {
	d := c.offset(q, at, c.rounds)
	if d == 0 || v.t == 0 {
		return v
	}
	return c.sides[at.side].masked(c.s.Add(v.t, d), v.u)
}

// unmoved is the inverse of moved, for the numbers of rounds at the end of a segment.
func (c *coupling) unmoved(v value, q *point, at spot, rounds map[*point]bitvec.Term) value {
	d := c.offset(q, at, rounds)
	if d == 0 || v.t == 0 {
		return v
	}
	return value{t: c.s.Sub(v.t, d), u: v.u}
}

// arrived returns how often the loops around a pair of cuts were gone round when a
// segment ends there. Any numbers would do, if they make the relation hold.
func (c *coupling) arrived(q *point) map[*point]bitvec.Term {
	s := c.s
	rounds := map[*point]bitvec.Term{}
	for _, r := range q.scope {
		n, inside := c.rounds[r]
		switch {
		case r == q && inside:
			n = s.Add(n, s.Const(64, 1))
		case r == q:
			n = s.Const(64, 0)
		case !inside:
			n = s.Fresh("round", 64)
		}
		rounds[r] = n
	}
	return rounds
}

// around returns the pairs of cuts whose loops a pair of cuts lies in.
func (c *coupling) around(q *point) []*point {
	if !c.strong {
		return nil
	}
	list := []*point{q}
	for _, r := range c.order {
		a, b := c.sides[0].loopAt(r.at[0]), c.sides[1].loopAt(r.at[1])
		if r != q && a != nil && b != nil && a.body[q.at[0]] && b.body[q.at[1]] {
			list = append(list, r)
		}
	}
	return list
}

// materialise gives the registers that always equal one expression that value.
func (x *exec) materialise(st *state) {
	for changed := true; changed; {
		changed = false
		for r, in := range x.rigid {
			if in == nil || st.regs[r].t != 0 {
				continue
			}
			ready := func(o program.Operand) bool { return o.Mode != program.InReg || st.regs[o.Index].t != 0 }
			if !ready(in.A) || !ready(in.B) {
				continue
			}
			a, b := x.operand(st, in.A), value{}
			if in.B.Present() {
				b = x.operand(st, in.B)
			}
			st.regs[r], changed = x.compute(in, a, b), true
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
			return s.Ule(a, b)
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

// segment executes both versions from a pair of cuts and compares where they come
// out.
func (c *coupling) segment(q *point) error {
	blocks, states := c.begin(q)
	var ways [2][]*exit
	for side, x := range c.sides {
		var err error
		if ways[side], err = x.run(blocks[side], states[side]); err != nil {
			return err
		}
	}
	var joined [2]map[int32]*exit // by cut; -1 is the return, -2 a fault
	for side, x := range c.sides {
		joined[side] = map[int32]*exit{}
		for _, e := range ways[side] {
			key := e.cut
			switch e.kind {
			case exitReturn:
				key = -1
			case exitFault:
				key = -2
			}
			if o := joined[side][key]; o != nil {
				st := x.merge(o.st, e.st, func(r program.Reg) bool { return key >= 0 && x.liveAt(key, r) })
				e = &exit{kind: e.kind, cut: e.cut, at: o.at, st: st}
			}
			joined[side][key] = e
		}
	}
	if err := c.faults(joined[0][-2], joined[1][-2]); err != nil {
		return err
	}
	if err := c.returns(joined[0][-1], joined[1][-1]); err != nil {
		return err
	}
	return c.follow(joined)
}

// together reports whether both versions leave in one way on the same conditions.
func (c *coupling) together(a, b *exit) bool {
	g, h := c.s.False(), c.s.False()
	if a != nil {
		g = a.st.guard.term(c.s)
	}
	if b != nil {
		h = b.st.guard.term(c.s)
	}
	return c.valid(guard{}, c.s.Eq(g, h))
}

// obstacle makes the reason that a comparison failed.
func (c *coupling) obstacle(a, b *exit, format string, args ...any) error {
	if c.err != nil {
		return c.err
	}
	o := &Obstacle{Reason: fmt.Sprintf(format, args...)}
	if c.undecided {
		o.Reason += ", or the solver did not decide it"
	}
	switch {
	case b != nil:
		o.At = c.names.progs[1].Position(b.at)
	case a != nil:
		o.At = c.names.progs[0].Position(a.at)
		o.Reason += " (old version)"
	}
	return o
}

func (c *coupling) faults(a, b *exit) error {
	if a == nil && b == nil {
		return nil
	}
	if !c.together(a, b) {
		return c.obstacle(a, b, "one version may fault where the other does not")
	}
	if a == nil || b == nil {
		return nil // it never comes to this
	}
	g := a.st.guard
	if !c.valid(g, c.s.Eq(a.st.code, b.st.code)) {
		if !c.strong || c.of.opt.Equivalence.Undefined != program.ExcludeUndefined {
			return c.obstacle(a, b, "the versions may fault in different ways")
		}
		c.otherFault = true
	}
	if !c.valid(g, c.s.Eq(a.st.history, b.st.history)) {
		return c.obstacle(a, b, "before a fault the versions may call different functions")
	}
	return nil
}

// shared compares what is not the function's own.
func (c *coupling) shared(a, b *exit, g guard) error {
	if !c.valid(g, c.s.Eq(a.st.history, b.st.history)) {
		return c.obstacle(a, b, "until here the versions may call different functions, or with different arguments")
	}
	at := c.s.Fresh("address", 64)
	if !c.valid(g, c.s.And(c.sameMemory(a.st.memory, b.st.memory, at), c.sameMemory(a.st.unknown, b.st.unknown, at))) {
		return c.obstacle(a, b, "here memory may differ")
	}
	return nil
}

func (c *coupling) returns(a, b *exit) error {
	if a == nil && b == nil {
		return nil
	}
	if !c.together(a, b) {
		return c.obstacle(a, b, "one version may return where the other does not")
	}
	if a == nil || b == nil {
		return nil
	}
	g := a.st.guard
	if err := c.shared(a, b, g); err != nil {
		return err
	}
	if v, w := a.st.result, b.st.result; v.t != 0 || w.t != 0 {
		x := c.sides[0]
		if v.t == 0 || w.t == 0 || !c.valid(g, c.s.And(c.s.Eq(v.t, w.t), c.s.Eq(x.undefinedOf(v), x.undefinedOf(w)))) {
			return c.obstacle(a, b, "the versions may return different values")
		}
		if v.u != 0 && !c.valid(g, c.s.Not(c.s.RedOr(v.u))) {
			c.leaks = true
		}
	}
	return nil
}

// follow pairs the cuts that both versions come to and hands on what holds there.
func (c *coupling) follow(joined [2]map[int32]*exit) error {
	var cuts [2][]int32
	for side, x := range c.sides {
		for b, e := range joined[side] {
			if b >= 0 && !e.st.guard.dead {
				cuts[side] = append(cuts[side], b)
			}
		}
		slices.SortFunc(cuts[side], func(a, b int32) int { return x.rank[a] - x.rank[b] })
	}
	taken := map[int32]bool{}
	var left [2][]int32
	for _, a := range cuts[0] {
		e, found := joined[0][a], false
		for _, b := range cuts[1] {
			if !taken[b] && c.together(e, joined[1][b]) {
				taken[b], found = true, true
				if err := c.arrive([2]int32{a, b}, [2]*exit{e, joined[1][b]}, e.st.guard); err != nil {
					return err
				}
				break
			}
		}
		if !found {
			left[0] = append(left[0], a)
		}
	}
	for _, b := range cuts[1] {
		if !taken[b] {
			left[1] = append(left[1], b)
		}
	}
	return c.split(joined, left)
}

// maxSplit bounds the pairs of cuts that one segment comes to.
const maxSplit = 12

// split pairs cuts that one version comes to on some of the conditions of a cut of the
// other: a test that stands in a loop of one version and around two loops in the other.
func (c *coupling) split(joined [2]map[int32]*exit, left [2][]int32) error {
	reach := [2]bitvec.Term{c.s.False(), c.s.False()}
	var some [2]*exit
	for side, list := range left {
		for _, b := range list {
			e := joined[side][b]
			reach[side] = c.s.Or(reach[side], e.st.guard.term(c.s))
			some[side] = e
		}
	}
	if !c.valid(guard{}, c.s.Eq(reach[0], reach[1])) {
		return c.obstacle(some[0], some[1], "the other version does not go round a loop as often")
	}
	n := 0
	for _, a := range left[0] {
		for _, b := range left[1] {
			e, d := joined[0][a], joined[1][b]
			g := e.st.guard
			for _, t := range d.st.guard.terms {
				g = g.with(c.s, t)
			}
			if g.dead || c.ask(g.terms...).Verdict == sat.Unsat {
				continue
			}
			if n++; n > maxSplit {
				return c.obstacle(e, d, "too many pairs of loops")
			}
			if err := c.arrive([2]int32{a, b}, [2]*exit{e, d}, g); err != nil {
				return err
			}
		}
	}
	return nil
}

// arrive restricts what holds at a pair of cuts to what holds on the way here.
func (c *coupling) arrive(at [2]int32, e [2]*exit, g guard) error {
	if err := c.shared(e[0], e[1], g); err != nil {
		return err
	}
	var states [2]*state
	for side, x := range c.sides {
		states[side] = x.bare(at[side], e[side].st)
	}
	q := c.points[at]
	first := q == nil
	if first {
		q = &point{at: at, initialised: true, facts: c.candidates(at)}
		q.scope = c.around(q)
		for _, list := range c.spots(at) {
			q.classes = append(q.classes, class{spots: list, defined: true})
		}
		c.points[at] = q
		c.order = append(c.order, q)
	}
	rounds := c.arrived(q)
	changed := !q.reached
	var classes []class
	for _, k := range q.classes {
		parts := c.refine(states, g, q, rounds, k)
		changed = changed || len(parts) > 1
		for _, part := range parts {
			changed = c.weaken(states, g, q, rounds, &part) || changed
			classes = append(classes, part)
		}
	}
	q.classes = classes
	if q.initialised && e[0].st.unknown != zeros {
		at := c.s.Fresh("address", 64)
		if !c.valid(g, c.s.Eq(c.byteAt(e[0].st.unknown, at), c.s.Const(8, 0))) {
			q.initialised, changed = false, true
		}
	}
	for side, x := range c.sides {
		x.materialise(states[side])
	}
	if first {
		q.facts = append(q.facts, c.strongCandidates(q, states)...)
	}
	before := len(q.facts)
	c.drop(q, states, rounds, g)
	changed = changed || len(q.facts) < before
	q.reached = true
	q.pending = q.pending || changed
	return c.check()
}

// bare returns a state at a cut without what registers still hold that do not live
// there. A fact about an expression must be about what it would be if it were computed
// again, not about what it was.
func (x *exec) bare(b int32, st *state) *state {
	c := st.clone()
	for r := range c.regs {
		if _, param := x.params[program.Reg(r)]; !param && x.rigid[r] == nil && !x.liveAt(b, program.Reg(r)) {
			c.regs[r] = value{}
		}
	}
	return c
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

// unrolling finds the loops of one version whose number of rounds is known when they
// are executed, so that no relation of the versions has to be found for them: they are
// not cut.
func (x *exec) unrolling() error {
	for _, l := range x.loops {
		l.unroll = true
		x.cut[l.at] = false
	}
	for {
		l, err := x.keeps()
		if err != nil || l == nil {
			return err
		}
		l.unroll = false
		x.cut[l.at] = true
	}
}

// keeps tries all segments, and returns a loop that cannot be unrolled; nil if there is
// none left.
func (x *exec) keeps() (*loop, error) {
	from := []int32{0}
	for _, l := range x.loops {
		if !l.unroll {
			from = append(from, l.at)
		}
	}
	for i, b := range from {
		st := x.generic(b, i == 0)
		exits, err := x.run(b, st)
		var k *keep
		if errors.As(err, &k) {
			return k.l, nil
		}
		if err != nil {
			return nil, err
		}
		for _, e := range exits {
			if e.kind != exitCut {
				continue
			}
			for _, l := range x.loops {
				if l.unroll && l.body[e.cut] {
					return l, nil
				}
			}
		}
	}
	return nil, nil
}

// generic is a state at a block of which nothing is known but what holds always, or the
// one in which the function is called.
func (x *exec) generic(b int32, entry bool) *state {
	s := x.s
	st := &state{regs: make([]value, len(x.f.Regs)), objects: make([]object, len(x.locals)), history: s.Fresh("history", 64)}
	for i := range st.objects {
		o, l := &st.objects[i], &x.locals[i]
		o.alive = s.True()
		switch {
		case l.cell:
			o.word = value{t: s.Fresh("cell", int(8*l.width))}
		case !l.escapes:
			o.bytes, o.unknown = s.FreshArray("bytes", 64, 8), x.defined
		}
	}
	for i, a := range x.f.Params {
		st.regs[a.Reg] = x.given[i]
	}
	if !entry {
		for r := range x.f.Regs {
			if _, param := x.params[program.Reg(r)]; !param && x.rigid[r] == nil && x.liveAt(b, program.Reg(r)) {
				st.regs[r] = value{t: s.Fresh("value", x.f.Regs[r].Kind.Bits())}
			}
		}
	}
	st.memory, st.unknown = x.left("memory", st.history), zeros
	x.materialise(st)
	return st
}

// induction finds the induction variables of one version: registers and cells to which
// each round of a loop adds the same number, known at its beginning. Steps are by the
// block where the loop is cut.
//
// Unlike in compilers, it is no pattern of instructions that makes one but the terms of
// a round from any state, so that a pointer that two statements move is one as well.
func (x *exec) induction() error {
	x.steps = map[int32]map[spot]bitvec.Term{}
	varies := map[int32]map[spot]bool{}
	for _, l := range x.loops {
		if l.unroll {
			continue
		}
		begin := x.generic(l.at, false)
		exits, err := x.run(l.at, begin)
		if err != nil {
			return err
		}
		for _, e := range exits {
			to := (*loop)(nil)
			if e.kind == exitCut {
				to = x.loopAt(e.cut)
			}
			if to == nil || !to.body[l.at] {
				continue
			}
			if x.steps[e.cut] == nil {
				x.steps[e.cut], varies[e.cut] = map[spot]bitvec.Term{}, map[spot]bool{}
			}
			for _, at := range x.ownSpots(e.cut) {
				step := x.step(begin, e.st, at)
				if step == 0 && x.err == nil {
					step = x.stepWhere(begin, e.st, at)
				}
				if old, ok := x.steps[e.cut][at]; step == 0 || ok && old != step {
					varies[e.cut][at] = true
				}
				x.steps[e.cut][at] = step
			}
		}
	}
	for b, set := range varies {
		for at := range set {
			delete(x.steps[b], at)
		}
	}
	return nil
}

// step returns what was added to a spot between two states, 0 if that is not known
// before.
func (x *exec) step(begin, end *state, at spot) bitvec.Term {
	v, w := valueOf(begin, at), valueOf(end, at)
	if v.t == 0 || w.t == 0 || v.u != 0 || w.u != 0 {
		return 0
	}
	d := x.s.Sub(w.t, v.t)
	if !x.fixed(d) {
		d = x.canon.of(d)
	}
	if !x.fixed(d) {
		return 0
	}
	return d
}

// stepWhere is step where the difference is a number on the conditions on which the end
// is reached only: ways on which it is another one may have met before they parted.
func (x *exec) stepWhere(begin, end *state, at spot) bitvec.Term {
	v, w := valueOf(begin, at), valueOf(end, at)
	if v.t == 0 || w.t == 0 || v.u != 0 || w.u != 0 {
		return 0
	}
	s := x.s
	d := s.Sub(w.t, v.t)
	a := x.ask(end.guard.terms...)
	if a.Verdict != sat.Sat {
		return 0
	}
	step := s.Value(a.Model.Value(d))
	if !x.valid(end.guard, s.Eq(d, step)) {
		return 0
	}
	return step
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

// maxFixed bounds the size of terms that are looked through for what they depend on.
const maxFixed = 400

// fixed reports whether a term is made of parameters and of the state in which the
// function was called alone: it has one value in all of an activation.
func (p *pair) fixed(t bitvec.Term) bool {
	s := p.s
	if s.Kind(t) == bitvec.KindConst {
		return true
	}
	seen := map[bitvec.Term]bool{}
	work := []bitvec.Term{t}
	for len(work) > 0 {
		u := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[u] {
			continue
		}
		seen[u] = true
		if len(seen) > maxFixed {
			return false
		}
		if s.Kind(u) == bitvec.KindVar {
			if !p.rigidVars[u] {
				return false
			}
			continue
		}
		for i := range s.NumArgs(u) {
			work = append(work, s.Arg(u, i))
		}
	}
	return true
}

// widen returns the extension of a sum as the sum of the extensions, if it does not
// overflow in the state: the addresses of a[i+1] in one version and of (a+i)[1] in the
// other are the same term then. t is the sum, plain its extension to w bits.
func (x *exec) widen(st *state, signed bool, w int, t, plain bitvec.Term) bitvec.Term {
	s := x.s
	if s.Kind(plain) == bitvec.KindConst || st.guard.dead {
		return plain
	}
	key := widening{t, w, signed}
	wide, known := x.wider[key]
	if !known {
		wide = x.wide(signed, w, t, maxWidened)
		if wide == plain {
			wide = 0
		}
		x.wider[key] = wide
	}
	if wide == 0 || !x.valid(st.guard, s.Eq(wide, plain)) {
		return plain
	}
	return wide
}

// widening is an extension of a term.
type widening struct {
	t      bitvec.Term
	w      int
	signed bool
}

// maxWidened bounds the sums that are looked through.
const maxWidened = 6

// wide guesses the extension of a sum.
func (x *exec) wide(signed bool, w int, t bitvec.Term, depth int) bitvec.Term {
	s := x.s
	if depth > 0 {
		switch s.Kind(t) {
		case bitvec.KindAdd:
			return s.Add(x.wide(signed, w, s.Arg(t, 0), depth-1), x.wide(signed, w, s.Arg(t, 1), depth-1))
		case bitvec.KindNeg:
			return s.Neg(x.wide(signed, w, s.Arg(t, 0), depth-1))
		case bitvec.KindMul:
			if s.Kind(s.Arg(t, 0)) == bitvec.KindConst || s.Kind(s.Arg(t, 1)) == bitvec.KindConst {
				return s.Mul(x.wide(signed, w, s.Arg(t, 0), depth-1), x.wide(signed, w, s.Arg(t, 1), depth-1))
			}
		case bitvec.KindExtract:
			if _, lo := s.ExtractBounds(t); lo == 0 && s.Width(s.Arg(t, 0)) == w && x.roundVars[s.Arg(t, 0)] {
				return s.Arg(t, 0)
			}
		case bitvec.KindConst:
			// A great number is a small negative one, as in i + 0xFFFFFFFF.
			return s.Resize(w, true, t)
		}
	}
	return s.Resize(w, signed, t)
}
