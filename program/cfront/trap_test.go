package cfront

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// A construct that is not supported stands in its function as a trap, with its
// place; the rest of the program is as ever.
func TestTraps(t *testing.T) {
	cache := NewCache()
	const vector = "typedef int v4 __attribute__((vector_size(16)));\n"
	for _, c := range []struct {
		name, text string
		want       []string
		keeps      string // a call in f that is still there
	}{
		{"asm behind a comment", "void g(void);\nvoid f(int i) { if (i) __asm__(\"# wait\\n hlt\"); g(); }", []string{"a.c:2:24: unsupported: asm"}, "g"},
		{"asm", "void g(void);\nvoid f(int i) { if (i) __asm__(\"hlt\"); g(); }", []string{"a.c:2:24: unsupported: asm"}, "g"},
		{"nested function", "void g(void);\nvoid f(int i)\n{\n\tg();\n\tint h(void) { return 1; }\n\ti = h();\n}", []string{"a.c:5:6: unsupported: nested function"}, "g"},
		{"vector", vector + "void g(void);\nvoid f(int i) { switch (i) { case 1: { v4 a = { 1 }; i = a[0]; } case 2: g(); } }",
			[]string{"a.c:3:43: unsupported: vector type", "vector"}, "g"},
		{"large local", "void g(void);\nvoid f(int i) { if (i) { long big[1 << 30]; big[i] = 1; } g(); }", []string{"unsupported: object of 8589934592 bytes", ""}, "g"},
		{"large local with clean-up", "void g(void);\nvoid h(void *);\nvoid f(int i) { if (i) { __attribute__((cleanup(h))) char big[1UL << 40]; } g(); }", []string{"unsupported: object of 1099511627776 bytes"}, "g"},
		{"qualifiers", "int f(const char *s) { return _Generic(s, char *: 1, const char *: 2); }", []string{"a.c:1:31: unsupported: _Generic over pointers that differ in qualifiers"}, ""},
		{"pointers", "int f(char *s) { return _Generic(s, int **: 1, char *: 2); }", []string{"a.c:1:25: unsupported: _Generic over char*, of which"}, ""},
		{"selection", "enum e { A } e;\nint f(void) { return _Generic(e, int: 1, default: 2, unsigned: 3); }", []string{"a.c:2:22: unsupported: _Generic over enum e"}, ""},
		{"variable structure", "void g(void);\nvoid f(int n) { g(); struct s { int a[n]; } x; n = sizeof x; }", []string{"unsupported: structure of variable size", ""}, "g"},
		{"condition", "void g(void);\nvoid f(int i) { __int128 x = i; if (i) goto in; switch (x) { case 1: in: g(); } g(); }", []string{"a.c:2:49: unsupported: switch over __int128"}, ""},
		{"statement expression", "void g(void);\nint f(int i) { g(); return i + ({ __asm__(\"hlt\"); 1; }); }", []string{"a.c:2:35: unsupported: asm"}, "g"},
		{"record", vector + "struct s { int a; struct s *next; v4 v; };\nvoid g(void);\nvoid f(struct s *p) { g(); }", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := compile(t, cache, "a.c", c.text)
			if c.want == nil {
				if err == nil {
					t.Fatal("accepted, though the layout of what it declares is not known")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			list := p.Unsupported()
			if len(list) != len(c.want) {
				t.Fatalf("got %v, want %q", list, c.want)
			}
			for i, w := range c.want {
				if !strings.Contains(list[i].Error(), w) {
					t.Errorf("got %v, want %q", list[i], w)
				}
			}
			var text strings.Builder
			if err := program.Fprint(&text, p, func(f *program.Func) bool { return f.Name == "f" }); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(text.String(), "(unsupported: "+list[0].Msg+")") || c.keeps != "" && !strings.Contains(text.String(), "call &"+c.keeps) {
				t.Errorf("the trap or the call of %q is missing:\n%s", c.keeps, &text)
			}
		})
	}
}
