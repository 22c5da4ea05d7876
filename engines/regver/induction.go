package regver

import (
	"errors"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

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

// roll cuts all loops again.
func (x *exec) roll() {
	for _, l := range x.loops {
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
			if _, lo := s.ExtractBounds(t); lo == 0 && s.Width(s.Arg(t, 0)) == w && (x.roundVars[s.Arg(t, 0)] || x.lawful[s.Arg(t, 0)]) {
				return s.Arg(t, 0)
			}
		case bitvec.KindConst:
			// A great number is a small negative one, as in i + 0xFFFFFFFF.
			return s.Resize(w, true, t)
		}
	}
	return s.Resize(w, signed, t)
}
