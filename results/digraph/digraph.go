// Package digraph draws directed graphs: as DOT for other tools, and as SVG in
// layers, from top to bottom, without any other tool.
//
// Terms: a *rank* is a horizontal row of nodes; every edge that is not a *back
// edge* (one that closes a cycle) points to a lower rank. An edge that crosses
// ranks goes through a *bend* in each of them.
//
// The drawing of a graph depends on the graph alone: the same bytes every time.
package digraph

import (
	"fmt"
	"io"
	"strings"
)

// Graph is a directed graph to be drawn.
type Graph struct {
	Title string `json:"title,omitempty"`
	Nodes []Node `json:"nodes"`
	Edges []Edge `json:"edges"`
}

// Node is a box with lines of text.
type Node struct {
	ID    string   `json:"id"`    // unique in the graph; what DOT calls it
	Lines []string `json:"lines"` // what stands in the box
	Style Style    `json:"style"`
	Tip   string   `json:"tip,omitempty"` // shown when the pointer rests on the node
}

// Edge is an arrow between two nodes, which are indices into Graph.Nodes.
type Edge struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Label string `json:"label,omitempty"`
	Dash  Dash   `json:"dash"`
}

// Style is the look of a node.
type Style uint8

// The styles.
const (
	Plain   Style = iota
	Terms         // where something begins and ends: rounded
	Changed       // something that was changed
	Meeting       // a place where changes meet
	Result        // something that shows
)

// Dash is the look of an edge.
type Dash uint8

// The dashes.
const (
	Solid Dash = iota
	Dashed
	Dotted
)

// The looks by Style and Dash, for DOT and for SVG.
var (
	fills  = [...]string{Plain: "#ffffff", Terms: "#eeeeee", Changed: "#ffe0b3", Meeting: "#cfe2ff", Result: "#d5f0d5"}
	edges  = [...]string{Plain: "#777777", Terms: "#777777", Changed: "#b36b00", Meeting: "#2b5fa8", Result: "#2e7d32"}
	dashes = [...]string{Solid: "", Dashed: "6 3", Dotted: "2 3"}
	lines  = [...]string{Solid: "solid", Dashed: "dashed", Dotted: "dotted"}
	styles = [...]string{Plain: "plain", Terms: "terminal", Changed: "changed", Meeting: "meeting", Result: "result"}
)

// MarshalText implements encoding.TextMarshaler.
func (s Style) MarshalText() ([]byte, error) { return []byte(styles[s]), nil }

// MarshalText implements encoding.TextMarshaler.
func (d Dash) MarshalText() ([]byte, error) { return []byte(lines[d]), nil }

// check panics if an edge leads nowhere: that is an error of the caller.
func (g *Graph) check() {
	for _, e := range g.Edges {
		if e.From < 0 || e.To < 0 || e.From >= len(g.Nodes) || e.To >= len(g.Nodes) {
			panic(fmt.Sprintf("digraph: edge %d -> %d of a graph with %d nodes", e.From, e.To, len(g.Nodes)))
		}
	}
}

// WriteDOT writes the graph in the language of Graphviz.
func (g *Graph) WriteDOT(out io.Writer) error {
	g.check()
	var sb strings.Builder
	sb.WriteString("digraph {\n\tnode [shape=box fontname=monospace style=filled];\n\tedge [fontname=monospace];\n")
	if g.Title != "" {
		fmt.Fprintf(&sb, "\tlabel=%s;\n", name(g.Title))
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		style := ""
		if n.Style == Terms {
			style = ` style="filled,rounded"`
		}
		label := quote(strings.Join(n.Lines, "\n"), `\n`)
		if len(n.Lines) > 1 {
			label = quote(strings.Join(n.Lines, "\n")+"\n", `\l`) // flush left
		}
		fmt.Fprintf(&sb, "\t%s [label=%s fillcolor=%s color=%s%s", name(n.ID), label, name(fills[n.Style]), name(edges[n.Style]), style)
		if n.Tip != "" {
			fmt.Fprintf(&sb, " tooltip=%s", name(n.Tip))
		}
		sb.WriteString("];\n")
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&sb, "\t%s -> %s", name(g.Nodes[e.From].ID), name(g.Nodes[e.To].ID))
		var attrs []string
		if e.Label != "" {
			attrs = append(attrs, "label="+name(e.Label))
		}
		if e.Dash != Solid {
			attrs = append(attrs, "style="+lines[e.Dash])
		}
		if len(attrs) > 0 {
			fmt.Fprintf(&sb, " [%s]", strings.Join(attrs, " "))
		}
		sb.WriteString(";\n")
	}
	sb.WriteString("}\n")
	_, err := io.WriteString(out, sb.String())
	return err
}

func name(s string) string { return quote(s, `\n`) }

// quote writes a text as a string of DOT with the given escape for line ends.
func quote(s, lineEnd string) string {
	var sb strings.Builder
	sb.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			sb.WriteByte('\\')
			sb.WriteRune(r)
		case r == '\n':
			sb.WriteString(lineEnd)
		case r < ' ' || r == 0x7f:
			sb.WriteByte(' ')
		default:
			sb.WriteRune(r)
		}
	}
	sb.WriteByte('"')
	return sb.String()
}
