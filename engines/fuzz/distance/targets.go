package distance

import (
	"context"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
)

// Rulers returns those of the old and the new version of a task, each by the blocks that
// Targets returns, and how many these are; if there are none, every run is nowhere near.
func Rulers(ctx context.Context, task *engines.Task, m *mapping.Mapping) (rulers [2]*Ruler, n int, err error) {
	to := Targets(m)
	for i, v := range []*program.Program{task.Old.Program, task.New.Program} {
		g, err := flow.Analyse(ctx, v, flow.Options{Entry: task.Model.Entry})
		if err != nil {
			return rulers, 0, err
		}
		rulers[i] = NewRuler(Measure(g, to[i]))
		n += len(to[i])
	}
	return rulers, n, nil
}

// Targets returns the blocks of the old and the new version that are to be reached: those of
// statements that differ from their counterparts, or have none. Where something was deleted,
// the new version's are those around the place. If a version has none of these, as where only
// a macro or a type changed, they are those of the statements that are compiled otherwise.
func Targets(m *mapping.Mapping) [2]map[Block]bool {
	old, new := m.Programs()
	var t [2]map[Block]bool
	for i := range t {
		t[i] = map[Block]bool{}
	}
	changed := func(list []mapping.ChangedStmt) {
		for _, c := range list {
			if !c.Exact {
				continue
			}
			add(t[1], new, c.Func, c.Stmt)
			if f, s, ok := m.ToOld(c.Func, c.Stmt); ok {
				add(t[0], old, f, s)
			}
		}
	}
	changed(m.Changed())
	deleted := m.Deleted()
	for _, d := range deleted {
		add(t[0], old, d.OldFunc, d.OldStmt)
	}
	if len(t[1]) == 0 {
		for _, d := range deleted {
			if d.Func >= 0 {
				add(t[1], new, d.Func, d.After)
				add(t[1], new, d.Func, d.Before)
			}
		}
	}
	if len(t[0]) == 0 || len(t[1]) == 0 {
		changed(m.Effects())
	}
	return t
}

// add adds the blocks of a statement; none if it is -1.
func add(to map[Block]bool, p *program.Program, fn int, stmt int32) {
	if stmt < 0 {
		return
	}
	for b, block := range p.Funcs[fn].Blocks {
		for i := range block.Instrs {
			if block.Instrs[i].Stmt == stmt {
				to[Block{fn, b}] = true
			}
		}
	}
}
