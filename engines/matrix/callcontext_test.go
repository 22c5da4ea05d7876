package matrix

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// TestExecutionsCorrespondByCalls has a change in a function that the new version
// calls once less where the operands are equal: the call behind is the second of the
// new version and the third of the old one, and corresponds all the same. Where it
// alone infects, it satisfies the same state requirements with and without the call
// left out.
func TestExecutionsCorrespondByCalls(t *testing.T) {
	const old = `#include <stdio.h>
#include <stdlib.h>
static int below(int a, int b)
{
	return a < b;
}
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = atoi(argv[2]), c = atoi(argv[3]);
	int n = below(a, b) || below(b, a) || a == b;
	if (below(c, 9))
		n += 2;
	printf("%d\n", n);
	return 0;
}
`
	a := assessor(t, old, strings.Replace(old, "a < b", "a <= b", 1), Options{Distance: 4})
	inputs := []program.Input{arguments("4", "5", "9"), arguments("5", "5", "9"), arguments("5", "5", "8")}
	runs := monitored(t, a, inputs)
	behind := 0
	for _, q := range a.Requirements(Full, a.Distance()) {
		if q.Condition == 0 || !runs[0].Satisfies(&q) {
			continue
		}
		behind++
		if !runs[1].Satisfies(&q) {
			t.Errorf("%s: not satisfied where a call is left out before", q.Text)
		}
		if runs[2].Satisfies(&q) {
			t.Errorf("%s: satisfied where the last call infects nothing", q.Text)
		}
	}
	if behind == 0 {
		t.Error("no requirement is satisfied by the last call alone")
	}
}

// TestInfectionOfMovedVariables declares an array before others: it moves the others'
// places, which is no infection. The change is executed twice, and where the first
// execution infects nothing the second one's requirements are satisfied.
func TestInfectionOfMovedVariables(t *testing.T) {
	const old = `#include <stdio.h>
#include <stdlib.h>
static int below(int a, int b)
{
	return a < b;
}
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), n;
	char text[8] = "ab", more[8] = "cd";
	n = below(1, 2);
	if (below(a, 9))
		text[0] = 'x';
	printf("%d%s%s\n", n, text, more);
	return 0;
}
`
	new := strings.Replace(old, "a < b", "a <= b", 1)
	moved := strings.Replace(new, "char text", "char extra[4], text", 1)
	satisfied := func(new string) (n int) {
		a := assessor(t, old, new, Options{Distance: 3})
		runs := monitored(t, a, []program.Input{arguments("9")})
		for _, q := range a.Requirements(Full, a.Distance()) {
			if q.Condition != 0 && runs[0].Satisfies(&q) {
				n++
			}
		}
		return n
	}
	if got, want := satisfied(moved), satisfied(new); got != want || want == 0 {
		t.Errorf("%d state requirements are satisfied where variables moved, %d where they did not", got, want)
	}
}

// TestStatesWithAllocations allocates memory between the change and where its effect
// is looked at: objects that no variable names have no counterpart there, so that the
// formulas leave the conditions open and the runs decide.
func TestStatesWithAllocations(t *testing.T) {
	const old = `#include <stdio.h>
#include <stdlib.h>
static int *p;
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), n = a < 5;
	p = malloc(sizeof *p);
	*p = n;
	if (*p)
		puts("less");
	return 0;
}
`
	a := assessor(t, old, strings.Replace(old, "a < 5", "a <= 5", 1), Options{Distance: 3})
	runs := monitored(t, a, []program.Input{arguments("4"), arguments("5")})
	satisfied := func(c *Coverage) (n int) {
		for _, q := range a.Requirements(Full, a.Distance()) {
			if q.Condition == 0 {
				continue
			}
			if _, err := a.State(t.Context(), &q); err != nil {
				t.Errorf("%s: %v", q.Text, err)
			}
			if c.Satisfies(&q) {
				n++
			}
		}
		return n
	}
	if same, other := satisfied(runs[0]), satisfied(runs[1]); same != 0 || other == 0 {
		t.Errorf("%d state requirements are satisfied where the versions agree and %d where they differ", same, other)
	}
}
