package exec

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/engines/symexec/input"
	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/engines/symexec/outcome"
	"github.com/riftlab/rift/program"
)

// State is a path under way: activations, memory, path condition, what the program has
// been given and what it has shown. The methods are for everybody; the fields for the
// packages of the symbolic machine.
type State struct {
	ID    int // in the order of creation, from 0
	Steps int64
	Forks int // decisions on the path that had two feasible sides
	// Payload belongs to the hooks and the searcher. A fork gets the same value,
	// so what it refers to must not be changed, only replaced.
	Payload any

	Top         *Activation // the innermost one
	Activations int         // how many there are
	Memory      memory.Memory
	own         *owner
	stack       int64 // bytes charged
	fibers      []fiber
	serial      uint32 // of the activation that called setjmp last

	Path      constraints.PathCondition
	Variables []int32 // those that the forks were about, ascending
	// Concretised counts the values that were made concrete for want of terms.
	Concretised int
	Excluded    int // values excluded by enumeration at the present instruction
	boundaries  *boundary

	Input  *input.Inputs
	Stdin  int           // bytes read
	Asked  *input.Answer // further values, newest first
	NAsked int           // how many there are

	Shown   outcome.Outcome
	written int64             // bytes of output
	later   *outcome.Deferral // text put off, newest first

	// The small fields stand together: of each state alive there is one.
	Done      bool // the path has ended
	Ended     bool // Hooks.OnStmt ended it
	returned  bool // the first activation has returned
	finishing bool // the entry function has, and exit is running
	fiber     int  // the one that runs
	// As which version of a unified program the state runs; see Versions.
	Reading Reading
	Until   *Stop // where a run of one argument of an annotation ends

	Place       program.Position // where the path ended
	Unsupported string           // why the machine gave it up; "" if it did not
	result      expr.Value

	Idle  int   // turns since the state covered a new block
	begun int64 // Steps when a statement was last announced
}

// fiber is an activity that does not run at the moment, see program.IntrinFiber. The one
// that runs is in the state, whose list of fibers is never written, only replaced.
type fiber struct {
	ended       bool
	top         *Activation
	activations int
	stack       int64
	fn          *code.Function // what it calls, until it has begun
	arg         expr.Value
}

// owner marks the frames that a state may write without copying them first. A fork
// gives both states new owners.
type owner struct{ _ byte }

// Activation is an activation of a function. Only the innermost one of a state is ever
// written; it belongs to the state alone.
type Activation struct {
	Fn     *code.Function
	PC     int32        // of the instruction to be executed next; of a caller, its call
	Regs   []expr.Value // by slots, see code.Instr
	Caller *Activation
	Dst    int32  // slot of the caller that takes the result
	Mask   uint64 // bits of the result that the caller wants

	own     *owner
	varargs uint64
	serial  uint32      // for setjmp; 0 until it is called
	undef   []undefined // by register; nil if nothing is undefined
	tainted int         // entries of undef that are not zero
	vlas    []uint32
	extra   int64 // bytes of stack charged for objects of variable size
}

// NewState returns a state without memory and without input.
func NewState(id int, zero bool) *State {
	return &State{ID: id, own: &owner{}, Memory: memory.New(zero), Input: &input.Inputs{}}
}

// Hold returns a copy that does not see what becomes of the state; it knows no path
// condition.
func (st *State) Hold() *State {
	c := *st
	c.own, st.own = new(owner), new(owner)
	c.Memory = st.Memory.Fork()
	c.Path.Forget()
	return &c
}

// Fork returns a copy of the state as it was before the present instruction.
func (st *State) Fork(id int) *State {
	c := *st
	c.ID = id
	c.Steps--
	c.own, st.own = new(owner), new(owner)
	top := *st.Top
	top.own = c.own
	top.Regs = slices.Clone(st.Top.Regs)
	top.undef = slices.Clone(st.Top.undef)
	top.vlas = slices.Clone(st.Top.vlas)
	c.Top = &top
	st.Top.own = st.own
	c.Memory = st.Memory.Fork()
	c.Path = st.Path.Clone()
	return &c
}

// Owned names what a state may write in place.
type Owned struct {
	frames *owner
	memory memory.Owned
}

// Owned returns what the state may write in place until the next fork.
func (st *State) Owned() Owned { return Owned{st.own, st.Memory.Owned()} }

// Regain makes a state own again what the one that it comes from by forks did, once it
// is the only one of them that is left.
func (st *State) Regain(o Owned) {
	if st.Top.own == st.own {
		st.Top.own = o.frames
	}
	st.own = o.frames
	st.Memory.Regain(o.memory)
}

// SameUndefined reports whether the same bits are undefined in the registers of two
// activations of a function, temporaries aside.
func (f *Activation) SameUndefined(g *Activation) bool {
	if f.undef == nil && g.undef == nil {
		return true
	}
	for i := range f.Fn.Homeless {
		temporary := int(i) < len(f.Fn.Within) && f.Fn.Within[i]
		if !temporary && f.undefinedIn(i) != g.undefinedIn(i) {
			return false
		}
	}
	return true
}

