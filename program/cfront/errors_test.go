package cfront

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/dialect"
)

// compile translates sources given as name, text, name, text...
func compile(t *testing.T, cache *Cache, files ...string) (*program.Program, error) {
	t.Helper()
	v := &program.Version{Name: "test"}
	for i := 0; i < len(files); i += 2 {
		v.Files = append(v.Files, program.SourceFile{Name: files[i], Text: files[i+1]})
	}
	return Compile(context.Background(), v, Options{Cache: cache})
}

func TestErrors(t *testing.T) {
	cache := NewCache()
	for _, c := range []struct {
		name, text, want string
		unsupported      bool
	}{
		{"syntax", "int f( { }", "a.c:1:8: ", false},
		{"large object", "char big[1UL << 40];", "a.c:1:6: unsupported: object of 1099511627776 bytes", true},
		{"nesting", "/* ( */\nint x = " + strings.Repeat("(", 100_000) + "1;", "a.c:2:2009: unsupported: nested too deeply", true},
		{"prefixes", "int x = " + strings.Repeat("- ", 100_000) + "1;", "unsupported: nested too deeply", true},
		{"sum", "int f(int x)\n{\n\treturn x" + strings.Repeat(" +\nx", dialect.MaxChain) + ";\n}", "a.c:50002:3: unsupported: more tokens without a separator", true},
		{"else", "void f(int x)\n{\n" + strings.Repeat("if (x) { x++; x--; } else\n", dialect.MaxChain/4) + ";\n}", "unsupported: more tokens without a separator", true},
		{"labels", "void f(int x)\n{\n" + strings.Repeat("l: ", dialect.MaxChain) + ";\n}", "a.c:3:150001: unsupported: more tokens without a separator", true},
		{"casts", "int x = " + strings.Repeat("(int)", dialect.MaxChain) + "1;", "a.c:1:250003: unsupported: more tokens without a separator", true},
		{"packed enumeration", "typedef enum { A } __attribute__((packed)) e;", "a.c:1:1: unsupported: packed enumeration", true},
		{"attribute of an enumeration", "enum __attribute__((packed)) e { A };", "unsupported: unexpected 'enum', expected enum specifier", true},
		{"continued last line", "char *q = \"\\", "a.c:1:11: string literal not terminated", false},
		{"wide string in braces", "int x = 'ab', w[] = { L\"a\\xff\" };", "a.c:1:23: unsupported: wide string within braces", true},
		{"kinds of strings", "void *p = u\"a\" U\"b\";", "a.c:1:11: strings of the kinds u\"\" and U\"\" side by side", false},
		{"kinds of strings in macros", "#define W L\"b\"\nvoid *p = u\"a\" W;", "a.c:2:11: strings of the kinds u\"\" and L\"\" side by side", false},
		{"truncated", "int f(void);\nint *", "a.c:2:1: unexpected end of file", false},
		{"stray character", "int *@ x;", "a.c:1:6: unexpected '@'", false},
		{"undeclared", "int f(void)\n{\n\treturn x;\n}", "a.c:3:9: undefined: x", false},
		{"missing header", "\n#include <no/such.h>\n", "a.c:2:10: file not found: no/such.h; searched <rift>/include", false},
		{"line directive", "#line 70 \"gen.y\"\nint f(void) { return y; }", "gen.y:70:22: undefined: y", false},
		{"linemarker", "# 8 \"pre.c\" 2\nint f(void) { return y; }", "pre.c:8:22: undefined: y", false},
		{"vector", "typedef int v4 __attribute__((vector_size(16)));\nv4 f(v4 a) { return a; }", "a.c:2:4: unsupported: vector type", true},
		{"file asm", "__asm__(\".globl x\");", "a.c:1:1: unsupported: asm at file scope", true},
		{"not constant", "int f(void);\nint g = f();", "a.c:2:9: initialiser is not constant", false},
		{"label in an initialiser", "void f(void) { static int x = ({ l: 3; }); }", "a.c:1:31: initialiser is not constant", false},
		{"statements at file scope", "int x = ({ static int y = 3; y; });", "a.c:1:10: statement expression outside a function", false},
		{"switch over a pointer", "void f(char *p) { switch (p) { case 0:; } }", "a.c:1:19: switch over ", false},
		{"array assignment", "int a[2], b[2];\nvoid f(void) { a = b; }", "a.c:2:16: assignment to an array", false},
		{"redefinition", "int f(void) { return 1; }\nint f(void) { return 2; }", "a.c:2:5: redefinition of f", false},
		{"few arguments", "int g(int, int);\nint f(void) { return g(1); }", "a.c:2:22: too few arguments in call", false},
		{"record mismatch", "struct a { int x; } a;\nstruct b { long y[3]; } b;\nvoid f(void) { a = b; }", "a.c:3:16: assignment of struct b to struct a", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := compile(t, cache, "a.c", c.text)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got error %v, want one with %q", err, c.want)
			}
			var e *program.Error
			if !errors.As(err, &e) || e.Unsupported != c.unsupported {
				t.Errorf("%v: Unsupported is not %v", err, c.unsupported)
			}
		})
	}
}

