package symexec

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// choosesVersion reports whether a branch of fn tests __rift_version() itself:
// it then leads to the one or the other argument of an annotation.
func choosesVersion(fn *program.Func, branch *program.Instr) bool {
	for _, b := range fn.Blocks {
		if b.Term() != branch {
			continue
		}
		r := branch.A.Reg()
		for i := len(b.Instrs) - 2; i >= 0; i-- {
			in := &b.Instrs[i]
			if in.Dst != r || r == program.NoReg {
				continue
			}
			switch {
			case in.Op == program.Intrinsic:
				return in.Intrin == program.IntrinVersion
			case in.Op == program.Ne && in.B.Mode == program.Const && in.B.Bits == 0:
				r = in.A.Reg()
			default:
				return false
			}
		}
	}
	return false
}

// stop is where the run of one argument of an annotation ends: a place in the
// activation of a depth.
type stop struct {
	f     *function
	pc    int32
	depth int
	there bool
}

func (s *stop) at(st *State, pc int32) bool {
	s.there = s.pc == pc && s.depth == st.depth && st.top.f == s.f
	return s.there
}

// argumentSteps bounds the instructions of one argument of an annotation.
const argumentSteps = 1 << 20

// chooseBoth executes a branch to the arguments of an annotation by computing
// both, each as its own version, and going on where they meet with values of
// two readings. It reports false if that cannot be: an argument ends the path,
// writes output, or leaves memory that has no common form. The branch is then
// an ordinary one, on which the versions part.
func (e *Explorer) chooseBoth(st *State, f *frame, in *inst, cond bitvec.Term) bool {
	if st.reading != both || cond != e.shadow.version {
		return false
	}
	if in.arms != nil && e.mergeArms(st, f, in, cond) {
		e.shadow.Stats.Chosen++
		return true
	}
	join := f.f.meeting(in)
	if join < 0 || st.in.guide == nil {
		e.shadow.Stats.Parted++
		return false
	}
	a := e.argumentRun(st, oldVersion, in.no, join)
	if a == nil {
		e.shadow.Stats.Parted++
		return false
	}
	parts, model, id := st.parts, st.model, st.id
	// What holds on the way of the old version holds from here on.
	st.parts, st.model, st.id = a.parts, a.model, a.id
	b := e.argumentRun(st, newVersion, in.yes, join)
	if b == nil || !e.joinArguments(st, a, b) {
		st.parts, st.model, st.id = parts, model, id
		e.shadow.Stats.Parted++
		return false
	}
	e.shadow.Stats.Chosen++
	return true
}

// argumentRun runs a copy of the state as one version from pc to join.
func (e *Explorer) argumentRun(st *State, r reading, pc, join int32) *State {
	a := e.fork(st)
	a.Steps++
	a.reading = r
	a.top.pc = pc
	a.until = &stop{f: st.top.f, pc: join, depth: st.depth}
	limit := a.Steps + argumentSteps
	for !a.done && !a.until.there && a.Steps < limit {
		if a.top.f == a.until.f && a.depth == a.until.depth && a.top.pc == join {
			break
		}
		e.run(a, argumentSteps)
	}
	if a.done || a.top.f != st.top.f || a.top.pc != join || a.depth != st.depth {
		return nil
	}
	a.until = nil
	return a
}

// joinArguments makes st what follows the two runs a and b of its arguments.
func (e *Explorer) joinArguments(st, a, b *State) bool {
	if a.out != st.out || b.out != st.out || a.files != st.files || b.files != st.files || a.stdin != b.stdin || a.nasked != b.nasked || a.top.varargs != b.top.varargs {
		return false
	}
	regs := slices.Clone(b.top.regs)
	for i := range regs {
		o, n := a.top.regs[i], b.top.regs[i]
		if o == n {
			continue
		}
		bits := 64
		if i < len(st.top.f.fn.Regs) {
			bits = st.top.f.fn.Regs[i].Kind.Bits()
		} else {
			return false // the home of an object that only one of them began
		}
		regs[i] = e.symbolic(e.terms.Ite(e.shadow.version, e.term(n, bits), e.term(o, bits)))
	}
	var writes []func(*State)
	for s := 1; s < max(a.slots, b.slots); s++ {
		o, n := a.object(uint32(s)), b.object(uint32(s))
		if o == n {
			continue
		}
		if (o == nil || !o.live) && (n == nil || !n.live) {
			continue
		}
		if o == nil || n == nil || !o.live || !n.live || o.id != n.id || len(o.data) != len(n.data) || o.text != n.text {
			return false
		}
		m, ok := e.joinObjects(o, n)
		if !ok {
			return false
		}
		writes = append(writes, func(t *State) { m.own = t.own; t.setObject(uint32(s), m) })
	}
	keep := *st
	*st = *b
	st.ID, st.reading, st.until, st.Payload = keep.ID, both, nil, keep.Payload
	st.top.regs = regs
	for _, w := range writes {
		w(st)
	}
	return true
}

