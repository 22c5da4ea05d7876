package difference

import (
	"strings"
	"testing"
)

func TestSameCode(t *testing.T) {
	for _, c := range []struct {
		name, from, to string
		same           bool
	}{
		{"nothing", "", "", true},
		{"layout", "\n\n", "\n", true},
		{"spelling", "n * 2", "2*n - 0*n", false},
		{"parentheses", "n * 2", "(n * 2)", true},
		{"names", "int n", "int n", true},
		{"constant", "n * 2", "n * 3", false},
		{"literal", "more", "most", false},
		{"operator", "n > 5", "n >= 5", false},
	} {
		p, err := compile(t.Context(), version("old", before))
		if err != nil {
			t.Fatal(err)
		}
		q, err := compile(t.Context(), version("new", strings.ReplaceAll(before, c.from, c.to)))
		if c.from == "" {
			q, err = compile(t.Context(), version("new", before))
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := SameCode(p, q); got != c.same {
			t.Errorf("%s: %v, want %v", c.name, got, c.same)
		}
	}
	for _, c := range []struct {
		old, new string
		same     bool
	}{
		{"int a = 1; int main(void) { return a; }", "int a = 2; int main(void) { return a; }", false},
		{"int f(void) { return 1; } int main(void) { return f(); }", "int f(void); int main(void) { return f(); } int f(void) { return 1; }", true},
		{"int main(void) { int x = 3; return x; }", "int main(void) { int y = 3; return y; }", true},
		{`const char *s = "a"; int main(void) { return s[0]; }`, `const char *s = "b"; int main(void) { return s[0]; }`, false},
		{"struct s { int a, b; } v; int main(void) { return v.a; }", "struct s { int b, a; } v; int main(void) { return v.a; }", false},
		{"unsigned x; int main(void) { return x / 2; }", "int x; int main(void) { return x / 2; }", false},
	} {
		p, err := compile(t.Context(), version("old", c.old))
		if err != nil {
			t.Fatal(err)
		}
		q, err := compile(t.Context(), version("new", c.new))
		if err != nil {
			t.Fatal(err)
		}
		if got := SameCode(p, q); got != c.same {
			t.Errorf("%s\n%s: %v", c.old, c.new, got)
		}
	}
}