// TestManyErrors checks that errors of several declarations are reported, at
// most ten.
func TestManyErrors(t *testing.T) {
	text := ""
	for range 12 {
		text += "__asm__(\"hlt\");\n"
	}
	_, err := compile(t, nil, "a.c", text)
	if n := strings.Count(err.Error(), "unsupported: asm"); n != maxErrors {
		t.Errorf("%d errors reported, want %d:\n%v", n, maxErrors, err)
	}
}

// The message of an assertion may be left out.
func TestStaticAssertions(t *testing.T) {
	_, err := compile(t, nil, "a.c", `_Static_assert(sizeof(struct { int a, b; }) == 8);
_Static_assert(1, "fine");
struct s { int a; _Static_assert(1); int b; };
void f(void) {
	_Static_assert(sizeof(struct s) == 8);
	_Static_assert(0);
}
_Static_assert(0, "with a message");`)
	if err == nil {
		t.Fatal("false assertions are accepted")
	}
	if got, want := err.Error(), "a.c:6:2: assertion failed: \na.c:8:1: assertion failed: with a message"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What nesting is allowed must not exhaust the stack of parser and lowering.
func TestNesting(t *testing.T) {
	const maxNesting = dialect.MaxNesting
	for _, s := range []string{
		"int x = " + strings.Repeat("(", maxNesting-1) + "1" + strings.Repeat(")", maxNesting-1) + ";",
		"int f(int x) { return " + strings.Repeat("-(", maxNesting/2) + "x" + strings.Repeat(")", maxNesting/2) + "; }",
		"void f(void) { " + strings.Repeat("{", maxNesting-2) + strings.Repeat("}", maxNesting-2) + " }",
	} {
		if _, err := compile(t, nil, "a.c", s); err != nil {
			t.Errorf("%.40s...: %v", s, err)
		}
	}
}

// FuzzCompile feeds arbitrary text: Compile must return, with a program that
// passes Verify or with an error.
func FuzzCompile(f *testing.F) {
	for _, s := range []string{
		"int main(void) { return 0; }",
		"int f(x) char x; { switch (x) { case 1 ... 3: return 1; default:; } return 0; }",
		"struct s { int a:3, b[]; } x = { 1 }; int *p = &(int){ 2 };",
		"#define A A B\n#define B A\nint A;",
		"int f(int n) { int a[n]; goto *&&l; l: return sizeof a; }",
		"typedef int t; t f(t t) { return ({ t; }); }",
		"_Complex double z = 1.0 + 2.0i; __int128 q = -1; long double l = 0x1.8p3L;",
		"int f(int n) { goto l; if (({ __asm__(\"hlt\"); n; })) { l: n = 1; } struct s { int a[n]; } x; return sizeof x; }",
		"int a[] = { [5] = 1, [0 ... 2] = 3 }; char *s = \"a\" \"b\";",
		"void *p = u\"a\\xffff\" \"b\", *q[] = { L\"\\U0001f600\", u8\"\\7\\\\0\" }; int c = 'abc' + u'\\x';\n#define S(x) #x\nchar *s = S(U\"a\");",
		"void g(int *); int f(int n) { l:; int x __attribute__((cleanup(g))) = n; if (n--) goto l; return ({ int y __attribute__((cleanup(g))); x; }); }",
		"int f(char *s) { return _Generic(s, const char *: 1, char *: 2, default: ({ 3; })); } enum { A } __attribute__((packed));",
		"#include <a.h>\n#include <b.h>\n#include \"c.h\"\nenum { X };\nstruct s { int a; };\nint main(void) { return X; }",
		"#include \"fuzz.c\"\nint x;",
		"#include NONE\nstruct s { int a; };",
		"#define f(x) x\nenum { A f(1, 2",
		"char *s = (char[]){ \"text\" }, c = \"text\"[1]; int w[] = { L\"x\" }, a[3] = (int[3]){ 1 };",
	} {
		f.Add(s)
	}
	cache := NewCache()
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			t.Skip("long")
		}
		v := &program.Version{Files: []program.SourceFile{{Name: "fuzz.c", Text: text}}}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		_, err := Compile(ctx, v, Options{Cache: cache})
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			t.Error("does not end")
		case err != nil && strings.Contains(err.Error(), "internal error: function"):
			t.Errorf("Verify declines the program: %v", err)
		}
	})
}
