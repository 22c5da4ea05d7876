package symexec

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
)

// Bounds of computing one argument of an annotation: instructions of a path,
// and paths.
const (
	argumentSteps = 1 << 20
	argumentPaths = 32
)

// Choose executes a branch to the arguments of an annotation by computing
// both, each as its own version and on all of its paths, and going on where
// they meet with values of two readings. It reports false if that cannot be: an
// argument ends the path, writes output, or leaves memory that has no common
// form. The branch is then an ordinary one, on which the versions part.
func (e *shadow) Choose(st *State, f *exec.Activation, in *code.Instr, cond bitvec.Term) bool {
	if st.Reading != exec.Both || cond != e.version {
		return false
	}
	join := in.Join
	if e.machine.MergeArguments(st, f, in, cond) {
		e.counts.Chosen++
		return true
	}
	// The copies made here end here, too: what the state owned is its own again.
	owned := st.Owned()
	defer func() { st.Regain(owned) }()
	for _, guided := range []bool{false, true} {
		if join < 0 || guided && st.Input.Guide == nil {
			break
		}
		o := e.argumentOn(st, exec.OldVersion, in.No, join, guided)
		if o == nil {
			continue
		}
		n := e.argumentOn(st, exec.NewVersion, in.Yes, join, guided)
		if n == nil {
			continue
		}
		way := e.terms.And(e.since(st, o), e.since(st, n))
		if e.joinStates(st, e.version, o, n) {
			e.adopt(st, n)
			if guided {
				e.add(st, way)
			}
			e.counts.Chosen++
			return true
		}
	}
	e.counts.Parted++
	return false
}

// argumentOn runs copies of the state as one version from pc to join, on all
// paths, and returns what they have in common as one state; if guided, on the
// path of the input that is followed alone.
func (e *shadow) argumentOn(st *State, r exec.Reading, pc, join int32, guided bool) *State {
	first := e.fork(st)
	first.Steps++
	first.Reading = r
	first.Top.PC = pc
	if !guided {
		free := *st.Input
		free.Guide = nil
		first.Input = &free
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
func (e *shadow) runTo(a, st *State, join int32) bool {
	a.Until = &exec.Stop{Func: st.Top.Fn, PC: join, Depth: st.Activations}
	here := func() bool { return a.Top.Fn == st.Top.Fn && a.Activations == st.Activations && a.Top.PC == join }
	for limit := a.Steps + argumentSteps; !a.Done && !here(); {
		if a.Steps >= limit || e.ctx.Err() != nil {
			return false
		}
		e.machine.Run(a, argumentSteps)
	}
	a.Until = nil
	return !a.Done
}

// since returns what the path of a adds to the path condition of st.
func (e *shadow) since(st, a *State) bitvec.Term {
	t := e.terms.True()
	for c := range a.Path.Since(st.Path.Len()) {
		t = e.terms.And(t, c)
	}
	return t
}

// joinStates makes n what follows o where cond is false and n where it is true,
// both of which came from st.
func (e *shadow) joinStates(st *State, cond bitvec.Term, o, n *State) bool {
	if o.Shown.Out != st.Shown.Out || n.Shown.Out != st.Shown.Out || o.Shown.Files != st.Shown.Files || n.Shown.Files != st.Shown.Files || o.Shown.Observed != st.Shown.Observed || n.Shown.Observed != st.Shown.Observed || o.Stdin != n.Stdin || o.NAsked != n.NAsked || o.Concretised != n.Concretised {
		return false
	}
	if !o.Top.SameUndefined(n.Top) {
		return false
	}
	regs := slices.Clone(n.Top.Regs)
	for i := range regs {
		x, y := o.Top.Regs[i], n.Top.Regs[i]
		if x == y {
			continue
		}
		if i >= len(st.Top.Fn.IR.Regs) {
			return false // the home of an object that only one of them began
		}
		bits := st.Top.Fn.IR.Regs[i].Kind.Bits()
		regs[i] = e.terms.Of(e.terms.Ite(cond, e.terms.Term(y, bits), e.terms.Term(x, bits)))
	}
	var slots []uint32
	var objects []*memory.Object
	for s := range o.Memory.Unshared(&n.Memory) {
		x, y := o.Memory.Object(s), n.Memory.Object(s)
		if (x == nil || !x.Live) && (y == nil || !y.Live) {
			continue
		}
		if x == nil || y == nil || !x.Live || !y.Live || x.Nth != y.Nth || x.Size != y.Size || x.Text != y.Text {
			return false
		}
		m, ok := x.Join(e.terms, y, cond)
		if !ok {
			return false
		}
		slots, objects = append(slots, s), append(objects, m)
	}
	n.Innermost().Regs = regs
	for i, s := range slots {
		n.Memory.Replace(s, objects[i])
	}
	return true
}

// adopt makes st go on as n, under its own path condition.
func (e *shadow) adopt(st, n *State) {
	keep := *st
	*st = *n
	st.ID, st.Forks, st.Payload, st.Input, st.Reading, st.Until = keep.ID, keep.Forks, keep.Payload, keep.Input, exec.Both, nil
	st.Path = keep.Path
}

// Load loads through a pointer whose readings name two known places. For a
// state that runs as one version it replaces the pointer by its reading.
func (e *shadow) Load(st *State, addr *expr.Value, n int) (expr.Value, bool) {
	o, w, ok := e.twoPlaces(st, addr, n)
	if !ok {
		return expr.Value{}, false
	}
	x, y := st.Memory.Object(o.slot).Load(e.terms, o.off, n), st.Memory.Object(w.slot).Load(e.terms, w.off, n)
	if x == y {
		return x, true
	}
	return e.terms.Of(e.terms.Ite(e.version, e.terms.Term(y, 8*n), e.terms.Term(x, 8*n))), true
}

// Store stores through such a pointer: each place changes for one version.
func (e *shadow) Store(st *State, addr *expr.Value, n int, v expr.Value) bool {
	o, w, ok := e.twoPlaces(st, addr, n)
	if !ok || st.Memory.Object(o.slot).ReadOnly || st.Memory.Object(w.slot).ReadOnly {
		return false
	}
	x, y := e.terms.Term(st.Memory.Object(o.slot).Load(e.terms, o.off, n), 8*n), e.terms.Term(st.Memory.Object(w.slot).Load(e.terms, w.off, n), 8*n)
	new := e.terms.Term(v, 8*n)
	st.Memory.Change(o.slot).Store(e.terms, o.off, n, e.terms.Of(e.terms.Ite(e.version, x, new)))
	st.Memory.Change(w.slot).Store(e.terms, w.off, n, e.terms.Of(e.terms.Ite(e.version, new, y)))
	return true
}

// known is a place in memory: bytes at off of the object in a slot.
type known struct {
	slot uint32
	off  int
}

// twoPlaces resolves a pointer with two readings that are known and name
// places where n bytes can be read.
func (e *shadow) twoPlaces(st *State, addr *expr.Value, n int) (old, new known, ok bool) {
	o, w := e.readings(st, addr.T)
	if o == w {
		*addr = e.terms.Of(w)
		return old, new, false
	}
	find := func(t bitvec.Term) (known, bool) {
		a, ok := e.terms.ConstUint64(t)
		if !ok || st.Memory.TextAt(a) != nil {
			return known{}, false
		}
		s, off, ok := st.Memory.Inside(a, uint64(n))
		if !ok {
			return known{}, false
		}
		_, ok = st.Memory.Object(s).Initialised(off, n)
		return known{slot: s, off: off}, ok
	}
	if old, ok = find(o); !ok {
		return old, new, false
	}
	new, ok = find(w)
	return old, new, ok
}
