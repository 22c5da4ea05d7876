package matrix

import (
	"github.com/riftlab/rift/engines/matrix/execution"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program/flow"
)

// newTracers makes the tracers of both versions: what counts is what the chains
// go through, and where the changes begin.
func newTracers(v *versions, c *chains, opt *Options) (newTracer, oldTracer *execution.Tracer, err error) {
	g := c.deps.flow
	new, old := execution.NewWanted(g), execution.NewWanted(v.old)
	for i := range c.list {
		x := &c.list[i]
		if int(x.end) >= g.Len() {
			continue // a deletion
		}
		new.Watch[x.end] = true
		old.Watch[v.toOld(x.end)] = true
		if x.parent < 0 {
			continue
		}
		new.Users[x.end] = true
		if from := c.list[x.parent].end; int(from) < g.Len() {
			new.Sources[from] = true
		}
	}
	for i := range c.changes {
		x := &c.changes[i]
		n, o := v.beginning(x)
		new.Watch[n], old.Watch[o] = true, true
		switch {
		case x.deleted != flow.NoNode:
			old.Begins[x.deleted] = true
		case x.sites == nil:
			new.Begins[x.node] = true
		}
		for _, s := range x.sites {
			new.Altered[s] = true
		}
	}
	delete(new.Watch, flow.NoNode)
	delete(old.Watch, flow.NoNode)
	machine := vm.Options{MaxSteps: opt.RunSteps, MaxMemory: opt.RunMemory, CheckOverflow: opt.Equivalence.CheckOverflow()}
	if newTracer, err = execution.NewTracer(g, v.newGroup, new, machine, opt.Size); err != nil {
		return nil, nil, err
	}
	oldTracer, err = execution.NewTracer(v.old, v.oldGroup, old, machine, opt.Size)
	return newTracer, oldTracer, err
}
