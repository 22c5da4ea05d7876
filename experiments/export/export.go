// Package export writes result folders in the formats of other tools.
//
// Terms: an *export* is a folder that was loaded, with the subjects of its plan
// as far as they are on this machine. A *finding* is an input on which the
// versions of a pair differ, with the engines that tried it; equal inputs are
// one finding. Records hold the inputs that the experiment was told to keep: by
// default those that show a difference.
package export

import (
	"context"
	"io"
	"slices"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/report"
	"github.com/riftlab/rift/results/table"
)

// Export is a result folder to be written.
type Export struct {
	Dir    string
	Plan   *experiments.Plan
	Index  *results.Index
	Set    *results.Set
	Report *report.Report
	Env    experiments.Environment

	subjects map[string]*corpora.Subject
}

// Open loads a result folder with its plan.
func Open(ctx context.Context, env experiments.Environment, dir string) (*Export, error) {
	plan, err := experiments.ReadPlan(dir)
	if err != nil {
		return nil, err
	}
	folder, err := results.Open(dir)
	if err != nil {
		return nil, err
	}
	x, err := folder.Scan(ctx)
	if err != nil {
		return nil, err
	}
	set, err := x.Load(ctx, results.LoadOptions{})
	if err != nil {
		return nil, err
	}
	return &Export{
		Dir: dir, Plan: plan, Index: x, Set: set, Report: report.Of(set, report.Options{}), Env: env, subjects: map[string]*corpora.Subject{},
	}, nil
}

// subject returns a subject of the plan; that it is not on this machine, or has
// changed, is an error.
func (e *Export) subject(name string) (*corpora.Subject, error) {
	if s := e.subjects[name]; s != nil {
		return s, nil
	}
	s, err := e.Plan.Subject(e.Env, name)
	if err == nil {
		e.subjects[name] = s
	}
	return s, err
}

// Format is a format that a folder is written in.
type Format struct {
	Name string
	Doc  string // one line
	// One writes a single file; All writes many into a folder, which it makes.
	// One of them is nil.
	One func(ctx context.Context, e *Export, w io.Writer) error
	All func(ctx context.Context, e *Export, dir string) error
	// Table writes one table instead; nil if the format has none.
	Table func(t *table.Table, w io.Writer) error
}

// Formats returns the formats, by name.
func Formats() []Format {
	return []Format{
		{Name: "benchexec", Doc: "sources, task definitions, a benchmark and a tool-info module for BenchExec", All: writeBenchExec},
		{Name: "csv", Doc: "a line per task with raw values; a table with --table", One: writeCSV, Table: (*table.Table).WriteCSV},
		{Name: "junit", Doc: "each input that shows a difference as a failed test case", One: writeJUnit},
		{Name: "latex", Doc: "tables for booktabs, with a \\newcommand for each value", One: writeTables((*table.Table).WriteLaTeX), Table: (*table.Table).WriteLaTeX},
		{Name: "lcov", Doc: "what the recorded inputs cover of the new versions", One: writeLCOV},
		{Name: "markdown", Doc: "tables for GitHub", One: writeTables((*table.Table).WriteMarkdown), Table: (*table.Table).WriteMarkdown},
		{Name: "sarif", Doc: "differences and explanations as findings at the changes", One: writeSARIF},
		{Name: "testcomp", Doc: "a Test-Comp suite for each task, zipped as TestCov takes it", All: writeTestComp},
	}
}

// writeTables writes all tables of the report one after another.
func writeTables(write func(*table.Table, io.Writer) error) func(context.Context, *Export, io.Writer) error {
	return func(_ context.Context, e *Export, w io.Writer) error {
		for i, t := range e.Report.Tables {
			if i > 0 {
				if _, err := io.WriteString(w, "\n"); err != nil {
					return err
				}
			}
			if err := write(t, w); err != nil {
				return err
			}
		}
		return nil
	}
}

// finding is an input that shows a difference.
type finding struct {
	results.PairOf
	test    *results.TestRecord
	engines []string // in the order in which they found it
	task    string   // that found it first, in canonical order
}

// findings returns the inputs on which versions differ, by pair in the order of
// the set, and there in canonical order; equal inputs of a pair are one.
func (e *Export) findings(ctx context.Context) ([]*finding, error) {
	type key struct {
		pair  results.PairOf
		input string
	}
	runs := map[string]*results.Run{}
	for i := range e.Set.Runs {
		runs[e.Set.Runs[i].Task] = &e.Set.Runs[i]
	}
	index := map[key]*finding{}
	by := map[results.PairOf][]*finding{}
	err := e.Index.Each(ctx, func(r *results.Record) error {
		run := runs[r.Task]
		if r.Test == nil || run == nil || !r.Test.Difference.Counts() {
			return nil
		}
		k := key{run.PairOf(), r.Test.Input.Key()}
		f := index[k]
		if f == nil {
			f = &finding{PairOf: k.pair, test: r.Test, task: r.Task}
			index[k] = f
			by[k.pair] = append(by[k.pair], f)
		}
		if f.test.Old == nil && r.Test.Old != nil {
			f.test = r.Test
		}
		if !slices.Contains(f.engines, run.Engine) {
			f.engines = append(f.engines, run.Engine)
		}
		return nil
	})
	var list []*finding
	for _, p := range e.Set.Pairs {
		list = append(list, by[p]...)
	}
	return list, err
}

// inputs returns the recorded inputs of a pair, each once, in canonical order.
func (e *Export) inputs(ctx context.Context) (map[results.PairOf][]program.Input, error) {
	pairs := map[string]results.PairOf{}
	for i := range e.Set.Runs {
		pairs[e.Set.Runs[i].Task] = e.Set.Runs[i].PairOf()
	}
	seen := map[results.PairOf]map[string]bool{}
	list := map[results.PairOf][]program.Input{}
	err := e.Index.Each(ctx, func(r *results.Record) error {
		p, ok := pairs[r.Task]
		if r.Test == nil || !ok {
			return nil
		}
		if seen[p] == nil {
			seen[p] = map[string]bool{}
		}
		if key := r.Test.Input.Key(); !seen[p][key] {
			seen[p][key] = true
			list[p] = append(list[p], r.Test.Input)
		}
		return nil
	})
	return list, err
}
