package program_test

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

func TestParseSchedule(t *testing.T) {
	for text, want := range map[string]string{"seed:7": "RIFT_SCHEDULE=seed:7", "bound:0": "RIFT_SCHEDULE=bound:0",
		"seed:18446744073709551615": "RIFT_SCHEDULE=seed:18446744073709551615"} {
		if got, err := program.ParseSchedule(text); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{"": "want seed:N", "seed": "want seed:N", "seed:": "want seed:N", "seed:-1": "want seed:N",
		"bound:x": "want seed:N", "seed:1:2": "want seed:N", "other:1": "want seed:N", "bound:99999999999": "at most 4294967295",
		"seed:18446744073709551616": "at most 18446744073709551615"} {
		if got, err := program.ParseSchedule(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}
