package symexec

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
)

// stop is where the run of one argument of an annotation ends: a place in the
// activation of a depth.
type stop struct {
	f     *code.Function
	pc    int32
	depth int
	there bool
}

func (s *stop) at(st *State, pc int32) bool {
	s.there = s.pc == pc && s.depth == st.depth && st.top.f == s.f
	return s.there
}

// Bounds of computing one argument of an annotation: instructions of a path,
// and paths.
const (
	argumentSteps = 1 << 20
	argumentPaths = 32
)

// chooseBoth executes a branch to the arguments of an annotation by computing
// both, each as its own version and on all of its paths, and going on where
// they meet with values of two readings. It reports false if that cannot be: an
// argument ends the path, writes output, or leaves memory that has no common
// form. The branch is then an ordinary one, on which the versions part.
func (e *Explorer) chooseBoth(st *State, f *frame, in *code.Instr, cond bitvec.Term) bool {
	if st.reading != both || cond != e.shadow.version {
		return false
	}
	if in.Arms != nil && e.mergeArms(st, f, in, cond) {
		e.shadow.Stats.Chosen++
		return true
	}
	join := e.shadow.joinOf(f.f, in)
	for _, guided := range []bool{false, true} {
		if join < 0 || guided && st.in.Guide == nil {
			break
		}
		o := e.argumentOn(st, oldVersion, in.No, join, guided)
		if o == nil {
			continue
		}
		n := e.argumentOn(st, newVersion, in.Yes, join, guided)
		if n == nil {
			continue
		}
		way := e.terms.And(e.since(st, o), e.since(st, n))
		if e.joinStates(st, e.shadow.version, o, n) {
			e.adopt(st, n)
			if guided {
				e.add(st, way)
			}
			e.shadow.Stats.Chosen++
			return true
		}
	}
	e.shadow.Stats.Parted++
	return false
}

// argumentOn runs copies of the state as one version from pc to join, on all
// paths, and returns what they have in common as one state; if guided, on the
// path of the input that is followed alone.
func (e *Explorer) argumentOn(st *State, r reading, pc, join int32, guided bool) *State {
	first := e.fork(st)
	first.Steps++
	first.reading = r
	first.top.pc = pc
	if !guided {
		free := *st.in
		free.Guide = nil
		first.in = &free
	}
	var done []*State
	forked := e.forked
	defer func() { e.forked = forked }()
	for work := []*State{first}; len(work) > 0; {
		a := work[len(work)-1]
		work = work[:len(work)-1]
		e.forked = nil
		ok := e.runTo(a, st, join)
		work = append(work, e.forked...)
		if !ok || len(done)+len(work) >= argumentPaths {
			return nil
		}
		done = append(done, a)
	}
	merged := done[0]
	for _, a := range done[1:] {
		if !e.joinStates(st, e.since(st, a), merged, a) {
			return nil
		}
		merged = a
	}
	return merged
}

// runTo runs a until it is at pc join in the activation that st is in.
func (e *Explorer) runTo(a, st *State, join int32) bool {
	a.until = &stop{f: st.top.f, pc: join, depth: st.depth}
	here := func() bool { return a.top.f == st.top.f && a.depth == st.depth && a.top.pc == join }
	for limit := a.Steps + argumentSteps; !a.done && !here(); {
		if a.Steps >= limit || e.ctx.Err() != nil {
			return false
		}
		e.run(a, argumentSteps)
	}
	a.until = nil
	return !a.done
}

// since returns what the path of a adds to the path condition of st.
func (e *Explorer) since(st, a *State) bitvec.Term {
	t := e.terms.True()
	for c := range a.path.Since(st.path.Len()) {
		t = e.terms.And(t, c)
	}
	return t
}

