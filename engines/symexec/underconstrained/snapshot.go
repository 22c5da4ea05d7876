package underconstrained

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// Snapshot is the state of a run as it was when it was held.
type Snapshot struct {
	core *symexec.Core
	st   *exec.State   // without its parts, if a run was held
	met  []bitvec.Term // of a run
	heap *lazyHeap
}

// Snapshot keeps the present state of the run.
func (w *GuidedRun) Snapshot() *Snapshot {
	return &Snapshot{w.core, w.st.Hold(), w.Condition(), w.lazyHeap.hold()}
}

// Condition returns the constraints that the run had met by then. The caller must
// not change them.
func (m *Snapshot) Condition() []bitvec.Term {
	if m.met == nil {
		return m.st.Condition()
	}
	return m.met
}

// Depth returns the number of activations.
func (m *Snapshot) Depth() int { return m.st.Activations }

// Register returns what a register of an activation, counted from the outermost,
// holds, with the width of its kind.
func (m *Snapshot) Register(activation int, r program.Reg) bitvec.Term {
	f := m.st.Activation(activation)
	return m.core.Terms.Term(f.Regs[r], max(f.Fn.IR.Regs[r].Kind.Bits(), 1))
}

// Global returns the bytes of a global.
func (m *Snapshot) Global(g int) Bytes {
	return Bytes{m.core.Terms, m.st.Memory.Object(program.GlobalSlot(g))}
}

// Local returns the bytes of a local of an activation, if it lives.
func (m *Snapshot) Local(activation int, k int32) (Bytes, bool) {
	f := m.st.Activation(activation)
	h := f.Regs[f.Fn.Locals+k].W
	if h == 0 {
		return Bytes{}, false
	}
	return Bytes{m.core.Terms, m.st.Memory.Object(program.Slot(h))}, true
}

// Allocated returns how much heap memory there is.
func (m *Snapshot) Allocated() int64 { return m.st.Memory.Charged() }

// Bytes are the bytes of an object at a snapshot.
type Bytes struct {
	terms *expr.Builder
	o     *memory.Object
}

// Differ returns the condition under which two objects of explorers that share
// terms do not hold the same bytes. Bytes never written count as equal to all.
func (b Bytes) Differ(c Bytes) bitvec.Term {
	terms := b.terms
	out := terms.False()
	if b.o == c.o {
		return out
	}
	for i := 0; i < min(b.o.Size, c.o.Size); {
		n := b.step(c, i)
		if b.o.Defined(i, n) && c.o.Defined(i, n) {
			out = terms.Or(out, terms.Ne(terms.Term(b.o.Load(terms, i, n), 8*n), terms.Term(c.o.Load(terms, i, n), 8*n)))
		}
		i += n
	}
	return out
}

// step returns how many bytes from i on are compared at once: those of a value
// that one of the objects holds there.
func (b Bytes) step(c Bytes, i int) int {
	for _, o := range []*memory.Object{b.o, c.o} {
		if n := o.TermAt(i); n > 0 && n&(n-1) == 0 && i+n <= min(b.o.Size, c.o.Size) {
			return n
		}
	}
	return 1
}

// Func returns the function of an activation.
func (m *Snapshot) Func(activation int) int { return m.st.Activation(activation).Fn.Index }

// Object returns the global or local that an address points into.
func (m *Snapshot) Object(a uint64) (Object, bool) {
	s, _, ok := m.st.Memory.Inside(a, 0)
	if !ok {
		return Object{}, false
	}
	o := m.st.Memory.Object(s)
	switch o.Kind {
	case machine.GlobalObject:
		return Object{In: InGlobal, Index: o.What}, true
	case machine.LocalObject:
		for i := range m.st.Activations {
			f := m.st.Activation(i)
			if int32(f.Fn.Index) == o.Site && f.Regs[f.Fn.Locals+o.What].W == m.st.Memory.Address(s) {
				return Object{In: InLocal, Activation: i, Index: o.What}, true
			}
		}
	}
	return Object{}, false
}

// SnapshotOf returns the present snapshot of a state, for as long as the state rests.
func SnapshotOf(e *symexec.Explorer, st *exec.State) *Snapshot {
	return &Snapshot{core: e.Core(), st: st}
}

// Word returns n = 1, 2, 4 or 8 bytes at an offset; false if they are not all
// written.
func (b Bytes) Word(off, n int) (bitvec.Term, bool) {
	if off+n > b.o.Size || !b.o.Defined(off, n) {
		return 0, false
	}
	return b.terms.Term(b.o.Load(b.terms, off, n), 8*n), true
}
