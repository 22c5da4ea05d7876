package digraph

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// loop is a flow graph with a loop, a long edge and an edge of a node to itself.
func loop() *Graph {
	return &Graph{
		Title: "parse <cut.c> & more",
		Nodes: []Node{
			{ID: "entry", Lines: []string{"parse"}, Style: Terms},
			{ID: "n1", Lines: []string{"8: bool lhs = false;"}, Style: Changed},
			{ID: "n2", Lines: []string{"9: while (true)"}},
			{ID: "n3", Lines: []string{"10: if (*fs >= '0' && *fs <= '9')"}},
			{ID: "n4", Lines: []string{"11: v = *fs - '0';", "12: lhs = true;"}, Style: Changed, Tip: "changed"},
			{ID: "n5", Lines: []string{"14: init = lhs ? v : 1;"}, Style: Meeting},
			{ID: "n6", Lines: []string{`22: printf("from %d\n", init);`}, Style: Result},
		},
		Edges: []Edge{{0, 1, "", Solid}, {1, 2, "", Solid}, {2, 3, "yes", Solid}, {3, 4, "yes", Solid}, {3, 5, "no", Dashed},
			{4, 2, "again", Solid}, {5, 2, "", Solid}, {2, 6, "no", Solid}, {0, 6, "", Dotted}, {5, 5, "self", Solid}},
	}
}

func TestDOT(t *testing.T) {
	var out bytes.Buffer
	if err := loop().WriteDOT(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"n6" [label="22: printf(\"from %d\\n\", init);"`,
		`"n4" [label="11: v = *fs - '0';\l12: lhs = true;\l"`,
		`"n3" -> "n5" [label="no" style=dashed];`,
		`tooltip="changed"`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in\n%s", want, out.String())
		}
	}
}

func TestText(t *testing.T) {
	var out bytes.Buffer
	if err := loop().WriteText(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"parse <cut.c> & more\nentry (terminal)  parse\n\t-> n1\n\t-> n6 dotted\n", "n4 (changed)  11: v = *fs - '0'; | 12: lhs = true;\n\t-> n2 [again]\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// texts returns what a well-formed SVG shows.
func texts(t *testing.T, svg []byte) string {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	var sb strings.Builder
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return sb.String()
		}
		if err != nil {
			t.Fatalf("the picture is no XML: %v", err)
		}
		if c, ok := tok.(xml.CharData); ok {
			sb.Write(c)
		}
	}
}

func TestSVG(t *testing.T) {
	g := loop()
	var one, two bytes.Buffer
	if err := g.WriteSVG(&one); err != nil {
		t.Fatal(err)
	}
	if err := loop().WriteSVG(&two); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Errorf("the same graph is drawn in two ways (%v)", err)
	}
	shown := texts(t, one.Bytes())
	for _, n := range g.Nodes {
		for _, s := range n.Lines {
			if !strings.Contains(shown, s) {
				t.Errorf("the picture does not show %q", s)
			}
		}
	}
	if n := strings.Count(one.String(), "marker-end"); n != len(g.Edges) {
		t.Errorf("%d arrows, want %d", n, len(g.Edges))
	}
	for _, g := range []*Graph{{}, {Nodes: []Node{{ID: "a"}}}, {Nodes: []Node{{ID: "a", Lines: []string{"x"}}}, Edges: []Edge{{0, 0, "", Solid}}}} {
		var out bytes.Buffer
		if err := g.WriteSVG(&out); err != nil {
			t.Error(err)
		}
		if s := texts(t, out.Bytes()); strings.Contains(out.String(), "NaN") || strings.Contains(s, "NaN") {
			t.Errorf("a small graph is drawn as %s", out.String())
		}
	}
}

func random(r *rand.Rand, n, m int) *Graph {
	g := &Graph{}
	for i := range n {
		g.Nodes = append(g.Nodes, Node{ID: fmt.Sprint(i), Lines: []string{strings.Repeat("x", 1+r.IntN(30))}})
	}
	for range m {
		g.Edges = append(g.Edges, Edge{From: r.IntN(n), To: r.IntN(n)})
	}
	return g
}

// Boxes never overlap, edges that are no back edges point down, and every rank
// keeps its order.
func TestLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		g := random(r, 1+r.IntN(40), r.IntN(80))
		l := arrange(g)
		for _, rank := range l.ranks {
			for i := 1; i < len(rank); i++ {
				a, b := &l.vertices[rank[i-1]], &l.vertices[rank[i]]
				if b.x-a.x < l.distance(rank[i-1], rank[i])-1e-6 || math.IsNaN(b.x) {
					t.Fatalf("round %d: boxes at %v and %v overlap", round, a, b)
				}
			}
		}
		for e := range g.Edges {
			if u, d := l.ends(g, e); u != d && l.vertices[u].rank >= l.vertices[d].rank {
				t.Fatalf("round %d: edge %+v does not point down", round, g.Edges[e])
			}
		}
	}
}

// slowCrossings counts pairs of links.
func slowCrossings(l *layout) int {
	n := 0
	for _, rank := range l.ranks {
		for i, a := range rank {
			for _, b := range rank[i+1:] {
				n += l.between(l.vertices[a].down, l.vertices[b].down)
			}
		}
	}
	return n
}

func TestCrossings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	improved := 0
	for range 40 {
		g := random(r, 20, 30)
		l := &layout{vertices: make([]vertex, len(g.Nodes)), routes: make([]route, len(g.Edges))}
		for i := range g.Nodes {
			l.vertices[i].node = i
		}
		l.breakCycles(g)
		l.assignRanks(g)
		l.bend(g)
		l.firstOrder()
		before := l.crossings()
		if slow := slowCrossings(l); slow != before {
			t.Fatalf("%d crossings, counted one by one %d", before, slow)
		}
		l.order()
		after := l.crossings()
		if after > before {
			t.Errorf("ordering made %d crossings of %d", after, before)
		}
		if after < before {
			improved++
		}
	}
	if improved < 20 {
		t.Errorf("ordering helped only %d times of 40", improved)
	}
	// A tree needs no crossing.
	g := &Graph{}
	for i := range 31 {
		g.Nodes = append(g.Nodes, Node{ID: fmt.Sprint(i)})
		if i > 0 {
			g.Edges = append(g.Edges, Edge{From: (i - 1) / 2, To: i})
		}
	}
	if n := arrange(g).crossings(); n != 0 {
		t.Errorf("a tree is drawn with %d crossings", n)
	}
}

func TestWrongEdge(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an edge to nowhere was drawn")
		}
	}()
	_ = (&Graph{Nodes: []Node{{ID: "a"}}, Edges: []Edge{{0, 1, "", Solid}}}).WriteSVG(io.Discard)
}

func BenchmarkSVG(b *testing.B) {
	g := random(rand.New(rand.NewPCG(5, 6)), 300, 450)
	for b.Loop() {
		if err := g.WriteSVG(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
