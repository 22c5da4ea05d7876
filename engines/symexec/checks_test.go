package symexec

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// checkCase is a program that does something undefined if n is "bad", and nothing undefined if
// it is "good".
type checkCase struct {
	name      string
	body      string // of a function that uses n
	before    string // declarations
	good, bad int
	kind      program.FaultKind
	says      string // a part of the message, with which gcc's report agrees if native is set
	native    bool   // gcc's sanitizers report it in the same words
	always    bool   // it is looked for without Version.Check, too
}

var checkCases = []checkCase{
	{name: "memcpy", body: `char b[32] = "hello world"; memcpy(b, b + n, 5);`, good: 5, bad: 4, kind: program.FaultOverlap, says: "memcpy-param-overlap", native: true, always: true},
	{name: "memcpy to itself", body: `char b[32] = "hello world"; memcpy(b + n, b + 3, 5);`, good: 3, bad: 2, kind: program.FaultOverlap, says: "memcpy-param-overlap", native: true, always: true},
	{name: "strcpy down", body: `char b[32] = "hello"; strcpy(b, b + n);`, good: 3, bad: 2, kind: program.FaultOverlap, says: "strcpy-param-overlap", native: true, always: true},
	{name: "strcpy up", body: `char b[32] = "hello"; strcpy(b + n, b);`, good: 6, bad: 1, kind: program.FaultOverlap, says: "strcpy-param-overlap", native: true, always: true},
	{name: "strcat", body: `char b[32] = "hello\0you"; strcat(b, b + n);`, good: 5, bad: 4, kind: program.FaultOverlap, says: "strcat-param-overlap", native: true, always: true},
	{name: "strncpy", body: `char b[32] = "hello world"; strncpy(b, b + n, 4);`, good: 4, bad: 3, kind: program.FaultOverlap, says: "strncpy-param-overlap", native: true, always: true},
	{name: "strncat", body: `char b[32] = "hello"; strncat(b, b + 2, n);`, good: 0, bad: 2, kind: program.FaultOverlap, says: "strncat-param-overlap", native: true, always: true},
	{name: "clz", body: `sink = __builtin_clz(n);`, good: 1, bad: 0, kind: program.FaultBuiltin, says: "which is not a valid argument", native: true, always: true},
	{name: "ctzll", body: `sink = __builtin_ctzll(n);`, good: 8, bad: 0, kind: program.FaultBuiltin, says: "which is not a valid argument", native: true, always: true},
	{name: "member", before: `struct s { char a[4]; int b; };`, body: `struct s x = {"abc", 7}; sink = x.a[n];`, good: 3, bad: 5, kind: program.FaultIndex, says: "out of bounds for type 'char [4]'", native: true},
	{name: "negative index of a member", before: `struct s { int b; char a[4]; };`, body: `struct s x = {7, "abc"}; x.a[n] = 1; sink = x.b;`, good: 0, bad: -1, kind: program.FaultIndex, says: "index -1 out of bounds for type 'char [4]'", native: true},
	{name: "member behind a pointer", before: `struct s { short a[3]; int b; } g; static void set(struct s *p, int n) { p->a[n] = 1; }`, body: `set(&g, n);`, good: 2, bad: 3, kind: program.FaultIndex, says: "index 3 out of bounds for type 'short", native: true},
	{name: "inner array", body: `int m[2][3] = {0}; sink = m[0][n];`, good: 2, bad: 3, kind: program.FaultIndex, says: "index 3 out of bounds for type 'int [3]'", native: true},
	{name: "row", body: `static int m[4][3]; sink = m[n][1];`, good: 3, bad: 4, kind: program.FaultIndex, says: "index 4 out of bounds for type 'int [4][3]'", native: true},
	{name: "just beyond", body: `int a[3] = {0}; int *end = &a[n]; sink = end - a;`, good: 3, bad: 4, kind: program.FaultIndex, says: "index 4 out of bounds for type 'int [3]'", native: true},
	{name: "by pointer arithmetic", before: `struct s { char a[4]; int b; };`, body: `struct s x = {"abc", 7}; sink = *(x.a + n);`, good: 3, bad: 4, kind: program.FaultIndex, says: "index 4 out of bounds for type 'char [4]'"},
	{name: "to int", body: `double d = n * 1e8; sink = (int)d;`, good: 21, bad: 22, kind: program.FaultConversion, says: "is outside the range of representable values of type 'int'", native: true},
	{name: "to unsigned char", body: `float f = n; unsigned char c = f; sink = c;`, good: 255, bad: 256, kind: program.FaultConversion, says: "is outside the range of representable values of type 'unsigned char'", native: true},
	{name: "to unsigned", body: `double d = n / 2.0; unsigned c = d; sink = c;`, good: -1, bad: -2, kind: program.FaultConversion, says: "-1 is outside the range of representable values of type 'unsigned int'", native: true},
	{name: "from long double", body: `long double d = n * 1e18L; long c = d; sink = c;`, good: 9, bad: 10, kind: program.FaultConversion, says: "is outside the range of representable values of type 'long", native: true},
	{name: "bool", body: `unsigned char c = n; _Bool b; memcpy(&b, &c, 1); sink = b;`, good: 1, bad: 3, kind: program.FaultValue, says: "load of value 3, which is not a valid value for type '_Bool'", native: true},
	{name: "misaligned", body: `_Alignas(8) char b[16] = {0}; sink = *(int *)(b + n);`, good: 4, bad: 2, kind: program.FaultAlignment, says: "for type 'int', which requires 4 byte alignment", native: true},
	{name: "misaligned store", body: `_Alignas(8) char b[16] = {0}; ((short *)(b + n))[1] = 3;`, good: 2, bad: 1, kind: program.FaultAlignment, says: "for type 'short", native: true},
	{name: "misaligned member", before: `struct s { char c; long l; };`, body: `_Alignas(8) char b[32] = {0}; sink = ((struct s *)(b + n))->c;`, good: 8, bad: 4, kind: program.FaultAlignment, says: "member access within misaligned address", native: true},
	{name: "length", body: `char a[n]; sink = sizeof a;`, good: 1, bad: 0, kind: program.FaultLength, says: "variable length array bound evaluates to non-positive value 0", native: true},
	{name: "null", body: `char *volatile p = 0; char *q = p + n; sink = !q;`, good: 0, bad: 4, kind: program.FaultPointer, says: "applying non-zero offset 4 to null pointer"},
	{name: "null array", body: `memset(n ? 0 : &sink, 0, 0);`, good: 0, bad: 1, kind: program.FaultArgument, says: "null pointer passed as argument 1, which is declared to never be null", native: true},
	{name: "function type", before: `static long twice(long n) { return 2 * n; } static int same(int n) { return n; }`, body: `int (*f)(int) = n ? (int (*)(int))twice : same; sink = f(1);`, good: 0, bad: 1, kind: program.FaultCallType, says: "call to function twice through pointer to incorrect function type 'int (*)(int)'"},
	{name: "no prototype", before: `static long twice(long n) { return 2 * n; } static int same(int n) { return n; }`, body: `int (*f)() = n ? (int (*)())twice : same; sink = f(1);`, good: 0, bad: 1, kind: program.FaultCallType, says: "call to function twice without prototype as 'int (int)'"},
	{name: "format", body: `if (n) printf("%d", 1.5); else printf("%d %ld %s %f %c %C %*d%%\n", 1, 2L, "x", 1.0, 'x', L'x', 5, 3);`, good: 0, bad: 1, kind: program.FaultFormat, says: "format '%d' expects argument of type 'int', but argument 2 has type 'double'"},
	{name: "missing argument", body: `if (n) printf("%d %d\n", 1); else printf("%%%*d\n", 1, 2);`, good: 0, bad: 1, kind: program.FaultFormat, says: "format '%d' expects a matching 'int' argument"},
	{name: "no value", before: `static int pick(int n) { if (n) return 1; }`, body: `if (pick(n) == 2) sink = 1;`, good: 1, bad: 0, kind: program.FaultUninitialised, says: "execution reached the end of a value-returning function without returning a value"},
	{name: "steps", body: `char b[4] = "xyz", *p = b; int i = 0; if (*p++ != 'x' || *p-- != 'y' || b[i++] != 'x' || b[i--] != 'y' || b[i] != *p || p != b) n = 48; sink = 2147483600 + n;`, good: 0, bad: 48, kind: program.FaultOverflow, says: "2147483600 + 48"},
	{name: "sum", body: `sink = 2147483600 + n;`, good: 47, bad: 48, kind: program.FaultOverflow, says: "2147483600 + 48"},
}

