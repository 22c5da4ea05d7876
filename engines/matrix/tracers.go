package matrix

import (
	"github.com/riftlab/rift/engines/matrix/execution"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program/flow"
)

// newTracers makes the tracers of both versions: what counts is what the chains
// go through, and where the changes begin.
func (a *Assessor) newTracers() (err error) {
	g := a.chains.deps.flow
	new, old := execution.NewWanted(g), execution.NewWanted(a.versions.old)
	for i := range a.chains.list {
		x := &a.chains.list[i]
		if int(x.end) >= g.Len() {
			continue // a deletion
		}
		new.Watch[x.end] = true
		old.Watch[a.versions.toOld(x.end)] = true
		if x.parent < 0 {
			continue
		}
		new.Users[x.end] = true
		if from := a.chains.list[x.parent].end; int(from) < g.Len() {
			new.Sources[from] = true
		}
	}
	for i := range a.changes {
		c := &a.changes[i]
		n, o := a.versions.beginning(c)
		new.Watch[n], old.Watch[o] = true, true
		switch {
		case c.deleted != flow.NoNode:
			old.Begins[c.deleted] = true
		case c.sites == nil:
			new.Begins[c.node] = true
		}
		for _, s := range c.sites {
			new.Altered[s] = true
		}
	}
	delete(new.Watch, flow.NoNode)
	delete(old.Watch, flow.NoNode)
	opt := vm.Options{MaxSteps: a.opt.RunSteps, MaxMemory: a.opt.RunMemory, CheckOverflow: a.opt.Equivalence.CheckOverflow()}
	if a.new, err = execution.NewTracer(g, a.versions.newGroup, new, opt, a.opt.Size); err != nil {
		return err
	}
	a.old, err = execution.NewTracer(a.versions.old, a.versions.oldGroup, old, opt, a.opt.Size)
	return err
}
