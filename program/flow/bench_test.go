package flow_test

import (
	"cmp"
	"context"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/flow"
)

// benchProgram is the largest bundled subject, or what RIFT_PROGRAM names: another
// subject, or C files separated by spaces.
func benchProgram(b *testing.B) *program.Program {
	v := &program.Version{}
	if name := cmp.Or(os.Getenv("RIFT_PROGRAM"), "xmltree"); !strings.HasSuffix(name, ".c") {
		list, err := corpora.Open(name, ".")
		if err != nil {
			b.Fatal(err)
		}
		v = &list[0].Versions[0]
	} else {
		for _, f := range strings.Fields(name) {
			text, err := os.ReadFile(f)
			if err != nil {
				b.Fatal(err)
			}
			v.Files = append(v.Files, program.SourceFile{Name: f, Text: string(text)})
		}
	}
	p, err := cfront.Compile(context.Background(), v, cfront.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return p
}

// rusage reports the greatest resident memory of the process, where that is known.
func rusage(b *testing.B) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) == nil {
		b.ReportMetric(float64(u.Maxrss)/1024, "MiB")
	}
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
	defer rusage(b)
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
