package results

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/riftlab/rift/program"
)

// TestEndAttempt closes attempts that stopped at every byte of their records.
func TestEndAttempt(t *testing.T) {
	whole := t.TempDir()
	writeAttempt(t, whole)
	data, err := os.ReadFile(filepath.Join(whole, recordsDir, "w.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for cut := 0; cut <= len(data); cut++ {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, recordsDir), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, recordsDir, "w.jsonl"), data[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		f.NoSync = true
		found, err := f.EndAttempt("w", "b", &Start{Experiment: "h"}, &End{Status: StatusCrashed}, &Measure{Task: "b"})
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		x, err := f.Scan(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if status, ok := x.Status("b"); !ok || status != StatusCrashed {
			t.Fatalf("cut at %d: task b: %q, %v", cut, status, ok)
		}
		wholeLines := bytes.Count(data[:cut], []byte("\n"))
		var last *Record
		n := 0
		if err := x.Each(t.Context(), func(r *Record) error {
			if r.Task == "b" {
				if r.Seq != n {
					t.Errorf("cut at %d: record %d has seq %d", cut, n, r.Seq)
				}
				n, last = n+1, r
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		// Task a has three lines; b has a Start and two tests, the second of which
		// shows a difference.
		wantTests := max(0, wholeLines-4)
		if want := max(0, wantTests-1); found != want {
			t.Fatalf("cut at %d (%d lines): %d tests with a difference, want %d", cut, wholeLines, found, want)
		}
		if last.End == nil || last.End.Tests != wantTests || last.End.Steps != int64(10*wantTests) || n != wantTests+2 {
			t.Fatalf("cut at %d (%d lines): %d records, end %+v", cut, wholeLines, n, last.End)
		}
	}
}

func writeAttempt(t *testing.T, dir string) {
	t.Helper()
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := f.Segment("w")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Record{
		{Task: "a", Start: &Start{Experiment: "h"}},
		{Task: "a", Test: &TestRecord{N: 1, Steps: 10, Difference: program.DiffStdout}},
		{Task: "a", End: &End{Status: StatusDone}},
		{Task: "b", Start: &Start{Experiment: "h"}},
		{Task: "b", Test: &TestRecord{N: 1, Steps: 10, Difference: program.DiffUndecided}},
		{Task: "b", Test: &TestRecord{N: 2, Steps: 20, Difference: program.DiffStdout}},
	} {
		if err := s.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestEndAttemptTwice leaves an attempt alone that has its End.
func TestEndAttemptTwice(t *testing.T) {
	dir := t.TempDir()
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, status := range []Status{StatusTime, StatusCrashed} {
		if _, err := f.EndAttempt("w", "t", &Start{Experiment: "h"}, &End{Status: status}, nil); err != nil {
			t.Fatal(err)
		}
	}
	x, err := f.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if status, _ := x.Status("t"); status != StatusTime {
		t.Errorf("status %q", status)
	}
}
