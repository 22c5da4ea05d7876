package difference

import "testing"

// Conditions are turned round as a programmer would write it.
func TestNegated(t *testing.T) {
	for _, c := range [][2]string{
		{"argc < 13", "argc >= 13"},
		{"!p", "p"},
		{"p", "!p"},
		{"p->next", "!p->next"},
		{"!strcmp(a, \"x y\")", "strcmp(a, \"x y\")"},
		{"strcmp(a, \"--b\")", "!strcmp(a, \"--b\")"},
		{"a && b", "!(a && b)"},
		{"(c = f(x)) != EOF", "(c = f(x)) == EOF"},
		{"(c = f(x < 3)) != 4", "(c = f(x < 3)) == 4"},
		{"f(x == 3) < 4", "f(x == 3) >= 4"},
		{"c == ' '", "!(c == ' ')"},
		{"x << 3", "!(x << 3)"},
		{"(a) + (b)", "!((a) + (b))"},
		{"s[i]", "!s[i]"},
	} {
		if got := negated(c[0]); got != c[1] {
			t.Errorf("not %s: %s, want %s", c[0], got, c[1])
		}
	}
}
