package experiments

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/results"
)

// TestMerge merges three shards, one of them run twice, among torn, damaged and
// foreign records, in several orders: the records are those of one run.
func TestMerge(t *testing.T) {
	t.Parallel()
	_, want := mustRun(t, stepsExperiment, t.TempDir(), RunOptions{Workers: 2})
	var dirs []string
	for _, i := range []int{1, 2, 3, 2} {
		dir := t.TempDir()
		mustRun(t, stepsExperiment, dir, RunOptions{Workers: 2, Shard: Shard{i, 3}})
		dirs = append(dirs, dir)
	}
	stray := `{"task":"x","seq":0,"start":{"experiment":"other"}}` + "\n" + `{"task":"x","seq":1,"end":{"status":"done"}}` + "\n{damaged}\n" + `{"task":"draw/nu`
	if err := os.WriteFile(filepath.Join(dirs[1], "records", "zz.jsonl"), []byte(stray), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}} {
		var in []string
		for _, i := range order {
			in = append(in, dirs[i])
		}
		out := filepath.Join(t.TempDir(), "merged")
		m, err := Merge(t.Context(), out, in)
		if err != nil {
			t.Fatal(err)
		}
		if m.Folders != 4 || m.Tasks != 15 || m.Missing != 0 || m.Duplicates != 5 {
			t.Errorf("%+v", m)
		}
		if text := strings.Join(m.Warnings, "\n"); !strings.Contains(text, "torn last line") || !strings.Contains(text, "damaged line") ||
			!strings.Contains(text, "1 task of another plan (other) left out") || len(m.Warnings) != 3 {
			t.Errorf("warnings: %q", m.Warnings)
		}
		if got := canonical(t, out); got != want {
			t.Errorf("other records than one run: %s", firstDifference(want, got))
		}
		// The merged folder is a result folder like any other.
		sum, _ := mustRun(t, stepsExperiment, out, RunOptions{Workers: 1})
		if sum.Finished != 15 || !sum.Complete {
			t.Errorf("continued: %+v", sum)
		}
		set, err := scan(t, out).Load(t.Context(), results.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range set.Runs {
			if set.Runs[i].Measured == nil {
				t.Errorf("%s: no measure", set.Runs[i].Task)
			}
		}
	}
}

func TestMergeRefuses(t *testing.T) {
	t.Parallel()
	a, b := t.TempDir(), t.TempDir()
	mustRun(t, stepsExperiment, a, RunOptions{Workers: 1, Shard: Shard{1, 15}})
	mustRun(t, strings.Replace(stepsExperiment, "steps = 3000", "steps = 2000", 1), b, RunOptions{Workers: 1, Shard: Shard{1, 15}})
	_, err := Merge(t.Context(), filepath.Join(t.TempDir(), "out"), []string{a, b})
	if !errors.Is(err, results.ErrPlans) || !strings.Contains(err.Error(), "budget.steps: 3000 there, 2000 now") {
		t.Errorf("different plans: %v", err)
	}
	if _, err := Merge(t.Context(), b, []string{a}); !errors.Is(err, ErrFolder) {
		t.Errorf("into a folder in use: %v", err)
	}
	if _, err := Merge(t.Context(), t.TempDir(), []string{filepath.Join(a, "nothing")}); err == nil {
		t.Error("a folder that is not there")
	}
}

// TestRunAgain runs a task again: equal records are found equal, and a byte that
// somebody changed is found.
func TestRunAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustRun(t, stepsExperiment, dir, RunOptions{Workers: 2})
	again := func(task string) (*Rerun, error) {
		return RunAgain(context.Background(), dir, task, nil, RunOptions{Command: workerCommand()})
	}
	const task = "draw/numbers/p3/2"
	r, err := again(task)
	if err != nil {
		t.Fatal(err)
	}
	if want := (&Rerun{Task: task, Status: "budget", Was: "budget", Reason: spentSteps, Records: r.Records, Same: true}); !cmp.Equal(r, want) {
		t.Errorf("%s", cmp.Diff(want, r))
	}
	if r.Records < 3 {
		t.Errorf("%d records", r.Records)
	}
	segments, err := filepath.Glob(filepath.Join(dir, "records", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range segments {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(data), `{"task":"`+task+`","seq":1,"test":{"n":`, `{"task":"`+task+`","seq":1,"test":{"n":9`, 1)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, err = again(task)
	if err != nil || r.Same || r.Line != 2 || r.Clocked || r.Old == r.New {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := again("draw/numbers/p3/22"); !errors.Is(err, ErrFolder) || !strings.Contains(err.Error(), `did you mean "draw/numbers/p3/2"`) {
		t.Errorf("a task that is none: %v", err)
	}
	if _, err := RunAgain(context.Background(), dir, task, map[string]string{"numbres": "x"}, RunOptions{}); !errors.Is(err, ErrFolder) {
		t.Errorf("a subject that is none: %v", err)
	}
}
