package symexec

import (
	"testing"

	"github.com/riftlab/rift/program"
)

// A symbolic function pointer forks over the functions it may be, and a symbolic
// pointer over the objects; what is neither is one path with its error.
func TestSymbolicPointers(t *testing.T) {
	p := compileC(t, "p.c", `
#include <stdlib.h>
static int zero(int x) { return x & 1; }
static int one(int x) { return 2; }
static int two(int x) { return 3; }
static int (*const table[3])(int) = {zero, one, two};
int call(unsigned i, int x) { return i < 4 ? table[i % 4](x) : 9; }
int a[2] = {10, 20}, b[2] = {30, 40};
int data(unsigned which, unsigned at)
{
	int c[2] = {50, 60}, *p = which == 1 ? a : which == 2 ? b : which == 3 ? c : 0;
	return p[at & 1];
}
int any(unsigned long p) { return *(unsigned char *)p; }
int main(void) { return 0; }
`)
	for _, c := range []struct {
		entry  string
		paths  int // at least
		most   int
		faults map[program.FaultKind]int
	}{
		{"call", 5, 5, map[program.FaultKind]int{program.FaultOutOfBounds: 1}},
		{"data", 4, 7, map[program.FaultKind]int{program.FaultNull: 1}},
		{"any", 5, 60, nil},
	} {
		paths, e := explore(t, p, &program.InputModel{Entry: c.entry}, Options{Limits: Limits{Values: 40}})
		faults := map[program.FaultKind]int{}
		for _, path := range paths {
			if f := path.Outcome.Fault; f != nil {
				faults[f.Kind]++
			}
		}
		if len(paths) < c.paths || len(paths) > c.most {
			t.Errorf("%s: %d paths, faults %v, %+v", c.entry, len(paths), faults, e.Stats)
		}
		for k, n := range c.faults {
			if faults[k] != n {
				t.Errorf("%s: faults %v", c.entry, faults)
			}
		}
	}
}
