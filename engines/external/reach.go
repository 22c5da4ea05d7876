package external

import (
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// reach tells which changes a test executes.
type reach struct {
	delta    *delta.Delta
	old, new *program.Program
	// sites are the statements of each change in the old and in the new version.
	sites [2][]site
}

type site struct {
	change, fn int
	stmt       int
}

// newReach returns the reach of a task. A change is executed where a statement begins
// that it touches, that it removed, or that it alters although it stands elsewhere.
func newReach(t *engines.Task, d *delta.Delta) *reach {
	r := &reach{delta: d, old: t.Old.Program, new: t.New.Program}
	m := mapping.New(d, r.old, r.new)
	for _, c := range append(m.Changed(), m.Effects()...) {
		if c.Change < 0 || !c.Exact {
			continue
		}
		r.sites[1] = append(r.sites[1], site{c.Change, c.Func, int(c.Stmt)})
		if fn, stmt, ok := m.ToOld(c.Func, c.Stmt); ok {
			r.sites[0] = append(r.sites[0], site{c.Change, fn, int(stmt)})
		}
	}
	for _, c := range m.Deleted() {
		if c.Change >= 0 {
			r.sites[0] = append(r.sites[0], site{c.Change, c.OldFunc, int(c.OldStmt)})
		}
	}
	return r
}

// executed returns the names of the changes that either version executed, in order.
func (r *reach) executed(t *engines.Trial) []string {
	var set delta.Set
	for side, out := range []*program.Outcome{t.Old, t.New} {
		if out.Covered == nil {
			continue
		}
		for _, s := range r.sites[side] {
			if out.Covered.Stmt(s.fn, s.stmt) {
				set = append(set, s.change)
			}
		}
	}
	slices.Sort(set)
	return append([]string{}, r.delta.IDs(slices.Compact(set))...)
}

// lines returns the lines of the versions that were executed.
func (r *reach) lines(t *engines.Trial) *linesMessage {
	return &linesMessage{Old: executedLines(r.old, t.Old.Covered), New: executedLines(r.new, t.New.Covered)}
}

// executedLines returns the lines on which executed statements begin, the run-time
// library's left out.
func executedLines(p *program.Program, c *program.Coverage) map[string][]int {
	list := map[string][]int{}
	if c == nil {
		return list
	}
	for f, fn := range p.Funcs {
		if fn.Library {
			continue
		}
		for stmt := range fn.Stmts {
			if c.Stmt(f, stmt) {
				at := p.Position(fn.Stmts[stmt].At)
				list[at.File] = append(list[at.File], at.Line)
			}
		}
	}
	for file, lines := range list {
		slices.Sort(lines)
		list[file] = slices.Compact(lines)
	}
	return list
}
