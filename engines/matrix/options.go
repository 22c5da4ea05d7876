package matrix

import (
	"github.com/riftlab/rift/program"
)

// Multiple says what becomes of state requirements in runs that execute a
// change when another change, or the same, has been executed before.
//
// Source: ASE 2008, section 3.3.
type Multiple string

// The two ways.
const (
	// Conservative: the whole state counts as infected once a change has been
	// executed. State requirements are monitored for the first execution only, and
	// there are none for changes before which another is always executed.
	Conservative Multiple = "conservative"
	// Precise: they are monitored unless a variable that the requirement uses really
	// has different values in both versions when the change begins; where no formula
	// says which it uses, unless any live variable has.
	Precise Multiple = "precise"
)

// Options say how requirements are made and monitored. Zero limits mean the
// defaults named here.
type Options struct {
	Distance    int         // greatest length of chains; default 3
	Bound       int         // chains at most; default 20,000
	Multiple    Multiple    // default Precise
	Granularity Granularity // default Piece
	// DropEnds leaves out chains shorter than the distance that reach no output and that
	// no dependence extends, as published. Else they are requirements, so that a suite
	// which is adequate at a distance is so at lesser ones.
	DropEnds  bool
	Entry     string
	RunSteps  int64 // of one run; default 10 million
	RunMemory int64 // heap of one run, in bytes; default as vm.Options.MaxMemory
	Size      int   // statement instances of one run that are recorded; default 1 million
	// Conditions says how state requirements are decided; default Formulas.
	Conditions Conditions
	Partial    Limits
	// Equivalence says which tests differ.
	Equivalence program.Equivalence
}

// Conditions says how the state requirements of a run are decided.
type Conditions string

const (
	// Formulas decides by the conditions that partial symbolic execution finds, evaluated
	// on the state in which the run executes the change. Where there is none, or
	// it leaves such states open, by the runs of both versions.
	Formulas Conditions = "formulas"
	// Traces decides always by the runs of both versions from the change on.
	Traces Conditions = "traces"
)

// Limits bound partial symbolic execution: all but Kept that from one place. Zero means
// the default.
type Limits struct {
	Paths    int   // of each version; default 256
	Followed int   // paths of each version that are followed along states of runs; default 256
	Rounds   int   // executions of one place on one path; default 16
	Steps    int64 // instructions of one path; default 100,000
	Solver   int64 // propagations of one question; default 30,000
	Work     int64 // instructions and propagations for one version; default 1 million
	// Kept are paths from all places together that are kept for the states of runs;
	// once there are more, runs decide by themselves what formulas leave open.
	// Default 1024: one takes about 350 kB in a program of the size of seq.
	Kept int
}
