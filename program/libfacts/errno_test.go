package libfacts_test

import (
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// What is said to hide errno is in the library, in that file, and reads errno: one that
// was renamed, or another of its name, is not trusted.
func TestHidesErrno(t *testing.T) {
	p := whole(t)
	hidden := 0
	for _, f := range p.Funcs {
		if !f.Library {
			continue
		}
		reads := false
		f.EachInstr(func(in *program.Instr) {
			for k, o := range in.Operands() {
				reads = reads || o.Mode == program.GlobalAddr && p.Globals[o.Index].Name == "errno" && (k > 0 || in.Op != program.Store)
			}
		})
		file := p.Files[f.Unit]
		switch hides := libfacts.HidesErrno(file, f.Source); {
		case hides && !reads:
			t.Errorf("%s:%s does not read errno", file, f.Source)
		case hides:
			hidden++
		}
	}
	if hidden != 3 {
		t.Errorf("%d functions read errno and hide it, want three", hidden)
	}
}
