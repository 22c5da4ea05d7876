package digraph

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

const margin = 20.0

// WriteSVG draws the graph. The picture needs no script, and shows tips where a
// browser does. A graph of a thousand nodes takes about a second.
func (g *Graph) WriteSVG(out io.Writer) error {
	g.check()
	l := arrange(g)
	var sb strings.Builder
	top := margin
	if g.Title != "" {
		top += 1.5 * lineHeight
	}
	right := l.selfLoops(g)
	width := max(l.width+right, glyphWidth*float64(len([]rune(g.Title)))) + 2*margin
	height := l.height + top + margin
	fmt.Fprintf(&sb, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="12">`+"\n", width, height, width, height)
	sb.WriteString(`<defs><marker id="arrow" viewBox="0 0 10 10" refX="9.5" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0,1 L10,5 L0,9 z" fill="#555"/></marker></defs>` + "\n")
	fmt.Fprintf(&sb, `<rect width="%.0f" height="%.0f" fill="#fff"/>`+"\n", width, height)
	if g.Title != "" {
		fmt.Fprintf(&sb, `<text x="%.0f" y="%.0f" font-weight="bold">%s</text>`+"\n", margin, margin+lineHeight*0.75, escape(g.Title))
	}
	fmt.Fprintf(&sb, `<g transform="translate(%.0f,%.0f)">`+"\n", margin, top)
	for e := range g.Edges {
		l.drawEdge(&sb, g, e)
	}
	for i := range g.Nodes {
		l.drawNode(&sb, &g.Nodes[i], &l.vertices[i])
	}
	for e := range g.Edges {
		l.drawLabel(&sb, g, e)
	}
	sb.WriteString("</g>\n</svg>\n")
	_, err := io.WriteString(out, sb.String())
	return err
}

func escape(s string) string {
	var sb strings.Builder
	_ = xml.EscapeText(&sb, []byte(s)) // a Builder takes everything
	return strings.NewReplacer("&#x9;", "    ", "&#xA;", " ").Replace(sb.String())
}

// selfLoop is how far an edge from a node to itself stands out on its right.
const selfLoop = 18.0

// selfLoops returns the room that such edges need at the right of the picture.
func (l *layout) selfLoops(g *Graph) float64 {
	room := 0.0
	for _, e := range g.Edges {
		if e.From == e.To {
			v := &l.vertices[e.From]
			room = max(room, v.x+v.w/2+selfLoop+glyphWidth*float64(len(e.Label))-l.width)
		}
	}
	return room
}

func (l *layout) drawNode(sb *strings.Builder, n *Node, v *vertex) {
	radius := 2.0
	if n.Style == Terms {
		radius = v.h / 2
	}
	sb.WriteString("<g>")
	if n.Tip != "" {
		fmt.Fprintf(sb, "<title>%s</title>", escape(n.Tip))
	}
	x, y := v.x-v.w/2, v.y-v.h/2
	fmt.Fprintf(sb, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%.1f" fill="%s" stroke="%s"/>`, x, y, v.w, v.h, radius, fills[n.Style], edges[n.Style])
	for i, s := range n.Lines {
		at, anchor := x+padX, ""
		if len(n.Lines) == 1 {
			at, anchor = v.x, ` text-anchor="middle"`
		}
		fmt.Fprintf(sb, `<text x="%.1f" y="%.1f"%s xml:space="preserve">%s</text>`, at, y+padY+lineHeight*(float64(i)+0.75), anchor, escape(s))
	}
	sb.WriteString("</g>\n")
}

// drawEdge draws an edge: straight down through the ranks that it only crosses,
// curved between them.
func (l *layout) drawEdge(sb *strings.Builder, g *Graph, e int) {
	r := &l.routes[e]
	var d strings.Builder
	if len(r.vertices) == 0 {
		v := &l.vertices[g.Edges[e].From]
		x, y := v.x+v.w/2, v.y
		fmt.Fprintf(&d, "M%.1f,%.1f C%.1f,%.1f %.1f,%.1f %.1f,%.1f", x, y-6, x+selfLoop*1.3, y-16, x+selfLoop*1.3, y+16, x, y+6)
	} else {
		points := l.points(r)
		if r.back {
			for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
				points[i], points[j] = points[j], points[i]
			}
		}
		fmt.Fprintf(&d, "M%.1f,%.1f", points[0].x, points[0].y)
		for i := 1; i < len(points); i++ {
			a, b := points[i-1], points[i]
			if a.x == b.x || b.straight && a.straight {
				fmt.Fprintf(&d, " L%.1f,%.1f", b.x, b.y)
				continue
			}
			middle := (a.y + b.y) / 2
			fmt.Fprintf(&d, " C%.1f,%.1f %.1f,%.1f %.1f,%.1f", a.x, middle, b.x, middle, b.x, b.y)
		}
	}
	dash := ""
	if s := dashes[g.Edges[e].Dash]; s != "" {
		dash = fmt.Sprintf(` stroke-dasharray="%s"`, s)
	}
	colour := "#555"
	if r.back {
		colour = "#a33"
	}
	fmt.Fprintf(sb, `<path d="%s" fill="none" stroke="%s"%s marker-end="url(#arrow)"/>`+"\n", d.String(), colour, dash)
}

type point struct {
	x, y     float64
	straight bool // one of the two points of a bend
}

// points returns where a route passes, from top to bottom: a bend is two points,
// at the upper and lower side of its rank.
func (l *layout) points(r *route) []point {
	var list []point
	last := len(r.vertices) - 1
	for i, k := range r.vertices {
		v := &l.vertices[k]
		switch {
		case i == 0:
			list = append(list, point{x: l.port(k, r.vertices[1], v.down), y: v.y + v.h/2})
		case i == last:
			list = append(list, point{x: l.port(k, r.vertices[last-1], v.up), y: v.y - v.h/2})
		default:
			half := l.half(v.rank)
			list = append(list, point{v.x, v.y - half, true}, point{v.x, v.y + half, true})
		}
	}
	return list
}

// half is half the height of a rank.
func (l *layout) half(rank int) float64 {
	h := 0.0
	for _, v := range l.ranks[rank] {
		h = max(h, l.vertices[v].h)
	}
	return h / 2
}

// port returns where on the side of a box an edge ends: the edges of a side are
// spread over its middle in the order of where they come from.
func (l *layout) port(v, other int, side []link) float64 {
	before, same := 0, 0
	for _, k := range side {
		switch x := l.vertices[k.to].x - l.vertices[other].x; {
		case x < 0:
			before++
		case x == 0 && k.to != other:
			same++
		}
	}
	n := len(side)
	vert := &l.vertices[v]
	if n < 2 || vert.w == 0 {
		return vert.x
	}
	spread := min(vert.w*0.6, float64(n-1)*16)
	return vert.x - spread/2 + spread*float64(before)/float64(n-1)
}

// drawLabel writes the label of an edge where it leaves its node.
func (l *layout) drawLabel(sb *strings.Builder, g *Graph, e int) {
	edge := &g.Edges[e]
	if edge.Label == "" {
		return
	}
	var x, y float64
	if r := &l.routes[e]; len(r.vertices) == 0 {
		v := &l.vertices[edge.From]
		x, y = v.x+v.w/2+selfLoop, v.y+4
	} else {
		p := l.points(r)
		if r.back {
			end := p[len(p)-1]
			x, y = end.x+(p[len(p)-2].x-end.x)*0.1+4, end.y-8
		} else {
			x, y = p[0].x+(p[1].x-p[0].x)*0.1+4, p[0].y+lineHeight*0.85
		}
	}
	fmt.Fprintf(sb, `<text x="%.1f" y="%.1f" fill="#555" stroke="#fff" stroke-width="3" paint-order="stroke" font-size="11">%s</text>`+"\n", x, y, escape(edge.Label))
}
