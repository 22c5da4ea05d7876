package digraph

import (
	"fmt"
	"io"
	"strings"
)

// WriteText writes a line for each node and, below it, one for each edge that
// leaves it.
func (g *Graph) WriteText(out io.Writer) error {
	g.check()
	leaving := adjacency(g)
	var sb strings.Builder
	if g.Title != "" {
		fmt.Fprintf(&sb, "%s\n", g.Title)
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		fmt.Fprintf(&sb, "%s", n.ID)
		if n.Style != Plain {
			fmt.Fprintf(&sb, " (%s)", styles[n.Style])
		}
		fmt.Fprintf(&sb, "  %s\n", strings.Join(n.Lines, " | "))
		for _, e := range leaving[i] {
			fmt.Fprintf(&sb, "\t-> %s", g.Nodes[g.Edges[e].To].ID)
			if d := g.Edges[e].Dash; d != Solid {
				fmt.Fprintf(&sb, " %s", lines[d])
			}
			if l := g.Edges[e].Label; l != "" {
				fmt.Fprintf(&sb, " [%s]", l)
			}
			sb.WriteByte('\n')
		}
	}
	_, err := io.WriteString(out, sb.String())
	return err
}
