package matrix

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// differ returns the condition under which a variable live at node n of the new
// version has another value at an arrival of that version than at one of the old.
// It is what comparison.differ decides for words. It reports false if objects
// would have to be compared that have no counterpart.
func (f *former) differ(new, old *arrival, n flow.Node) (bitvec.Term, bool) {
	s, v := f.p.e.Terms(), f.a.versions
	out := s.False()
	type key struct {
		depth int32
		reg   program.Reg
	}
	other := map[key]bool{}
	for _, r := range old.regs {
		other[key{r.depth, r.reg}] = true
	}
	for _, r := range new.regs {
		reg, ok := v.registers(r.fn)[r.reg]
		if !ok || !other[key{r.depth, reg}] {
			continue
		}
		a, b := new.moment.Register(int(r.depth), r.reg), old.moment.Register(int(r.depth), reg)
		if s.Width(a) != s.Width(b) {
			continue
		}
		if v.new.Program().Funcs[r.fn].Regs[r.reg].Kind == program.Ptr {
			same, ok := f.samePointer(new.moment, old.moment, a, b)
			if !ok {
				return 0, false
			}
			if same {
				continue
			}
		}
		out = s.Or(out, s.Ne(a, b))
	}
	memory, ok := f.memoryDiffers(new.moment, old.moment, n)
	if !ok {
		return 0, false
	}
	return s.Or(out, memory), true
}

// samePointer reports whether two addresses point to corresponding bytes, and
// whether that is known.
func (f *former) samePointer(new, old *symexec.Moment, a, b bitvec.Term) (same, known bool) {
	s := f.p.e.Terms()
	x, ok := s.ConstUint64(a)
	y, ok2 := s.ConstUint64(b)
	if !ok || !ok2 {
		return a == b, true // different terms are compared as words
	}
	if x>>32 == 0 || y>>32 == 0 {
		return x == y, true
	}
	p, ok := new.Object(x)
	q, ok2 := old.Object(y)
	if !ok || !ok2 {
		return false, false
	}
	return f.twins(new, p, q) && uint32(x) == uint32(y), true
}

// twins reports whether an object of the new version corresponds to one of the
// old version.
func (f *former) twins(new *symexec.Moment, p, q symexec.Object) bool {
	if p.In != q.In || p.Activation != q.Activation {
		return false
	}
	v := f.a.versions
	if p.In == symexec.InGlobal {
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
func (f *former) memoryDiffers(new, old *symexec.Moment, n flow.Node) (bitvec.Term, bool) {
	s, v := f.p.e.Terms(), f.a.versions
	out := s.False()
	live := v.live.memory(n)
	for i, g := range v.new.Program().Globals {
		if k, ok := v.globals[i]; ok && !g.ReadOnly && live[globalKey(i)] {
			out = s.Or(out, new.Global(i).Differ(old.Global(k)))
		}
	}
	for i := range min(new.Depth(), old.Depth()) {
		fn := new.Func(i)
		if k, ok := v.mapping.FuncToOld(fn); !ok || k != old.Func(i) {
			continue
		}
		twins := v.localsToOld(int32(fn))
		for l := range v.new.Program().Funcs[fn].Locals {
			k, paired := twins[int32(l)]
			if !paired || !live[objectKey{flow.LocalObject, int32(fn), int32(l)}] {
				continue
			}
			a, ok := new.Local(i, int32(l))
			b, ok2 := old.Local(i, k)
			if ok && ok2 {
				out = s.Or(out, a.Differ(b))
			}
		}
	}
	if new.Allocated() == 0 && old.Allocated() == 0 {
		return out, true
	}
	for k := range live {
		if k.kind == flow.HeapObject {
			return 0, false
		}
	}
	return out, true
}
