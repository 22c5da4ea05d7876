package regver

import (
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
	// known are formulas of what never changes in an activation that hold here.
	known []bitvec.Term
	// history, if not 0, is the history here whenever the pair is reached; still: memory is
	// what it left, as well.
	history bitvec.Term
	still   bool
	// scope are the pairs of cuts whose loops this one lies in, itself included. How
	// often each was gone round is a number that both versions share; what they add to a
	// variable in each round is taken off before values are compared, so that an index
	// and a pointer that walk together are both constant.
	scope []*point
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

// place says where a segment begins.
func (c *coupling) place(q *point) string {
	if q == nil {
		return "the entry"
	}
	var at [2]program.Position
	for side, x := range c.sides {
		at[side] = c.names.progs[side].Position(x.f.Blocks[q.at[side]].Instrs[0].At)
	}
	// Old files may go by the names of new ones. Loops of one line are told apart by their blocks.
	return fmt.Sprintf("the loops at %d:%d (old) and %v (new), blocks %d and %d", at[0].Line, at[0].Col, at[1], q.at[0], q.at[1])
}

// begin makes the states of both versions at a pair of cuts, or at their entries.
func (c *coupling) begin(q *point) (blocks [2]int32, states [2]*state) {
	s := c.s
	c.fresh()
	if c.evidence != nil {
		c.evidence.begin(c.place(q))
	}
	c.assume = nil
	c.from, c.rounds = q, map[*point]bitvec.Term{}
	history := s.Var("history", 64)
	c.rigidVars[history] = true
	content := history // what left the content of memory
	if q != nil {
		if history = q.history; history == 0 {
			history = s.Fresh("history", 64)
		}
		if content = history; q.history != 0 && !q.still {
			content = s.Fresh("memory", 64)
		}
		c.assume = append(c.assume, q.known...)
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
		st.memory, st.unknown = c.left("memory", content), zeros
		if q != nil && !q.initialised {
			st.unknown = c.left("unknown", content)
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
	switch {
	case c.valid(g, c.s.Eq(a.st.code, b.st.code)):
	case c.strong && c.valid(g, c.s.Eq(a.st.rough, b.st.rough)):
		c.samePointer = true
	default:
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
				g = g.with(c.pair, t)
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
	changed := c.settled(q, e) || !q.reached
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

// settled restricts what is known at a pair of cuts of what never changes in an
// activation: formulas of parameters and of what was read or returned before all loops,
// and the history and memory of loops without events or stores. It reports whether
// something is not known any more.
func (c *coupling) settled(q *point, e [2]*exit) bool {
	if !c.strong {
		return false
	}
	var holds []bitvec.Term
	if c.from != nil {
		holds = slices.Clone(c.from.known)
	}
	for _, x := range e {
		for _, t := range x.st.guard.terms {
			if c.fixed(t) {
				holds = append(holds, t)
			}
		}
	}
	slices.Sort(holds)
	holds = slices.Compact(holds)
	h := e[0].st.history
	if !q.reached {
		q.known = holds
		events, stores := false, false
		for side, x := range c.sides {
			a, b := x.disturbs(x.loopAt(q.at[side]))
			events, stores = events || a, stores || b
		}
		if h == e[1].st.history && !events && c.fixed(h) {
			q.history, q.still = h, !stores && c.untouched(e, h)
		}
		return true
	}
	changed := false
	q.known = slices.DeleteFunc(q.known, func(t bitvec.Term) bool {
		_, found := slices.BinarySearch(holds, t)
		changed = changed || !found
		return !found
	})
	if q.history != 0 && (h != q.history || e[1].st.history != h) {
		q.history, q.still, changed = 0, false, true
	}
	if q.still && !c.untouched(e, q.history) {
		q.still, changed = false, true
	}
	return changed
}

// untouched reports whether memory is what a history left.
func (c *coupling) untouched(e [2]*exit, h bitvec.Term) bool {
	for _, x := range e {
		m, u := c.nodes[x.st.memory], c.nodes[x.st.unknown]
		if m.kind != nodeBase || m.cond != h || x.st.unknown != zeros && (u.kind != nodeBase || u.cond != h) {
			return false
		}
	}
	return true
}

// disturbs reports whether in a loop there may be events, and stores to memory that is
// shared.
func (x *exec) disturbs(l *loop) (events, stores bool) {
	if l == nil {
		return true, true
	}
	for b := range l.body {
		list := x.f.Blocks[b].Instrs
		for i := range list {
			in := &list[i]
			switch in.Op {
			case program.Call:
				quiet := false
				if in.A.Mode == program.FuncAddr {
					f := x.names.progs[x.side].Funcs[in.A.Index]
					quiet = x.strong && x.of.readers[f.Name] || x.pure(f)
				}
				events = events || !quiet
			case program.Intrinsic:
				events = true
			case program.Enter, program.Leave:
				events = events || x.locals[in.Local].escapes
			case program.Store, program.ZeroMem, program.CopyMem:
				o := x.baseOf(in.A)
				stores = stores || o.kind != baseLocal || x.locals[o.index].escapes
			}
		}
	}
	return events, stores
}
