package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/experiments/reproduce"
	"github.com/riftlab/rift/results/papers"
	"github.com/riftlab/rift/results/report"
	"github.com/spf13/cobra"
)

type reproduceFlags struct {
	dir, isolation string
	workers        int
	budget         map[string]string
	json           bool
	reproduce.Options
}

func (a *app) reproduce() *cobra.Command {
	var f reproduceFlags
	var lines, names []string
	for _, p := range papers.All() {
		names = append(names, p.Key)
		lines = append(lines, fmt.Sprintf("  %-7s %s (%s)", p.Key, p.Title, p.Venue))
	}
	names = append(names, "all")
	cmd := &cobra.Command{
		Use:   "reproduce PAPER [flags]",
		Short: "Reproduce the tables of a paper, with what is published beside ours",
		Long: `Run the experiment that reproduces a paper and print the paper's tables in its own
layout, what is published beside ours and a sign where they disagree. PAPER is
one of these, or "all":

` + strings.Join(lines, "\n") + `

With --small the subjects are those that come with rift, which are not the
papers': nothing is fetched, and all four take three minutes of CPU time. Without
it the subjects are the papers' as far as they can be had in C; what is not on this
machine is fetched, or taken from where --from says.

Results go to a folder, by default reproduce-PAPER or reproduce-PAPER-small, with
one folder per paper for "all". If the results of the same experiment are there
already, only what is missing is run. report.html has the tables first.
"rift results why FOLDER CELL" lists the records behind a cell, and the cells'
names are those that --json gives. docs/tables.md says how each is computed.

Exit status: 0 all tasks ended as tasks should, whatever the tables say; 3 some
did not; 130 Ctrl-C.`,
		Example: `  rift reproduce all --small
  rift reproduce ase08 --from tcas=/data/siemens/tcas
  rift reproduce fse13 --from coreutils=/data/coreutils.git --seeds 10 --budget cpu=10m`,
		Args:      args(1, 1),
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notNegative(cmd, "workers", "seeds"); err != nil {
				return err
			}
			return a.doReproduce(cmd.Context(), args[0], &f)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.Small, "small", false, "subjects that come with rift: offline, in minutes")
	flags.StringToStringVar(&f.From, "from", nil, "where a corpus is on this machine: NAME=PATH, such as coreutils=REPOSITORY or tcas=FOLDER")
	flags.StringVarP(&f.dir, "output", "o", "", "result folder (default reproduce-PAPER)")
	flags.IntVar(&f.Seeds, "seeds", 0, "seeds of randomised engines (default: the experiment's)")
	flags.StringToStringVar(&f.budget, "budget", nil, "replace parts of each task's budget: wall=TIME, cpu=TIME, steps=N, tests=N")
	flags.IntVarP(&f.workers, "workers", "j", 0, "tasks at a time (default: the experiment's, or one per CPU)")
	flags.StringVar(&f.isolation, "isolation", "", `"task" or "worker": override the experiment's`)
	flags.BoolVar(&f.json, "json", false, "print events as JSON lines: tasks, cells, the result last")
	return cmd
}

// setBudget reads --budget.
func (f *reproduceFlags) setBudget() error {
	for key, text := range f.budget {
		var err error
		switch key {
		case "wall":
			f.Wall, err = positiveTime(text)
		case "cpu":
			f.CPU, err = positiveTime(text)
		case "steps":
			f.Steps, err = positive(text)
		case "tests":
			var n int64
			n, err = positive(text)
			f.Tests = int(n)
		default:
			return usagef("--budget %s%s", key, didYouMean(key, []string{"wall", "cpu", "steps", "tests"})+": wall, cpu, steps and tests can be given")
		}
		if err != nil {
			return usagef("--budget %s=%s: %s", key, text, err)
		}
	}
	return nil
}

func positiveTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return 0, errors.New("must be a time such as 90s or 5m")
	case d <= 0:
		return 0, errors.New("must be positive")
	}
	return d, nil
}

// positive reads a number, whose digits may be set apart by "_".
func positive(text string) (int64, error) {
	n, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 10, 64)
	switch {
	case err != nil:
		return 0, errors.New("must be a whole number")
	case n <= 0:
		return 0, errors.New("must be positive")
	}
	return n, nil
}

