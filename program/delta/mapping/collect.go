package mapping

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
)

// collector gathers what changed from the alignments.
type collector struct {
	*Mapping
	lines   map[string]*lineMap
	touched []ChangedStmt // before changes without effect are left out
	stray   []ChangedStmt // statements that differ on no changed line; Change is not set
}

// collect fills in changed, effects, deleted and effect.
func (m *Mapping) collect() {
	c := &collector{Mapping: m, lines: lineMaps(m.d)}
	for n, v := range m.new.funcs {
		if v != nil {
			c.function(n, v)
		}
	}
	c.removals()
	c.attribute()
	c.classify()
	for _, t := range c.touched {
		if m.effect[t.Change] == Effective {
			m.changed = append(m.changed, t)
		}
	}
	sortChanged(m.changed)
	sortChanged(m.effects)
}

func sortChanged(list []ChangedStmt) {
	slices.SortFunc(list, func(a, b ChangedStmt) int {
		return cmp.Or(cmp.Compare(a.Change, b.Change), cmp.Compare(a.Func, b.Func), cmp.Compare(a.Stmt, b.Stmt))
	})
}

// function sorts the statements of a function of new into touched and stray
// ones.
func (c *collector) function(n int, v *view) {
	for s := range v.stmts {
		if v.places[s].block < 0 {
			continue
		}
		stmt := int32(s)
		exact := !c.Same(n, stmt)
		cs := ChangedStmt{Func: n, Stmt: stmt, Exact: exact}
		if exact {
			cs.Instrs = c.differing(n, v, stmt)
		}
		ids := c.changesAt(c.new.p, v.f.Stmts[s].At, exact)
		if !exact && c.elsewhere(n, stmt, ids) {
			continue
		}
		for _, id := range ids {
			cs.Change = id
			c.touched = append(c.touched, cs)
		}
		if exact && len(ids) == 0 {
			c.stray = append(c.stray, cs)
		}
	}
}

// differing returns the instructions of a statement that differ: those found
// by comparison, or all if it has no counterpart.
func (c *collector) differing(fn int, v *view, stmt int32) []Site {
	var list []Site
	if a := c.ofNew[fn]; a != nil && a.toOld[stmt] >= 0 {
		for _, p := range a.differ[stmt] {
			list = append(list, Site{fn, p.block, p.index})
		}
		return list
	}
	for b, blk := range v.f.Blocks {
		for i := range blk.Instrs {
			if in := &blk.Instrs[i]; in.Stmt == stmt && in.Flags&program.Implicit == 0 {
				list = append(list, Site{fn, b, i})
			}
		}
	}
	return list
}

