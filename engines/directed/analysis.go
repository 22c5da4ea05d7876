package directed

import (
	"context"
	"errors"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/sequence"
)

// Analysis is what is known of the two versions of a task before the search.
type Analysis struct {
	Delta   *delta.Delta
	Entry   string           // the function that runs begin in; "" is main
	Mapping *mapping.Mapping // nil if there is no change
	Flow    *flow.Graph      // of the new version; nil if there is no change

	old bool // Flow is of the old version
}

// Analyse analyses the versions of a task.
func Analyse(ctx context.Context, task *engines.Task) (*Analysis, error) {
	a := &Analysis{Delta: delta.Compute(task.Old.Version, task.New.Version), Entry: task.Model.Entry}
	if len(a.Delta.Changes) == 0 {
		return a, nil
	}
	a.Mapping = mapping.New(a.Delta, task.Old.Program, task.New.Program)
	var err error
	a.Flow, err = flow.Analyse(ctx, task.New.Program, flow.Options{Entry: task.Model.Entry, Ignore: sequence.Ignored})
	return a, err
}

// Deleted returns the analysis of the old version, whose changed statements are those
// that the new one deletes.
func (a *Analysis) Deleted(ctx context.Context, task *engines.Task) (*Analysis, error) {
	b := *a
	b.old = true
	if a.Flow == nil || len(a.Mapping.Deleted()) == 0 && len(a.Mapping.Effects()) == 0 {
		b.Flow = nil
		return &b, nil
	}
	var err error
	b.Flow, err = flow.Analyse(ctx, task.Old.Program, flow.Options{Entry: task.Model.Entry, Ignore: sequence.Ignored})
	return &b, err
}

// Executable reports whether some change may alter what the program does.
func (a *Analysis) Executable() bool {
	for c := range a.Delta.Changes {
		if a.Mapping.Effect(c) == mapping.Effective {
			return true
		}
	}
	return false
}

// Sequences returns the change sequence graph; without changes it is the entry
// alone.
func (a *Analysis) Sequences(opt sequence.Options) *sequence.Graph {
	if a.Flow == nil {
		return &sequence.Graph{Places: []sequence.Place{{}}}
	}
	opt.Entry = a.Entry
	if a.old {
		return sequence.BuildDeleted(a.Flow, a.Delta, a.Mapping, opt)
	}
	return sequence.Build(a.Flow, a.Delta, a.Mapping, opt)
}

// Changed returns the changed statements of a graph with the names of their places;
// those around deletions have not changed.
func (a *Analysis) Changed(g *sequence.Graph) map[Stmt]string {
	changed := map[Stmt]string{}
	for _, c := range g.Of(sequence.Change) {
		if g.Places[c].Deletion {
			continue
		}
		for _, n := range g.Places[c].Nodes() {
			i := a.Flow.Info(n)
			changed[Stmt{i.Func, i.Stmt}] = g.Places[c].Name
		}
	}
	return changed
}

// Outputs returns the outputs of the program as targets, but for changed
// statements.
func (a *Analysis) Outputs(g *sequence.Graph) []Target {
	var list []Target
	taken := map[flow.Node]bool{}
	for _, c := range g.Of(sequence.Change) {
		for _, n := range g.Places[c].Nodes() {
			taken[n] = true
		}
	}
	for _, n := range sequence.Outputs(a.Flow) {
		if !taken[n] {
			list = append(list, a.Target(a.Flow.Program().Position(a.Flow.Info(n).At).String(), []flow.Node{n}, true))
		}
	}
	return list
}

// Target makes a target of nodes of the flow graph.
func (a *Analysis) Target(name string, nodes []flow.Node, goal bool) Target {
	t := Target{Name: name, Goal: goal}
	for _, n := range nodes {
		if i := a.Flow.Info(n); i.Kind == flow.Statement {
			t.Stmts = append(t.Stmts, Stmt{i.Func, i.Stmt})
		}
	}
	distances := a.Flow.Distances(nodes)
	var frames []flow.Frame
	t.Distance = func(list []symexec.Frame) (int, bool) {
		frames = frames[:0]
		for _, f := range list {
			frames = append(frames, flow.Frame(f))
		}
		return distances.From(frames)
	}
	return t
}

// Controls reports whether one of the nodes to depends, by a chain of control
// dependences, on one of the nodes from.
func (a *Analysis) Controls(from, to []flow.Node) bool {
	goal := map[flow.Node]bool{}
	for _, n := range from {
		goal[n] = true
	}
	seen := map[flow.Node]bool{}
	list := append([]flow.Node(nil), to...)
	for len(list) > 0 {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		for _, d := range a.Flow.Control(n) {
			if goal[d.Node] {
				return true
			}
			if !seen[d.Node] {
				seen[d.Node] = true
				list = append(list, d.Node)
			}
		}
	}
	return false
}

// ErrNotExecutable says that changes alter what the program does, but that the
// technique has no place to go for.
var ErrNotExecutable = errors.New("not applicable: the change cannot be executed")

// Nothing ends a task on versions between which nothing is there to be reached:
// they do not differ, or only in code that no run executes. It says which in the
// counters. What can make a difference without being executed, a deletion, is
// ErrNotExecutable.
func (a *Analysis) Nothing(rec engines.Recorder, unreachable bool) error {
	switch {
	case len(a.Delta.Changes) == 0:
		rec.Count("no change", 1)
	case !unreachable && a.Executable():
		return ErrNotExecutable
	default:
		rec.Count("no change that a run can execute", 1)
	}
	return nil
}
