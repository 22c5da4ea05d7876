package bitvec

import (
	"context"

	"github.com/riftlab/rift/sat"
)

// Query asks whether all its constraints can hold together.
type Query struct {
	// Constraints are formulas of the checker's store. Put first what stays
	// the same from query to query: solvers reuse work on a common prefix.
	Constraints []Term
	// Limits bounds the work of SAT solving; zero fields are no limit. A
	// checker that asks more than once applies it to each question, and the
	// context to all of them.
	Limits sat.Limits
}

// Answer is what a Checker says to a Query.
type Answer struct {
	Verdict sat.Verdict
	Reason  Reason // why the verdict is Unknown, else ReasonNone
	Model   *Model // of all constraints, when Sat
	Core    []Term // contradictory constraints in the query's order, when Unsat; not minimal in general
	Steps   int64  // propagations spent
}

// Reason says why a verdict is Unknown, as records spell it.
type Reason string

// The reasons for an Unknown.
const (
	ReasonNone       Reason = ""
	ReasonTimeout    Reason = "timeout"
	ReasonSteps      Reason = "steps"
	ReasonCancelled  Reason = "cancelled"
	ReasonMemory     Reason = "memory"
	ReasonIncomplete Reason = "incomplete" // equality of arrays beyond the lemmas
	ReasonExternal   Reason = "external"   // another program failed to answer
)

func reasonFrom(r sat.Reason) Reason {
	if r == sat.ReasonNone {
		return ReasonNone
	}
	return Reason(r.String())
}

// Checker decides queries over one store. It may remember earlier queries but
// its verdicts do not depend on them. It is not safe for concurrent use.
//
// Check never fails: running out of time or memory is the verdict Unknown.
// A model has been evaluated on all constraints of the query before it is
// returned, by every implementation of this package.
type Checker interface {
	// Store returns the store whose terms are checked.
	Store() *Store
	// Check decides the query. The checker does not retain q.Constraints.
	Check(ctx context.Context, q Query) Answer
	// Counters returns what the checker and those below it have counted
	// since they were made, outermost first, in a fixed order.
	Counters() []Counter
}

// Counter is a named number, such as how often a cache answered.
type Counter struct {
	Name  string // "layer.event" in lower case
	Value int64
}

// Model is a total assignment: variables that the query left open are 0.
type Model struct {
	assignment *Assignment
	eval       *Evaluator
}

// NewModel returns the model of terms of s that completes a, which must not
// be changed any more.
func NewModel(s *Store, a *Assignment) *Model {
	return &Model{assignment: a, eval: NewTotalEvaluator(s, a)}
}

// Value returns the value of the bit-vector t, any term of the store.
func (m *Model) Value(t Term) Value {
	v, _ := m.eval.Value(t)
	return v
}

// Array returns the value of the array t.
func (m *Model) Array(t Term) *ArrayValue {
	v, _ := m.eval.Array(t)
	return v
}

// Holds reports whether the formula t is true.
func (m *Model) Holds(t Term) bool { return m.eval.Holds(t) }

// HoldsAll reports whether every formula of ts is true.
func (m *Model) HoldsAll(ts []Term) bool {
	for _, t := range ts {
		if !m.Holds(t) {
			return false
		}
	}
	return true
}

// Assignment returns the variables that the solver gave a value. The caller
// must not change it.
func (m *Model) Assignment() *Assignment { return m.assignment }
