// Package figure makes drawings of what flow analysis says of a program: its
// control flow, its dependences, its calls, and the change sequence graph of two
// versions.
package figure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
	"github.com/riftlab/rift/program/sequence"
	"github.com/riftlab/rift/results/digraph"
)

// Source gives the texts of the files of a program.
type Source struct {
	p     *program.Program
	lines map[string][]string
}

// NewSource returns the source of a program compiled from a version.
func NewSource(p *program.Program, v *program.Version) *Source {
	s := &Source{p: p, lines: map[string][]string{}}
	for _, f := range v.Files {
		s.lines[f.Name] = strings.Split(f.Text, "\n")
	}
	return s
}

// longest is how many characters of a piece of source a box shows.
const longest = 60

// text returns "LINE: " and the source of a range, on one line and cut.
func (s *Source) text(id program.RangeID) string {
	r := s.p.Ranges[id]
	if r.Line == 0 {
		return ""
	}
	lines := s.lines[s.p.Files[r.File]]
	if r.EndLine == r.Line && r.EndCol <= r.Col+1 {
		r.EndCol = 1 << 30 // the name of a macro, which tells less than its use
	}
	var parts []string
	for n := r.Line; n <= max(r.EndLine, r.Line) && int(n) <= len(lines); n++ {
		l := lines[n-1]
		lo, hi := 0, len(l)
		if n == r.Line {
			lo = min(int(r.Col)-1, len(l))
		}
		if n == r.EndLine {
			hi = max(lo, min(int(r.EndCol)-1, len(l)))
		}
		parts = append(parts, strings.TrimSpace(l[lo:hi]))
	}
	text := []rune(strings.Join(strings.Fields(strings.Join(parts, " ")), " "))
	if len(text) > longest {
		text = append(text[:longest-1], '…')
	}
	return fmt.Sprintf("%d: %s", r.Line, string(text))
}

// drawing is a graph under way whose nodes are nodes of a flow graph.
type drawing struct {
	digraph.Graph
	g       *flow.Graph
	src     *Source
	changed map[flow.Node]bool
	at      map[flow.Node]int
}

// newDrawing draws the nodes of functions, without statements that have no code.
func newDrawing(g *flow.Graph, src *Source, funcs []int, changed map[flow.Node]bool) *drawing {
	d := &drawing{g: g, src: src, changed: changed, at: map[flow.Node]int{}}
	outputs := map[flow.Node]bool{}
	for _, n := range g.Outputs() {
		outputs[n] = true
	}
	for _, fn := range funcs {
		for n := g.Entry(fn); n <= g.Exit(fn); n++ {
			if len(g.Succs(n)) == 0 && len(g.Preds(n)) == 0 {
				continue
			}
			d.at[n] = len(d.Nodes)
			d.Nodes = append(d.Nodes, d.node(n, outputs[n]))
		}
	}
	return d
}

func (d *drawing) node(n flow.Node, output bool) digraph.Node {
	i := d.g.Info(n)
	fn := d.g.Program().Funcs[i.Func]
	node := digraph.Node{ID: fmt.Sprintf("n%d", n), Tip: d.g.Program().Position(i.At).String()}
	switch {
	case i.Kind == flow.Entry:
		node.Lines, node.Style = []string{fn.Source}, digraph.Terms
	case i.Kind == flow.Exit:
		node.Lines, node.Style = []string{"end of " + fn.Source}, digraph.Terms
	default:
		node.Lines = []string{d.src.text(i.At)}
		switch {
		case d.changed[n]:
			node.Style = digraph.Changed
		case output:
			node.Style = digraph.Result
		}
	}
	return node
}

// edge adds an edge if both its ends are drawn.
func (d *drawing) edge(from, to flow.Node, label string, dash digraph.Dash) {
	a, ok := d.at[from]
	b, ok2 := d.at[to]
	e := digraph.Edge{From: a, To: b, Label: label, Dash: dash}
	if ok && ok2 && !slices.Contains(d.Edges, e) {
		d.Edges = append(d.Edges, e)
	}
}

// Control draws the control flow of functions. Changed statements are marked.
func Control(g *flow.Graph, src *Source, funcs []int, changed map[flow.Node]bool) *digraph.Graph {
	d := newDrawing(g, src, funcs, changed)
	for _, fn := range funcs {
		for n := g.Entry(fn); n <= g.Exit(fn); n++ {
			for _, to := range g.Succs(n) {
				d.edge(n, to, "", digraph.Solid)
			}
		}
	}
	return &d.Graph
}

// Dependences draws the dependences within and between functions: control solid,
// data dashed with the place that the value goes through.
func Dependences(g *flow.Graph, src *Source, funcs []int, changed map[flow.Node]bool) *digraph.Graph {
	d := newDrawing(g, src, funcs, changed)
	for _, fn := range funcs {
		for n := g.Entry(fn); n <= g.Exit(fn); n++ {
			for _, on := range g.Control(n) {
				d.edge(on.Node, n, "", digraph.Solid)
			}
			for _, on := range g.Data(n) {
				d.edge(on.Node, n, through(g, on.Location), digraph.Dashed)
			}
		}
	}
	return &d.Graph
}

// Calls draws which function calls which, of the program's own.
func Calls(g *flow.Graph) *digraph.Graph {
	d := &digraph.Graph{}
	at := map[int]int{}
	for _, fn := range g.Funcs() {
		f := g.Program().Funcs[fn]
		at[fn] = len(d.Nodes)
		d.Nodes = append(d.Nodes, digraph.Node{ID: f.Name, Lines: []string{f.Source}, Tip: g.Program().Position(f.At).String()})
	}
	for _, fn := range g.Funcs() {
		for n := g.Entry(fn); n <= g.Exit(fn); n++ {
			for _, c := range g.Callees(n) {
				e := digraph.Edge{From: at[fn], To: at[c]}
				if _, ok := at[c]; ok && !slices.Contains(d.Edges, e) {
					d.Edges = append(d.Edges, e)
				}
			}
		}
	}
	return d
}

// Sequences draws a change sequence graph.
func Sequences(s *sequence.Graph) *digraph.Graph {
	d := &digraph.Graph{}
	styles := [...]digraph.Style{sequence.Entry: digraph.Terms, sequence.Change: digraph.Changed, sequence.Interaction: digraph.Meeting, sequence.Output: digraph.Result}
	for i := range s.Places {
		p := &s.Places[i]
		node := digraph.Node{ID: fmt.Sprintf("%s%d", p.Kind, i), Lines: []string{p.Name}, Style: styles[p.Kind], Tip: p.Func}
		if p.Kind != sequence.Entry {
			text := []rune(p.Text)
			if len(text) > longest {
				text = append(text[:longest-1], '…')
			}
			node.Lines = append(node.Lines, string(text))
		}
		switch {
		case p.Unreachable:
			node.Lines = append(node.Lines, "no run can execute it")
		case len(p.Changes) > 0:
			var on []string
			for _, c := range p.Changes {
				on = append(on, s.Places[c].Name)
			}
			node.Tip += "; depends on " + strings.Join(on, ", ")
		}
		d.Nodes = append(d.Nodes, node)
		for _, to := range p.Next {
			e := digraph.Edge{From: i, To: to}
			if s.Places[to].Kind == sequence.Interaction {
				e.Dash = digraph.Dashed
			}
			d.Edges = append(d.Edges, e)
		}
	}
	return d
}

// through names what carries a data dependence.
func through(g *flow.Graph, l flow.Location) string {
	if l == pointsto.NoLocation {
		return ""
	}
	return g.Name(l)
}
