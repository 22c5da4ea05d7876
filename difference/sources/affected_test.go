package sources

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5"
	gitobject "github.com/go-git/go-git/v5/plumbing/object"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program/cfront"
)

// project is a git repository with a work tree.
type project struct {
	t   *testing.T
	dir string
	w   *git.Worktree
}

func newProject(t *testing.T) *project {
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
	return &project{t, dir, w}
}

// write writes files that are not committed; texts follow their names.
func (p *project) write(files ...string) {
	p.t.Helper()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(p.dir, files[i])
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o666); err != nil {
			p.t.Fatal(err)
		}
	}
}

// commit writes files and makes a revision of them.
func (p *project) commit(files ...string) string {
	p.t.Helper()
	p.write(files...)
	for i := 0; i < len(files); i += 2 {
		if _, err := p.w.Add(files[i]); err != nil {
			p.t.Fatal(err)
		}
	}
	return p.seal()
}

// remove makes a revision without a file.
func (p *project) remove(name string) string {
	p.t.Helper()
	if _, err := p.w.Remove(name); err != nil {
		p.t.Fatal(err)
	}
	return p.seal()
}

func (p *project) seal() string {
	p.t.Helper()
	h, err := p.w.Commit("a revision", &git.CommitOptions{Author: &gitobject.Signature{Name: "a", Email: "a@b", When: time.Unix(1e9, 0)}})
	if err != nil {
		p.t.Fatal(err)
	}
	return h.String()
}

// database writes a compile_commands.json into a folder; each command is the flags and
// the file, seen from the top.
func (p *project) database(dir string, commands ...string) {
	p.t.Helper()
	var list []string
	for _, c := range commands {
		file := c[strings.LastIndex(c, " ")+1:]
		list = append(list, fmt.Sprintf(`{"directory": %q, "file": %q, "command": %q}`, p.dir, file, "cc -c "+c+" -o "+strings.TrimSuffix(file, "c")+"o"))
	}
	p.write(dir+"/compile_commands.json", "["+strings.Join(list, ",\n")+"]")
}

func (p *project) affected(old, new, entry string) (*Affected, error) {
	s := Sources{Repo: p.dir}
	return s.Affected(p.t.Context(), old, new, entry)
}

// programs says which programs of which units are affected by which files.
func (a *Affected) programs() string {
	var b strings.Builder
	for _, p := range a.Programs {
		fmt.Fprintf(&b, "%s %v %v;", p.Name, p.Units, p.Changed)
	}
	return b.String()
}

