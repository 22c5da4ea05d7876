package vm

import (
	"fmt"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// A run says which values it asked for, with the types of what they are for, whether
// or not it was given any.
func TestAsked(t *testing.T) {
	p := compileC(t, "asked.c", `#include <klee/klee.h>
#include <stdlib.h>
#include <rift/intrinsics.h>
double __VERIFIER_nondet_double(void);
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
struct s { int a; double list[3]; const char *p; } global;
int main(void)
{
	char name[] = "made", buf[4];
	double d;
	struct s two[2];
	void *heap = malloc(8);
	klee_make_symbolic(&d, sizeof d, "d");
	klee_make_symbolic(two, sizeof two, "two");
	klee_make_symbolic(&two[1].list[1], sizeof(double), name);
	klee_make_symbolic(&two[1].list[1], 2 * sizeof(double), "some");
	klee_make_symbolic(&global.a, sizeof global.a, "a");
	klee_make_symbolic((char *)&global.a + 1, 2, "within");
	klee_make_symbolic(buf, 2, "buf");
	klee_make_symbolic(heap, 8, "heap");
	__rift_symbolic(heap, 0, "none");
	return klee_int("n") + (int)__VERIFIER_nondet_double() + __VERIFIER_nondet_uchar() + __VERIFIER_nondet_bool();
}`)
	want := []string{"d 8 double", "two 80 struct s[]", "made 8 double", "some 16 double[]", "a 4 int", "within 2 ?", "buf 2 char[]", "heap 8 ?", "none 0 ?",
		"n 4 int", "double 8 double", "uchar 1 unsigned char", "bool 1 bool"}
	x := newMachine(t, p, Options{}).NewRun()
	for _, values := range [][]program.Value{nil, {program.IntValue("d", 8, 1), program.IntValue("two", 80, 1)}} {
		out := run(t, x, &program.Input{Values: values})
		var got []string
		for _, a := range out.Asked {
			got = append(got, fmt.Sprintf("%s %d %s", a.Name, a.Size, a.Type))
		}
		if strings.Join(got, ", ") != strings.Join(want, ", ") {
			t.Errorf("asked for\n%s\nwant\n%s\n%s", strings.Join(got, ", "), strings.Join(want, ", "), show(out))
		}
	}
	endless := compileC(t, "endless.c", `int __VERIFIER_nondet_int(void); int main(void) { while (!__VERIFIER_nondet_int()); return 0; }`)
	if out := run(t, newMachine(t, endless, Options{MaxSteps: 1e6}).NewRun(), input("")); len(out.Asked) != maxAsks {
		t.Errorf("%d values", len(out.Asked))
	}
}

// Names and places that are no use are no error: nothing but the value was asked for.
func TestAskedBadly(t *testing.T) {
	p := compileC(t, "bad.c", `#include <rift/intrinsics.h>
int main(void) { int n; __rift_symbolic(&n, sizeof n, 0); __rift_symbolic(&n, sizeof n, (char *)&n + 100); return n; }`)
	out := run(t, newMachine(t, p, Options{}).NewRun(), input(""))
	if out.Ending != program.Exited || len(out.Asked) != 2 || out.Asked[1].Name != "" {
		t.Errorf("%s, %v", show(out), out.Asked)
	}
}
