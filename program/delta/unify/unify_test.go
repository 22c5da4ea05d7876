package unify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/delta/unify/notation"
)

func version(name string, files ...program.SourceFile) *program.Version {
	return &program.Version{Name: name, Files: files}
}

func one(text string) *program.Version {
	return version("v", program.SourceFile{Name: "a.c", Text: text})
}

func compile(t testing.TB, v *program.Version, cache *cfront.Cache) *program.Program {
	t.Helper()
	p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func unify(t testing.TB, old, new string, cache *cfront.Cache) (*Unified, error) {
	t.Helper()
	d := delta.Compute(one(old), one(new))
	return Merge(context.Background(), d, compile(t, d.Old, cache), compile(t, d.New, cache), func(ctx context.Context, v *program.Version) (*program.Program, error) {
		return cfront.Compile(ctx, v, cfront.Options{Cache: cache})
	})
}

// body puts statements into a function with variables to work on.
func body(stmts string) string {
	return "int g, h; int *p; int k(int); void out(int);\nint f(int a, int b, int c) {\nint x = 0;\n" + stmts + "\nreturn x;\n}\n"
}

// TestPatterns holds the annotations to those of the paper's section 3.1.
func TestPatterns(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"1a right-hand side", "x = a;", "x = b;", "x = change(a, b);"},
		{"1a deep", "x = (a + 1) * k(2);", "x = (a + 1) * k(3);", "x = (a + 1) * k(change(2, 3));"},
		{"1b argument", "out(a);", "out(b);", "out(change(a, b));"},
		{"1c condition", "if (a > 1) out(1);", "if (a > 2) out(1);", "if (a > change(1, 2)) out(1);"},
		{"1d weakened by a disjunct", "if (a) out(1);", "if (a || b) out(1);", "if (a || change(0, b)) out(1);"},
		{"1e strengthened by a conjunct", "if (a) out(1);", "if (a && b) out(1);", "if (a && change(1, b)) out(1);"},
		{"1d in front", "if (a) out(1);", "if (b || a) out(1);", "if (change(0, b) || a) out(1);"},
		{"1e in front", "if (a) out(1);", "if (b && a) out(1);", "if (change(1, b) && a) out(1);"},
		{"1e two in front", "if (a) out(1);", "if (b && c && a) out(1);", "if (change(1, b && c) && a) out(1);"},
		{"1e between", "if (a && c) out(1);", "if (a && b && c) out(1);", "if (a && change(1, b) && c) out(1);"},
		{"in front of a value", "x = a && c;", "x = b && a && c;", "x = change(1, b) && a && c;"},
		{"in front of what is no truth value", "x = a;", "x = b && a;", "x = change(a, b && a);"},
		{"1f strengthened from a || b to b", "if (a || b) out(1);", "if (b) out(1);", "if (change(a || b, b)) out(1);"},
		{"1g weakened from a && b to b", "if (a && b) out(1);", "if (b) out(1);", "if (change(a && b, b)) out(1);"},
		{"last conjunct dropped", "if (a && b) out(1);", "if (a) out(1);", "if (a && change(b, 1)) out(1);"},
		{"2a added assignment", "x = a;", "x = a;\nx = x * 2;", "x = a;\nx = change(x, x * 2);"},
		{"2b removed assignment", "x = a;\nx = x * 2;\nout(b);", "x = a;\nout(b);", "x = a;\nx = change(x * 2, x);\nout(b);"},
		{"2c added conditional code", "x = a;", "x = a;\nif (b) { out(1); out(2); }", "x = a;\nif (change(0, b)) { out(1); out(2); }"},
		{"2d removed conditional code", "x = a;\nif (b) { out(1); out(2); }\nout(b);", "x = a;\nout(b);", "x = a;\nif (change(b, 0)) { { out(1); out(2); } }\nout(b);"},
		{"3a removed code with effects", "out(1);\nout(b);", "out(b);", "if (change(1, 0)) { out(1); }\nout(b);"},
		{"3b added code with effects", "out(b);", "out(b);\nk(1);", "out(b);\nif (change(0, 1)) { k(1); }"},
		{"4 added variable", "out(b);", "int y = b;\nout(y);", "int y = b;\nout(change(b, y));"},
		{"4 initialiser with effects", "out(b);", "int y = k(b);\nout(y);", "int y = change(0, k(b));\nout(change(b, y));"},
		{"5 larger type kept", "int y = a * b;\nout(y);", "short y = a * b;\nout(y);", "int y = change(a * b, (short) (a * b));\nout(y);"},
		{"4 choice among values of one version", "out(b);\nout(x);", "int y = b;\nif (a > x) y = c; else { y++; }\nout(y);\nout(x);", "int y = b;\nif (a > x) y = c; else { y++; }\nout(change(b, y));\nout(x);"},
		{"4 choice gone", "int y = b;\nif (a) y = c;\nout(y);", "out(b);", "int y = b;\nif (a) y = c;\nout(change(y, b));"},
		{"4 choice by what may have no value", "int z;\nout(b);\nz = k(1);\nout(z);", "int z, y = b;\nout(b);\nif (z) y = c;\nz = k(1);\nout(y + z);", "int z; int y = b;\nout(b);\nif (change(0, z)) y = c;\nz = k(1);\nout(change(z, y + z));"},
		{"several declarators, one of them new", "int z, w = c;\nout(z = w);", "int z, y = b, w = c;\nout(z = w + y);", "int z; int y = b; int w = c;\nout(z = change(w, w + y));"},
		{"several declarators, one of them gone", "int z,\n *q = p, w = c;\nout(z = w + *q);", "int z,\n w = c;\nout(z = w);", "int z; int \n*q = p;\nint \nw = c;\nout(z = change(w + *q, w));"},
		{"5 larger array kept", "char t[10];\nt[0] = a;\nout(t[0] + sizeof t);", "char t[20];\nt[0] = b;\nout(t[0] + sizeof t);", "char t[20];\nt[0] = change(a, b);\nout(t[0] + change(sizeof (char [10]), sizeof t));"},
		{"5 larger array kept, the old one", "char *t[2][10];\nt[0][0] = 0;\nout(sizeof(t));", "char *t[2][5];\nt[0][0] = 0;\nout(sizeof(t));", "char *t[2][10];\nt[0][0] = 0;\nout(change(sizeof(t), sizeof (char *[2][5])));"},
		{"4 choice by a variable that only one version sets", "out(b);", "int y = b, n;\nn = k(1);\nif (n) y = c;\nout(y);", "int y = b; int n;\nif (change(0, 1)) { n = k(1); }\nif (change(0, n)) y = c;\nout(change(b, y));"},
		{"4 choice in a value by what may have no value", "int z;\nz = k(1);\nout(z);", "int z, y = b;\ny = z ? c : 1;\nz = k(1);\nout(y + z);", "int z; int y = b;\ny = change(y, z ? c : 1);\nz = k(1);\nout(change(z, y + z));"},
		{"4 choice in an initialiser by what may have no value", "int z;\nz = k(1);\nout(z);", "int z;\nint y = z ? c : 1;\nz = k(1);\nout(y + z);", "int z;\nint y = change(0, z ? c : 1);\nz = k(1);\nout(change(z, y + z));"},
		{"4 choice with an effect", "out(b);", "int y = b;\nif (a) { y = c; out(1); }\nout(y);", "int y = b;\nif (change(0, a)) { y = c; out(1); }\nout(change(b, y));"},
		{"4 choice by what can fail", "out(b);", "int y = b;\nif (*p) y = c;\nout(y);", "int y = b;\nif (change(0, *p)) y = c;\nout(change(b, y));"},
		{"variable of another type", "int y;\ny = b;\nout(y);", "unsigned char y;\ny = b;\nout(y);", "int y__old;\nunsigned char y;\ny__old = b;\ny = b;\nout(change(y__old, y));"},
		{"integer of another size that is set again", "short y = b;\ny++;\nout(y);", "int y = b;\ny++;\nout(y);", "short y__old = b;\nint y = b;\ny__old++;\ny++;\nout(change(y__old, y));"},
		{"4 variable of one version set again", "out(b);\nout(c);", "int y = b;\nout(y);\ny = 0;\nout(c);", "int y = b;\nout(change(b, y));\ny = 0;\nout(c);"},
		{"condition removed, another put around code", "if (a < b) a = b;\nx = k(a);", "if (a) x = k(a);", "if (change(a < b, 0)) { a = b; }\nif (change(1, a)) x = k(a);"},
		{"condition put around code", "out(1);\nout(2);", "if (b) {\nout(1);\nout(2);\n}", "if (change(1, b)) {\nout(1);\nout(2);\n}"},
		{"link in a chain of else if", "if (a) out(1);\nelse if (b) out(2);\nelse out(3);", "if (a) out(1);\nelse if (c) out(4);\nelse if (b) out(2);\nelse out(3);", "if (a) out(1);\nelse if (change(0, c)) out(4);\nelse if (b) out(2);\nelse out(3);"},
		{"case of a switch", "switch (a) {\ncase 1: out(1); break;\ndefault: out(2);\n}", "switch (a) {\ncase 1: out(1); break;\ncase 4: out(4); break;\ndefault: out(2);\n}",
			"switch (change((a) | -1048576 * ((a) == (4)), a)) {\ncase 1: out(1); break;\ncase 4: out(4); break;\ndefault: out(2);\n}"},
		{"types that have no other in common", "long y = a;\ny = b - 1;\ny += c;\nif (a < b) y++;\nout(y);", "long y = a * 1u;\ny = b - 1u;\ny += c * 2u;\nif (a < (unsigned)b) y++;\nout(y);",
			"long y = change((long) (a), (long) (a * 1u));\ny = change((__typeof__ (y)) (b - 1), (__typeof__ (y)) (b - 1u));\ny = change(y + (c), y + (c * 2u));\nif (change(a < b, a < (unsigned)b)) y++;\nout(y);"},
		{"types that the way is the same to", "x = a;\nif (a) x++;\nx = g << a;\nx = (short)a;\nx = p[a];\nx = sizeof p < 3;\nout(a);", "x = 1u;\nif (1u) x++;\nx = g << 1u;\nx = (short)1u;\nx = p[1u];\nx = sizeof p < 4u;\nout(1u);",
			"x = change(a, 1u);\nif (change(a, 1u)) x++;\nx = g << change(a, 1u);\nx = (short)change(a, 1u);\nx = change(p[a], p[1u]);\nx = sizeof p < change(3, 4u);\nout(change(a, 1u));"},
		{"pointers to other types", "x = *(char *)p;", "x = *(short *)p;", "x = change(*(char *)p, *(short *)p);"},
		{"pointers to pointers whose targets are qualified", "int *q = &a; int **y = &q;\n(*y)[0] = b;\nout(a);", "int *q = &a; volatile int **y = (volatile int **)&q;\n(*y)[0] = b;\nout(a);", "int *q = &a; int **y__old = &q;\nvolatile int **y = (volatile int **)&q;\nif (change(1, 0)) { (*y__old)[0] = b; }\nif (change(0, 1)) { (*y)[0] = b; }\nout(a);"},
		{"other operator of an assignment", "x = a;", "x += a;", "x = change(a, x + (a));"},
		{"if that sets variables, now conditional expressions", "if (a) { x = a; a = 0; } else x = 1;\nout(x);", "x = (b ? a : 1);\na = 0;\nout(x);", "x = (change(a, b) ? a : 1);\na = change(a, 1) ? 0 : a;\nout(x);"},
		{"conditional expressions, now an if", "x = b ? c : 1;\na = c;\nout(x);", "if (a) x = c; else { x = 1; a = c; }\nout(x);", "x = change(b, a) ? c : 1; a = change(0, a) ? a : c;\nout(x);"},
		{"if that sets a variable, now another value", "if (a) x = b; else x = c;\nout(x);", "x = k(a);\nout(x);", "x = change(a ? b : c, k(a));\nout(x);"},
		{"if that sets what its condition tests", "if (a) { a = b; x = c; }\nout(x);", "a = b;\nx = c;\nout(x);", "if (change(a, 1)) { a = b;\nx = c; }\nout(x);"},
		{"condition of an else gone", "if (a) out(1); else if (b) { out(2); out(x); }", "if (a) out(1); else { out(2); out(x); }", "if (a) out(1); else if (change(b, 1)) { out(2); out(x); }"},
		{"condition put before an else", "if (a) out(1); else { out(2); out(x); }", "if (a) out(1); else if (b) { out(3); out(x); }", "if (a) out(1); else if (change(1, b)) { out(change(2, 3)); out(x); }"},
		{"condition put around code that changed, too", "out(1);\nout(a * 2 + b);\nout(c);", "if (b) {\nout(1);\nout(a * 3 + b);\nout(c);\n}", "if (change(1, b)) {\nout(1);\nout(a * change(2, 3) + b);\nout(c);\n}"},
		{"condition gone from code that changed, too", "if (b) {\nout(1);\nout(a * 2 + b);\nout(c);\n}", "out(1);\nout(a * 3 + b);\nout(c);", "if (change(b, 1)) { out(1);\nout(a * change(2, 3) + b);\nout(c); }"},
		{"statement without braces", "if (a) out(1);", "if (a) out(2);", "if (a) out(change(1, 2));"},
		{"declared in a block now", "int y;\nfor (y = 0; y < a; y++) out(y);\nout(b);", "for (int y = 0; y < a; y++) out(-y);\nout(b);", "int y__old;\nif (change(1, 0)) { for (y__old = 0; y__old < a; y__old++) out(y__old); }\nif (change(0, 1)) { for (int y = 0; y < a; y++) out(-y); }\nout(b);"},
		{"variable that would hide an old global", "out(h);\nout(b);", "int *h = p;\nout(*h);\nout(b);", "int *h__new = p;\nout(change(h, *h__new));\nout(b);"},
		{"list of values of one version", "out(b);", "struct { int n; int m; } y = { 1, k(b) };\nout(y.n);", "struct { int n; int m; } y = { 1, change(0, k(b)) };\nout(change(b, y.n));"},
		{"label of one version", "if (a) goto end;\nout(1);\nend: ;\nout(2);", "out(1);\nout(2);", "if (change(a, 0)) { goto end; }\nout(1);\nend: ;\nout(2);"},
		{"index", "p[a] = b;", "p[a + 1] = b;", "p[change(a, a + 1)] = b;"},
		{"variable that would hide a global", "int *h = p;\nout(*h);", "out(h);", "int *h__old = p;\nout(change(*h__old, h));"},
		{"renamed variable", "int y = a;\nout(y);\nx = y;", "int z = a;\nout(z);\nx = z;", "int z = a;\nout(z);\nx = z;"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u, err := unify(t, body(tt.old), body(tt.new), nil)
			if err != nil {
				t.Fatal(err)
			}
			want := notation.Head("a.c") + body(tt.want)
			if d := cmp.Diff(want, u.Version.Files[0].Text); d != "" {
				t.Error(d)
			}
			if len(u.Fallbacks) > 0 {
				t.Errorf("fallbacks: %v", u.Fallbacks)
			}
		})
	}
}

