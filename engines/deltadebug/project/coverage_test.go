package project

import (
	"os/exec"
	"testing"

	"github.com/riftlab/rift/program"
)

// TestCovered checks which lines a build with gcc's --coverage reports.
func TestCovered(t *testing.T) {
	for _, name := range []string{"gcc", "gcov", "make"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is missing", name)
		}
	}
	o, _ := project(t, oldLines, newLines)
	o.Build, o.Test = "make p", "./p"
	o.Overlay = map[string]string{"Makefile": "p: p.c\n\tgcc $(CFLAGS) $(LDFLAGS) -o p p.c\n", "p.c": ""}
	p := open(t, o)
	v := &program.Version{Files: []program.SourceFile{{Name: "p.c", Text: "int never(void) {\n  return 1;\n}\nint main(void) {\n  return 0;\n}\n"}}}
	lines, err := p.Covered(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	if f := lines["p.c"]; !f[5] || f[2] || len(f) == 0 {
		t.Errorf("lines %v", lines)
	}
}
