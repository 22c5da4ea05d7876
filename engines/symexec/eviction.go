package symexec

import (
	"cmp"
	"runtime"
	"runtime/metrics"
	"slices"
)

// What keeps an exploration within its memory.

// heapTurns is how many turns pass between looks at the size of the heap, if
// little was allocated.
const heapTurns = 64

// relieve drops states when the heap is beyond its limit, and the forks of a last
// one: those that Options.Evict chooses, or those that have gone on longest
// without covering anything new, of these the youngest. It makes room enough for a
// while: collecting garbage takes long. If what is left is not of states, it waits
// until there is as much more.
func (e *Explorer) relieve() {
	if e.turns++; e.turns%heapTurns != 0 && e.machine.Allocated < e.opt.MaxHeap/16 {
		return
	}
	e.machine.Allocated = 0
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
			return cmp.Or(cmp.Compare(b.Idle, a.Idle), cmp.Compare(b.ID, a.ID))
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

// prune reports whether a state that is not done is dropped.
func (e *Explorer) prune(st *State) bool {
	if e.opt.Keep == nil || st.Done || e.opt.Keep(st) {
		return false
	}
	e.Stats.Pruned++
	return true
}

// evict drops states when there is little room left.
func (e *Explorer) evict() {
	limit := e.opt.MaxStates
	if e.opt.Evict == nil || e.alive < 2 || e.alive <= limit-limit/16 && !e.full {
		return
	}
	e.drop(min(e.alive-1, max(1, e.alive/4)))
	e.full = false
}
