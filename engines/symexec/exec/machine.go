// Package exec is what instructions do to a state: it executes the instructions of
// one State after another, with words where operands are known and terms where they
// are not.
//
// A Machine decides nothing by itself. Where an instruction needs the truth of a
// condition it asks Decisions, whose owner makes a fork for the other side. A fork
// executes the instruction again, so an instruction takes all its decisions before it
// changes anything.
//
// The fields of State and Activation are exported for the packages of the symbolic
// machine; others use the methods.
package exec

import (
	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// Decisions are what a machine asks about a state. Conditions are terms of one bit.
type Decisions interface {
	// Decide returns the truth of a condition on the path of st, which has it as a
	// constraint from then on. If both sides are feasible, a fork of the state takes
	// the other one.
	Decide(st *State, cond bitvec.Term) bool
	// Forked reports whether there are forks that nobody has taken yet.
	Forked() bool
	// Add adds a constraint that the state's model satisfies.
	Add(st *State, t bitvec.Term)
	// Check asks whether the path condition allows t. A model, if there is one, is of
	// the whole path condition and t. That it is not decided leaves inputs out.
	Check(st *State, t bitvec.Term) (verdict sat.Verdict, model []uint64)
	// Hint is Check for questions on which no path depends.
	Hint(st *State, t bitvec.Term) (verdict sat.Verdict, model []uint64)
}

// Limits bound a path. All are positive.
type Limits struct {
	MaxSteps  int64 // IR instructions; default 1<<40
	MaxMemory int64 // as in package vm; default 1 GiB
	MaxStack  int64 // as in package vm; default 8 MiB
	MaxOutput int64 // as in package vm; default 64 MiB
	Values    int   // values of an enumeration at one instruction; default 256
}

// Defaults gives limits that are not set their default.
func (l *Limits) Defaults() {
	set := func(v *int64, d int64) {
		if *v <= 0 {
			*v = d
		}
	}
	set(&l.MaxSteps, 1<<40)
	set(&l.MaxMemory, 1<<30)
	set(&l.MaxStack, 8<<20)
	set(&l.MaxOutput, 64<<20)
	if l.Values <= 0 {
		l.Values = 256
	}
}

// Checks are what counts as an error beyond what always does. All are those of
// package vm.
type Checks struct {
	CheckOverflow bool // signed overflow is a fault
	CheckLeaks    bool // heap memory that is not reached any more when the program exits is one
	ZeroMemory    bool // memory begins as zero
	OneStatus     bool // a path whose exit status varies is not split into success and failure
}

// Hooks are called as states run. Any may be nil.
type Hooks struct {
	// OnBranch is called after each branch is decided, before the state goes
	// there; cond is 0 if the condition was concrete. OnBlock is called when a
	// state begins a block. Both see forks execute the instruction again.
	OnBranch func(st *State, in *program.Instr, cond bitvec.Term, taken bool)
	OnBlock  func(st *State, fn, block int)
	// OnStmt is called once when a state begins a statement of the program's own
	// code, with the indices of its function and of the statement, before it
	// executes anything of it. Sides of merged branches are not seen.
	OnStmt func(st *State, fn int, stmt int32) Order
	// OnReturn is called when a function of the program's own returns into a
	// statement of the program's own code, with that statement, before anything
	// more of it is executed. Only with OnStmt.
	OnReturn func(st *State, fn int, stmt int32) Order
}

// Options say how a machine works.
type Options struct {
	Limits
	Checks
	Hooks
	Name string // argument 0 of the program
	// NoSummaries executes the C code of the run-time library alone, see summary.go.
	NoSummaries bool
	// Boundaries asks for boundaries: conditions under which the comparisons of a path
	// are decided by the narrowest margin, for each side of each comparison in the
	// program on so many paths.
	Boundaries int
	// Old executes a unified program as its old version instead of its new one.
	Old bool
}

// Tally counts what a machine leaves out or puts together.
type Tally struct {
	Merged      int64 `json:"merged"`      // branches whose sides became one path
	Truncated   int64 `json:"cut"`         // enumerations that reached their bound
	Concretised int64 `json:"concretised"` // values made concrete at a loss
	// LeftOut counts the assumptions that leave out inputs of a path, or may, with
	// Machine.CountAssumptions.
	LeftOut int64 `json:"left_out,omitempty"`
}

// Machine executes a program. It is not safe for concurrent use.
type Machine struct {
	Tally *Tally
	// CountAssumptions counts Tally.LeftOut, which takes questions to the solver.
	CountAssumptions bool
	// Allocated counts bytes written; whoever limits memory sets it to 0.
	Allocated int64

	opt       Options
	code      *code.Program
	terms     *expr.Builder
	solver    *constraints.Solver
	decisions Decisions
	versions  Versions          // nil but for a unified program that runs as both
	results   map[string]result // summaries, when one was asked for

	frames        []*Activation // done with
	paused        bool          // the turn ends after this instruction
	blocks        []uint64      // begun
	covered       []uint64      // statements
	boundaryPaths map[side]int
	arms          [2]Activation // of computeArm
}

// New returns a machine for a program. Terms are made by terms; constraints are those
// of solver. versions is nil unless the program was prepared to run as both versions.
func New(c *code.Program, opt Options, terms *expr.Builder, solver *constraints.Solver, decisions Decisions, versions Versions, tally *Tally) *Machine {
	return &Machine{
		Tally: tally, opt: opt, code: c, terms: terms, solver: solver, decisions: decisions, versions: versions,
		boundaryPaths: map[side]int{},
		blocks:        make([]uint64, (c.Blocks+63)/64), covered: make([]uint64, (c.Stmts+63)/64),
	}
}

// Versions makes a machine run a unified program as both versions at once.
type Versions interface {
	// Which returns the value of __rift_version().
	Which(st *State) expr.Value
	// Words returns the words that a value is in the old and in the new version; false if
	// one of them is not known.
	Words(v expr.Value) (old, new uint64, ok bool)
	// Two returns the value of so many bits that is the one word in the old version, and
	// the other in the new one.
	Two(old, new uint64, bits int) expr.Value
	// Read returns a value as st reads it.
	Read(st *State, v expr.Value) expr.Value
	// Choose executes a branch on cond to the arguments of a change annotation; it
	// reports false if it is to be executed as any other.
	Choose(st *State, f *Activation, in *code.Instr, cond bitvec.Term) bool
	// Load loads n bytes through an address that may be another in each version. It
	// reports false if the address, which it may replace, is to be used as any other.
	Load(st *State, addr *expr.Value, n int) (expr.Value, bool)
	// Store is Load for a store of v.
	Store(st *State, addr *expr.Value, n int, v expr.Value) bool
}

// Order says what becomes of a state that begins a statement.
type Order uint8

// The orders.
const (
	Continue Order = iota
	// Pause ends the state's turn after the next instruction, so that the
	// searcher can choose again.
	Pause
	// End ends the path here: there is an input that comes to this statement,
	// and what happens after it does not matter. Path.Incomplete says so.
	End
)

// result is a summary of a function that only gives a value; it declines by
// returning false.
type result func(e *Machine, st *State, a []expr.Value) (expr.Value, bool)