func (c *checkCase) program(n string) string {
	return fmt.Sprintf(`#include <stdio.h>
#include <stdlib.h>
#include <string.h>
volatile long sink;
%s
static void body(int n) { %s }
extern void klee_make_symbolic(void *, unsigned long, const char *);
int main(int argc, char **argv) { int n; %s; body(n); return 0; }
`, c.before, c.body, n)
}

func compileChecked(t *testing.T, text string, check bool) *program.Program {
	t.Helper()
	v := &program.Version{Check: check, Files: []program.SourceFile{{Name: "a.c", Text: text}}}
	p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: sharedCache()})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What is undefined is named, at the same place by both machines, and only that.
func TestChecks(t *testing.T) {
	for i := range checkCases {
		c := &checkCases[i]
		t.Run(c.name, func(t *testing.T) {
			for _, n := range []int{c.good, c.bad} {
				for _, check := range []bool{false, true} {
					p := compileChecked(t, c.program(fmt.Sprintf("n = %d", n)), check)
					m, err := vm.New(p, vm.Options{CheckOverflow: check})
					if err != nil {
						t.Fatal(err)
					}
					out, err := m.NewRun().Run(t.Context(), &program.Input{})
					if err != nil {
						t.Fatal(err)
					}
					switch f := out.Fault; {
					case n == c.bad && (check || c.always):
						if f == nil || f.Kind != c.kind || !strings.Contains(f.Message, c.says) || f.Pos.Line == 0 {
							t.Errorf("%d: %v, want %s: %s", n, f, c.kind, c.says)
						}
					case n == c.good && f != nil:
						t.Errorf("%d, check %v: %v", n, check, f)
					}
				}
			}
			p := compileChecked(t, c.program(`klee_make_symbolic(&n, sizeof n, "n"); if (n != `+fmt.Sprint(c.good)+` && n != `+fmt.Sprint(c.bad)+`) return 0`), true)
			paths, _ := explore(t, p, &program.InputModel{}, Options{Checks: Checks{CheckOverflow: true}}) // replays
			found := 0
			for _, path := range paths {
				if f := path.Outcome.Fault; f != nil {
					found++
					if f.Kind != c.kind || !strings.Contains(f.Message, c.says) {
						t.Errorf("symbolically: %v, want %s: %s", f, c.kind, c.says)
					}
				}
			}
			if found != 1 {
				t.Errorf("%d paths of %d end in an error, want one", found, len(paths))
			}
		})
	}
}

