package experiments

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/report"
)

// TestScale measures the harness itself: a plan of RIFT_SCALE trivial tasks, each
// one test, is made, run by workers, continued when complete, loaded, and reported.
// It prints what each step takes and how much memory it needs.
func TestScale(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("RIFT_SCALE"))
	if err != nil {
		t.Skip("missing: RIFT_SCALE, the number of tasks (100000 takes some minutes)")
	}
	text := fmt.Sprintf("subjects = [\"numbers\"]\npairs = [\"p3\", \"p5\"]\nseeds = %d\n[budget]\ntests = 1\n[[engine]]\nname = \"draw\"\n", n/2)
	dir := t.TempDir()
	var p *Plan
	step := func(what string, fn func()) {
		runtime.GC()
		began := time.Now()
		fn()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.Logf("%-28s %8.2f s  %7.1f µs a task  heap %4d MiB, from the system %4d MiB", what, time.Since(began).Seconds(),
			time.Since(began).Seconds()*1e6/float64(n), m.HeapAlloc>>20, m.Sys>>20)
	}
	step("plan", func() { p = mustPlan(t, text) })
	options := RunOptions{Dir: dir, Workers: 2, Isolation: IsolateWorker, Command: workerCommand()}
	step("run, shared processes", func() {
		sum, err := Run(t.Context(), p, options)
		if err != nil || !sum.Complete || sum.Ended[results.StatusBudget] != 2*(n/2) {
			t.Fatalf("%+v, %v", sum, err)
		}
	})
	step("run, nothing left to do", func() {
		sum, err := Run(t.Context(), p, options)
		if err != nil || sum.Finished != 2*(n/2) {
			t.Fatalf("%+v, %v", sum, err)
		}
	})
	var set *results.Set
	step("load", func() {
		f, err := results.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if set, err = f.Load(t.Context(), results.LoadOptions{}); err != nil || len(set.Runs) != 2*(n/2) {
			t.Fatal(err)
		}
	})
	step("tables, plots, page", func() {
		r := report.Of(set, report.Options{})
		if err := r.Save(t.Context(), t.TempDir()); err != nil {
			t.Fatal(err)
		}
	})
	const few = 100
	own := options
	own.Dir, own.Isolation = t.TempDir(), IsolateTask
	small := mustPlan(t, fmt.Sprintf("subjects = [\"numbers\"]\npairs = [\"p3\"]\nseeds = %d\n[budget]\ntests = 1\n[[engine]]\nname = \"draw\"\n", few))
	began := time.Now()
	if _, err := Run(t.Context(), small, own); err != nil {
		t.Fatal(err)
	}
	t.Logf("a process for each task: %.1f ms a task", time.Since(began).Seconds()*1e3/few)
}
