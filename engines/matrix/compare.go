package matrix

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/matrix/execution"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// differ returns the condition under which a variable live at node n of the new
// version has another value at an arrival of that version than at one of the old.
// It is what comparison.differ decides for words. It reports false if objects
// would have to be compared that have no counterpart: the condition then says of
// the others when they differ.
func (f *former) differ(new, old *arrival, n flow.Node) (bitvec.Term, bool) {
	s, v := f.p.e.Terms(), f.a.versions
	out, known := s.False(), true
	other := map[variable]bool{}
	for _, r := range old.regs {
		other[variable{r.Depth, r.Func, r.Reg}] = true
	}
	for _, r := range new.regs {
		k, ok := v.twin(&r)
		if !ok || !other[k] {
			continue
		}
		a, b := new.snapshot.Register(int(r.Depth), r.Reg), old.snapshot.Register(int(r.Depth), k.reg)
		x, y := v.variables(&r, k)
		if s.Width(a) != s.Width(b) {
			a, b = wide(s, x, a), wide(s, y, b)
		} else if x.Kind == program.Ptr {
			same, ok := f.samePointer(new.snapshot, old.snapshot, a, b)
			known = known && ok
			if same || !ok {
				continue
			}
		}
		out = s.Or(out, s.Ne(a, b))
	}
	memory, ok := f.memoryDiffers(new.snapshot, old.snapshot, n)
	return s.Or(out, memory), known && ok
}

// wide is word for terms.
func wide(s *bitvec.Store, v *program.RegInfo, a bitvec.Term) bitvec.Term {
	if signed(v) {
		return s.SignExtend(64-s.Width(a), a)
	}
	return s.ZeroExtend(64-s.Width(a), a)
}

// samePointer reports whether two addresses point to corresponding bytes, and
// whether that is known.
func (f *former) samePointer(new, old *underconstrained.Snapshot, a, b bitvec.Term) (same, known bool) {
	s := f.p.e.Terms()
	x, ok := s.ConstUint64(a)
	y, ok2 := s.ConstUint64(b)
	switch {
	case !ok && ok2 && program.Slot(y) != 0: // compared as words, with the numbers of the new version
		if fn, ok := program.FuncIndex(y); ok {
			k, ok := f.a.versions.mapping.FuncToNew(fn)
			return false, ok && k == fn
		}
		o, known := old.Object(y)
		return false, known && f.twins(new, o, o) || old.Own(y)
	case !ok || !ok2:
		return a == b, true // different terms are compared as words
	}
	if program.Slot(x) == 0 || program.Slot(y) == 0 {
		return x == y, true
	}
	p, ok := new.Object(x)
	q, ok2 := old.Object(y)
	if !ok || !ok2 {
		return false, false
	}
	_, i := program.SplitAddress(x)
	_, j := program.SplitAddress(y)
	return f.twins(new, p, q) && i == j, true
}

// twins reports whether an object of the new version corresponds to one of the
// old version.
func (f *former) twins(new *underconstrained.Snapshot, p, q underconstrained.Object) bool {
	if p.In != q.In || p.Activation != q.Activation {
		return false
	}
	v := f.a.versions
	if p.In == underconstrained.InGlobal {
		k, ok := v.globals[int(p.Index)]
		if !ok { // of the library
			name := v.new.Program().Globals[p.Index].Name
			k, ok = v.old.Program().GlobalByName(name)
		}
		return ok && k == int(q.Index)
	}
	k, ok := v.localsToOld(int32(new.Func(p.Activation)))[p.Index]
	return ok && k == q.Index
}

