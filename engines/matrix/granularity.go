package matrix

import (
	"github.com/riftlab/rift/engines/matrix/execution"
	"github.com/riftlab/rift/program/flow"
)

// Granularity says what counts as one statement of a chain.
type Granularity string

// The granularities.
const (
	// Piece: a node of package flow, so that the operands of && and || are
	// statements of their own, as in the code of a stack machine. It is what the
	// paper's study counts.
	Piece Granularity = "piece"
	// Line: all pieces of a function that begin on one source line.
	Line Granularity = "line"
)

// grouping returns the statements of a graph.
func (y Granularity) grouping(g *flow.Graph) execution.Grouping {
	if y == Line {
		return execution.ByLine(g)
	}
	return execution.Grouping{}
}
