package conformance

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"modernc.org/ccorpus2"

	"github.com/riftlab/rift/program"
)

const (
	tortureDir = "assets/gcc-9.1.0/gcc/testsuite/gcc.c-torture/execute"
	tccDir     = "assets/tcc-0.9.27/tests/tests2"
)

// TestGCCTorture runs the execute tests of GCC's torture suite: programs that
// check themselves and exit with status 0. Those about built-in functions
// consist of several units.
func TestGCCTorture(t *testing.T) {
	var list []subject
	for _, dir := range []string{tortureDir, tortureDir + "/ieee"} {
		for _, name := range sources(t, dir) {
			list = append(list, subject{
				name:  strings.TrimPrefix(dir+"/"+name, tortureDir+"/"),
				files: withIncluded(t, dir, name),
				check: exitsZero,
			})
		}
	}
	for _, name := range sources(t, tortureDir+"/builtins") {
		base, isLib := strings.CutSuffix(name, "-lib.c")
		if !isLib {
			continue
		}
		s := subject{name: "builtins/" + base + ".c", check: exitsZero}
		for _, file := range []string{base + ".c", name, "lib/main.c"} {
			s.files = append(s.files, withIncluded(t, tortureDir+"/builtins", file)...)
		}
		list = append(list, s)
	}
	report(t, judgeAll(list))
}

// TestTCC runs the tests of TCC, whose output is known.
func TestTCC(t *testing.T) {
	var list []subject
	for _, name := range sources(t, tccDir) {
		expect := strings.TrimSuffix(name, ".c") + ".expect"
		list = append(list, subject{
			name:  name,
			files: withIncluded(t, tccDir, name),
			check: prints(read(t, tccDir+"/"+expect)),
			input: tccInput(name, read(t, tccDir+"/"+name)),
		})
	}
	report(t, judgeAll(list))
}

// included matches the files of the same folder that a test includes.
var included = regexp.MustCompile(`(?m)^#include "([^"]+)"`)

// withIncluded returns a test's source and the files that it includes. Some
// tests include the source of others (or their own): those are renamed, as a
// file of a version whose name ends in .c would be a unit of its own.
func withIncluded(t *testing.T, dir, name string) []program.SourceFile {
	files := []program.SourceFile{{Name: name}}
	seen := map[string]bool{}
	var load func(file string) string
	load = func(file string) string {
		return included.ReplaceAllStringFunc(read(t, dir+"/"+file), func(line string) string {
			inner := included.FindStringSubmatch(line)[1]
			if _, err := fs.Stat(ccorpus2.FS, dir+"/"+inner); err != nil {
				return line
			}
			as := inner
			if path.Ext(inner) == ".c" {
				as += ".h"
			}
			if !seen[inner] {
				seen[inner] = true
				files = append(files, program.SourceFile{Name: as, Text: load(inner)})
			}
			return `#include "` + as + `"`
		})
	}
	files[0].Text = load(name)
	return files
}

// tccInput returns the arguments that the makefile of TCC's tests gives.
func tccInput(name, text string) (in program.Input) {
	switch name {
	case "31_args.c":
		for _, a := range []string{"arg1", "arg2", "arg3", "arg4", "arg5"} {
			in.Args = append(in.Args, program.Bytes(a))
		}
	case "46_grep.c":
		in.Args = []program.Bytes{program.Bytes(`[^* ]*[:a:d: ]+\:\*-/: $`), program.Bytes(name)}
		in.Files = []program.File{{Name: name, Data: program.Bytes(text)}}
	}
	return in
}

func sources(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := fs.ReadDir(ccorpus2.FS, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if path.Ext(e.Name()) == ".c" {
			names = append(names, e.Name())
		}
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := ccorpus2.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
