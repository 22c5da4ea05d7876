package cfront

import (
	"slices"
	"testing"

	"github.com/riftlab/rift/program"
)

// Parameters are declared by their declarators, whatever macros made them, without
// what binds them to the list.
func TestSpelling(t *testing.T) {
	const types = `
typedef unsigned long size;
typedef struct { int x; } point;
typedef int (*compare)(const void *, const void *);
typedef int visit(void *, int);
typedef int vector[3];
typedef vector matrix[2];
enum colour { RED };
struct s;
int shared;
#define PARAM(t, n) t n
#define ARGS (PARAM(int, a), PARAM(const char *, n))
#define HEAD(name) int name(int a, int b)
#define CONST const
`
	for _, c := range []struct {
		text string
		want []string
	}{
		{"int f(void) { return 0; }", nil},
		{"int f() { return 0; }", nil},
		{"static int f (int a, const char *b) { return 0; }", []string{"int a", "char *b"}},
		{"int\nf(unsigned a[], register long int c, /* a, comment */ point *d)\n{ return 0; }", []string{"unsigned *a", "long int c", "point *d"}},
		{"int f(int a[static 3], char *argv[]) { return 0; }", []string{"int *a", "char **argv"}},
		{"int f(int (*cb)(int, int), ...) { return 0; }", []string{"int (*cb)(int, int)"}},
		{"int f(a, b, c) int a; float c; { return 0; }", []string{"int a", "int b", "float c"}},
		{"int f(a, b) char a, *b[2]; { return 0; }", []string{"char a", "char **b"}},
		{"f(a) { return 0; }", []string{"int a"}},
		{"int f(int a[][3], int b[2][3], int (*c)[3]) { return 0; }", []string{"int (*a)[3]", "int (*b)[3]", "int (*c)[3]"}},
		{"int f(int n, int a[n][n + 1], int m[n]) { return 0; }", []string{"int n", "int (*a)[1]", "int *m"}},
		{"int f(int, char *, int (*)(int), int[4]) { return 0; }", []string{"int a1", "char *a2", "int (*a3)(int)", "int *a4"}},
		{"int f(int cb(const char *s, int n[3]), int (*table[2])(void)) { return 0; }",
			[]string{"int (*cb)(char *, int *)", "int (**table)(void)"}},
		{"int f(compare c, visit *v, visit w, vector x, matrix m, const vector y) { return 0; }",
			[]string{"compare c", "visit *v", "visit *w", "__typeof__((*(vector *)0)[0]) *x", "__typeof__((*(matrix *)0)[0]) *m", "__typeof__((*(vector *)0)[0]) *y"}},
		{"int f(struct s *a, const struct s *restrict b, enum colour c, struct t { int q; } *d) { return 0; }", []string{"struct s *a", "struct s *b", "enum colour c", ""}},
		{"int f ARGS { return 0; }", []string{"int a", "char *n"}},
		{"HEAD(f) { return 0; }", []string{"int a", "int b"}},
		{"int f(CONST char *const p, const volatile int n, char const *const *q) { return 0; }", []string{"char *p", "int n", "char **q"}},
		{"__attribute__((noinline)) int f(int a __attribute__((unused)), __attribute__((unused)) size b) { return 0; }", []string{"int a", "size b"}},
		{"int (*f(int a, size b))(void) { return 0; }", []string{"int a", "size b"}},
		{"size (f)(size (a), unsigned long long (*b)) { return 0; }", []string{"size a", "unsigned long long *b"}},
		{"int f(__typeof__(shared) a, _Bool b, double _Complex c) { return 0; }", []string{"__typeof__ ( shared ) a", "_Bool b", "double _Complex c"}},
		{"#if 0\nint f(int a) { return 0; }\n#else\nint f(long a) { return 0; }\n#endif", []string{"long a"}},
	} {
		v := &program.Version{Name: "v", Files: []program.SourceFile{{Name: "v.c", Text: types + c.text + "\n"}}}
		p, err := Compile(t.Context(), v, Options{})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		i, _ := p.FuncByName("f")
		var got []string
		for k, q := range p.Funcs[i].Params {
			name := q.Name
			if name == "" {
				name = "a" + string(rune('1'+k))
			}
			if q.Spelling == (program.Spelling{}) {
				name = ""
			}
			got = append(got, q.Spelling.Declare(name))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}
