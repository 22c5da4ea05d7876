package matrix

import (
	"path"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// Step is one statement on a chain.
type Step struct {
	By      string `json:"by,omitempty"`      // the dependence on the step before: "control" or "data"; "" for the change
	Carrier string `json:"carrier,omitempty"` // what carries a data dependence, such as a variable's name
	At      string `json:"at"`                // the place: FILE:LINE:COL, or the entry or exit of a function
	Line    string `json:"line,omitempty"`    // the source line, trimmed
	Deleted bool   `json:"deleted,omitempty"` // a statement of the old version
}

// Steps returns the chain of a requirement, the change first.
func (a *Assessor) Steps(q *Requirement) []Step {
	c := a.chains
	x := &a.changes[c.list[q.chain].change]
	var first Step
	if x.deleted == flow.NoNode {
		first = a.step(c.deps.flow, a.Delta.New, x.node)
	} else { // which the new version has no node for
		first = a.step(a.versions.old, a.Delta.Old, x.deleted)
		first.Deleted = true
	}
	list := []Step{first}
	for _, e := range c.edges(q.chain) {
		s := a.step(c.deps.flow, a.Delta.New, e.to)
		s.By = e.kind.String()
		switch {
		case e.kind == control:
		case e.loc == pointsto.NoLocation:
			s.Carrier = "result"
		default:
			s.Carrier = c.deps.flow.Name(e.loc)
		}
		list = append(list, s)
	}
	return list
}

func (a *Assessor) step(g *flow.Graph, v *program.Version, n flow.Node) Step {
	return Step{At: place(g, n), Line: sourceLine(v, g.Program().Position(g.Info(n).At))}
}

// sourceLine returns the text of a line, or "" if it is in none of the files.
func sourceLine(v *program.Version, p program.Position) string {
	for _, f := range v.Files {
		if f.Name != p.File && path.Base(f.Name) != path.Base(p.File) {
			continue
		}
		if lines := strings.Split(f.Text, "\n"); p.Line >= 1 && p.Line <= len(lines) {
			return strings.TrimSpace(lines[p.Line-1])
		}
	}
	return ""
}

// Chain returns a number that requirements of the same chain share.
func (r *Requirement) Chain() int { return r.chain }
