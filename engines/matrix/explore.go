package matrix

import (
	"context"
	"slices"

	"github.com/riftlab/rift/engines/matrix/execution"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/sat"
)

// symbolicPath is a path of one version from an entry state on: what a run of it records, with
// symbolic states in place of values.
type symbolicPath struct {
	run       *execution.Run               // nil if only the condition of the path is kept
	begin     int32                        // the instance that the entry state begins with; those before are the entries of its activations, and the calls in which they wait
	snapshots []*underconstrained.Snapshot // by snapshot
	cond      []bitvec.Term
	all       bitvec.Term // cond
	steps     int64
	cut       string // why it was not followed to its end; "" if it was
}

// exploration are the paths of one version from an entry state on.
type exploration struct {
	list []*symbolicPath
	cuts map[string]int // paths that were not followed to their end, if at all, by reason

	steps int64 // instructions of all walks
}

// solve is Explorer.Solve within the limits.
func (l *Limits) solve(ctx context.Context, e *symexec.Explorer, constraints []bitvec.Term, base map[string]uint64) (sat.Verdict, map[string]uint64) {
	if e.Stats.SolverSteps > l.Work {
		return sat.Unknown, nil
	}
	return e.Solve(ctx, constraints, base)
}

// walkPath walks along the path that a model takes. It ends where nothing that is
// watched can be reached any more.
func walkPath(ctx context.Context, t *execution.Tracer, e *symexec.Explorer, s *underconstrained.EntryState, model map[string]uint64, lim Limits) (*symbolicPath, error) {
	w := &symbolicPath{begin: int32(2*len(s.Frames) - 1)}
	var walk *underconstrained.GuidedRun
	var held *underconstrained.Snapshot
	rounds := map[symexec.Frame]int{}
	over := false
	before := func(at symexec.Frame) {
		held = nil
		switch rounds[at]++; {
		case rounds[at] > lim.Rounds:
			walk.Stop("loops of too many rounds")
		case !t.MayReach(walk.Frames):
			over = true
			walk.Stop("nothing that counts can be reached any more")
		case t.Watches(at):
			held = walk.Snapshot()
		}
	}
	r := t.Resume(s.Frames, func() { walk.Stop("too many statements") }, func(back bool) {
		if held == nil || back {
			held = walk.Snapshot()
		}
		w.snapshots = append(w.snapshots, held)
		held = nil
	})
	walk, err := underconstrained.NewGuidedRun(ctx, e, s, model, before, r)
	if err != nil {
		return nil, err
	}
	r.In(walk)
	if w.cut = walk.Run(); over {
		w.cut = ""
	}
	if w.cut == "" && walk.Concretised() > 0 {
		w.cut = "values without terms"
	}
	w.cond, w.run, w.steps = walk.Condition(), r.Recorded(), walk.Steps()
	w.all = e.Terms().Conj(w.cond...)
	return w, ctx.Err()
}

// open returns a formula that holds for the states of which the path is not known to
// its end.
func (x *exploration) open(s *bitvec.Store) bitvec.Term {
	open := s.Bool(len(x.cuts) > 0)
	for _, w := range x.list {
		if w.cut == "" {
			open = s.And(open, s.Not(w.all))
		}
	}
	return open
}

// mostCut is how many paths may all be cut; an entry state is explored no further then, since
// all states would stay open.
const mostCut = 64

// explore follows all paths from an entry state on, up to the limits: each constraint
// of a path, violated, leads to others. Once the limits are reached it asks for no
// more.
func explore(ctx context.Context, t *execution.Tracer, e *symexec.Explorer, s *underconstrained.EntryState, lim Limits) (*exploration, error) {
	x := &exploration{cuts: map[string]int{}}
	asked, found := map[bitvec.Term]bool{}, map[bitvec.Term]bool{}
	work, limited, whole := []map[string]uint64{{}}, false, false
	for len(work) > 0 {
		if len(x.list) >= mostCut && !whole {
			x.cuts["no whole path among the first"]++
			break
		}
		model := work[len(work)-1]
		work = work[:len(work)-1]
		w, err := walkPath(ctx, t, e, s, model, lim)
		if err != nil {
			return nil, err
		}
		x.steps += w.steps
		if found[w.all] {
			continue
		}
		found[w.all] = true
		x.list = append(x.list, w)
		if whole = whole || w.cut == ""; w.cut != "" {
			x.cuts[w.cut]++
		}
		regions := w.beside(e.Terms())
		for i := len(regions) - 1; i >= 0 && !limited; i-- {
			if asked[regions[i]] {
				continue
			}
			asked[regions[i]] = true
			verdict, other := lim.solve(ctx, e, append(slices.Clone(w.cond[:i]), e.Terms().Not(w.cond[i])), model)
			switch {
			case verdict == sat.Unknown:
				x.cuts["questions that the solver did not decide"]++
				limited = e.Stats.SolverSteps > lim.Work
			case verdict == sat.Sat && (len(x.list)+len(work) >= lim.Paths || x.steps+e.Stats.SolverSteps > lim.Work):
				x.cuts["more paths than the bound allows"]++
				limited = true
			case verdict == sat.Sat:
				work = append(work, other)
			}
		}
	}
	return x, ctx.Err()
}

// beside returns, for each constraint of a path, the condition of what meets all that
// come before it, and not it.
func (w *symbolicPath) beside(s *bitvec.Store) []bitvec.Term {
	list, before := make([]bitvec.Term, len(w.cond)), s.True()
	for i, c := range w.cond {
		list[i] = s.And(before, s.Not(c))
		before = s.And(before, c)
	}
	return list
}

// spot is where paths of both versions are compared: the n-th execution of a
// statement, counted from the beginning, or the return to a call.
type spot struct {
	node flow.Node
	nth  int // from 1; 0 is the return to a call under way from the beginning
	call int // the instance
}

// spots returns the snapshots that a path has at spots, by statement of its own
// version.
func (w *symbolicPath) spots() map[spot]int32 {
	m := map[spot]int32{}
	count := map[flow.Node]int{}
	for i := w.begin; int(i) < len(w.run.Instances); i++ {
		x := &w.run.Instances[i]
		count[x.Node]++
		m[spot{x.Node, count[x.Node], 0}] = x.Snapshot
	}
	for _, b := range w.run.Backs {
		if b.Instance >= w.begin {
			continue
		}
		k := spot{w.run.Instances[b.Instance].Node, 0, int(b.Instance)}
		if _, ok := m[k]; !ok {
			m[k] = b.Snapshot
		}
	}
	return m
}

// spotOf returns the spot of an instance that a chain ends with.
func (w *symbolicPath) spotOf(end int32) spot {
	n := w.run.Instances[end].Node
	if end < w.begin {
		return spot{n, 0, int(end)}
	}
	nth := 0
	for i := w.begin; i <= end; i++ {
		if w.run.Instances[i].Node == n {
			nth++
		}
	}
	return spot{n, nth, 0}
}