// joinObjects returns an object that holds what the old version's o and the new
// version's n hold.
func (e *Explorer) joinObjects(o, n *object) (*object, bool) {
	m := n.copyFor(nil)
	for off := 0; off < len(n.data); {
		w := 1
		for k := 8; k > 1; k /= 2 {
			if off%k == 0 && off+k <= len(n.data) && (e.whole(o, off, k) || e.whole(n, off, k)) {
				w = k
				break
			}
		}
		_, okO := o.initialised(off, w)
		_, okN := n.initialised(off, w)
		x, y := e.load(o, off, w), e.load(n, off, w)
		switch {
		case okO != okN:
			return nil, false
		case x != y && okO:
			e.store(m, off, w, e.symbolic(e.terms.Ite(e.shadow.version, e.term(y, 8*w), e.term(x, 8*w))))
		case x != y:
			return nil, false
		}
		off += w
	}
	return m, true
}

// whole reports whether an object holds one term of n bytes at off.
func (e *Explorer) whole(o *object, off, n int) bool {
	from, to := o.span(off, n)
	return to == from+1 && int(o.sym[from].off) == off && int(o.sym[from].n) == n
}

// meeting returns the pc of the block at which the ways from a branch meet
// again, whatever they do in between, or -1.
func (f *function) meeting(in *inst) int32 {
	blocks := f.fn.Blocks
	reach := func(from, without int32) map[int32]bool {
		seen := map[int32]bool{}
		work := []int32{from}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if seen[b] || b == without {
				continue
			}
			seen[b] = true
			work = append(work, blocks[b].Term().Targets...)
		}
		return seen
	}
	y, n := in.in.Targets[0], in.in.Targets[1]
	fromY, fromN := reach(y, -1), reach(n, -1)
	leaves := func(set map[int32]bool) bool {
		for b := range set {
			if t := blocks[b].Term(); len(t.Targets) == 0 && t.Op != program.Unreachable {
				return true
			}
		}
		return false
	}
	best, size := int32(-1), 0
	for b := range blocks {
		c := int32(b)
		if !fromY[c] || !fromN[c] {
			continue
		}
		ry, rn := reach(y, c), reach(n, c)
		if leaves(ry) || leaves(rn) {
			continue
		}
		if k := len(ry) + len(rn); best < 0 || k < size {
			best, size = c, k
		}
	}
	if best < 0 {
		return -1
	}
	return f.starts[best]
}

// loadBoth loads through a pointer whose readings name two known places. For a
// state that runs as one version it replaces the pointer by its reading.
func (e *Explorer) loadBoth(st *State, addr *value, n int) (value, bool) {
	o, w, ok := e.twoPlaces(st, addr, n)
	if !ok {
		return value{}, false
	}
	x, y := e.load(st.object(o.slot), o.off, n), e.load(st.object(w.slot), w.off, n)
	if x == y {
		return x, true
	}
	return e.symbolic(e.terms.Ite(e.shadow.version, e.term(y, 8*n), e.term(x, 8*n))), true
}

// storeBoth stores through such a pointer: each place changes for one version.
func (e *Explorer) storeBoth(st *State, addr *value, n int, v value) bool {
	o, w, ok := e.twoPlaces(st, addr, n)
	if !ok || st.object(o.slot).readOnly || st.object(w.slot).readOnly {
		return false
	}
	x, y := e.term(e.load(st.object(o.slot), o.off, n), 8*n), e.term(e.load(st.object(w.slot), w.off, n), 8*n)
	new := e.term(v, 8*n)
	e.store(st.change(o.slot), o.off, n, e.symbolic(e.terms.Ite(e.shadow.version, x, new)))
	e.store(st.change(w.slot), w.off, n, e.symbolic(e.terms.Ite(e.shadow.version, new, y)))
	return true
}

// twoPlaces resolves a pointer with two readings that are known and name
// places where n bytes can be read.
func (e *Explorer) twoPlaces(st *State, addr *value, n int) (old, new target, ok bool) {
	o, w := e.readings(st, addr.t)
	if o == w {
		*addr = e.symbolic(w)
		return old, new, false
	}
	find := func(t bitvec.Term) (target, bool) {
		a, known := e.terms.ConstUint64(t)
		if !known || st.textAt(a) != nil {
			return target{}, false
		}
		s, off, ok := st.inside(a, uint64(n))
		if !ok {
			return target{}, false
		}
		_, ok = st.object(s).initialised(off, n)
		return target{slot: s, off: off}, ok
	}
	if old, ok = find(o); !ok {
		return old, new, false
	}
	new, ok = find(w)
	return old, new, ok
}
