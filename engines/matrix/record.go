package matrix

import (
	"context"
	"slices"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/flow"
)

// none stands for no statement instance: a value that was there at the start.
const none int32 = -1

// run is what one run did: the statement instances that it executed, in order,
// what each depended on, and what it wrote.
type run struct {
	insts  []inst
	deps   []dep
	writes []write
	bytes  []byte // of the writes
	snaps  []snapshot
	backs  []back
	heap   map[uint32]object // by upper half of the address
	full   bool              // there was more than the recorder takes
	ended  *program.Outcome
}

// inst is one execution of a node: of a statement together with what library
// functions called by it do, or of the entry of a function.
type inst struct {
	node    flow.Node
	control int32 // the instance that decided whether it is executed, or none
	deps    int32 // index+1 into run.deps of its last data dependence
	point         // when it began
	begun   int32 // events seen by then
	altered bool  // it executed an instruction that a change alters
}

// back is the return to an instance from a function that it called.
type back struct {
	inst int32
	point
	when int32 // in events
}

// point is a moment of a run.
type point struct {
	snap   int32 // index into run.snaps, or none
	writes int32 // that had been made
}

// dep is a member of the list of an instance's data dependences. The value was
// used first and last when that many events had been seen.
type dep struct{ on, next, first, last int32 }

// write is bytes put into memory.
type write struct {
	address uint64
	at, n   int32 // in run.bytes
}

// snapshot is the live registers of the program's activations, and their places,
// when an instance began.
type snapshot struct {
	regs  []liveReg
	stack []symexec.Frame // of the activations; nil if the library calls some of them back
}

type liveReg struct {
	depth int32 // of the activation among those of the program, from 0
	fn    int32
	reg   program.Reg
	value uint64
}

// object is a dynamic object by where it comes from.
type object struct {
	kind    flow.ObjectKind
	fn      int32 // of a local
	index   int32 // of a local; the node that called the allocating function
	ordinal int32 // how many objects of the same origin came before
}

// recorder is the tracer that makes a run.
type recorder struct {
	run
	flow    *flow.Graph
	group   grouping
	live    *liveness
	parents [][]flow.Node // by node: what it is control dependent on
	machine peeker
	watch   map[flow.Node]bool // nodes of which instances take snapshots
	altered map[delta.Site]bool
	frames  []frame
	args    []uint64      // of the call that the next deeper activation is of
	unknown []program.Reg // arguments of the first activation that are not known
	writers map[uint32][]int32
	count   map[object]int32
	limit   int
	stop    func()
	uses    []program.Reg
	returns int32 // the return statement executed last
	events  int32
	snapped func(back bool) // is called after each snapshot; may be nil
}

// peeker shows up to n bytes of a machine's memory.
type peeker interface {
	Peek(a uint64, n int64) []byte
}

type frame struct {
	fn      int
	library bool
	inst    int32
	call    int32  // the calling instance
	place   [2]int // of its last instruction: of the call, for one that waits
	open    map[flow.Node]opened
	writer  []int32 // by register
	value   []uint64
}

// opened is the latest instance of a node in an activation and its last
// instruction.
type opened struct {
	inst  int32
	place [2]int
}

// options say how runs are recorded.
type options struct {
	vm    vm.Options
	limit int // instances and writes
	sites map[delta.Site]bool
}

// tracer records runs of one program, one at a time.
type tracer struct {
	flow    *flow.Graph
	group   grouping
	live    *liveness
	parents [][]flow.Node
	watch   map[flow.Node]bool
	sites   map[delta.Site]bool // instructions that a change alters
	inst    *vm.Instance
	limit   int

	distances *flow.Distances // to what is watched
	frames    []symexec.Frame // reused
	own       []flow.Frame    // reused
}

func newTracer(g *flow.Graph, group grouping, watch map[flow.Node]bool, opt options) (*tracer, error) {
	opt.vm.Trace = true
	m, err := vm.New(g.Program(), opt.vm)
	if err != nil {
		return nil, err
	}
	parents := make([][]flow.Node, g.Len())
	for n := range parents {
		for _, c := range g.Control(flow.Node(n)) {
			parents[n] = append(parents[n], group.head(c.Node))
		}
	}
	return &tracer{flow: g, group: group, live: newLiveness(g), parents: parents, watch: watch, sites: opt.sites, inst: m.NewRun(), limit: opt.limit}, nil
}

// recorder returns a recorder of a run in a machine, which stop ends.
func (t *tracer) recorder(machine peeker, stop func()) *recorder {
	r := &recorder{flow: t.flow, group: t.group, live: t.live, parents: t.parents, machine: machine, watch: t.watch, altered: t.sites, limit: t.limit, stop: stop}
	r.writers, r.count, r.heap, r.returns = map[uint32][]int32{}, map[object]int32{}, map[uint32]object{}, none
	return r
}

