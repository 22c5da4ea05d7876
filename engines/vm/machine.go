package vm

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// Options says how a Machine runs its program. Zero limits mean the defaults
// named here.
type Options struct {
	MaxSteps  int64 // IR instructions per run; default 1<<40
	MaxMemory int64 // bytes of globals, and again of heap; default 1 GiB
	MaxStack  int64 // bytes of stack, see the package comment; default 8 MiB
	MaxOutput int64 // bytes on stdout, stderr and in files together; default 64 MiB

	// CheckOverflow makes signed overflow a fault.
	CheckOverflow bool
	// CheckLeaks makes heap objects that are neither freed nor reachable when
	// the program exits a fault.
	CheckLeaks bool
	// ZeroMemory makes every object begin as zero bytes instead of
	// uninitialised; uses of variables without a value go unnoticed.
	ZeroMemory bool
	// Coverage makes every run collect Instance.Coverage; it costs some speed.
	Coverage bool
	// Trace makes every run report each instruction to Instance.Tracer; it
	// runs several times slower.
	Trace bool
	// TraceOnly, if not nil, limits Trace to the instructions for which it
	// returns true; fn is the index of their function. Functions without such an
	// instruction are as fast as without a trace.
	TraceOnly func(fn int, in *program.Instr) bool

	// Old runs a unified program as its old version instead of its new one.
	Old bool

	// Name is argument 0 of the program; default "prog".
	Name string
}

func (o *Options) defaults() {
	set := func(v *int64, d int64) {
		if *v <= 0 {
			*v = d
		}
	}
	set(&o.MaxSteps, 1<<40)
	set(&o.MaxMemory, 1<<30)
	set(&o.MaxStack, 8<<20)
	set(&o.MaxOutput, 64<<20)
	if o.Name == "" {
		o.Name = "prog"
	}
}

// Machine is a program compiled to dense code. It is immutable and may be
// shared by goroutines; each needs its own Instance.
type Machine struct {
	program *program.Program
	opt     Options

	code     []inst
	sources  []source // parallel to code
	funcs    []function
	switches []switchTable
	args     []argument
	wides    []wideOp
	traced   []tracedInstr
	cover    *program.CoverageMap // nil unless coverage is collected

	signatures map[string]uint32 // see signature; of use only to New

	images [][]byte // initial content of each global, with addresses; may be shorter than it
	places []int64  // where each global lies in the memory of an instance
	size   int64    // bytes of all globals
}

// argument is one argument of a call: a register, for an aggregate one that
// holds its address.
type argument struct {
	reg         uint16
	size, align int64
}