// TestAffected: two programs share a unit; a third unit is in none.
func TestAffected(t *testing.T) {
	p := newProject(t)
	first := p.commit(
		"src/one.c", "#include \"one.h\"\n#include \"lib.h\"\nint main(void) { return twice(ONE) + BUILT; }\n",
		"src/two.c", "#include \"lib.h\"\n#include \"two.h\"\nint main(void) { return twice(TWO) + debug; }\n",
		"src/one.h", "#define ONE 1\n", "src/two.h", "#define TWO 2\n",
		"lib/lib.h", "int twice(int); extern int debug;\n#include <built.h>\n",
		"lib/lib.c", "#include \"lib.h\"\nstatic int add(int a, int b) { return a + b; }\nint twice(int n) { return add(n, n); }\n",
		"lib/debug.c", "int debug;\n",
		"lib/spare.c", "static int two(void) { return 2; }\nint spare(void) { return two(); }\nint other(void) { return 1; }\n",
		"README", "text\n")
	p.write("build/built.h", "#define BUILT 7\n")
	p.database("build", "-Ilib -Ibuild src/one.c", "-Ilib -Ibuild src/two.c", "-Ilib -Ibuild lib/lib.c", "lib/debug.c", "lib/spare.c", "lib/later.c")

	shared := p.commit("lib/lib.c", "#include \"lib.h\"\nstatic int add(int a, int b) { return a + b; }\nint twice(int n) { return 2 * n; }\n")
	header := p.commit("src/two.h", "#define TWO 3\n")
	spare := p.commit("lib/spare.c", "static int two(void) { return 3; }\nint spare(void) { return two(); }\nint other(void) {\n\treturn 1;\n}\n")
	text := p.commit("README", "more text\n")
	later := p.commit("lib/later.c", "int twice(int n) { return n << 1; }\n")
	moved := p.remove("lib/lib.c")

	one, two := "src/one [src/one.c lib/lib.c]", "src/two [src/two.c lib/lib.c lib/debug.c]"
	for _, c := range []struct{ old, new, want string }{
		{first, shared, one + " [lib/lib.c];" + two + " [lib/lib.c];"},
		{shared, header, two + " [src/two.h];"},
		{header, shared, two + " [src/two.h];"},
		{header, spare, ""},
		{first, spare, one + " [lib/lib.c];" + two + " [lib/lib.c src/two.h];"},
		{later, moved, "src/one [src/one.c lib/later.c] [lib/later.c lib/lib.c];src/two [src/two.c lib/debug.c lib/later.c] [lib/later.c lib/lib.c];"},
	} {
		a, err := p.affected(c.old, c.new, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := a.programs(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		elsewhere := c.new == spare
		if got := slices.Equal(a.Elsewhere, []string{"lib/spare.c"}); got != elsewhere {
			t.Errorf("elsewhere: %q", a.Elsewhere)
		}
		if got := slices.Equal(a.Functions, []string{"spare"}); got != elsewhere {
			t.Errorf("functions: %q", a.Functions)
		}
		for _, x := range a.Programs {
			if x.Problem != "" {
				t.Errorf("%s: %s", x.Name, x.Problem)
			}
			if _, err := cfront.Compile(t.Context(), x.Old, cfront.Options{}); err != nil {
				t.Error(err)
			}
			if pr, err := cfront.Compile(t.Context(), x.New, cfront.Options{}); err != nil || len(pr.Undefined) > 0 {
				t.Error(pr, err)
			}
		}
		if len(a.Programs) > 0 && !strings.Contains(strings.Join(a.Notes, "\n"), "build/built.h is in no revision") {
			t.Errorf("notes: %q", a.Notes)
		}
	}
	unlisted := p.commit("win/port.c", "int port;\n", "gram.y", "%%\n")
	if a, err := p.affected(moved, unlisted, ""); err != nil || len(a.Programs) > 0 || !slices.Equal(a.Elsewhere, []string{"gram.y", "win/port.c"}) {
		t.Error(a, err)
	}
	if _, err := p.affected(spare, text, ""); !errors.Is(err, ErrNoChange) || !strings.Contains(err.Error(), "no C file or header of a program differs") {
		t.Error(err)
	}
	if _, err := p.affected(first, "nowhere", ""); err == nil || !strings.Contains(err.Error(), `"nowhere"`) {
		t.Error(err)
	}
	a, err := p.affected(header, spare, "spare")
	if err != nil || a.programs() != "lib/spare [lib/spare.c] [lib/spare.c];" {
		t.Error(a, err)
	}
}

// TestAffectedDoubt: names that several units define, by flags, by folders, and by a
// link map.
func TestAffectedDoubt(t *testing.T) {
	p := newProject(t)
	first := p.commit(
		"a/main.c", "int usage(void); int run(void);\nint main(void) { return usage() + run(); }\n", "a/usage.c", "int usage(void) { return MODE; }\n",
		"b/main.c", "int usage(void); int run(void);\nint main(void) { return usage() - run(); }\n", "b/usage.c", "int usage(void) { return 2; }\n",
		"run/x.c", "int run(void) { return 1; }\n", "run/y.c", "int run(void) { return 2; }\n", "force.h", "#define MODE 9\n")
	p.database(".", "a/main.c", "-include force.h a/usage.c", "-DB=1 b/main.c", "-DB=2 b/usage.c", "run/x.c", "run/y.c")
	second := p.commit("a/usage.c", "int usage(void) { return MODE + 1; }\n", "b/usage.c", "int usage(void) { return B; }\n", "run/y.c", "int run(void) { return 3; }\n")

	a, err := p.affected(first, second, "")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.programs(), "a/main [a/main.c a/usage.c run/x.c] [a/usage.c];b/main [b/main.c b/usage.c run/x.c] [b/usage.c];"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if notes := strings.Join(a.Notes, "\n"); !strings.Contains(notes, "b/main: run is defined in run/x.c and run/y.c: took the first") {
		t.Errorf("notes: %q", a.Notes)
	}
	for i, want := range []string{"10", "2"} { // 9 + 1; -DB=2 of the unit, not of main's
		out := exitStatus(t, a.Programs[i])
		if out != want+"+1" && out != want+"-1" {
			t.Errorf("%s: %s", a.Programs[i].Name, out)
		}
	}

	p.write("link_commands.json", `[{"output": "bin/tool", "objects": ["a/main.o", "bin/lib.a", "/usr/lib/libm.a"]},
		{"output": "bin/lib.a", "objects": ["a/usage.o", "run/y.o", "b/usage.o"]},
		{"output": "bin/other", "files": ["b/main.c", "b/usage.c", "run/x.c"]}]`)
	if a, err = p.affected(first, second, ""); err != nil {
		t.Fatal(err)
	}
	if got, want := a.programs(), "bin/tool [a/main.c a/usage.c run/y.c] [a/usage.c run/y.c];bin/other [b/main.c b/usage.c run/x.c] [b/usage.c];"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.write("link_commands.json", `[{"output": "bin/tool", "files": ["none.c"]}]`)
	if _, err := p.affected(first, second, ""); err == nil || !strings.Contains(err.Error(), "none.c is no C file that compile_commands.json lists") {
		t.Error(err)
	}
}

// exitStatus runs main of both files that TestAffectedDoubt writes and says how its
// result is made: usage() and the sign.
func exitStatus(t *testing.T, p AffectedProgram) string {
	t.Helper()
	pr, err := cfront.Compile(t.Context(), p.New, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	status := runStatus(t, pr)
	if p.Name == "a/main" {
		return fmt.Sprint(status-1) + "+1"
	}
	return fmt.Sprint(status+1) + "-1"
}

// TestAffectedText: a unit that cannot be translated is judged by its text; without a
// compile_commands.json there is advice, and one of another place is refused.
func TestAffectedText(t *testing.T) {
	p := newProject(t)
	first := p.commit("main.c", "#include <gtk/gtk.h>\nint main(void)\n{\n\treturn shown(1);\n}\n", "show.c", "int shown(int n) { return n; }\n")
	second := p.commit("show.c", "int shown(int n) { return n + 1; }\n")
	if _, err := p.affected(first, second, ""); err == nil || !strings.Contains(err.Error(), "bear -- make") || !strings.Contains(err.Error(), "CMAKE_EXPORT_COMPILE_COMMANDS=ON") {
		t.Error(err)
	}
	p.database(".", "main.c", "show.c")
	a, err := p.affected(first, second, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := a.programs(); got != "main [main.c show.c] [show.c];" {
		t.Errorf("%q", got)
	}
	if notes := strings.Join(a.Notes, "\n"); !strings.Contains(notes, "main.c of "+first+" cannot be translated") {
		t.Errorf("notes: %q", a.Notes)
	}
	other := newProject(t)
	s := Sources{Repo: p.dir, CompilerFlags: corpora.CompilerFlags{BuildDir: other.dir}}
	if _, err := s.Affected(t.Context(), first, second, ""); !errors.Is(err, corpora.ErrNoDatabase) {
		t.Error(err)
	}
	other.database(".", "main.c")
	if _, err := s.Affected(t.Context(), first, second, ""); err == nil || !strings.Contains(err.Error(), "lists no C file of the repository") {
		t.Error(err)
	}
}
