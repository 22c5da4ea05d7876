package difference

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/demands"
)

// maxExplained bounds the places of which it is found out what keeps inputs away.
const maxExplained = 2 * maxUnreached

// explain says of the parts that no input executed what keeps inputs away, those of one
// line once. It stops when ctx is done.
func (r *reach) explain(ctx context.Context) {
	r.mu.Lock()
	lines := map[program.Position][]int{}
	var order []program.Position
	for i := range r.parts {
		p := &r.parts[i]
		if p.NotCompared > 0 || p.settled() {
			continue
		}
		at := program.Position{File: p.At.File, Line: p.At.Line}
		if lines[at] == nil {
			order = append(order, at)
		}
		lines[at] = append(lines[at], i)
	}
	r.mu.Unlock()
	for _, at := range order[:min(len(order), maxExplained)] {
		if ctx.Err() != nil {
			return
		}
		first := lines[at][0]
		text := r.where[first].needs(first)
		r.mu.Lock()
		for _, i := range lines[at] {
			r.parts[i].Needs = text
		}
		r.mu.Unlock()
	}
}

// needs says what inputs would have to do to execute a part: the condition that the
// execution came to and that never came out as needed.
func (w *roundReach) needs(part int) string {
	for _, s := range w.sites {
		if s.part != part {
			continue
		}
		side, build := delta.New, &w.round.Task.New
		if s.old {
			side, build = delta.Old, &w.round.Task.Old
		}
		if w.covered[side] == nil {
			return "nothing was executed"
		}
		if w.demands[side] == nil {
			w.demands[side] = demands.Of(build.Program)
		}
		b := barrier{version: build.Version, p: build.Program, demands: w.demands[side], covered: w.covered[side], fn: s.fn, block: s.block}
		return b.of(s.fn, s.block, map[int]bool{})
	}
	return ""
}

// barrier finds where executions turn away from a block.
type barrier struct {
	version   *program.Version
	p         *program.Program
	demands   *demands.Demands
	fn, block int
	covered   *program.Coverage
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
	if s := b.guard(fn, t.Stmt); s != "" {
		return s
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

// guard says what a branch needs that is known to stand before the block, in terms of
// the input if it rests on that.
func (b *barrier) guard(fn int, stmt int32) string {
	block := b.p.Funcs[b.fn].Blocks[b.block]
	i := slices.IndexFunc(block.Instrs, func(in program.Instr) bool { return in.Stmt >= 0 && in.Flags&program.Implicit == 0 })
	if i < 0 {
		return ""
	}
	for _, g := range b.demands.Guards(b.fn, block.Instrs[i].Stmt) {
		if g.Func != fn || g.Stmt != stmt || len(g.Questions) == 0 {
			continue
		}
		at := b.p.Position(g.At)
		place := fmt.Sprintf("%s:%d", path.Base(at.File), at.Line)
		if s := b.demands.Needs(&g, b.version); s != "" && !strings.Contains(s, place) {
			return fmt.Sprintf("needs %s, %s", s, place)
		}
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
		for _, r := range b.p.MayReach(main) {
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
			for c > 1 && c <= len(list[last]) && csyntax.IsWord(list[last][c-2]) && csyntax.IsWord(list[last][c-1]) {
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

// negations are comparisons and their opposites, longer signs first.
var negations = [][2]string{{"<=", ">"}, {">=", "<"}, {"==", "!="}, {"!=", "=="}, {"<", ">="}, {">", "<="}}

// negated returns the opposite of a condition in C.
func negated(s string) string {
	if rest, ok := strings.CutPrefix(s, "!"); ok && !compound(rest) {
		return rest
	}
	if !compound(s) {
		return "!" + s
	}
	if !strings.ContainsAny(s, "&|?\"'") && !strings.Contains(s, "->") && !strings.Contains(s, "<<") && !strings.Contains(s, ">>") {
		for _, n := range negations {
			if i := outside(s, " "+n[0]+" "); i >= 0 {
				return s[:i] + " " + n[1] + " " + s[i+len(n[0])+2:]
			}
		}
	}
	return "!(" + s + ")"
}

// outside returns where a piece of text first stands outside of brackets, -1 if it
// does nowhere.
func outside(s, piece string) int {
	depth := 0
	for i := range len(s) {
		switch c := s[i]; {
		case depth == 0 && strings.HasPrefix(s[i:], piece):
			return i
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		}
	}
	return -1
}

// compound reports whether an expression has a binary operator outside of brackets,
// or what may be one.
func compound(s string) bool {
	depth := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\'' || c == '\\':
			return depth == 0 || compound(strings.Map(unquoted, s))
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth == 0 && c == '-' && i+1 < len(s) && s[i+1] == '>', depth == 0 && c == '>' && i > 0 && s[i-1] == '-':
		case depth == 0 && strings.IndexByte(" =<>&|?+-*/%^,", c) >= 0:
			return true
		}
	}
	return depth != 0
}

// unquoted takes quotation marks and escapes for letters.
func unquoted(r rune) rune {
	if r == '"' || r == '\'' || r == '\\' {
		return 'q'
	}
	return r
}
