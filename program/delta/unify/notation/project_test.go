package notation

import (
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// TestProject takes the versions back out of annotated text.
func TestProject(t *testing.T) {
	v := &program.Version{Name: "u", Files: []program.SourceFile{{Name: "a.c", Text: "#define M change(1, 2)\nint f(int x) { return change(x, g(x, change(3, 4))); } // change(5, 6)\n"}}}
	for r, want := range map[delta.Reading]string{
		delta.Old: "#define M (1)\nint f(int x) { return (x); } // change(5, 6)\n",
		delta.New: "#define M ( 2)\nint f(int x) { return ( g(x, ( 4))); } // change(5, 6)\n",
	} {
		if got := Project(v, r).Files[0].Text; got != want {
			t.Errorf("%s: %q, want %q", r, got, want)
		}
	}
}
