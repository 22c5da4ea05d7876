package flow

import (
	"container/heap"
	"sync"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/cfg"
)

// far is the distance of what cannot be reached.
const far = int32(1) << 30

// Frame is a place in an activation: the instruction to be executed next, or,
// of a frame that waits for a callee, the call.
type Frame struct{ Func, Block, Index int }

// pathTable holds what does not depend on the targets: the places of the
// program, the ways between them, and how far it is from each to the return of
// its function.
type pathTable struct {
	once   sync.Once
	funcs  []int32   // those with nodes
	block  [][]int32 // by function and block: its first place
	count  int32
	into   [][]step // by place: the places from which one step leads to it
	toExit []int32  // by place: instructions until the function has returned
}

// step leads from a place to another at a cost in instructions.
type step struct {
	from int32
	cost int32
}

func (t *pathTable) place(f, b, i int32) int32 { return t.block[f][b] + i }

// pathsOf returns the table, made when it is first needed.
func (g *Graph) pathsOf() *pathTable {
	t := &g.paths
	t.once.Do(func() {
		for _, f := range g.Funcs() {
			t.funcs = append(t.funcs, int32(f))
		}
		t.block = make([][]int32, len(g.Program().Funcs))
		for _, f := range t.funcs {
			for _, b := range g.Program().Funcs[f].Blocks {
				t.block[f] = append(t.block[f], t.count)
				t.count += int32(len(b.Instrs))
			}
		}
		g.lengths(t)
		t.into = make([][]step, t.count)
		for _, f := range t.funcs {
			g.steps(t, f, func(from, to, cost int32) {
				t.into[to] = append(t.into[to], step{from, cost})
			})
			g.descents(t, f, func(from, to int32) {
				t.into[to] = append(t.into[to], step{from, 1})
			})
		}
	})
	return t
}

// lengths computes toExit: the least numbers that satisfy the equations, from
// above, function by function until nothing changes.
func (g *Graph) lengths(t *pathTable) {
	t.toExit = make([]int32, t.count)
	for i := range t.toExit {
		t.toExit[i] = far
	}
	dirty := make([]bool, len(g.Program().Funcs))
	work := append([]int32(nil), t.funcs...)
	for _, f := range work {
		dirty[f] = true
	}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		dirty[f] = false
		before := t.toExit[t.block[f][0]]
		g.lengthsIn(t, f)
		if t.toExit[t.block[f][0]] == before {
			continue
		}
		for _, n := range g.calls.callers[f] {
			if c := int32(g.Info(n).Func); !dirty[c] {
				dirty[c] = true
				work = append(work, c)
			}
		}
	}
}

func (g *Graph) lengthsIn(t *pathTable, f int32) {
	lo := t.block[f][0]
	fn := g.Program().Funcs[f]
	last := len(fn.Blocks) - 1
	n := t.block[f][last] + int32(len(fn.Blocks[last].Instrs)) - lo
	into := make([][]step, n)
	g.steps(t, f, func(from, to, cost int32) { into[to-lo] = append(into[to-lo], step{from, cost}) })
	dist := t.toExit[lo : lo+n]
	for i := range dist { // a callee may have opened new ways behind old places
		dist[i] = far
	}
	var q placeQueue
	for b, blk := range fn.Blocks {
		if blk.Term().Op == program.Return {
			p := t.place(f, int32(b), int32(len(blk.Instrs)-1))
			dist[p-lo] = 1
			q = append(q, queued{p, 1})
		}
	}
	relax(&q, func(p int32) []step { return into[p-lo] }, func(p int32) *int32 { return &dist[p-lo] })
}

// relax is Dijkstra's algorithm backward from the places in the queue.
func relax(q *placeQueue, into func(int32) []step, dist func(int32) *int32) {
	heap.Init(q)
	for q.Len() > 0 {
		x := heap.Pop(q).(queued)
		if x.dist > *dist(x.place) {
			continue
		}
		for _, s := range into(x.place) {
			if d := x.dist + s.cost; d < *dist(s.from) {
				*dist(s.from) = d
				heap.Push(q, queued{s.from, d})
			}
		}
	}
}

