package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program/native"
	"github.com/spf13/cobra"
)

// tool is a program that rift uses where there is one.
type tool struct {
	Name string `json:"name"`
	Adds string `json:"adds"`           // what rift can do with it
	Path string `json:"path,omitempty"` // "" if it is not there
	// Version is the first line that it says about itself.
	Version string `json:"version,omitempty"`

	other string // a program that does as well
	arg   string // asks for the version
}

// tools are all of them; none is needed for anything else.
func tools() []tool {
	return []tool{
		{Name: "gcc", other: "clang", arg: "--version", Adds: "rift confirm: differences checked with the host's compiler and its sanitizers; tests that compare the machines with it"},
		{Name: "gcov", arg: "--version", Adds: "rift explain on a project's own build: which changes a test reaches"},
		{Name: "git", arg: "--version", Adds: "faster rift corpora fetch; reading repositories needs none"},
		{Name: "make", arg: "--version", Adds: "rift explain on a project's own build; the Makefile of rift corpora export"},
		{Name: "sbatch", arg: "--version", Adds: "rift submit: experiments on clusters with Slurm"},
		{Name: "z3", arg: "--version", Adds: "tests that compare the solver"},
		{Name: "cvc5", arg: "--version", Adds: "tests that compare the solver"},
		{Name: "csmith", arg: "--version", Adds: "tests on random C programs"},
		{Name: "afl-fuzz", arg: "--version", Adds: "the engine contrib/engines/aflpp.py, with afl-cc, ld and objcopy"},
		{Name: "clang", arg: "--version", Adds: "the engine contrib/engines/libfuzzer.py, with ld and objcopy"},
		{Name: "python3", arg: "--version", Adds: "the engines of contrib/engines; BenchExec with rift results export --format benchexec; a test of its module"},
		{Name: "chromium", other: "google-chrome", arg: "--version", Adds: "a test that opens report.html"},
		{Name: "pdflatex", arg: "--version", Adds: "papers with rift results export --format latex"},
		{Name: "man", arg: "--version", Adds: "the pages of rift man"},
	}
}

// diagnosis is what rift doctor finds.
type diagnosis struct {
	Event    string   `json:"event"`
	Version  string   `json:"version"`
	Platform string   `json:"platform"`
	CPUs     int      `json:"cpus"`
	Cache    string   `json:"cache"`
	Compiled compiled `json:"compiled"`
	Fetched  []string `json:"fetched"` // names of subjects with foreign sources that are there
	Missing  []string `json:"missing"` // and of those that are not
	// Limits says how time and memory of tasks are watched.
	Limits string `json:"limits"`
	// Confinement says whether native runs of programs can be confined, or what the
	// system lacks for that: then they need --unconfined.
	Confinement string   `json:"confinement"`
	Problems    []string `json:"problems"`
	Tools       []tool   `json:"tools"`
}

func (a *app) doctor() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say which optional tools are present, and what they add",
		Long: `Look at what rift works with on this machine: the cache of sources, how tasks can
be limited, and the optional tools with what each adds. rift itself needs none of
them.

Exit status: 0 all that rift itself needs is there, whatever tools are missing; 1
something it needs is not, such as a place for the cache.`,
		Example: "  rift doctor\n  rift doctor --json",
		Args:    args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d := a.diagnose(cmd.Context())
			if asJSON {
				a.event(d)
			} else if err := a.showDiagnosis(d); err != nil {
				return err
			}
			if len(d.Problems) > 0 {
				return &silent{StatusDifference}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as a JSON line")
	return cmd
}

func (a *app) diagnose(ctx context.Context) *diagnosis {
	d := &diagnosis{
		Event: "result", Version: a.env.Version, Platform: runtime.GOOS + "/" + runtime.GOARCH, CPUs: runtime.NumCPU(),
		Fetched: []string{}, Missing: []string{}, Problems: []string{}, Limits: "CPU time and memory of tasks through /proc",
	}
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		d.Limits = "wall time only: there is no /proc, so that CPU time and memory are not watched"
	}
	var err error
	if d.Cache, err = corpora.CacheDir(); err != nil {
		d.Problems = append(d.Problems, fmt.Sprintf("no place for the cache: %v; set RIFT_CACHE to a folder", err))
	} else if problem := unwritable(d.Cache); problem != "" {
		d.Problems = append(d.Problems, problem)
	}
	if problem := unwritable(os.TempDir()); problem != "" {
		d.Problems = append(d.Problems, problem)
	}
	d.Compiled = keptPrograms()
	d.Confinement = confinement(ctx)
	for _, name := range corpora.Fetchable() {
		if _, err := a.env.Open(name, ""); err == nil {
			d.Fetched = append(d.Fetched, name)
		} else {
			d.Missing = append(d.Missing, name)
		}
	}
	for _, t := range tools() {
		t.look(ctx)
		d.Tools = append(d.Tools, t)
	}
	return d
}

// confinement says whether native runs can be confined here.
func confinement(ctx context.Context) string {
	b, err := native.New(ctx, native.Options{})
	if errors.Is(err, native.ErrNoCompiler) {
		return "not tried: native runs need a C compiler"
	}
	if err != nil {
		return err.Error() + "; rift confirm and rift diverge --native need --unconfined"
	}
	defer func() { _ = b.Close() }()
	return "native runs have no network, a root, a user and processes of their own, and a filter of system calls"
}

// unwritable says why nothing can be written into a folder, or into the nearest
// that is there above it; "" if something can.
func unwritable(dir string) string {
	for {
		if info, err := os.Stat(dir); err == nil {
			if !info.IsDir() {
				return dir + " is no folder"
			}
			f, err := os.CreateTemp(dir, ".rift-*")
			if err != nil {
				return err.Error()
			}
			f.Close()
			os.Remove(f.Name())
			return ""
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return dir + " is not there"
		}
		dir = parent
	}
}

// look finds the tool and asks for its version.
func (t *tool) look(ctx context.Context) {
	for _, name := range []string{t.Name, t.other} {
		if name == "" {
			continue
		}
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		t.Path = path
		ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		out, err := exec.CommandContext(ctx, path, t.arg).Output()
		if err == nil {
			t.Version, _, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
		}
		return
	}
}

func (a *app) showDiagnosis(d *diagnosis) error {
	fmt.Fprintf(a.out, "rift %s on %s, %s\n", d.Version, d.Platform, corpora.Plural(d.CPUs, "CPU"))
	fmt.Fprintf(a.out, "limits: %s\nconfinement: %s\n", d.Limits, d.Confinement)
	fmt.Fprintf(a.out, "cache: %s\n", d.Cache)
	fmt.Fprintf(a.out, "compiled programs: %s\n", d.Compiled)
	if len(d.Missing) > 0 {
		fmt.Fprintf(a.out, "sources not fetched: %s; rift corpora fetch NAME gets them\n", strings.Join(d.Missing, " "))
	}
	if len(d.Fetched) > 0 {
		fmt.Fprintf(a.out, "sources fetched: %s\n", strings.Join(d.Fetched, " "))
	}
	for _, p := range d.Problems {
		fmt.Fprintf(a.out, "problem: %s\n", p)
	}
	fmt.Fprintln(a.out, "\nOptional tools; rift needs none of them:")
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, t := range d.Tools {
		state := "missing"
		if t.Path != "" {
			state = t.Path
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\n", t.Name, state, t.Adds)
	}
	return w.Flush()
}