func (a *app) doReproduce(ctx context.Context, name string, f *reproduceFlags) error {
	if err := f.setBudget(); err != nil {
		return err
	}
	f.Fetch = a.stderr
	chosen := papers.All()
	if name != "all" {
		p := papers.Find(name)
		if p == nil {
			var names []string
			for _, p := range chosen {
				names = append(names, p.Key)
			}
			return usagef("no paper %q%s: there are %s, and all of them as \"all\"", name, didYouMean(name, append(names, "all")), strings.Join(names, ", "))
		}
		chosen = []*papers.Paper{p}
	}
	if f.dir == "" {
		f.dir = "reproduce-" + name
		if f.Small {
			f.dir += "-small"
		}
	}
	result := reproduceResult{Event: "result", Folder: f.dir}
	var reports []report.Entry
	for _, p := range chosen {
		dir := f.dir
		if name == "all" {
			dir = filepath.Join(f.dir, p.Key)
		}
		rep, failed, err := a.reproducePaper(ctx, p, dir, f)
		if err != nil {
			return err
		}
		result.add(p, dir, rep, failed)
		reports = append(reports, report.Entry{Report: rep, Link: p.Key + "/report.html"})
	}
	if name == "all" {
		page := filepath.Join(f.dir, "report.html")
		if err := report.WriteIndex(page, "The tables of "+strconv.Itoa(len(chosen))+" papers", reports); err != nil {
			return err
		}
		fmt.Fprintf(a.err, "rift: the tables of all papers are in %s\n", page)
	}
	if f.json {
		a.event(result)
	}
	if result.Failed > 0 {
		return &silent{StatusInconclusive}
	}
	return nil
}

// reproducePaper runs the experiment of a paper, or the rest of it, and reports
// it. It returns the number of tasks that did not end as tasks should.
func (a *app) reproducePaper(ctx context.Context, p *papers.Paper, dir string, f *reproduceFlags) (*report.Report, int, error) {
	plan, config, err := reproduce.Plan(ctx, p, a.env, f.Options)
	if err != nil {
		return nil, 0, input(err)
	}
	o, err := a.runOptions(config, dir, f.workers, f.isolation)
	if err != nil {
		return nil, 0, err
	}
	fmt.Fprintf(a.err, "rift: %s: %s, in %s\n", p.Key, plan.Title, dir)
	sum, err := a.runPlan(ctx, plan, o, f.json)
	if err != nil {
		return nil, 0, a.runError(err, sum, dir, f.json)
	}
	fmt.Fprintf(a.err, "rift: %s in %.1f s; results in %s\n", sum, sum.Wall, dir)
	rep, err := a.writeReport(ctx, dir, experiments.Sources(ctx, a.env, dir))
	if err != nil {
		return nil, 0, err
	}
	if f.json {
		for _, c := range papers.Cells(rep.Set) {
			a.event(cellEvent{"cell", c.Name, c.Value, c.Published, c.Agreement, c.Place, dir})
		}
	} else if err := rep.WriteText(a.out, a.textOptions()); err != nil {
		return nil, 0, err
	} else {
		fmt.Fprintln(a.out)
	}
	fmt.Fprintf(a.err, "rift: tables, plots and the report are in %s\n", filepath.Join(dir, "report.html"))
	if n := sum.Failed(); n > 0 {
		a.sayFailed(n, dir)
	}
	return rep, sum.Failed(), nil
}

type cellEvent struct {
	Event     string           `json:"event"`
	Cell      string           `json:"cell"`
	Value     any              `json:"value,omitempty"`
	Published any              `json:"published,omitempty"`
	Agreement papers.Agreement `json:"agreement,omitempty"`
	Place     string           `json:"place,omitempty"` // where the published value stands
	Folder    string           `json:"folder"`
}

type reproduceResult struct {
	Event  string             `json:"event"`
	Folder string             `json:"folder"`
	Papers []reproducedResult `json:"papers"`
	Failed int                `json:"failed"` // tasks that did not end as tasks should
}

type reproducedResult struct {
	Paper    string `json:"paper"`
	Folder   string `json:"folder"`
	Report   string `json:"report"`
	Compared int    `json:"compared"` // cells with a value and a published one
	Agreeing int    `json:"agreeing"` // of these
	// Questions are the same by the paper's questions.
	Questions  []papers.Question `json:"questions,omitempty"`
	Conclusion string            `json:"conclusion"`
}

func (r *reproduceResult) add(p *papers.Paper, dir string, rep *report.Report, failed int) {
	one := reproducedResult{Paper: p.Key, Folder: dir, Report: filepath.Join(dir, "report.html"), Conclusion: rep.Conclusions[0]}
	tables := p.Tables(rep.Set)
	one.Questions = papers.Questions(tables)
	for _, t := range tables {
		one.Compared += t.Compared
		one.Agreeing += t.Agreeing
	}
	r.Papers = append(r.Papers, one)
	r.Failed += failed
}
