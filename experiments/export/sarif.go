package export

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/sarif"
)

const (
	ruleDifference = "rift/difference"
	ruleRegression = "rift/regression"
)

// writeSARIF writes a result per pair with a difference, whose locations are the
// changes of the new version and whose related locations are what they replaced,
// and one per distinct explanation, whose locations are the changes it blames.
func writeSARIF(ctx context.Context, e *Export, w io.Writer) error {
	run := sarif.NewRun(e.Env.Version,
		sarif.Rule{ID: ruleDifference, ShortDescription: sarif.Message{Text: "An input on which two versions behave differently"}},
		sarif.Rule{ID: ruleRegression, ShortDescription: sarif.Message{Text: "A change that makes a test fail"}})
	all, err := e.findings(ctx)
	if err != nil {
		return err
	}
	first, count := map[results.PairOf]*finding{}, map[results.PairOf]int{}
	for _, f := range all {
		if count[f.PairOf]++; first[f.PairOf] == nil {
			first[f.PairOf] = f
		}
	}
	for _, p := range e.Set.Pairs {
		changes := e.changes(p)
		if f := first[p]; f != nil {
			run.Results = append(run.Results, differenceResult(f, count[p], changes))
		}
		run.Results = append(run.Results, e.explanations(p, changes)...)
	}
	return sarif.Write(w, run)
}

// changes returns the changes of a pair; none if its subject is not here.
func (e *Export) changes(p results.PairOf) []*delta.Change {
	s, err := e.subject(p.Subject)
	if err != nil {
		return nil
	}
	pair := s.Pair(p.Pair)
	if pair == nil {
		return nil
	}
	return delta.Compute(s.Version(pair.Old), s.Version(pair.New)).Changes
}

func differenceResult(f *finding, n int, changes []*delta.Change) sarif.Result {
	level := "warning"
	if f.test.Class.IsError() {
		level = "error"
	}
	r := sarif.Result{
		RuleID: ruleDifference, Level: level,
		Message:    sarif.Message{Text: fmt.Sprintf("%s: the versions differ in %s on %d recorded inputs, such as %s", f.PairOf, f.test.Difference, n, f.test.Input.Key())},
		Properties: map[string]any{"task": f.task, "engines": strings.Join(f.engines, ", ")},
	}
	locate(&r, changes, func(*delta.Change) bool { return true })
	return r
}

// explanations returns a result for each distinct answer of the pair's tasks.
func (e *Export) explanations(p results.PairOf, changes []*delta.Change) []sarif.Result {
	var out []sarif.Result
	seen := map[string]bool{}
	for i := range e.Set.Runs {
		run := &e.Set.Runs[i]
		if run.PairOf() != p || run.Kind != string(engines.Explain) {
			continue
		}
		answer := analysis.Answer(run)
		if answer == nil || len(answer.Root) == 0 {
			continue
		}
		key := run.Engine + ": " + strings.Join(answer.Root, ", ")
		if seen[key] {
			continue
		}
		seen[key] = true
		r := sarif.Result{
			RuleID: ruleRegression, Level: "error", Message: sarif.Message{Text: fmt.Sprintf("%s: %s to blame for the failing test", p, key)},
			Properties: map[string]any{"task": run.Task, "verdict": string(analysis.Judge(answer, run.Truth))},
		}
		locate(&r, changes, func(c *delta.Change) bool { return slices.Contains(answer.Root, c.ID) })
		out = append(out, r)
	}
	return out
}

// locate adds the places of the chosen changes.
func locate(r *sarif.Result, changes []*delta.Change, chosen func(*delta.Change) bool) {
	for _, c := range changes {
		if !chosen(c) {
			continue
		}
		r.Locations = append(r.Locations, sarif.Lines(c.File, c.NewLine, c.NewLine+len(c.New)-1, c.ID+" of the new version"))
		old := sarif.Lines(c.File, c.OldLine, c.OldLine+len(c.Old)-1, c.ID+" in the old version: "+strings.Join(c.Old, "\n"))
		old.ID = len(r.RelatedLocations) + 1
		r.RelatedLocations = append(r.RelatedLocations, old)
	}
}
