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
	// The project's own flags stay, wherever the build takes them from.
	for name, makefile := range map[string]string{
		"own flags":        "CFLAGS = -Iinc -O2\np: p.o\n\t$(CC) -o p p.o\n",
		"flags in a rule":  "p: p.c\n\tgcc -Iinc -Werror -o p p.c\n",
		"a script's build": "p: p.c\n\tmkdir -p o && cd o && cc -I../inc -c ../p.c && cd .. && cc o/p.o -o p\n",
	} {
		t.Run(name, func(t *testing.T) {
			o, _ := project(t, oldLines, newLines)
			o.Build, o.Test = "make p", "./p"
			o.Overlay = map[string]string{"Makefile": makefile, "p.c": "", "inc/n.h": "#define N 0\n"}
			p := open(t, o)
			v := &program.Version{Files: []program.SourceFile{{Name: "p.c", Text: "#include \"n.h\"\nint never(void) {\n  return 1;\n}\nint main(void) {\n  return N;\n}\n"}}}
			lines, err := p.Covered(t.Context(), v)
			if err != nil {
				t.Fatal(err)
			}
			if f := lines["p.c"]; !f[6] || f[3] || len(f) == 0 {
				t.Errorf("lines %v", lines)
			}
		})
	}
}
