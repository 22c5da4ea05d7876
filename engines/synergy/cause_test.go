package synergy

import (
	"math"
	"slices"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

var testLimits = limits{instances: 1000, steps: 50000, solver: 1e6, total: 1e7}

func free(int64) error { return nil }

// causeLines returns the lines of a cause, from the newest instance on.
func (t *trace) causeLines(c *cause) []int {
	var out []int
	for _, i := range c.instances {
		out = append(out, t.lineOf(i))
	}
	return out
}

// TestCauses holds the cause of the failure of small programs.
func TestCauses(t *testing.T) {
	tests := []struct {
		name, text string
		expected   program.Outcome
		want       []int
	}{
		{"assertion", `#include <assert.h>
int g = 4;
int main(void) {
	int unrelated = 3;
	int a = g + 1;
	unrelated += a;
	int b = a * 2;
	assert(b != 10);
	return unrelated;
}`, program.Outcome{Ending: program.Exited}, []int{2, 5, 7, 8}},
		{"a multiplication by zero hides the other factor", `#include <assert.h>
int main(int argc, char **argv) {
	int a = argc + 6;
	int z = 0;
	int b = a * z;
	assert(b != 0);
	return 0;
}`, program.Outcome{Ending: program.Exited}, []int{4, 5, 6}},
		{"through memory and calls", `#include <assert.h>
struct s { int x; char y[4]; };
static int pick(struct s *p, int i) {
	return p->y[i];
}
int main(void) {
	struct s a = {0}, b;
	a.y[0] = 'p';
	a.y[1] = 'q';
	b = a;
	int r = pick(&b, 1);
	assert(r == 'z');
	return 0;
}`, program.Outcome{Ending: program.Exited}, []int{9, 10, 11, 4, 12}},
		{"output", `#include <stdio.h>
int main(void) {
	int a = 40;
	int b = 2;
	printf("start\n");
	int c = a + b;
	printf("c is %d\n", c);
	return 0;
}`, program.Outcome{Ending: program.Exited, Stdout: program.Bytes("start\nc is 52\n")}, []int{3, 4, 6, 7}},
		{"exit status", `int main(void) {
	int a = 1;
	int b = 7;
	return a;
}`, program.Outcome{Ending: program.Exited}, []int{2, 4}},
		{"null", `int main(void) {
	int *p = 0;
	int *q = p;
	return *q;
}`, program.Outcome{Ending: program.Exited}, []int{2, 3, 4}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tr := traceC(t, tt.text)
			p := tr.failure(program.Equivalence{}, &tt.expected)
			c, err := tr.cause(t.Context(), p, false, testLimits, free)
			if err != nil {
				t.Fatal(err)
			}
			if got := tr.causeLines(c); !slices.Equal(got, tt.want) || !c.minimal || !c.entailed {
				t.Errorf("%s: cause at lines %v, minimal %v, entailed %v, want %v", p.text, got, c.minimal, c.entailed, tt.want)
			}
		})
	}
}

// TestLongTrace makes the cause of a failure after ten million steps.
func TestLongTrace(t *testing.T) {
	p := compileC(t, `#include <assert.h>
int main(void) {
	unsigned sum = 0, other = 0;
	int lucky = 3;
	for (unsigned i = 0; i < 200000; i++)
		sum = sum * 31 + i;
	int left = lucky - 3;
	other = sum;
	assert(left != 0);
	return other;
}`)
	tr, err := record(t.Context(), p, &program.Input{}, math.MaxInt32, vm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := tr.cause(t.Context(), tr.failure(program.Equivalence{}, &program.Outcome{}), false, testLimits, free)
	if err != nil {
		t.Fatal(err)
	}
	if got := tr.causeLines(c); !slices.Equal(got, []int{4, 7, 9}) || len(tr.steps) < 1e6 {
		t.Errorf("cause %v of %d steps", got, len(tr.steps))
	}
}
