package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
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
	maxHunkRows  = 40
	hunkContext  = 2 // unchanged lines on either side
)

// hunk is a change with the lines around it, old beside new.
type hunk struct {
	ID, Place string
	Rows      []diffRow
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
	old, new := linesOf(d.Old, c.File), linesOf(d.New, c.File)
	before := 0
	for before < hunkContext && equalAt(old, new, c.OldLine-before-1, c.NewLine-before-1) {
		before++
	}
	for i := before; i > 0; i-- {
		h.Rows = append(h.Rows, linePair{c.OldLine - i - 1, c.NewLine - i - 1}.render(old, new))
	}
	for _, p := range align(c.Old, c.New) {
		row := p.render(c.Old, c.New)
		if row.Old.Line > 0 {
			row.Old.Line += c.OldLine - 1
		}
		if row.New.Line > 0 {
			row.New.Line += c.NewLine - 1
		}
		h.Rows = append(h.Rows, row)
	}
	for i := range hunkContext {
		o, n := c.OldLine+len(c.Old)+i, c.NewLine+len(c.New)+i
		if !equalAt(old, new, o, n) {
			break
		}
		h.Rows = append(h.Rows, linePair{o - 1, n - 1}.render(old, new))
	}
	if len(h.Rows) > maxHunkRows {
		h.Cut = fmt.Sprintf("%d more lines", len(h.Rows)-maxHunkRows)
		h.Rows = h.Rows[:maxHunkRows]
	}
	return h
}

// equalAt reports whether both versions have a line of these numbers (from 1)
// and it is the same: another change ends the context of this one.
func equalAt(old, new []string, o, n int) bool {
	return o >= 1 && n >= 1 && o <= len(old) && n <= len(new) && old[o-1] == new[n-1]
}

func linesOf(v *program.Version, name string) []string {
	for _, f := range v.Files {
		if f.Name == name {
			return strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n")
		}
	}
	return nil
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
