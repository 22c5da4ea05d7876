package project

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// project makes a repository with an old and a new revision. Its build refuses
// the line "x" without the line "y", hangs on the line "hang", and logs each
// run to $LOG; its test fails on the lines "bad1" and "bad2" together.
func project(t *testing.T, old, new string) (Options, string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there is no shell")
	}
	dir := t.TempDir()
	repo, err := git.PlainInit(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := repo.Worktree()
	if err != nil {
		t.Fatal(err)
	}
	commit := func(lines string) string {
		files := map[string]string{
			"src/f.c": strings.ReplaceAll(lines, " ", "\n") + "\n",
			"build.sh": "#!/bin/sh\necho build >>\"$LOG\"\ngrep -qx hang src/f.c && sleep 100\n" +
				"if grep -qx x src/f.c && ! grep -qx y src/f.c; then echo 'y is missing'; exit 1; fi\ncp src/f.c built\n",
			"t.sh":      "#!/bin/sh\necho test >>\"$LOG\"\n! { grep -qx bad1 built && grep -qx bad2 built; }\n",
			"ChangeLog": lines,
		}
		for name, text := range files {
			if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
				t.Fatal(err)
			}
			if _, err := tree.Add(name); err != nil {
				t.Fatal(err)
			}
		}
		h, err := tree.Commit("a revision", &git.CommitOptions{Author: &object.Signature{Name: "a", Email: "a@example.org", When: time.Unix(1e9, 0)}})
		if err != nil {
			t.Fatal(err)
		}
		return h.String()
	}
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv("LOG", log)
	o := Options{Repo: dir, Build: "./build.sh", Test: "./t.sh", BuildTime: 20 * time.Second, TestTime: 20 * time.Second}
	o.Old, o.New = commit(old), commit(new)
	return o, log
}

func open(t *testing.T, o Options) *Project {
	t.Helper()
	p, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

const (
	oldLines = "1 2 3 4 5 6 7 8 9"
	newLines = "1 a 2 bad1 3 x 4 b 5 bad2 6 c 7 y 8 d 9"
)

// quiet is a recorder that records nothing.
type quiet struct{}

func (quiet) Try(context.Context, *program.Input, engines.Note) (*engines.Trial, error) {
	return nil, nil
}
func (quiet) Spend(int64) error                     { return nil }
func (quiet) Requirement(engines.Requirement) error { return nil }
func (quiet) Explanation(engines.Explanation) error { return nil }
func (quiet) Count(string, int64)                   {}

// minimise is ddmin over the project's changes.
func minimise(t *testing.T, p *Project, workers int) ([]string, deltadebug.Stats) {
	t.Helper()
	task := &engines.Task{Old: engines.Build{Version: p.Old}, New: engines.Build{Version: p.New}, Judge: p.Judge, Workers: workers}
	tester, err := deltadebug.New(t.Context(), task, quiet{})
	if err != nil {
		t.Fatal(err)
	}
	units, err := deltadebug.Minimise(deltadebug.Singles(tester.Delta.All()), nil, func(sets []delta.Set, accept func(int, deltadebug.Result) bool) (int, []deltadebug.Result, error) {
		return tester.First(t.Context(), sets, accept)
	})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range deltadebug.Union(units) {
		out = append(out, tester.Delta.Changes[c].New...)
	}
	return out, tester.Stats()
}

func runs(t *testing.T, log string) int {
	t.Helper()
	data, err := os.ReadFile(log)
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(data), "\n")
}

// TestMinimise finds the two lines, with one worker and with several, whose
// answer and count of runs are the same; documentation does not count.
func TestMinimise(t *testing.T) {
	o, _ := project(t, oldLines, newLines)
	var first deltadebug.Stats
	for _, workers := range []int{1, 3} {
		o.Workers = workers
		p := open(t, o)
		if err := p.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, stats := minimise(t, p, workers)
		if strings.Join(got, " ") != "bad1 bad2" {
			t.Errorf("%d workers: blames %q", workers, got)
		}
		if workers == 1 {
			first = stats
		} else if stats != first {
			t.Errorf("%d workers: %+v, one: %+v", workers, stats, first)
		}
	}
	if first.Unbuilt == 0 {
		t.Errorf("no configuration failed to build: %+v", first)
	}
}