// joinStates makes n what follows o where cond is false and n where it is true,
// both of which came from st.
func (e *Explorer) joinStates(st *State, cond bitvec.Term, o, n *State) bool {
	if o.shown.Out != st.shown.Out || n.shown.Out != st.shown.Out || o.shown.Files != st.shown.Files || n.shown.Files != st.shown.Files || o.shown.Observed != st.shown.Observed || n.shown.Observed != st.shown.Observed || o.stdin != n.stdin || o.nasked != n.nasked || o.concretised != n.concretised {
		return false
	}
	regs := slices.Clone(n.top.regs)
	for i := range regs {
		x, y := o.top.regs[i], n.top.regs[i]
		if x == y {
			continue
		}
		if i >= len(st.top.f.IR.Regs) {
			return false // the home of an object that only one of them began
		}
		bits := st.top.f.IR.Regs[i].Kind.Bits()
		regs[i] = e.terms.Of(e.terms.Ite(cond, e.terms.Term(y, bits), e.terms.Term(x, bits)))
	}
	var slots []uint32
	var objects []*memory.Object
	for s := uint32(1); int(s) < max(o.memory.Len(), n.memory.Len()); s++ {
		x, y := o.memory.Object(s), n.memory.Object(s)
		if x == y || (x == nil || !x.Live) && (y == nil || !y.Live) {
			continue
		}
		if x == nil || y == nil || !x.Live || !y.Live || x.ID != y.ID || x.Size != y.Size || x.Text != y.Text {
			return false
		}
		m, ok := x.Join(e.terms, y, cond)
		if !ok {
			return false
		}
		slots, objects = append(slots, s), append(objects, m)
	}
	n.innermost().regs = regs
	for i, s := range slots {
		n.memory.Replace(s, objects[i])
	}
	return true
}

// adopt makes st go on as n, under its own path condition.
func (e *Explorer) adopt(st, n *State) {
	keep := *st
	*st = *n
	st.ID, st.Forks, st.Payload, st.in, st.reading, st.until = keep.ID, keep.Forks, keep.Payload, keep.in, both, nil
	st.path = keep.path
}

// loadBoth loads through a pointer whose readings name two known places. For a
// state that runs as one version it replaces the pointer by its reading.
func (e *Explorer) loadBoth(st *State, addr *expr.Value, n int) (expr.Value, bool) {
	o, w, ok := e.twoPlaces(st, addr, n)
	if !ok {
		return expr.Value{}, false
	}
	x, y := st.memory.Object(o.slot).Load(e.terms, o.off, n), st.memory.Object(w.slot).Load(e.terms, w.off, n)
	if x == y {
		return x, true
	}
	return e.terms.Of(e.terms.Ite(e.shadow.version, e.terms.Term(y, 8*n), e.terms.Term(x, 8*n))), true
}

// storeBoth stores through such a pointer: each place changes for one version.
func (e *Explorer) storeBoth(st *State, addr *expr.Value, n int, v expr.Value) bool {
	o, w, ok := e.twoPlaces(st, addr, n)
	if !ok || st.memory.Object(o.slot).ReadOnly || st.memory.Object(w.slot).ReadOnly {
		return false
	}
	x, y := e.terms.Term(st.memory.Object(o.slot).Load(e.terms, o.off, n), 8*n), e.terms.Term(st.memory.Object(w.slot).Load(e.terms, w.off, n), 8*n)
	new := e.terms.Term(v, 8*n)
	st.memory.Change(o.slot).Store(e.terms, o.off, n, e.terms.Of(e.terms.Ite(e.shadow.version, x, new)))
	st.memory.Change(w.slot).Store(e.terms, w.off, n, e.terms.Of(e.terms.Ite(e.shadow.version, new, y)))
	return true
}

// twoPlaces resolves a pointer with two readings that are known and name
// places where n bytes can be read.
func (e *Explorer) twoPlaces(st *State, addr *expr.Value, n int) (old, new target, ok bool) {
	o, w := e.readings(st, addr.T)
	if o == w {
		*addr = e.terms.Of(w)
		return old, new, false
	}
	find := func(t bitvec.Term) (target, bool) {
		a, known := e.terms.ConstUint64(t)
		if !known || st.memory.TextAt(a) != nil {
			return target{}, false
		}
		s, off, ok := st.memory.Inside(a, uint64(n))
		if !ok {
			return target{}, false
		}
		_, ok = st.memory.Object(s).Initialised(off, n)
		return target{slot: s, off: off}, ok
	}
	if old, ok = find(o); !ok {
		return old, new, false
	}
	new, ok = find(w)
	return old, new, ok
}

// joinOf returns code.Function.JoinPoint of a branch, which is computed once.
func (s *shadow) joinOf(f *code.Function, in *code.Instr) int32 {
	pc, ok := s.joins[in]
	if !ok {
		pc = f.JoinPoint(in)
		s.joins[in] = pc
	}
	return pc
}