type queued struct{ place, dist int32 }

// placeQueue is a priority queue: nearest first, ties by place.
type placeQueue []queued

func (q placeQueue) Len() int { return len(q) }
func (q placeQueue) Less(i, j int) bool {
	return q[i].dist < q[j].dist || q[i].dist == q[j].dist && q[i].place < q[j].place
}
func (q placeQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push implements heap.Interface.
func (q *placeQueue) Push(x any) { *q = append(*q, x.(queued)) }

// Pop implements heap.Interface.
func (q *placeQueue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// steps calls f for each step within function fn: over an instruction, over a
// whole call, or back to a setjmp.
func (g *Graph) steps(t *pathTable, fn int32, f func(from, to, cost int32)) {
	seg := g.Segments(fn)
	for _, s := range seg.Order {
		sg := &seg.List[s]
		if sg.Block < 0 {
			continue
		}
		for i := sg.Lo; i < sg.Hi; i++ {
			from := t.place(fn, sg.Block, i)
			cost := g.costOf(t, fn, sg.Block, i)
			if i+1 < sg.Hi {
				if cost < far {
					f(from, from+1, cost)
				}
				continue
			}
			for _, w := range sg.Succs {
				to := &seg.List[w]
				if to.Block < 0 {
					continue
				}
				c := cost
				if w != s+1 && g.Program().Funcs[fn].Blocks[sg.Block].Instrs[i].Op == program.Call {
					c = 1 // a longjmp out of the callee
				}
				if c < far {
					f(from, t.place(fn, to.Block, to.Lo), c)
				}
			}
		}
	}
}

// costOf returns how many instructions the one at a place takes: of a call, as
// many as the shortest way through its callees.
func (g *Graph) costOf(t *pathTable, f, b, i int32) int32 {
	id, ok := g.pt.SiteAt(f, b, i)
	if !ok {
		return 1
	}
	s := g.pt.Sites()[id]
	if len(s.Library) > 0 || s.Service != nil || s.Absent || len(s.Users) == 0 {
		return 1
	}
	best := far
	for _, h := range s.Users {
		best = min(best, t.toExit[t.block[h][0]])
	}
	return min(1+best, far)
}

// descents calls f for each call in function fn: from its place to the first
// of a callee.
func (g *Graph) descents(t *pathTable, fn int32, f func(from, to int32)) {
	for _, id := range g.pt.SitesOf(fn) {
		s := g.pt.Sites()[id]
		if s.Block < 0 {
			continue
		}
		for _, h := range s.Callees() {
			f(t.place(fn, s.Block, s.Index), t.block[h][0])
		}
	}
}

// Distances tells how far it is from any place of the program to the nearest
// of some targets.
type Distances struct {
	g    *Graph
	t    *pathTable
	dist []int32 // by place, without returning from its function
}

// Distances computes the shortest ways to a set of targets through the
// interprocedural control-flow graph, in instructions of the program's own
// functions; a call of the run-time library counts as one. Calls are matched
// with returns. It costs about as much as visiting every instruction once.
func (g *Graph) Distances(targets []Node) *Distances {
	t := g.pathsOf()
	d := &Distances{g: g, t: t, dist: make([]int32, t.count)}
	for i := range d.dist {
		d.dist[i] = far
	}
	want := map[Node]bool{}
	funcs := map[int32]bool{}
	for _, n := range targets {
		want[n] = true
		funcs[int32(g.Info(n).Func)] = true
	}
	var q placeQueue
	reach := func(p int32) {
		if d.dist[p] != 0 {
			d.dist[p] = 0
			q = append(q, queued{p, 0})
		}
	}
	for _, f := range t.funcs {
		if !funcs[f] {
			continue
		}
		if want[g.Entry(int(f))] {
			reach(t.block[f][0])
		}
		for b, blk := range g.Program().Funcs[f].Blocks {
			for i := range blk.Instrs {
				in := &blk.Instrs[i]
				if cfg.Explicit(in) && want[g.Of(f, in)] || in.Op == program.Return && want[g.Exit(int(f))] {
					reach(t.place(f, int32(b), int32(i)))
				}
			}
		}
	}
	relax(&q, func(p int32) []step { return t.into[p] }, func(p int32) *int32 { return &d.dist[p] })
	return d
}

// From returns the number of instructions that must at least be executed
// before a target is, for a stack of activations, the innermost last; false if
// no target can be reached. Frames of library functions are skipped: a place
// inside the library counts as the place of the call that led there.
func (d *Distances) From(frames []Frame) (int, bool) {
	best, out, caught := far, int32(0), far
	inner := true
	for i := len(frames) - 1; i >= 0; i-- {
		f := frames[i]
		if d.g.Entry(f.Func) == NoNode {
			continue
		}
		p := d.t.place(int32(f.Func), int32(f.Block), int32(f.Index))
		if inner && i == len(frames)-1 {
			best = min(best, d.dist[p])
			out = d.t.toExit[p]
			caught = d.mayJump(f)
			inner = false
			continue
		}
		inner = false
		before := out
		out = far
		d.after(f, func(to int32, thrown bool) {
			cost := before
			if thrown {
				cost = caught
			}
			if cost >= far {
				return
			}
			best = min(best, cost+d.dist[to])
			out = min(out, cost+d.t.toExit[to])
		})
	}
	if out < far {
		best = min(best, out+d.atEnd(frames))
	}
	if best >= far {
		return 0, false
	}
	return int(best), true
}

// mayJump returns the cost of leaving an activation by longjmp, far if that
// cannot happen.
func (d *Distances) mayJump(f Frame) int32 {
	seg := d.g.Segments(int32(f.Func))
	if len(seg.List[seg.Jump].Preds) > 0 {
		return 1
	}
	return far
}

// after calls f for each place at which an activation that waits for a call
// goes on; thrown marks those that only a longjmp leads to.
func (d *Distances) after(f Frame, visit func(to int32, thrown bool)) {
	seg := d.g.Segments(int32(f.Func))
	for s := seg.First[f.Block]; s < int32(len(seg.List)) && int(seg.List[s].Block) == f.Block; s++ {
		sg := &seg.List[s]
		if f.Index < int(sg.Lo) || f.Index >= int(sg.Hi) {
			continue
		}
		p := d.t.place(int32(f.Func), sg.Block, int32(f.Index))
		if f.Index+1 < int(sg.Hi) {
			visit(p+1, false)
			return
		}
		for _, w := range sg.Succs {
			if to := &seg.List[w]; to.Block >= 0 {
				visit(d.t.place(int32(f.Func), to.Block, to.Lo), w != s+1)
			}
		}
		return
	}
}

// atEnd returns the distance from the return of the outermost activation,
// after which the run-time library calls the functions given to atexit.
func (d *Distances) atEnd(frames []Frame) int32 {
	best := far
	for _, f := range frames {
		if d.g.Entry(f.Func) == NoNode {
			continue
		}
		if id, ok := d.g.pt.AtEnd(int32(f.Func)); ok {
			for _, h := range d.g.pt.Sites()[id].Callbacks {
				best = min(best, d.dist[d.t.block[h][0]])
			}
		}
		break
	}
	return best
}

// FromNode returns the distance from the first instruction of a node within
// its activation: without returning from its function.
func (d *Distances) FromNode(n Node) (int, bool) {
	f := d.g.Info(n).Func
	best := far
	for b, blk := range d.g.Program().Funcs[f].Blocks {
		for i := range blk.Instrs {
			if in := &blk.Instrs[i]; cfg.Explicit(in) && d.g.Of(int32(f), in) == n {
				best = min(best, d.dist[d.t.place(int32(f), int32(b), int32(i))])
			}
		}
	}
	if d.g.Info(n).Kind == Entry {
		best = d.dist[d.t.block[f][0]]
	}
	return int(best), best < far
}
