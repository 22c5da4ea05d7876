package execution

import (
	"slices"

	"github.com/riftlab/rift/engines/dyndep"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// Recorder is the vm.Tracer that makes a run. Of events it needs those that the
// tracer's machine reports; more do no harm.
type Recorder struct {
	Run
	*plan
	dynamic *dyndep.Recorder[frame]
	machine peeker
	unknown []program.Reg // arguments of the first activation that are not known
	count   map[Object]int32
	stop    func()
	events  int32
	snapped func(back bool)           // is called after each snapshot; may be nil
	touch   func(uint64, int64, bool) // is touched
	actor   *activation               // of what it is told
}

// activation is an activation of a function of the program. What library functions do
// belongs to the one that called them.
type activation = dyndep.Activation[frame]

// peeker shows up to n bytes of a machine's memory.
type peeker interface {
	Peek(a uint64, n int64) []byte
}

// frame is what a recorder keeps of an activation.
type frame struct {
	inst     int32       // the instance under way, or none
	mark     dyndep.Mark // of it
	call     int32       // the instance that called
	callMark dyndep.Mark
	place    where    // of its last instruction: of the call, for one that waits
	open     []opened // by node, from the entry of the function on
	value    []uint64 // by register
}

// opened is the latest instance of a node in an activation, by number and one, and
// its last instruction.
type opened struct {
	inst int32
	where
}

// where is a place in a function.
type where struct{ block, index int32 }

func (p where) before(q where) bool {
	return p.block < q.block || p.block == q.block && p.index < q.index
}

// newRecorder returns a recorder of a run in a machine, which stop ends.
func newRecorder(p *plan, machine peeker, stop func()) *Recorder {
	r := &Recorder{plan: p, machine: machine, stop: stop, count: map[Object]int32{}}
	r.dynamic = dyndep.NewRecorder(p.Graph.Program(), r, func(fn int) bool { return p.sites[fn] != nil }, frame{inst: None})
	r.touch = r.touched
	r.reset()
	return r
}

// In says which machine the run is in.
func (r *Recorder) In(machine peeker) { r.machine = machine }

// Recorded returns what has been recorded so far. It grows with the recorder.
func (r *Recorder) Recorded() *Run { return &r.Run }

// resume begins activations: each has been entered.
func (r *Recorder) resume(frames []symexec.Frame) {
	for i, at := range frames {
		f, up := r.dynamic.Push(at.Func, i+1)
		r.fresh(f, up)
		f.State.place = where{int32(at.Block), int32(at.Index)}
		waits := []flow.Node{r.Graph.Entry(at.Func)}
		if i < len(frames)-1 {
			waits = append(waits, r.group.Head(r.Graph.At(at.Func, at.Block, at.Index)))
		}
		for _, n := range waits {
			r.execute(f, n, int32(len(r.Instances)))
			r.Instances = append(r.Instances, Instance{Node: n, Control: None, Point: Point{None, 0}})
		}
	}
	f := &r.dynamic.Activations()[len(frames)-1].State
	f.inst, f.mark = None, 0
}

// reset prepares for another run.
func (r *Recorder) reset() {
	r.Run.reset()
	r.dynamic.Reset()
	clear(r.count)
	r.unknown, r.events = r.unknown[:0], 0
}

// entryValues takes the arguments of the function that a run begins in from the
// input; those that are addresses are learnt when they are used.
func (r *Recorder) entryValues(in *program.Input) {
	p := r.Graph.Program()
	i, ok := p.FuncByName(in.Entry)
	if in.Entry == "" || in.Entry == "main" || !ok {
		return
	}
	values := in.Values
	var args []uint64
	defer func() { r.dynamic.Pass(args) }()
	for k, param := range p.Funcs[i].Params {
		w := uint64(0)
		switch {
		case k == 0 && p.Funcs[i].Sret:
			r.unknown = append(r.unknown, param.Reg)
		case len(values) == 0:
			return
		case param.Size > 0 || param.Kind == program.Ptr:
			r.unknown = append(r.unknown, param.Reg)
			values = values[1:]
		default:
			for b, x := range values[0].Data[:min(8, len(values[0].Data))] {
				w |= uint64(x) << (8 * b)
			}
			w &= param.Kind.Mask()
			values = values[1:]
		}
		args = append(args, w)
	}
}

// Step implements vm.Tracer.
func (r *Recorder) Step(e *vm.Event) {
	if r.Full {
		return
	}
	r.events++
	r.dynamic.Step(e)
	if len(r.Instances) > r.limit || len(r.Writes) > 4*r.limit {
		r.Full = true
		r.stop()
	}
}

// inLibrary reports whether an event is of a library function.
func (r *Recorder) inLibrary(e *vm.Event) bool { return r.sites[e.Func] == nil }

// Begun implements dyndep.Sink.
func (r *Recorder) Begun(a, up *activation, call *dyndep.Call) {
	r.fresh(a, up)
	f := &a.State
	for i, param := range r.Graph.Program().Funcs[a.Func].Params {
		a.Regs[param.Reg] = f.callMark
		if call != nil && i < len(call.Args) {
			f.value[param.Reg] = call.Args[i].Value
		}
	}
	n := r.Graph.Entry(a.Func)
	r.begin(a, n, n, where{0, -1})
}

// fresh begins the state of an activation, in which no instance is under way yet.
func (r *Recorder) fresh(a, up *activation) {
	f := &a.State
	*f = frame{inst: None, call: None, open: f.open, value: f.value}
	if up != nil {
		f.call, f.callMark = up.State.inst, up.State.mark
	}
	p := r.Graph.Program().Funcs[a.Func]
	f.open = dyndep.Zeroed(f.open, len(p.Stmts)+2)
	f.value = dyndep.Zeroed(f.value, len(p.Regs))
}

// Reached implements dyndep.Sink: it finds the instance that an event of the program
// belongs to, and what that uses of registers.
func (r *Recorder) Reached(a *activation, e *vm.Event) {
	if r.inLibrary(e) {
		return
	}
	s := &r.sites[e.Func][e.Block][e.Index]
	if len(r.unknown) > 0 && len(r.dynamic.Activations()) == 1 {
		r.learn(a, e)
	}
	r.locate(a, s, e)
	if s.altered {
		r.Instances[a.State.inst].Altered = true
	}
	if !e.Returned && r.Users[s.head] {
		for _, u := range s.uses {
			r.depend(a, a.Regs[u])
		}
	}
}

// Called implements dyndep.Sink.
func (r *Recorder) Called(*activation, *vm.Event, []dyndep.Argument) {}

// Returns implements dyndep.Sink: the value is the return statement's.
func (r *Recorder) Returns(a *activation, _ *vm.Event) dyndep.Mark { return a.State.mark }

// Returned implements dyndep.Sink: a call uses what was returned.
func (r *Recorder) Returned(a *activation, e *vm.Event, by dyndep.Mark) {
	if e.Instr.Op == program.Call {
		r.depend(a, by)
	}
	if !r.inLibrary(e) {
		r.assign(a, e.Instr.Dst, e.Result)
		r.back(a)
	}
}

// Executed implements dyndep.Sink.
func (r *Recorder) Executed(a *activation, e *vm.Event) {
	r.memory(a, e)
	if !r.inLibrary(e) {
		r.assign(a, e.Instr.Dst, e.Result)
	}
}

// Faulted implements dyndep.Sink.
func (r *Recorder) Faulted(*activation, *vm.Event) {}

// learn takes the values of registers from their uses: those of the parameters
// of the first activation that are addresses are not known otherwise.
func (r *Recorder) learn(f *activation, e *vm.Event) {
	dyndep.Operands(e, func(o program.Operand, w uint64) {
		if reg := o.Reg(); reg != program.NoReg {
			f.State.value[reg] = w
			r.known(reg)
		}
	})
}

// known says that the value of a register of the first activation is known.
func (r *Recorder) known(reg program.Reg) {
	r.unknown = slices.DeleteFunc(r.unknown, func(u program.Reg) bool { return u == reg })
}

// locate finds the instance that an event belongs to. An activation executes a
// node anew when it comes to an instruction of it that is not behind the last
// one: what stands behind is the rest of the statement, after a call or around
// a condition. The entry, which all implicit instructions belong to, is executed
// once.
func (r *Recorder) locate(f *activation, s *site, e *vm.Event) {
	f.State.place = where{int32(e.Block), int32(e.Index)}
	o := &f.State.open[s.head-r.Graph.Entry(f.Func)]
	if o.inst != 0 && (e.Returned || o.before(f.State.place) || s.entry) {
		r.execute(f, s.head, o.inst-1)
		return
	}
	r.begin(f, s.node, s.head, f.State.place)
}

// execute says that an activation goes on with an instance of a statement.
func (r *Recorder) execute(f *activation, head flow.Node, inst int32) {
	f.State.inst, f.State.mark = inst, 0
	if r.Sources[head] {
		f.State.mark = dyndep.MarkOf(inst)
	}
	f.State.open[head-r.Graph.Entry(f.Func)] = opened{inst + 1, f.State.place}
}

// begin makes an instance of a statement of which node n is executed first.
func (r *Recorder) begin(f *activation, n, head flow.Node, here where) {
	k, entry := int32(len(r.Instances)), r.Graph.Entry(f.Func)
	x := Instance{Node: head, Control: None, Point: Point{None, int32(len(r.Writes))}, Begun: r.events}
	for _, c := range r.parents[n] {
		if c >= entry && int(c-entry) < len(f.State.open) {
			x.Control = max(x.Control, f.State.open[c-entry].inst-1)
		}
	}
	if n == entry {
		x.Control = f.State.call
	}
	f.State.place = here
	if r.Watch[head] {
		x.Snapshot = int32(len(r.Snapshots))
		r.snap(false)
	}
	r.Instances = append(r.Instances, x)
	r.execute(f, head, k)
}

// back notes that a call by a watched instance has returned.
func (r *Recorder) back(f *activation) {
	if f.State.inst < 0 || !r.Watch[r.Instances[f.State.inst].Node] {
		return
	}
	f.State.place.index++
	r.snap(true)
	f.State.place.index--
	r.Backs = append(r.Backs, Return{f.State.inst, Point{int32(len(r.Snapshots) - 1), int32(len(r.Writes))}, r.events})
}

// depend says that the instance under way in an activation uses what another one
// made.
func (r *Recorder) depend(f *activation, on dyndep.Mark) {
	x, y := f.State.inst, on.Number()
	if x < 0 || y < 0 || x == y || !r.Users[r.Instances[x].Node] {
		return
	}
	for d := r.Instances[x].Deps; d != 0; d = r.Deps[d-1].Next {
		if r.Deps[d-1].On == y {
			r.Deps[d-1].Last = r.events
			return
		}
	}
	r.Deps = append(r.Deps, Dependence{y, r.Instances[x].Deps, r.events, r.events})
	r.Instances[x].Deps = int32(len(r.Deps))
}

// assign notes what an instruction put into its register.
func (r *Recorder) assign(f *activation, dst program.Reg, w uint64) {
	if dst == program.NoReg {
		return
	}
	f.Regs[dst], f.State.value[dst] = f.State.mark, w
	if len(r.unknown) > 0 && len(r.dynamic.Activations()) == 1 {
		r.known(dst)
	}
}
