package corpora

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
)

// write creates files below a new folder and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func manifestNamed(name string) string {
	return "name = \"" + name + "\"\n[[version]]\nname = \"old\"\nfiles = [\"x.c\"]\n"
}

func TestOpen(t *testing.T) {
	dir := write(t, map[string]string{
		"corpus/two/subject.toml":       manifestNamed("two"),
		"corpus/two/x.c":                "int x;\n",
		"corpus/one/subject.toml":       manifestNamed("one"),
		"corpus/one/x.c":                "int x;\n",
		"corpus/notes/readme":           "",
		"corpus/one/other.toml":         manifestNamed("other"),
		"bound/subject.toml":            manifestNamed("shadowed"),
		"bound/x.c":                     "",
		"linked/subject.toml":           manifestNamed("linked"),
		"linked-includes/subject.toml":  "includes = ['inc']\n" + manifestNamed("linked"),
		"linked-includes/x.c":           "",
		"nothing/here":                  "",
		"sir/source.alt/source.orig/.x": "",
	})
	if err := os.Symlink(filepath.Join(dir, "corpus/one/x.c"), filepath.Join(dir, "linked/x.c")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, filepath.Join(dir, "linked-includes/inc")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ ref, want, err string }{
		{ref: "bound", want: "bound"},
		{ref: "./bound", want: "shadowed"},
		{ref: "corpus", want: "one two"},
		{ref: "corpus/one", want: "one"},
		{ref: "corpus/one/other.toml", want: "other"},
		{ref: filepath.Join(dir, "corpus/two"), want: "two"},
		{ref: "bounds", err: `no such subject: "bounds" is not bundled; did you mean "bound"?`},
		{ref: "a/b", err: "no such subject: " + dir + "/a/b: no such file"},
		{ref: "nothing", err: "no such subject: neither " + dir + "/nothing nor a folder in it has a subject.toml"},
		{ref: "", err: "no such subject: the reference is empty"},
		{ref: "linked", err: dir + `/linked/subject.toml:2: version "old": file "x.c": path escapes`},
		{ref: "linked-includes", err: dir + `/linked-includes/subject.toml: includes: folder "inc": path escapes`},
		{ref: "sir:" + dir + "/sir", err: dir + "/sir: source.alt/source.orig: no C file"},
		{ref: "sir:nowhere", err: "no such subject: " + dir + "/nowhere: no such file"},
		{ref: "sir:sir?univers=x", err: `sir:sir?univers=x: unknown option "univers"; did you mean "universe"?`},
	} {
		subjects, err := Open(tt.ref, dir)
		if err != nil || tt.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), tt.err) {
				t.Errorf("%s: error\n%v\nwant\n%s", tt.ref, err, tt.err)
			}
			if isNone := strings.HasPrefix(tt.err, "no such subject"); isNone != errors.Is(err, ErrNoSubject) {
				t.Errorf("%s: is ErrNoSubject: %v", tt.ref, !isNone)
			}
			continue
		}
		var names []string
		for _, s := range subjects {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%s: opened %q, want %q", tt.ref, got, tt.want)
		}
	}
}

func TestSIR(t *testing.T) {
	files := map[string]string{
		"p/source.alt/source.orig/p.c":          "orig",
		"p/source.alt/source.orig/p.h":          "header",
		"p/source.alt/source.orig/CONTENTS":     "",
		"p/versions.alt/versions.orig/v2/p.c":   "two",
		"p/versions.alt/versions.orig/v10/p.c":  "ten",
		"p/versions.alt/versions.orig/v10/p.h":  "header10",
		"p/versions.alt/versions.orig/v3/p.c":   "orig",
		"p/versions.alt/versions.orig/vx/p.c":   "",
		"p/versions.alt/versions.orig/makefile": "",
		"p/testplans.alt/universe":              " 7 1 ab < input/1\n-3 2 c < ../inputs/input/1\n5\n",
		"p/inputs/input/1":                      "content",
		"own.txt":                               "1 2 3\n",
	}
	dir := write(t, files)
	subjects, err := Open("sir:p", dir)
	if err != nil {
		t.Fatal(err)
	}
	s := subjects[0]
	file := func(name, text string) program.SourceFile { return program.SourceFile{Name: name, Text: text} }
	want := []program.Version{
		{Name: "orig", Files: []program.SourceFile{file("p.c", "orig"), file("p.h", "header")}},
		{Name: "v2", Files: []program.SourceFile{file("p.c", "two"), file("p.h", "header")}},
		{Name: "v3", Files: []program.SourceFile{file("p.c", "orig"), file("p.h", "header")}},
		{Name: "v10", Files: []program.SourceFile{file("p.c", "ten"), file("p.h", "header10")}},
	}
	if d := cmp.Diff(want, s.Versions); d != "" {
		t.Error(d)
	}
	var pairs []Pair
	for _, name := range []string{"v2", "v3", "v10"} {
		pairs = append(pairs, Pair{
			Name: name, Old: "orig", New: name, Golden: "orig", Kind: "seeded fault", Seeded: true, Differ: -1,
			Equivalent: name == "v3",
		})
	}
	if d := cmp.Diff(pairs, s.Pairs); d != "" || s.Name != "p" {
		t.Errorf("name %q, pairs\n%s", s.Name, d)
	}
	if len(s.Tests) != 3 || string(s.Tests[0].Input.Stdin) != "content" || string(s.Tests[1].Input.Stdin) != "content" {
		t.Errorf("tests %+v", s.Tests)
	}
	model := program.InputModel{
		Args: []program.ArgModel{
			{Int: &program.IntDomain{Min: -3, Max: 7, Values: []int64{-3, 7}}},
			{Int: &program.IntDomain{Min: 1, Max: 2, Values: []int64{1, 2}}},
			{String: &program.ContentModel{Size: 2}},
		},
		Stdin: &program.ContentModel{Size: 7},
	}
	if d := cmp.Diff(model, s.Model); d != "" {
		t.Error(d)
	}

	subjects, err = Open("sir:p?universe=own.txt&name=q", dir)
	if err != nil {
		t.Fatal(err)
	}
	if s := subjects[0]; s.Name != "q" || len(s.Tests) != 1 {
		t.Errorf("name %q, %d tests", s.Name, len(s.Tests))
	}

	files["p/testplans.alt/universe"] = "1 < ../../own.txt\n"
	if _, err := Open("sir:p", write(t, files)); err == nil || !strings.Contains(err.Error(), "universe:1: file \"../../own.txt\" is not in the subject's folder") {
		t.Errorf("a file outside: error %v", err)
	}
}
