package experiments

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/riftlab/rift/results"
)

// TestRetry makes three tasks of a folder ones that failed or were killed, for reasons that
// are gone.
func TestRetry(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, want := mustRun(t, stepsExperiment, dir, RunOptions{Workers: 1})
	segments, err := filepath.Glob(filepath.Join(dir, "records", "*.jsonl"))
	if err != nil || len(segments) != 1 {
		t.Fatalf("%v, %v", segments, err)
	}
	data, err := os.ReadFile(segments[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, status := range []string{"error", "memory", "killed"} {
		data = bytes.Replace(data, []byte(`"status":"budget"`), []byte(`"status":"`+status+`"`), 1)
	}
	if err := os.WriteFile(segments[0], data, 0o666); err != nil {
		t.Fatal(err)
	}
	if missing, err := Prepare(t.Context(), mustPlan(t, stepsExperiment), dir, Retry{results.StatusError: true}); err != nil || missing.Len() != 2 {
		t.Errorf("%v, %v", missing, err)
	}
	if sum, got := mustRun(t, stepsExperiment, dir, RunOptions{}); sum.Earlier != 2 || sum.Ended[results.StatusBudget] != 1 || got == want {
		t.Errorf("without retrying: %+v", sum)
	}
	retry, err := ParseRetry("memory,error")
	if err != nil {
		t.Fatal(err)
	}
	sum, got := mustRun(t, stepsExperiment, dir, RunOptions{Retry: retry})
	if sum.Finished != 13 || sum.Ended[results.StatusBudget] != 2 || sum.Failed() != 0 || got != want {
		t.Errorf("%+v; other records: %s", sum, firstDifference(want, got))
	}
	if sum, _ := mustRun(t, stepsExperiment, dir, RunOptions{Retry: retry}); sum.Finished != 15 {
		t.Errorf("again: %+v", sum)
	}
}
