package flow_test

import (
	"context"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/flow"
)

// benchProgram is the largest bundled subject.
func benchProgram(b *testing.B) *program.Program {
	s, err := corpora.Bundled("xmltree")
	if err != nil {
		b.Fatal(err)
	}
	p, err := cfront.Compile(context.Background(), &s.Versions[0], cfront.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return p
}

func benchGraph(b *testing.B) *flow.Graph {
	g, err := flow.Analyse(context.Background(), benchProgram(b), flow.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return g
}

func BenchmarkAnalyse(b *testing.B) {
	p := benchProgram(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := flow.Analyse(context.Background(), p, flow.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkInfluence(b *testing.B) {
	g := benchGraph(b)
	var sources []flow.Node
	for n := flow.Node(0); int(n) < g.Len() && len(sources) < 64; n += 7 {
		sources = append(sources, n)
	}
	for b.Loop() {
		g.Influence(sources)
	}
}

func BenchmarkDistances(b *testing.B) {
	g := benchGraph(b)
	outputs := g.Outputs()
	for b.Loop() {
		g.Distances(outputs)
	}
}
