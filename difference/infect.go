package difference

import (
	"context"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// examine runs the inputs that execute a part and on which the versions show the
// same once more, and sees whether the versions computed something else on the way:
// whether an instruction that both versions have got other values, or was executed
// more often in one. It stops when ctx is done. Values that are addresses do not
// count, and neither does what nothing reads afterwards.
func (r *reach) examine(ctx context.Context) error {
	r.mu.Lock()
	var list []*roundReach
	for _, w := range r.rounds {
		if len(w.waiting) > 0 {
			list = append(list, w)
		}
	}
	r.mu.Unlock()
	for _, w := range list {
		if err := r.examineRound(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

func (r *reach) examineRound(ctx context.Context, w *roundReach) error {
	back := map[mapping.Site]mapping.Site{} // of the old version to the new one's
	new := w.round.Task.New.Program
	for n, f := range new.Funcs {
		if f.Library {
			continue
		}
		for b, block := range f.Blocks {
			for i := range block.Instrs {
				s := mapping.Site{Func: n, Block: b, Index: i}
				if o, ok := w.mapping.InstrToOld(s); ok {
					back[o] = s
				}
			}
		}
	}
	common := map[mapping.Site]bool{}
	for _, s := range back {
		common[s] = true
	}
	var sides [2]*vm.Instance
	for i, p := range []*program.Program{w.round.Task.Old.Program, new} {
		own := func(fn int, _ *program.Instr) bool { return !p.Funcs[fn].Library }
		m, err := vm.New(p, vm.Options{MaxSteps: w.round.Task.RunSteps, CheckOverflow: w.round.Task.Equivalence.CheckOverflow(), Trace: true, TraceOnly: own})
		if err != nil {
			return err
		}
		sides[i] = m.NewRun()
	}
	r.mu.Lock()
	waiting := w.waiting
	w.waiting = nil
	r.mu.Unlock()
	for i := range waiting {
		x := &waiting[i]
		var seen [2]trace
		for k := range sides {
			seen[k] = trace{}
			sides[k].Tracer = tracer{seen[k], func(s mapping.Site) (mapping.Site, bool) {
				if k == int(delta.New) {
					return s, common[s]
				}
				n, ok := back[s]
				return n, ok
			}}
			if _, err := sides[k].Run(ctx, &x.input); err != nil {
				if ctx.Err() != nil {
					return nil
				}
				return err
			}
		}
		infected := !seen[0].equal(seen[1])
		r.mu.Lock()
		for _, p := range x.parts {
			r.parts[p].Examined++
			if infected {
				r.parts[p].Infected++
			}
		}
		r.mu.Unlock()
	}
	return nil
}

// trace holds what an instruction computed in a run, execution by execution, by
// where the new version has it.
type trace map[mapping.Site]summary

// summary is the number of values and a hash of them in their order (FNV-1a).
type summary struct {
	n    int
	hash uint64
}

func (t trace) equal(u trace) bool {
	if len(t) != len(u) {
		return false
	}
	for s, x := range t {
		if u[s] != x {
			return false
		}
	}
	return true
}

// tracer makes a trace.
type tracer struct {
	trace trace
	place func(mapping.Site) (mapping.Site, bool)
}

// Step implements vm.Tracer.
func (t tracer) Step(e *vm.Event) {
	s, ok := t.place(mapping.Site{Func: e.Func, Block: e.Block, Index: e.Index})
	if !ok {
		return
	}
	in := e.Instr
	x := t.trace[s]
	x.n++
	add := func(k program.Kind, v uint64) {
		if k.IsInt() || k.IsFloat() {
			for range 8 {
				x.hash = (x.hash ^ v&0xff) * 0x100000001b3
				v >>= 8
			}
		}
	}
	switch in.Op {
	case program.Store:
		add(in.Kind, e.B)
	case program.Branch, program.Switch:
		add(program.I64, e.A)
	case program.Call, program.Intrinsic:
		if e.Returned {
			add(in.Kind, e.Result)
		}
	case program.Return:
		add(in.Kind, e.A)
	default:
		add(in.Kind, e.Result)
	}
	t.trace[s] = x
}
