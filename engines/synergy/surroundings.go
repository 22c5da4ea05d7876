package synergy

import (
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// jumps returns the instances of jumps (break, continue, goto, return) that
// were executed because the branch of c's predicate went its way: values pass
// through none of them, yet they are what the branch did.
func (t *trace) jumps(c *cause) []int32 {
	b := c.predicate.step
	if b == none || t.kind(b) != kindBranch {
		return nil
	}
	var out []int32
	from := t.steps[b].instance
	for i := from + 1; i >= 0 && int(i) < len(t.instances) && i < from+maxJumps; i++ {
		n := &t.instances[i]
		if n.control != b || n.stmt < 0 || n.fn != t.instances[from].fn || n.caller != t.instances[from].caller {
			continue
		}
		if k := t.code.p.Funcs[n.fn].Stmts[n.stmt].Kind; k == program.StmtJump || k == program.StmtReturn {
			out = append(out, i)
		}
	}
	return out
}

// maxJumps is how many instances after a branch are looked at for its jumps.
const maxJumps = 64

// near returns the changes of the functions, then of the files, that the
// changes in s are in.
func (b *blame) near(s delta.Set) []delta.Set {
	var inFuncs, inFiles delta.Set
	for n, c := range b.d.Changes {
		for _, m := range s {
			if o := b.d.Changes[m]; o.File == c.File {
				inFiles = append(inFiles, n)
				if f := b.function(c); f >= 0 && f == b.function(o) {
					inFuncs = append(inFuncs, n)
				}
				break
			}
		}
	}
	return []delta.Set{inFuncs.Union(nil), inFiles.Union(nil)}
}

// scopes returns the function of each change with the names that are local to
// it in both versions.
func (b *blame) scopes(old *program.Program, m *mapping.Mapping) []deltadebug.Scope {
	out := make([]deltadebug.Scope, len(b.d.Changes))
	for n, c := range b.d.Changes {
		f := b.function(c)
		out[n] = deltadebug.Scope{Func: f}
		if f < 0 {
			continue
		}
		out[n].New = locals(b.code.p.Funcs[f])
		if o, ok := m.FuncToOld(f); ok {
			out[n].Old = locals(old.Funcs[o])
		}
	}
	return out
}

func locals(fn *program.Func) map[string]bool {
	names := map[string]bool{}
	for _, r := range fn.Regs {
		names[r.Name] = true
	}
	for _, l := range fn.Locals {
		names[l.Name] = true
	}
	return names
}

// function returns the function of the new version whose lines have a change.
func (b *blame) function(c *delta.Change) int {
	for f, fn := range b.code.p.Funcs {
		if at := b.code.lines(fn.At); !fn.Library && at.from > 0 && b.file(at) == c.File && int(at.from) <= c.NewLine && c.NewLine <= int(at.to) {
			return f
		}
	}
	return -1
}
