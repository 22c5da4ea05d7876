package confirm

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/native"
	"github.com/riftlab/rift/results/table"
)

const experiment = `
subjects = ["cutfields"]
seeds = 1
isolation = "worker"
[budget]
tests = 40
[record]
tests = "differences"
[[engine]]
name = "dse"
`

// TestMain makes this binary a worker where the tests start one.
func TestMain(m *testing.M) {
	if os.Getenv("RIFT_TEST_WORKER") != "" {
		if err := experiments.Work(environment(), os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func environment() experiments.Environment {
	return experiments.Standard("test", catalog.All(), cfront.NewCache())
}

// ran runs the experiment and returns its folder.
func ran(t *testing.T) string {
	t.Helper()
	c, err := experiments.Parse("test.toml", []byte(experiment))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := experiments.Make(t.Context(), c, environment(), nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := experiments.Run(t.Context(), plan, experiments.RunOptions{Dir: dir, Workers: 1, Isolation: c.Isolation, Command: []string{"env", "RIFT_TEST_WORKER=1", os.Args[0]}}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRun confirms all tests of an engine, and then one of each row: what differs in
// the machine differs natively, too, in a program that has no undefined behaviour,
// and the witness shows it.
func TestRun(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("missing: gcc, which makes the programs")
	}
	dir := ran(t)
	last, all := -1, 0
	r, err := Run(t.Context(), dir, environment(), Options{Native: native.Options{Unconfined: true}, Jobs: 1, Progress: func(done, of int) { last, all = done, of }})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) == 0 || last != all || all == 0 {
		t.Fatalf("%d rows, %d of %d inputs", len(r.Rows), last, all)
	}
	for _, x := range r.Rows {
		missed := 0
		for _, m := range x.Missed {
			missed += m.Tests
		}
		if x.Exposing == 0 || x.Tried != x.Exposing || x.Confirmed != x.Tried || missed != 0 || x.Engine != "dse" || x.Subject != "cutfields" {
			t.Errorf("row %+v", x)
			continue
		}
		if w := x.Shortest; w == nil || !program.Differ(w.Old, w.New).Counts() {
			t.Errorf("%s: the witness shows no difference: %+v", x.Pair, w)
		}
	}
	var text bytes.Buffer
	if err := r.Table().WriteText(&text, table.TextOptions{}); err != nil || strings.Count(text.String(), "cutfields") != len(r.Rows) || !strings.Contains(text.String(), r.Compiler) {
		t.Errorf("%v:\n%s", err, &text)
	}

	few, err := Run(t.Context(), dir, environment(), Options{Native: native.Options{Unconfined: true}, Jobs: 1, Most: 1})
	if err != nil || len(few.Rows) != len(r.Rows) {
		t.Fatalf("%+v, %v", few, err)
	}
	for i, x := range few.Rows {
		if x.Tried != 1 || x.Exposing != r.Rows[i].Exposing || x.Error != r.Rows[i].Error {
			t.Errorf("at most one test: %+v", x)
		}
	}
}

// TestRunNowhere: a folder without a plan is an error.
func TestRunNowhere(t *testing.T) {
	if _, err := Run(t.Context(), t.TempDir(), environment(), Options{}); err == nil {
		t.Error("an empty folder has results")
	}
}