// Innermost makes the innermost activation one that the state may write.
func (st *State) Innermost() *Activation {
	f := st.Top
	if f.own != st.own {
		c := *f
		c.own = st.own
		c.Regs = slices.Clone(f.Regs)
		c.undef = slices.Clone(f.undef)
		c.vlas = slices.Clone(f.vlas)
		st.Top = &c
		return &c
	}
	return f
}

// Condition returns the path condition as constraints in the order in which
// the path met them; the domains of the inputs come first.
func (st *State) Condition() []bitvec.Term { return st.Path.Condition() }

// Position returns where the state is: the instruction to be executed next.
func (st *State) Position(p *program.Program) program.Position {
	f := st.Top
	if f == nil {
		return program.Position{}
	}
	return p.Position(f.Fn.Code[f.PC].IR.At)
}

// Function returns the index of the function that the state is in, and the
// block.
func (st *State) Function() (fn, block int) {
	f := st.Top.Where()
	return f.Func, f.Block
}

// Decided returns how many variables of the input, such as bytes of an argument or
// of a file, the decisions with two feasible sides were about. It measures how much
// of an input is settled whatever the number of questions that it took: a character
// is one variable, be it recognised by the first comparison or the last.
func (st *State) Decided() int { return len(st.Variables) }

// Stale returns for how many turns the state has covered no new block.
func (st *State) Stale() int { return st.Idle }

// Threaded reports whether the state has made threads.
func (st *State) Threaded() bool { return len(st.fibers) > 0 }

// Depth returns the number of activations.
func (st *State) Depth() int { return st.Activations }

// Activation returns activation i, counted from the outermost.
func (st *State) Activation(i int) *Activation {
	f := st.Top
	for k := st.Activations - 1; k > i; k-- {
		f = f.Caller
	}
	return f
}

// Frame is the place of an activation: the instruction that it executes next or,
// if it called another, the call.
type Frame struct {
	Func, Block, Index int // indices into Program.Funcs, Func.Blocks, Block.Instrs
}

// Where returns the place of the activation.
func (f *Activation) Where() Frame {
	b, ok := slices.BinarySearch(f.Fn.Starts, f.PC)
	if !ok {
		b--
	}
	return Frame{f.Fn.Index, b, int(f.PC - f.Fn.Starts[b])}
}

// Frames appends the places of the state's activations to dst, the innermost
// last.
func (st *State) Frames(dst []Frame) []Frame {
	first := len(dst)
	for f := st.Top; f != nil; f = f.Caller {
		dst = append(dst, f.Where())
	}
	slices.Reverse(dst[first:])
	return dst
}

// Statement returns the index of the statement that an activation is in, -1 if
// there is none.
func (f Frame) Statement(p *program.Program) int32 {
	return p.Funcs[f.Func].Blocks[f.Block].Instrs[f.Index].Stmt
}

// undefined says which bits of a register are undefined, and where they were
// read; the zero value that none are. Bits set in what has bits beyond the
// width of the register mean nothing.
type undefined struct {
	bits expr.Value
	from *origin
}

// origin is a read of bytes that were not written.
type origin struct {
	span, never string
	at          program.Position // of the read, if it is in the program's own code
}

func (u undefined) none() bool { return u.bits.T == 0 && u.bits.W == 0 }

// undefinedIn returns what is undefined of a register.
func (f *Activation) undefinedIn(slot int32) undefined {
	if int(slot) >= len(f.undef) {
		return undefined{}
	}
	return f.undef[slot]
}

// setUndefined says what is undefined of a register.
func (f *Activation) setUndefined(slot int32, u undefined) {
	if f.undef == nil {
		if u.none() {
			return
		}
		f.undef = make([]undefined, f.Fn.Homeless)
	}
	if slot >= f.Fn.Homeless {
		return // nobody reads it
	}
	if !f.undef[slot].none() {
		f.tainted--
	}
	if !u.none() {
		f.tainted++
	}
	f.undef[slot] = u
	if f.tainted == 0 {
		f.undef = nil
	}
}

// side is a side of a branch of the program.
type side struct {
	in    *code.Instr
	taken bool
}

// boundary is a comparison that a path decided, newest first: it was on that side
// of the branch, and t says that it was so by the narrowest margin.
type boundary struct {
	prev *boundary
	side side
	t    bitvec.Term
}

// Reading says as which version a state runs.
type Reading uint8

// The readings.
const (
	Both Reading = iota
	OldVersion
	NewVersion
)

// Stop is where the run of one argument of an annotation ends: a place in the
// activation of a depth.
type Stop struct {
	Func  *code.Function
	PC    int32
	Depth int
	there bool
}

func (s *Stop) at(st *State, pc int32) bool {
	s.there = s.PC == pc && s.Depth == st.Activations && st.Top.Fn == s.Func
	return s.there
}
