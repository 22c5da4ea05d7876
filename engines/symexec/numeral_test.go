package symexec

import (
	"testing"

	"github.com/riftlab/rift/program"
)

// Reading a long double loses no number: every text over a small alphabet is found
// with its value, and what ends a number keeps all its values.
func TestNumberText(t *testing.T) {
	p := compileC(t, "p.c", `#include <stdlib.h>
int main(int argc, char **argv)
{
	char *end;
	long double x = strtold(argv[1], &end);
	if (*end != '\0')
		return 9;
	return x > 1.0L ? 1 : x == 0.5L ? 2 : x < 0 ? 3 : 0;
}
`)
	e, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	m := &program.InputModel{Args: []program.ArgModel{{String: &program.ContentModel{MinSize: 1, Size: 2, Alphabet: program.Bytes("05.-#!")}}}}
	for path, err := range e.Paths(t.Context(), m) {
		if err != nil {
			t.Fatal(err)
		}
		found[string(path.Input.Args[0])] = path.Outcome.Status
	}
	for text, want := range map[string]int{".5": 2, "5": 1, "05": 1, "-5": 3, "0": 0, "5.": 1, "-0": 0} {
		if got, ok := found[text]; !ok || got != want {
			t.Errorf("%q: status %d, found %v; want %d", text, got, ok, want)
		}
	}
	if !e.Stats.Exhaustive() {
		t.Errorf("not exhaustive: %+v", e.Stats)
	}
	if _, both := found["5#"]; both {
		if _, both = found["5!"]; both {
			t.Error("what ends a number is tried value by value")
		}
	}
}
