package experiments

import (
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/results"
)

// TestDescribe checks that a pair is described by the versions that were
// planned, and not at all once the subject is another one.
func TestDescribe(t *testing.T) {
	dir := t.TempDir()
	if _, err := openFolder(dir, mustPlan(t, stepsExperiment)); err != nil {
		t.Fatal(err)
	}
	pair := results.PairOf{Subject: "numbers", Pair: "p3"}
	info, ok := Describe(testEnvironment(), dir)(pair)
	if !ok || len(info.Delta.Changes) != 1 || info.Delta.Changes[0].New[0] != "3" {
		t.Errorf("%+v, %t", info, ok)
	}
	for _, p := range []results.PairOf{{Subject: "numbers", Pair: "none"}, {Subject: "none", Pair: "p3"}} {
		if _, ok := Describe(testEnvironment(), dir)(p); ok {
			t.Errorf("%v is described", p)
		}
	}
	changed := testEnvironment()
	changed.Open = func(string, string) ([]*corpora.Subject, error) {
		s := numbers()
		s.Versions[0].Files[0].Text = "other"
		return []*corpora.Subject{s}, nil
	}
	if _, ok := Describe(changed, dir)(pair); ok {
		t.Error("a subject that has changed describes what was planned before")
	}
	if Describe(testEnvironment(), t.TempDir()) != nil {
		t.Error("a folder without a plan is described")
	}
}
