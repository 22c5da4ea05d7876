package pair_test

import (
	"slices"
	"testing"

	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
)

// Undefined behaviour is found in the version that executes it, overflow included,
// and not in what is defined.
func TestUndefined(t *testing.T) {
	text := func(name, body string) *program.Version {
		return &program.Version{Name: name, Files: []program.SourceFile{{Name: name + ".c", Text: "#include <assert.h>\nint f(int a)\n{\n\t" + body + "\n}\n"}}}
	}
	for _, c := range []struct {
		old, new string
		a        int64
		want     []string
	}{
		{"return a + 1 > a;", "return 1;", 1<<31 - 1, []string{"signed overflow at old.c:4 (old)"}},
		{"return a + 1 > a;", "return 1;", 5, nil},
		{"return a;", "int t[2] = {0}; return t[a];", 2, []string{"out of bounds at new.c:4 (new)"}},
		{"return 1 << a;", "return 2 << a;", 40, []string{"shift out of range at old.c:4 (old)", "shift out of range at new.c:4 (new)"}},
		{"return (unsigned)a * 3;", "assert(a < 0); return 0;", 1<<31 - 1, nil},
	} {
		task := enginetest.Between(t, text("old", c.old), text("new", c.new), program.InputModel{Entry: "f", Params: []program.ValueModel{{Name: "a", Size: 4}}})
		k, err := pair.NewChecker(task)
		if err != nil {
			t.Fatal(err)
		}
		got, err := k.Undefined(t.Context(), &program.Input{Entry: "f", Values: []program.Value{program.IntValue("a", 4, c.a)}})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s, %s on %d: %q, %v", c.old, c.new, c.a, got, err)
		}
	}
}
