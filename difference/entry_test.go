package difference

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/riftlab/rift/difference/harness"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/product"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/libc"
)

// entryCase is a pair of versions of a function of real C.
type entryCase struct {
	name     string
	entry    string // f if ""
	both     string // before the function
	old, new string
	// input is what is looked for in the input of a difference, "" where the
	// versions do the same.
	input string
	// says is looked for in what the harness says of its inputs and limits.
	says string
}

var entryCases = []entryCase{
	{name: "old style", old: "int f(bits, value)\n\tint bits;\n\tint value;\n{ if (bits < 0) return -1; return value & ((1 << (bits & 15)) - 1); }",
		new:   "int f(bits, value)\n\tint bits;\n\tint value;\n{ if (bits <= 0) return -1; return value & ((1 << (bits & 15)) - 1); }",
		input: "bits = 0"},
	{name: "old style without declarations", old: "f(a, b) { return a > b; }", new: "f(a, b) { return a >= b; }", input: "a = "},
	{name: "old style promoted", old: "int f(c, x, s) char c; float x; short s; { return c == 'a' && x == 2.5f && s == -3; }",
		new: "int f(c, x, s) float x; char c; short s; { return 0; }", input: "c = 97, x = 2.5, s = -3"},
	{name: "main", entry: "main", old: "int main(int x, char *argv[]) { return x + 1; }", new: "int main(int x, char *argv[]) { return x == 3 ? 5 : x + 1; }", input: "x = 3"},
	{name: "parameters by macros", both: "#define PARAM(t, n) t n\n", old: "int f(PARAM(int, a), PARAM(int, n)) { return n > 3 ? a : 0; }",
		new: "int f(PARAM(int, a), PARAM(int, n)) { return n > 4 ? a : 0; }", input: "n = 4"},
	{name: "signature by a macro", both: "#define HEAD(name, type) type name(type a, const type *b)\n", old: "HEAD(f, long) { return b ? *b : a; }",
		new: "HEAD(f, long) { return b ? *b : a + 1; }", input: "b is null"},
	{name: "pointer to array", old: "int f(int (*a)[3], int n) { return n > 3 ? (*a)[0] : 0; }", new: "int f(int (*a)[3], int n) { return n > 4 ? (*a)[0] : 0; }",
		input: "n = 4", says: "a: null or 4 arrays of 3"},
	{name: "array of arrays", old: "int f(int a[][3]) { return a ? a[1][2] : 0; }", new: "int f(int (*a)[3]) { return a ? a[1][1] : 0; }", input: "a[1] = {"},
	{name: "array of unknown length", old: "int f(int n, int a[n][n]) { return n == 2 ? a[1][1] : 0; }", new: "int f(int n, int a[n][n]) { return n == 2 ? a[1][0] : 0; }", input: "n = 2"},
	{name: "words", old: "int f(char *argv[]) { return argv && argv[0] && argv[0][0] == '-'; }", new: "int f(char **argv) { return argv && argv[0] && argv[0][0] == '+'; }", input: "argv[0] = "},
	{name: "callback", old: "int f(int (*cb)(int, void *), void *u) { return cb ? cb(3, u) : 0; }", new: "int f(int (*cb)(int, void *), void *u) { return cb ? cb(3, u) + cb(4, u) : 0; }",
		input: "cb", says: "cb is a function of the harness"},
	{name: "callback that gets something else", old: "void f(void (*cb)(int, double), int n) { if (cb) cb(n, 1); }", new: "void f(void (*cb)(int, double), int n) { if (cb) cb(n == 7 ? 8 : n, 1); }", input: "n = 7"},
	{name: "callback in other order", old: "int f(int a(void), int b(void)) { int x; if (!a || !b) return 0; x = a(); return x - b(); }",
		new: "int f(int a(void), int b(void)) { int y; if (!a || !b) return 0; y = a(); return y - b(); }"},
	{name: "callback by a name", both: "typedef int (*compare)(const void *, const void *);\ntypedef int visit(int);\n",
		old: "int f(compare c, visit *v, visit w) { return w ? w(1) : v ? v(2) : c ? c(0, 0) : 0; }", new: "int f(compare c, visit *v, visit w) { return w ? w(1) : v ? v(2) : c ? c(0, 0) + 1 : 0; }", input: "v is null"},
	{name: "callback without prototype", old: "int f(int (*cb)()) { return cb ? cb(1, 2) : 0; }", new: "int f(int (*cb)()) { return cb ? -cb(1, 2) : 0; }", input: "cb result"},
	{name: "callback with text and variable arguments", old: "void f(void (*log)(const char *, ...), int n) { if (log && n > 5) log(\"%d\", n); }", new: "void f(void (*log)(const char *, ...), int n) { if (log && n > 6) log(\"%d\", n); }", input: "n = 6"},
	{name: "callback in a structure", both: "struct ops { int (*get)(struct ops *, int); void *data; };\n",
		old: "int f(struct ops *o) { return o && o->get ? o->get(o, 1) : 0; }", new: "int f(struct ops *o) { return o && o->get ? o->get(o, 2) : 0; }", input: "o.get result 1 = 0", says: "o.data leads to bytes of any meaning"},
	{name: "callback that returns a structure", both: "struct pair { int a, b; };\n", old: "int f(struct pair (*cb)(struct pair)) { struct pair p = {1, 2}; return cb ? cb(p).a : 0; }",
		new: "int f(struct pair (*cb)(struct pair)) { struct pair p = {1, 3}; return cb ? cb(p).a : 0; }", input: "cb result 1.a = 0"},
	{name: "callback that gives memory", both: "struct z { void *(*alloc)(void *, unsigned, unsigned); void *opaque; };\n",
		old: "int f(struct z *z) { int *p; if (!z || !z->alloc) return 0; p = z->alloc(z->opaque, 2, sizeof *p); return p ? p[1] = 7 : -1; }",
		new: "int f(struct z *z) { int *p; if (!z || !z->alloc) return 0; p = z->alloc(z->opaque, 2, sizeof *p); return p ? p[1] = 8 : -1; }", input: "z.opaque", says: "z.alloc gives memory of zeros"},
	{name: "restrict and static", both: "struct s { int x; };\n", old: "int f(const struct s *restrict p, unsigned char b[static 4]) { return p && b ? p->x + b[0] : 0; }",
		new: "int f(const struct s *restrict p, unsigned char b[static 4]) { return p && b ? p->x + b[1] : 0; }", input: "b = "},
	{name: "without names", old: "int f(int n, int (*)(int), char *, struct s *) { return n; }", new: "int f(int n, int (*)(int), char *, struct s *) { return n == 9 ? 0 : n; }", input: "n = 9"},
	{name: "kinds", both: "#include <stdbool.h>\nenum colour { RED, GREEN };\ntypedef struct { unsigned low : 3; int high : 5; bool on; enum colour c; float w[2]; } record;\n",
		old: "int f(record r, enum colour c, bool b, const record *list) { return r.low + r.high + r.on + r.c + c + b; }",
		new: "int f(record r, enum colour c, bool b, const record *list) { return r.low + r.high + r.on + r.c + c + b + (r.high == -7 && r.w[1] == 0.5f); }", input: "r.high = -7"},
	{name: "behind conditions", old: "#ifdef WIDE\nlong f(long a)\n#else\nint f(int a) /* ( */\n#endif\n{ return a; }", new: "#ifdef WIDE\nlong f(long a)\n#else\nint f(int a)\n#endif\n{ return a == 5 ? 0 : a; }", input: "a = 5"},
	{name: "attributes and comments", old: "__attribute__((noinline)) static int\nf(/* first */ register int a __attribute__((unused)), // (second\n  const volatile int b) { return b; }",
		new: "static int f(register int a, int b) { return b == 2 ? 0 : b; }", input: "b = 2"},
	{name: "name in brackets", old: "int (f)(int (a)) { return a; }", new: "int (f)(int (a)) { return a == 1 ? 2 : a; }", input: "a = 1"},
	{name: "returns a function", both: "static int one(void) { return 1; }\n", old: "int (*f(int n))(void) { return n > 4 ? one : 0; }", new: "int (*f(int n))(void) { return n > 5 ? one : 0; }", input: "n = 5"},
	{name: "names that hide", both: "static int count;\nstruct list { int n; };\ntypedef struct list list;\n", old: "int f(list *list, int count_, int printf, int memset) { return printf + memset; }",
		new: "int f(list *list, int count_, int printf, int memset) { return printf + memset + (printf == 3); }", input: "printf = 3"},
	{name: "a variable that a parameter hides", both: "static int n;\nstatic void set(int x) { n = x; }\n", old: "void f(int n) { set(n); }", new: "void f(int n) { set(n == 4 ? 5 : n); }", input: "n = 4"},
	{name: "a parameter called as the function", old: "int f(int f) { return f; }", new: "int f(int f) { return f == 6 ? 0 : f; }", input: "f = 6"},
	{name: "names that are macros later", old: "int f(int a, int b) { return a + b; }\n#define a 3\n#define b(x) 5", new: "int f(int a, int b) { return a + b + (a == 8); }\n#define a 3\n#define b(x) 5", input: "a = 8"},
	{name: "array types with names", both: "typedef int vector[3];\n", old: "int f(vector v, const vector *w) { return v ? v[2] : 0; }", new: "int f(vector v, const vector *w) { return v ? v[1] : 0; }", input: "v = {"},
	{name: "types with other tags", old: "typedef struct _node { int v; } node;\nint f(const node *p) { return p ? p->v : 0; }", new: "typedef struct node_s { int v; } node;\nint f(const node *p) { return p ? p->v + (p->v == 3) : 0; }", input: "p.v = 3"},
	{name: "types with other spelling", old: "int f(unsigned a, char *b[]) { return a; }", new: "typedef unsigned int u32;\ntypedef char *string;\nint f(u32 a, string *b) { return a == 4000000000u ? 0 : a; }", input: "a = 4000000000"},
	{name: "unions, complex and long double", both: "union any { int i; float x; };\n", old: "int f(union any u, float _Complex z, long double w) { return u.x == 1.5f; }",
		new: "int f(union any u, float _Complex z, long double w) { return 0; }", input: "u = \"\\0\\0\\300?\""},
	{name: "members of another size", old: "struct s { int a; char b[3]; float c; };\nint f(struct s s) { return s.a; }", new: "struct s { long a; char b[5]; double c; };\nint f(struct s s) { return s.a == -2 ? 0 : s.a; }", input: "s.a = -2"},
	{name: "variable arguments for directives", both: "#include <stdarg.h>\n#include <string.h>\n", old: "long f(const char *form, ...) { va_list ap; long n = 0; if (!form) return 0; va_start(ap, form); for (; *form; form++) switch (*form) { case 'i': n += va_arg(ap, int) == 7; break; case 's': n += strlen(va_arg(ap, char *)); } va_end(ap); return n; }",
		new: "long f(const char *form, ...) { va_list ap; long n = 0; if (!form) return 0; va_start(ap, form); for (; *form; form++) switch (*form) { case 'i': n += va_arg(ap, int) == 8; break; case 's': n += strlen(va_arg(ap, char *)); } va_end(ap); return n; }", input: "directive", says: "variable arguments: as the directives i s of form want them, up to 3"},
	{name: "handle", both: "#include <stdlib.h>\ntypedef void *box;\nbox make(int n) { int *p = malloc(8); if (!p) abort(); *p = n; p[1] = 0; return p + 1; }\nint inside(const box b) { return ((int *)b)[-1]; }\n", old: "box f(box b) { if (b) ((int *)b)[-1] = inside(b) > 5; return b; }",
		new: "box f(box b) { if (b) ((int *)b)[-1] = inside(b) > 6; return b; }", input: "n of make = 6", says: "the result is compared by inside, too"},
	{name: "variable arguments", old: "int f(int n, ...) { return n; }", new: "int f(int n, ...) { return n == 2 ? 0 : n; }", input: "n = 2", says: "f is called without variable arguments"},
	{name: "a list of arguments", both: "#include <stdarg.h>\n", old: "int f(int n, va_list ap) { return n == 1 ? va_arg(ap, int) : n == 2 ? va_arg(ap, long) > 4 : 0; }",
		new: "int f(int n, va_list ap) { return n == 1 ? va_arg(ap, int) : n == 2 ? va_arg(ap, long) > 5 : 0; }", input: "variable argument 1 = 5"},
	{name: "void for a structure", both: "struct s { int x, y; };\n", old: "int f(const void *a, void *b) { const struct s *s = a; struct s *t; t = b; return s && t ? s->x - t->y : 0; }",
		new: "int f(const void *a, void *b) { const struct s *s = a; struct s *t; t = b; return s && t ? s->x - t->x : 0; }", input: "b.x = ", says: "a: null or one struct s, as f takes it"},
	{name: "void handed on", both: "struct s { int x, y; };\nstatic int get(struct s *s) { return s ? s->y : 0; }\n", old: "int f(void *a) { return get(a); }",
		new: "int f(void *a) { return get(a) == 4 ? 5 : get(a); }", input: "a.y = 4"},
	{name: "streams", both: "#include <stdio.h>\n", old: "void f(FILE *fp) { fputs(\"one\", fp); }", new: "void f(FILE *fp) { fputs(\"two\", fp); }", input: "(any)", says: "fp: standard input or standard output"},
	{name: "pointers to pointers to nothing known", old: "int f(const char *const *const words, void **p, struct never *q) { return words != 0; }",
		new: "int f(const char *const *const words, void **p, struct never *q) { return words != 0 && !q; }"},
}

