package matrix

import (
	"slices"

	"github.com/riftlab/rift/engines/dyndep"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// recorder is the vm.Tracer that makes a run. Of events it needs those that the
// tracer's machine reports; more do no harm.
type recorder struct {
	run
	*tracer
	machine peeker
	writers dyndep.Writers
	frames  []frame       // activations of the program's functions
	args    []uint64      // of the call that the next activation is of
	unknown []program.Reg // arguments of the first activation that are not known
	count   map[object]int32
	stop    func()
	returns dyndep.Mark // of the return statement executed last
	events  int32
	snapped func(back bool)           // is called after each snapshot; may be nil
	outside frame                     // stands for the activation before the program's first
	touch   func(uint64, int64, bool) // is touched
	actor   *frame                    // of what it is told
}

// peeker shows up to n bytes of a machine's memory.
type peeker interface {
	Peek(a uint64, n int64) []byte
}

// frame is an activation of a function of the program.
type frame struct {
	fn, depth int
	inst      int32       // the instance under way, or none
	mark      dyndep.Mark // of it
	call      int32       // the instance that called
	callMark  dyndep.Mark
	place     where         // of its last instruction: of the call, for one that waits
	open      []opened      // by node, from the entry of the function on
	writer    []dyndep.Mark // by register
	value     []uint64      // by register
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

// recorder returns a recorder of a run in a machine, which stop ends.
func (t *tracer) recorder(machine peeker, stop func()) *recorder {
	r := &recorder{tracer: t, machine: machine, stop: stop, count: map[object]int32{}}
	r.touch, r.outside.inst = r.touched, none
	r.reset()
	return r
}

// reset prepares for another run.
func (r *recorder) reset() {
	r.run.reset()
	r.writers.Reset()
	clear(r.count)
	r.frames, r.args, r.unknown = r.frames[:0], r.args[:0], r.unknown[:0]
	r.returns, r.events = 0, 0
}

// entryValues takes the arguments of the function that a run begins in from the
// input; those that are addresses are learnt when they are used.
func (r *recorder) entryValues(in *program.Input) {
	p := r.flow.Program()
	i, ok := p.FuncByName(in.Entry)
	if in.Entry == "" || in.Entry == "main" || !ok {
		return
	}
	values := in.Values
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
		r.args = append(r.args, w)
	}
}

// Step implements vm.Tracer.
func (r *recorder) Step(e *vm.Event) {
	if r.full {
		return
	}
	r.events++
	if r.sites[e.Func] == nil {
		r.eventInLibrary(e)
	} else {
		r.own(e)
	}
	if len(r.insts) > r.limit || len(r.writes) > 4*r.limit {
		r.full = true
		r.stop()
	}
}

// own records an event of a function of the program.
func (r *recorder) own(e *vm.Event) {
	f, s, in := r.enter(e), &r.sites[e.Func][e.Block][e.Index], e.Instr
	if len(r.unknown) > 0 && len(r.frames) == 1 {
		r.learn(f, e)
	}
	r.locate(f, s, e)
	if s.altered {
		r.insts[f.inst].altered = true
	}
	if e.Returned {
		r.returned(f, in)
		r.assign(f, in.Dst, e.Result)
		r.back(f)
		return
	}
	if r.users[s.head] {
		for _, u := range s.uses {
			r.depend(f, f.writer[u])
		}
	}
	switch {
	case in.Op == program.Call:
		r.args = append(r.args[:0], e.Args...)
	case in.Op == program.Return:
		r.returns = f.mark
	case !e.Faulted:
		r.memory(f, e)
		r.assign(f, in.Dst, e.Result)
	}
}

// eventInLibrary records an event of a library function: of the statement that called it.
func (r *recorder) eventInLibrary(e *vm.Event) {
	r.leave(e.Depth - 1)
	f := &r.outside
	if n := len(r.frames); n > 0 {
		f = &r.frames[n-1]
	}
	switch in := e.Instr; {
	case e.Returned:
		r.returned(f, in)
	case in.Op == program.Call:
		r.args = append(r.args[:0], e.Args...)
	case !e.Faulted:
		r.memory(f, e)
	}
}

// returned says that an instruction has its result: a call uses what was returned.
func (r *recorder) returned(f *frame, in *program.Instr) {
	if in.Op == program.Call {
		r.depend(f, r.returns)
	}
	r.returns = 0
}

// leave ends the activations deeper than a number.
func (r *recorder) leave(depth int) {
	n := len(r.frames)
	for n > 0 && r.frames[n-1].depth > depth {
		n--
	}
	r.frames = r.frames[:n]
}

// enter returns the activation of an event, made if it is new.
func (r *recorder) enter(e *vm.Event) *frame {
	r.leave(e.Depth)
	if n := len(r.frames); n > 0 && r.frames[n-1].depth == e.Depth {
		if f := &r.frames[n-1]; f.fn == e.Func {
			return f
		}
		r.frames = r.frames[:n-1]
	}
	f := r.push(e.Func, e.Depth)
	for i, param := range r.flow.Program().Funcs[e.Func].Params {
		f.writer[param.Reg] = f.callMark
		if i < len(r.args) {
			f.value[param.Reg] = r.args[i]
		}
	}
	r.args = r.args[:0]
	n := r.flow.Entry(e.Func)
	r.begin(f, n, n, where{0, -1})
	return f
}

// push begins an activation, in which no instance is under way yet.
func (r *recorder) push(fn, depth int) *frame {
	n := len(r.frames)
	if n == cap(r.frames) {
		r.frames = append(r.frames, frame{})
	}
	r.frames = r.frames[:n+1]
	f := &r.frames[n]
	*f = frame{fn: fn, depth: depth, inst: none, call: none, open: f.open, writer: f.writer, value: f.value}
	if n > 0 {
		f.call, f.callMark = r.frames[n-1].inst, r.frames[n-1].mark
	}
	p := r.flow.Program().Funcs[fn]
	f.open = zeroed(f.open, len(p.Stmts)+2)
	f.writer = zeroed(f.writer, len(p.Regs))
	f.value = zeroed(f.value, len(p.Regs))
	return f
}

// zeroed returns n zeros, in the memory of s if there is enough.
func zeroed[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// learn takes the values of registers from their uses: those of the parameters
// of the first activation that are addresses are not known otherwise.
func (r *recorder) learn(f *frame, e *vm.Event) {
	dyndep.Operands(e, func(o program.Operand, w uint64) {
		if reg := o.Reg(); reg != program.NoReg {
			f.value[reg] = w
			r.known(reg)
		}
	})
}

// known says that the value of a register of the first activation is known.
func (r *recorder) known(reg program.Reg) {
	r.unknown = slices.DeleteFunc(r.unknown, func(u program.Reg) bool { return u == reg })
}

// locate finds the instance that an event belongs to. An activation executes a
// node anew when it comes to an instruction of it that is not behind the last
// one: what stands behind is the rest of the statement, after a call or around
// a condition. The entry, which all implicit instructions belong to, is executed
// once.
func (r *recorder) locate(f *frame, s *site, e *vm.Event) {
	f.place = where{int32(e.Block), int32(e.Index)}
	o := &f.open[s.head-r.flow.Entry(f.fn)]
	if o.inst != 0 && (e.Returned || o.before(f.place) || s.entry) {
		r.execute(f, s.head, o.inst-1)
		return
	}
	r.begin(f, s.node, s.head, f.place)
}

// execute says that an activation goes on with an instance of a statement.
func (r *recorder) execute(f *frame, head flow.Node, inst int32) {
	f.inst, f.mark = inst, 0
	if r.sources[head] {
		f.mark = dyndep.MarkOf(inst)
	}
	f.open[head-r.flow.Entry(f.fn)] = opened{inst + 1, f.place}
}

// begin makes an instance of a statement of which node n is executed first.
func (r *recorder) begin(f *frame, n, head flow.Node, here where) {
	k, entry := int32(len(r.insts)), r.flow.Entry(f.fn)
	x := inst{node: head, control: none, point: point{none, int32(len(r.writes))}, begun: r.events}
	for _, c := range r.parents[n] {
		if c >= entry && int(c-entry) < len(f.open) {
			x.control = max(x.control, f.open[c-entry].inst-1)
		}
	}
	if n == entry {
		x.control = f.call
	}
	f.place = here
	if r.watch[head] {
		x.snap = int32(len(r.snaps))
		r.snap(false)
	}
	r.insts = append(r.insts, x)
	r.execute(f, head, k)
}

// back notes that a call by a watched instance has returned.
func (r *recorder) back(f *frame) {
	if f.inst < 0 || !r.watch[r.insts[f.inst].node] {
		return
	}
	f.place.index++
	r.snap(true)
	f.place.index--
	r.backs = append(r.backs, back{f.inst, point{int32(len(r.snaps) - 1), int32(len(r.writes))}, r.events})
}

// depend says that the instance under way in an activation uses what another one
// made.
func (r *recorder) depend(f *frame, on dyndep.Mark) {
	x, y := f.inst, on.Number()
	if x < 0 || y < 0 || x == y || !r.users[r.insts[x].node] {
		return
	}
	for d := r.insts[x].deps; d != 0; d = r.deps[d-1].next {
		if r.deps[d-1].on == y {
			r.deps[d-1].last = r.events
			return
		}
	}
	r.deps = append(r.deps, dep{y, r.insts[x].deps, r.events, r.events})
	r.insts[x].deps = int32(len(r.deps))
}

// assign notes what an instruction put into its register.
func (r *recorder) assign(f *frame, dst program.Reg, w uint64) {
	if dst == program.NoReg {
		return
	}
	f.writer[dst], f.value[dst] = f.mark, w
	if len(r.unknown) > 0 && len(r.frames) == 1 {
		r.known(dst)
	}
}
