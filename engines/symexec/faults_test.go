package symexec

import (
	"reflect"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// Each error that the machine detects is found where one special input leads to
// it: some path ends in it, at the marked line, with a test that shows it, and
// other paths do not. (The bodies are of f(unsigned a, unsigned b); the special
// input is a == 77777.)
func TestEveryFault(t *testing.T) {
	leaks, overflow := Options{Checks: Checks{CheckLeaks: true}}, Options{Checks: Checks{CheckOverflow: true}}
	for _, c := range []struct {
		name string
		kind program.FaultKind
		opt  Options
		body string
	}{
		{"stack read", program.FaultOutOfBounds, Options{}, `int m[4] = {1, 2, 3, 4}; unsigned i = a == 77777 ? 4 : a & 3; return m[i]; //@`},
		{"stack write", program.FaultOutOfBounds, Options{}, `char m[4]; m[0] = 1; m[a == 77777 ? 4 : 1] = 2; return m[0]; //@`},
		{"below", program.FaultOutOfBounds, Options{}, `char m[4]; m[0] = 1; char *p = m; if (a == 77777) p -= 1; return *p; //@`},
		{"heap read", program.FaultOutOfBounds, Options{}, `char *p = calloc(a == 77777 ? 2 : 3, 1); return p[2]; //@`},
		{"heap write", program.FaultOutOfBounds, Options{}, `int *p = malloc(8); p[a / 77777 == 1 && a % 77777 == 0 ? 2 : 0] = 1; return 0; //@`},
		{"global read", program.FaultOutOfBounds, Options{}, `return table[a - 77774]; //@`},
		{"global write", program.FaultOutOfBounds, Options{}, `if (a >= 77777 - 3 && a <= 77777) table[a - 77774] = 1; return 0; //@`},
		{"symbolic size", program.FaultOutOfBounds, Options{}, `if (a == 0 || a > 40) return 0; char *p = malloc(a); p[a - 1] = 1; p[20] = 2; return 0; //@`},
		{"string", program.FaultOutOfBounds, Options{}, "char m[3]; const char *s = a == 77777 ? \"abc\" : \"ab\"; strcpy(m, s); return m[0]; //@"},
		{"library", program.FaultOutOfBounds, Options{}, `char m[8]; memset(m, 0, a == 77777 ? 9 : 8); return m[0]; //@`},
		{"use after free", program.FaultUseAfterFree, Options{}, `int *p = malloc(4); *p = 3; if (a == 77777) free(p); return *p; //@`},
		{"use after realloc", program.FaultUseAfterFree, Options{}, `int *p = malloc(4), *q = p; *p = 3; if (a == 77777) q = realloc(p, 4000); return *p; //@`},
		{"use after scope", program.FaultDeadObject, Options{}, `int *p; { int x = 1; p = a == 77777 ? &x : table; } return *p; //@`},
		{"use after return", program.FaultDeadObject, Options{}, `int *p = a == 77777 ? local() : table; return *p; //@`},
		{"double free", program.FaultDoubleFree, Options{}, `char *p = malloc(4); if (a == 77777) free(p); free(p); return 0; //@`},
		{"free of the stack", program.FaultBadFree, Options{}, `char m[4], *p = malloc(1); if (a == 77777) p = m; free(p); return 0; //@`},
		{"free inside", program.FaultBadFree, Options{}, `char *p = malloc(4); if (a == 77777) p++; free(p); return 0; //@`},
		{"null read", program.FaultNull, Options{}, `int *p = a == 77777 ? 0 : table; return *p; //@`},
		{"null write", program.FaultNull, Options{}, `struct { long pad, x; } s, *p = &s; if (a == 77777) p = 0; p->x = 1; return 0; //@`},
		{"wild", program.FaultInvalid, Options{}, `int *p = table; if (a == 77777) p = (int *)0x123456789abcdef0; return *p; //@`},
		{"read-only", program.FaultReadOnly, Options{}, `char m[2] = "x", *p = a == 77777 ? "y" : m; *p = 1; return 0; //@`},
		{"uninitialised", program.FaultUninitialised, Options{}, `int x; if (a != 77777) x = 1; return x; //@`},
		{"uninitialised element", program.FaultUninitialised, Options{}, `char m[8]; memset(m, 1, 7); if (m[a - 77770 & 7]) return 1; return 0; //@`},
		{"uninitialised bits", program.FaultUninitialised, Options{}, `unsigned x; x &= 0xFFFF0000; if (x & (a == 77777 ? 0x10000 : 0xFF)) return 1; return 0; //@`},
		{"division", program.FaultDivision, Options{}, `return b / (a - 77777); //@`},
		{"remainder", program.FaultDivision, Options{}, `return b % (a ^ 77777); //@`},
		{"quotient", program.FaultOverflow, Options{}, `int x = a == 77777 ? -2147483647 - 1 : 5; return x / (b == 9 ? -1 : 2); //@`},
		{"shift", program.FaultShift, Options{}, `return 1 << (a == 77777 ? 32 : a & 7); //@`},
		{"overflow", program.FaultOverflow, overflow, `int x = a == 77777 ? 2147483647 : 5; return x + (b == 3); //@`},
		{"product", program.FaultOverflow, overflow, `if (a > 77777) return 0; return (int)a * (int)(b & 0xFFFF); //@`},
		{"leak", program.FaultLeak, leaks, `char *p = malloc(5); if (!p) return 0; //@
			if (a != 77777) free(p); return 0;`},
		{"leak of a list", program.FaultLeak, leaks, `void **p = malloc(8); *p = malloc(8); *(void **)*p = 0; free(*p); if (a == 77777) *p = malloc(1); free(p); return 0; //@`},
		{"call", program.FaultCall, Options{}, `int (*g)(void) = a == 77777 ? 0 : zero; return g(); //@`},
		{"call of data", program.FaultCall, Options{}, `int (*g)(void) = zero; if (a == 77777) g = (int (*)(void))table; return g(); //@`},
		{"unreachable", program.FaultUnreachable, Options{}, `if (a == 77777) __builtin_unreachable(); return 0; //@`},
		{"recursion", program.FaultStack, Options{}, `return a == 77777 ? deep(1) : 0; //@deep`},
		{"large array", program.FaultStack, Options{}, `char m[a % 100000000 + 1]; m[0] = 1; return m[0]; //@`},
		{"jump", program.FaultLongjmp, Options{}, `static jmp_buf e; if (a == 77777) longjmp(e, 1); return 0; //@`},
		{"assertion", program.FaultReached, Options{}, `__VERIFIER_assert(a != 77777); return 0; //@`},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			text := `#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
void reach_error(void);
static void __VERIFIER_assert(int c) { if (!c) reach_error(); } //@assert
static int table[3];
static int zero(void) { return 0; }
static int deep(int n) { return n ? deep(n + 1) + 1 : 0; } //@deeper
static int *local(void) { int x = 1; int *volatile p = &x; return p; }
int f(unsigned a, unsigned b)
{
	` + c.body + `
}
int main(void) { return 0; }
`
			p := compileC(t, "f.c", text)
			mark := "//@\n"
			switch c.kind {
			case program.FaultReached:
				mark = "//@assert\n"
			case program.FaultStack:
				if strings.Contains(c.body, "//@deep") {
					mark = "//@deeper\n"
				}
			}
			line := strings.Count(text[:strings.Index(text, mark)], "\n") + 1
			opt := c.opt
			opt.MaxStack = 1 << 16
			paths, _ := explore(t, p, &program.InputModel{Entry: "f"}, opt)
			r, err := NewReplayer(p, opt)
			if err != nil {
				t.Fatal(err)
			}
			found, fine := 0, 0
			for _, path := range paths {
				out, _, err := r.Check(t.Context(), path)
				if err != nil {
					t.Fatal(err)
				}
				if f := path.Outcome.Fault; f != nil && !reflect.DeepEqual(f, out.Fault) {
					t.Errorf("the machines tell one fault in two ways:\n%v %v\n%v %v", f, f.Stack, out.Fault, out.Fault.Stack)
				}
				switch f := path.Outcome.Fault; {
				case f == nil && path.Incomplete == "":
					fine++
				case f != nil && f.Kind == c.kind && f.Pos.Line == line:
					found++
				case f != nil:
					t.Logf("another fault: %v", f)
				}
			}
			if found == 0 || fine == 0 {
				t.Errorf("%d of %d paths end in %q at line %d, %d are fine", found, len(paths), c.kind, line, fine)
			}
		})
	}
}
