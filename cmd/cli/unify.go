package cli

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference/inputmodel"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/random"
	"github.com/riftlab/rift/engines/shadow"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/delta/unify"
	"github.com/riftlab/rift/program/delta/unify/notation"
	"github.com/riftlab/rift/program/regular"
	"github.com/spf13/cobra"
)

type unifyFlags struct {
	sourceFlags
	output string
	hand   []string
	random int
	seed   uint64
	steps  int64
	json   bool
}

func (a *app) unify() *cobra.Command {
	var f unifyFlags
	cmd := &cobra.Command{
		Use:   "unify OLD NEW|SUBJECT/PAIR [flags]",
		Short: "Merge two versions into one program with change annotations",
		Long: `Merge two versions of a program into one C program in which change(old, new) stands
wherever they differ: the old version is what remains if every annotation is
replaced by its first argument, the new one by its second. Shadow symbolic
execution runs such a program as both versions at once.

OLD and NEW are C files, or folders whose C files and headers make one program
each; or one argument names a version pair of a subject. Annotations are pushed as
deep into expressions as the versions agree. Definitions that clash are kept from
both versions, the old one under a name that ends in __old. Functions whose
statements cannot be aligned hold both bodies; they are listed.

Both versions in the unified program are then compared with the given ones: as
code, and by running the subject's tests and --random inputs of its model. Without a
subject, inputs are drawn for versions whose code differs.

With --check FILE, annotated source written or edited by hand takes the place of
what rift makes, and is checked in the same way.

Exit status: 0 both versions in the unified program have the code of the given ones,
or behaved as they do on all inputs that were run; 1 one of them behaved otherwise;
2 the versions do not fit into one program; 3 the code of one is another, and there
is nothing to run, or no input executes that code.`,
		Example: `  rift unify old.c new.c -o unified.c
  rift unify v1/ v2/ -o unified/ --json
  rift unify old.c new.c --check edited.c
  rift unify advisory/late --random 1000`,
		Args: args(1, 2),
		RunE: func(cmd *cobra.Command, list []string) error {
			if err := notNegative(cmd, "random", "steps"); err != nil {
				return err
			}
			return a.doUnify(cmd.Context(), list, &f)
		},
	}
	f.sourceFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "", "write the unified source to this file, or folder if there are several files")
	flags.StringArrayVar(&f.hand, "check", nil, "check this annotated file instead (may be repeated)")
	flags.IntVar(&f.random, "random", 0, "run so many random inputs of the subject's model too")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the random inputs")
	flags.Int64Var(&f.steps, "steps", 10_000_000, "instructions of one run")
	flags.BoolVar(&f.json, "json", false, "print annotations as JSON lines, the result last")
	return cmd
}

// unifying is a pair of versions and what is known of their inputs.
type unifying struct {
	delta    *delta.Delta
	programs [2]*program.Program
	inputs   []program.Input
	subject  *corpora.Subject // nil if the versions are not of one
}

// unifyReport is the last JSON line.
type unifyReport struct {
	Event        string                   `json:"event"`
	Lines        int                      `json:"lines"` // added or modified, as diff counts
	Hunks        int                      `json:"hunks"`
	Annotations  int                      `json:"annotations"`
	Patterns     map[notation.Pattern]int `json:"patterns"`
	Fallbacks    []unify.Fallback         `json:"fallbacks"`
	Differing    [2][]string              `json:"differing"` // functions whose code differs, old and new
	Verification *shadow.Verification     `json:"verification,omitempty"`

	lacksMain string // the version without a main, if the other has one
}

func (a *app) doUnify(ctx context.Context, list []string, f *unifyFlags) error {
	u, err := a.unifyVersions(ctx, list, f)
	if err != nil {
		return err
	}
	var unified *unify.Unified
	if len(f.hand) > 0 {
		unified, err = a.annotatedByHand(ctx, f, u.delta)
	} else {
		unified, err = unify.Merge(ctx, u.delta, u.programs[0], u.programs[1], a.env.Compile)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return input(err)
	}
	r := u.report(unified)
	if len(u.inputs) == 0 && len(r.Differing[0])+len(r.Differing[1]) > 0 {
		u.draw(f)
	}
	if len(u.inputs) > 0 {
		var v *shadow.Verification
		if unified, v, err = shadow.Settle(ctx, [2]engines.Build{{Version: u.delta.Old, Program: u.programs[0]}, {Version: u.delta.New, Program: u.programs[1]}}, unified, a.env.Compile, u.inputs, f.steps); err != nil {
			return err
		}
		r = u.report(unified)
		r.Verification = v
	}
	if f.output != "" {
		if err := writeUnified(f.output, unified.Version); err != nil {
			return input(err)
		}
	}
	a.printUnified(f, unified, r)
	return r.verdict()
}

