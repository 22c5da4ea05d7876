package rift

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

var update = flag.Bool("update", false, "lower the numbers of "+knotsFile+" to what is measured; never raises one")

// A knot is a set of files of a package each of which uses, directly or not,
// what every other one declares: a strongly connected component. None of its
// files can be understood, moved or tested without the others.
//
// knotsFile lists the packages whose largest knot has more than smallKnot files.
const (
	knotsFile = "testdata/knots.txt"
	smallKnot = 4
)

// TestKnotsShrink is a ratchet: the largest knot of a package has as many files
// as knotsFile says, or at most smallKnot if it says nothing. After a knot was
// untied, "go test . -update" lowers its number.
func TestKnotsShrink(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks the whole module: left out by -short")
	}
	allowed := readKnots(t)
	packages := typeCheck(t)
	measured := map[string]int{}
	for _, p := range packages {
		largest := largestKnot(p)
		measured[p.name] = len(largest)
		limit := max(allowed[p.name], smallKnot)
		switch {
		case len(largest) > limit:
			t.Errorf("%s: %d files need one another, at most %d may: %s: cut the dependence that joined them",
				p.name, len(largest), limit, strings.Join(largest, " "))
		case allowed[p.name] > len(largest) && !*update:
			t.Errorf("%s: the largest knot has %d files, %s says %d: run go test . -update",
				p.name, len(largest), knotsFile, allowed[p.name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(allowed)) {
		if _, ok := measured[name]; !ok && !*update {
			t.Errorf("%s: names package %s, which does not exist: run go test . -update", knotsFile, name)
		}
	}
	if *update {
		writeKnots(t, allowed, measured)
	}
}

func readKnots(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile(knotsFile)
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]int{}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		number, name, ok := strings.Cut(line, " ")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n <= smallKnot {
			t.Fatalf("%s:%d: %q: want a number above %d and a package's folder", knotsFile, i+1, line, smallKnot)
		}
		allowed[name] = n
	}
	return allowed
}

// writeKnots lowers what is allowed to what was measured.
func writeKnots(t *testing.T, allowed, measured map[string]int) {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintf(&b, "# The number of files in the largest knot of each package with more than %d\n"+
		"# (knots_test.go says what a knot is). \"go test . -update\" lowers numbers;\n"+
		"# only a hand raises one, and its commit says why.\n", smallKnot)
	names := slices.SortedFunc(maps.Keys(allowed), func(a, b string) int {
		return cmp.Or(cmp.Compare(measured[b], measured[a]), strings.Compare(a, b))
	})
	for _, name := range names {
		if n := min(allowed[name], measured[name]); n > smallKnot {
			fmt.Fprintf(&b, "%d %s\n", n, name)
		}
	}
	if err := os.WriteFile(knotsFile, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// checkedPackage is a type-checked package of the module, tests excluded.
type checkedPackage struct {
	name  string // its folder, from the root of the module
	fset  *token.FileSet
	files []*ast.File
	types *types.Package
	info  *types.Info
}

// typeCheck type-checks all packages of the module. What they import is read
// from the export data of the build cache.
func typeCheck(t *testing.T) []checkedPackage {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command: knots are not measured")
	}
	cmd := exec.Command(goTool, "list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
	}
	export := map[string]string{}
	var ours []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		export[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, module) {
			ours = append(ours, p)
		}
	}
	if len(ours) == 0 {
		t.Fatal("go list names no package of the module")
	}
	checked := make([]checkedPackage, len(ours))
	failed := make([]error, len(ours))
	lookup := func(path string) (io.ReadCloser, error) {
		if export[path] == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(export[path])
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			// One importer for many packages: most import the same ones.
			fset := token.NewFileSet()
			conf := types.Config{Importer: importer.ForCompiler(fset, "gc", lookup)}
			for i := next.Add(1) - 1; int(i) < len(ours); i = next.Add(1) - 1 {
				checked[i], failed[i] = check(&conf, fset, ours[i].ImportPath, ours[i].Dir, ours[i].GoFiles)
			}
		})
	}
	wg.Wait()
	if err := errors.Join(failed...); err != nil {
		t.Fatal(err)
	}
	return checked
}

