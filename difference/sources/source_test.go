package sources

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5"
	gitobject "github.com/go-git/go-git/v5/plumbing/object"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/delta"
)

// A version of a file on disk is compiled with its own headers, with the flags of a
// compile_commands.json or without: text that is changed there counts.
func TestFileHeaders(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	var names []string
	for _, v := range []string{"old", "new"} {
		names = append(names, write(v+"/main.c", "#include <limit.h>\nint main(void) { return LIMIT + MORE; }\n"))
		write(v+"/limit.h", "#define LIMIT 1\n")
	}
	write("compile_commands.json", `[{"directory": ".", "file": "old/main.c", "command": "cc -DMORE=2 -c old/main.c"},
		{"directory": ".", "file": "new/main.c", "command": "cc -DMORE=2 -c new/main.c"}]`)
	for _, flags := range []corpora.CompilerFlags{{Defines: []string{"MORE=2"}}, {BuildDir: dir}} {
		s := Sources{CompilerFlags: flags}
		old, new, err := s.Load(names[0], names[1], nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []*program.Version{old, new} {
			if len(v.Files) != 2 || v.Files[0].Name != "main.c" || v.Files[1].Name != "limit.h" {
				t.Fatalf("%+v: files %+v", flags, v.Files)
			}
			v.Files[1].Text = strings.Replace(v.Files[1].Text, "1", "5", 1)
			p, err := cfront.Compile(t.Context(), v, cfront.Options{})
			if err != nil {
				t.Fatal(err)
			}
			m, err := pair.NewMachine(p, pair.Options{Steps: 1000})
			if err != nil {
				t.Fatal(err)
			}
			if out, err := m.Run(t.Context(), &program.Input{}); err != nil || out.Status != 7 {
				t.Errorf("%+v: %+v, %v", flags, out, err)
			}
		}
	}
}

// TestLinkedSources loads revisions whose header, C file or folder is a symbolic link:
// what it leads to is what changes. An included C file belongs to the version.
func TestLinkedSources(t *testing.T) {
	dir := t.TempDir()
	r, err := git.PlainInit(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Worktree()
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	commit := func() string {
		t.Helper()
		if err := w.AddWithOptions(&git.AddOptions{All: true}); err != nil {
			t.Fatal(err)
		}
		h, err := w.Commit("a revision", &git.CommitOptions{Author: &gitobject.Signature{Name: "a", Email: "a@b", When: time.Unix(1e9, 0)}})
		if err != nil {
			t.Fatal(err)
		}
		return h.String()
	}
	write("src/limit.h", "#define LIMIT 1\n")
	write("prog/main.c", "#include \"../include/limit.h\"\n#include \"part.c\"\nint main(int c, char **v) { return part(c) > LIMIT; }\n")
	write("prog/part.c", "static int part(int c) { return c; }\n")
	for name, target := range map[string]string{"include/limit.h": "../src/limit.h", "tool.c": "prog/main.c", "part.c": "prog/part.c", "linked": "prog", "prog/limit.h": "../../limit.h"} {
		os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777) //nolint:errcheck // Symlink tells
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	one := commit()
	write("src/limit.h", "#define LIMIT 2\n")
	two := commit()
	write("prog/part.c", "static int part(int c) { return c - 1; }\n")
	three := commit()
	// ".." behind a link to a folder is the folder of its target.
	write("deep/er/x.h", "#include \"../up.h\"\n")
	write("deep/up.h", "#define UP 5\n")
	write("up.h", "#error another file\n")
	write("up.c", "#include \"in/x.h\"\nint main(void) { return UP; }\n")
	if err := os.Symlink("deep/er", filepath.Join(dir, "in")); err != nil {
		t.Skip(err)
	}
	up := commit()
	write("deep/up.h", "#define UP 6\n")
	higher := commit()
	write("up.c", "#include \"in/x.h\"\n#include \"up.h\"\nint main(void) { return UP; }\n")
	both := commit()
	status := func(v *program.Version) int {
		t.Helper()
		p, err := cfront.Compile(t.Context(), v, cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return runStatus(t, p)
	}
	s := Sources{Repo: dir, CompilerFlags: corpora.CompilerFlags{Includes: []string{"include"}}}
	for _, c := range []struct {
		old, new string
		files    []string
		want     [2]int
	}{
		{one, two, []string{"prog/main.c"}, [2]int{1, 0}},
		{one + ":prog/main.c", two + ":prog/main.c", nil, [2]int{1, 0}},
		{one + ":linked/main.c", two + ":linked/main.c", nil, [2]int{1, 0}},
		{two, three, []string{"prog/main.c"}, [2]int{0, 0}},
		{up, higher, []string{"up.c"}, [2]int{5, 6}},
	} {
		old, new, err := s.Load(c.old, c.new, c.files)
		if err != nil {
			t.Errorf("%v: %v", c, err)
			continue
		}
		if len(delta.Compute(old, new).Changes) == 0 {
			t.Errorf("%v: no change", c)
		}
		if got := [2]int{status(old), status(new)}; got != c.want {
			t.Errorf("%v: %v, want %v", c, got, c.want)
		}
	}
	if _, _, err := s.Load(both+":up.c", both+":up.c", nil); !errors.Is(err, errTwoFiles) {
		t.Errorf("one path of two files: %v", err)
	}
	if old, _, err := s.Load(one+":linked", two+":linked", nil); err == nil || !strings.Contains(err.Error(), "out of the tree") {
		t.Errorf("a link that leaves the tree: %v, %v", old, err)
	}
}

// runStatus runs a program with one argument.
func runStatus(t *testing.T, p *program.Program) int {
	t.Helper()
	m, err := pair.NewMachine(p, pair.Options{Steps: 1000})
	if err != nil {
		t.Fatal(err)
	}
	out, err := m.Run(t.Context(), &program.Input{Args: []program.Bytes{program.Bytes("x")}})
	if err != nil || out.Ending != program.Exited {
		t.Fatal(out, err)
	}
	return out.Status
}
