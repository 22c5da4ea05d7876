package corpora

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/go-git/go-git/v5/plumbing/object"
)

func TestTree(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run("init", "-q")
	write("src/a.c", "one")
	write("src/deep/b.h", "two")
	run("add", ".")
	run("commit", "-qm", "first")
	write("src/a.c", "three")
	if err := os.Symlink("a.c", filepath.Join(dir, "src", "link.c")); err != nil {
		t.Fatal(err)
	}
	run("add", ".")
	run("commit", "-qam", "second")
	run("tag", "-am", "a tag with an object of its own", "v2")

	r, err := OpenRepository(filepath.Join(dir, "src"))
	if err != nil {
		t.Fatal(err)
	}
	tag, err := r.repo.Tag("v2")
	if err != nil {
		t.Fatal(err)
	}
	for rev, want := range map[string]string{"HEAD": "three", "HEAD~1": "one", tag.Hash().String(): "three"} {
		tree, err := r.Tree(rev)
		if err != nil {
			t.Fatal(err)
		}
		if err := fstest.TestFS(tree, "src/a.c", "src/deep/b.h"); err != nil {
			t.Error(err)
		}
		if got, err := fs.ReadFile(tree, "src/a.c"); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v, want %q", rev, got, err, want)
		}
	}
	if _, err := r.Tree("absent"); err == nil {
		t.Error("an absent revision has a tree")
	}
	got := map[string]string{}
	err = r.Each("v2", func(f *object.File) error {
		text, err := f.Contents()
		got[f.Name+" "+f.Mode.String()] = text
		return err
	})
	want := map[string]string{"src/a.c 0100644": "three", "src/deep/b.h 0100644": "two", "src/link.c 0120000": "a.c"}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("files %v, %v, want %v", got, err, want)
	}
}
