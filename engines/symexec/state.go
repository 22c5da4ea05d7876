package symexec

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

// State is a path under way.
type State struct {
	ID    int // in the order of creation, from 0
	Steps int64
	Forks int // decisions on the path that had two feasible sides
	// Payload belongs to the hooks and the searcher. A fork gets the same value,
	// so what it refers to must not be changed, only replaced.
	Payload any

	own    *owner
	top    *frame
	depth  int
	stack  int64 // bytes charged
	serial uint32
	memory memory.Memory

	path    constraints.PathCondition
	decided []int32 // variables that the forks were about, ascending

	// Input and output.
	stdin   int // bytes read
	in      *input.Inputs
	asked   *input.Answer // further values, newest first
	nasked  int
	written int64
	shown   outcome.Outcome
	later   *outcome.Deferral // text put off, newest first

	// The end.
	done        bool
	unsupported string // why the machine gave the path up
	place       program.Position
	result      expr.Value
	returned    bool // the first activation has returned
	finishing   bool // the entry function has, and exit is running
	concretised int
	excluded    int // values excluded by enumeration at the present instruction
	boundaries  *boundary

	// As which version of a unified program the state runs; see shadow.go.
	reading reading
	until   *stop // where a run of one argument of an annotation ends

	stale int   // turns since the state covered a new block
	begun int64 // Steps when a statement was last announced
	ended bool  // by Options.OnStmt
}

// owner marks the frames that a state may write without copying them first. A fork
// gives both states new owners.
type owner struct{ _ byte }

// frame is an activation. Only the innermost one is ever written; it belongs to
// its state alone.
type frame struct {
	own     *owner
	f       *code.Function
	pc      int32
	regs    []expr.Value
	caller  *frame
	dst     int32  // slot of the caller that takes the result
	mask    uint64 // bits of the result that the caller wants
	varargs uint64
	serial  uint32      // for setjmp; 0 until it is called
	undef   []undefined // by register; nil if nothing is undefined
	tainted int         // entries of undef that are not zero
	vlas    []uint32
	extra   int64 // bytes of stack charged for objects of variable size
}

// fork returns a copy of the state as it was before the present instruction.
func (e *Explorer) fork(st *State) *State {
	c := *st
	c.ID = e.made
	e.made++
	c.Steps--
	c.own, st.own = new(owner), new(owner)
	top := *st.top
	top.own = c.own
	top.regs = slices.Clone(st.top.regs)
	top.undef = slices.Clone(st.top.undef)
	top.vlas = slices.Clone(st.top.vlas)
	c.top = &top
	st.top.own = st.own
	c.memory = st.memory.Fork()
	c.path = st.path.Clone()
	return &c
}

// innermost makes the innermost activation one that the state may write.
func (st *State) innermost() *frame {
	f := st.top
	if f.own != st.own {
		c := *f
		c.own = st.own
		c.regs = slices.Clone(f.regs)
		c.undef = slices.Clone(f.undef)
		c.vlas = slices.Clone(f.vlas)
		st.top = &c
		return &c
	}
	return f
}

// Condition returns the path condition as constraints in the order in which
// the path met them; the domains of the inputs come first.
func (st *State) Condition() []bitvec.Term { return st.path.Condition() }

// Position returns where the state is: the instruction to be executed next.
func (st *State) Position(p *program.Program) program.Position {
	f := st.top
	if f == nil {
		return program.Position{}
	}
	return p.Position(f.f.Code[f.pc].IR.At)
}

// Function returns the index of the function that the state is in, and the
// block.
func (st *State) Function() (fn, block int) {
	f := st.top.where()
	return f.Func, f.Block
}

// Decided returns how many variables of the input, such as bytes of an argument or
// of a file, the decisions with two feasible sides were about. It measures how much
// of an input is settled whatever the number of questions that it took: a character
// is one variable, be it recognised by the first comparison or the last.
func (st *State) Decided() int { return len(st.decided) }

// Stale returns for how many turns the state has covered no new block.
func (st *State) Stale() int { return st.stale }

// Depth returns the number of activations.
func (st *State) Depth() int { return st.depth }
