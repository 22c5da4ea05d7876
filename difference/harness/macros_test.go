package harness

import (
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
