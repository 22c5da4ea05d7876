// Package sequence builds change sequence graphs: in which orders the changed
// statements of a new version can be executed, and where their effects meet.
//
// Terms: a *changed statement* is a statement of the new version that has a line
// which the difference added or modified. A *potential interaction location* is
// a statement which depends, by data and control, on two or more changed
// statements. A *change sequence* is the order in which a run executes changed
// statements. A *place* is a node of the graph: the entry, a changed statement,
// an interaction location, or an output.
//
// Source: Böhme, Oliveira, Roychoudhury: Regression Tests to Expose Change
// Interaction Errors, ESEC/FSE 2013, section 4.
package sequence

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// Kind is the kind of a place.
type Kind uint8

// The kinds.
const (
	Entry Kind = iota
	Change
	Interaction
	Output
)

var kindNames = [...]string{"entry", "change", "interaction", "output"}

// String returns a word.
func (k Kind) String() string { return kindNames[k] }

// MarshalText implements encoding.TextMarshaler.
func (k Kind) MarshalText() ([]byte, error) { return []byte(kindNames[k]), nil }

// Place is a node of the graph.
type Place struct {
	Kind Kind `json:"kind"`
	// Name is how notes and tables name the place: "FILE:LINE".
	Name string           `json:"name"`
	Func string           `json:"func,omitempty"`
	Pos  program.Position `json:"pos"`
	Text string           `json:"text,omitempty"` // the source line, without blanks around it
	// Changes are the changed statements, indices into Graph.Places, that an
	// interaction location depends on; nil for other places.
	Changes []int `json:"changes,omitempty"`
	// Hunks are the indices of the changes (delta.Delta.Changes) that a changed
	// statement has lines of.
	Hunks []int `json:"hunks,omitempty"`
	// Unreachable marks a changed statement that no run can execute.
	Unreachable bool `json:"unreachable,omitempty"`
	// Deletion marks a place that did not change, but stands where code was deleted.
	Deletion bool  `json:"deletion,omitempty"`
	Next     []int `json:"next"` // where the edges lead, ascending

	nodes []node
}

// Graph is a change sequence graph. Places[0] is the entry, the changed
// statements follow in the order of the source, then the interaction locations
// and outputs that can be reached from them.
type Graph struct {
	Places []Place `json:"places"`
}

// Of returns the places of a kind.
func (g *Graph) Of(k Kind) []int {
	var list []int
	for i := range g.Places {
		if g.Places[i].Kind == k {
			list = append(list, i)
		}
	}
	return list
}

// input is what the construction needs to know of a program.
type input struct {
	flow    flowGraph
	start   node             // where the program begins
	changes [][]node         // of each changed statement, not empty
	outputs [][]node         // of each output
	depends func(node) []int // changed statements that a node depends on, ascending
	// direct returns the nodes that a node directly depends on.
	direct func(node) []node
	// line groups nodes: those of one line of a function have the same number.
	// It is negative for nodes that are no statements with an effect.
	line func(node) int
	// important keeps only important interaction locations.
	important bool
}

// flowGraph is the control flow within and between functions.
type flowGraph interface {
	succs(node) []node
	callees(node) []int // functions that a node calls and that are walked through
	callers(fn int) []node
	entry(fn int) node
	exit(fn int) node
	fn(node) int
}

// construct is Algorithm 1.
//
// For each changed statement the control flow is walked forward, each node once.
// A changed statement or an output gives an edge and ends the way there. A
// potential interaction location becomes a place, with an edge from each changed
// statement it depends on, and is walked from as if it were a change: if the walk
// from one meets another, that gives an edge too. Other nodes are passed.
//
// Where this differs: a place is all nodes of a line. The walk from the entry
// gives edges to changed statements only, since a way to an output without any is
// of no use, and passes everything else; a changed statement that nothing else
// leads to gets an edge from the entry too. An interaction location that does not
// depend on the change walked from becomes a place but does not end the way of
// that change, which might else have no edges at all.
func construct(in *input) *Graph {
	b := newBuilder(in)
	for i := 0; i < len(b.graph.Places); i++ { // walks add places
		if b.graph.Places[i].Kind != Output {
			b.walk(i)
		}
	}
	b.begin()
	for i := range b.graph.Places {
		slices.Sort(b.graph.Places[i].Next)
	}
	return b.graph
}
