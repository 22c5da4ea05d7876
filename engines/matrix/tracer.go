package matrix

import (
	"context"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
)

// wanted says what of a program's runs counts.
type wanted struct {
	watch   map[flow.Node]bool    // statements whose instances take snapshots
	begins  map[flow.Node]bool    // statements that are a change when they are executed
	altered map[mapping.Site]bool // instructions that are a change when they are executed
	// By statement: whether a chain goes on from it, and whether one comes to it.
	// Other dependences are not recorded.
	sources, users []bool
}

func newWanted(g *flow.Graph) *wanted {
	return &wanted{watch: map[flow.Node]bool{}, begins: map[flow.Node]bool{}, altered: map[mapping.Site]bool{}, sources: make([]bool, g.Len()), users: make([]bool, g.Len())}
}

// newTracers makes the tracers of both versions: what counts is what the chains
// go through, and where the changes begin.
func (a *Assessor) newTracers() (err error) {
	g := a.chains.deps.flow
	new, old := newWanted(g), newWanted(a.versions.old)
	for i := range a.chains.list {
		x := &a.chains.list[i]
		if int(x.end) >= g.Len() {
			continue // a deletion
		}
		new.watch[x.end] = true
		old.watch[a.versions.toOld(x.end)] = true
		if x.parent < 0 {
			continue
		}
		new.users[x.end] = true
		if from := a.chains.list[x.parent].end; int(from) < g.Len() {
			new.sources[from] = true
		}
	}
	for i := range a.changes {
		c := &a.changes[i]
		n, o := a.versions.beginning(c)
		new.watch[n], old.watch[o] = true, true
		switch {
		case c.deleted != flow.NoNode:
			old.begins[c.deleted] = true
		case c.sites == nil:
			new.begins[c.node] = true
		}
		for _, s := range c.sites {
			new.altered[s] = true
		}
	}
	delete(new.watch, flow.NoNode)
	delete(old.watch, flow.NoNode)
	opt := vm.Options{MaxSteps: a.opt.RunSteps, MaxMemory: a.opt.RunMemory, CheckOverflow: a.opt.Equivalence.CheckOverflow()}
	if a.new, err = newTracer(g, a.versions.newGroup, new, opt, a.opt.Size); err != nil {
		return err
	}
	a.old, err = newTracer(a.versions.old, a.versions.oldGroup, old, opt, a.opt.Size)
	return err
}

// tracer records runs of one program, one at a time.
type tracer struct {
	*wanted
	flow    *flow.Graph
	group   grouping
	live    *liveness
	parents [][]flow.Node // by node: what it is control dependent on
	sites   [][][]site    // by function, block and index; of library functions none
	limit   int           // of instances, and a fourth of that of writes

	scouting, recording *vm.Instance
	spare               *recorder // of the last run

	distances *flow.Distances // to what is watched
	frames    []symexec.Frame // reused
	own       []flow.Frame    // reused
}

func newTracer(g *flow.Graph, group grouping, want *wanted, opt vm.Options, limit int) (*tracer, error) {
	t := &tracer{wanted: want, flow: g, group: group, live: newLiveness(g), limit: limit, parents: make([][]flow.Node, g.Len())}
	for n := range t.parents {
		for _, c := range g.Control(flow.Node(n)) {
			t.parents[n] = append(t.parents[n], group.head(c.Node))
		}
	}
	quiet := t.findSites()
	p := g.Program()
	opt.Trace = true
	opt.TraceOnly = func(fn int, in *program.Instr) bool {
		if p.Funcs[fn].Library {
			return t.heard(in)
		}
		return !quiet[in]
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

// changed returns the instructions whose execution is that of a change.
func (t *tracer) changed() map[*program.Instr]bool {
	m := map[*program.Instr]bool{}
	p := t.flow.Program()
	for fn, blocks := range t.sites {
		for b, list := range blocks {
			for i := range list {
				if list[i].altered || t.begins[list[i].head] {
					m[&p.Funcs[fn].Blocks[b].Instrs[i]] = true
				}
			}
		}
	}
	return m
}

// scout runs the program on an input until it executes a change. It reports
// whether it did; if not, the outcome is that of the whole run.
func (t *tracer) scout(ctx context.Context, in *program.Input) (*program.Outcome, bool, error) {
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

// record runs the program on an input. The result is good until the next call.
func (t *tracer) record(ctx context.Context, in *program.Input) (*run, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	x, r := t.recording, t.spare
	if r == nil {
		r = t.recorder(x, nil)
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
	r.ended = out
	return &r.run, nil
}
