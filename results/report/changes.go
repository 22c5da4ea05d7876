package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/sidebyside"
)

// PairInfo is what is known of a version pair beside its records.
type PairInfo struct {
	Kind  string       // of change, in words
	Doc   string       // free text
	Delta *delta.Delta // the changes; nil if the sources are not at hand
}

// Limits of what a page shows of the sources.
const (
	maxPairHunks = 12
	maxPageHunks = 600
)

// hunk is a change with the lines around it, old beside new.
type hunk struct {
	ID, Place string
	Rows      []sidebyside.Row
	Cut       string
	Truth     bool   // known to be responsible for the failure
	BlamedBy  string // engines, "" if none
	NoEffect  bool
}

// hunks shows the changes of a pair, at most limit of them: those that are
// blamed or known to be responsible first if not all are shown.
func hunks(d *delta.Delta, runs []*results.Run, limit int) (shown []hunk, total int) {
	blame, truth := map[string][]string{}, map[string]bool{}
	for _, r := range runs {
		for _, id := range r.Truth {
			truth[id] = true
		}
		if a := analysis.Answer(r); a != nil {
			for _, id := range a.Root {
				if !slices.Contains(blame[id], r.Engine) {
					blame[id] = append(blame[id], r.Engine)
				}
			}
		}
	}
	chosen := slices.Clone(d.Changes)
	if len(chosen) > limit {
		slices.SortStableFunc(chosen, func(a, b *delta.Change) int {
			return important(b, truth, blame) - important(a, truth, blame)
		})
		chosen = chosen[:limit]
		order := map[*delta.Change]int{}
		for i, c := range d.Changes {
			order[c] = i
		}
		slices.SortFunc(chosen, func(a, b *delta.Change) int { return order[a] - order[b] })
	}
	for _, c := range chosen {
		h := newHunk(d, c)
		slices.Sort(blame[c.ID])
		h.Truth, h.BlamedBy = truth[c.ID], strings.Join(blame[c.ID], ", ")
		shown = append(shown, h)
	}
	return shown, len(d.Changes)
}

func important(c *delta.Change, truth map[string]bool, blame map[string][]string) int {
	switch {
	case truth[c.ID]:
		return 3
	case len(blame[c.ID]) > 0:
		return 2
	case !c.NoEffect:
		return 1
	}
	return 0
}

func newHunk(d *delta.Delta, c *delta.Change) hunk {
	h := hunk{ID: c.ID, Place: c.Position().String(), NoEffect: c.NoEffect}
	rows, cut := sidebyside.Change(d, c)
	h.Rows = rows
	if cut > 0 {
		h.Cut = fmt.Sprintf("%d more lines", cut)
	}
	return h
}

// explainRuns returns the explain tasks of each pair.
func explainRuns(set *results.Set) map[results.PairOf][]*results.Run {
	runs := map[results.PairOf][]*results.Run{}
	for i := range set.Runs {
		if r := &set.Runs[i]; r.Kind == string(engines.Explain) {
			runs[r.PairOf()] = append(runs[r.PairOf()], r)
		}
	}
	return runs
}