func check(conf *types.Config, fset *token.FileSet, importPath, dir string, names []string) (checkedPackage, error) {
	p := checkedPackage{
		name: strings.TrimPrefix(importPath, module),
		fset: fset,
		info: &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}},
	}
	for _, name := range names {
		f, err := parser.ParseFile(p.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return p, err
		}
		p.files = append(p.files, f)
	}
	var err error
	p.types, err = conf.Check(importPath, p.fset, p.files, p.info)
	return p, err
}

// largestKnot returns the files of the largest knot, sorted: one file if no
// two need each other.
func largestKnot(p checkedPackage) []string {
	uses := map[string]map[string]bool{}
	for _, f := range p.files {
		from := filepath.Base(p.fset.Position(f.Package).Filename)
		uses[from] = map[string]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if o := p.info.Uses[id]; o != nil && o.Pkg() == p.types && declaredByPackage(o) {
				uses[from][filepath.Base(p.fset.Position(o.Pos()).Filename)] = true
			}
			return true
		})
	}
	var largest []string
	for _, knot := range components(uses) {
		if len(knot) > len(largest) {
			largest = knot
		}
	}
	return largest
}

// declaredByPackage reports whether an object is a function, method, type,
// variable or constant of package scope. Fields do not count: whoever uses one
// has its type from somewhere.
func declaredByPackage(o types.Object) bool {
	if f, ok := o.(*types.Func); ok {
		return f.Signature().Recv() != nil || f.Parent() == f.Pkg().Scope()
	}
	return o.Parent() == o.Pkg().Scope()
}

// components returns the strongly connected components of a graph, each sorted,
// in an order that depends on the graph alone (Tarjan 1972).
func components(graph map[string]map[string]bool) [][]string {
	var (
		result  [][]string
		stack   []string
		index   = map[string]int{}
		low     = map[string]int{}
		onStack = map[string]bool{}
		visit   func(string)
	)
	visit = func(v string) {
		index[v] = len(index) + 1
		low[v] = index[v]
		stack = append(stack, v)
		onStack[v] = true
		for _, w := range slices.Sorted(maps.Keys(graph[v])) {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if onStack[w] {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] != index[v] {
			return
		}
		at := slices.Index(stack, v)
		component := slices.Sorted(slices.Values(stack[at:]))
		for _, w := range component {
			onStack[w] = false
		}
		stack = stack[:at]
		result = append(result, component)
	}
	for _, v := range slices.Sorted(maps.Keys(graph)) {
		if index[v] == 0 {
			visit(v)
		}
	}
	return result
}

func TestComponents(t *testing.T) {
	graph := func(edges ...string) map[string]map[string]bool {
		g := map[string]map[string]bool{}
		for _, e := range edges {
			from, to, _ := strings.Cut(e, ">")
			for _, v := range []string{from, to} {
				if g[v] == nil {
					g[v] = map[string]bool{}
				}
			}
			g[from][to] = true
		}
		return g
	}
	for name, c := range map[string]struct {
		graph map[string]map[string]bool
		want  string
	}{
		"chain":             {graph("a>b", "b>c"), "c|b|a"},
		"cycle":             {graph("a>b", "b>c", "c>a"), "a b c"},
		"cycle with a tail": {graph("a>b", "b>a", "b>c"), "c|a b"},
		"two cycles":        {graph("a>b", "b>a", "b>c", "c>d", "d>c"), "c d|a b"},
		"joined by a chord": {graph("a>b", "b>c", "c>d", "d>b", "c>a"), "a b c d"},
		"itself":            {graph("a>a"), "a"},
	} {
		var got []string
		for _, k := range components(c.graph) {
			got = append(got, strings.Join(k, " "))
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%s: got %s, want %s", name, s, c.want)
		}
	}
}