// changesAt returns the changes on the lines of a range of the new program,
// ascending. A removal of lines inside the range counts if inside is set.
func (c *collector) changesAt(p *program.Program, at program.RangeID, inside bool) []int {
	r := p.Ranges[at]
	file := path.Clean(p.Files[r.File])
	lm := c.lines[file]
	if lm == nil {
		return nil
	}
	var ids []int
	for l := r.Line; l <= r.EndLine; l++ {
		if lm.inNew(l) && lm.ofNew[l] >= 0 {
			ids = append(ids, lm.ofNew[l])
		}
	}
	if inside {
		for i, ch := range c.d.Changes {
			if len(ch.New) == 0 && path.Clean(ch.File) == file && int(r.Line) < ch.NewLine && ch.NewLine <= int(r.EndLine) {
				ids = append(ids, i)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// elsewhere reports whether a statement that is as it was stood in code that
// none of the given changes replaced: it moved.
func (c *collector) elsewhere(fn int, stmt int32, ids []int) bool {
	o := c.ofNew[fn].toOld[stmt]
	old := c.old.funcs[c.toOld[fn]]
	r := c.old.p.Ranges[old.f.Stmts[o].At]
	lm := c.lines[path.Clean(c.old.p.Files[r.File])]
	if lm == nil || len(ids) == 0 {
		return false
	}
	for l := r.Line; l <= r.EndLine; l++ {
		if lm.inOld(l) && (lm.ofOld[l] < 0 || slices.Contains(ids, lm.ofOld[l])) {
			return false
		}
	}
	return true
}

// removals notes the statements of old without counterpart.
func (c *collector) removals() {
	for o, v := range c.old.funcs {
		if v == nil {
			continue
		}
		n := c.toNew[o]
		for s := range v.stmts {
			if v.places[s].block < 0 || n >= 0 && c.ofNew[n].toNew[s] >= 0 {
				continue
			}
			d := DeletedStmt{Change: c.oldChange(v.f.Stmts[s].At), OldFunc: o, OldStmt: int32(s), Func: n, After: -1, Before: -1}
			if n >= 0 {
				to := c.ofNew[n].toNew
				for k := s - 1; k >= 0 && d.After < 0; k-- {
					d.After = to[k]
				}
				for k := s + 1; k < len(to) && d.Before < 0; k++ {
					d.Before = to[k]
				}
			}
			c.deleted = append(c.deleted, d)
		}
	}
}

// oldChange returns the first change on the lines of a range of the old
// program, or -1.
func (c *collector) oldChange(at program.RangeID) int {
	r := c.old.p.Ranges[at]
	lm := c.lines[path.Clean(c.old.p.Files[r.File])]
	if lm == nil {
		return -1
	}
	for l := r.Line; l <= r.EndLine; l++ {
		if lm.inOld(l) && lm.ofOld[l] >= 0 {
			return lm.ofOld[l]
		}
	}
	return -1
}

// classify decides the effect of each change.
func (c *collector) classify() {
	c.effect = make([]Effect, len(c.d.Changes))
	effective, code := make([]bool, len(c.effect)), make([]bool, len(c.effect))
	for _, t := range c.touched {
		code[t.Change] = true
		effective[t.Change] = effective[t.Change] || t.Exact
	}
	for _, e := range c.effects {
		if e.Change >= 0 {
			effective[e.Change] = true
		}
	}
	moved := c.oldSide(effective, code)
	for i, ch := range c.d.Changes {
		switch {
		case ch.NoEffect:
			c.effect[i] = OnlyLayout
		case effective[i]:
			c.effect[i] = Effective
		case moved[i]:
			c.effect[i] = OnlyMoved
		case !code[i]:
			c.effect[i] = NoCode
		case onlyNames(ch):
			c.effect[i] = OnlyNames
		default:
			c.effect[i] = OnlySpelling
		}
	}
}

// oldSide looks at what the changes do to statements of the old version:
// removed or modified ones make a change effective, others show that it holds
// code; it returns the changes which only move statements.
func (c *collector) oldSide(effective, code []bool) (moved []bool) {
	moved = make([]bool, len(effective))
	for _, d := range c.deleted {
		if d.Change >= 0 {
			effective[d.Change] = true
		}
	}
	for o, v := range c.old.funcs {
		if v == nil || c.toNew[o] < 0 {
			continue
		}
		n := c.toNew[o]
		for s, to := range c.ofNew[n].toNew {
			if to < 0 || v.places[s].block < 0 {
				continue
			}
			id := c.oldChange(v.f.Stmts[s].At)
			if id < 0 {
				continue
			}
			code[id] = true
			if !c.Same(n, to) {
				effective[id] = true
				continue
			}
			ids := c.changesAt(c.new.p, c.new.funcs[n].f.Stmts[to].At, false)
			if c.elsewhere(n, to, ids) {
				moved[id] = true
				for _, i := range ids {
					moved[i] = true
				}
			}
		}
	}
	return moved
}

// onlyNames reports whether the lines of a change differ in identifiers alone.
func onlyNames(ch *delta.Change) bool {
	a, b := csyntax.Flat(strings.Join(ch.Old, "\n")), csyntax.Flat(strings.Join(ch.New, "\n"))
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Text != b[i].Text && !(a[i].Names() && b[i].Names()) {
			return false
		}
	}
	return true
}