// memoryDiffers compares what both versions have in memory that is live at n.
func (f *former) memoryDiffers(new, old *underconstrained.Snapshot, n flow.Node) (bitvec.Term, bool) {
	s, v := f.p.e.Terms(), f.a.versions
	out := s.False()
	live := v.live.Memory(n)
	known := len(v.alone) == 0
	compare := func(t *program.Type, a, b underconstrained.Bytes) {
		switch d := a.Differ(b); {
		case d == s.False():
		case t.HoldsPointers(): // objects that correspond have other numbers there
			known = false
		default:
			out = s.Or(out, d)
		}
	}
	for i, g := range v.new.Program().Globals {
		switch k, ok := v.globals[i]; {
		case g.ReadOnly || g.Library || !live[globalKey(i)]:
		case ok:
			compare(g.Type, new.Global(i), old.Global(k))
		default:
			known = false
		}
	}
	for i := range min(new.Depth(), old.Depth()) {
		fn := new.Func(i)
		if k, ok := v.mapping.FuncToOld(fn); !ok || k != old.Func(i) {
			continue
		}
		twins := v.localsToOld(int32(fn))
		for l := range v.new.Program().Funcs[fn].Locals {
			if !live[execution.ObjectKey{Kind: pointsto.LocalObject, Func: int32(fn), Index: int32(l)}] {
				continue
			}
			a, lives := new.Local(i, int32(l))
			k, paired := twins[int32(l)]
			if !paired {
				known = known && !lives
				continue
			}
			if b, ok := old.Local(i, k); ok && lives {
				compare(v.new.Program().Funcs[fn].Locals[l].Type, a, b)
			}
		}
	}
	behind, ok := f.behindDiffers(new, old, live)
	known = known && ok
	if new.Allocated() != 0 || old.Allocated() != 0 {
		known = known && !liveKind(live, pointsto.HeapObject)
	}
	return s.Or(out, behind), known
}

// liveKind reports whether a set of live objects has some of a kind.
func liveKind(live map[execution.ObjectKey]bool, k pointsto.ObjectKind) bool {
	for o := range live {
		if o.Kind == k {
			return true
		}
	}
	return false
}

// behindDiffers compares what both versions have written behind unknown pointers.
func (f *former) behindDiffers(new, old *underconstrained.Snapshot, live map[execution.ObjectKey]bool) (bitvec.Term, bool) {
	s := f.p.e.Terms()
	out, known := s.False(), true
	compare := func(x, y *underconstrained.Snapshot, g *flow.Graph, alive func(execution.ObjectKey) bool) {
		for _, w := range x.Written() {
			some, all := mayLive(accessedObjects(g, w.Places, map[flow.Node]map[execution.ObjectKey]bool{}), alive)
			if !some {
				continue
			}
			differ, ok := f.rangesDiffer(&w, x, y)
			switch {
			case w.Freed || !ok || !all && differ != s.False():
				known = false
			default:
				out = s.Or(out, differ)
			}
		}
	}
	v := f.a.versions
	isLive := func(k execution.ObjectKey) bool {
		return live[k] || k.Kind != pointsto.GlobalObject && k.Kind != pointsto.LocalObject && liveKind(live, k.Kind)
	}
	compare(new, old, v.new, isLive)
	compare(old, new, v.old, func(k execution.ObjectKey) bool { return isLive(v.keyToNew(k)) })
	return out, known
}

// mayLive reports whether some and whether all of a set of objects are live; of an
// unknown set neither is known.
func mayLive(set map[execution.ObjectKey]bool, live func(execution.ObjectKey) bool) (some, all bool) {
	all = len(set) > 0
	for k := range set {
		if live(k) {
			some = true
		} else {
			all = false
		}
	}
	return some || set == nil, all
}

// mostCompared bounds the bytes of one range that are compared.
const mostCompared = 64

// rangesDiffer compares what one version has written behind an unknown pointer
// with what the other has there.
func (f *former) rangesDiffer(w *underconstrained.Written, x, y *underconstrained.Snapshot) (bitvec.Term, bool) {
	s := f.p.e.Terms()
	out := s.False()
	for _, r := range w.Ranges {
		if r.N > mostCompared {
			return 0, false
		}
		n := 1
		if r.N == 2 || r.N == 4 || r.N == 8 {
			n = int(r.N)
		}
		for at := r.Off; at < r.Off+r.N; at += int64(n) {
			a, ok := x.Behind(w.Root, at, n, y)
			b, ok2 := y.Behind(w.Root, at, n, x)
			if !ok || !ok2 {
				return 0, false
			}
			if a != b && (isOwn(s, x, a) || isOwn(s, y, b)) {
				return 0, false
			}
			out = s.Or(out, s.Ne(a, b))
		}
	}
	return out, true
}

// isOwn reports whether a term is the address of an object that a walk has made: its
// number says nothing.
func isOwn(s *bitvec.Store, m *underconstrained.Snapshot, t bitvec.Term) bool {
	a, ok := s.ConstUint64(t)
	return ok && s.Width(t) == 64 && m.Own(a)
}
