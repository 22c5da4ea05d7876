package csyntax

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// texts writes tokens as text, with the letter of each kind before it.
func texts(toks []Token) string {
	var out []string
	for _, t := range toks {
		out = append(out, string("-insc.#"[t.Kind])+t.Text)
	}
	return strings.Join(out, " ")
}

func TestLex(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"signs", "a+=b->c...<<=1", "ia .+= ib .-> ic .... .<<= n1"},
		{"dollar and utf-8", "$x å1 x$y", "i$x iå1 ix$y"},
		{"numbers", "1.5e-3 .5f 0x1p+4 1UL 3.x", "n1.5e-3 n.5f n0x1p+4 n1UL n3.x"},
		{"literals", `"a\"b" L'x' u8"y" U"z" x"w"`, `s"a\"b" cL'x' su8"y" sU"z" ix s"w"`},
		{"not closed", "'a\nb \"c", "c'a ib s\"c"},
		{"comments", "a/* b\n*/c//d\ne/*f", "ia ic ie"},
		{"joined lines", "fo\\\no +\\\n= \"a\\\nb\"", `ifoo .+= s"ab"`},
		{"joined by cr lf", "fo\\\r\no /\\\r\n/ x\r\ny", "ifoo iy"},
		{"comment in a joined line", "// a\\\nb\nc", "ic"},
		{"directives", "a\n  #if X // y\n#define Y(a) \\\n  a\nb", "ia ##if X // y ##define Y(a) \\\n  a ib"},
		{"directive with cr lf", "#if X\r\nb\r\n", "##if X ib"},
		{"comment that goes on", "#define X /* a\n b */ y\nz", "##define X /* a\n b */ y iz"},
		{"apostrophe", "#error don't\nx", "##error don't ix"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := texts(Lex(c.text)); got != c.want {
				t.Errorf("%q: got %s\nwant %s", c.text, got, c.want)
			}
		})
	}
}

func TestLines(t *testing.T) {
	var got []string
	for _, tok := range Lex("a\n\\\nb /*\n*/ c\n#x\\\ny\nd") {
		got = append(got, fmt.Sprint(tok.Line))
	}
	if want := "1 3 4 5 7"; strings.Join(got, " ") != want {
		t.Errorf("lines %v, want %s", got, want)
	}
}

func TestDirectives(t *testing.T) {
	for _, c := range []struct{ line, name, macro, include string }{
		{"# define  F(x) x", "define", "F(", ""},
		{"#define F (x)", "define", "F", ""},
		{"#define $f 1", "define", "$f", ""},
		{"#include <sys/stat.h> // x", "include", "", "sys/stat.h"},
		{"#include \"a b.h\"", "include", "", "a b.h"},
		{"#include NAME", "include", "", "?"},
		{"#endif", "endif", "", ""},
		{"#", "", "", ""},
		{"x", "", "", ""},
	} {
		if got := DirectiveName(c.line); got != c.name {
			t.Errorf("%q: name %q", c.line, got)
		}
		macro, parameters, _, _ := Define(c.line)
		if parameters {
			macro += "("
		}
		if macro != c.macro {
			t.Errorf("%q: defines %q", c.line, macro)
		}
		include, ok := Include(c.line)
		if ok && include == "" {
			include = "?"
		}
		if include != c.include {
			t.Errorf("%q: includes %q", c.line, include)
		}
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"function", "static int f(int a)\n{ return a; }\nint x = 3;", "function f, declaration x"},
		{"attributes", "__attribute__((noinline)) int f(void) { }", "function f"},
		{"old style", "int f(a, b)\nint a;\nchar *b[3];\n{ return a; }\nint g;", "function f, declaration g"},
		{"old style without a type", "f(a) int a; { ; }\ng(b) { }", "function f, function g"},
		{"prototypes are not old style", "int f(a_t); int g; struct s { int x; };", "declaration f, declaration g, record s"},
		{"names", "int $f(void) { } int ñandú;", "function $f, declaration ñandú"},
		{"records", "struct s { int a; } v; typedef struct { int x; } T; enum { A, B }; union u *p;", "record s, record T, record {A, declaration p"},
		{"typedefs", "typedef int qi __attribute__((mode(QI))); typedef int row[N]; typedef int fn(int a); typedef int (*ptr)(int); typedef __typeof__(n + 1) same; typedef struct { int x; } __attribute__((packed)) P; typedef struct s { int x; } Q __attribute__((packed));",
			"declaration qi, declaration row, declaration fn, declaration ptr, declaration same, record P, record Q"},
		{"macro and use", "#define F(x) int x;\nF(a)\nint b;\n#if 1\n#endif", "macro F, use F, declaration b, other , other "},
		{"initialiser with braces", "int a[] = { 1, 2 }; int f() { }", "declaration a, function f"},
		{"continued macro with cr lf", "#define A 1 \\\r\n + 2\r\nint x;\r\n", "macro A, declaration x"},
		{"not closed", "int f() { {", "function f"},
		{"for C++", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nstruct s { int a; };\nint f(void) { }\n#ifdef __cplusplus\n}\n#endif\nint x;", "other , other , other , record s, function f, other , other , other , declaration x"},
		{"heads to choose from", "#if A\nint f(int a)\n#else\nint f(a) int a;\n#endif\n{ return a; }\nint g(void) { }\nint h;", "other , declaration f, other , record , function g, declaration h"},
		{"braces to choose from", "int f(int a) {\n#if A\nif (a) {\n#elif B\nif (!a) {\n#else\n{\n#endif\na = 2; }\nreturn a; }\nint g;", "function f, declaration g"},
		{"macro before the name", "PUBLIC(int) f(int a) { }\nstatic EXPORT(const char *) *g(void) { }\nAPI(2) void h(), k;", "function f, function g, declaration h"},
		{"macro behind the head", "int f(int a) UNUSED(a) { }", "function f"},
		{"macro that is a type", "TYPE(x) y = 1; TYPE(x) z[3];", "declaration y, declaration z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, it := range Parse(c.text).Items {
				got = append(got, [...]string{"other", "macro", "declaration", "record", "function", "use"}[it.Kind]+" "+it.Name)
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("got %s\nwant %s", s, c.want)
			}
		})
	}
}