// Every function of real C gets a harness, which both the front end and another
// compiler take, and by which the difference is found.
func TestEntries(t *testing.T) {
	gcc, include := nativeCompiler(t)
	for _, c := range entryCases {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			task := taskOf(t, version("old", c.both+c.old+"\n"), version("new", c.both+c.new+"\n"))
			name := c.entry
			if name == "" {
				name = "f"
			}
			h, err := harness.Generate(task.Old.Program, task.New.Program, task.New.Version, name, harness.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if said := strings.Join(append(h.Inputs, h.Notes...), "\n"); !strings.Contains(said, c.says) {
				t.Errorf("it says\n%s\nand not %q", said, c.says)
			}
			r := attached(t, task, h)
			if gcc != "" {
				for _, v := range []*program.Version{r.Task.Old.Version, r.Task.New.Version} {
					checkNative(t, gcc, include, v)
				}
			}
			if got := firstInput(t, r); (got == "") != (c.input == "") || !strings.Contains(got, c.input) {
				t.Errorf("the difference is at %q, want %q", got, c.input)
				t.Log(h.Text)
			}
		})
	}
}

// attached returns the round of a harness.
func attached(t *testing.T, task *engines.Task, h *harness.Harness) *Round {
	t.Helper()
	var list []*program.Version
	for _, v := range []*program.Version{task.Old.Version, task.New.Version} {
		w, err := harness.Attach(v, h.File, "harness.c", h.Text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := compile(t.Context(), w); err != nil {
			t.Fatalf("%v\n%s", err, h.Text)
		}
		list = append(list, w)
	}
	r := &Round{Task: taskOf(t, list[0], list[1]), Harness: h}
	r.Task.Model.Asked = h.Values
	r.Delta = delta.Compute(list[0], list[1])
	return r
}

// firstInput returns the first input, in words, on which the versions of a round
// differ; "" if they do not.
func firstInput(t *testing.T, r *Round) string {
	t.Helper()
	var found *tried
	first := &hunt{
		Rounds: 1, First: true, Stages: [][]engines.Engine{{product.Engine{}}},
		Round: func(context.Context, int) (*Round, error) { return r, nil },
		Found: func(c *tried) error {
			found = c
			return nil
		},
	}
	if _, err := first.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if found == nil {
		return ""
	}
	return strings.Join(new(Printer).Paste(&Difference{Round: r, Input: found.Input}), " ")
}

// nativeCompiler returns a C compiler and a folder of headers that harnesses need;
// the compiler is "" if there is none.
func nativeCompiler(t *testing.T) (gcc, include string) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Log("there is no gcc: what it says of harnesses is not checked")
		return "", ""
	}
	include = t.TempDir()
	text, err := fs.ReadFile(libc.FS(), "include/klee/klee.h")
	if err == nil {
		err = os.MkdirAll(filepath.Join(include, "klee"), 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(include, "klee", "klee.h"), text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return gcc, include
}

func checkNative(t *testing.T, gcc, include string, v *program.Version) {
	t.Helper()
	for i := range v.Files {
		text := harness.Native(&v.Files[i])
		cmd := exec.CommandContext(t.Context(), gcc, "-fsyntax-only", "-w", "-x", "c", "-I", include, "-")
		cmd.Stdin = strings.NewReader(text)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s\n%s", err, out, text)
		}
	}
}
