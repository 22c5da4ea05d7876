package flow

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

var cache = cfront.NewCache()

func compile(t testing.TB, src string) *program.Program {
	t.Helper()
	v := &program.Version{Files: []program.SourceFile{{Name: "t.c", Text: src}}}
	p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func analyse(t testing.TB, src string, opt Options) *Graph {
	t.Helper()
	g, err := Analyse(context.Background(), compile(t, src), opt)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// onLine returns the nodes of the statements on a line, in order.
func onLine(g *Graph, line int) []Node {
	var out []Node
	for n := range Node(g.Len()) {
		in := g.Info(n)
		if in.Kind == Statement && g.Program().Position(in.At).Line == line && (len(g.Succs(n)) > 0 || len(g.Preds(n)) > 0) {
			out = append(out, n)
		}
	}
	return out
}

// lines returns the lines of the statements among some nodes, ascending.
func lines(g *Graph, set NodeSet) string {
	seen := map[int]bool{}
	for _, n := range set.Nodes() {
		if in := g.Info(n); in.Kind == Statement {
			seen[g.Program().Position(in.At).Line] = true
		}
	}
	var out []string
	for l := range 1000 {
		if seen[l] {
			out = append(out, fmt.Sprint(l))
		}
	}
	return strings.Join(out, " ")
}

// TestGolden compares dumps of small programs with what is known to be right:
// testdata/*.c beside testdata/*.golden. UPDATE_GOLDEN=1 rewrites them.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no test programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var sb strings.Builder
			if err := analyse(t, string(src), Options{}).Fprint(&sb, nil); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(file, ".c") + ".golden"
			if os.Getenv("UPDATE_GOLDEN") != "" {
				if err := os.WriteFile(golden, []byte(sb.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), sb.String()); d != "" {
				t.Errorf("graph (-want +got):\n%s", d)
			}
		})
	}
}

// TestOutputsAtTheEnd: calls that write are outputs also where the run may end right
// behind them; a function in which runs begin shows its end.
func TestOutputsAtTheEnd(t *testing.T) {
	for _, c := range []struct{ src, entry, want string }{
		{`#include <stdio.h>
void f(int x) {
	if (x > 2)
		printf("1\n");
	else
		printf("0\n");
}`, "f", "4 6 exit"},
		{`#include <stdio.h>
int main(int argc, char **argv) {
	printf("1\n");
}`, "", "3 exit"},
		{`#include <stdio.h>
#include <stdlib.h>
static int g(int x) { return x + 1; }
int main(int argc, char **argv) {
	if (argc > 2)
		exit(g(1));
	puts("0");
	return g(argc);
}`, "", "6 7 8"},
	} {
		g := analyse(t, c.src, Options{Entry: c.entry})
		var got []string
		for _, n := range g.Outputs() {
			if in := g.Info(n); in.Kind == Statement {
				got = append(got, fmt.Sprint(g.Program().Position(in.At).Line))
			} else {
				got = append(got, in.Kind.String())
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("outputs %q, want %q of\n%s", s, c.want, c.src)
		}
	}
}

// compileQuietly is compile for property tests.
func compileQuietly(t interface{ Fatalf(string, ...any) }, src string) *program.Program {
	v := &program.Version{Files: []program.SourceFile{{Name: "t.c", Text: src}}}
	p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: cache})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return p
}
