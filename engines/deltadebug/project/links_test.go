package project

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// revisions makes a repository with two revisions, each given by its files; the text
// "-> TARGET" is a symbolic link.
func revisions(t *testing.T, old, new map[string]string) Options {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there is no shell")
	}
	dir := t.TempDir()
	repo, err := git.PlainInit(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	w, err := repo.Worktree()
	if err != nil {
		t.Fatal(err)
	}
	commit := func(files map[string]string) string {
		t.Helper()
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Name() != ".git" {
				os.RemoveAll(filepath.Join(dir, e.Name())) // in a folder of the test
			}
		}
		for name, text := range files {
			name = filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if target, ok := strings.CutPrefix(text, "-> "); ok {
				err = os.Symlink(target, name)
			} else {
				err = os.WriteFile(name, []byte(text), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		os.Remove(filepath.Join(dir, ".git", "index")) // go-git does not see folders become links
		if err := w.AddWithOptions(&git.AddOptions{All: true}); err != nil {
			t.Fatal(err)
		}
		h, err := w.Commit("a revision", &git.CommitOptions{Author: &object.Signature{Name: "a", Email: "a@example.org", When: time.Unix(1e9, 0)}})
		if err != nil {
			t.Fatal(err)
		}
		return h.String()
	}
	o := Options{Repo: dir, Build: "true", BuildTime: 20 * time.Second, TestTime: 20 * time.Second}
	o.Old, o.New = commit(old), commit(new)
	return o
}

// TestLinksOut checks that nothing outside a slot is written or deleted where a folder
// of the old revision is a link in the new one, or the other way round.
func TestLinksOut(t *testing.T) {
	victim := t.TempDir()
	owned := filepath.Join(victim, "owned.txt")
	if err := os.WriteFile(owned, []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
	folder := map[string]string{"main.c": "0\n", "data/owned.txt": "of the repository\n"}
	link := map[string]string{"main.c": "1\n", "data": "-> " + victim}
	for _, ends := range [][2]map[string]string{{folder, link}, {link, folder}} {
		o := revisions(t, ends[0], ends[1])
		// A build may leave links, too.
		o.Build = "rm -rf extra && ln -s '" + victim + "' extra"
		o.Test = "true"
		p := open(t, o)
		s, err := p.take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			for _, v := range []*program.Version{p.Old, p.New} {
				v.Files = append(v.Files, program.SourceFile{Name: "extra/owned.txt", Text: "of a version\n"})
				if verdict, err := p.judgeIn(t.Context(), s, v); err != nil || verdict != engines.Passes {
					t.Errorf("%v, %v: %s", verdict, err, tail(s.output))
				}
				v.Files = v.Files[:len(v.Files)-1]
			}
		}
		p.slots <- s
		if data, err := os.ReadFile(owned); err != nil || string(data) != "precious" {
			t.Fatalf("%q, %v", data, err)
		}
	}
}

// TestShapes checks that a slot holds each revision, and what mixes them, where links,
// folders and files take one another's place.
func TestShapes(t *testing.T) {
	shapes := map[string]map[string]string{
		"folder": {"compat/value.h": "folder\n"},
		"link":   {"compat": "-> src"},
		"file":   {"compat": "file\n"},
		"none":   {},
	}
	said := map[string]string{"folder": "folder", "link": "src", "file": "file", "none": ""}
	const show = `if [ -d compat ]; then cat compat/value.h; elif [ -e compat ]; then cat compat; fi`
	for from, old := range shapes {
		for to, new := range shapes {
			if from == to {
				continue
			}
			t.Run(from+" "+to, func(t *testing.T) {
				ends := [2]map[string]string{{"src/value.h": "src\n", "main.c": "0\n"}, {"src/value.h": "src\n", "main.c": "1\n"}}
				for i, shape := range []map[string]string{old, new} {
					for name, text := range shape {
						ends[i][name] = text
					}
				}
				o := revisions(t, ends[0], ends[1])
				p := open(t, o)
				s, err := p.take(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				defer func() { p.slots <- s }()
				for _, end := range []struct {
					v     *program.Version
					shape string
				}{{p.Old, from}, {p.New, to}, {p.Old, from}} {
					want := said[end.shape]
					if end.shape == "none" && (from == "link" || to == "link") {
						want = "src" // a link that comes or goes is no change: it is there where it has room
					}
					p.opt.Test = show
					if verdict, err := p.judgeIn(t.Context(), s, end.v); err != nil || verdict != engines.Passes || strings.TrimSpace(string(s.output)) != want {
						t.Errorf("%s: %v, %v, shows %q, want %q", end.shape, verdict, err, s.output, want)
					}
					p.opt.Test = "test \"$(cat src/value.h)\" = src"
					if verdict, err := p.judgeIn(t.Context(), s, end.v); err != nil || verdict != engines.Passes {
						t.Errorf("%s: src/value.h is another: %v, %v", end.shape, verdict, err)
					}
				}
				if from == "link" || to == "link" || from == "none" || to == "none" {
					return
				}
				both := &program.Version{Files: append(append([]program.SourceFile{}, p.Old.Files...), p.New.Files...)}
				if verdict, err := p.judgeIn(t.Context(), s, both); err != nil || verdict != engines.Unbuilt {
					t.Errorf("a file and a folder of one name: %v, %v", verdict, err)
				}
			})
		}
	}
}

// TestWholeLinks checks that headers behind links are there for rift's machine.
func TestWholeLinks(t *testing.T) {
	files := map[string]string{"src/value.h": "src\n", "main.c": "0\n", "compat": "-> src", "include/v.h": "-> ../src/value.h", "out.h": "-> ../out.h"}
	new := map[string]string{"src/value.h": "new\n"}
	for name, text := range files {
		if new[name] == "" {
			new[name] = text
		}
	}
	p := open(t, revisions(t, files, new))
	for v, want := range map[*program.Version]string{p.Old: "src\n", p.New: "new\n"} {
		got := map[string]string{}
		for _, f := range p.Traced(v, []string{"*.c"}).Files {
			got[f.Name] = f.Text
		}
		if len(got) != 4 || got["compat/value.h"] != want || got["include/v.h"] != want || got["src/value.h"] != want {
			t.Errorf("files %v, want %q", got, want)
		}
	}
}
