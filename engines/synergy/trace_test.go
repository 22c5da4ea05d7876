package synergy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

var library = cfront.NewCache()

func compileC(t *testing.T, text string) *program.Program {
	t.Helper()
	v := &program.Version{Name: "test", Files: []program.SourceFile{{Name: "t.c", Text: text}}, Sealed: true}
	p, err := cfront.Compile(t.Context(), v, cfront.Options{Cache: library})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func traceC(t *testing.T, text string, args ...string) *trace {
	t.Helper()
	in := &program.Input{}
	for _, a := range args {
		in.Args = append(in.Args, program.Bytes(a))
	}
	tr, err := record(t.Context(), compileC(t, text), in, 1e6, vm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// lineOf returns the line of an instance; the entry of a function is its first.
func (t *trace) lineOf(i int32) int { return t.code.p.Position(t.at(i)).Line }

// TestInstances checks how a run is cut into statement instances, and what
// decided about each.
func TestInstances(t *testing.T) {
	tr := traceC(t, `#include <stdio.h>
int twice(int x)
{
	return x > 1 ? 2 * x : x;
}
int main(int argc, char **argv)
{
	int s = 0;
	for (int i = 0; i < 2; i++)
		s += twice(i + argc);
	printf("%d\n", s);
	return 0;
}
`)
	var sb strings.Builder
	for i, n := range tr.instances {
		control := 0
		if n.control != none {
			control = tr.lineOf(tr.steps[n.control].instance)
		}
		fmt.Fprintf(&sb, "%d/%d#%d ", tr.lineOf(int32(i)), control, n.nth)
	}
	want := "6/0#0 8/0#0 9/0#0 9/0#0 10/9#0 2/9#0 4/9#0 4/4#0 9/9#0 9/9#1 10/9#1 2/9#1 4/9#1 4/4#1 9/9#1 9/9#2 11/0#0 12/0#0 "
	if got := sb.String(); got != want {
		t.Errorf("instances LINE/CONTROL#NTH\n%s, want\n%s", got, want)
	}
	if string(tr.outcome.Stdout) != "5\n" || len(tr.writes) != 1 || tr.exit == none {
		t.Errorf("stdout %q, %d writes, exit %d", tr.outcome.Stdout, len(tr.writes), tr.exit)
	}
}
