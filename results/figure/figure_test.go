package figure

import (
	"bytes"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/sequence"
	"github.com/riftlab/rift/results/digraph"
)

const old = `#include <stdio.h>
static int twice(int x) { return 2 * x; }
int main(int argc, char **argv)
{
	int a = argc;
	int b = 1;
	if (a > b && a < 9)
		b = twice(a);
	printf("%d\n", b);
	return 0;
}
`

func analyse(t *testing.T, text string) (*program.Version, *program.Program, *flow.Graph) {
	t.Helper()
	v := &program.Version{Files: []program.SourceFile{{Name: "p.c", Text: text}}}
	p, err := cfront.Compile(t.Context(), v, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := flow.Analyse(t.Context(), p, flow.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return v, p, g
}

func text(t *testing.T, g *digraph.Graph) string {
	t.Helper()
	var out bytes.Buffer
	if err := g.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// names replaces the numbers of nodes by what they show, and returns the edges.
func edges(g *digraph.Graph) string {
	var sb strings.Builder
	for _, e := range g.Edges {
		sb.WriteString(g.Nodes[e.From].Lines[0] + " -> " + g.Nodes[e.To].Lines[0] + " [" + e.Label + "]\n")
	}
	return sb.String()
}

func TestFlow(t *testing.T) {
	v, p, g := analyse(t, old)
	main, _ := p.FuncByName("main")
	got := edges(Control(g, NewSource(p, v), []int{main}, nil))
	for _, want := range []string{"7: a > b -> 7: a < 9 []", "7: a > b -> 9: printf", "8: b = twice(a) -> 9: printf", "main -> 5: a = argc"} {
		if !strings.Contains(got, want) {
			t.Errorf("control flow has no %q:\n%s", want, got)
		}
	}
	got = edges(Dependences(g, NewSource(p, v), g.Funcs(), nil))
	for _, want := range []string{"7: a < 9 -> 8: b = twice(a) []", "8: b = twice(a) -> twice []", "-> 9: printf(\"%d\\n\", b) [b]"} {
		if !strings.Contains(got, want) {
			t.Errorf("dependences have no %q:\n%s", want, got)
		}
	}
	if got := edges(Calls(g)); got != "main -> twice []\n" {
		t.Errorf("calls: %s", got)
	}
}

func TestSequences(t *testing.T) {
	v, p, g := analyse(t, strings.NewReplacer("int b = 1", "int b = 2", "2 * x", "3 * x").Replace(old))
	ov, op, _ := analyse(t, old)
	d := delta.Compute(ov, v)
	s := sequence.Build(g, d, mapping.New(d, op, p), sequence.Options{})
	got := text(t, Sequences(s))
	for _, want := range []string{
		"change1 (changed)  p.c:2 | static int twice(int x) { return 3 * x; }",
		"change2 (changed)  p.c:6 | int b = 2;\n\t-> output3\n\t-> interaction4 dashed\n",
		"interaction4 (meeting)  p.c:8 | b = twice(a);\n\t-> change1\n",
		"(result)  p.c:9 | printf(\"%d\\n\", b);",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, c := range s.Of(sequence.Change) {
		if len(s.Places[c].Hunks) != 1 {
			t.Errorf("%s has hunks %v", s.Places[c].Name, s.Places[c].Hunks)
		}
	}
}
