package mapping

import (
	"maps"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Agree returns the names of the functions of want in which got, a projection
// of a unified program, does not compute the same; none if the projection is
// that version. Functions that want calls and leaves to others, and got defines, count too.
// What the annotations add for the other version counts for nothing: functions that are not
// called for, variables of its own, and assignments of a variable to itself.
//
// It compares compiled code, not behaviour: another spelling of the same
// computation may be named. Tests decide then.
func Agree(want, got *program.Version, p, q *program.Program) []string {
	d := delta.Compute(want, got)
	m := New(d, p, q)
	bad := map[string]bool{}
	note := func(list []ChangedStmt) {
		for _, c := range list {
			if c.Exact && m.toOld[c.Func] >= 0 && !m.inert(c.Func, c.Stmt) {
				bad[p.Funcs[m.toOld[c.Func]].Source] = true
			}
		}
	}
	note(m.changed)
	note(m.effects)
	for _, x := range m.deleted {
		bad[p.Funcs[x.OldFunc].Source] = true
	}
	for i := range called(p) {
		f := p.Funcs[i]
		if k, ok := q.FuncByName(f.Name); ok && !own(f) && own(q.Funcs[k]) {
			bad[f.Source] = true
		}
	}
	return slices.Sorted(maps.Keys(bad))
}

// own reports whether a program itself defines a function.
func own(f *program.Func) bool { return len(f.Blocks) > 0 && !f.Library }

// called returns the functions that a program's own code may call.
func called(p *program.Program) map[int]bool {
	set := map[int]bool{}
	add := func(fn int) { set[fn] = true }
	p.InTables(add)
	for _, f := range p.Funcs {
		if own(f) {
			f.MayCall(add)
		}
	}
	return set
}

// inert reports whether a statement of new without counterpart changes nothing
// that the old version knows.
func (m *Mapping) inert(fn int, stmt int32) bool {
	a, v := m.ofNew[fn], m.new.funcs[fn]
	if a == nil || a.toOld[stmt] >= 0 {
		return false
	}
	known := varNames(m.old.funcs[a.oldFn])
	loaded := map[program.Reg]string{}
	for _, it := range v.stmts[stmt] {
		switch {
		case strings.HasPrefix(it.op, "set.") && it.args[0] == it.args[1]:
		case strings.HasPrefix(it.op, "set.") && !known[strings.TrimPrefix(it.args[0], "v:")]:
		case strings.HasPrefix(it.op, "load.") && it.def != program.NoReg && !strings.Contains(it.op, "flags"):
			loaded[it.def] = it.args[0] + it.op[len("load"):]
		case strings.HasPrefix(it.op, "store.") && len(it.args) == 2 && it.temps[1] != program.NoReg && loaded[it.temps[1]] == it.args[0]+it.op[len("store"):]:
		case strings.HasPrefix(it.op, "jump") && v.f.Stmts[stmt].Kind == program.StmtCond: // a condition that is constant
		case slices.Contains([]string{"jump", "branch", "switch", "return", "call", "intrinsic", "store", "copymem", "zeromem", "wideop"}, strings.SplitN(it.op, ".", 2)[0]):
			return false
		}
	}
	return true
}