// record runs the program on an input.
func (t *tracer) record(ctx context.Context, in *program.Input) (*run, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	x := t.inst
	r := t.recorder(x, cancel)
	r.entryValues(in)
	x.Tracer = r
	out, err := x.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	r.ended = out
	return &r.run, nil
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
	f := r.enter(e)
	r.learn(f, e)
	r.locate(f, e)
	if r.altered[delta.Site{Func: e.Func, Block: e.Block, Index: e.Index}] && f.inst >= 0 {
		r.insts[f.inst].altered = true
	}
	in := e.Instr
	switch {
	case e.Returned:
		if in.Op == program.Call {
			r.depend(f.inst, r.returns)
		}
		r.returns = none
		r.assign(f, e)
		r.back(f, e)
		return
	case in.Op == program.Call:
		r.args = append(r.args[:0], e.Args...)
	case in.Op == program.Return:
		r.returns = none
		if !f.library {
			r.returns = f.inst
		}
	}
	if !f.library {
		r.uses = in.Uses(r.uses[:0])
		for _, u := range r.uses {
			r.depend(f.inst, f.writer[u])
		}
	}
	if in.Op != program.Call && !e.Faulted {
		r.memory(f, e)
		r.assign(f, e)
	}
	if len(r.insts) > r.limit || len(r.writes) > 4*r.limit {
		r.full = true
		r.stop()
	}
}

// enter returns the activation of an event, made if it is new.
func (r *recorder) enter(e *vm.Event) *frame {
	if len(r.frames) > e.Depth {
		r.frames = r.frames[:e.Depth]
	}
	if n := len(r.frames); n == e.Depth {
		if r.frames[n-1].fn == e.Func {
			return &r.frames[n-1]
		}
		r.frames = r.frames[:n-1]
	}
	p := r.flow.Program().Funcs[e.Func]
	f := frame{fn: e.Func, library: p.Library, inst: none, call: none}
	if n := len(r.frames); n > 0 {
		f.call = r.frames[n-1].inst
	}
	if f.library {
		f.inst = f.call
	} else {
		f.open = map[flow.Node]opened{}
		f.writer = make([]int32, len(p.Regs))
		f.value = make([]uint64, len(p.Regs))
		for i := range f.writer {
			f.writer[i] = none
		}
		for i, param := range p.Params {
			f.writer[param.Reg] = f.call
			if i < len(r.args) {
				f.value[param.Reg] = r.args[i]
			}
		}
	}
	r.args = r.args[:0]
	r.frames = append(r.frames, f)
	top := &r.frames[len(r.frames)-1]
	if !top.library {
		top.place = [2]int{0, -1}
		r.begin(top, r.flow.Entry(top.fn), [2]int{0, -1})
	}
	return top
}

// learn takes the values of registers from their uses: those of the parameters
// of the first activation that are addresses are not known otherwise.
func (r *recorder) learn(f *frame, e *vm.Event) {
	if f.library {
		return
	}
	if e.Instr.A.Mode == program.InReg {
		r.learnt(f, e.Instr.A.Index, e.A)
	}
	if e.Instr.B.Mode == program.InReg {
		r.learnt(f, e.Instr.B.Index, e.B)
	}
	for i, a := range e.Instr.Args {
		if a.Mode == program.InReg && i < len(e.Args) {
			r.learnt(f, a.Index, e.Args[i])
		}
	}
}

func (r *recorder) learnt(f *frame, reg int32, w uint64) {
	f.value[reg] = w
	if len(r.unknown) > 0 && len(r.frames) == 1 {
		r.unknown = slices.DeleteFunc(r.unknown, func(u program.Reg) bool { return u == program.Reg(reg) })
	}
}

// locate finds the instance that an event belongs to. An activation executes a
// node anew when it comes to an instruction of it that is not behind the last
// one: what stands behind is the rest of the statement, after a call or around
// a condition. The entry, which all implicit instructions belong to, is executed
// once.
func (r *recorder) locate(f *frame, e *vm.Event) {
	if f.library {
		return
	}
	here := [2]int{e.Block, e.Index}
	f.place = here
	n := r.flow.At(e.Func, e.Block, e.Index)
	if n == flow.NoNode {
		return
	}
	head := r.group.head(n)
	o, ok := f.open[head]
	if ok && (e.Returned || before(o.place, here) || r.flow.Info(n).Kind == flow.Entry) {
		f.inst = o.inst
		f.open[head] = opened{o.inst, here}
		return
	}
	r.begin(f, n, here)
}

func before(a, b [2]int) bool { return a[0] < b[0] || a[0] == b[0] && a[1] < b[1] }

// begin makes an instance of the statement of which node n is executed first.
func (r *recorder) begin(f *frame, n flow.Node, here [2]int) {
	k, head := int32(len(r.insts)), r.group.head(n)
	x := inst{node: head, control: none, point: point{none, int32(len(r.writes))}, begun: r.events}
	for _, c := range r.parents[n] {
		if o, ok := f.open[c]; ok && o.inst > x.control {
			x.control = o.inst
		}
	}
	if r.flow.Info(n).Kind == flow.Entry {
		x.control = f.call
	}
	if r.watch[head] {
		x.snap = int32(len(r.snaps))
		r.snap(here, false)
	}
	r.insts = append(r.insts, x)
	f.inst = k
	f.open[head] = opened{k, here}
}

