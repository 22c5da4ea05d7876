package symexec

import (
	"cmp"
	"runtime"
	"runtime/metrics"
	"slices"

	"github.com/riftlab/rift/bitvec"
)

// What keeps a run within its memory, and within the depth of terms that
// recursive algorithms can bear.

// maxDepth bounds the operations on top of each other in a term. A value beyond
// it is made concrete: nothing could be decided about it anyway.
const maxDepth = 50_000

// shallow returns v, or makes it concrete if its term is too deep.
func (e *Explorer) shallow(st *State, v value) value {
	if v.t == 0 || e.depthOf(v.t) <= maxDepth {
		return v
	}
	return word(e.concretise(st, v))
}

// depthOf returns the depth of a term; what it is made of was asked for before,
// but for a few operations.
func (e *Explorer) depthOf(t bitvec.Term) int32 {
	if n := e.terms.Len(); len(e.depths) < n {
		n += n / 2
		e.depths = append(e.depths, make([]int32, n-len(e.depths))...)
	}
	d := e.depths[t]
	if d == 0 {
		for i := range e.terms.NumArgs(t) {
			d = max(d, e.depthOf(e.terms.Arg(t, i)))
		}
		d++
		e.depths[t] = d
	}
	return d
}

// maxSymbolicRun is how many bytes one service makes symbolic.
const maxSymbolicRun = 1 << 20

// heapTurns is how many turns pass between looks at the size of the heap, if
// little was allocated.
const heapTurns = 64

// relieve drops states when the heap is beyond its limit, and the forks of a last
// one: those that Options.Evict chooses, or those that have gone on longest
// without covering anything new, of these the youngest. It makes room enough for a
// while: collecting garbage takes long. If what is left is not of states, it waits
// until there is as much more.
func (e *Explorer) relieve() {
	if e.turns++; e.turns%heapTurns != 0 && e.allocated < e.opt.MaxHeap/16 {
		return
	}
	e.allocated = 0
	size := heapSize()
	if e.full = e.full && size > e.opt.MaxHeap; size <= max(e.opt.MaxHeap, e.ceiling) {
		return
	}
	e.postponed = nil // Stats.Unknown still counts them
	runtime.GC()
	room := e.opt.MaxHeap / 4
	for size = heapSize(); size > e.opt.MaxHeap-room && e.alive > 1; size = heapSize() {
		if e.drop(max(1, e.alive/4)) == 0 {
			break
		}
		runtime.GC()
	}
	e.full = size > e.opt.MaxHeap
	e.ceiling = size + room
}

// heapSize returns the bytes of objects on Go's heap.
func heapSize() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// drop drops about n of the states alive and returns how many.
func (e *Explorer) drop(n int) int {
	var victims []*State
	if e.opt.Evict != nil {
		victims = e.opt.Evict(n)
	} else {
		for st := range e.states {
			victims = append(victims, st)
		}
		slices.SortFunc(victims, func(a, b *State) int {
			return cmp.Or(cmp.Compare(b.stale, a.stale), cmp.Compare(b.ID, a.ID))
		})
		victims = victims[:n]
	}
	e.search.Update(nil, nil, victims)
	for _, st := range victims {
		delete(e.states, st)
	}
	e.alive -= len(victims)
	e.Stats.Evicted += int64(len(victims))
	return len(victims)
}
