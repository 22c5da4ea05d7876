package corpora

import (
	"testing"

	"github.com/riftlab/rift/program"
)

// Versions that are revisions of a repository have a history, by the names of their files;
// what is linked with them has none.
func TestHistoryOfSubject(t *testing.T) {
	dir, hashes := greetings(t)
	t.Setenv("RIFT_CACHE", t.TempDir())
	const address = "https://example.org/greet.git"
	if _, err := Fetch(t.Context(), address, dir, nil); err != nil {
		t.Fatal(err)
	}
	all, err := Open(gitSubject(t, address, hashes), "")
	if err != nil {
		t.Fatal(err)
	}
	s := all[0]
	if !s.HasHistory("v2") || s.HasHistory("v3") {
		t.Error("which versions have a history")
	}
	got, err := s.History("v2", 10)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got["src/greet.h"][0] != (program.LineHistory{Age: 0, Changes: 1}) || got["src/greet.c"][4] != (program.LineHistory{Age: 2}) {
		t.Errorf("%v", got)
	}
	if _, err := s.History("v3", 10); err == nil {
		t.Error("a history of no version")
	}
	bundled, err := Bundled("bound")
	if err != nil || bundled.HasHistory("v1") {
		t.Errorf("a bundled subject has a history, %v", err)
	}
}
