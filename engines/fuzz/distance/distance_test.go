package distance

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
)

const chain = `#include <stdio.h>
static int leaf(int x)
{
	if (x > 7)
		return 1;
	return 2;
}
static int other(int x)
{
	if (x == 9)
		x++;
	return x;
}
static int middle(int x)
{
	if (x & 1)
		return leaf(x);
	return 0;
}
int main(void)
{
	int c = getchar();
	if (c == 'a') {
		puts("a");
		if (getchar() == 'b')
			middle(c);
	} else if (c == 'c')
		other(c);
	return 0;
}
`

func version(name, text string) *program.Version {
	return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: text}}}
}

// distancesByLine returns those of the blocks in which statements of lines begin.
func distancesByLine(t *testing.T, p *program.Program, d Distances) map[int]float64 {
	t.Helper()
	lines := map[int]float64{}
	for b, x := range d {
		fn := p.Funcs[b.Func]
		for _, in := range fn.Blocks[b.Block].Instrs {
			if in.Stmt >= 0 && !fn.Library && fn.Stmts[in.Stmt].Kind != program.StmtImplicit {
				lines[p.Position(fn.Stmts[in.Stmt].At).Line] = math.Round(x*1000) / 1000
			}
		}
	}
	return lines
}

// The distances are those computed by hand from the flow graphs.
func TestMeasure(t *testing.T) {
	p := enginetest.Build(t, version("v", chain)).Program
	g, err := flow.Analyse(t.Context(), p, flow.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		targets []int // lines
		want    map[int]float64
	}{
		// leaf has 1, middle 2 and main 3; the call of leaf has 10*1, that of middle 10*2.
		{"one", []int{5}, map[int]float64{4: 1, 5: 0, 16: 11, 17: 10, 22: 22, 23: 22, 24: 21, 25: 21, 26: 20}},
		// The first block has 2/(1/(2+20) + 1/(2+10)).
		{"two", []int{5, 12}, map[int]float64{
			4: 1, 5: 0, 10: 1, 11: 1, 12: 0, 16: 11, 17: 10, 22: 15.529, 23: 15.529, 24: 21, 25: 21, 26: 20, 27: 11, 28: 10}},
		{"none", nil, map[int]float64{}},
	} {
		targets := map[Block]bool{}
		for f, fn := range p.Funcs {
			for s := range fn.Stmts {
				if !fn.Library && slices.Contains(c.targets, p.Position(fn.Stmts[s].At).Line) {
					add(targets, p, f, int32(s))
				}
			}
		}
		got := distancesByLine(t, p, Measure(g, targets))
		if !equal(got, c.want) {
			t.Errorf("%s: distances by line %v, want %v", c.name, got, c.want)
		}
	}
}

func equal(a, b map[int]float64) bool {
	for k, v := range a {
		if w, ok := b[k]; !ok || v != w {
			return false
		}
	}
	return len(a) == len(b)
}

// What is to be reached are the statements that differ, in each version its own.
func TestTargets(t *testing.T) {
	for _, c := range []struct {
		name, old, new   string
		wantOld, wantNew []int // lines
	}{
		{"changed", "return 1;", "return 3;", []int{5}, []int{5}},
		{"added", "x++;\n	return x;", "x++;\n	if (x == 4)\n		x = 5;\n	return x;", nil, []int{12, 13}},
		{"deleted", "		x++;\n", "		;\n", []int{11}, []int{10, 12}},
	} {
		old := enginetest.Build(t, version("old", chain))
		new := enginetest.Build(t, version("new", strings.Replace(chain, c.old, c.new, 1)))
		m := mapping.New(delta.Compute(old.Version, new.Version), old.Program, new.Program)
		for i, p := range []*program.Program{old.Program, new.Program} {
			var got []int
			for b := range Targets(m)[i] {
				fn := p.Funcs[b.Func]
				for _, in := range fn.Blocks[b.Block].Instrs {
					if in.Stmt >= 0 && fn.Stmts[in.Stmt].Kind != program.StmtImplicit {
						got = append(got, p.Position(fn.Stmts[in.Stmt].At).Line)
					}
				}
			}
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, [][]int{c.wantOld, c.wantNew}[i]) {
				t.Errorf("%s: lines %v of version %d", c.name, got, i)
			}
		}
	}
}
