package difference

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// At which line an assertion stands is no change, and all else of it is.
func TestAlignAssertions(t *testing.T) {
	const text = `#include <assert.h>
int f(int n) { assert(n != 3); assert(n != 3); return n; }
int g(int n)
{
	assert(n > 1);
	assert(n > 2);
	return n;
}
`
	moved := strings.Replace(text, "int g", "\n\nint g", 1)
	for _, c := range []struct {
		name, old, new string
		same           bool
	}{
		{"moved", text, moved, true},
		{"moved up", moved, text, true},
		{"another condition", text, strings.Replace(moved, "n > 2", "n > 3", 1), false},
		{"one more", text, strings.Replace(moved, "return n;\n}", "assert(n > 2);\n\treturn n;\n}", 1), false},
		{"order", text, strings.Replace(strings.Replace(moved, "n > 1", "n > 9", 1), "n > 2", "n > 1", 1), false},
	} {
		task := engines.Task{Compile: compile}
		if err := build(t.Context(), &task, version("old", c.old), version("new", c.new)); err != nil {
			t.Fatal(err)
		}
		if same := SameCode(task.Old.Program, task.New.Program); same != c.same {
			t.Errorf("%s: the same code: %v", c.name, same)
		}
		if err := program.Verify(task.New.Program); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
