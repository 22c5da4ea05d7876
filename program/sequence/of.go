package sequence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// node is a statement, or the entry or exit of a function, of the program.
type node = flow.Node

// Options are the options of Build. The zero value is the paper's construction.
type Options struct {
	// Important drops interaction locations that merely depend on another one
	// of the same changed statements.
	Important bool
	// Effects counts as changed also the statements that differ although no
	// changed line touches them, such as uses of a changed type or macro. They
	// count in any case where no statement has a changed line.
	Effects bool
	// Deletions counts as changed also what stands around deleted code: the
	// statements that now follow the place where it was, and those that differ
	// for its lack although no line of theirs changed. Nothing of a deletion can
	// be executed; without this, and in the paper, it has no place.
	Deletions bool
	// Entry is the function that runs begin in; "" is main.
	Entry string
}

// Ignored are the data dependences that make no change sequence graph better: those
// through the streams of the run-time library would make every output depend on
// every earlier one.
const Ignored = pointsto.Streams | pointsto.IncidentalErrno | pointsto.LibraryState

// Build builds the change sequence graph of a new version from its flow graph and
// from how it is related to the old one; d and m are of the same versions.
//
// Jumps are no interaction locations,
// since all they do is what the condition before them has decided.
func Build(g *flow.Graph, d *delta.Delta, m *mapping.Mapping, opt Options) *Graph {
	list := m.Changed()
	effects := slices.DeleteFunc(m.Effects(), func(c mapping.ChangedStmt) bool { return deletes(d, c.Change) && !opt.Effects })
	if opt.Effects || len(list) == 0 {
		list = slices.Concat(list, effects)
	}
	changed := len(list)
	if opt.Deletions {
		list = append(list, around(g, d, m)...)
	}
	graph := build(g, d.New.Files, list, opt)
	graph.markDeletions(g, list[changed:], list[:changed])
	return graph
}

// BuildDeleted builds the graph of the old version, g, of what only it has: its changed
// statements are those that the new version deletes, and those that differ in it for
// their lack. It has the entry alone if nothing is deleted, but for code in place of which
// the new version has other code.
func BuildDeleted(g *flow.Graph, d *delta.Delta, m *mapping.Mapping, opt Options) *Graph {
	var list []mapping.ChangedStmt
	alone := deletions(d, m)
	for _, x := range m.Deleted() {
		if alone(x.Change) {
			list = append(list, mapping.ChangedStmt{Change: x.Change, Func: x.OldFunc, Stmt: x.OldStmt})
		}
	}
	for _, c := range m.Effects() {
		if f, s, ok := m.ToOld(c.Func, c.Stmt); ok && deletes(d, c.Change) {
			list = append(list, mapping.ChangedStmt{Change: c.Change, Func: f, Stmt: s})
		}
	}
	return build(g, d.Old.Files, list, opt)
}

// build builds the graph for the changed statements of a program.
func build(g *flow.Graph, files []program.SourceFile, list []mapping.ChangedStmt, opt Options) *Graph {
	s := &source{g: g, p: g.Program(), lines: map[line]int{}, text: map[string][]string{}}
	for _, f := range files {
		s.text[f.Name] = strings.Split(f.Text, "\n")
	}
	start := g.Entry(0)
	if opt.Entry == "" {
		opt.Entry = "main"
	}
	if f, ok := s.p.FuncByName(opt.Entry); ok {
		start = g.Entry(f)
	}
	in := &input{flow: between{g}, start: start, line: s.line, important: opt.Important}
	var hunks [][]int
	in.changes, hunks = s.changes(list)
	in.outputs = s.group(Outputs(g))
	in.depends = s.dependences(in.changes)
	in.direct = func(n node) []node {
		var out []node
		for _, list := range [][]flow.Dependence{g.Control(n), g.Data(n)} {
			for _, d := range list {
				out = append(out, d.Node)
			}
		}
		return out
	}
	graph := construct(in)
	for i := range graph.Places {
		s.describe(&graph.Places[i])
		if c := i - 1; c >= 0 && c < len(hunks) {
			graph.Places[i].Hunks = hunks[c]
		}
	}
	return graph
}

// markDeletions marks the places of which all nodes come from the first list and none
// from the second.
func (g *Graph) markDeletions(f *flow.Graph, around, changed []mapping.ChangedStmt) {
	nodes := func(list []mapping.ChangedStmt) map[node]bool {
		set := map[node]bool{}
		for _, c := range list {
			if n, ok := f.Node(c.Func, c.Stmt); ok {
				set[n] = true
			}
		}
		return set
	}
	a, c := nodes(around), nodes(changed)
	for i := range g.Places {
		p := &g.Places[i]
		p.Deletion = p.Kind == Change && !slices.ContainsFunc(p.nodes, func(n node) bool { return !a[n] || c[n] })
	}
}

