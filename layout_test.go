package rift

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/riftlab/rift/"

// order lists the top-level folders; imports only point up this list.
var order = []string{"sat", "bitvec", "program", "corpora", "engines", "results", "difference", "experiments", "cmd"}

// machines are the engine folders that techniques may import: they execute
// programs and are no techniques themselves. Nor is external, whose techniques are
// foreign.
var machines = map[string]bool{"external": true, "vm": true, "dyndep": true, "symexec": true, "deltadebug": true, "directed": true, "fuzz": true, "pair": true}

// imports returns, for each package folder of the module, what its files
// (tests excluded) import from the module, by file.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); p != "." && (strings.HasPrefix(name, ".") || name == "testdata" || hasModule(p)) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range f.Imports {
			name, err := strconv.Unquote(imp.Path.Value)
			if err != nil {
				return err
			}
			if rest, ok := strings.CutPrefix(name, module); ok {
				file := filepath.ToSlash(p)
				found[file] = append(found[file], rest)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// hasModule reports whether a folder is a module of its own.
func hasModule(dir string) bool {
	m, _ := filepath.Glob(filepath.Join(dir, "go.mod"))
	return len(m) > 0
}

func rank(folder string) int {
	top, _, _ := strings.Cut(folder, "/")
	for i, name := range order {
		if name == top {
			return i
		}
	}
	return -1
}

// TestImportsPointUp enforces the order of the house.
func TestImportsPointUp(t *testing.T) {
	checked := 0
	for file, list := range imports(t) {
		dir := path.Dir(file)
		from := rank(dir)
		if from < 0 {
			t.Errorf("%s lies in no folder of the layout %v", file, order)
			continue
		}
		for _, to := range list {
			checked++
			switch r := rank(to); {
			case r > from, r < 0:
				t.Errorf("%s imports %s: imports only point up the list %v", file, to, order)
			case strings.HasPrefix(dir, "program") && (r < rank("program")):
				t.Errorf("%s imports %s: program knows nothing of solving", file, to)
			}
		}
	}
	if checked == 0 {
		t.Fatal("no imports were checked: the walk is broken")
	}
}

// TestTechniquesAreStrangers enforces that a technique imports the contract and
// the machines but no sibling, and that the catalog alone imports them all.
// A command may import the technique that it is the front of.
func TestTechniquesAreStrangers(t *testing.T) {
	for file, list := range imports(t) {
		dir := path.Dir(file)
		from, inEngines := strings.CutPrefix(dir, "engines/")
		from, _, _ = strings.Cut(from, "/")
		for _, to := range list {
			name, isEngine := strings.CutPrefix(to, "engines/")
			name, _, _ = strings.Cut(name, "/")
			if !isEngine || machines[name] || inEngines && (name == from || from == "catalog") {
				continue
			}
			if strings.HasPrefix(dir, "cmd/") {
				continue
			}
			t.Errorf("%s imports %s: only engines/catalog and commands may import a technique", file, to)
		}
		if dir == "engines" {
			for _, to := range list {
				if strings.HasPrefix(to, "engines/") {
					t.Errorf("%s imports %s: the contract knows no engine", file, to)
				}
			}
		}
	}
}
