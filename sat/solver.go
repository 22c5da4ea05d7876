package sat

import (
	"context"
	"fmt"
	"time"
)

// Solver is an incremental decision procedure for clauses.
//
// It is a state machine. The state is the answer of the last Solve:
//
//	Input --Solve--> Satisfied | Refuted | Open
//
// and every Solve moves to the state of its answer. Requirements:
//
//   - NewVar, AddClause, Solve and Stats may be called in every state. A new
//     variable or clause does not change the state: model and core describe
//     the formula as it was at the last Solve.
//   - Value requires Satisfied, Core requires Refuted.
//   - A literal handed in must belong to a variable from NewVar.
//
// A caller that breaks a requirement has a bug, and the solver panics.
//
// Once the clauses alone are contradictory every later Solve answers Unsat
// with an empty core, whatever is added.
type Solver interface {
	// NewVar creates a variable. Variables are numbered 1, 2, 3, ...
	NewVar() Var

	// NumVars returns how many variables NewVar has created.
	NumVars() int

	// AddClause conjoins the disjunction of lits. Duplicate literals and
	// tautologies are allowed; no literals at all is the clause false.
	// The solver does not retain lits.
	AddClause(lits ...Lit)

	// Solve decides the clauses under the assumptions, which hold for this
	// call only. The zero Limits set no limit. It returns Unknown, with a
	// reason, when ctx is done or a limit is reached; the solver stays usable
	// and keeps what it has learned. Unknown is a verdict, never an error.
	//
	// Solving is fastest when successive calls share a long prefix of
	// assumptions: put what is stable first. The solver does not retain
	// assumptions.
	Solve(ctx context.Context, limits Limits, assumptions ...Lit) Result

	// Value returns the value of l in the model of the last Solve, which must
	// have answered Sat. The model is a copy and stays readable until the
	// next Solve. A variable made since then reads as false.
	Value(l Lit) bool

	// Core returns a subset of the assumptions of the last Solve, which must
	// have answered Unsat, that the clauses refute, ordered by first
	// occurrence among those assumptions. It need not be minimal. It is empty
	// if and only if the clauses alone were found contradictory. The slice is
	// the caller's.
	Core() []Lit

	// Stats returns counters accumulated since the solver was made.
	Stats() Stats
}

// Decider is implemented by backends that can restrict the search to the cone
// of the query.
type Decider interface {
	// SetDecision says whether v takes part in the search; every new variable
	// does. A variable that is switched off is neither branched on nor
	// assigned, and clauses that mention it count as satisfied. The caller
	// vouches that any assignment that satisfies the other clauses extends to
	// the variables that are off: for instance because they are gates outside
	// of the cone, whose clauses only define them. Unsat is sound in any case.
	//
	// In a model, variables that are off read as false unless the clauses fix
	// them. Assuming a literal switches its variable on.
	SetDecision(v Var, on bool)
}

// Verdict is the answer of Solve.
type Verdict uint8

const (
	Unknown Verdict = iota // stopped before an answer; see Reason
	Sat                    // there is a model
	Unsat                  // there is none
)

// String returns the verdict as SMT-LIB spells it.
func (v Verdict) String() string {
	switch v {
	case Unknown:
		return "unknown"
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return fmt.Sprintf("Verdict(%d)", uint8(v))
}

// Reason says why a Solve answered Unknown.
type Reason uint8

const (
	ReasonNone      Reason = iota // the verdict is not Unknown
	ReasonTimeout                 // Limits.Timeout or the context's deadline passed
	ReasonSteps                   // Limits.Steps propagations were made
	ReasonCancelled               // the context was cancelled
	ReasonMemory                  // Limits.Memory was reached
)

// String returns the reason in one lower-case word, as records spell it.
func (r Reason) String() string {
	switch r {
	case ReasonNone:
		return "none"
	case ReasonTimeout:
		return "timeout"
	case ReasonSteps:
		return "steps"
	case ReasonCancelled:
		return "cancelled"
	case ReasonMemory:
		return "memory"
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// Result is what one Solve has to say.
type Result struct {
	Verdict Verdict
	Reason  Reason // ReasonNone unless Verdict is Unknown
	Steps   int64  // propagations made by this call
}

// Limits bounds one call of Solve. A zero field is no limit.
type Limits struct {
	Timeout time.Duration // wall clock
	Steps   int64         // propagations; the call may exceed it by one propagation run
	Memory  int64         // bytes held by the solver's clauses and watches; Gini ignores it
}

// Stats are counters since a solver was made. A backend leaves at 0 what it
// cannot know (Gini knows only the first group).
type Stats struct {
	Vars    int   // variables made
	Clauses int   // clauses added, as given
	Solves  int64 // calls of Solve
	Sat     int64 // ... answered Sat
	Unsat   int64 // ... answered Unsat
	Unknown int64 // ... answered Unknown
	Steps   int64 // propagated assignments; Gini: a lower bound, in units of 20,000

	Decisions    int64
	Conflicts    int64
	Restarts     int64
	Reductions   int64 // clean-ups of the learned clauses
	Learned      int   // learned clauses held now
	LearnedLits  int64 // literals learned, after minimisation
	MinimisedLit int64 // literals that minimisation removed
	ReusedLevels int64 // assumption levels kept from the Solve before
	Fixed        int   // variables fixed for good
	Bytes        int64 // memory held by clauses and watches
}

// reasonOf translates the state of a finished context.
func reasonOf(ctx context.Context) Reason {
	if ctx.Err() == context.DeadlineExceeded {
		return ReasonTimeout
	}
	return ReasonCancelled
}
