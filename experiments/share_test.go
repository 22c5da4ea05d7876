package experiments

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riftlab/rift/experiments/lease"
	"github.com/riftlab/rift/results"
)

// slowExperiment is stepsExperiment with tasks that take some time.
var slowExperiment = strings.Replace(stepsExperiment, "params.max = 6", "params = {max = 6, pause = \"1ms\"}", 1)

// TestProcessesShare has several processes work on one folder.
func TestProcessesShare(t *testing.T) {
	t.Parallel()
	_, want := mustRun(t, slowExperiment, t.TempDir(), RunOptions{Workers: 2})
	dir := t.TempDir()
	var sums [3]*Summary
	var all sync.WaitGroup
	for i := range sums {
		p := mustPlan(t, slowExperiment)
		all.Go(func() {
			var err error
			if sums[i], err = Run(context.Background(), p, RunOptions{Dir: dir, Command: workerCommand(), Workers: 1}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if t.Failed() {
		return
	}
	ran := 0
	for i, s := range sums {
		own := 0
		for _, n := range s.Ended {
			own += n
		}
		ran += own
		if !s.Complete || s.Left != 0 || s.Tasks != 15 || s.Finished+s.Others+own != 15 {
			t.Errorf("process %d: %+v", i, s)
		}
	}
	if x := scan(t, dir); ran != 15 || x.Duplicates() > 0 || len(x.Warnings) > 0 {
		t.Errorf("%d tasks were run, %d twice; %v", ran, x.Duplicates(), x.Warnings)
	}
	if got := canonical(t, dir); got != want {
		t.Error("other records: ", firstDifference(want, got))
	}
	if _, err := os.Stat(filepath.Join(dir, leasesDir)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the leases are left behind: %v", err)
	}
}

// TestKilledProcessIsReplaced kills one of two processes in the middle.
func TestKilledProcessIsReplaced(t *testing.T) {
	t.Parallel()
	_, want := mustRun(t, slowExperiment, t.TempDir(), RunOptions{Workers: 2})
	dir := t.TempDir()
	file := filepath.Join(dir, "test.toml")
	if err := os.WriteFile(file, []byte(slowExperiment), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out")
	victim := exec.Command(os.Args[0])
	victim.Env = append(os.Environ(), roleVariable+"=run\n"+file+"\n"+out)
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, "the first lease", func() bool {
		held, err := filepath.Glob(filepath.Join(out, leasesDir, "lease-*"))
		return err == nil && len(held) > 0
	})
	var sum *Summary
	var all sync.WaitGroup
	all.Go(func() { sum, _ = mustRun(t, slowExperiment, out, RunOptions{Workers: 1}) })
	time.Sleep(50 * time.Millisecond)
	_ = victim.Process.Kill()
	victim.Wait() //nolint:errcheck // killed
	all.Wait()
	if sum == nil || !sum.Complete || canonical(t, out) != want {
		t.Errorf("%+v; other records: %s", sum, firstDifference(want, canonical(t, out)))
	}
}

// TestLeasesOfOthers begins with what processes of other machines have left: a member that
// is silent, leases, and a marker of a task without records.
func TestLeasesOfOthers(t *testing.T) {
	t.Parallel()
	_, want := mustRun(t, stepsExperiment, t.TempDir(), RunOptions{Workers: 2})
	dir := t.TempDir()
	mustRun(t, stepsExperiment, dir, RunOptions{Workers: 2, Shard: Shard{1, 3}})
	leases := filepath.Join(dir, leasesDir)
	for name, text := range map[string]string{
		"member-far": `{"host":"elsewhere","pid":1,"expiry_s":0.5,"beat":3}`, "lease-1": "far", "lease-2": "far", "lease-4": "nobody",
		"done-5": "", "done-7": "", "lease-8": "far", "done-8": "",
	} {
		if err := os.WriteFile(filepath.Join(leases, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sum, got := mustRun(t, stepsExperiment, dir, RunOptions{Workers: 2})
	if got != want || !sum.Complete || sum.Left != 0 || sum.Others != 0 {
		t.Errorf("%+v; other records: %s", sum, firstDifference(want, got))
	}
}

// TestMarkedMeanwhile takes a marker for what it says until all else is done, and not longer.
func TestMarkedMeanwhile(t *testing.T) {
	t.Parallel()
	_, want := mustRun(t, stepsExperiment, t.TempDir(), RunOptions{Workers: 2})
	dir := t.TempDir()
	once := sync.OnceFunc(func() {
		for _, unit := range []string{"13", "14"} {
			if err := os.WriteFile(filepath.Join(dir, leasesDir, "done-"+unit), nil, 0o666); err != nil {
				t.Error(err)
			}
		}
	})
	others := 0
	sum, got := mustRun(t, stepsExperiment, dir, RunOptions{Workers: 1, Watch: func(e Event) {
		if e.Kind == EventPrepare {
			once()
		}
		if e.Kind == EventOthers {
			others += e.Tasks
		}
	}})
	if got != want || others != 2 || sum.Others != 0 || sum.Left != 0 || !sum.Complete {
		t.Errorf("%d by others, %+v; other records: %s", others, sum, firstDifference(want, got))
	}
}

// TestLostLease takes the lease of a task away while it runs.
func TestLostLease(t *testing.T) {
	t.Parallel()
	_, want := mustRun(t, slowExperiment, t.TempDir(), RunOptions{Workers: 2})
	dir := t.TempDir()
	once := sync.OnceFunc(func() {
		held, err := filepath.Glob(filepath.Join(dir, leasesDir, "lease-*"))
		if err != nil || len(held) == 0 {
			t.Errorf("leases: %v, %v", held, err)
			return
		}
		if err := os.WriteFile(held[0], []byte("nobody"), 0o666); err != nil {
			t.Error(err)
		}
	})
	sum, got := mustRun(t, slowExperiment, dir, RunOptions{Workers: 1, Expiry: 60 * time.Millisecond, Watch: func(e Event) {
		if e.Kind == EventEngine {
			once()
		}
	}})
	if got != want || !sum.Complete || sum.Left != 0 {
		t.Errorf("%+v; other records: %s", sum, firstDifference(want, got))
	}
}

func TestAskedToEnd(t *testing.T) {
	t.Parallel()
	_, want := mustRun(t, slowExperiment, t.TempDir(), RunOptions{Workers: 2})
	dir := t.TempDir()
	once := sync.OnceFunc(func() {
		if asked, err := lease.Stop(filepath.Join(dir, leasesDir)); err != nil || len(asked) != 1 {
			t.Errorf("%v, %v", asked, err)
		}
	})
	sum, err := Run(context.Background(), mustPlan(t, slowExperiment), RunOptions{
		Dir: dir, Command: workerCommand(), Workers: 1, Expiry: 60 * time.Millisecond,
		Watch: func(e Event) {
			if e.Kind == EventTask {
				once()
			}
		},
	})
	if !errors.Is(err, ErrStopped) || !Interrupted(err) || sum.Left == 0 || sum.Left == 15 {
		t.Fatalf("%v, %+v", err, sum)
	}
	if _, got := mustRun(t, slowExperiment, dir, RunOptions{Workers: 2}); got != want {
		t.Error("other records than an undisturbed run")
	}
}

// TestParts runs a plan in parts, one of them twice.
func TestParts(t *testing.T) {
	t.Parallel()
	_, want := mustRun(t, stepsExperiment, t.TempDir(), RunOptions{Workers: 2})
	dir := t.TempDir()
	parts := []*Part{{"p0", Ranges{{0, 5}}}, {"p1", Ranges{{6, 6}, {9, 14}}}, {"p2", Ranges{{7, 8}}}}
	for i, p := range parts {
		sum, _ := mustRun(t, stepsExperiment, dir, RunOptions{Workers: 2, Part: p})
		if sum.Tasks != p.Tasks.Len() || sum.Left != 0 || sum.Finished != 0 {
			t.Errorf("part %d: %+v", i, sum)
		}
	}
	segments, err := filepath.Glob(filepath.Join(dir, "records", "p1-*.jsonl"))
	if err != nil || len(segments) == 0 {
		t.Fatalf("segments of part 1: %v, %v", segments, err)
	}
	if err := os.RemoveAll(filepath.Join(dir, leasesDir)); err != nil {
		t.Fatal(err)
	}
	if sum, _ := mustRun(t, stepsExperiment, dir, RunOptions{Part: parts[1]}); sum.Finished != 7 || sum.Left != 0 {
		t.Errorf("part 1 again: %+v", sum)
	}
	if got := canonical(t, dir); got != want {
		t.Error("other records: ", firstDifference(want, got))
	}
}

// TestUnitsOfLargePlans leases consecutive tasks of large plans together.
func TestUnitsOfLargePlans(t *testing.T) {
	t.Parallel()
	const tasks = 100_000
	dir := t.TempDir()
	folder, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	p := &Plan{Hash: "h", Batches: []Batch{{Subject: "s", Pair: "p", Label: "e", Count: 30}, {Subject: "s", Pair: "q", Label: "e", Count: tasks - 30}}}
	if err := writePlan(filepath.Join(dir, planName), p); err != nil {
		t.Fatal(err)
	}
	lines := ""
	for _, n := range []int{1, 2, 8} {
		id := p.Batches[0].id(n)
		lines += fmt.Sprintf(`{"task":%q,"seq":0,"start":{"experiment":"h"}}`+"\n"+`{"task":%q,"seq":1,"end":{"status":"done"}}`+"\n", id, id)
	}
	if err := os.MkdirAll(filepath.Join(dir, "records"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "records", "p-1.jsonl"), []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		o               RunOptions
		tasks, finished int
		units, whole    int
		first           int // tasks of the first unit
	}{
		{RunOptions{}, tasks, 3, (tasks + 6) / 7, (tasks + 6) / 7, 5},
		{RunOptions{Shard: Shard{2, 7}}, tasks/7 + 1, 1, tasks / 7, 0, 1},
		{RunOptions{Part: &Part{"p", Ranges{{0, 9}}}}, 10, 3, 2, 1, 5},
		{RunOptions{Part: &Part{"none", Ranges{{5, 20}}}}, 16, 0, 3, 2, 2},
	} {
		tc.o.Dir = dir
		r, err := newRun(p, folder, tc.o)
		if err != nil {
			t.Fatal(err)
		}
		units, err := r.look(t.Context(), true)
		if err != nil {
			t.Fatal(err)
		}
		whole := 0
		for _, u := range units {
			if u.whole {
				whole++
			}
		}
		if r.sum.Tasks != tc.tasks || r.sum.Finished != tc.finished || len(units) != tc.units || whole != tc.whole || len(units[0].tasks) != tc.first {
			t.Errorf("%+v: %d tasks, %d finished, %d units, %d whole, the first of %d tasks", tc.o, r.sum.Tasks, r.sum.Finished, len(units), whole, len(units[0].tasks))
		}
	}
}

func TestRanges(t *testing.T) {
	for _, tc := range []struct {
		text string
		len  int
		has  []int
	}{
		{"", 0, nil}, {"0", 1, []int{0}}, {"0-2,5,7-8", 6, []int{0, 1, 2, 5, 7, 8}}, {"3-4", 2, []int{3, 4}},
	} {
		var r Ranges
		if err := r.UnmarshalText([]byte(tc.text)); err != nil {
			t.Fatal(err)
		}
		var has []int
		var again Ranges
		for n := range 12 {
			if r.Has(n) {
				has = append(has, n)
				again.Add(n)
			}
		}
		text, err := again.MarshalText()
		if err != nil || string(text) != tc.text || r.Len() != tc.len || !slices.Equal(has, tc.has) {
			t.Errorf("%q: %q, %d numbers, %v", tc.text, text, r.Len(), has)
		}
		for i := range tc.len + 2 {
			for n := range tc.len + 2 {
				var got []int
				part := r.Slice(i, n)
				for k := range 12 {
					if part.Has(k) {
						got = append(got, k)
					}
				}
				if want := has[min(i, len(has)):min(i+n, len(has))]; !slices.Equal(got, want) || part.Len() != len(want) {
					t.Errorf("%q from %d, %d: %v, want %v", tc.text, i, n, got, want)
				}
			}
		}
	}
	for _, bad := range []string{"-", "1-", "a", "2-1", "1,1", "3,2", "-1", ",", strconv.Itoa(1<<62) + "0"} {
		if err := new(Ranges).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