// New compiles a program that program.Verify accepts. Errors are functions too
// large for the machine (a *program.Error) and globals beyond MaxMemory.
func New(p *program.Program, opt Options) (*Machine, error) {
	opt.defaults()
	m := &Machine{program: p, opt: opt, funcs: make([]function, len(p.Funcs)), signatures: map[string]uint32{}}
	if err := m.placeGlobals(); err != nil {
		return nil, err
	}
	if opt.Coverage {
		m.cover = program.NewCoverageMap(p)
	}
	size := 0
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			size += len(b.Instrs) + 1
		}
	}
	m.code, m.sources = make([]inst, 0, size+size/4), slices.Grow(m.sources, size+size/4)
	for i := range p.Funcs {
		if err := m.compileFunc(i); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Program returns the program that the machine runs.
func (m *Machine) Program() *program.Program { return m.program }

func (m *Machine) placeGlobals() error {
	for _, g := range m.program.Globals {
		if g.Size > program.MaxObjectSize {
			return &program.Error{Pos: m.program.Position(g.At), Unsupported: true, Msg: fmt.Sprintf("object %s of %d bytes", g.Name, g.Size)}
		}
		m.places = append(m.places, m.size)
		m.size += (g.Size + 15) &^ 15
		if m.size > m.opt.MaxMemory {
			return fmt.Errorf("vm: the global objects take more than the limit of %d bytes", m.opt.MaxMemory)
		}
		image := g.Data
		if len(g.Relocs) > 0 {
			last := g.Relocs[len(g.Relocs)-1].Off + 8
			image = make([]byte, max(int64(len(g.Data)), last))
			copy(image, g.Data)
			for _, r := range g.Relocs {
				v, _ := r.Target.Resolve()
				binary.LittleEndian.PutUint64(image[r.Off:], v)
			}
		}
		m.images = append(m.images, image)
	}
	return nil
}

// Instance is the state of one run of a Machine after another. It is not safe
// for concurrent use. What a run allocates is kept for the next one.
type Instance struct {
	m *Machine

	// Host, if not nil, takes the place of Input's stdin and files, and
	// receives the output as it is made.
	Host Host
	// Tracer receives the instructions of a Machine made with Options.Trace.
	Tracer Tracer

	// Execution state; loop keeps some of it in variables of its own.
	pc       int32
	fp       int
	regs     []uint64
	frames   []frame // the first depth are active
	depth    int
	steps    int64
	limit    int64 // steps at which checkpoint is due
	stack    int64 // bytes of stack charged
	maxStack int64
	serial   uint64 // activations numbered by setjmp

	// Memory.
	objects  []object
	details  []details
	globals  []byte
	dirty    []bool   // by slot of global: written in this run
	dirtied  []uint32 // their slots
	slots    machine.Slots
	heapUsed int64
	pool     pool[byte]
	words    pool[uint64] // bitmaps
	local    []byte       // local memory of the activations
	localTop int64        // bytes of local in use
	vlas     []uint32     // slots of objects of variable size, innermost last
	scratch  []uint64

	// What is undefined of registers; see undefined.go.
	shadows  []shadow // parallel to regs, as far as it goes
	tainted  int      // registers of which something is undefined
	origins  []origin
	originAt map[int32]int32 // by pc
	// alwaysCareful makes careful go on although nothing is undefined; tests
	// compare it with loop.
	alwaysCareful bool

	// Input and output.
	ctx    context.Context
	in     *program.Input
	stdin  int // bytes read
	values int // values used
	asked  []program.Ask
	asks   map[askKey]program.Ask // by what they ask for, if their names are constants
	// addresses of the objects of parameters and of Input.Objects
	addresses map[string]uint64
	out       [2][]byte
	written   int64 // bytes of output
	files     map[string]outFile
	observed  []program.Observation

	// The end.
	ending   program.Ending
	status   int
	fault    *program.Fault
	why      string // limit
	result   uint64 // of the first activation
	returned bool   // it has returned

	covered []uint64
	event   Event
	pending bool

	fibers []fiber  // all that there were, none if there was one only
	fiber  int      // the one that runs
	spare  [][]byte // local memory of fibers that have ended
}

// frame is an activation.
type frame struct {
	fn      int32
	ret     int32  // pc of the call; below 0 for the first
	window  int32  // registers of the caller
	vlas    int32  // length of Instance.vlas at entry
	local   int64  // start of its local memory
	varargs uint64 // address of the variable arguments; 0 if there are none
	serial  uint64 // for setjmp; 0 until it is called
	extra   int64  // bytes of stack charged for objects of variable size
}

// fiber is an activity that does not run at the moment, see program.IntrinFiber. The one
// that runs is in Instance: so nothing but a switch costs anything. A switch copies
// registers and frames, as stacks are shallow where programs switch; objects stay where
// they are.
type fiber struct {
	ended bool
	begun bool
	fn    int    // what it calls, until it has begun
	arg   uint64 // and with what

	pc       int32
	fp       int
	stack    int64
	regs     []uint64
	shadows  []shadow // none if nothing is undefined
	frames   []frame
	vlas     []uint32
	local    []byte
	localTop int64
}

// globalSlots returns the first slot beyond those of all globals.
func (m *Machine) globalSlots() int {
	if n := len(m.program.Globals); n > 0 {
		return int(program.GlobalSlot(n-1)) + 1
	}
	return 1
}

// NewRun returns a fresh instance.
func (m *Machine) NewRun() *Instance {
	x := &Instance{m: m, maxStack: m.opt.MaxStack}
	x.regs = make([]uint64, maxWindow+1<<13)
	x.globals = make([]byte, m.size)
	x.pool.limit = int(m.opt.MaxMemory / 2 / poolChunk)
	x.words.limit = x.pool.limit/64 + 1
	n := m.globalSlots()
	x.objects, x.details = make([]object, n, n+64), make([]details, n, n+64)
	x.dirty = make([]bool, n)
	for g := range m.program.Globals {
		s := program.GlobalSlot(g)
		x.begin(s, machine.GlobalObject, x.globals[m.places[g]:][:m.program.Globals[g].Size:m.program.Globals[g].Size], noClass)
		x.details[s].what = int32(g)
		x.restore(s)
	}
	if m.cover != nil {
		x.covered = make([]uint64, m.cover.Words())
	}
	return x
}

// restore gives a global its initial content.
func (x *Instance) restore(s uint32) {
	o := &x.objects[s]
	g := x.details[s].what
	n := copy(o.data, x.m.images[g])
	clear(o.data[n:])
	o.readOnly = x.m.program.Globals[g].ReadOnly
	x.initialised(s)
	o.wlim = 0
}

// reset brings the instance back to its state before the first run; it costs
// time in proportion to what the last run touched.
func (x *Instance) reset() {
	for _, s := range x.dirtied {
		x.dirty[s] = false
		x.restore(s)
	}
	x.dirtied = x.dirtied[:0]
	n := x.m.globalSlots()
	const keep = 1 << 16 // objects whose table entries are worth keeping
	if cap(x.objects) > n+keep {
		x.objects = append(make([]object, 0, n+keep), x.objects[:n]...)
		x.details = append(make([]details, 0, n+keep), x.details[:n]...)
	}
	clear(x.objects[n:])
	clear(x.details[n:])
	x.objects, x.details = x.objects[:n], x.details[:n]
	x.slots, x.heapUsed = machine.NewSlots(len(x.m.program.Globals)), 0
	x.pool.reset()
	x.words.reset()
	x.localTop, x.vlas = 0, x.vlas[:0]
	x.clearShadows(0, len(x.shadows))
	x.origins = x.origins[:0]
	clear(x.originAt)

	clear(x.fibers)
	x.fibers, x.fiber, x.spare = x.fibers[:0], 0, nil
	x.fp, x.depth, x.steps, x.stack, x.serial = 0, 0, 0, 0, 0
	x.stdin, x.values, x.written = 0, 0, 0
	x.out[0], x.out[1] = x.out[0][:0], x.out[1][:0]
	x.files, x.observed = nil, nil
	x.asked = x.asked[:0]
	x.ending, x.status, x.fault, x.why, x.result = program.Exited, 0, nil, "", 0
	clear(x.covered)
	x.pending = false
}

// pollSteps is how many steps pass between looks at the context: some milliseconds,
// where memory is checked bit by bit.
const pollSteps = 1 << 17

// checkpoint is called when limit is reached; it reports whether to go on.
func (x *Instance) checkpoint() bool {
	if x.steps >= x.m.opt.MaxSteps {
		x.stopped("steps")
		return false
	}
	if x.ctx.Err() != nil {
		x.stopped("cancelled")
		return false
	}
	x.limit = min(x.m.opt.MaxSteps, x.steps+pollSteps)
	return true
}

// stopped ends the run at a limit.
func (x *Instance) stopped(why string) {
	x.ending, x.why = program.Stopped, why
}

// maxRegs bounds the register stack, in words.
func (x *Instance) growRegs(need int) bool {
	if need <= len(x.regs) {
		return true
	}
	if int64(need)*8 > max(x.m.opt.MaxMemory, 1<<26) || need > math.MaxInt32 {
		return false
	}
	regs := make([]uint64, max(need, 2*len(x.regs)))
	copy(regs, x.regs)
	x.regs = regs
	return true
}