// back notes that a call by a watched instance has returned.
func (r *recorder) back(f *frame, e *vm.Event) {
	if f.library || f.inst < 0 || !r.watch[r.insts[f.inst].node] {
		return
	}
	r.snap([2]int{e.Block, e.Index + 1}, true)
	r.backs = append(r.backs, back{f.inst, point{int32(len(r.snaps) - 1), int32(len(r.writes))}, r.events})
}

// snap takes a snapshot, back when a call has returned.
func (r *recorder) snap(here [2]int, back bool) {
	r.snaps = append(r.snaps, r.snapshot(here))
	if r.snapped != nil {
		r.snapped(back)
	}
}

// snapshot takes the live registers of all activations; here is the place of
// the innermost.
func (r *recorder) snapshot(here [2]int) snapshot {
	var s snapshot
	depth, whole := int32(0), true
	for i := range r.frames {
		f := &r.frames[i]
		if f.library {
			whole = whole && depth == 0
			continue
		}
		at := f.place
		if i == len(r.frames)-1 {
			at = here
		}
		s.stack = append(s.stack, symexec.Frame{Func: f.fn, Block: at[0], Index: max(at[1], 0)})
		result := program.NoReg
		if i < len(r.frames)-1 {
			result = r.flow.Program().Funcs[f.fn].Blocks[at[0]].Instrs[at[1]].Dst
			at[1]++ // behind the call, which has given nothing yet
		}
		r.live.registers(f.fn, at[0], max(at[1], 0), func(reg program.Reg) {
			if reg == result || i == 0 && slices.Contains(r.unknown, reg) {
				return
			}
			s.regs = append(s.regs, liveReg{depth, int32(f.fn), reg, f.value[reg]})
		})
		depth++
	}
	if !whole {
		s.stack = nil
	}
	return s
}

// depend says that an instance uses what another one made.
func (r *recorder) depend(x, on int32) {
	if x < 0 || on < 0 || x == on {
		return
	}
	for d := r.insts[x].deps; d != 0; d = r.deps[d-1].next {
		if r.deps[d-1].on == on {
			r.deps[d-1].last = r.events
			return
		}
	}
	r.deps = append(r.deps, dep{on, r.insts[x].deps, r.events, r.events})
	r.insts[x].deps = int32(len(r.deps))
}

// assign notes what an instruction put into its register.
func (r *recorder) assign(f *frame, e *vm.Event) {
	if dst := e.Instr.Dst; dst != program.NoReg && !f.library {
		f.writer[dst] = f.inst
		r.learnt(f, int32(dst), e.Result)
	}
}

// memory notes what an instruction reads and writes in memory, and the objects
// that it makes.
func (r *recorder) memory(f *frame, e *vm.Event) {
	e.Accesses(func(a uint64, n int64, write bool) {
		if write {
			r.wrote(f, a, n)
		} else {
			r.reads(f, a, n)
		}
	})
	in := e.Instr
	switch {
	case in.Op == program.Enter:
		r.appears(e.Result, object{kind: flow.LocalObject, fn: int32(e.Func), index: in.Local})
	case in.Op == program.VaStart:
		r.setWriter(e.Result, 8*int64(len(r.flow.Program().Funcs[e.Func].Params)+16), f.call)
	case in.Op == program.EnterVLA, in.Intrin == program.IntrinAlloc:
		o := object{kind: flow.HeapObject, index: none}
		if in.Op == program.EnterVLA {
			o.kind = flow.DynamicObject
		}
		if f.inst >= 0 {
			o.index = int32(r.insts[f.inst].node)
		}
		r.appears(e.Result, o)
	}
}

// appears notes that an object begins.
func (r *recorder) appears(address uint64, o object) {
	if address == 0 {
		return
	}
	o.ordinal = 0
	n := r.count[o]
	r.count[o]++
	o.ordinal = n
	r.heap[uint32(address>>32)] = o
}

// reads notes that n bytes are used.
func (r *recorder) reads(f *frame, a uint64, n int64) {
	if f.inst < 0 || n <= 0 {
		return
	}
	cells := r.writers[uint32(a>>32)]
	off := int64(uint32(a))
	last := none
	for i := off; i < min(off+n, int64(len(cells))); i++ {
		if w := cells[i] - 1; w != last {
			last = w
			r.depend(f.inst, w)
		}
	}
}

// wrote notes that n bytes have been written.
func (r *recorder) wrote(f *frame, a uint64, n int64) {
	b := r.machine.Peek(a, n)
	if len(b) == 0 {
		return
	}
	r.writes = append(r.writes, write{a, int32(len(r.bytes)), int32(len(b))})
	r.bytes = append(r.bytes, b...)
	r.setWriter(a, int64(len(b)), f.inst)
}

func (r *recorder) setWriter(a uint64, n int64, x int32) {
	o, off := uint32(a>>32), int64(uint32(a))
	cells := r.writers[o]
	if need := off + n; need > int64(len(cells)) {
		grown := make([]int32, max(need, min(2*int64(len(cells)), need+1<<16)))
		copy(grown, cells)
		cells = grown
		r.writers[o] = cells
	}
	for i := off; i < off+n; i++ {
		cells[i] = x + 1
	}
}
