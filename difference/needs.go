package difference

import (
	"fmt"
	"path"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// explain says of each part that no input executed what keeps inputs away.
func (r *reach) explain() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.parts {
		if p := &r.parts[i]; p.Executed+p.NotCompared == 0 && p.Proved == "" {
			p.Needs = r.where[i].needs(i)
		}
	}
}

// needs says what inputs would have to do to execute a part: the condition that the
// execution came to and that never came out as needed.
func (w *roundReach) needs(part int) string {
	for _, s := range w.sites {
		if s.part != part {
			continue
		}
		b := barrier{version: w.round.Task.New.Version, p: w.round.Task.New.Program, covered: w.covered[delta.New]}
		if s.old {
			b = barrier{version: w.round.Task.Old.Version, p: w.round.Task.Old.Program, covered: w.covered[delta.Old]}
		}
		if b.covered == nil {
			return "nothing was executed"
		}
		return b.of(s.fn, s.block, map[int]bool{})
	}
	return ""
}

// barrier finds where executions turn away from a block.
type barrier struct {
	version *program.Version
	p       *program.Program
	covered *program.Coverage
}

// of says what keeps executions away from a block; seen are the functions that lead
// there.
func (b *barrier) of(fn, block int, seen map[int]bool) string {
	f := b.p.Funcs[fn]
	if !b.covered.Block(fn, 0) {
		return b.caller(fn, seen)
	}
	// The nearest executed block with a way to the block that none took.
	preds := make([][]int, len(f.Blocks))
	for i, x := range f.Blocks {
		for _, t := range x.Term().Targets {
			preds[t] = append(preds[t], i)
		}
	}
	queue, visited := []int{block}, map[int]bool{block: true}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, q := range preds[at] {
			if b.covered.Block(fn, q) {
				if s := b.condition(f, fn, q, at); s != "" {
					return s
				}
			}
			if !visited[q] {
				visited[q] = true
				queue = append(queue, q)
			}
		}
	}
	return "the way there ends before it, in " + f.Source
}

// condition says which way a branch at the end of a block has to go.
func (b *barrier) condition(f *program.Func, fn, block, to int) string {
	t := f.Blocks[block].Term()
	at := b.p.Position(f.At)
	text := ""
	if t.Stmt >= 0 && int(t.Stmt) < len(f.Stmts) {
		r := b.p.Ranges[f.Stmts[t.Stmt].At]
		at = b.p.Position(f.Stmts[t.Stmt].At)
		text = sourceText(b.version, b.p, r)
	}
	place := fmt.Sprintf("%s:%d", path.Base(at.File), at.Line)
	if text == "" {
		text = "the condition"
	}
	switch t.Op {
	case program.Branch:
		for k, target := range t.Targets {
			if int(target) == to && !b.covered.Edge(fn, block, k) {
				if k == 1 {
					text = negated(text)
				}
				return fmt.Sprintf("needs %s, %s", text, place)
			}
		}
	case program.Switch:
		for k, target := range t.Targets {
			if int(target) == to && !b.covered.Edge(fn, block, k) {
				return fmt.Sprintf("needs another value of %s, %s", text, place)
			}
		}
	default: // a call before the end of the block does not come back
		return fmt.Sprintf("needs the call to return, %s", place)
	}
	return ""
}

// caller says what keeps executions away from the calls of a function.
func (b *barrier) caller(fn int, seen map[int]bool) string {
	seen[fn] = true
	name := b.p.Funcs[fn].Source
	found := ""
	for i, f := range b.p.Funcs {
		if f.Library || seen[i] {
			continue
		}
		for k, block := range f.Blocks {
			for n := range block.Instrs {
				in := &block.Instrs[n]
				if in.Op != program.Call || in.A.Mode != program.FuncAddr || int(in.A.Index) != fn {
					continue
				}
				if b.covered.Block(i, k) {
					return "the call of " + name + " in " + f.Source + " is not come to"
				}
				if s := b.of(i, k, seen); found == "" || strings.HasPrefix(s, "needs") && !strings.HasPrefix(found, "needs") {
					found = s
				}
			}
		}
	}
	if found != "" {
		return found
	}
	if main, ok := b.p.FuncByName("main"); ok {
		for _, r := range reachable(b.p, main) {
			if r == fn {
				return "no call through a pointer leads to " + name
			}
		}
	}
	return name + " is never called"
}

// sourceText returns the text of a range on one line, "" if it is not to be had or
// too long to quote.
func sourceText(v *program.Version, p *program.Program, r program.Range) string {
	if r.Line == 0 || r.EndLine < r.Line {
		return ""
	}
	name := p.Files[r.File]
	for i := range v.Files {
		if path.Clean(v.Files[i].Name) != path.Clean(name) {
			continue
		}
		lines := strings.Split(v.Files[i].Text, "\n")
		if int(r.EndLine) > len(lines) {
			return ""
		}
		list := append([]string(nil), lines[r.Line-1:r.EndLine]...)
		last := len(list) - 1
		if c := int(r.EndCol); c > 0 && c <= len(list[last])+1 {
			// The range of a macro ends within its name.
			for c > 1 && c <= len(list[last]) && isWord(list[last][c-2]) && isWord(list[last][c-1]) {
				c++
			}
			list[last] = list[last][:c-1]
		}
		if c := int(r.Col); c > 0 && c <= len(list[0])+1 {
			list[0] = list[0][c-1:]
		}
		s := strings.Join(strings.Fields(strings.Join(list, " ")), " ")
		if len(s) > 60 {
			return ""
		}
		return s
	}
	return ""
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// negations are comparisons and their opposites, longer signs first.
var negations = [][2]string{{"<=", ">"}, {">=", "<"}, {"==", "!="}, {"!=", "=="}, {"<", ">="}, {">", "<="}}

// negated returns the opposite of a condition in C.
func negated(s string) string {
	if rest, ok := strings.CutPrefix(s, "!"); ok && !strings.ContainsAny(rest, "=<>&|? ") {
		return rest
	}
	if !strings.ContainsAny(s, "&|?\"'") && !strings.Contains(s, "->") && !strings.Contains(s, "<<") && !strings.Contains(s, ">>") {
		for _, n := range negations {
			if a, b, ok := strings.Cut(s, " "+n[0]+" "); ok {
				return a + " " + n[1] + " " + b
			}
		}
	}
	if strings.ContainsAny(s, " =<>&|?") {
		return "!(" + s + ")"
	}
	return "!" + s
}
