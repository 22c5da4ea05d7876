package product

import (
	"testing"

	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// Pairs whose answer depends on what counts as the same.
func TestEquivalence(t *testing.T) {
	const observe = "#include <rift/intrinsics.h>\n#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>\n#include <math.h>\n"
	bits := program.Equivalence{Floats: program.Floats{Mode: program.FloatsByBits}}
	ulp := func(n uint64) program.Equivalence {
		return program.Equivalence{Floats: program.Floats{Mode: program.FloatsByULP, ULP: n}}
	}
	exclude := program.Equivalence{Undefined: program.ExcludeUndefined}
	doubles := []program.ValueModel{{Name: "x", Size: 8}, {Name: "y", Size: 8}}
	float := []program.ValueModel{{Name: "x", Size: 4}}
	number := []program.ValueModel{{Name: "a", Size: 4}}
	for _, c := range []struct {
		name             string
		q                program.Equivalence
		params           []program.ValueModel
		old, new         string
		differ, complete bool
	}{
		{"order of operands", program.Equivalence{}, doubles, `double f(double x, double y) { return x + y; }`, `double f(double x, double y) { return y + x; }`, false, true},
		{"order of operands by bits", bits, doubles, `double f(double x, double y) { return x + y; }`, `double f(double x, double y) { return y + x; }`, true, true},
		{"zeros", program.Equivalence{}, float, `float f(float x) { return x; }`, `float f(float x) { return x == 0 ? 0 : x; }`, false, true},
		{"zeros by bits", bits, float, `float f(float x) { return x; }`, `float f(float x) { return x == 0 ? 0 : x; }`, true, true},
		{"zeros that are divided by", program.Equivalence{}, float, `float f(float x) { return 1 / x; }`, `float f(float x) { return 1 / (x == 0 ? 0 : x); }`, true, true},
		{"printed zeros", program.Equivalence{}, number, `int f(int a) { printf("%g", -0.0); return 0; }`, `int f(int a) { printf("%g", 0.0); return 0; }`, true, true},
		{"next", program.Equivalence{}, float, `float f(float x) { return x; }`,
			`float f(float x) { unsigned u; memcpy(&u, &x, 4); u += x == x && x - x == 0 && fabsf(x) < 1; memcpy(&x, &u, 4); return x; }`, true, true},
		{"next by distance", ulp(1), float, `float f(float x) { return x; }`,
			`float f(float x) { unsigned u; memcpy(&u, &x, 4); u += x == x && x - x == 0 && fabsf(x) < 1; memcpy(&x, &u, 4); return x; }`, false, true},
		{"farther by distance", ulp(1), float, `float f(float x) { return x; }`,
			`float f(float x) { unsigned u; memcpy(&u, &x, 4); u += 2 * (x == 1); memcpy(&x, &u, 4); return x; }`, true, true},
		{"integers are no floats", program.Equivalence{}, number, `int f(int a) { return a == 5 ? 0 : a; }`, `int f(int a) { return a == 5 ? 1 << 31 : a; }`, true, true},
		{"printed NaNs", program.Equivalence{}, number, `int f(int a) { printf("%f\n", -NAN); return a; }`, `int f(int a) { printf("%f\n", NAN); return a; }`, false, true},
		{"printed NaNs by bits", bits, number, `int f(int a) { printf("%f\n", -NAN); return a; }`, `int f(int a) { printf("%f\n", NAN); return a; }`, true, true},
		{"printed NaNs of both signs", program.Equivalence{}, number, `int f(int a) { printf("%d", a & 1); fflush(stdout); printf(" %f %f", NAN, -NAN); return a; }`,
			`int f(int a) { printf("%d %f %f", a & 1, -NAN, NAN); return a; }`, false, true},
		{"assertions that moved", program.Equivalence{}, number, "#include <assert.h>\nint f(int a) { assert(a != 5); return 1; }",
			"#include <assert.h>\n\nint f(int a) {\n assert(a != 5); return 1; }", false, true},
		{"assertions that moved, and text before that differs", program.Equivalence{}, number, "#include <assert.h>\nint f(int a) { fputc(a, stderr); assert(a < 5); return 1; }",
			"#include <assert.h>\n\nint f(int a) {\n fputc(a == 7 ? 8 : a, stderr); assert(a < 5); return 1; }", true, true},
		{"assertions that moved, and the same text before", bits, number, "#include <assert.h>\nint f(int a) { fprintf(stderr, \"%d\", a); assert(a < 5); return 1; }",
			"#include <assert.h>\n\nint f(int a) {\n fprintf(stderr, \"%d\", a); assert(a < 5); return 1; }", false, true},
		{"other assertions", program.Equivalence{}, number, "#include <assert.h>\nint f(int a) { assert(a != 5); return 1; }",
			"#include <assert.h>\nint f(int a) { assert(5 != a); return 1; }", true, true},
		{"lines that are printed", program.Equivalence{}, number, "int f(int a) { fprintf(stderr, \"%d\", __LINE__); abort(); }",
			"\nint f(int a) { fprintf(stderr, \"%d\", __LINE__); abort(); }", true, true},
		{"no NaN", program.Equivalence{}, number, `int f(int a) { printf("%d", a & 1); fflush(stdout); printf("-nan"); return a; }`,
			`int f(int a) { printf("%d", a & 1); fflush(stdout); printf("nan"); return a; }`, true, true},
		{"printed addresses", program.Equivalence{}, number, `int f(int a) { char *p = malloc(4), *q = malloc(4); printf("%p %p %p", p, q + 1, p + 2); return a; }`,
			`int f(int a) { char *o = malloc(9), *q = malloc(4), *p = malloc(4); printf("%p %p %p", p, q + 1, p + 2); free(o); return a; }`, false, true},
		{"other addresses", program.Equivalence{}, number, `int f(int a) { char *p = malloc(4), *q = malloc(4); printf("%p %p", p, q); return a; }`,
			`int f(int a) { char *p = malloc(4), *q = malloc(4); printf("%p %p", p, a == 7 ? p : q); return a; }`, true, true},
		{"addresses read back", program.Equivalence{}, number, `int f(int a) { char s[32]; int *p; sprintf(s, "%p", (void *)&a); sscanf(s, "%p", (void **)&p); return *p; }`,
			`int f(int a) { return a; }`, false, true},
		{"observed floats", program.Equivalence{}, float, `int f(float x) { x = x + 1; __rift_observe("x", 'f', &x, 4); return 0; }`,
			`int f(float x) { x = 1 + x; __rift_observe("x", 'f', &x, 4); return 0; }`, false, true},
		{"observed floats differ", program.Equivalence{}, float, `int f(float x) { __rift_observe("x", 'f', &x, 4); return 0; }`,
			`int f(float x) { x = x == 77 ? 78 : x; __rift_observe("x", 'f', &x, 4); return 0; }`, true, true},
		{"observed strings", program.Equivalence{}, number, `int f(int a) { char s[3] = {a, a >> 8, 0}; __rift_observe("s", 's', s, 0); return 0; }`,
			`int f(int a) { char s[9] = {a, a ? a >> 8 : 0, 0}; if (!s[0]) s[1] = 7; __rift_observe("s", 's', s, 0); return 0; }`, false, true},
		{"observed strings differ", program.Equivalence{}, number, `int f(int a) { char s[3] = {a, a >> 8, 0}; __rift_observe("s", 's', s, 0); return 0; }`,
			`int f(int a) { char s[3] = {a, a >> 8, 0}; if (a == 0x4142) s[1] = 0; __rift_observe("s", 's', s, 0); return 0; }`, true, true},
		{"observed bytes", program.Equivalence{}, number, `int f(int a) { __rift_observe("a", 't', &a, 4); return 0; }`,
			`int f(int a) { int b = a == 9 ? 8 : a; __rift_observe("a", 't', &b, 4); return 0; }`, true, true},
		{"names", program.Equivalence{}, number, `int f(int a) { __rift_observe("a", 'i', &a, 4); return 0; }`,
			`int f(int a) { __rift_observe(a == 3 ? "b" : "a", 'i', &a, 4); return 0; }`, true, true},
		{"long doubles", program.Equivalence{}, number, `int f(int a) { long double x = -0.0L; __rift_observe("x", 'f', &x, 10); return 0; }`,
			`int f(int a) { long double x = 0.0L; __rift_observe("x", 'f', &x, 10); return 0; }`, false, true},
		{"overflow", program.Equivalence{}, number, `int f(int a) { return a + 1 > a; }`, `int f(int a) { return 1; }`, true, true},
		{"overflow excluded", exclude, number, `int f(int a) { return a + 1 > a; }`, `int f(int a) { return 1; }`, false, true},
		{"overflow excluded, and a difference", exclude, number, `int f(int a) { return a + 1 > a; }`, `int f(int a) { return a != 5; }`, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			task := enginetest.Between(t, version("old", observe+c.old), version("new", observe+c.new), program.InputModel{Entry: "f", Params: c.params})
			task.Params, task.Equivalence = enginetest.Params[Params](unchanged), c.q
			b := enginetest.NewBench(t, task)
			b.MaxSteps = 100_000_000
			if err := (Engine{}).Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			t.Logf("%v, %+v", b.Counters, *b.Conclusion)
			if found := len(b.Differing()); (found > 0) != c.differ || b.Conclusion.Complete != c.complete || b.Counters["mismatches"] > 0 {
				t.Errorf("%d differences, %+v, %v", found, *b.Conclusion, b.Counters)
				for _, x := range b.Trials {
					t.Log(x.Input.Key(), x.Old, x.New)
				}
			}
			if excluded := len(b.Conclusion.NotCompared) > 0; excluded != (c.q == exclude) {
				t.Errorf("not compared: %v", b.Conclusion.NotCompared)
			}
		})
	}
}
