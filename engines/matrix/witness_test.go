package matrix

import (
	"fmt"
	"slices"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// witness keeps the full trace of a run.
type witness struct{ events []seen }

// seen is an event and the memory that it touched.
type seen struct {
	vm.Event
	touched []span
}

type span struct {
	address uint64
	n       int64
	write   bool
}

// Step implements vm.Tracer.
func (w *witness) Step(e *vm.Event) {
	s := seen{Event: *e}
	if !e.Returned && !e.Faulted && e.Instr.Op != program.Call {
		e.Accesses(func(a uint64, n int64, write bool) { s.touched = append(s.touched, span{a, n, write}) })
	}
	w.events = append(w.events, s)
}

// executed is a statement instance as the trace tells it.
type executed struct {
	node    flow.Node
	control int
	begun   int
	on      map[int]*[2]int // what it used: the first and the last event that did
}

// witnessed is a call under way.
type witnessed struct {
	fn, inst, call int // none: -1
	inLibrary      bool
	latest         map[flow.Node]int // instances by node
	last           map[flow.Node][2]int
	registers      map[program.Reg]int
}

// retrace is what is computed from a trace, event by event, from scratch: no
// state is shared with the recorder, and memory is a map of single bytes.
type retrace struct {
	g         *flow.Graph
	instances []executed
	stack     []*witnessed
	bytes     map[uint64]int
	returned  int
	now       int
}

func newRetrace(g *flow.Graph, events []seen) *retrace {
	r := &retrace{g: g, bytes: map[uint64]int{}, returned: -1}
	for i := range events {
		r.now = i + 1
		r.event(&events[i])
	}
	return r
}

func (r *retrace) event(e *seen) {
	for len(r.stack) > e.Depth || len(r.stack) == e.Depth && r.stack[e.Depth-1].fn != e.Func {
		r.stack = r.stack[:len(r.stack)-1]
	}
	if len(r.stack) < e.Depth {
		r.call(e)
	}
	a := r.stack[len(r.stack)-1]
	if !a.inLibrary {
		r.place(a, e)
	}
	if e.Returned {
		if e.Instr.Op == program.Call {
			r.use(a.inst, r.returned)
		}
		r.returned = -1
		r.define(a, e)
		return
	}
	if e.Instr.Op == program.Return {
		r.returned = -1
		if !a.inLibrary {
			r.returned = a.inst
		}
	}
	if !a.inLibrary {
		for _, reg := range e.Instr.Uses(nil) {
			if by, ok := a.registers[reg]; ok {
				r.use(a.inst, by)
			}
		}
	}
	if e.Instr.Op == program.Call || e.Faulted {
		return
	}
	for _, s := range e.touched {
		for i := range s.n {
			if at := s.address + uint64(i); s.write {
				r.bytes[at] = a.inst
			} else if by, ok := r.bytes[at]; ok {
				r.use(a.inst, by)
			}
		}
	}
	if e.Instr.Op == program.VaStart { // the area holds what the caller passed
		for i := range uint64(8 * (len(r.g.Program().Funcs[e.Func].Params) + 16)) {
			r.bytes[e.Result+i] = a.call
		}
	}
	r.define(a, e)
}

func (r *retrace) call(e *seen) {
	f := r.g.Program().Funcs[e.Func]
	a := &witnessed{fn: e.Func, inst: -1, call: -1, inLibrary: f.Library, latest: map[flow.Node]int{}, last: map[flow.Node][2]int{}, registers: map[program.Reg]int{}}
	if n := len(r.stack); n > 0 {
		a.call = r.stack[n-1].inst
	}
	r.stack = append(r.stack, a)
	if a.inLibrary {
		a.inst = a.call
		return
	}
	for _, p := range f.Params {
		a.registers[p.Reg] = a.call
	}
	r.begin(a, r.g.Entry(e.Func), [2]int{0, -1})
	r.instances[a.inst].control = a.call
}

// place finds the instance of an event: a statement begins anew unless control
// goes forward in it, or comes back to it from a call; an entry never does.
func (r *retrace) place(a *witnessed, e *seen) {
	n := r.g.At(e.Func, e.Block, e.Index)
	if n == flow.NoNode {
		return
	}
	here := [2]int{e.Block, e.Index}
	if i, ok := a.latest[n]; ok && (e.Returned || ahead(a.last[n], here) || r.g.Info(n).Kind == flow.Entry) {
		a.inst, a.last[n] = i, here
		return
	}
	r.begin(a, n, here)
}

// ahead reports whether place a is before place b.
func ahead(a, b [2]int) bool { return a[0] < b[0] || a[0] == b[0] && a[1] < b[1] }

func (r *retrace) begin(a *witnessed, n flow.Node, here [2]int) {
	x := executed{node: n, control: -1, begun: r.now, on: map[int]*[2]int{}}
	for _, c := range r.g.Control(n) {
		if i, ok := a.latest[c.Node]; ok {
			x.control = max(x.control, i)
		}
	}
	a.inst = len(r.instances)
	a.latest[n], a.last[n] = a.inst, here
	r.instances = append(r.instances, x)
}

func (r *retrace) use(by, on int) {
	if by < 0 || on < 0 || by == on {
		return
	}
	if t, ok := r.instances[by].on[on]; ok {
		t[1] = r.now
		return
	}
	r.instances[by].on[on] = &[2]int{r.now, r.now}
}

func (r *retrace) define(a *witnessed, e *seen) {
	if e.Instr.Dst != program.NoReg && !a.inLibrary {
		a.registers[e.Instr.Dst] = a.inst
	}
}

// followed is a place to which a chain has been followed: what it went through,
// by name, where it is, and since when.
type followed struct {
	chain      string
	inst, time int
}

// chains returns the chains that are executed from the given instances of
// changes on, by what they go through. It follows every path of dependences,
// length by length; only paths that agree in all three of followed meet. It
// gives up, and returns false, beyond a number of paths.
func (r *retrace) chains(a *Assessor, begins []start, limit int) (map[string]bool, bool) {
	users := make([][]int, len(r.instances))
	for i := range r.instances {
		x := &r.instances[i]
		if x.control >= 0 && x.on[x.control] == nil {
			users[x.control] = append(users[x.control], i)
		}
		for on := range x.on {
			users[on] = append(users[on], i)
		}
	}
	found := map[string]bool{}
	level := map[followed]bool{}
	next := map[followed]bool{}
	step := func(from followed, k kind, i, time int) {
		x := followed{fmt.Sprintf("%s %s %d", from.chain, k, r.instances[i].node), i, time}
		next[x], found[x.chain] = true, true
	}
	for _, b := range begins {
		x := followed{fmt.Sprint(a.changes[b.change].node), int(b.inst), 0}
		found[x.chain] = true
		if int(b.inst) < len(r.instances) {
			x.time = r.instances[b.inst].begun
		}
		if a.changes[b.change].deleted == flow.NoNode {
			level[x] = true
			continue
		}
		for _, e := range a.chains.deps.next[a.changes[b.change].node] { // whatever comes first
			for i := int(b.inst); i < len(r.instances); i++ {
				if r.instances[i].node == e.to {
					step(x, e.kind, i, max(x.time, r.instances[i].begun))
					break
				}
			}
		}
	}
	afterDeletions := next
	for length := 1; length <= a.Distance(); length++ {
		next = map[followed]bool{}
		if length == 1 {
			next = afterDeletions
		}
		for x := range level {
			if limit--; limit < 0 {
				return nil, false
			}
			for _, i := range users[x.inst] {
				u := &r.instances[i]
				if u.control == x.inst && u.begun >= x.time && static(r.g.Control(u.node), r.instances[x.inst].node) {
					step(x, control, i, u.begun)
				}
				if t := u.on[x.inst]; t != nil && t[1] >= x.time && static(r.g.Data(u.node), r.instances[x.inst].node) {
					step(x, data, i, max(t[0], x.time))
				}
			}
		}
		level = next
	}
	return found, true
}

// static reports whether the dependence analysis has a dependence.
func static(list []flow.Dependence, on flow.Node) bool {
	return slices.ContainsFunc(list, func(d flow.Dependence) bool { return d.Node == on })
}
