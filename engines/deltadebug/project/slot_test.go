package project

import (
	"slices"
	"testing"

	"github.com/riftlab/rift/program"
)

// TestIncluding checks which files are built again for a header.
func TestIncluding(t *testing.T) {
	files := []program.SourceFile{
		{Name: "src/a.c", Text: "int x;\n  # include \"sub/b.h\" /* all of it */\n"},
		{Name: "src/b.c", Text: "/* no b.h */\n#include <stdio.h>\n"},
		{Name: "src/c.c", Text: "#include \"outer.h\"\n"},
		{Name: "src/d.c", Text: "#include CONFIG\n"},
		{Name: "src/outer.h", Text: "#include <b.h>\n#include \"c.h\"\n"},
		{Name: "NEWS", Text: "#include \"b.h\"\n"},
	}
	for _, tt := range []struct {
		names []string
		want  []string
	}{
		{nil, nil},
		{[]string{"b.h"}, []string{"src/a.c", "src/c.c", "src/d.c", "src/outer.h"}},
		{[]string{"c.h"}, []string{"src/c.c", "src/d.c", "src/outer.h"}},
		{[]string{"stdio.h"}, []string{"src/b.c", "src/d.c"}},
		{[]string{"unknown.h"}, []string{"src/d.c"}},
	} {
		names := map[string]bool{}
		for _, n := range tt.names {
			names[n] = true
		}
		got := including(names, files)
		slices.Sort(got)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v: %v, want %v", tt.names, got, tt.want)
		}
	}
}
