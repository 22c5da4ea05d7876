package cfront

import (
	"context"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// Places are those of the user's text, whatever becomes of the literals on the
// line, in headers and after #line too.
func TestLiteralColumns(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`int x = 'abc' + 'de' + y;`, "a.c:1:24: undefined: y"},
		{"void *p[] = { u8\"a\", u\"b\", U\"c\", L\"\\xff\",\n u\"d\"\n U\"\", };", "a.c:2:2: strings of the kinds"},
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
