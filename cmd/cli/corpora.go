package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/spf13/cobra"
)

func (a *app) corpora() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "corpora",
		Short: "List, show, fetch, verify, check and export subjects",
		Long: `List, show, fetch, verify, check and export subjects: programs in several versions, with
their inputs and tests. A subject is named by the name of a bundled one, a folder
with a subject.toml, that file, or sir:FOLDER for the SIR layout. Of some bundled
subjects only the manifest is; their sources are fetched once.`,
		Example: "  rift corpora list\n  rift corpora fetch coreutils\n  rift corpora show advisory\n  rift corpora check ./my-subject",
		Args:    cobra.ArbitraryArgs,
		RunE:    group,
	}
	cmd.AddCommand(a.corporaList(), a.corporaShow(), a.corporaFetch(), a.corporaVerify(), a.corporaCheck(), a.corporaExport(), a.corporaNew())
	return cmd
}

// subjectInfo is what a list shows of a subject.
type subjectInfo struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Versions int    `json:"versions"`
	Pairs    int    `json:"pairs"`
	Tests    int    `json:"tests"`
	Hash     string `json:"hash"`
	From     string `json:"from"`
}

// subjects loads the subjects of the references, or all bundled ones.
func (a *app) subjects(refs []string) ([]*corpora.Subject, error) {
	if len(refs) == 0 {
		refs = a.env.Subjects
	}
	var all []*corpora.Subject
	for _, ref := range refs {
		found, err := a.env.Open(ref, "")
		if errors.Is(err, corpora.ErrNotFetched) {
			err = fmt.Errorf("%w; rift corpora fetch %s gets it", err, ref)
		}
		if err != nil {
			return nil, input(err)
		}
		all = append(all, found...)
	}
	return all, nil
}

func (a *app) completeSubjects(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return a.env.Subjects, cobra.ShellCompDirectiveDefault
}

func (a *app) corporaList() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [SUBJECT...]",
		Short: "List subjects",
		Long: `List the bundled subjects, or those given. Subjects whose sources are to be
fetched are only named, unless they are given.`,
		Example: "  rift corpora list\n  rift corpora list ./my-subjects --json",
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := a.subjects(args)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
			if !asJSON {
				fmt.Fprintln(w, "NAME\tVERSIONS\tPAIRS\tTESTS\tTITLE")
			}
			for _, s := range all {
				if asJSON {
					a.event(subjectInfo{s.Name, s.Title, len(s.Versions), len(s.Pairs), len(s.Tests), s.Hash(), s.Dir})
					continue
				}
				fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\n", s.Name, len(s.Versions), len(s.Pairs), len(s.Tests), s.Title)
			}
			if err := w.Flush(); err != nil || len(args) > 0 || asJSON {
				return err
			}
			fmt.Fprintf(a.out, "\nSources to be fetched: %s\n", strings.Join(corpora.Fetchable(), " "))
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON line per subject")
	return cmd
}

func (a *app) corporaShow() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:               "show SUBJECT",
		Short:             "Show a subject with its pairs",
		Long:              "Show a subject: its text, versions, and pairs. With --json everything, tests and sources too.",
		Example:           "  rift corpora show advisory\n  rift corpora show sir:/data/siemens/tcas --json",
		Args:              args(1, 1),
		ValidArgsFunction: a.completeSubjects,
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := a.subjects(args)
			if err != nil {
				return err
			}
			for _, s := range all {
				if asJSON {
					a.event(s)
					continue
				}
				if err := a.showSubject(s); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON line per subject, complete")
	return cmd
}

func (a *app) showSubject(s *corpora.Subject) error {
	fmt.Fprintf(a.out, "%s: %s\nfrom %s, hash %.12s\n", s.Name, s.Title, s.Dir, s.Hash())
	if s.Doc != "" {
		fmt.Fprintf(a.out, "\n%s\n", s.Doc)
	}
	fmt.Fprintf(a.out, "\n%s, %s\n\n", corpora.Plural(len(s.Versions), "version"), corpora.Plural(len(s.Tests), "test"))
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "PAIR\tOLD\tNEW\tGOLDEN\tDIFFER\tKIND")
	for _, p := range s.Pairs {
		differ := "?"
		if p.Differ >= 0 {
			differ = fmt.Sprint(p.Differ)
		}
		golden := p.Golden
		if golden == "" {
			golden = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", p.Name, p.Old, p.New, golden, differ, p.Kind)
	}
	return w.Flush()
}

// checkSteps bounds one run of a program during a check.
const checkSteps = 50_000_000