// TestSyntax annotates within statements that look otherwise than C without macros and
// headers does.
func TestSyntax(t *testing.T) {
	const head = "struct m { int m; };\ntypedef int (*fun)(int);\n#define WORD unsigned\n#define CONST const\n#define KB *(1 << 10)\n#define MORE , 7\n#define TRY if (1)\n#define S (char *)\n" +
		"#define EACH(i, n) for (i = 0; i < (n); i++)\nint g; int two(int, int); int k(int); int s(char *); int z(int, ...);\n#define ANY(t, v) ((t) (v))\n"
	for _, c := range []struct{ name, old, new, want string }{
		{"cast to a type that a macro names", "x = (WORD)a;", "x = (WORD)b;", "x = (WORD)change(a, b);"},
		{"cast to a pointer to a function", "x = ((int (*)(int))k)(a);", "x = ((int (*)(int))k)(b);", "x = ((int (*)(int))k)(change(a, b));"},
		{"cast of a name to a type of unknown name", "x = ((fun)k)(a);", "x = ((fun)k)(b);", "x = ((fun)k)(change(a, b));"},
		{"type as an argument", "x = ANY(unsigned char, a) + ANY(fun *, 0)[0](a);", "x = ANY(unsigned char, b) + ANY(fun *, 0)[0](a);", "x = ANY(unsigned char, change(a, b)) + ANY(fun *, 0)[0](a);"},
		{"macro that goes on", "if (a > 64 KB) x = a;", "if (a > 32 KB) x = a;", "if (a > change(64 KB, 32 KB)) x = a;"},
		{"macro that goes on with arguments", "x = two(a MORE);", "x = two(b MORE);", "x = change(two(a MORE), two(b MORE));"},
		{"macro before a string", "x = s(S \"a\");", "x = s(S \"b\");", "x = s(change(S \"a\", S \"b\"));"},
		{"macro that heads a loop", "EACH(x, a) { k(1); }", "EACH(x, b) { k(2); }", "EACH(x, change(a, b)) { k(change(1, 2)); }"},
		{"macro that stands alone", "TRY { k(1); }", "TRY { k(2); }", "TRY { k(change(1, 2)); }"},
		{"macro before a type", "CONST unsigned *q = 0;\nx = a + !q;", "CONST unsigned *q = 0;\nx = b + !q;", "x = change(a, b) + !q;"},
		{"pointer to a function", "fun *(*q)(int) = 0;\nx = a + !q;", "fun *(*q)(int) = 0;\nx = b + !q;", "x = change(a, b) + !q;"},
		{"commas in braces", "x = (int[2]){ a, b }[0];", "x = (int[2]){ a, b, }[1] + a;", "x = change(((int[2]){ a, b }[0]), ((int[2]){ a, b, }[1] + a));"},
		{"compound literal", "x = (struct m){ a }.m;", "x = (struct m){ b }.m;", "x = (struct m){ change(a, b) }.m;"},
		{"statement in an expression", "x = k(({ int y = a; y; }));", "x = k(({ int y = b; y; }));", "x = k(change(({ int y = a; y; }), ({ int y = b; y; })));"},
		{"words of the preprocessor as names", "int include = a;\nx = include;", "int include = a;\nx = -include;", "x = change(include, -include);"},
		{"what is not known", "x = _Generic(a, int: a, default: 0);\nk(1);", "x = _Generic(a, int: b, default: 0);\nk(2);", "if (change(0, 1)) { x = _Generic(a, int: b, default: 0); }\nk(change(1, 2));"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := func(stmts string) string {
				return head + "int f(int a, int b) {\nint x = 0;\n" + stmts + "\nreturn x;\n}\n"
			}
			u, err := unify(t, text(c.old), text(c.new), nil)
			if err != nil {
				t.Fatal(err)
			}
			if text := u.Version.Files[0].Text; !strings.Contains(text, c.want) || len(u.Fallbacks) > 0 {
				t.Errorf("%q is not in\n%s\nfallbacks %v", c.want, text, u.Fallbacks)
			}
		})
	}
}

