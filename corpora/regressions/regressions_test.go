package regressions

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/google/go-cmp/cmp"
)

// revision is a commit to be made: the files that it changes, with a message that may name the
// hash of an earlier one as %s.
type revision struct {
	files   map[string]string
	message string
	names   int // the earlier commit, from 1; 0 for none
	day     int
}

// repository makes a history and returns its commits, the oldest first.
func repository(t *testing.T, revisions []revision) []*object.Commit {
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
	for _, rev := range revisions {
		for name, text := range rev.files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Add(name); err != nil {
				t.Fatal(err)
			}
		}
		message := rev.message
		if rev.names > 0 {
			message = fmt.Sprintf(message, commits[rev.names-1].Hash.String()[:9])
		}
		h, err := w.Commit(message, &git.CommitOptions{Author: &object.Signature{Name: "a", Email: "a@b", When: day(rev.day)}})
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

func day(n int) time.Time { return time.Date(2010, 1, 1, 12, 0, 0, 0, time.UTC).AddDate(0, 0, n) }

func TestRead(t *testing.T) {
	commits := repository(t, []revision{
		{map[string]string{"a.c": "1\n2\n3\n4\n5\n", "README": "a\n"}, "first", 0, 0},
		{map[string]string{"a.c": "1\ntwo\n3\n4\nfive\n"}, "a: new option", 0, 10},
		{map[string]string{"README": "fix\n"}, "doc: fix a typo introduced in %s", 1, 11},
		{map[string]string{"a.c": "1\n2\n3\n4\nfive\n"}, "a: fix the second line\n\nReported by someone, see 0123456789.\nThe bug was introduced in v1.0-3-g%s.\n", 2, 110},
		{map[string]string{"a.c": "1\n2\n3\n4\n5\n"}, "a: fix a regression in the last release", 0, 111},
		{map[string]string{"b.h": "x\n"}, "b: fix what %s, sadly, had\n\nNo word of where it is from.", 1, 112},
		{map[string]string{"b.h": "y\n"}, "b: tidy", 0, 113},
	})
	head := commits[len(commits)-1]
	s, err := Read(t.Context(), head, Defaults())
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, r := range s.Regressions {
		text := strings.Fields(r.Fix.Subject)[2] + fmt.Sprint(" ", r.Size)
		if r.Introduced != nil {
			text += fmt.Sprintf(" %s after %.0f days", r.Introduced.Subject, r.Days)
		}
		found = append(found, text)
	}
	want := []string{"a {0 0 0}", "the {4 2 1} a: new option after 100 days"}
	if d := cmp.Diff(want, found); d != "" {
		t.Errorf("regressions (-want +got):\n%s", d)
	}
	s.Regressions = nil
	if d := cmp.Diff(&Study{Head: head.Hash.String(), Commits: 7, Code: 6, Fixes: 3, Features: 1}, s); d != "" {
		t.Errorf("study (-want +got):\n%s", d)
	}

	opt := Defaults()
	opt.Since, opt.Until = day(100), day(111)
	if s, err = Read(t.Context(), head, opt); err != nil || s.Commits != 1 || len(s.Regressions) != 1 {
		t.Errorf("in some days %+v, %v", s, err)
	}
}