func TestAssigned(t *testing.T) {
	for text, want := range map[string]string{
		"a = b;":                "a",
		"a[i + 1].b->c += 2;":   "a",
		"*p = 1; q++; --r;":     "p q r",
		"a == b; c <= d;":       "",
		"f(x)->y = 1;":          "",
		"\"a = b\" /* c = d */": "",
		"int x = y <<= 2;":      "x y",
		".member = 3, [2] = 4":  "member",
		"a = 1; a = 2;":         "a",
	} {
		if got := strings.Join(Assigned(Flat(text)), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestIdentifiers(t *testing.T) {
	got := Identifiers("#define X(a) a##b \"c\" /* d */\nif ($e) return é; // f")
	if want := []string{"X", "a", "a", "b", "$e", "é"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Any text is cut into tokens that lie in order, with nothing but white space and
// comments between them, and into items that have each token once.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"int f(a) int a; { return 'x'; }", "#define A \\\r\n b\n\"\\", "/*", "//\\\n", "\\", "L'", "a\\\n", "#", "##\\\n/", "0x1e+", "{}}(", "typedef", "enum {"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, flat := range []bool{false, true} {
			toks := Lex(text)
			if flat {
				toks = Flat(text)
			}
			at, line, counted := 0, 1, 0
			for _, tok := range toks {
				if tok.Start < at || tok.End <= tok.Start || tok.End > len(text) || tok.Text == "" || tok.Kind == End {
					t.Fatalf("%q: token %+v after %d", text, tok, at)
				}
				line += strings.Count(text[counted:tok.Start], "\n")
				counted = tok.Start
				if tok.Line != line {
					t.Fatalf("%q: token %+v is on another line", text, tok)
				}
				if gap := text[at:tok.Start]; strings.TrimLeft(gap, " \t\r\n\f\v\\") != "" && !strings.Contains(gap, "/") {
					t.Fatalf("%q: %q is lost", text, gap)
				}
				at = tok.End
			}
			Assigned(toks)
			Declared(toks)
		}
		file := Parse(text)
		next := 0
		for _, it := range file.Items {
			if it.From != next || it.To <= it.From || it.Body >= 0 && (it.Body < it.From || it.Body >= it.To || file.Toks[it.Body].Text != "{") {
				t.Fatalf("%q: item %+v after %d", text, it, next)
			}
			next = it.To
		}
		if next != len(file.Toks) {
			t.Fatalf("%q: tokens from %d on are lost", text, next)
		}
		for line := range strings.Lines(text) {
			Define(line)
			Include(line)
		}
		Identifiers(text)
	})
}
