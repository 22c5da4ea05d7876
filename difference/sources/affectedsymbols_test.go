package sources

import (
	"slices"
	"testing"
)

// What a file that is no C defines and uses is guessed from its text.
func TestSymbolsInText(t *testing.T) {
	s := symbolsInText("int $f(a)\nint a;\n{ return g(a) + \"h\"; }\r\nstatic int ü(void) { return 1; }\r\n// int c(void) { }\nint broken( { k; }\n")
	if !slices.Equal(s.Defined, []string{"$f"}) && !slices.Equal(s.Defined, []string{"$f", "broken"}) {
		t.Errorf("defined %q", s.Defined)
	}
	for _, want := range []string{"g", "a"} {
		if !slices.Contains(s.Used, want) {
			t.Errorf("%s is not used: %q", want, s.Used)
		}
	}
	for _, not := range []string{"h", "c", "$f"} {
		if slices.Contains(s.Used, not) {
			t.Errorf("%s is used: %q", not, s.Used)
		}
	}
}