// TestDuals keeps definitions that clash.
func TestDuals(t *testing.T) {
	old := "#define LIM 3\nstatic const int tab[2] = {1, 2};\nint f(int a) {\n  return a > LIM ? tab[a] : 0;\n}\nint g(int a) { return f(a); }\n"
	new := "#define LIM 4\nstatic const int tab[2] = {1, 5};\nint f(int a, int b) {\n  return a > LIM ? tab[b] : 0;\n}\nint g(int a) { return f(a, a); }\n"
	u, err := unify(t, old, new, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := u.Version.Files[0].Text
	for _, want := range []string{"#define LIM__old 3", "tab__old[2] = {1, 2}", "f__old(int a)", "return change(f__old(a), f(a, a));"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// TestDualsInOrder lists functions with other heads by name, so that every run writes the same.
func TestDualsInOrder(t *testing.T) {
	const names = "abcdefgh"
	text := func(param string) string {
		var b strings.Builder
		for i := len(names) - 1; i >= 0; i-- {
			fmt.Fprintf(&b, "int %c(%s x) { return x; }\n", names[i], param)
		}
		return b.String()
	}
	u, err := unify(t, text("int"), text("long"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got string
	for _, a := range u.Annotations {
		if a.Pattern == notation.PatternDual {
			got += a.Func
		}
	}
	if got != names {
		t.Errorf("kept from both: %s, want %s", got, names)
	}
}

// TestDualsOfMacros keeps what definitions that clash make: functions that a macro
// writes, and arrays whose size is a constant with another value; parts of objects
// whose types clash are chosen, not the objects.
func TestDualsOfMacros(t *testing.T) {
	source := func(size, param, arg, field string) string {
		return "#ifdef NEVER\nyou must not compile this " + size + "\n#endif\n" +
			"#define verify(x) extern int verified[(x) ? 1 : -1]\nenum { SIZE = " + size + ", OTHER = 2 };\nverify (SIZE == " + size + ");\n" +
			"struct s { char text[SIZE]; int n;" + field + " };\nstatic struct s all[3];\n" +
			"#define MAKE(N, T) static int N(T a" + param + ") { return a; }\n\nMAKE (one, int)\nMAKE (two, char)\n#undef MAKE\n\n" +
			"int f(int i) {\n  all[i].n = i;\n  return one(all[i].n" + arg + ") + two(OTHER" + arg + ");\n}\n"
	}
	u, err := unify(t, source("4", "", "", " int gone;"), source("6", ", int b", ", 1", " int come; int too;"), nil)
	if err != nil {
		t.Fatal(err)
	}
	text := u.Version.Files[0].Text
	for _, want := range []string{"SIZE__old = 4", "text[SIZE__old]", "one__old, int", "two__old, char", "one__old(all__old[i].n)", "verify (SIZE__old == 4);", "all__old[i].n = i;"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "verify__old") || strings.Contains(text, "change(all__old, all)") {
		t.Errorf("the macro verify is one, and structures of two types are not chosen between:\n%s", text)
	}
	if len(u.Fallbacks) > 0 {
		t.Errorf("fallbacks %v", u.Fallbacks)
	}
}

// TestCapturedThroughMacros gives an old function whose variables have become global
// macros of its own where these mention them, for other functions keep theirs.
func TestCapturedThroughMacros(t *testing.T) {
	macros := "struct box { int n; } box;\n#define FULL (n >= 8)\n#define ADD(v) do { if (!FULL) at[n++] = (v) + box.n; } while (0)\n"
	old := macros + "int f(int a) {\n  int n = 0;\n  int at[8];\n  ADD(a);\n  ADD(a + 1);\n  return n;\n}\nint g(int a) {\n  int n = a;\n  int at[8];\n  ADD(1);\n  return n;\n}\n"
	new := macros + "static int n, at[8];\nint f(int a) {\n  ADD(a);\n  ADD(a + 2);\n  return n;\n}\nint g(int a) {\n  int n = a;\n  int at[8];\n  ADD(2);\n  return n;\n}\n"
	u, err := unify(t, old, new, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := u.Version.Files[0].Text
	for _, want := range []string{
		"#define FULL__old (n__old >= 8)", "#define ADD__old(v) do { if (!FULL__old) at__old[n__old++] = (v) + box.n; } while (0)",
		"int n__old = 0;", "int at__old[8];", "ADD__old(a);", "ADD__old(a + 1);", "return change(n__old, n);", "ADD(change(1, 2));",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if len(u.Fallbacks) > 0 {
		t.Errorf("fallbacks %v", u.Fallbacks)
	}
}

// TestObjectsOfMacros chooses between uses of a macro where its arguments must be
// objects, and between arguments elsewhere.
func TestObjectsOfMacros(t *testing.T) {
	macros := "#define SET(x, v) ((x) = (v))\n#define MORE(x) x += 2\n#define FILL(x) k2(&x)\n#define MASK(x, y) ((x) & (y))\nint k2(int *);\n"
	u, err := unify(t, macros+body("SET(x, a);\nMORE(x);\nFILL(x);\nx = MASK(a, b);"), macros+body("SET(g, b);\nMORE(g);\nFILL(g);\nx = MASK(a, c);"), nil)
	if err != nil {
		t.Fatal(err)
	}
	text := u.Version.Files[0].Text
	for _, want := range []string{"SET(x, a);", "SET(g, b);", "MORE(x);", "FILL(x);", "MASK(a, change(b, c))"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if len(u.Fallbacks) > 0 {
		t.Errorf("fallbacks %v", u.Fallbacks)
	}
}

// TestOrderAsUsed puts before functions what stood before them in the old version, and is
// behind them in the new one, if their old bodies need it.
func TestOrderAsUsed(t *testing.T) {
	const rest = "int main(void) {\n  return f(2) + N + sizeof(struct s) + ONE + v + k(w);\n}\n"
	const k = "static int k(int a) {\n  return a;\n}\n"
	def := "#include <stdlib.h>\n#define N 3\nstruct s { char text[N]; };\nenum { ONE = 1 };\n#define TWO (ONE + 1)\ntypedef struct s S;\nstatic int v = TWO, w = 5;\n" + k
	for _, c := range []struct{ name, old, new, want string }{
		{"macro", "return a + N;", "return a;", "#line 1 \"a.c\"\n\n#define N 3\n#line 1 \"a.c\"\nint f(int a) {\n  return change(a + N, a);\n}"},
		{"header", "return abs(a);", "return a;", "#include <stdlib.h>\n#line 1 \"a.c\"\nint f(int a) {\n  return change(abs(a), a);\n}"},
		{"constant", "return a + ONE;", "return a;", "\n\nenum { ONE = 1 };\n#line 1 \"a.c\"\nint f(int a) {\n  return change(a + ONE, a);\n}"},
		{"type that needs others", "return sizeof(S) - a;", "return a;", "#define N 3\nstruct s { char text[N]; };\ntypedef struct s S;\n#line 1 \"a.c\"\nint f(int a) {\n  return change("},
		{"variable that needs others", "return a + v;", "return a;", "enum { ONE = 1 };\n#define TWO (ONE + 1)\nstatic int v = TWO, w = 5;\n#line 1 \"a.c\"\nint f(int a) {\n  return change(a + v, a);\n}"},
		{"nothing", "return a + 1;", "return a + 0;", "int f(int a) {\n  return a + change(1, 0);\n}\n" + def},
	} {
		t.Run(c.name, func(t *testing.T) {
			fn := func(body string) string { return "int f(int a) {\n  " + body + "\n}\n" }
			u, err := unify(t, def+fn(c.old)+rest, fn(c.new)+def+rest, nil)
			if err != nil {
				t.Fatal(err)
			}
			if text := u.Version.Files[0].Text; !strings.Contains(text, c.want) {
				t.Errorf("%q is not in\n%s", c.want, text)
			}
			if len(u.Fallbacks) > 0 {
				t.Errorf("fallbacks %v", u.Fallbacks)
			}
		})
	}
}

// TestConstantsAndMacros keeps from both versions what is a constant of an enumeration in one
// and something else of the same name in the other.
func TestConstantsAndMacros(t *testing.T) {
	const use = "static int all[MOST];\nint f(int i) {\n  return i < MOST ? all[i] : 0;\n}\n"
	const use2 = "int f(int i) {\n  return i < MOST ? i : 0;\n}\n"
	for _, c := range []struct{ name, old, new, want, choice string }{
		{"macro, now a constant", "#define MOST 6\n" + use, "enum { MOST = 6 };\n" + use, "#define MOST__old 6", "i < change(MOST__old, MOST)"},
		{"constant, now a macro", "enum { MOST = 6, LEAST };\n" + use, "#define MOST 6\n" + use, "enum { MOST__old = 6, LEAST };", "i < change(MOST__old, MOST)"},
		{"constant of an enumeration of a name, now a variable", "enum e { LEAST, MOST };\n" + use2, "static int MOST = 6;\n" + use2, "enum e { LEAST, MOST__old };", "i < change(MOST__old, MOST)"},
		{"variable, now a constant among others", "static int MOST = 6;\nenum { LEAST };\n" + use2, "enum { LEAST, MOST };\n" + use2, "static int MOST__old = 6;", "i < change(MOST__old, MOST)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := unify(t, c.old, c.new, nil)
			if err != nil {
				t.Fatal(err)
			}
			text := u.Version.Files[0].Text
			for _, want := range []string{c.want, c.choice} {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in\n%s", want, text)
				}
			}
		})
	}
}

// TestUnfit keeps both bodies of a function in which an annotation that has no other way to be
// written would mean something else: (short) w as an unsigned int is another long.
func TestUnfit(t *testing.T) {
	u, err := unify(t, body("unsigned w = b;\nlong y = w * c;\nout(y);"), body("unsigned w = b;\nshort y = w * c;\nout(y);"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(u.Fallbacks) != 1 || u.Fallbacks[0].Func != "f" || !strings.Contains(u.Fallbacks[0].Reason, "types") {
		t.Errorf("fallbacks %v in\n%s", u.Fallbacks, u.Version.Files[0].Text)
	}
}

// TestExtra names the functions that branch for both versions, as each version does.
func TestExtra(t *testing.T) {
	text := func(name, more, result string) string {
		return "void out(int);\nint " + name + "(int a, int b) {\n  out(a);\n  out(b);\n  out(a + b);\n" + more + "  out(a * 2);\n  return " + result + ";\n}\nint main(void) {\n  return " + name + "(1, 2);\n}\n"
	}
	const macro = "#define LEAST(x) ((x) > 3 ? 3 : (x))\n#define LIMIT LEAST(a)\n"
	for _, pair := range [][2]string{
		{text("one", "  int y = b;\n  if (a > 1) y = 3;\n", "y"), text("two", "", "b")},
		{macro + text("one", "  int y = LIMIT;\n", "y"), text("two", "", "b")},
	} {
		u, err := unify(t, pair[0], pair[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([2][]string{{"one"}, {"two"}}, u.Extra); d != "" {
			t.Errorf("%q: %s", pair, d)
		}
	}
}

// TestDecided takes the compiled branch of a conditional that only the old
// version has.
func TestDecided(t *testing.T) {
	old := "#define A 1\n#if A\nstatic int h(int a) {\n  return a;\n}\nint k(int a) { return h(a) + 1; }\n#else\nint k(int a) { return 7; }\n#endif\nint f(int a) { return k(a); }\n"
	new := "int k(int a) { return a + 2; }\nint f(int a) { return k(a); }\n"
	u, err := unify(t, old, new, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := u.Version.Files[0].Text; !strings.Contains(text, "change(h(a) + 1, a + 2)") && !strings.Contains(text, "return change(h(a), a) + change(1, 2);") {
		t.Errorf("k is not unified:\n%s", text)
	}
}

// TestSpellings: definitions in the old style, lines that end in CR LF or go on, and
// names with '$' and other letters than those of English are as good as others.
func TestSpellings(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"old style", "int f(a, b)\nint a;\nlong b;\n{\n  return a + b;\n}\n", "int f(a, b)\nint a;\nlong b;\n{\n  return a - b;\n}\n", "return change(a + b, a - b);"},
		{"names", "int $f(int größe) { return größe > 1; }\n", "int $f(int größe) { return größe > 2; }\n", "return größe > change(1, 2);"},
		{"renamed", "int f(int $a) { return $a; }\n", "int f(int ä) { return ä; }\n", "return ä;"},
		{"cr lf", "int f(int a)\r\n{\r\n  return a \\\r\n  > 1;\r\n}\r\n", "int f(int a)\r\n{\r\n  return a \\\r\n  > 2;\r\n}\r\n", "> change(1, 2);"},
		{"word on two lines", "int f(int abc) { return ab\\\nc > 1; }\n", "int f(int abc) { return abc > 2; }\n", "return abc > change(1, 2);"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := unify(t, c.old, c.new, nil)
			if err != nil {
				t.Fatal(err)
			}
			if text := u.Version.Files[0].Text; !strings.Contains(text, c.want) || len(u.Fallbacks) > 0 {
				t.Errorf("%q is not in\n%s\nfallbacks %v", c.want, text, u.Fallbacks)
			}
		})
	}
}

// TestHidden keeps both statements where a variable of the old version would hide a parameter.
func TestHidden(t *testing.T) {
	u, err := unify(t, "int f(int n) {\nint s = 0;\nwhile (s < 3) {\nunsigned char n = 100;\ns += n;\n}\nreturn s;\n}\n", "int f(int n) {\nint s = 0;\nwhile (s < 3) {\ns += n;\n}\nreturn s;\n}\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := u.Version.Files[0].Text; !strings.Contains(text, "if (change(1, 0)) { while (s < 3) {\nunsigned char n = 100;") || len(u.Fallbacks) > 0 {
		t.Errorf("%s", text)
	}
}

// TestNotesOutside gives annotations outside functions no function.
func TestNotesOutside(t *testing.T) {
	u, err := unify(t, "int f(int a) { return a; }\nint g = 1;\nstruct s { int x, y; } *q;\nint z;\n", "int f(int a) { return a + 1; }\nstruct s { int x; } *q;\nint z;\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range u.Annotations {
		if (a.Func == "f") != (a.Pattern == notation.PatternValue) {
			t.Errorf("%+v", a)
		}
	}
	if len(u.Annotations) < 3 {
		t.Errorf("only %v", u.Annotations)
	}
}

// TestFiles holds whole files: what stands outside functions decides.
func TestFiles(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"definitions to choose from",
			"#if A\nint f(int a) { return a; }\n#elif B\nint f(int a) { return a + 1; }\n#else\nint f(int b) { return b - 1; }\n#endif\n",
			"#if A\nint f(int a) { return a; }\n#elif B\nint f(int a) { return a + 1; }\n#else\nint f(int b) { return b - 2; }\n#endif\n", "return b - change(1, 2);"},
		{"heads to choose from",
			"#if A\nint f(int a, int b)\n#else\nint f(a) int a;\n#endif\n{ return a; }\nint g(x) int x;\n{ return x; }\n",
			"#if A\nint f(int a, int b)\n#else\nint f(a) int a;\n#endif\n{ return a; }\nint g(x) int x;\n{ return -x; }\n", "return change(x, -x);"},
		{"for C++",
			"#ifdef __cplusplus\nextern \"C\" {\n#endif\nstruct s { int a; };\nint f(struct s *p) { return p->a; }\n#ifdef __cplusplus\n}\n#endif\n",
			"#ifdef __cplusplus\nextern \"C\" {\n#endif\nstruct s { int a, b; };\nint f(struct s *p) { return p->a + 1; }\n#ifdef __cplusplus\n}\n#endif\n", "return change(p->a, p->a + 1);"},
		{"members that come and go", "struct s { int a; int old : 2; int b; };\nint f(struct s *p) { return p->a + p->old; }\n", "struct s { int a; int b; char new; };\nint f(struct s *p) { return p->a + p->new; }\n",
			"struct s { int a; int b; char new; int old : 2; };\nint f(struct s *p) { return p->a + change(p->old, p->new); }"},
		{"members between initialised by position", "struct s { int a; int b; };\nstatic const struct s all[] = { { 1, 2 } };\nint f(int i) { return all[i].b; }\n", "struct s { int a; int n; int b; };\nstatic const struct s all[] = { { 1, 0, 2 } };\nint f(int i) { return all[i].b; }\n",
			"return change(all__old[i].b, all[i].b);"},
		{"members initialised by position within another record", "struct s { int a; };\ntypedef struct s s_t;\nstruct t { s_t x[2]; };\nint f(int i) { struct t all = { .x = { 1, i } }; return all.x[1].a; }\n", "struct s { int a, b; };\ntypedef struct s s_t;\nstruct t { s_t x[2]; };\nint f(int i) { struct t all = { .x = { 1, i } }; return all.x[1].a; }\n", "struct t__old { s_t__old x[2]; }"},
		{"members between initialised by name", "struct s { int a; int b; };\nint f(int i) { struct s y = { 0 }, x = { .a = 1, .b = i }; return x.b + y.b; }\n", "struct s { int a; int n; int b; };\nint f(int i) { struct s y = { 0 }, x = { .a = 1, .b = i }; return -x.b + y.b; }\n",
			"return change(x.b, -x.b) + y.b;"},
		{"a member of another type", "struct s { int a; int b; };\nint f(struct s *p) { return p->b; }\n", "struct s { int a; long b; int c; };\nint f(struct s *p) { return p->b; }\n", "struct s__old { int a; int b; };"},
		{"a constant in between", "enum { A, B };\nint f(int x) { return x == B; }\n", "enum { A, N, B };\nint f(int x) { return x == B; }\n", "return x == change(B__old, B);"},
		{"a constant at the end", "enum { A, B };\nint f(int x) { return x == B; }\n", "enum { A, B, N };\nint f(int x) { return x == N; }\n", "return x == change(B, N);"},
		{"a constant that is gone", "enum { A, B };\nint f(int x) { return x == B; }\n", "enum { A };\nint f(int x) { return x == A; }\n", "return x == change(B__old, A);"},
		{"of an enumeration with a name", "enum e { A, B };\nint f(enum e x) { return x == B; }\n", "enum e { N, A, B };\nint f(enum e x) { return x == B; }\n", "B__old"},
		{"of an enumeration that goes by another name", "enum e { A, B };\nint f(enum e x) { return x == B; }\n", "enum t { A, B };\nint f(enum t x) { return x == B; }\n", "enum e { A__old, B__old };"},
		{"of an enumeration that had no name", "enum { A, B, C };\nint f(int x) { return x == B; }\n", "enum e { A, B };\nint f(int x) { return x == B + 1; }\n", "enum { A__old, B__old, C };"},
		{"branches within statements", "#define DEEP 1\nvoid out(int);\nint f(int a) {\nif (a\n#if DEEP\n > 1\n#endif\n) out(1);\n#if DEEP\nelse if (a < 0)\nout(2);\n#endif\nelse out(3);\nreturn a;\n}\n",
			"#define DEEP 1\nvoid out(int);\nint f(int a) {\nif (a\n#if DEEP\n > 1\n#endif\n) out(1);\n#if DEEP\nelse if (a < 0)\nout(5);\n#endif\nelse out(3);\nreturn a;\n}\n", "out(change(2, 5));"},
		{"macros within functions", "void out(int);\nint f(int a) {\n#ifdef NEVER\n#define TWICE(x) (x)\n#else\n#define TWICE(x) ((x) + (x))\n#endif\n#ifndef NEVER\nif (a)\n#endif\nout(TWICE(a));\nreturn a;\n}\n",
			"void out(int);\nint f(int a) {\n#ifdef NEVER\n#define TWICE(x) (x)\n#else\n#define TWICE(x) ((x) + (x))\n#endif\n#ifndef NEVER\nif (a)\n#endif\nout(TWICE(a + 1));\nreturn a;\n}\n", "out(TWICE(change(a, a + 1)));"},
		{"branches that differ", "void out(int);\nint f(int a) {\n#ifdef NEVER\nout(1);\n#else\nout(2);\n#endif\nreturn a;\n}\n",
			"void out(int);\nint f(int a) {\nout(4);\nreturn a;\n}\n", "out(change(2, 4));"},
		{"pointers to a function of another head", "static int k(int a) { return a; }\nstatic int (*const all[])() = { k };\nint f(int a) { return all[0](a); }\n", "static int k(long a) { return a; }\nstatic int (*const all[])() = { k };\nint f(int a) { return all[0](a); }\n",
			"static int (*const all__old[])() = { k__old };"},
		{"who may call", "int k(int a) { return a; }\nint (*all[])(int) = { k };\nint f(int a) { return all[0](a); }\n", "static int k(int a) { return a + 1; }\nint (*all[])(int) = { k };\nint f(int a) { return all[0](a); }\n",
			"static int k(int a) { return change(a, a + 1); }"},
		{"declared to be the file's own", "int k(int a) { return a; }\nint f(int a) { return k(a); }\n", "static int k(int a);\nint f(int a) { return a + 1; }\n", "return change(k__old(a), a + 1);"},
		{"arguments that a macro shows", "#include <assert.h>\nvoid out(const char *, int);\n#define SHOW(s) out(#s, s)\n#define TWICE(s) SHOW(s); SHOW(s)\nint f(int a) { SHOW(a); TWICE(a); assert(a > 1); return a; }\n", "#include <assert.h>\nvoid out(const char *, int);\n#define SHOW(s) out(#s, s)\n#define TWICE(s) SHOW(s); SHOW(s)\nint f(int a) { SHOW(a + 1); TWICE(a + 2); assert(a > 2); return a; }\n",
			"{ SHOW(a); }\nif (change(0, 1)) { SHOW(a + 1); } if (change(1, 0)) { TWICE(a); }\nif (change(0, 1)) { TWICE(a + 2); } if (change(1, 0)) { assert(a > 1); }\nif (change(0, 1)) { assert(a > 2); }"},
		{"a copy that is used instead", "static inline int k(int a) { return a > 1 ? a : 1; }\nstatic inline int l(int a) { return a > 1 ? a : 1; }\nint f(int a) { return l(a); }\n", "static inline int k(int a) { return a > 1 ? a : 1; }\nstatic inline int l(int a) { return a > 1 ? a : 1; }\nint f(int a) { return k(a); }\n", "return change(l(a), k(a));"},
		{"a variable beside one that is not used", "int f(int a) { int y; int z; int v; v = ~a; return v; }\n", "int f(int a) { int y; int z; z = ~a; return z; }\n", "int z;"},
		{"a condition that is the value, too", "int f(int a, int b) { return (a & 1) ?: b; }\n", "int f(int a, int b) { return (a & 3) ?: b + 1; }\n", "return (a & change(1, 3)) ?: change(b, b + 1);"},
		{"of another type", "int f(int a, int b) { long r = (a - 1) ?: b; return r > 5; }\n", "int f(int a, int b) { long r = (a - 1u) ?: b; return r > 5; }\n", "long r = change((long) ((a - 1) ?: b), (long) ((a - 1u) ?: b));"},
		{"records without a name", "static const struct { int a, b; } all[] = { { 1, 2 } };\nint f(void) { return all[0].b; }\n", "static const struct { int a, b; } all[] = { { 1, 3 } };\nint f(void) { return all[0].b; }\n", "return change(all__old[0].b, all[0].b);"},
		{"records without a name that have other members", "static const struct { int a, m, b; } all[] = { { 1, 0, 2 } };\nint f(void) { return all[0].b; }\n", "static const struct { int a, b; } all[] = { { 1, 2 } };\nint f(void) { return all[0].b; }\n", "return change(all__old[0].b, all[0].b);"},
		{"members in another order before variables", "struct s { int a; int b; } v = { 1, 2 };\nint f(void) { return v.b; }\n", "struct s { int b; int a; } v = { 1, 2 };\nint f(void) { return v.b; }\n", "return change(v.a, v.b);"},
		{"members in another order declared at once", "struct s { int a, b; long c; };\nint f(struct s *p) { return p->b + p->c; }\n", "struct s { long c; int a, b; };\nint f(struct s *p) { return p->b + p->c; }\n", "struct s__old { int a, b; long c; };"},
		{"a member renamed that is named in many ways", "#include <stddef.h>\nstruct s { int x, y; };\n#define X(p) ((p)->x)\nint f(int x) { struct s v = { y: x, x: 3 }, w = (struct s){ x: 1 }; x: if (v.x++ < 9) { goto x; } return X(&v) + w.x + offsetof(struct s, x); }\n", "#include <stddef.h>\nstruct s { int z, y; };\n#define X(p) ((p)->z)\nint f(int x) { struct s v = { y: x, z: 3 }, w = (struct s){ z: 1 }; x: if (v.z++ < 9) { goto x; } return X(&v) + w.z + offsetof(struct s, z) + 1; }\n", "struct s v = { y: x, z: 3 }; struct s w = (struct s){ z: 1 }; x: if (v.z++ < 9) { goto x; }"},
		{"a member renamed that a macro is handed", "struct s { int x, y; };\n#define GET(p, m) ((p)->m)\nint f(struct s *p) { return GET(p, x); }\n", "struct s { int z, y; };\n#define GET(p, m) ((p)->m)\nint f(struct s *p) { return GET(p, z); }\n", "return change(GET(p, x), GET(p, z));"},
		{"a parameter renamed that a macro has", "#define SET() (p[n] = 1)\nint f(char *p, int n) { SET(); return n; }\n", "int f(char *p, int i) { (p[i] = 1); return i; }\n", "int f__old(char *p, int n) { SET(); return n; }"},
		{"a member in a structure over other bytes", "struct s { int b; };\nint g(const struct s *p) { return p->b; }\nint f(int n) { int all[2] = { n, 1 }; return g((void *)all); }\n", "struct s { int a, b; };\nint g(const struct s *p) { return p->b; }\nint f(int n) { int all[2] = { n, 1 }; return g((void *)all); }\n", "int g__old(const struct s__old *p)"},
		{"a member in a structure that is allocated by casts", "#include <stdlib.h>\nstruct s { int b; };\nint f(int n) { struct s *p = (struct s *)malloc(n); n = p->b; free((char *)p); return n; }\n", "#include <stdlib.h>\nstruct s { int a, b; };\nint f(int n) { struct s *p = (struct s *)malloc(n); n = p->b; free((char *)p); return n + 1; }\n", "return change(n, n + 1);"},
		{"behind a function that returns a record of its own", "static struct p { int x, y; } k(void)\n{\n\treturn (struct p){ 1, 2 };\n}\nint f(int n) { return k().x; }\n", "static struct p { int x, y; } k(void)\n{\n\treturn (struct p){ 1, 2 };\n}\nint f(int n) { return k().y; }\n", "return change(k().x, k().y);"},
		{"another name for a structure", "typedef struct s { int a; } s;\nint f(s *p) { return p->a; }\n", "typedef struct s { int a; } t;\nint f(t *p) { return p->a; }\n", "typedef struct s__old { int a; } s__old;"},
		{"constants in a structure", "typedef struct { enum { A, B } k; char c; } s;\nint f(s *p) { return p->k == B; }\n", "typedef struct { enum { A, B } k; int c; } s;\nint f(s *p) { return p->k == B; }\n", "enum { A__old, B__old } k; char c; } s__old;"},
		{"a member and a tag of the same name", "enum e { A = 1 };\nstruct s { int e : 4; int b; };\nint f(struct s *p) { return p->e == A; }\n", "enum e { B = 1, A };\nstruct s { int e : 4; int b; };\nint f(struct s *p) { return p->e == A; }\n", "return p->e == change(A__old, A);"},
		{"a record that is wider beside one that is gone", "struct t { int x; };\nstruct s { int a; int b; };\nint f(struct s *p) { struct t y = { 1 }; return p->b + y.x; }\n", "struct s { int a; int c; };\nint f(struct s *p) { return p->a; }\n", "struct t { int x; };"},
		{"a macro and a variable of a function that stands earlier now", "static int k(int a) { return a; }\n#define M 1\nstatic int v = 2;\nint f(int a) { return k(a) + M + v; }\n", "int f(int a) { return a + 1; }\nstatic int k(int a) { return a; }\nint g(int a) { return k(a); }\n", "#define M 1\n#line 1 \"a.c\"\nstatic int v = 2;\n#line 1 \"a.c\"\nstatic int k ( int a ); int f(int a)"},
		{"a declaration of what is nowhere", "struct s { int a, b; };\nstruct s k(int);\nstatic struct s v = { 1, 2 };\nint f(int a) { return v.b; }\n", "struct s { long b; int a; };\nstruct s k(int);\nstatic struct s v = { 1, 2 };\nint f(int a) { return v.b; }\n", "struct s__old k__old(int);"},
		{"constants in a structure, all of them", "typedef struct { enum { A, B, C } k; char c; } s;\nint f(s *p) { return p->k == B; }\n", "typedef struct { enum { A, B, C } k; int c; } s;\nint f(s *p) { return p->k == B; }\n", "enum { A__old, B__old, C__old } k; char c; } s__old;"},
		{"definitions chosen in the new version alone", "int f(int a) { return a; }\n", "#if 1\nint f(int a) { return a + 1; }\n#else\nint f(int a) { return a + 2; }\n#endif\n", "return change(a, a + 1);"},
		{"a tag, a member and a variable", "struct w { int w; };\nint f(int a) { struct w w = { w: a }; return w.w; }\n", "int w;\nstruct w { int w; };\nint f(int a) { struct w v = { w: a }; w = 1; return v.w; }\n", "struct w v = { w: a };"},
		{"a function and a variable that stands later now", "static int v = 2, w = 1;\nint f(int a) { return v + w + a; }\n", "static int w = 1, v = 2;\nint f(long a) { return v + w - a; }\n", "static int v = 2;\nint f__old(int a)"},
		{"a member in a structure whose size shows", "struct s { int b; };\nint f(struct s *p) { return p->b + sizeof *p; }\n", "struct s { int a, b; };\nint f(struct s *p) { return p->b + sizeof *p; }\n", "int f__old(struct s__old *p)"},
		{"in a structure that holds it", "typedef struct { int b; } s;\nstruct t { s all[3]; };\nvoid out(const void *, unsigned long);\nint f(struct t *p) { out(p, sizeof(struct t)); return p->all[1].b; }\n", "typedef struct { int a, b; } s;\nstruct t { s all[3]; };\nvoid out(const void *, unsigned long);\nint f(struct t *p) { out(p, sizeof(struct t)); return p->all[1].b; }\n", "struct t__old { s__old all[3]; }"},
		{"in a structure that is allocated and counted", "#include <stdlib.h>\n#include <string.h>\nstruct s { int b; };\nstatic struct s all[3];\nint f(int n) { struct s *p = malloc(n * sizeof *p + 1); memset(p, 0, n * (sizeof(struct s))); qsort(p, n, sizeof *p, 0); return p->b + sizeof all / sizeof *all; }\n", "#include <stdlib.h>\n#include <string.h>\nstruct s { int a, b; };\nstatic struct s all[3];\nint f(int n) { struct s *p = malloc(n * sizeof *p + 1); memset(p, 0, n * (sizeof(struct s))); qsort(p, n, sizeof *p, 0); return p->b - sizeof all / sizeof *all; }\n", "struct s { int a, b; };"},
		{"order of definitions", "static int k(int a) { return a; }\nint f(int a) { return k(a); }\n", "static int k2(int a) { return a; }\nint f(int a) { return k2(a); }\nstatic int k(int a) { return a + 1; }\nint g(int a) { return k(a); }\n", "static int k ( int a ); int f(int a) { return change(k(a), k2(a)); }"},
		{"macros under other conditions", "#if A\n#include <never.h>\n#define IS(x) ((x) > 1)\n#else\n#define IS(x) ((x) > 2)\n#endif\nint f(int a) { return IS(a); }\n",
			"#if defined(B)\n#define IS(x) ((x) > 1)\n#elif defined(C)\n#define IS(x) ((x) > 4)\n#else\n#define IS(x) ((x) > 3)\n#endif\n#if C\n#else\n#endif\nint f(int a) { return IS(a); }\n",
			"#if A\n#include <never.h>\n#define IS__old(x) ((x) > 1)\n#else\n#define IS__old(x) ((x) > 2)\n#endif\n"},
		{"a macro of the same text under another condition", "#if 1\n#define IS 1\n#endif\n#ifndef IS\n#define IS 2\n#endif\nint f(void) { return IS; }\n", "#if 0\n#define IS 1\n#endif\n#ifndef IS\n#define IS 2\n#endif\nint f(void) { return IS; }\n", "return change(IS__old, IS);"},
		{"pointer to a function of types that differ", "struct s { int a; };\nint k(struct s *p) { return p->a; }\nint (*call)(struct s *) = k;\ntypedef int made(struct s *);\nmade *also = k;\nint f(struct s *p) { return call(p); }\n",
			"struct s { long a; };\nint k(struct s *p) { return p->a; }\nint (*call)(struct s *) = k;\ntypedef int made(struct s *);\nmade *also = k;\nint f(struct s *p) { return call(p); }\n", "int (*call__old)(struct s__old *) = k__old;"},
		{"member of the name of a function that differs", "struct s { int k; int (*g)(int), *h[2]; };\nint k(int a) { return a; }\nint g(int a) { return a; }\nint f(struct s *p) { return k(p->k) + g(1); }\n",
			"struct s { int k; int (*g)(int), *h[2]; };\nint k(long a) { return a; }\nint g(long a) { return a; }\nint f(struct s *p) { return k(p->k) + g(1); }\n", "return change(k__old(p->k), k(p->k)) + change(g__old(1), g(1));"},
		{"declared and defined by one version", "#define N 2\nstruct s { int a[N]; };\nint gone(struct s *);\nint gone(struct s *p) { return p->a[0]; }\nint f(struct s *p) { return gone(p); }\n", "#define N 3\nstruct s { int a[N]; };\nint gone(struct s *);\nint f(struct s *p) { return p->a[1]; }\n", "int gone__old(struct s__old *p)"},
		{"structures with attributes", "struct __attribute__((aligned(32))) s { int b; };\nstruct __attribute__((packed)) t { int c; };\nint f(struct s *p, struct t *q) { return p->b + q->c + sizeof *p; }\n", "struct __attribute__((aligned(32))) s { char x[40]; int b; };\nstruct __attribute__((packed)) t { int c, d; };\nint f(struct s *p, struct t *q) { return p->b + q->c + sizeof *p; }\n", "struct __attribute__((aligned(32))) s__old { int b; };"},
		{"a member of the name of what is renamed, with attributes", "static int k(int a) { return a; }\nstruct __attribute__((packed)) t { int k; };\nint f(struct t *p) { return k(p->k); }\n", "static int k(long a) { return a; }\nstruct __attribute__((packed)) t { int k; };\nint f(struct t *p) { return k(p->k); }\n", "struct __attribute__((packed)) t { int k; };\nint f(struct t *p) { return change(k__old(p->k), k(p->k)); }"},
		{"a variable of the name of parameters before it", "static int k(int n) { return n; }\nstatic int x, *n = &x;\nint f(int a) { return k(a) + *n; }\n", "static int k(int n) { return n + 1; }\nint f(int a) { static int x, *n = &x; return k(a) + *n; }\n", "static int k(int n) { return change(n, n + 1); }"},
		{"a parameter of the name of a variable behind it", "static int k(int a, int b) { return a + b; }\nstatic int (*const all[])(int, int) = { k };\nint f(int n) { return all[0](n, 1); }\n", "static int k(int b, int a) { return a + b; }\nstatic int (*const all[])(int, int) = { k };\nstatic int a, b;\nint f(int n) { return all[0](n, 2) + a + b; }\n", "static int (*const all__old[])(int, int) = { k__old };"},
		{"a union in a record of which a member is renamed", "struct s { int k; union { int x; long y; } u; int z; };\nint f(struct s *p) { return p->u.x; }\n", "struct s { int k; int z; union { int v; long y; } u; };\nint f(struct s *p) { return p->u.v; }\n", "struct s__old { int k; union { int x; long y; } u; int z; };"},
		{"a member renamed that defines constants", "struct s { enum { A, B } k; int z; };\nstruct t { int k; };\nint f(struct s *p, struct t *q) { return p->k == B && q->k; }\n", "struct s { enum { A, B } v; int z; };\nstruct t { int k; };\nint f(struct s *p, struct t *q) { return p->v == B && q->k; }\n", "struct s__old { enum { A__old, B__old } k; int z; };"},
		{"attributes before the type of a variable", "static __attribute__((unused)) int v = 3;\nint f(void) { return v; }\n", "static __attribute__((unused)) long v = 4;\nint f(void) { return v; }\n", "static __attribute__((unused)) int v__old = 3;"},
		{"attributes behind the name of a variable", "static int v __attribute__((aligned(16))) = 3;\nint f(void) { return v; }\n", "static int v = 3;\nint f(void) { return v; }\n", "static int v__old __attribute__((aligned(16))) = 3;"},
		{"a renamed variable whose name shows", "void out(const char *, int);\n#define SHOW(s) out(#s, s)\nint x = 1;\nint f(void) { SHOW(x); return x; }\n", "void out(const char *, int);\n#define SHOW(s) out(#s, s)\nint y = 1;\nint f(void) { SHOW(y); return y; }\n", "return change(x, y);"},
		{"a renamed function whose name shows", "void out(const char *);\n#define SAY out(__func__)\nstatic int g(int a) { SAY; return a; }\nint f(void) { return g(1); }\n", "void out(const char *);\n#define SAY out(__func__)\nstatic int h(int a) { SAY; return a; }\nint f(void) { return h(1); }\n", "return change(g(1), h(1));"},
		{"a renamed local variable whose name shows", "void out(const char *, int);\n#define SHOW(s) out(#s, s)\nint f(int a) { int x = a * 3; SHOW(x); return x; }\n", "void out(const char *, int);\n#define SHOW(s) out(#s, s)\nint f(int a) { int y = a * 3; SHOW(y); return y; }\n", "if (change(0, 1)) { SHOW(y); }"},
		{"a renamed variable of the name of a member in a macro", "#define GET(p, m) ((p)->m)\nstruct s { int x; };\nint x = 1;\nint f(struct s *p) { return GET(p, x) + x; }\n", "#define GET(p, m) ((p)->m)\nstruct s { int x; };\nint y = 1;\nint f(struct s *p) { return GET(p, x) + y; }\n", "return GET(p, x) + change(x, y);"},
		{"arguments of which a macro asks for the type", "void out(unsigned long, const char *);\n#define SHOW(s) out(sizeof (s), s)\nint f(int a) { char b[3] = \"ab\"; SHOW(b); return b[a]; }\n", "void out(unsigned long, const char *);\n#define SHOW(s) out(sizeof (s), s)\nint f(int a) { char b[3] = \"ab\"; SHOW(\"abc\"); return b[a]; }\n", "{ SHOW(b); }\nif (change(0, 1)) { SHOW(\"abc\"); }"},
		{"volatile variables that only one version sets", "int in(void);\nint f(int a) { volatile int c; int s = 0; while ((c = in()) > 0) { s = c; } return s; }\n", "int in(void);\nint f(int a) { int c; int s = 0; while ((c = in()) > 0) { s = c; } return s; }\n", "s = change(c__old, c);"},
		{"variables that another function sets", "void set(int *);\nint f(int a) { int s = 0; if (a) s = 2; return s; }\n", "void set(int *);\nint f(int a) { int s = 0; int x; int y = 1; set(&x); y = x; if (a) s = y; return s; }\n", "y = change(y, x);"},
		{"two variables that move into a loop", "int f(const char *a, const char *b) { int x = *a, y = *b; while (*a) { if (x > 60) x += 3; if (y > 60) y += 3; if (x != y) return x - y; a++; b++; } return 0; }\n", "int f(const char *a, const char *b) { while (*a) { int x = *a, y = *b; if (x > 60) x += 3; if (y > 60) y += 3; if (x != y) return x - y; a++; b++; } return 0; }\n", "if (change(x__old != y__old, x != y))"},
		{"declared as something else than the other version defines", "int f() { int i = 2; return i; }\nint g(void) { return 1; }\n", "int f(int a, unsigned i);\nint g(void) { return 2; }\n", "int f__old() { int i = 2; return i; }"},
		{"declared as what the other version defines", "void f(int i, int *p) { *p = i; }\nint g(void) { return 1; }\n", "extern void f(int, int *other);\nint g(void) { return 2; }\n", "void f(int i, int *p) { *p = i; }"},
		{"a macro that is defined under another's condition", "#ifdef FAST\n#define N 3\n#else\n#define N 5\n#endif\nint f(int a) { return a + N; }\n", "#define FAST\n#ifdef FAST\n#define N 3\n#else\n#define N 5\n#endif\nint f(int a) { return a + N; }\n", "return a + change(N__old, N);"},
		{"conditions in a function that are otherwise", "#define LEVEL 1\nint f(int a) {\n#if LEVEL > 2\na += 2;\n#elif LEVEL > 1\na += 3;\n#endif\nreturn a; }\n", "#define LEVEL 2\nint f(int a) {\n#if LEVEL > 2\na += 2;\n#elif LEVEL > 1\na += 3;\n#endif\nreturn a; }\n", "if (change(0, 1)) { a += 3; }"},
		{"conditions within an expression that are otherwise", "#define LEVEL 1\nint f(int a) { return a\n#if LEVEL > 1\n* 3\n#endif\n; }\n", "#define LEVEL 2\nint f(int a) { return a\n#if LEVEL > 1\n* 3\n#endif\n; }\n", "return change(a, a\n             \n* 3)"},
		{"main of no parameters", "int main(void) { return 1; }\n", "int main(int argc, char **argv) { return argc; }\n", "int main(int argc, char **argv) { return change(1, argc); }"},
		{"main of parameters that go", "int main(int n, char *v[]) { return n + **v; }\n", "int main() { return 2; }\n", "{ return change(n + **v, 2); }"},
		{"main of parameters of other names", "int main(n, v) int n; char *v[];\n{ return n + **v; }\n", "int main(int argc, char **argv)\n{ return argc + **argv + 1; }\n", "{ return change(argc + **argv, argc + **argv + 1); }"},
		{"a variable that would get the name of another outside", "int n = 1;\nint f(int a) { int v = n; v += a; return v + n; }\n", "int n = 1;\nint f(int a) { int n = 1; n += a; return n + n; }\n", "int n__new = 1; v += a;"},
		{"macros of the old version behind a declaration", "#define N 3\nint a[N], b;\n#undef N\n#define N 4\nint f(void) { return a[1] + b + N; }\n", "#define N 3\nint b, a[N];\nint f(void) { return a[1] + b + N + 1; }\n", "\n#undef N__old"},
		{"arrays of strings", "int f(int a) { char s[] = \"abc\"; return s[a]; }\n", "int f(int a) { char s[] = \"abcde\"; return s[a]; }\n", "return change(s__old[a], s[a]);"},
		{"offsets", "struct s { int a; int b; };\nint f(void) { return __builtin_offsetof(struct s, b); }\n", "struct s { long a; int b; };\nint f(void) { return __builtin_offsetof(struct s, b); }\n", "return change(__builtin_offsetof(struct s__old, b), __builtin_offsetof(struct s, b));"},
		{"volatile variables of the new version", "int in(void);\nint f(int a) { int c; while ((c = in()) > a); c = in(); return c; }\n", "int in(void);\nint f(int a) { volatile int c; while ((c = in()) > a); c = in(); return c; }\n", "if (change(0, 1)) { c = in(); }"},
		{"structures and unions of a name", "struct s { int a; char b; };\nint f(int i) { struct s x; x.a = i; x.b = 1; return x.a; }\n", "union s { int a; char b; };\nint f(int i) { union s x; x.a = i; x.b = 1; return x.a; }\n", "return change(x__old.a, x.a);"},
		{"macros among enumerators", "enum { A,\n#define A A\nB\n#define B B\n};\nint f(int i) { return i ? A : B; }\n", "enum { Z, A,\n#define A A\nB\n#define B B\n};\nint f(int i) { return i ? A : B; }\n", "change(A__old, A)"},
		{"the type of another variable", "int g;\n__typeof__(g) h = 300;\nint f(void) { return h; }\n", "signed char g;\n__typeof__(g) h = 300;\nint f(void) { return h; }\n", "__typeof__(g__old) h__old = 300;"},
		{"an integer whose type a macro asks for", "#define K(x) _Generic((x), int: 1, default: 3)\nint f(int a) { int c = a + 1; return K(c) + c; }\n", "#define K(x) _Generic((x), int: 1, default: 3)\nint f(int a) { long c = a + 1; return K(c) + c; }\n", "change((int) ("},
		{"macros that define functions", "#define DEF(n, op) static int n(int a, int b) { return a op b; }\nDEF(f, +)\nDEF(g, -)\nint h(int a) { return f(a, 1) + g(a, 2); }\n", "#define DEF(n, op) static int n(int a, int b) { return a op b; }\nDEF(f, *)\nDEF(g, -)\nint h(int a) { return f(a, 1) + g(a, 2); }\n", "{ return change(a + b, a * b) ; }"},
		{"lists of names in macros", "#define LIST X(a) X(b)\n#define X(n) n,\nenum e { LIST N };\n#undef X\nint f(int i) { return i % N; }\n", "#define LIST X(a) X(b) X(c)\n#define X(n) n,\nenum e { LIST N };\n#undef X\nint f(int i) { return i % N; }\n", "return i % change(N__old, N);"},
		{"brackets in other spellings", "int f(int a) <% int b<:2:> = <%1, 2%>; return a * b<:1:>; %>\n", "int f(int a) <% int b<:2:> = <%1, 2%>; return a + b<:1:>; %>\n", "return change(a * b<:1:>, a + b<:1:>);"},
		{"shifts that go too far in the other version", "int f(unsigned a) { a &= 7; unsigned m = 1u << a; return m; }\n", "int f(unsigned a) { unsigned short m = 1u << 3; a &= 7; return m; }\n", "unsigned m__old = change(1u << a, 0);"},
		{"constants of C23", "int f(int a) { constexpr int k = 3; return a * k; }\n", "int f(int a) { constexpr int k = 4; return a * k; }\n", "return a * change(k__old, k);"},
		{"tags of other names", "typedef struct sBox Box;\nstruct sBox { Box *next; int n; };\ntypedef enum { A } Kind;\nint f(Box *p) { struct sBox *q = p->next; return q->n; }\n", "typedef struct Box Box;\nstruct Box { Box *next; int n; };\ntypedef enum eKind { A } Kind;\nint f(Box *p) { struct Box *q = p->next; return q->n + 1; }\n", "{ struct Box *q = p->next; return change(q->n, q->n + 1); }"},
		{"macros that are heads of loops", "#define each(i, n) for (int i = 0; i < (n); i++)\nint f(int a) { int s = 0; each(i, a) s += i; return s; }\n", "#define each(i, n) for (int i = 0; i <= (n); i++)\nint f(int a) { int s = 0; each(i, a) { s += i; } return s; }\n", "if (change(1, 0)) { each__old(i, a) s += i; }"},
		{"statements under macros that are heads", "#define each(i, n) for (int i = 0; i < (n); i++)\nint f(int a) { int s = 0; each(i, a) s += i; return s; }\n", "#define each(i, n) for (int i = 0; i < (n); i++)\nint f(int a) { int s = 0; each(i, a + 1) s += i * 2; return s; }\n", "each(i, change(a, a + 1)) s += change(i, i * 2);"},
		{"definitions to choose from in one version", "#if 1\nint f(int a) { return a; }\n#endif\n", "#if 1\nint f(int a) { return a + 1; }\n#else\nint f(int a) { return a + 2; }\n#endif\n", "{ return change(a, a + 1); }"},
		{"mains to choose from in one version", "#ifdef NEVER\nint main(void) { return 2; }\n#elif 1\nint main(void) { return 1; }\n#endif\n", "int main(void) { return 3; }\n", "{ return change(1, 3); }"},
		{"macros that hide calls", "int g(int);\nint f(int a) { return g(a); }\n", "int g(int);\n#define CALL (g(a))\nint f(int a) { long v = CALL; return v; }\n", "long v = change(0, CALL);"},
		{"macros that hide accesses", "int f(int *p, int a) { return a; }\n", "#define AT (*p)\nint f(int *p, int a) { int v = AT; return v; }\n", "int v = change(0, AT);"},
		{"macros that are numbers", "#define N (4 * 2)\nint f(int a) { return a; }\n", "#define N (4 * 2)\nint f(int a) { int v = N; return v; }\n", "int v = N; return change(a, v);"},
		{"macros without parentheses", "#define HDR 4 + 2\nint f(int a) { return HDR * a; }\n", "#define HDR (4 + 2)\nint f(int a) { return HDR * a; }\n", "return change(HDR__old * a, HDR * a);"},
		{"macros of operators without parentheses", "#define MIN(a, b) a < b ? a : b\nint f(int x, int y) { return 1 + MIN(x, y); }\n", "#define MIN(a, b) ((a) < (b) ? (a) : (b))\nint f(int x, int y) { return 1 + MIN(x, y); }\n", "return change(1 + MIN__old(x, y), 1 + MIN(x, y));"},
		{"arguments beside operators", "#define TWICE(x) x * 2\nint f(int a) { return TWICE(a); }\n", "#define TWICE(x) x * 2\nint f(int a) { return TWICE(a + 1); }\n", "return change(TWICE(a), TWICE(a + 1));"},
		{"macros that are lists", "void out(const char *, ...);\n#define POS(i) x[i], y[i]\nint f(int *x, int *y) { out(\"p\", POS(1)); return 0; }\n", "void out(const char *, ...);\n#define POS(i) x[i], y[i], (i)\nint f(int *x, int *y) { out(\"p\", POS(1)); return 0; }\n", "if (change(1, 0)) { out(\"p\", POS__old(1)); }"},
		{"constants that a macro lists", "#define LIST A, B\nenum e { LIST };\nint f(int i) { return i ? B : A; }\n", "#define LIST A, B, C\nenum e { LIST };\nint f(int i) { return i ? B : A + C; }\n", "enum e { A , B , C } ;"},
		{"a tag that becomes a typedef", "struct pt { int x, y; };\nint f(int a) { struct pt p = { a, 2 }; return p.y; }\n", "typedef struct { int x, y; } pt;\nint f(int a) { pt p = { a, 3 }; return p.y; }\n", "return change(p__old.y, p.y);"},
		{"a function of another type that says its name", "void out(const char *, long);\nstatic void g(int n) { out(__func__, n); }\nint f(int a) { g(a); return 0; }\n", "void out(const char *, long);\nstatic void g(long n) { out(__func__, n); }\nint f(int a) { g(a); return 0; }\n", "static void g__old(int n) { out(\"g\", n); }"},
		{"arguments that must be constants", "int f(double a) { return __builtin_fpclassify(0, 1, 2, 3, 4, a); }\n", "int f(double a) { return __builtin_fpclassify(0, 1, 2, 7, 4, a); }\n", "return change(__builtin_fpclassify(0, 1, 2, 3, 4, a), __builtin_fpclassify(0, 1, 2, 7, 4, a));"},
		{"declared and defined nowhere", "struct s { int a; };\nint gone(struct s *);\nint f(struct s *p) { return p->a; }\n", "struct s { long a; };\nint gone(struct s *);\nint f(struct s *p) { return p->a; }\n", "int f__old(struct s__old *p) { return p->a; }"},
		{"how to compile it", "#define FORCE inline\nstatic int g(int a) { return a; }\nstatic FORCE int k(int a) { return a; }\nint f(int a) { return g(a) + k(a); }\n", "#ifdef _MSC_VER\n#define FORCE __forceinline\n#else\n#define FORCE inline __attribute__((__always_inline__))\n#endif\nstatic FORCE int g(int a) { return a; }\nstatic FORCE int k(int a) { return a; }\nint f(int a) { return g(a) - k(a); }\n", "return change(g(a) + k(a), g(a) - k(a));"},
		{"a macro of a function", "int f(int a) {\n#define STEP a += 1;\nSTEP\n#undef STEP\nreturn a;\n}\n", "int f(int a) {\n#define STEP a += 2;\nSTEP\n#undef STEP\nreturn a;\n}\n", "#define STEP__old a += 1;"},
		{"structure that gets a value", "typedef struct { int n; } box;\nint f(box *p) { p->n = 1; return p->n; }\n", "typedef struct { int n; } box;\nint f(box *p) { box was = *p; p->n = 1; return was.n; }\n", "box was; if (change(0, 1)) { was = *p; }"},
		{"variable of the name of a member", "struct s { int n; };\nint f(struct s *p) { return p->n; }\n", "struct s { int n; };\nint f(struct s *p) { int n = p->n; return n + 1; }\n", "int n = change(0, p->n); return change(p->n, n + 1);"},
		{"inserted where a structure lacks members", "struct q { int m; };\nstruct s { int a, b; };\nint f(struct s *p) { struct q x = { p->b }; return x.m; }\n", "struct s { int a; };\nint f(struct s *p) { return p->a; }\n", "struct s { int a, b; };"},
		{"conditionals that are in the way of one function", "void out(int);\nint f(int a) {\nif (a) out(1);\n#ifndef NEVER\nelse if (a > 2) out(2);\n#endif\nreturn a;\n}\n", "void out(int);\nint f(int a) {\nif (a) out(1);\n#ifndef NEVER\nelse if (a > 3) out(2);\n#endif\nreturn a;\n}\n", "else if (a > change(2, 3)) out(2);"},
		{"conditionals in a function that differs in a macro alone", "void out(int);\n#define M 1\nint f(int a) {\nif (a) { out(1); }\n#ifndef NEVER\nelse if (a > M) { out(2); }\n#endif\nreturn a;\n}\n", "void out(int);\n#define M 2\nint f(int a) {\nif (a) { out(1); }\n#ifndef NEVER\nelse if (a > M) { out(2); }\n#endif\nreturn a;\n}\n", "else if (a > change(M__old, M)) { out(2); }"},
		{"a macro before the name", "#if A\n#define API(t) t\n#else\n#define API(t) extern t\n#endif\nAPI(int) f(int a)\n{ return a; }\nAPI(int) g(int b)\n{ return b; }\n",
			"#if A\n#define API(t) t\n#else\n#define API(t) extern t\n#endif\nAPI(int) f(int a)\n{ return a + 1; }\nAPI(int) g(int b)\n{ return b; }\n", "return change(a, a + 1);"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := unify(t, c.old, c.new, nil)
			if err != nil {
				t.Fatal(err)
			}
			if text := u.Version.Files[0].Text; !strings.Contains(text, c.want) || len(u.Fallbacks) > 0 {
				t.Errorf("%q is not in\n%s\nfallbacks %v", c.want, text, u.Fallbacks)
			}
		})
	}
}

// TestMoved unifies versions that have the same things in other files.
func TestMoved(t *testing.T) {
	type files = map[string]string
	const use = "int f(int a) { struct s x = { a }; return x.a * K; }\n"
	const library = "int k(int a) { int s = 0; for (int i = 0; i < a; i++) { s += i;\nif (s > 10) break; }\nreturn s; }\nint k2(int a) { return a * 3; }\nint k3(int a) { return a * 5; }\n"
	for _, c := range []struct {
		name     string
		old, new files
		want     files // what is in the unified files
	}{
		{"a function into another file",
			files{"a.c": "int g(int a) { return a + 1; }\nint f(int a) { return g(a) * 2; }\n"},
			files{"a.c": "int g(int);\nint f(int a) { return g(a) * 2; }\n", "b.c": "int g(int a) { return a + 2; }\n"},
			files{"a.c": "return change(g__old(a), g(a)) * 2;", "b.c": "int g(int a) { return a + 2; }"}},
		{"a type into a header",
			files{"a.c": "struct s { int a; };\n#define K 3\n" + use},
			files{"a.c": "#include \"h.h\"\n" + use, "h.h": "struct s { int a, b; };\n#define K 4\n"},
			files{"a.c": "return x.a * change(K__old, K);", "h.h": "struct s { int a, b; };"}},
		{"a type out of a header",
			files{"a.c": "#include \"h.h\"\n" + use, "h.h": "struct s { int a; };\n#define K 4\n"},
			files{"a.c": "struct s { int a; };\n#define K 3\n" + use},
			files{"a.c": "return x.a * change(K__old, K);", "h.h": "#define K__old 4"}},
		{"a type into a header of a header",
			files{"a.c": "#include \"h.h\"\n" + use, "h.h": "struct s { int a; };\n#define K 4\n"},
			files{"a.c": "#include \"h.h\"\n" + use, "h.h": "#include \"k.h\"\n#define K 5\n", "k.h": "struct s { int a; };\n"},
			files{"a.c": "return x.a * change(K__old, K);", "k.h": "struct s { int a; };"}},
		{"a header that becomes two",
			files{"a.c": "#include \"a.h\"\nint f(int a) { struct s x = { a }; return x.b; }\n", "a.h": "typedef unsigned char byte;\nstruct s { byte b; };\n"},
			files{"a.c": "#include \"c.h\"\nint f(int a) { struct s x = { a }; return x.b + 1; }\n", "b.h": "typedef unsigned char byte;\n", "c.h": "#include \"b.h\"\nstruct s { byte b; };\n"},
			files{"a.c": "return change(x.b, x.b + 1);", "b.h": "typedef unsigned char byte;", "c.h": "struct s { byte b; };"}},
		{"a type into a header of a header that changes",
			files{"a.c": "#include \"a.h\"\nint f(int a) { struct s x = { a }; return x.b; }\n", "a.h": "typedef unsigned char byte;\nstruct s { byte b; };\n"},
			files{"a.c": "#include \"a.h\"\nint f(int a) { struct s x = { a }; return x.b + x.c; }\n", "a.h": "#include \"b.h\"\nstruct s { byte b; long c; };\n", "b.h": "typedef unsigned char byte;\n"},
			files{"a.h": "struct s { byte b; long c; };"}},
		{"names that macros of a header make",
			files{"a.c": "#include \"a.h\"\nint f(enum e a) { return a == E_TWO ? 1 : 0; }\n", "a.h": "#define MAP(X) X(ONE) X(TWO)\n#define GEN(s) E_##s,\nenum e { MAP(GEN) LAST };\n"},
			files{"a.c": "#include \"a.h\"\nint f(enum e a) { return a == E_TWO ? 2 : 0; }\n", "a.h": "#define MAP(X) X(ONE) X(MORE) X(TWO)\n#define GEN(s) E_##s,\nenum e { MAP(GEN) LAST };\n"},
			files{"a.c": "int f__old(enum e__old a) { return a == E_TWO__old ? 1 : 0; }", "a.h": "enum e__old { E_ONE__old , E_TWO__old , LAST__old } ;"}},
		{"names that an included list makes",
			files{"a.c": "#define X(s) E_##s,\nenum e {\n#include \"list.h\"\nLAST };\n#undef X\nint f(int a) { return a == E_TWO ? 1 : 0; }\n", "list.h": "X(ONE) X(TWO)\n"},
			files{"a.c": "#define X(s) E_##s,\nenum e {\n#include \"list.h\"\nLAST };\n#undef X\nint f(int a) { return a == E_TWO ? 1 : 0; }\n", "list.h": "X(ONE) X(MORE)\nX(TWO)\n"},
			files{"a.c": "return a == change(E_TWO__old, E_TWO) ? 1 : 0;"}},
		{"code that is included",
			files{"a.c": "int f(int a) {\n#include \"part.h\"\nreturn a; }\n", "part.h": "if (a > 3) // much\n\ta = 2;\n"},
			files{"a.c": "int f(int a) {\n#include \"part.h\"\nreturn a; }\n", "part.h": "if (a > 4)\n\ta = 2;\n"},
			files{"a.c": "if ( a > change(3, 4) ) a = 2 ;"}},
		{"files of other names",
			files{"a.c": "#include \"lib/x.h\"\nint f(int a) { return k(a) + K; }\n", "lib/x.c": "#include \"x.h\"\n" + library, "lib/x.h": "#define K 3\nint k(int);\nint k2(int);\nint k3(int);\n"},
			files{"a.c": "#include \"src/y.h\"\nint f(int a) { return k(a) + K; }\n", "src/y.c": "#include \"y.h\"\n" + strings.Replace(library, "s > 10", "s > 11", 1), "src/y.h": "#define K 4\nint k(int);\nint k2(int);\nint k3(int);\n"},
			files{"a.c": "return k(a) + change(K__old, K);", "src/y.c": "if (s > change(10, 11)) break;"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			of := func(name string, texts files) *program.Version {
				v := version(name)
				for _, n := range slices.Sorted(maps.Keys(texts)) {
					v.Files = append(v.Files, program.SourceFile{Name: n, Text: texts[n]})
				}
				return v
			}
			d := delta.Compute(of("v", c.old), of("w", c.new))
			u, err := Merge(context.Background(), d, compile(t, d.Old, nil), compile(t, d.New, nil), func(ctx context.Context, v *program.Version) (*program.Program, error) {
				return cfront.Compile(ctx, v, cfront.Options{})
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range slices.Sorted(maps.Keys(c.want)) {
				if text, _ := find(u.Version, n); !strings.Contains(text, c.want[n]) {
					t.Errorf("%q is not in %s:\n%s", c.want[n], n, text)
				}
			}
			if len(u.Fallbacks) > 0 {
				t.Errorf("fallbacks %v", u.Fallbacks)
			}
		})
	}
}

// TestOtherLinkage: the old declaration of a function that is static no more is left out.
func TestOtherLinkage(t *testing.T) {
	u, err := unify(t, "static int g(int a) { return a; }\nint f(int a) { return g(a); }\nstatic int g(int a);\n", "int g(int a) { return a; }\nint f(int a) { return g(a) + 1; }\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := u.Version.Files[0].Text; strings.Contains(text, "static") || !strings.Contains(text, "return change(g(a), g(a) + 1);") {
		t.Errorf("the unified program:\n%s", text)
	}
}

// TestCleanedUp: a variable that is cleaned up is not declared for the other version.
func TestCleanedUp(t *testing.T) {
	const head = "void show(int *);\n#define SHOWN __attribute__((cleanup(show)))\n"
	for _, decl := range []string{"SHOWN int v = 1;", "int v __attribute__((__cleanup__(show))) = 1;"} {
		u, err := unify(t, head+"int f(int a) { "+decl+" a++; return a; }\n", head+"int f(int a) { a++; return a; }\n", nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(u.Fallbacks) != 1 {
			t.Errorf("%s: fallbacks %v in\n%s", decl, u.Fallbacks, u.Version.Files[0].Text)
		}
	}
}

// TestKeptTags: in a body that is kept, what members are called hides no tag.
func TestKeptTags(t *testing.T) {
	const f = "int f(int n) { struct { struct m m; } u; return sizeof u; }\n"
	u, err := unify(t, "struct m { short a; };\n"+f, "struct m { long a; };\n"+f, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := "{ struct { struct m__old m; } u; return sizeof u; }"; !strings.Contains(u.Version.Files[0].Text, want) {
		t.Errorf("%q is not in\n%s", want, u.Version.Files[0].Text)
	}
}

func TestFallback(t *testing.T) {
	u, err := unify(t, body("again: out(1);\nif (a--) goto again;"), body("out(1);\nagain: if (a--) goto again;"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(u.Fallbacks) != 1 || u.Fallbacks[0].Func != "f" {
		t.Errorf("fallbacks %v", u.Fallbacks)
	}
	if !strings.Contains(u.Version.Files[0].Text, "goto again__old;") {
		t.Errorf("the old body does not jump to a label of its own:\n%s", u.Version.Files[0].Text)
	}
}

// TestFunctionAt holds the function that a compile error is put down to to its place, which
// counts lines from #line.
func TestFunctionAt(t *testing.T) {
	v := version("v", program.SourceFile{Name: "./a.c", Text: "int one;\nint two;\n#line 1 \"a.c\"\nint f(void) {\n  return 1;\n}\n" +
		"int g(void) {\n  return 2;\n}\nint old(void) {\n\n\n\n return 3; }\n#line 7 \"a.c\"\nint h(void) {\n  return 4;\n\n}\n# 1 \"gram.y\"\nint y(void) {\n  return 5;\n}\n"})
	for _, c := range []struct {
		at   program.Position
		want string
	}{
		{program.Position{File: "a.c", Line: 2, Col: 10}, "f"},
		{program.Position{File: "a.c", Line: 4, Col: 5}, "g"},
		{program.Position{File: "a.c", Line: 8, Col: 3}, "h"},
		{program.Position{File: "a.c", Line: 11, Col: 2}, "old"},
		{program.Position{File: "a.c", Line: 5}, "g"},
		{program.Position{File: "gram.y", Line: 2, Col: 3}, "y"},
		{program.Position{File: "a.c", Line: 30}, ""},
		{program.Position{File: "b.c", Line: 2, Col: 3}, ""},
	} {
		if got := functionAt(v, fmt.Errorf("compile: %w", &program.Error{Pos: c.at})); got != c.want {
			t.Errorf("%v: %q, want %q", c.at, got, c.want)
		}
	}
}

// TestUndefined: a function that one version uses and does not define is not the other's.
func TestUndefined(t *testing.T) {
	file := func(name, text string) program.SourceFile { return program.SourceFile{Name: name, Text: text} }
	define, removed := "int k(int a) { return a + 1; }\n", "int k(int);\n"
	use := func(n string) string { return "int f(int a) { return k(a) + " + n + "; }\n" }
	for _, c := range []struct {
		name     string
		old, new []program.SourceFile
		defined  [2]bool // what each projection defines of k
		want     string
	}{
		{"removed", []program.SourceFile{file("a.c", define+use("1"))}, []program.SourceFile{file("a.c", removed+use("2"))}, [2]bool{true, false}, "return change(k__old(a), k(a)) + change(1, 2);"},
		{"used as before", []program.SourceFile{file("a.c", define+use("1"))}, []program.SourceFile{file("a.c", removed+use("1"))}, [2]bool{true, false}, "return change(k__old(a), k(a)) + 1;"},
		{"through a macro", []program.SourceFile{file("a.c", define+"#define K(a) k(a)\nint f(int a) { return K(a); }\n")}, []program.SourceFile{file("a.c", removed+"#define K(a) k(a)\nint f(int a) { return K(a); }\n")}, [2]bool{true, false}, "return change(K__old(a), K(a));"},
		{"in a file that is gone", []program.SourceFile{file("a.c", removed+use("1")), file("b.c", define)}, []program.SourceFile{file("a.c", removed+use("1"))}, [2]bool{true, false}, "return change(k__old(a), k(a)) + 1;"},
		{"declared and not used", []program.SourceFile{file("a.c", define+use("1"))}, []program.SourceFile{file("a.c", removed+"int f(int a) { return a + 2; }\n")}, [2]bool{true, true}, "return change(k(a) + 1, a + 2);"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := delta.Compute(version("v", c.old...), version("w", c.new...))
			u, err := Merge(context.Background(), d, compile(t, d.Old, nil), compile(t, d.New, nil), func(ctx context.Context, v *program.Version) (*program.Program, error) {
				return cfront.Compile(ctx, v, cfront.Options{})
			})
			if err != nil {
				t.Fatal(err)
			}
			if text := u.Version.Files[0].Text; !strings.Contains(text, c.want) {
				t.Errorf("%q is not in\n%s", c.want, text)
			}
			for r, want := range c.defined {
				name := "k"
				if !c.defined[1] && r == 0 {
					name = "k__old"
				}
				if got := defined(u.Sides[r])[name]; got != want {
					t.Errorf("the %s projection defines %s: %v", delta.Reading(r), name, got)
				}
			}
			if bad := mapping.Agree(d.New, u.Project(delta.New), compile(t, d.New, nil), u.Sides[1]); len(bad) > 0 {
				t.Errorf("the new projection is not the new version in %v", bad)
			}
		})
	}
}

// TestDefinedByOne: the old projection is not said to be the old version where it calls a
// function that only the new one defines.
func TestDefinedByOne(t *testing.T) {
	const use = "int f(const char *s) { return (int)%s(s); }\n"
	for _, c := range []struct{ name, head, fn string }{
		{"by none", "unsigned long k(const char *);\n", "k"},
		{"by the library", "#include <string.h>\n", "strlen"},
	} {
		t.Run(c.name, func(t *testing.T) {
			old := c.head + fmt.Sprintf(use, c.fn)
			new := c.head + fmt.Sprintf(use, c.fn) + "unsigned long " + c.fn + "(const char *s) { return s[0]; }\n"
			d := delta.Compute(one(old), one(new))
			u, err := unify(t, old, new, nil)
			if err != nil {
				t.Fatal(err)
			}
			bad := mapping.Agree(d.Old, u.Project(delta.Old), compile(t, d.Old, nil), u.Sides[0])
			if !cmp.Equal(bad, []string{c.fn}) {
				t.Errorf("the old projection is not the old version in %v", bad)
			}
		})
	}
}

func TestUnifyRefuses(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"main", "int main(void) { return 0; }\n", "long main(void) { return 0; }\n", "a.c:1:1: main is declared"},
		{"the old main", "int main(void) { int argc = 0; return argc; }\n", "int main(int argc, char **argv) { return 0; }\n", "at a.c:1:1 in the old version"},
		{"hidden braces", "#define BEGIN {\n#define END }\nint f(int a) BEGIN return a; END\nint g(int a) { return a; }\n", "#define BEGIN {\n#define END }\nint f(int a) BEGIN return a + 1; END\nint g(int a) { return a; }\n", "a.c:1:1: the macro BEGIN, which the old version of a.c uses, has a brace without its counterpart"},
		{"a hidden end", "#define E ; }\nint f(int a) { return a E\n", "#define E + 1; }\nint f(int a) { return a E\n", "a.c:1:1: the macro E, which the old version of a.c uses, has a brace without its counterpart"},
	} {
		_, err := unify(t, c.old, c.new, nil)
		if !errors.Is(err, ErrNotUnified) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}

// TestNothing: files without a token are versions, too.
func TestNothing(t *testing.T) {
	for _, nothing := range []string{"", "/* nothing */\n"} {
		for _, pair := range [][2]string{{nothing, "int f(int a) { return a; }\n"}, {"int f(int a) { return a; }\nstruct s { int a; };\n", nothing}} {
			if _, err := unify(t, pair[0], pair[1], nil); err != nil {
				t.Errorf("%q: %v", pair, err)
			}
		}
	}
}
