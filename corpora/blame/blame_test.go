package blame

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/google/go-cmp/cmp"
)

// history makes a repository of revisions, each the files that it changes, and returns the
// commits.
func history(t *testing.T, revisions ...map[string]string) []*object.Commit {
	t.Helper()
	dir := t.TempDir()
	r, err := git.PlainInit(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Worktree()
	if err != nil {
		t.Fatal(err)
	}
	var commits []*object.Commit
	for _, files := range revisions {
		for name, text := range files {
			file := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Add(name); err != nil {
				t.Fatal(err)
			}
		}
		h, err := w.Commit("change", &git.CommitOptions{Author: &object.Signature{Name: "a", Email: "a@b"}})
		if err != nil {
			t.Fatal(err)
		}
		c, err := r.CommitObject(h)
		if err != nil {
			t.Fatal(err)
		}
		commits = append(commits, c)
	}
	return commits
}

// A line has the age of the commit that last touched it, and the changes of what stood there;
// what is older than the commits looked at is as old as these.
func TestHistory(t *testing.T) {
	commits := history(t,
		map[string]string{"src/a.c": "1\n2\n3\n4\n", "src/b.h": "x\n"},
		map[string]string{"src/a.c": "1\ntwo\n3\n4\n"},
		map[string]string{"src/b.h": "y\n"},
		map[string]string{"src/a.c": "1\nzwei\n3\nnew\n4\n"},
		map[string]string{"src/late.c": "int late;\n"},
	)
	// an age and a number of changes for each line
	type lines [][2]int
	for _, c := range []struct {
		commit  int
		commits int
		want    map[string]lines
	}{
		{4, 100, map[string]lines{
			"a.c":    {{5, 0}, {1, 2}, {5, 0}, {1, 0}, {5, 0}, {5, 0}},
			"b.h":    {{2, 1}, {5, 0}},
			"late.c": {{0, 0}, {0, 0}},
		}},
		{4, 3, map[string]lines{
			"a.c":    {{3, 0}, {1, 1}, {3, 0}, {1, 0}, {3, 0}, {3, 0}},
			"b.h":    {{3, 0}, {3, 0}},
			"late.c": {{0, 0}, {0, 0}},
		}},
		{1, 100, map[string]lines{
			"a.c": {{2, 0}, {0, 1}, {2, 0}, {2, 0}, {2, 0}},
			"b.h": {{2, 0}, {2, 0}},
		}},
	} {
		found, err := Lines(commits[c.commit], "src", []string{"a.c", "b.h", "late.c", "none.c"}, c.commits)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]lines{}
		for name, list := range found {
			for _, l := range list {
				got[name] = append(got[name], [2]int{l.Age, l.Changes})
			}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%d commits from commit %d: %s", c.commits, c.commit, d)
		}
	}
}
