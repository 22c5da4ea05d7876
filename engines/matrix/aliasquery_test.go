package matrix

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// linked is a program that changes one of two nodes, or twice the same.
const linked = `#include <stdio.h>
#include <stdlib.h>
struct node {
	int key;
	struct node *next;
};
static struct node *make(int key, struct node *next)
{
	struct node *n = malloc(sizeof *n);
	n->key = key;
	n->next = next;
	return n;
}
static int raise(struct node *p, struct node *q)
{
	p->key = p->key + 1;
	if (q == NULL)
		return 0;
	if (q->key > 5)
		return 2;
	return 1;
}
int main(int argc, char **argv)
{
	struct node *b = make(atoi(argv[2]), NULL), *a = make(atoi(argv[1]), b);
	int n = raise(a, argc > 4 ? NULL : argc > 3 ? a : a->next);
	printf("%d\n", n);
	return 0;
}
`

// TestFormulasBehindPointers has a change in a node of a list, which another pointer
// may point to, too. Whether it does is for formulas to say: they decide all state
// conditions of runs in which it does, does not, and is null, as the runs do.
func TestFormulasBehindPointers(t *testing.T) {
	a := assessor(t, linked, strings.Replace(linked, "p->key + 1", "p->key + 2", 1), Options{Distance: 2})
	a.both = true
	inputs := []program.Input{
		arguments("4", "4"), arguments("4", "7"), arguments("4", "4", "same"), arguments("3", "9", "same"),
		arguments("9", "9", "same"), arguments("4", "4", "is", "null"),
	}
	runs := monitored(t, a, inputs)
	for i, c := range runs {
		if c.Traces > 0 || len(c.apart) > 0 {
			t.Errorf("%s: %d conditions by formulas, %d by runs, apart %v", inputs[i].Args, c.Formulas, c.Traces, c.apart)
		}
	}
	reached, behind := 0, 0
	for _, q := range a.Requirements(Full, a.Distance()) {
		s, err := a.State(t.Context(), &q)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(s.Formula, "p->key") || strings.Contains(s.Formula, "q->key") {
			behind++
		}
		if s.Verdict == Infeasible {
			for i, c := range runs {
				if c.Satisfies(&q) {
					t.Errorf("%s: satisfied by %s and infeasible", q.Text, inputs[i].Args)
				}
			}
		}
		if q.Condition == 2 && runs[2].Satisfies(&q) {
			reached++
			for _, i := range []int{0, 1, 3, 4, 5} {
				if runs[i].Satisfies(&q) {
					t.Errorf("%s: satisfied by %s", q.Text, inputs[i].Args)
				}
			}
			if want := "p != 0 && p == q && p->key + 2 > 5 && p->key + 1 <= 5"; s.Formula != want {
				t.Errorf("%s: if %s, want %s", q.Text, s.Formula, want)
			}
		}
	}
	if reached == 0 || behind == 0 {
		t.Errorf("%d requirements are satisfied only where the node is the same, %d formulas tell of nodes", reached, behind)
	}
}

// TestStatesThatFitNoCase writes through two pointers that overlap in part: no path
// is followed for such states, and the runs decide.
func TestStatesThatFitNoCase(t *testing.T) {
	const old = `#include <stdio.h>
#include <stdlib.h>
static int shift(int *p, int *q)
{
	p[0] = p[0] + 1;
	p[1] = 0;
	q[0] = q[0] + q[1];
	return q[0];
}
int main(int argc, char **argv)
{
	int *list = calloc(4, sizeof *list);
	printf("%d\n", shift(list, list + atoi(argv[1])));
	return 0;
}
`
	a := assessor(t, old, strings.Replace(old, "p[1] = 0", "p[1] = 1", 1), Options{Distance: 2})
	a.both = true
	runs := monitored(t, a, []program.Input{arguments("0"), arguments("1"), arguments("2")})
	for i, c := range runs {
		if len(c.apart) > 0 {
			t.Errorf("input %d: apart %v", i, c.apart)
		}
	}
	if runs[1].Traces == 0 {
		t.Error("pointers that overlap in part are decided by formulas")
	}
}
