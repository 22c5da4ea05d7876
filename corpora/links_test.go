package corpora

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// TestFollowLinks follows links in a tree, out of it, and round in circles.
func TestFollowLinks(t *testing.T) {
	links := map[string]string{
		"include/limit.h": "../src/limit.h", "again": "include/limit.h", "lib": "src/deep", "src/deep/up": "../..",
		"out": "../else", "abs": "/etc/passwd", "there-and-back": "../tree/src", "a": "b", "b": "a", "self": "self/x", "dot": ".",
	}
	link := func(name string) (string, bool, error) {
		target, ok := links[name]
		return target, ok, nil
	}
	for name, want := range map[string]string{
		"src/limit.h": "src/limit.h", "include/limit.h": "src/limit.h", "again": "src/limit.h", "lib/x.h": "src/deep/x.h",
		"lib/up/again": "src/limit.h", "dot/dot/src": "src", "nothing": "nothing", ".": ".",
		"out": "link out leads out of the tree", "abs": "link abs leads out of the tree, to /etc/passwd",
		"there-and-back/limit.h": "link there-and-back leads out of the tree",
		"a":                      "round in circles", "b/x": "round in circles", "self": "round in circles",
	} {
		got, err := FollowLinks(name, link)
		if err != nil {
			got = err.Error()
			if errors.Is(err, ErrLeaves) != strings.Contains(want, "out of the tree") {
				t.Errorf("%s: %v wraps ErrLeaves, or not", name, err)
			}
		}
		if got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%s leads to %q, want %q", name, got, want)
		}
	}
}

// links makes a folder with symbolic links, and a repository of it.
func links(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"top.h": "top", "src/main.c": "#include \"part.c\"", "src/part.c": "part", "src/include/limit.h": "limit", "else/other.c": "other", "else/other.h": "other",
		"src/zero.c": "zero",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"src/top.h": "../top.h", "src/a.c": "main.c", "src/loop": ".", "src/common": "../else", "src/again": "../else", "src/inc": "include",
		"src/dangling.h": "nowhere.h", "src/elsewhere": "/nowhere/in/particular",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	r, err := git.PlainInit(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Worktree()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.AddWithOptions(&git.AddOptions{All: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Commit("links", &git.CommitOptions{Author: &object.Signature{Name: "a", Email: "a@b", When: time.Unix(1e9, 0)}}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestReadFolderLinks reads the same files of a folder and of a revision's: headers
// under all their names, each C file once.
func TestReadFolderLinks(t *testing.T) {
	dir := links(t)
	tree := headOf(t, dir)
	sub, err := fs.Sub(tree, "src")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"again/other.c", "again/other.h", "common/other.h", "inc/limit.h", "include/limit.h", "main.c", "part.c", "top.h", "zero.c"}
	for where, folder := range map[string]fs.FS{"disk": os.DirFS(filepath.Join(dir, "src")), "git": sub} {
		files, err := ReadFolder(folder)
		if err != nil {
			t.Fatal(where, err)
		}
		var got []string
		for _, f := range files {
			got = append(got, f.Name)
			if f.Included != (f.Name == "part.c") {
				t.Errorf("%s: %s is included: %v", where, f.Name, f.Included)
			}
			if base := strings.TrimSuffix(filepath.Base(f.Name), filepath.Ext(f.Name)); base != "main" && f.Text != base {
				t.Errorf("%s: %s holds %q", where, f.Name, f.Text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", where, got, want)
		}
	}
}

func headOf(t *testing.T, dir string) fs.FS {
	t.Helper()
	r, err := OpenRepository(dir)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := r.Tree("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestTreeLinks reads files of a revision through links.
func TestTreeLinks(t *testing.T) {
	dir := links(t)
	tree := headOf(t, dir)
	r, err := OpenRepository(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"src/top.h": "top", "src/a.c": "#include \"part.c\"", "src/loop/loop/inc/limit.h": "limit", "src/common/other.c": "other",
		"src/dangling.h": "does not exist", "src/nothing.h": "does not exist", "src/elsewhere": "leads out of the tree", "src/elsewhere/x.h": "leads out of the tree",
	} {
		for _, read := range []func() ([]byte, error){
			func() ([]byte, error) { return fs.ReadFile(tree, name) }, func() ([]byte, error) { return r.File("HEAD", name) },
		} {
			data, err := read()
			got := string(data)
			if err != nil {
				got = err.Error()
			}
			if got != want && (err == nil || !strings.Contains(got, want)) {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
}
