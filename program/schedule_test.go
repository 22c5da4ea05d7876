package program_test

import (
	"testing"

	"github.com/riftlab/rift/program"
)

func TestParseSchedule(t *testing.T) {
	for text, want := range map[string]string{"seed:7": "RIFT_SCHEDULE=seed:7", "bound:0": "RIFT_SCHEDULE=bound:0"} {
		if got, err := program.ParseSchedule(text); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "seed", "seed:", "seed:-1", "bound:x", "seed:1:2", "other:1", "bound:99999999999"} {
		if got, err := program.ParseSchedule(text); err == nil {
			t.Errorf("%q: %q", text, got)
		}
	}
}
