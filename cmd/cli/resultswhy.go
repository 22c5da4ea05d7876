package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/papers"
	"github.com/riftlab/rift/results/report"
	"github.com/spf13/cobra"
)

func (a *app) resultsWhy() *cobra.Command {
	var asJSON, records bool
	cmd := &cobra.Command{
		Use:   "why DIR [CELL]",
		Short: "Show the records behind a number",
		Long: `Show the records behind a cell of a table, and the command that runs one of their
tasks again. A cell is called by its table, its section, the labels of its row and
its column: overview/seeded-errors/csg/detected. With a table or the beginning of
a name, the cells that begin so are listed, without one the tables. If the folder
reproduces a paper, the cells of the paper's tables are there, too.`,
		Example: `  rift results why results-quick
  rift results why results-quick overview
  rift results why results-quick overview/seeded-errors/random-pool/detected --records`,
		Args: args(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := resultFolder(args[0])
			if err != nil {
				return err
			}
			x, err := f.Scan(cmd.Context())
			if err != nil {
				return input(err)
			}
			set, err := x.Load(cmd.Context(), results.LoadOptions{})
			if err != nil {
				return err
			}
			cells := allCells(set)
			if len(args) == 1 {
				return a.listTables(cells, asJSON)
			}
			name := strings.Trim(args[1], "/")
			for i := range cells {
				if cells[i].Name == name {
					w := why{a, args[0], x, asJSON, records}
					return w.explain(&cells[i])
				}
			}
			return a.listCells(cells, name, asJSON)
		},
	}
	cmd.Flags().BoolVar(&records, "records", false, "print the records themselves, too")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines, the result last")
	return cmd
}

// allCells returns the cells of all tables of a set, those of a paper last.
func allCells(set *results.Set) []analysis.Cell {
	r := report.Of(set, report.Options{})
	var cells []analysis.Cell
	for _, t := range r.Tables {
		cells = append(cells, analysis.Cells(set, r.Views, t)...)
	}
	for _, c := range papers.Cells(set) {
		cells = append(cells, analysis.Cell{Name: c.Name, Text: c.Text, Origin: c.Origin})
	}
	return cells
}

func (a *app) listTables(cells []analysis.Cell, asJSON bool) error {
	var names []string
	count := map[string]int{}
	for _, c := range cells {
		name, _, _ := strings.Cut(c.Name, "/")
		if count[name]++; count[name] == 1 {
			names = append(names, name)
		}
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, name := range names {
		if asJSON {
			a.event(map[string]any{"event": "table", "table": name, "cells": count[name]})
			continue
		}
		fmt.Fprintf(w, "%s\t%s\n", name, corpora.Plural(count[name], "cell"))
	}
	return w.Flush()
}

func (a *app) listCells(cells []analysis.Cell, prefix string, asJSON bool) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	found := false
	var names []string
	for _, c := range cells {
		names = append(names, c.Name)
		if !strings.HasPrefix(c.Name, prefix) {
			continue
		}
		found = true
		if asJSON {
			a.event(map[string]any{"event": "cell", "cell": c.Name, "text": c.Text, "tasks": len(c.Origin.Tasks)})
			continue
		}
		fmt.Fprintf(w, "%s\t%s\n", c.Name, c.Text)
	}
	if !found {
		return usagef("no cell %q%s; without a name the tables are listed", prefix, didYouMean(prefix, names))
	}
	return w.Flush()
}

// why explains one cell.
type why struct {
	*app
	dir             string
	index           *results.Index
	asJSON, records bool
}

// whyTask is what is shown of a task behind a cell.
type whyTask struct {
	Event   string `json:"event"`
	Task    string `json:"task"`
	Status  string `json:"status"`
	Segment string `json:"segment"` // where its records lie in the folder
	Offset  int64  `json:"offset"`  // of the first of them, in bytes
	Records int    `json:"records"` // that count
	First   string `json:"first,omitempty"`
}

// maxWhyTasks bounds the tasks shown to people.
const maxWhyTasks = 40

func (w *why) explain(c *analysis.Cell) error {
	var tasks []whyTask
	total, example := 0, ""
	for _, task := range c.Origin.Tasks {
		status, _ := w.index.Status(task)
		segment, off := w.index.Segment(task)
		t := whyTask{Event: "task", Task: task, Status: string(status), Segment: segment, Offset: off}
		one := results.Origin{Tasks: []string{task}, Match: c.Origin.Match}
		err := one.Each(w.index, func(r *results.Record) error {
			t.Records++
			if t.First == "" {
				t.First = results.RecordID{Task: task, Seq: r.Seq}.String()
			}
			if w.asJSON && w.records {
				w.event(map[string]any{"event": "record", "record": r})
			}
			return nil
		})
		if err != nil {
			return input(err)
		}
		total += t.Records
		if example == "" && t.Records > 0 {
			example = task
		}
		tasks = append(tasks, t)
	}
	if example == "" && len(tasks) > 0 {
		example = tasks[0].Task
	}
	rerun := ""
	if example != "" {
		rerun = fmt.Sprintf("rift results rerun %s %s", w.dir, example)
	}
	if w.asJSON {
		for _, t := range tasks {
			w.event(t)
		}
		w.event(map[string]any{"event": "result", "cell": c.Name, "text": c.Text, "what": c.Origin.What, "tasks": len(tasks), "records": total, "rerun": rerun})
		return nil
	}
	return w.show(c, tasks, total, rerun)
}

func (w *why) show(c *analysis.Cell, tasks []whyTask, total int, rerun string) error {
	fmt.Fprintf(w.out, "%s is %s\n", c.Name, c.Text)
	what := c.Origin.What
	if what == "" {
		what = "records"
	}
	fmt.Fprintf(w.out, "Behind it: %d %s of %s in %s\n\n", total, what, corpora.Plural(len(tasks), "task"), w.dir)
	out := tabwriter.NewWriter(w.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "TASK\tENDED\tRECORDS\tFIRST\tSEGMENT")
	for i, t := range tasks {
		if i == maxWhyTasks {
			fmt.Fprintf(out, "and %d more\t\t\t\t\n", len(tasks)-i)
			break
		}
		first := t.First
		if first == "" {
			first = "–"
		}
		fmt.Fprintf(out, "%s\t%s\t%d\t%s\t%s+%d\n", t.Task, t.Status, t.Records, first, t.Segment, t.Offset)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if w.records {
		fmt.Fprintln(w.out)
		err := c.Origin.Each(w.index, func(r *results.Record) error {
			w.event(r)
			return nil
		})
		if err != nil {
			return input(err)
		}
	}
	if rerun != "" {
		fmt.Fprintf(w.out, "\nRun one of them again, and compare:\n  %s\n", rerun)
	}
	return nil
}