// gcc's sanitizers report the same, and only that.
func TestChecksAgainstSanitizers(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed")
	}
	dir := t.TempDir()
	var text strings.Builder
	text.WriteString("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nvolatile long sink;\n")
	var list []*checkCase
	for i := range checkCases {
		if c := &checkCases[i]; c.native {
			fmt.Fprintf(&text, "#define s s%d\n#define g g%d\n#define set set%d\n%s\nstatic void body%d(int n) { %s }\n#undef s\n#undef g\n#undef set\n", i, i, i, c.before, len(list), c.body)
			list = append(list, c)
		}
	}
	text.WriteString("int main(int argc, char **argv) { int n = atoi(argv[2]); switch (atoi(argv[1])) {\n")
	for i := range list {
		fmt.Fprintf(&text, "case %d: body%d(n); break;\n", i, i)
	}
	text.WriteString("} return 0; }\n")
	file, binary := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	flags := []string{"-w", "-fno-builtin", "-fsanitize=undefined,address,float-cast-overflow", "-fno-sanitize-recover=undefined", file, "-o", binary}
	if out, err := exec.CommandContext(t.Context(), gcc, flags...).CombinedOutput(); err != nil {
		t.Skipf("gcc has no sanitizers: %s", out)
	}
	for i, c := range list {
		for _, n := range []int{c.good, c.bad} {
			out, err := exec.CommandContext(t.Context(), binary, fmt.Sprint(i), fmt.Sprint(n)).CombinedOutput()
			if n == c.good && err != nil {
				t.Errorf("%s, %d: gcc reports %s", c.name, n, out)
			}
			if n == c.bad && !strings.Contains(string(out), c.says) {
				t.Errorf("%s, %d: gcc reports %s, want %s", c.name, n, out, c.says)
			}
		}
	}
}

// Both machines tell leaks at exit alike, whatever the status; handlers of exit are none.
func TestLeaksAtExit(t *testing.T) {
	for text, leaks := range map[string]bool{
		"int main(void) { malloc(10); exit(3); }":                                                              true,
		"int main(void) { malloc(10); return 4; }":                                                             true,
		"static void bye(void) { malloc(5); }\nint main(void) { atexit(bye); return 5; }":                      true,
		"static void bye(void) { puts(\"bye\"); }\nint main(void) { atexit(bye); atexit(bye); exit(6); }":      false,
		"static void bye(int n, void *p) { free(p); }\nint main(void) { on_exit(bye, malloc(10)); return 7; }": false,
	} {
		p := compileC(t, "p.c", "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n"+text)
		m, err := vm.New(p, vm.Options{CheckLeaks: true})
		if err != nil {
			t.Fatal(err)
		}
		x := m.NewRun()
		agree(t, p, Options{Checks: Checks{CheckLeaks: true}}, x, &program.Input{})
		out, err := x.Run(t.Context(), &program.Input{})
		if err != nil || leaks != (out.Fault != nil) {
			t.Errorf("%s: %v, %v", text, out.Fault, err)
		}
	}
}
