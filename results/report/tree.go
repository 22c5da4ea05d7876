package report

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/results/sidebyside"
)

// causeNode is a cause in the tree that leads from the failure to the changes.
type causeNode struct {
	Place, Title, Why string
	Minimal           bool
	Rows              []causeRow
	Children          []*causeNode
}

// causeRow is a statement of a cause, with what it read and made.
type causeRow struct {
	Line                    int
	Source, Values, Changes string
	Note                    string // the function, and which execution of the statement
}

// maxCauseRows bounds the statements shown of one cause.
const maxCauseRows = 60

// causeTree returns the tree of an answer, nil if it has none. The new version
// gives the source lines; it may be nil.
func causeTree(a *engines.Explanation, new *program.Version) *causeNode {
	if a == nil || len(a.Causes) == 0 {
		return nil
	}
	nodes := make([]*causeNode, len(a.Causes))
	for i := range a.Causes {
		c := &a.Causes[i]
		nodes[i] = newCauseNode(c, new)
		if c.Parent >= 0 && c.Parent < i {
			parent := nodes[c.Parent]
			parent.Children = append(parent.Children, nodes[i])
		}
	}
	return nodes[0]
}

func newCauseNode(c *engines.Cause, new *program.Version) *causeNode {
	n := &causeNode{Place: c.At.String(), Title: c.Text, Minimal: c.Minimal}
	if c.Parent >= 0 {
		n.Why = "its other side would redefine what is read there"
		if c.Direct {
			n.Why = "it decided that this is executed"
		}
	}
	for i := range c.Steps {
		if i == maxCauseRows {
			n.Rows = append(n.Rows, causeRow{Source: fmt.Sprintf("%d more statements", len(c.Steps)-i)})
			break
		}
		n.Rows = append(n.Rows, newCauseRow(&c.Steps[i], new))
	}
	return n
}

func newCauseRow(s *engines.CauseStep, new *program.Version) causeRow {
	row := causeRow{Line: s.At.Line, Values: strings.Join(s.Values, ", "), Changes: strings.Join(s.Changes, ", "), Note: s.Func}
	if new != nil {
		if lines := sidebyside.Lines(new, s.At.File); s.At.Line >= 1 && s.At.Line <= len(lines) {
			row.Source = strings.TrimSpace(lines[s.At.Line-1])
		}
	}
	if s.Nth > 0 {
		row.Note = strings.TrimSpace(fmt.Sprintf("%s, execution %d", row.Note, s.Nth+1))
	}
	return row
}
