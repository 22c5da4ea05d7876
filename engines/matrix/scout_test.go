package matrix

import (
	"testing"

	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// TestScouting: a test that executes no change is run once in each version, and says
// no less than one that is recorded. A deletion is executed in the old version.
func TestScouting(t *testing.T) {
	const head = "#include <stdlib.h>\nint main(int argc, char **argv)\n{\n\tint n = atoi(argv[1]);\n\tif (n > 5)\n"
	const old = head + "\t\tn = 0;\n\treturn n;\n}\n"
	for _, x := range []struct{ name, new string }{
		{"changed", head + "\t\tn = 1;\n\treturn n;\n}\n"},
		{"deleted", head + "\t\t;\n\treturn n;\n}\n"},
	} {
		a := assessor(t, old, x.new, Options{Distance: 1})
		before, after := enginetest.Build(t, version("old", old)), enginetest.Build(t, version("new", x.new))
		for _, arg := range []string{"4", "7"} {
			in := arguments(arg)
			got := monitored(t, a, []program.Input{in})[0]
			o, err := enginetest.Machine(t, before.Program).Run(t.Context(), &in)
			if err != nil {
				t.Fatal(err)
			}
			n, err := enginetest.Machine(t, after.Program).Run(t.Context(), &in)
			if err != nil {
				t.Fatal(err)
			}
			touches := arg == "7"
			if got.Changes != touches || got.Differs != touches || !got.Full || got.Steps != o.Steps+n.Steps {
				t.Errorf("%s, %s: coverage %+v after %d and %d steps", x.name, arg, got, o.Steps, n.Steps)
			}
		}
	}
}

// TestMonitoredRunsHaveTheirMemory: where malloc fails, what is shown by runs that
// had more does not count.
func TestMonitoredRunsHaveTheirMemory(t *testing.T) {
	const text = "#include <stdlib.h>\nint main(void)\n{\n\tif (malloc(1 << 20))\n\t\treturn 1;\n\treturn 0;\n}\n"
	const changed = "#include <stdlib.h>\nint main(void)\n{\n\tif (malloc(1 << 20))\n\t\treturn 2;\n\treturn 0;\n}\n"
	for _, memory := range []int64{1 << 22, 1 << 18} {
		a := assessor(t, text, changed, Options{Distance: 1, RunMemory: memory})
		c := monitored(t, a, []program.Input{arguments()})[0]
		if enough := memory > 1<<20; c.Differs != enough || c.Changes != enough {
			t.Errorf("%d bytes: coverage %+v", memory, c)
		}
	}
}
