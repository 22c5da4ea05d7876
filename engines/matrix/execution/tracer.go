package execution

import (
	"context"
	"slices"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// Tracer records runs of one program, one at a time.
type Tracer struct {
	*plan
	scouting, recording *vm.Instance
	spare               *Recorder // of the last run

	distances *flow.Distances // to what is watched
	frames    []symexec.Frame // reused
	own       []flow.Frame    // reused
}

// NewTracer returns a tracer of runs of the program of a graph, in machines with the given
// options. A run of more than limit instances is not recorded to its end.
func NewTracer(g *flow.Graph, group Grouping, want *Wanted, opt vm.Options, limit int) (*Tracer, error) {
	t := &Tracer{plan: newPlan(g, group, want, limit)}
	p := g.Program()
	opt.Trace = true
	opt.TraceOnly = func(fn int, in *program.Instr) bool {
		if p.Funcs[fn].Library {
			return t.heard(in)
		}
		return !t.quiet[in]
	}
	m, err := vm.New(p, opt)
	if err != nil {
		return nil, err
	}
	t.recording = m.NewRun()
	changed := t.changed()
	opt.TraceOnly = func(_ int, in *program.Instr) bool { return changed[in] }
	if m, err = vm.New(p, opt); err != nil {
		return nil, err
	}
	t.scouting = m.NewRun()
	return t, nil
}

// Scout runs the program on an input until it executes a change. It reports
// whether it did; if not, the outcome is that of the whole run.
func (t *Tracer) Scout(ctx context.Context, in *program.Input) (*program.Outcome, bool, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &scout{stop: cancel}
	t.scouting.Tracer = s
	out, err := t.scouting.Run(ctx, in)
	return out, s.found, err
}

// scout is the tracer that stops a run at the first event.
type scout struct {
	found bool
	stop  func()
}

// Step implements vm.Tracer.
func (s *scout) Step(*vm.Event) {
	s.found = true
	s.stop()
}

// Resume returns a recorder of a run that goes on from some activations, of which all
// but the innermost wait in their calls; stop ends it if it is too long. snapped is called
// with each snapshot: at a statement that is watched, and back in it when a call has
// returned. In says which machine runs.
func (t *Tracer) Resume(frames []symexec.Frame, stop func(), snapped func(back bool)) *Recorder {
	r := newRecorder(t.plan, nil, stop)
	r.snapped = snapped
	r.resume(frames)
	return r
}

// Record runs the program on an input. The result is good until the next call.
func (t *Tracer) Record(ctx context.Context, in *program.Input) (*Run, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	x, r := t.recording, t.spare
	if r == nil {
		r = newRecorder(t.plan, x, nil)
		t.spare = r
	} else {
		r.reset()
	}
	r.stop = cancel
	r.entryValues(in)
	x.Tracer = r
	out, err := x.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	r.Ended = out
	return &r.Run, nil
}

// Watches reports whether instances of the statement at a place take snapshots.
func (t *Tracer) Watches(at symexec.Frame) bool {
	return t.Watch[t.group.Head(t.Graph.At(at.Func, at.Block, at.Index))]
}

// MayReach reports whether a watched statement is under way or can be reached from
// the places of some activations, which frames appends, the innermost last.
func (t *Tracer) MayReach(frames func([]symexec.Frame) []symexec.Frame) bool {
	if t.distances == nil {
		var targets []flow.Node
		for n := range t.Watch {
			targets = append(targets, t.group.Of(n)...)
		}
		slices.Sort(targets)
		t.distances = t.Graph.Distances(targets)
	}
	t.frames = frames(t.frames[:0])
	own := t.own[:0]
	for i, f := range t.frames {
		if i < len(t.frames)-1 && t.Watches(f) {
			return true
		}
		own = append(own, flow.Frame(f))
	}
	t.own = own
	_, ok := t.distances.From(own)
	return ok
}
