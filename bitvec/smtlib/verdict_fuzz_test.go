package smtlib

import (
	"testing"

	"github.com/riftlab/rift/sat"
)

// FuzzParseVerdict feeds arbitrary text as the output of a solver: only a line that
// is an answer is one, and no answer is an error.
func FuzzParseVerdict(f *testing.F) {
	for _, s := range []string{"", "sat\n", "unsat", " unknown \r\n", "(error \"line 1\")\nsat\n", "success\ntimeout\n", "satisfiable", "(model\nsat)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, out string) {
		v, err := ParseVerdict(out, nil)
		if err != nil && v != sat.Unknown {
			t.Errorf("%q: %v with the error %v", out, v, err)
		}
		if again, err2 := ParseVerdict(out+"\nunsat", nil); err == nil && (again != v || err2 != nil) {
			t.Errorf("%q: %v, with another answer behind it %v", out, v, again)
		}
	})
}
