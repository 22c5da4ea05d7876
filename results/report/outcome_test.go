package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/program"
)

func TestDescribe(t *testing.T) {
	fault := &program.Fault{Kind: program.FaultNull, Pos: program.Position{File: "a.c", Line: 3, Col: 5}}
	for _, c := range []struct {
		outcome program.Outcome
		want    string
	}{
		{program.Outcome{Status: 2}, "exit status 2"},
		{program.Outcome{Ending: program.Signaled, Status: 6}, "signal 6"},
		{program.Outcome{Ending: program.Faulted, Fault: fault}, "a.c:3:5: null dereference"},
		{program.Outcome{Ending: program.Faulted}, "fault"},
		{program.Outcome{Ending: program.Stopped, Limit: "steps"}, "stopped by the steps limit"},
	} {
		if got := describe(&c.outcome); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestCompareOutcomes(t *testing.T) {
	v := program.IntValue("result", 4, -1)
	old := &program.Outcome{Files: []program.File{{Name: "out", Data: program.Bytes("1\n")}}, Result: &v}
	new := &program.Outcome{Stderr: program.Bytes("oops\n"), Files: []program.File{{Name: "log", Data: program.Bytes("2\n")}}}
	var got []string
	for _, s := range compareOutcomes(old, new) {
		got = append(got, s.Name)
	}
	if diff := cmp.Diff([]string{"standard error", "file out", "file log", "result"}, got); diff != "" {
		t.Error(diff)
	}
}