// TestRestart checks that a second process runs nothing again, and that a
// broken line in the store does no harm.
func TestRestart(t *testing.T) {
	o, log := project(t, oldLines, newLines)
	o.Cache = t.TempDir()
	p := open(t, o)
	if err := p.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, _ := minimise(t, p, 1)
	_ = p.Close()
	stores, err := filepath.Glob(filepath.Join(o.Cache, "*.jsonl"))
	if err != nil || len(stores) != 1 {
		t.Fatalf("stores %v, %v", stores, err)
	}
	f, err := os.OpenFile(stores[0], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(f, `{"key":"half a li`)
	f.Close()
	before := runs(t, log)
	p = open(t, o)
	if err := p.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	again, _ := minimise(t, p, 1)
	if fmt.Sprint(again) != fmt.Sprint(got) || runs(t, log) != before {
		t.Errorf("%q, then %q with %d more runs", got, again, runs(t, log)-before)
	}
	// Another command is another question.
	o.Test = "./t.sh # differently"
	p = open(t, o)
	if err := p.Check(t.Context()); err != nil || runs(t, log) == before {
		t.Errorf("another test command: %v, %d runs", err, runs(t, log)-before)
	}
}

// TestCancelled checks that a search that is broken off keeps what it has, and
// leaves no process behind.
func TestCancelled(t *testing.T) {
	o, log := project(t, oldLines, newLines+" hang")
	o.Cache = t.TempDir()
	p := open(t, o)
	if v, err := p.Judge(t.Context(), p.Old); err != nil || v != engines.Passes {
		t.Fatalf("old: %v, %v", v, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := p.Judge(ctx, p.New); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a build that hangs, cancelled: %v", err)
	}
	before := runs(t, log)
	if v, err := p.Judge(t.Context(), p.Old); err != nil || v != engines.Passes || runs(t, log) != before {
		t.Errorf("afterwards: %v, %v", v, err)
	}
}

// TestEnds checks what is said about tests that cannot be explained.
func TestEnds(t *testing.T) {
	tests := []struct {
		name, old, new string
		change         func(o *Options)
		want           error
	}{
		{"passes on new", oldLines, oldLines + " bad1", nil, ErrPasses},
		{"fails on old", newLines, newLines + " a", nil, ErrFails},
		{"not built", oldLines, newLines, func(o *Options) { o.Build = "echo no compiler; exit 1" }, ErrNotBuilt},
		{"hanging build", oldLines, newLines + " hang", func(o *Options) { o.BuildTime = 500 * time.Millisecond }, ErrNotBuilt},
		{"flaky", oldLines, newLines, func(o *Options) { o.Test = `echo >>"$LOG"; test $(($(wc -l <"$LOG") % 2)) = 0` }, ErrFlaky},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, _ := project(t, tt.old, tt.new)
			if tt.change != nil {
				tt.change(&o)
			}
			if err := open(t, o).Check(t.Context()); !errors.Is(err, tt.want) {
				t.Errorf("got %v, want %v", err, tt.want)
			}
		})
	}
}

// TestVerdicts checks the statuses of the test command.
func TestVerdicts(t *testing.T) {
	for command, want := range map[string]engines.Verdict{
		"exit 0": engines.Passes, "exit 125": engines.Unresolved, "exit 1": engines.Fails, "kill -SEGV $$": engines.Fails, "sleep 100": engines.Unresolved,
	} {
		o, _ := project(t, oldLines, newLines)
		o.Test = command
		if command == "sleep 100" {
			o.TestTime = 300 * time.Millisecond
		}
		p := open(t, o)
		if v, err := p.Judge(t.Context(), p.New); err != nil || v != want {
			t.Errorf("%s: %v, %v, want %v", command, v, err, want)
		}
	}
}

// TestUntouched checks that uncommitted changes stay, and are not used.
func TestUntouched(t *testing.T) {
	o, _ := project(t, oldLines, newLines)
	name := filepath.Join(o.Repo, "src/f.c")
	if err := os.WriteFile(name, []byte("uncommitted\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	index, err := os.ReadFile(filepath.Join(o.Repo, ".git/index"))
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, o)
	if err := p.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	minimise(t, p, 1)
	if data, err := os.ReadFile(name); err != nil || string(data) != "uncommitted\n" {
		t.Errorf("the work tree holds %q, %v", data, err)
	}
	if now, err := os.ReadFile(filepath.Join(o.Repo, ".git/index")); err != nil || string(now) != string(index) {
		t.Errorf("the index has changed: %v", err)
	}
	if _, err := os.Stat(filepath.Join(o.Repo, "built")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something was built in the work tree: %v", err)
	}
}

// TestOverlay checks that an overlay is in both versions and is no change.
func TestOverlay(t *testing.T) {
	o, _ := project(t, oldLines, newLines)
	o.Overlay = map[string]string{"config.h": "#define X\n", "build.sh": "cp src/f.c built && cat config.h >>built\n"}
	p := open(t, o)
	if err := p.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(p.Old.Files) != 1 || p.Old.Files[0].Name != "src/f.c" {
		t.Errorf("files that vary: %v", p.Old.Files)
	}
}