// unifyVersions reads what the command line names.
func (a *app) unifyVersions(ctx context.Context, list []string, f *unifyFlags) (*unifying, error) {
	u := &unifying{}
	var old, new *program.Version
	if len(list) == 1 {
		subject, pair, ok := cutLast(list[0], "/")
		if !ok {
			return nil, usagef("%s: give two versions, or SUBJECT/PAIR", list[0])
		}
		s, p, err := openPair(subject, pair)
		if err != nil {
			return nil, err
		}
		u.subject, old, new = s, s.Version(p.Old), s.Version(p.New)
		for i := range s.Tests {
			u.inputs = append(u.inputs, s.Tests[i].Input)
		}
		g := random.Generator{Model: &s.Model, Rand: rand.New(rand.NewPCG(f.seed, 0))}
		for range f.random {
			u.inputs = append(u.inputs, *g.Input())
		}
	} else {
		if f.random > 0 {
			return nil, usagef("--random needs the input model of a SUBJECT/PAIR")
		}
		var err error
		if old, err = f.side(list[0]); err != nil {
			return nil, err
		}
		if new, err = f.side(list[1]); err != nil {
			return nil, err
		}
		if len(old.Files) == 1 && len(new.Files) == 1 {
			old.Called = map[string]string{new.Files[0].Name: old.Files[0].Name}
			old.Files[0].Name = new.Files[0].Name // or nothing would be common
		}
	}
	u.delta = delta.Compute(old, new)
	for i, v := range []*program.Version{old, new} {
		p, err := a.env.Compile(ctx, v)
		if err != nil && len(v.Called) > 0 {
			v.Files[0].Name = v.Called[v.Files[0].Name]
			_, err = a.env.Compile(ctx, v) // for its places
		}
		if err != nil {
			return nil, fmt.Errorf("%s version: %w", delta.Reading(i), err)
		}
		u.programs[i] = p
	}
	return u, nil
}

// drawn is how many inputs are drawn where the code of a projection is not that of its
// version, and nobody says on what to compare what it does.
const drawn = 200

// draw adds inputs of the kind that the programs take, if they have a main.
func (u *unifying) draw(f *unifyFlags) {
	for _, p := range u.programs {
		if !definesMain(p) {
			return
		}
	}
	m := mapping.New(u.delta, u.programs[0], u.programs[1])
	plan := inputmodel.PlanFor(m, u.programs[0], u.programs[1])
	models := append(slices.Clone(plan.Models), plan.Drawn)
	each := max(1, drawn/len(models))
	seen := map[string]bool{}
	for i := range models {
		g := random.Generator{Model: &models[i], Rand: rand.New(rand.NewPCG(f.seed, uint64(i)))}
		for range each {
			if in := g.Input(); !seen[in.Key()] {
				seen[in.Key()] = true
				u.inputs = append(u.inputs, *in)
			}
		}
	}
}

func openPair(ref, name string) (*corpora.Subject, *corpora.Pair, error) {
	subjects, err := corpora.Open(ref, "")
	if err != nil {
		return nil, nil, input(err)
	}
	for _, s := range subjects {
		if p := s.Pair(name); p != nil {
			return s, p, nil
		}
	}
	return nil, nil, usagef("%s has no pair %q", ref, name)
}

// side reads a C file, or all C files and headers of a folder.
func (f *unifyFlags) side(name string) (*program.Version, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, input(err)
	}
	if info.IsDir() {
		return readFolder(name, f.CompilerFlags)
	}
	v, err := corpora.LoadSources([]string{name}, f.CompilerFlags)
	return v, input(err)
}

// annotatedByHand takes annotated files; other files are the new version's.
func (a *app) annotatedByHand(ctx context.Context, f *unifyFlags, d *delta.Delta) (*unify.Unified, error) {
	v := *d.New
	v.Files = slices.Clone(v.Files)
	for _, name := range f.hand {
		text, err := regular.ReadFile(name)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(v.Files, func(s program.SourceFile) bool { return filepath.Base(s.Name) == filepath.Base(name) })
		if i < 0 && len(f.hand) == 1 && len(v.Files) == 1 {
			i = 0
		}
		if i < 0 {
			return nil, fmt.Errorf("%s: the new version has no file of that name", name)
		}
		v.Files[i].Text = string(text)
	}
	return unify.ByHand(ctx, &v, a.env.Compile)
}

