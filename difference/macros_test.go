package difference

import (
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// Macros are found however their lines are written, and those alone.
func TestWithoutMacros(t *testing.T) {
	v := &program.Version{Defines: []string{"given=1"}, Files: []program.SourceFile{{Name: "a.c", Text: "#define \\\n next 1\r\n # define $m 2\r\n" +
		"#define größe 3\n/*\n#define no 4\n*/\n#define inline\n"}}}
	text := withoutMacros(v, "int next, $m, größe, no, given, m; inline \"other\";\n")
	if want := "#undef $m\n#undef given\n#undef größe\n#undef inline\n#undef next\n"; !strings.HasPrefix(text, want+"int") {
		t.Errorf("got\n%s", text)
	}
}

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