// line is a line of a function.
type line struct {
	fn         int
	file, line int32
}

type source struct {
	g     *flow.Graph
	p     *program.Program
	lines map[line]int
	text  map[string][]string // lines of the files, by name
}

func (s *source) lineOf(n node) line {
	i := s.g.Info(n)
	r := s.p.Ranges[i.At]
	return line{i.Func, r.File, r.Line}
}

// line is input.line.
func (s *source) line(n node) int {
	i := s.g.Info(n)
	if i.Kind != flow.Statement {
		return -1
	}
	switch s.p.Funcs[i.Func].Stmts[i.Stmt].Kind {
	case program.StmtJump, program.StmtImplicit:
		return -1
	}
	l := s.lineOf(n)
	k, ok := s.lines[l]
	if !ok {
		k = len(s.lines)
		s.lines[l] = k
	}
	return k
}

// group groups nodes by line, in the order of the source.
func (s *source) group(list []node) [][]node {
	at := map[line][]node{}
	var lines []line
	for _, n := range list {
		l := s.lineOf(n)
		if len(at[l]) == 0 {
			lines = append(lines, l)
		}
		if !slices.Contains(at[l], n) {
			at[l] = append(at[l], n)
		}
	}
	slices.SortFunc(lines, func(a, b line) int {
		if a.file != b.file {
			return int(a.file - b.file)
		}
		if a.line != b.line {
			return int(a.line - b.line)
		}
		return a.fn - b.fn
	})
	out := make([][]node, len(lines))
	for i, l := range lines {
		slices.Sort(at[l])
		out[i] = at[l]
	}
	return out
}

// changes returns the changed statements and, for each, the hunks it has lines of.
func (s *source) changes(list []mapping.ChangedStmt) (nodes [][]node, hunks [][]int) {
	hunk := map[node][]int{}
	var all []node
	for _, c := range list {
		n, ok := s.g.Node(c.Func, c.Stmt)
		if !ok {
			continue
		}
		all = append(all, n)
		if c.Change >= 0 && !slices.Contains(hunk[n], c.Change) {
			hunk[n] = append(hunk[n], c.Change)
		}
	}
	nodes = s.group(all)
	for _, group := range nodes {
		var of []int
		for _, n := range group {
			for _, c := range hunk[n] {
				if !slices.Contains(of, c) {
					of = append(of, c)
				}
			}
		}
		slices.Sort(of)
		hunks = append(hunks, of)
	}
	return nodes, hunks
}

// dependences returns the changed statements that each node depends on.
func (s *source) dependences(changes [][]node) func(node) []int {
	var all []node
	of := map[node]int{}
	for i, group := range changes {
		for _, n := range group {
			of[n] = i
			all = append(all, n)
		}
	}
	slices.Sort(all)
	influence := s.g.Influence(all)
	return func(n node) []int {
		var out []int
		for _, c := range influence.Of(n) {
			if i := of[all[c]]; !slices.Contains(out, i) {
				out = append(out, i)
			}
		}
		slices.Sort(out)
		return out
	}
}

// describe fills what people read.
func (s *source) describe(p *Place) {
	i := s.g.Info(p.nodes[0])
	p.Func, p.Pos = s.p.Funcs[i.Func].Source, s.p.Position(i.At)
	p.Name = fmt.Sprintf("%s:%d", p.Pos.File, p.Pos.Line)
	if p.Kind == Entry {
		p.Name, p.Text = p.Func, ""
		return
	}
	if text := s.text[p.Pos.File]; p.Pos.Line > 0 && p.Pos.Line <= len(text) {
		p.Text = strings.TrimSpace(text[p.Pos.Line-1])
	}
}

// Nodes returns the nodes of the flow graph that make up a place.
func (p *Place) Nodes() []flow.Node { return p.nodes }

// between is the flow of control between functions.
type between struct{ g *flow.Graph }

func (b between) succs(n node) []node   { return b.g.Succs(n) }
func (b between) callees(n node) []int  { return b.g.Callees(n) }
func (b between) callers(fn int) []node { return b.g.Callers(fn) }
func (b between) entry(fn int) node     { return b.g.Entry(fn) }
func (b between) exit(fn int) node      { return b.g.Exit(fn) }
func (b between) fn(n node) int         { return b.g.Info(n).Func }
