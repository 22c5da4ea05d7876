package csyntax

import (
	"fmt"
	"strings"
	"testing"
)

func TestDeclarators(t *testing.T) {
	for text, want := range map[string]string{
		"int a;":                           "int | a",
		"int a, *b = &a, c[2] = { 1, 2 };": "int | a | *b = &a <b> | c[2] = { 1, 2 } <c>",
		"static const unsigned long x = f(1, 2), y;": "static const unsigned long | x = f(1, 2) <x> | y",
		"struct node *p, q;":                         "struct node | *p | q",
		"T x, **y;":                                  "T | x | **y",
		"typedef struct s s_t, *s_p;":                "typedef struct s | s_t | *s_p",
		"int (*f)(int, char), n;":                    "",
		"char *s = a, t[] = \"x,y;\";":               "char | *s = a <s> | t[] = \"x,y;\" <t>",
		"int f(int a), g(void);":                     "",
		"struct { int a; } b, c;":                    "",
		"__attribute__((unused)) int a, b;":          "",
		"typeof(x) a, b;":                            "",
		"MACRO(a, b);":                               "",
		"a = b, c;":                                  "",
		"return a, b;":                               "",
		"int;":                                       "",
		"int a":                                      "",
		"":                                           "",
	} {
		toks := Lex(text)
		spec, list, ok := Declarators(toks)
		got := ""
		if ok {
			got = Join(toks[:spec])
			for _, d := range list {
				got += " | " + strings.TrimSpace(text[toks[d.From].Start:toks[d.To-1].End])
				if d.Init >= 0 {
					got += fmt.Sprintf(" <%s>", d.Name)
				}
				if d.Name == "" {
					t.Errorf("%s: a declarator without a name", text)
				}
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
