package unify_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pmezard/go-difflib/difflib"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/corpora/pairs"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/shadow"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify"
	"github.com/riftlab/rift/program/delta/unify/mutation"
	"github.com/riftlab/rift/program/delta/unify/notation"
)

// pairsByDefault are the random pairs of TestRandomPairs; RIFT_PAIRS is their number if it
// is set, RIFT_SEED what they are drawn from, and RIFT_FIRST the number of the first.
const pairsByDefault = 60

// pairSteps bounds a run of a version; longer ones are not compared.
const pairSteps = 200_000

// base is a program of which versions are made, with inputs.
type base struct {
	kind    string // of program
	version *program.Version
	inputs  []program.Input
	open    bool // what it shows C leaves open
}

// TestRandomPairs unifies pairs of versions of which one, or both, are a program with random
// edits. Each version in the unified program must behave as the given one, with the same
// branches, as must the unified program itself when it is run as that version.
func TestRandomPairs(t *testing.T) {
	want, seed := number("RIFT_PAIRS", pairsByDefault), number("RIFT_SEED", 1)
	source := bases(t)
	_, err := exec.LookPath("gcc")
	x := &trial{cache: cfront.NewCache(), gcc: err == nil, dir: t.TempDir()}
	tally := map[string]int{}
	reasons := map[string]int{}
	first := number("RIFT_FIRST", 0)
	for k := first; k < first+want; k++ {
		if k%50 == 49 {
			x.cache = cfront.NewCache() // it grows
		}
		p, ok := x.draw(t, source, uint64(seed), uint64(k))
		if !ok {
			tally["without a pair"]++
			continue
		}
		tally["of "+p.base.kind]++
		tally["pairs"]++
		u, complaint := x.check(t.Context(), p)
		if complaint != "" {
			tally["wrong"]++
			t.Errorf("pair %d of seed %d, %s (%s): %s\n%s", k, seed, p.base.version.Name, p.base.kind, complaint, x.shrunk(t, p))
			continue
		}
		if len(u.Fallbacks) == 0 {
			tally["whole"]++
			continue
		}
		tally["partly"]++
		for _, f := range u.Fallbacks {
			reasons[atLine.ReplaceAllString(f.Reason, "")]++
			if testing.Verbose() {
				t.Logf("pair %d, %s, %v: %s %s is kept from both versions: %s", k, p.base.version.Name, p.edits, f.File, f.Func, f.Reason)
			}
		}
	}
	t.Logf("%v", tally)
	for _, r := range slices.SortedFunc(maps.Keys(reasons), func(a, b string) int { return cmp.Compare(reasons[b], reasons[a]) }) {
		t.Logf("%d functions are kept from both versions: %s", reasons[r], r)
	}
	if tally["pairs"] < want/2 {
		t.Errorf("only %d of %d pairs could be drawn", tally["pairs"], want)
	}
}

// atLine is where a reason holds.
var atLine = regexp.MustCompile(` (in|at) line \d+|\S+:\d+:\d+: `)

// number returns an integer from the environment.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// trial draws pairs and checks them.
type trial struct {
	cache *cfront.Cache
	gcc   bool   // it is there
	dir   string // for files that gcc reads
}

// randomPair is a drawn pair, with the inputs on which both versions end.
type randomPair struct {
	base     *base
	versions [2]*program.Version
	programs [2]*program.Program
	edits    []mutation.Edit
	inputs   []program.Input
}

func (x *trial) compile(ctx context.Context, v *program.Version) (*program.Program, error) {
	return cfront.Compile(ctx, v, cfront.Options{Cache: x.cache})
}

// draw makes a pair whose versions compile and end on some input.
func (x *trial) draw(t *testing.T, bases func(*rand.Rand) *base, seed, k uint64) (*randomPair, bool) {
	rnd := rand.New(rand.NewPCG(seed, k))
	for range 10 {
		b := bases(rnd)
		if b.open {
			continue
		}
		accept := func(v *program.Version) bool {
			_, err := x.compile(t.Context(), v)
			return err == nil
		}
		may := func(name string) bool {
			return !strings.HasPrefix(name, "driver") && !slices.ContainsFunc(b.version.Files, func(f program.SourceFile) bool { return f.Name == name && f.Library })
		}
		if !accept(b.version) {
			continue
		}
		p := &randomPair{base: b}
		p.versions[0] = b.version
		if rnd.IntN(3) == 0 { // edits on both sides
			p.versions[0], p.edits = mutation.Mutate(rnd, b.version, 1+rnd.IntN(3), may, accept)
		}
		var more []mutation.Edit
		p.versions[1], more = mutation.Mutate(rnd, b.version, 1+rnd.IntN(6), may, accept)
		p.edits = append(p.edits, more...)
		if rnd.IntN(2) == 0 {
			p.versions[0], p.versions[1] = p.versions[1], p.versions[0]
		}
		if ok, err := x.ready(t.Context(), p); err != nil {
			t.Fatal(err)
		} else if ok {
			return p, true
		}
	}
	return nil, false
}

