package cfront

import (
	"context"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

func TestLiteralSpelling(t *testing.T) {
	for _, c := range []struct{ wide, text, want string }{
		{"L", `"plain" 'x' L"w" L'x' "\x41\n"`, `"plain" 'x' L"w" L'x' "\x41\n"`},
		{"L", `u8"é" "a" /* u8"" */ // u""`, `"é" "a" /* u8"" */ // u""`},
		{"L", `L"\xff" "\377" L"\x1234"`, `L"\U000000ff" "\U000000ff" L"\U00001234"`},
		{"u", `u"\xff" "a"`, `L"\U000000ff" "a"`},
		{"u", `f(U"\x1")`, `f(((unsigned int(*)[2])"\001\000\000\000\000\000\000")[0])`},
		{"L", "u\"a\" // it's\n  u\"b\" + 1", "((unsigned short(*)[3])\"\\141\\000\\142\\000\\000\")[0]\n       + 1"},
		{"L", `'ab' 'é' '\E' u'x' U'x' u8'x' '\x0041'`, `(24930) (50089) (27) ((unsigned short)120) 120u ((unsigned char)120) (65)`},
		{"L", "#if 'ab' == u'x'\n#error it's 'ab'", "#if (24930) == 120u\n#error it's 'ab'"},
		{"L", `"\x0041" "a\\0"`, `"\101" "a\1340"`},
		{"L", "0xau\"\" au\"\" 'unclosed\n'a'", "0xau\"\" au\"\" 'unclosed\n'a'"},
		{"L", "\ufeffint x; /* \ufeff */", "int x; /* \ufeff */"},
		{"u", `L'a' u"a"`, `(97) L"a"`},
		{"L", `u"a" U"b"`, `u"a" U"b"`},
	} {
		l := newLiterals(map[string]bool{c.wide: true})
		if got := l.rewrite("a.c", c.text); got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

// Places are those of the user's text, whatever becomes of the literals on the
// line, in headers and after #line too.
func TestLiteralColumns(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`int x = 'abc' + 'de' + y;`, "a.c:1:24: undefined: y"},
		{"void *p[] = { u8\"a\", u\"b\", U\"c\", L\"\\xff\",\n u\"d\"\n U\"\", };", "a.c:2:3: unsupported: unexpected string literal"},
		{"void *p[] = { u\"a\",\n L\"b\" // c\n  L\"\\xff\", y };", "a.c:3:12: undefined: y"},
		{"#line 7 \"gen.y\"\nint x = 'abc' + y;", "gen.y:7:17: undefined: y"},
		{"#define C 'abc'\nint x = C + y;", "a.c:2:13: undefined: y"},
		{"#include \"h.h\"\n", "h.h:1:21: undefined: y"},
	} {
		_, err := compile(t, nil, "a.c", c.text, "h.h", "int x = U'a' + 'bc'+y;")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want %q", c.text, err, c.want)
		}
	}
}

// Ranges of expressions end where the user's text does.
func TestLiteralRanges(t *testing.T) {
	text := "void g(int, void *);\nvoid f(void) { g('abcdef', u\"text\"); g(1, L\"\\x1234\"); }"
	v := &program.Version{Files: []program.SourceFile{{Name: "a.c", Text: text}}}
	p, err := Compile(context.Background(), v, Options{})
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Split(text, "\n")[1]
	var got []string
	for _, f := range p.Funcs {
		if f.Name == "f" {
			for _, s := range f.Stmts {
				r := p.Ranges[s.At]
				got = append(got, line[r.Col-1:r.EndCol-1])
			}
		}
	}
	if want := `g('abcdef', u"text")|g(1, L"\x1234")`; strings.Join(got, "|") != want {
		t.Errorf("got %q, want %s", got, want)
	}
}
