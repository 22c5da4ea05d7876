package cfront

import (
	"context"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// archiveVersion is a program that uses a library of its own: one function
// that it lacks, one that it defines itself, and none of what else there is.
func archiveVersion(main string) *program.Version {
	return &program.Version{Includes: []string{"lib"}, Sealed: true, Files: []program.SourceFile{
		{Name: "main.c", Text: main},
		{Name: "lib/lib.h", Text: "int twice(int); int own(int); extern int count;", Library: true},
		{Name: "lib/twice.c", Text: "#include <lib.h>\nint count = 3; int twice(int n) { return own(n) + own(n) + count; }", Library: true},
		{Name: "lib/own.c", Text: "#include <lib.h>\nint own(int n) { return n; }", Library: true},
		{Name: "lib/unused.c", Text: "int unused(void) { return 1; }", Library: true},
	}}
}

func TestArchive(t *testing.T) {
	cache := NewCache()
	p, err := Compile(context.Background(), archiveVersion("#include <lib.h>\nint own(int n) { return -n; }\nint main(void) { return twice(4); }"), Options{Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	for name, library := range map[string]bool{"main": false, "own": false, "twice": true} {
		if f := funcOf(t, p, name); f.Library != library {
			t.Errorf("%s is of the library: %v, want %v", name, f.Library, library)
		}
	}
	if f := funcOf(t, p, "own"); p.Files[f.Unit] != "main.c" {
		t.Errorf("own is that of %s: the program's own comes first", p.Files[f.Unit])
	}
	if _, ok := p.FuncByName("unused"); ok {
		t.Error("unused is linked although nothing refers to it")
	}
	units := len(cache.units)
	q, err := Compile(context.Background(), archiveVersion("#include <lib.h>\nint main(void) { return own(count); }"), Options{Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	if f := funcOf(t, q, "own"); !f.Library {
		t.Error("own is not the library's although the program has none")
	}
	if len(cache.units) != units {
		t.Errorf("another program with the same library compiles %d units again", len(cache.units)-units)
	}
}

// A library sees its own files alone: it is shared between versions.
func TestArchiveSeesOnlyItself(t *testing.T) {
	v := archiveVersion("int main(void) { return 0; }")
	v.Files = append(v.Files, program.SourceFile{Name: "lib/mine.h", Text: "int mine;"})
	v.Files[4].Text = "#include <mine.h>\n"
	_, err := Compile(context.Background(), v, Options{})
	if err == nil || !strings.Contains(err.Error(), "mine.h") {
		t.Errorf("a library file that includes one of the program: %v", err)
	}
}