// ready compiles the versions, keeps the inputs on which both end, and reports whether there
// are any and gcc compiles the versions too. What an edit leaves undeclared where the program
// declares all that it calls is no C: a call converts its arguments by what is declared. Nor are
// pointers that an edit makes integers of: the program would show addresses.
func (x *trial) ready(ctx context.Context, p *randomPair) (bool, error) {
	if p.versions[0].Hash() == p.versions[1].Hash() {
		return false, nil
	}
	warn := []string{"-w"}
	for _, strict := range [][]string{{"-Werror=implicit-function-declaration", "-Werror=int-conversion"}, {"-Werror=implicit-function-declaration"}, {"-Werror=int-conversion"}} {
		if x.gcc && x.native(ctx, p.base.version, strict...) == nil {
			warn = strict
			break
		}
	}
	ends := make([]int, len(p.base.inputs))
	for i, v := range p.versions {
		var err error
		if p.programs[i], err = x.compile(ctx, v); err != nil {
			return false, ctx.Err()
		}
		if x.gcc && x.native(ctx, v, warn...) != nil {
			return false, ctx.Err()
		}
		m, err := vm.New(p.programs[i], vm.Options{MaxSteps: pairSteps})
		if err != nil {
			return false, err
		}
		run := m.NewRun()
		for k := range p.base.inputs {
			o, err := run.Run(ctx, &p.base.inputs[k])
			if err != nil {
				return false, ctx.Err() // the function to start is gone
			}
			if !o.Cut() {
				ends[k]++
			}
		}
	}
	p.inputs = nil
	for k, n := range ends {
		if n == 2 {
			p.inputs = append(p.inputs, p.base.inputs[k])
		}
	}
	return len(p.inputs) > 0, nil
}

// native lets gcc look at a version. warn says what it warns of.
func (x *trial) native(ctx context.Context, v *program.Version, warn ...string) error {
	dir, err := os.MkdirTemp(x.dir, "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	args := append([]string{"-fsyntax-only", "-fmax-errors=3", "-I."}, warn...)
	for _, i := range v.Includes {
		args = append(args, "-I"+i)
	}
	for _, d := range v.Defines {
		args = append(args, "-D"+d)
	}
	for _, f := range v.Files {
		if f.Library {
			return nil // ours, not the host's
		}
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(f.Text), 0o666); err != nil {
			return err
		}
		if f.Unit() {
			args = append(args, f.Name)
		}
	}
	cmd := exec.CommandContext(ctx, "gcc", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("gcc: %s", out)
	}
	return nil
}

// check unifies a pair and says what is wrong with the result, "" for nothing.
func (x *trial) check(ctx context.Context, p *randomPair) (*unify.Unified, string) {
	u, err := unify.Merge(ctx, delta.Compute(p.versions[0], p.versions[1]), p.programs[0], p.programs[1], x.compile)
	if err != nil {
		return nil, err.Error()
	}
	inputs := slices.DeleteFunc(slices.Clone(p.inputs), func(in program.Input) bool {
		return in.Entry != "" && slices.ContainsFunc(u.Annotations, func(a notation.Annotation) bool { return a.Pattern == notation.PatternDual && a.Func == in.Entry })
	}) // it is two functions then
	u, v, err := shadow.Settle(ctx, [2]engines.Build{{Version: p.versions[0], Program: p.programs[0]}, {Version: p.versions[1], Program: p.programs[1]}}, u, x.compile, inputs, 5*pairSteps)
	switch {
	case err != nil:
		return u, err.Error()
	case !v.OK():
		return u, fmt.Sprintf("%d outcomes and %d traces differ, first of the %s version: %s, on %s", v.Outcomes, v.Traces, v.First.Reading, v.First.Difference, v.First.Input.Shell("./program"))
	}
	if x.gcc {
		if err := x.native(ctx, u.Version, "-w"); err != nil {
			return u, "the unified program: " + err.Error()
		}
	}
	return u, ""
}