// report compares the projections with the versions and counts.
func (u *unifying) report(x *unify.Unified) *unifyReport {
	lines, _ := u.delta.Size()
	r := &unifyReport{Event: "result", Lines: lines, Hunks: len(u.delta.Changes), Annotations: notation.Count(x.Version), Patterns: map[notation.Pattern]int{}, Fallbacks: append([]unify.Fallback{}, x.Fallbacks...)}
	for _, n := range x.Annotations {
		r.Patterns[n.Pattern]++
	}
	if old, new := definesMain(u.programs[0]), definesMain(u.programs[1]); old != new && u.subject == nil {
		r.lacksMain = "old"
		if old {
			r.lacksMain = "new"
		}
	}
	for i, v := range []*program.Version{u.delta.Old, u.delta.New} {
		r.Differing[i] = mapping.Agree(v, x.Project(delta.Reading(i)), u.programs[i], x.Sides[i])
	}
	return r
}

// definesMain reports whether a program has a main of its own.
func definesMain(p *program.Program) bool {
	i, ok := p.FuncByName("main")
	return ok && len(p.Funcs[i].Blocks) > 0
}

// reached is an error if a function whose code is another one is executed by no input: that
// nothing was seen of it says nothing then.
func (r *unifyReport) reached() error {
	for i, list := range r.Differing {
		never := slices.DeleteFunc(slices.Clone(list), func(fn string) bool { return r.Verification.Executed(delta.Reading(i), fn) })
		if len(never) > 0 {
			return &statusError{StatusInconclusive, fmt.Errorf("whether the %s version in the unified program behaves as the given one is not known: its code in %s is another one, and none of the %d inputs executes that", delta.Reading(i), strings.Join(never, ", "), r.Verification.Inputs)}
		}
	}
	return nil
}

// verdict is an error if a projection is known not to be its version, or if that is not
// known: code that differs may do the same, which only runs can tell.
func (r *unifyReport) verdict() error {
	if v := r.Verification; v != nil {
		if v.OK() && r.lacksMain != "" {
			return &statusError{StatusInconclusive, fmt.Errorf("whether the %s version in the unified program behaves as the given one is not known: that has no main to run", r.lacksMain)}
		}
		if v.OK() {
			return r.reached()
		}
		return &statusError{StatusDifference, fmt.Errorf("the %s version in the unified program does not behave as the given one: %d outcomes and %d traces of %d inputs differ, first %s, when this is run: %s", v.First.Reading, v.Outcomes, v.Traces, v.Inputs, v.First.Where(), v.First.Input.Shell("./program"))}
	}
	if r.lacksMain != "" {
		return &statusError{StatusInconclusive, fmt.Errorf("whether the %s version in the unified program behaves as the given one is not known: that has no main to run, and the other has one", r.lacksMain)}
	}
	for i, list := range r.Differing {
		if len(list) > 0 {
			return &statusError{StatusInconclusive, fmt.Errorf("whether the %s version in the unified program behaves as the given one is not known: its code in %s is another one, and there is no main to run", delta.Reading(i), strings.Join(list, ", "))}
		}
	}
	return nil
}

// writeUnified writes the source to a file, or to a folder if it is several.
func writeUnified(name string, v *program.Version) error {
	if len(v.Files) == 1 {
		return os.WriteFile(name, []byte(v.Files[0].Text), 0o666)
	}
	for _, f := range v.Files {
		path := filepath.Join(name, filepath.Base(f.Name))
		if filepath.IsLocal(f.Name) {
			path = filepath.Join(name, filepath.FromSlash(f.Name))
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(f.Text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printUnified(f *unifyFlags, x *unify.Unified, r *unifyReport) {
	if f.json {
		for _, n := range x.Annotations {
			a.event(struct {
				Event string `json:"event"`
				notation.Annotation
			}{"annotation", n})
		}
		a.event(r)
		return
	}
	if f.output == "" {
		for _, s := range x.Version.Files {
			fmt.Fprint(a.out, s.Text)
		}
	}
	fmt.Fprintf(a.err, "%s in %s, %s\n", corpora.Plural(r.Lines, "changed line"), corpora.Plural(r.Hunks, "hunk"), corpora.Plural(r.Annotations, "annotation"))
	for _, p := range slices.Sorted(maps.Keys(r.Patterns)) {
		fmt.Fprintf(a.err, "  %s: %d\n", p, r.Patterns[p])
	}
	for _, b := range r.Fallbacks {
		if b.Func == "" {
			fmt.Fprintf(a.err, "  %s: the new version's text serves both: %s\n", b.File, b.Reason)
			continue
		}
		fmt.Fprintf(a.err, "  %s: %s is kept from both versions as a whole: %s\n", b.File, b.Func, b.Reason)
	}
	for i, list := range r.Differing {
		if len(list) > 0 {
			fmt.Fprintf(a.err, "the %s version in it has other code than the given one in %s\n", delta.Reading(i), strings.Join(list, ", "))
		}
	}
	if v := r.Verification; v != nil && v.OK() {
		fmt.Fprintf(a.err, "both versions in it behave as the given ones on %s\n", corpora.Plural(v.Inputs, "input"))
	}
}
