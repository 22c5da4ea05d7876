package corpora

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// history makes a git repository of revisions, each the files that it changes,
// and returns its folder and the revisions' hashes.
func history(t *testing.T, revisions ...map[string]string) (string, []string) {
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
	var hashes []string
	for _, files := range revisions {
		for name, text := range files {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
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
		hashes = append(hashes, h.String())
	}
	return dir, hashes
}

// gitSubject is a subject whose versions are two revisions.
func gitSubject(t *testing.T, address string, hashes []string) string {
	t.Helper()
	return write(t, map[string]string{"subject.toml": `
name = "greet"
git = "` + address + `"
shims = ["gnu"]
includes = ["src"]
[[version]]
name = "v1"
rev = "` + hashes[0] + `"
files = ["src/greet.c", "src/greet.h"]
[[version]]
name = "v2"
rev = "` + hashes[1] + `"
files = ["src/greet.c", "src/greet.h"]
[[pair]]
old = "v1"
new = "v2"
witness = "hello"
[[test]]
name = "hello"
hidden = true
`})
}

func greetings(t *testing.T) (string, []string) {
	return history(t,
		map[string]string{"src/greet.c": "#include <config.h>\n#include <stdio.h>\n#include <quote.h>\n#include \"greet.h\"\nint main(void) { puts(quote(GREETING)); }\n", "src/greet.h": "#define GREETING \"hello\"\n"},
		map[string]string{"src/greet.h": "#define GREETING \"goodbye\"\n"})
}

func TestGitSubject(t *testing.T) {
	const address = "https://example.org/greet/greet"
	repo, hashes := greetings(t)
	dir := gitSubject(t, address, hashes)
	t.Setenv("RIFT_CACHE", t.TempDir())

	if _, err := Open(dir, ""); !errors.Is(err, ErrNotFetched) || !strings.Contains(err.Error(), address) {
		t.Errorf("before fetching: %v", err)
	}
	addresses, err := Repositories(dir, "")
	if err != nil || len(addresses) != 1 || addresses[0] != address {
		t.Fatalf("repositories %q, %v", addresses, err)
	}
	for range 2 { // the second time in place of the first
		where, err := Fetch(context.Background(), address, repo, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := filepath.Join(os.Getenv("RIFT_CACHE"), "git", "example.org", "greet", "greet.git"); where != want {
			t.Errorf("fetched to %s, want %s", where, want)
		}
	}
	all, err := Open(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	s := all[0]
	for i, want := range []string{"hello", "goodbye"} {
		v := &s.Versions[i]
		if got := v.Files[1]; got.Name != "src/greet.h" || !strings.Contains(got.Text, want) || got.Library {
			t.Errorf("%s: %s is %q", v.Name, got.Name, got.Text)
		}
		if !v.Sealed || v.Includes[len(v.Includes)-1] != "shims/gnu/include" {
			t.Errorf("%s: include folders %q, sealed %v", v.Name, v.Includes, v.Sealed)
		}
		shim := false
		for _, f := range v.Files {
			shim = shim || f.Name == "shims/gnu/src/quotearg.c" && f.Library
		}
		if !shim {
			t.Errorf("%s lacks the shim library", v.Name)
		}
	}
	again, err := Open(filepath.Join(dir, ManifestName), "")
	if err != nil || again[0].Hash() != s.Hash() {
		t.Errorf("opened again the subject has another hash, or %v", err)
	}
}

// A failed fetch leaves what is there.
func TestFetchFails(t *testing.T) {
	const address = "https://example.org/greet"
	repo, hashes := greetings(t)
	t.Setenv("RIFT_CACHE", t.TempDir())
	if _, err := Fetch(context.Background(), address, repo, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := Fetch(context.Background(), address, t.TempDir(), nil); err == nil {
		t.Error("an empty folder is taken for a repository")
	}
	r, err := fetched(address)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.File(hashes[0], "src/greet.c"); err != nil {
		t.Error(err)
	}
	left, err := filepath.Glob(filepath.Join(os.Getenv("RIFT_CACHE"), "git", "*", ".fetch*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

func TestFetchWithoutGit(t *testing.T) {
	repo, hashes := greetings(t)
	t.Setenv("RIFT_CACHE", t.TempDir())
	t.Setenv("PATH", t.TempDir())
	if _, err := Fetch(context.Background(), "https://example.org/greet", repo, nil); err != nil {
		t.Fatal(err)
	}
	r, err := fetched("https://example.org/greet")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := r.File(hashes[1], "src/greet.h"); err != nil || !strings.Contains(string(text), "goodbye") {
		t.Errorf("%q, %v", text, err)
	}
}

func TestGitErrors(t *testing.T) {
	const address = "https://example.org/greet"
	repo, hashes := greetings(t)
	t.Setenv("RIFT_CACHE", t.TempDir())
	if _, err := Fetch(context.Background(), address, repo, nil); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ change, to, want string }{
		{hashes[0], strings.Repeat("1", 40), `subject.toml:6: version "v1": revision "1111`},
		{hashes[1], "no-such-branch", `subject.toml:10: version "v2": revision "no-such-branch"`},
		{`"src/greet.h"]`, `"src/none.h"]`, `file "src/none.h"`},
		{`"gnu"`, `"gun"`, `no shim library "gun"; did you mean "gnu"?`},
		{`"gnu"`, `"../shims/gnu"`, `no shim library`},
		{"git = ", "title = ", "rev needs git at the top"},
		{address, "nowhere", "not an address"},
	} {
		dir := gitSubject(t, address, hashes)
		name := filepath.Join(dir, ManifestName)
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(text), tt.change, tt.to, 1)
		if changed == string(text) {
			t.Fatalf("%q is not in the manifest", tt.change)
		}
		if err := os.WriteFile(name, []byte(changed), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, ""); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s instead of %s: error %v, want %q", tt.to, tt.change, err, tt.want)
		}
	}
}

// TestExport builds what was written, and compares.
func TestExport(t *testing.T) {
	for _, tool := range []string{"make", "cc", "ar"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is missing", tool)
		}
	}
	repo, hashes := greetings(t)
	t.Setenv("RIFT_CACHE", t.TempDir())
	if _, err := Fetch(context.Background(), "https://example.org/greet", repo, nil); err != nil {
		t.Fatal(err)
	}
	all, err := Open(gitSubject(t, "https://example.org/greet", hashes), "")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "out")
	if err := Export(all[0], dir); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("make", "-C", dir).CombinedOutput(); err != nil {
		t.Fatalf("make: %v\n%s", err, out)
	}
	for version, want := range map[string]string{"v1": "'hello'\n", "v2": "'goodbye'\n"} {
		out, err := exec.Command(filepath.Join(dir, "bin", version)).Output()
		if err != nil || string(out) != want {
			t.Errorf("%s prints %q, %v", version, out, err)
		}
	}
	if err := Export(all[0], dir); err == nil {
		t.Error("a folder that exists is written over")
	}
}

// Manifests of subjects to be fetched are read as far as that is possible
// without their sources.
func TestFetchableManifests(t *testing.T) {
	for _, name := range Fetchable() {
		addresses, err := Repositories(name, "")
		if err != nil || len(addresses) != 1 {
			t.Errorf("%s: repositories %q, %v", name, addresses, err)
		}
	}
	t.Setenv("RIFT_CACHE", t.TempDir())
	for _, ref := range []string{"coreutils-cut", "coreutils"} {
		if _, err := Open(ref, ""); !errors.Is(err, ErrNotFetched) {
			t.Errorf("%s: %v", ref, err)
		}
	}
}