// shrunk describes a pair that goes wrong, with as few hunks as it takes.
func (x *trial) shrunk(t *testing.T, p *randomPair) string {
	d := delta.Compute(p.versions[0], p.versions[1])
	keep := d.All()
	for _, c := range d.All() {
		q := *p
		q.versions[1] = d.Apply(keep.Minus(delta.Set{c}))
		if ok, err := x.ready(t.Context(), &q); err != nil || !ok {
			continue
		}
		if _, complaint := x.check(t.Context(), &q); complaint != "" {
			keep = keep.Minus(delta.Set{c})
		}
	}
	q := *p
	q.versions[1] = d.Apply(keep)
	if ok, err := x.ready(t.Context(), &q); err != nil || !ok {
		return fmt.Sprint(p.edits)
	}
	u, complaint := x.check(t.Context(), &q)
	if dir := os.Getenv("RIFT_KEEP"); dir != "" {
		keepPair(t, filepath.Join(dir, filepath.Base(x.dir)+fmt.Sprint(len(p.edits))+p.versions[0].Hash()[:8]), q.versions[:], u)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v\nwith the hunks %v: %s\n", p.edits, d.IDs(keep), complaint)
	for _, f := range d.Files() {
		text := func(v *program.Version) []string {
			for _, s := range v.Files {
				if s.Name == f.Name {
					return difflib.SplitLines(s.Text)
				}
			}
			return nil
		}
		hunks, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: text(q.versions[0]), B: text(q.versions[1]), FromFile: f.Name, ToFile: f.Name, Context: 3})
		if err == nil {
			b.WriteString(hunks)
		}
	}
	return b.String()
}

