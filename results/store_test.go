package results

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

const testHash = "abc"

// put writes an attempt of a task: one test, and an End unless status is "".
func put(t *testing.T, s *Segment, task string, status Status, steps int64) {
	t.Helper()
	records := []*Record{
		{Task: task, Start: &Start{Experiment: testHash, Subject: "s", Pair: "p", Engine: "e", Kind: string(engines.Generate)}},
		{Task: task, Test: &TestRecord{N: 1, Steps: steps, Difference: program.DiffStdout, Input: program.Input{Args: []program.Bytes{program.Bytes(task)}}}},
	}
	if status != "" {
		if err := s.Measure(&Measure{Task: task, Wall: float64(steps), TestsAt: []float64{9}, TestsCPU: []float64{0.5}}); err != nil {
			t.Fatal(err)
		}
		records = append(records, &Record{Task: task, End: &End{Status: status, Steps: steps, Tests: 1}})
	}
	for _, r := range records {
		if err := s.Append(r); err != nil {
			t.Fatal(err)
		}
	}
}

func open(t testing.TB, dir string) *Folder {
	t.Helper()
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	f.NoSync = true
	return f
}

func segment(t *testing.T, f *Folder, name string, write func(*Segment)) {
	t.Helper()
	s, err := f.Segment(name)
	if err != nil {
		t.Fatal(err)
	}
	write(s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func plan(t *testing.T, dir string, tasks ...string) {
	t.Helper()
	head := PlanHead{Hash: testHash, Name: "test"}
	for _, id := range tasks {
		head.Tasks = append(head.Tasks, PlanTask{ID: id})
	}
	data, err := json.Marshal(head)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, planFile), data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func scan(t *testing.T, f *Folder) *Index {
	t.Helper()
	x, err := f.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func canonical(t *testing.T, x *Index) string {
	t.Helper()
	var buf bytes.Buffer
	if err := x.Canonical(t.Context(), &buf); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// expectWarnings checks that there is exactly one warning containing each text.
func expectWarnings(t *testing.T, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d warnings, want %d:\n%s", len(got), len(want), strings.Join(got, "\n"))
	}
	for _, w := range want {
		if !slices.ContainsFunc(got, func(g string) bool { return strings.Contains(g, w) }) {
			t.Errorf("no warning about %q in\n%s", w, strings.Join(got, "\n"))
		}
	}
}

// TestCanonicalOrder writes the same tasks in one segment and spread over
// three in another order: the canonical records must be the same bytes.
func TestCanonicalOrder(t *testing.T) {
	one, three := t.TempDir(), t.TempDir()
	tasks := []string{"a/1", "a/10", "a/2", "b/1"}
	plan(t, one, tasks...)
	plan(t, three, tasks...)
	segment(t, open(t, one), "only", func(s *Segment) {
		for i, task := range tasks {
			put(t, s, task, StatusDone, int64(i))
		}
	})
	for i := len(tasks) - 1; i >= 0; i-- {
		segment(t, open(t, three), fmt.Sprintf("seg%d", i%3), func(s *Segment) { put(t, s, tasks[i], StatusDone, int64(i)) })
	}
	a, b := scan(t, open(t, one)), scan(t, open(t, three))
	expectWarnings(t, append(a.Warnings, b.Warnings...))
	if diff := cmp.Diff(canonical(t, a), canonical(t, b)); diff != "" {
		t.Error(diff)
	}
	var order []string
	err := a.Each(t.Context(), func(r *Record) error {
		order = append(order, fmt.Sprintf("%s#%d", r.Task, r.Seq))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(order) || len(order) != 12 {
		t.Errorf("order %v", order)
	}
	stop := errors.New("stop")
	if err := a.Each(t.Context(), func(*Record) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the caller's error became %v", err)
	}
}

// TestStops: whatever reads records ends with its context, between two records, too.
func TestStops(t *testing.T) {
	dir := t.TempDir()
	plan(t, dir, "a", "b")
	f := open(t, dir)
	segment(t, f, "only", func(s *Segment) {
		put(t, s, "a", StatusDone, 1)
		put(t, s, "b", StatusDone, 2)
	})
	x := scan(t, f)
	ctx, cancel := context.WithCancel(t.Context())
	seen := 0
	err := x.Each(ctx, func(*Record) error {
		seen++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || seen != 1 {
		t.Errorf("%d records: %v", seen, err)
	}
	_, scanErr := f.Scan(ctx)
	_, loadErr := x.Load(ctx, LoadOptions{NoMeasures: true})
	_, _, measuresErr := x.measures(ctx)
	for name, err := range map[string]error{
		"scan": scanErr, "load": loadErr, "measures": measuresErr, "canonical": x.Canonical(ctx, io.Discard), "save": x.Save(ctx, open(t, t.TempDir()), "s"),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTornAtEveryByte cuts a segment of two tasks after each byte and then
// continues it: what was whole stays, and the new task is whole.
func TestTornAtEveryByte(t *testing.T) {
	whole := t.TempDir()
	plan(t, whole, "a", "b", "c")
	f := open(t, whole)
	segment(t, f, "w", func(s *Segment) { put(t, s, "a", StatusDone, 1) })
	path := filepath.Join(recordsDir, "w.jsonl")
	first, err := os.ReadFile(filepath.Join(whole, path))
	if err != nil {
		t.Fatal(err)
	}
	segment(t, f, "w", func(s *Segment) { put(t, s, "b", StatusDone, 2) })
	data, err := os.ReadFile(filepath.Join(whole, path))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	plan(t, dir, "a", "b", "c")
	f = open(t, dir)
	for cut := 1; cut < len(data); cut++ {
		if err := os.MkdirAll(filepath.Join(dir, recordsDir), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), data[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		check := func(want ...string) {
			t.Helper()
			x := scan(t, f)
			var got []string
			for _, a := range x.attempts {
				got = append(got, a.task)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("cut after %d bytes: %s", cut, diff)
			}
			if n := strings.Count(canonical(t, x), "\n"); n != 3*len(want) {
				t.Fatalf("cut after %d bytes: %d canonical lines", cut, n)
			}
		}
		var want []string
		if cut >= len(first)-1 { // without its newline a record is still whole
			want = append(want, "a")
		}
		if cut >= len(data)-1 {
			want = append(want, "b")
		}
		check(want...)
		segment(t, f, "w", func(s *Segment) { put(t, s, "c", StatusDone, 3) })
		check(append(want, "c")...)
	}
}

func TestDuplicates(t *testing.T) {
	dir := t.TempDir()
	plan(t, dir, "equal", "redone", "killed", "conflict", "open", "never")
	f := open(t, dir)
	segment(t, f, "s1", func(s *Segment) {
		put(t, s, "equal", StatusDone, 1)
		put(t, s, "redone", "", 1)
		put(t, s, "killed", StatusKilled, 1)
		put(t, s, "conflict", StatusDone, 7)
		put(t, s, "open", "", 1)
	})
	segment(t, f, "s2", func(s *Segment) {
		put(t, s, "equal", StatusDone, 1)
		put(t, s, "redone", StatusBudget, 5)
		put(t, s, "killed", StatusDone, 6)
		put(t, s, "conflict", StatusDone, 3)
	})
	x := scan(t, f)
	expectWarnings(t, x.Warnings, "3 attempts that did not finish", "conflict has 2 finished attempts that disagree")
	for task, want := range map[string]Status{"equal": StatusDone, "redone": StatusBudget, "killed": StatusDone, "conflict": StatusDone} {
		if got, ok := x.Status(task); !ok || got != want {
			t.Errorf("%s: %s, %t", task, got, ok)
		}
	}
	if diff := cmp.Diff([]string{"open", "never"}, x.Missing()); diff != "" {
		t.Error(diff)
	}
	set, err := f.Load(t.Context(), LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range set.Runs {
		if r.Task == "conflict" && r.Steps != 3 {
			t.Errorf("of the conflicting attempts the one with %d steps counts, not the least", r.Steps)
		}
		// The measure must be the one of the attempt that counts.
		if r.Measured == nil || r.Measured.Wall != float64(r.Steps) {
			t.Errorf("%s: measure %+v for %d steps", r.Task, r.Measured, r.Steps)
		}
		if r.First == nil || !r.First.Timed || r.First.Seconds != 0.5 {
			t.Errorf("%s: first difference %+v", r.Task, r.First)
		}
	}
	if set.Missing != 2 {
		t.Errorf("%d missing", set.Missing)
	}
}

func TestForeignAndDamaged(t *testing.T) {
	dir := t.TempDir()
	plan(t, dir, "a", "b")
	f := open(t, dir)
	segment(t, f, "s1", func(s *Segment) {
		put(t, s, "a", StatusDone, 1)
		err := errors.Join(
			s.Append(&Record{Task: "z", Start: &Start{Experiment: "other"}}),
			s.Append(&Record{Task: "z", End: &End{Status: StatusDone}}))
		if err != nil {
			t.Fatal(err)
		}
		put(t, s, "extra", StatusDone, 1)
	})
	path := filepath.Join(dir, recordsDir, "s2.jsonl")
	lines := `{"task":"b","seq":0,"start":{"experiment":"abc"}}` + "\n" + `{"task":"b","seq":1,"te` + "\n" +
		`{"task":"b","seq":2,"end":{"status":"done"}}` + "\n" + `{"task":"c","seq":9,"test":{}}` + "\n\n[1]\n"
	if err := os.WriteFile(path, []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	x := scan(t, f)
	expectWarnings(t, x.Warnings, "1 task of another plan (other)", "s2.jsonl:2: damaged line", "s2.jsonl:6: damaged line",
		"1 attempt that did not finish", "1 task with the hash of the plan but not in it")
	if _, ok := x.Status("b"); ok {
		t.Error("an attempt with a damaged record counts")
	}
	if err := os.Remove(filepath.Join(dir, planFile)); err != nil {
		t.Fatal(err)
	}
	if x := scan(t, f); x.Plan.Hash != testHash || x.Len() != 2 {
		t.Errorf("without plan.json: hash %q, %d tasks", x.Plan.Hash, x.Len())
	}
}

func TestBadFolders(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(filepath.Join(dir, "absent")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("absent folder: %v", err)
	}
	file := filepath.Join(dir, planFile)
	if err := os.WriteFile(file, []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); err == nil {
		t.Error("a file is taken for a folder")
	}
	if _, err := open(t, dir).Load(t.Context(), LoadOptions{}); err == nil || !strings.Contains(err.Error(), planFile) {
		t.Errorf("a broken plan gives %v", err)
	}
	for _, name := range []string{"", "a/b", "..", ".hidden"} {
		if _, err := open(t, dir).Segment(name); err == nil {
			t.Errorf("segment name %q is accepted", name)
		}
	}
}

func TestSegmentRefusesStrayRecords(t *testing.T) {
	segment(t, open(t, t.TempDir()), "s", func(s *Segment) {
		if err := s.Append(&Record{Task: "a", End: &End{}}); err == nil {
			t.Error("an End without a Start is accepted")
		}
		if err := s.Append(&Record{Start: &Start{}}); err == nil {
			t.Error("a record without a task is accepted")
		}
		put(t, s, "a", StatusDone, 1)
		if err := s.Append(&Record{Task: "a", Test: &TestRecord{}}); err == nil {
			t.Error("a test after the End is accepted")
		}
	})
}

// TestLongLines writes records longer than every buffer.
func TestLongLines(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	long := program.Bytes(strings.Repeat("x\x00\xff", 200_000))
	segment(t, f, "s", func(s *Segment) {
		for _, r := range []*Record{
			{Task: "a", Start: &Start{Experiment: testHash}},
			{Task: "a", Test: &TestRecord{N: 1, Difference: program.DiffStdout, Input: program.Input{Stdin: long}}},
			{Task: "a", End: &End{Status: StatusDone}},
		} {
			if err := s.Append(r); err != nil {
				t.Fatal(err)
			}
		}
	})
	set, err := f.Load(t.Context(), LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	examples, n := set.Examples(PairOf{})
	if n != 1 || !bytes.Equal(examples[0].Test.Input.Stdin, long) {
		t.Errorf("%d examples", n)
	}
}

func TestNaturalLess(t *testing.T) {
	sorted := []string{"", "v", "v1", "v01", "v2", "v2.9", "v2.10", "v10", "v10a", "w"}
	shuffled := slices.Clone(sorted)
	slices.Reverse(shuffled)
	slices.SortFunc(shuffled, func(a, b string) int {
		switch {
		case NaturalLess(a, b):
			return -1
		case NaturalLess(b, a):
			return 1
		}
		return 0
	})
	// Equal numbers are in the order of plain strings.
	sorted[2], sorted[3] = "v01", "v1"
	if diff := cmp.Diff(sorted, shuffled); diff != "" {
		t.Error(diff)
	}
}

// TestIsPlainTest checks that only tests without a difference are skipped,
// whatever their input looks like.
func TestIsPlainTest(t *testing.T) {
	evil := program.Input{Args: []program.Bytes{program.Bytes(`","seq":1,"test":{"difference":"stdout"`)}}
	for _, c := range []struct {
		record Record
		want   bool
	}{
		{Record{Task: "a", Test: &TestRecord{N: 1}}, true},
		{Record{Task: "a", Test: &TestRecord{N: 1, Input: evil}}, true},
		{Record{Task: `a","seq":1,"test":{`, Test: &TestRecord{N: 1, Input: evil}}, false}, // escapes: decoded to be sure
		{Record{Task: "a", Test: &TestRecord{N: 1, Difference: program.DiffUndecided}}, false},
		{Record{Task: "a", Test: &TestRecord{N: 1, Input: evil, Difference: program.DiffStdout}}, false},
		{Record{Task: "a", Start: &Start{Pair: "test"}}, false},
		{Record{Task: "a", Explanation: &engines.Explanation{Text: `"test":`}}, false},
		{Record{Task: "a", End: &End{}}, false},
	} {
		line, err := json.Marshal(c.record)
		if err != nil {
			t.Fatal(err)
		}
		if got := isPlainTest(line); got != c.want {
			t.Errorf("isPlainTest(%s) = %t", line, got)
		}
	}
}

// TestLoadWarnings checks that what must not be mixed silently is named.
func TestLoadWarnings(t *testing.T) {
	dir := t.TempDir()
	plan(t, dir, "a", "b", "c", "d")
	f := open(t, dir)
	segment(t, f, "s", func(s *Segment) {
		for i, task := range []string{"a", "b", "c"} {
			m := &Measure{Task: task, Version: fmt.Sprint("v", i), Method: "rusage", Host: Host{Name: "h", CPU: fmt.Sprint("cpu", i)}}
			err := errors.Join(
				s.Append(&Record{Task: task, Start: &Start{Experiment: testHash}}),
				s.Append(&Record{Task: task, End: &End{Status: StatusDone, Warnings: []string{"made concrete"}}}))
			if i < 2 {
				err = errors.Join(err, s.Measure(m))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	if err := os.WriteFile(filepath.Join(dir, measuresDir, "x.jsonl"), []byte(`{"task":"a","cpu_`), 0o666); err != nil {
		t.Fatal(err)
	}
	set, err := f.Load(t.Context(), LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range set.Warnings {
		got = append(got, w.String())
	}
	expectWarnings(t, got, "1 torn or damaged lines", "1 of 4 planned tasks have not finished", "2 different CPU models",
		"2 versions of rift", "no measure of time and memory: the tasks are missing from columns and plots of time (1 task)", "made concrete (3 tasks)")
	if len(set.Hosts) != 2 || len(set.Methods) != 1 {
		t.Errorf("hosts %v, methods %v", set.Hosts, set.Methods)
	}
}

// TestUnreadableTask has a record that is JSON but not of our making: its task
// is left out with a warning, the others stay.
func TestUnreadableTask(t *testing.T) {
	dir := t.TempDir()
	plan(t, dir, "a", "b", "c")
	f := open(t, dir)
	segment(t, f, "s", func(s *Segment) {
		put(t, s, "a", StatusDone, 1)
		put(t, s, "c", StatusDone, 1)
	})
	lines := `{"task":"b","seq":0,"start":{"experiment":"abc"}}` + "\n" +
		`{"task":"b","seq":1,"test":{"n":"one","difference":"stdout"}}` + "\n" + `{"task":"b","seq":2,"end":{"status":"done"}}` + "\n"
	if err := os.WriteFile(filepath.Join(dir, recordsDir, "t.jsonl"), []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	set, err := f.Load(t.Context(), LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Runs) != 2 || set.Runs[1].Task != "c" {
		t.Errorf("%d runs", len(set.Runs))
	}
	if len(set.Warnings) == 0 || !strings.Contains(set.Warnings[0].Text, "t.jsonl: task b: ") {
		t.Errorf("warnings %v", set.Warnings)
	}
	if err := scan(t, f).Each(t.Context(), func(*Record) error { return nil }); err == nil {
		t.Error("Each passes over a record that cannot be read")
	}
}

// FuzzLoad feeds arbitrary bytes as a segment of records and of measures: they
// may give warnings, but no error and no panic.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		"", "\n\n", "{", `{"task":"a"}`, `{"task":"a","seq":0,"start":{"experiment":"abc"},"end":{}}`,
		`{"task":"a","seq":0,"start":{"experiment":"abc"}}` + "\n" + `{"task":"a","seq":1,"end":{"status":"done"}}`,
		`{"task":"a","seq":0,"start":{"experiment":"abc"}}` + "\n" + `{"task":"a","seq":1,"test":{"difference":"stdout"},"requirement":{},"explanation":{}}` + "\n" + `{"task":"a","seq":1,"end":{"status":"done"}}`,
		`{"task":"a","seq":0,"start":{"experiment":"abc","seed":-1}}` + "\n" + `{"task":"a","seq":1,"end":{"status":1}}`,
		`{"task":"a","seq":0,"start":null}` + "\n" + `[]` + "\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		for _, sub := range []string{recordsDir, measuresDir} {
			if err := os.MkdirAll(filepath.Join(dir, sub), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, sub, "x.jsonl"), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		set, err := open(t, dir).Load(t.Context(), LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range set.Pairs {
			set.Examples(p)
		}
	})
}