func (a *app) corporaCheck() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [SUBJECT...]",
		Short: "Check that subjects are as their manifests say",
		Long: `Compile all versions of the subjects (all bundled ones if none is given), run
all tests on every pair, and compare with what the manifests say. Of each known
error whose fix and test are known the four points of its life are looked at: the
test passes before the change that introduced the error, fails after it, fails
before the fix and passes after it.

Exit status: 0 everything is as it says; 1 there are problems.`,
		Example:           "  rift corpora check\n  rift corpora check ./my-subject --json",
		ValidArgsFunction: a.completeSubjects,
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := a.subjects(args)
			if err != nil {
				return err
			}
			problems := 0
			for _, s := range all {
				r, err := corpora.Check(cmd.Context(), s, a.build)
				if err != nil {
					return err
				}
				problems += len(r.Problems)
				if asJSON {
					a.event(r)
					continue
				}
				fmt.Fprintf(a.out, "%s: %s, %s, %s: %s\n", r.Subject, corpora.Plural(r.Versions, "version"),
					corpora.Plural(len(r.Pairs), "pair"), corpora.Plural(r.Tests, "test"), corpora.Plural(len(r.Problems), "problem"))
				for _, p := range r.Problems {
					fmt.Fprintf(a.out, "  %s\n", p)
				}
				a.showPoints(r.Points)
			}
			if problems > 0 {
				return &silent{StatusDifference}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON line per subject")
	return cmd
}

// showPoints says how many errors have the four points, and which have not.
func (a *app) showPoints(all []corpora.Points) {
	held := 0
	for i := range all {
		if all[i].Hold() {
			held++
		}
	}
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(a.out, "  four points of a known error's life: %d of %d\n", held, len(all))
	word := map[bool]string{true: "passes", false: "fails"}
	for i := range all {
		p := &all[i]
		if !p.Hold() {
			fmt.Fprintf(a.out, "    %s, error %s: test %s %s on old, %s on new, %s before the fix, %s with it\n", p.Pair, p.Error, p.Test,
				word[p.Right[0]], word[p.Right[1]], word[p.Right[2]], word[p.Right[3]])
		}
	}
}

// build is a corpora.Builder.
func (a *app) build(ctx context.Context, v *program.Version) (corpora.Runner, error) {
	p, err := a.env.Compile(ctx, v)
	if err != nil {
		return nil, err
	}
	m, err := a.env.Machine(p, pair.Options{Steps: checkSteps})
	if err != nil {
		return nil, err
	}
	return m.Run, nil
}

// sourceFlags are the flags of commands that read C files.
type sourceFlags struct {
	corpora.CompilerFlags
}

func (f *sourceFlags) add(cmd *cobra.Command) { addSourceFlags(cmd, &f.CompilerFlags) }

func addSourceFlags(cmd *cobra.Command, f *corpora.CompilerFlags) {
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.Includes, "include", "I", nil, "look for headers in this folder")
	flags.StringArrayVarP(&f.Defines, "define", "D", nil, "define a macro: NAME or NAME=VALUE")
	flags.BoolVar(&f.Host, "host-headers", false, "use the host's headers instead of rift's own")
	flags.StringVar(&f.BuildDir, "build-dir", "", "take -I, -D and -include from the compile_commands.json in this folder")
}

// addCheckUndefined adds the flag that has all undefined behaviour looked for.
func addCheckUndefined(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "check-undefined", false, "all undefined behaviour is an error that sanitizers know, not only that of memory: "+
		"signed overflow, indices beyond a member or inner array, conversions of floats out of range, misaligned accesses, data races of threads, and more")
}

// readFolder makes a version of all C files and headers of a folder.
func readFolder(name string, o corpora.CompilerFlags) (*program.Version, error) {
	files, err := corpora.ReadFolder(os.DirFS(name))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("folder %s has no C files", name)
	}
	return &program.Version{Name: filepath.Base(name), Files: files, Includes: append(slices.Clone(o.Includes), "."), Defines: o.Defines, Host: o.Host, Check: o.Check}, input(err)
}

// load reads and compiles C files.
func (f *sourceFlags) load(ctx context.Context, a *app, files []string) (*program.Program, error) {
	_, p, err := f.loadVersion(ctx, a, files)
	return p, err
}

// loadVersion is load for commands that need the sources too.
func (f *sourceFlags) loadVersion(ctx context.Context, a *app, files []string) (*program.Version, *program.Program, error) {
	v, err := corpora.LoadSources(files, f.CompilerFlags)
	if err != nil {
		return nil, nil, input(err)
	}
	p, err := a.env.Compile(ctx, v)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err == nil {
		for _, e := range p.Unsupported() {
			fmt.Fprintf(a.err, "rift: warning: %v: a run that reaches it stops there\n", e)
		}
	}
	return v, p, err
}