// keepPair writes the versions and the unified program to a folder.
func keepPair(t *testing.T, dir string, versions []*program.Version, u *unify.Unified) {
	if u != nil {
		versions = append(slices.Clone(versions), u.Version)
	}
	for i, v := range versions {
		for _, f := range v.Files {
			name := filepath.Join(dir, []string{"old", "new", "unified"}[i], filepath.Base(f.Name))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(f.Text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// bases returns what draws programs: those of csmith, where it is installed, bundled
// subjects, the pairs of the corpus, and programs that test other packages or this one.
func bases(t *testing.T) func(*rand.Rand) *base {
	t.Helper()
	kinds := []func(*rand.Rand) *base{own(t), subjects(t), corpus(t), sources(t)}
	if c := csmith(t); c != nil {
		kinds = append(kinds, c, c)
	}
	return func(rnd *rand.Rand) *base { return kinds[rnd.IntN(len(kinds))](rnd) }
}

// csmith draws programs of csmith; nil if it is not installed.
func csmith(t *testing.T) func(*rand.Rand) *base {
	const include = "/usr/include/csmith"
	if _, err := exec.LookPath("csmith"); err != nil {
		t.Log("csmith is not installed: no programs of it")
		return nil
	}
	if _, err := os.Stat(filepath.Join(include, "csmith.h")); err != nil {
		t.Log("csmith's headers are not installed: no programs of it")
		return nil
	}
	dir := t.TempDir() // it writes a file where it runs
	options := [][]string{
		{"--max-funcs", "3", "--max-block-depth", "2"}, {"--max-funcs", "4", "--max-block-size", "3", "--no-volatiles"},
		{"--max-funcs", "2", "--no-safe-math", "--no-pointers"}, {"--max-funcs", "3", "--builtins", "--max-block-size", "3"},
		{"--max-funcs", "3", "--max-block-size", "2", "--concise", "--no-arrays"},
	}
	return func(rnd *rand.Rand) *base {
		cmd := exec.CommandContext(t.Context(), "csmith", append([]string{"--seed", strconv.Itoa(rnd.IntN(1_000_000)), "--max-expr-complexity", "5"}, options[rnd.IntN(len(options))]...)...)
		cmd.Dir = dir
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return &base{kind: "program of csmith", version: &program.Version{Name: "csmith", Includes: []string{include}, Files: []program.SourceFile{{Name: "prog.c", Text: string(out)}}}, inputs: []program.Input{{}, {Args: []program.Bytes{program.Bytes("1")}}}}
	}
}

// own draws the programs of testdata/programs: old-style C among them, in several files,
// with macros under conditions.
func own(t *testing.T) func(*rand.Rand) *base {
	t.Helper()
	names, err := filepath.Glob("testdata/programs/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	var list []*base
	for _, name := range names {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		b := &base{kind: "program of ours", version: &program.Version{Name: name}}
		inputs := map[string]*program.Input{}
		input := func(name string) *program.Input {
			if inputs[name] == nil {
				inputs[name] = &program.Input{}
			}
			return inputs[name]
		}
		for _, f := range ar.Files {
			stem, ext, _ := strings.Cut(f.Name, ".")
			switch ext {
			case "in":
				input(stem).Stdin = f.Data
			case "args":
				for _, a := range bytes.Fields(f.Data) {
					input(stem).Args = append(input(stem).Args, program.Bytes(a))
				}
			default:
				b.version.Files = append(b.version.Files, program.SourceFile{Name: f.Name, Text: string(f.Data)})
			}
		}
		for _, n := range slices.Sorted(maps.Keys(inputs)) {
			b.inputs = append(b.inputs, *inputs[n])
		}
		list = append(list, b)
	}
	return func(rnd *rand.Rand) *base { return list[rnd.IntN(len(list))] }
}

// subjects draws versions of bundled subjects, with a few of their tests.
func subjects(t *testing.T) func(*rand.Rand) *base {
	t.Helper()
	var all []*corpora.Subject
	for _, name := range corpora.Names() {
		list, err := corpora.Open(name, "")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, list...)
	}
	return func(rnd *rand.Rand) *base {
		s := all[rnd.IntN(len(all))]
		b := &base{kind: "bundled subject", version: &s.Versions[rnd.IntN(len(s.Versions))]}
		for range min(8, len(s.Tests)) {
			b.inputs = append(b.inputs, s.Tests[rnd.IntN(len(s.Tests))].Input)
		}
		if len(b.inputs) == 0 {
			b.inputs = []program.Input{{}}
		}
		return b
	}
}

// corpus draws functions of corpora/pairs, with a main that calls them on values.
func corpus(t *testing.T) func(*rand.Rand) *base {
	t.Helper()
	all, err := pairs.All()
	if err != nil {
		t.Fatal(err)
	}
	return func(rnd *rand.Rand) *base {
		p := all[rnd.IntN(len(all))]
		text := []string{p.Old, p.New}[rnd.IntN(2)]
		driver, err := pairs.Driver(text)
		if err != nil {
			t.Fatal(err)
		}
		v := &program.Version{Name: p.Name, Files: []program.SourceFile{{Name: "f.c", Text: text + "#include \"driver.h\"\n"}, {Name: "driver.h", Text: driver}}}
		return &base{kind: "function of the corpus", version: v, inputs: []program.Input{{Stdin: program.Bytes("1 8\n")}, {Stdin: program.Bytes("77 8\n")}}}
	}
}

// place is what a program shows its own text by, which is another one when it is edited.
var place = regexp.MustCompile(`__(LINE|FILE|COUNTER|func|FUNCTION)__`)

// unordered are the programs of the conformance tests that show in which order operands are
// computed: C leaves it open, and an annotation changes it. gcc's -Wsequence-point names all but
// the first.
var unordered = map[string]bool{"order.c": true, "control.c": true, "features.c": true, "wide.c": true}

// sources draws programs of one file that test the machines.
func sources(t *testing.T) func(*rand.Rand) *base {
	t.Helper()
	var list []*base
	for _, dir := range []string{"engines/vm/testdata/run", "engines/symexec/testdata/paths", "conformance/testdata", "program/cfront/testdata/ir"} {
		names, err := filepath.Glob(filepath.Join("../../..", filepath.FromSlash(dir), "*.c"))
		if err != nil || len(names) == 0 {
			t.Fatalf("no programs in %s: %v", dir, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if place.Match(text) {
				continue
			}
			list = append(list, &base{
				kind: "program for tests", open: dir == "conformance/testdata" && unordered[filepath.Base(name)],
				version: &program.Version{Name: filepath.Base(name), Files: []program.SourceFile{{Name: filepath.Base(name), Text: string(text)}}},
				inputs:  []program.Input{{}, {Args: []program.Bytes{program.Bytes("a1"), program.Bytes("2")}, Stdin: program.Bytes("7 a b\n12 -3 xyz\n")}},
			})
		}
	}
	return func(rnd *rand.Rand) *base { return list[rnd.IntN(len(list))] }
}
