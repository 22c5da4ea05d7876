package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// finds says of all pairs that every engine of the view worked on which engines
// detect with at least one task.
func (v *View) finds() (all []results.PairOf, by [][]bool) {
	for _, p := range v.Pairs {
		found := make([]bool, len(v.Engines))
		complete := true
		for i, e := range v.Engines {
			k, n := share(Difference, v.Cell(p, e))
			found[i] = k > 0
			complete = complete && n > 0
		}
		if complete {
			all, by = append(all, p), append(by, found)
		}
	}
	return all, by
}

// FoundGroup is what exactly some engines found.
type FoundGroup struct {
	Engines []string // in the order of the view; empty: none of them
	Pairs   []results.PairOf
}

// FoundBy divides the pairs that all engines of the view worked on by the set of
// engines that detect there, the largest group first.
func FoundBy(v *View) []FoundGroup {
	index := map[string]int{}
	var groups []FoundGroup
	all, by := v.finds()
	for n, p := range all {
		var found []string
		for i, e := range v.Engines {
			if by[n][i] {
				found = append(found, e)
			}
		}
		key := strings.Join(found, "\x00")
		i, ok := index[key]
		if !ok {
			i = len(groups)
			index[key] = i
			groups = append(groups, FoundGroup{Engines: found})
		}
		groups[i].Pairs = append(groups[i].Pairs, p)
	}
	slices.SortStableFunc(groups, func(a, b FoundGroup) int {
		if c := len(b.Pairs) - len(a.Pairs); c != 0 {
			return c
		}
		return strings.Compare(join(a.Engines), join(b.Engines))
	})
	return groups
}

// Unique tells, for each set of engines, in how many pairs exactly these detect.
func Unique(views []*View) *table.Table {
	t := &table.Table{
		Name: "unique", Title: "Which engines find which",
		Caption: "Pairs in which exactly these engines found a difference with at least one seed, and known errors that they exposed. Only pairs that every engine of the section worked on.",
		Columns: []table.Column{
			{Key: "engines", Head: "found by", Label: true},
			{Key: "pairs", Head: "pairs", Right: true},
			{Key: "names", Head: "which"},
		},
	}
	for _, v := range views {
		if v.Equal || len(v.Engines) < 2 {
			continue
		}
		for _, g := range FoundBy(v) {
			name := "no engine"
			if len(g.Engines) > 0 {
				name = join(g.Engines)
			}
			t.Rows = append(t.Rows, table.Row{Section: v.Title, Cells: []table.Cell{
				table.Str(name), table.Int(len(g.Pairs)), table.Str(join(fullNames(g.Pairs))).Shown(shorten(join(shortNames(g.Pairs)), 100)),
			}})
		}
	}
	return t
}

// fullNames returns the names of pairs.
func fullNames(pairs []results.PairOf) []string {
	names := make([]string, len(pairs))
	for i, p := range pairs {
		names[i] = p.String()
	}
	return names
}

// shortNames returns the names of pairs, each subject being named once.
func shortNames(pairs []results.PairOf) []string {
	names := fullNames(pairs)
	for i, p := range pairs {
		if i > 0 && pairs[i-1].Subject == p.Subject {
			names[i] = p.Pair
		}
	}
	return names
}

func join(names []string) string { return strings.Join(names, ", ") }

// Found has a row per pair and a column per engine: how many of its tasks detect.
func Found(views []*View) *table.Table {
	t := &table.Table{
		Name: "found", Title: "Who finds what",
		Caption: "Tasks (seeds) that found a difference, or exposed the known error, of all tasks of the engine on the pair.",
		Columns: []table.Column{{Key: "subject", Head: "subject", Label: true}, {Key: "pair", Head: "pair", Label: true}},
	}
	var names []string
	for _, v := range views {
		for _, e := range v.Engines {
			if !slices.Contains(names, e) {
				names = append(names, e)
			}
		}
	}
	for _, e := range names {
		t.Columns = append(t.Columns, table.Column{Key: foundColumn + e, Head: e, Right: true}, table.Column{Key: "of_" + e, DataOnly: true})
	}
	for _, v := range views {
		for _, p := range v.Pairs {
			row := []table.Cell{table.Str(p.Subject), table.Str(p.Pair)}
			for _, e := range names {
				k, n := share(Difference, v.Cell(p, e))
				if n == 0 {
					row = append(row, table.Cell{}, table.Cell{})
					continue
				}
				row = append(row, table.Int(k).Shown(fmt.Sprintf("%d/%d", k, n)).Marked(pairMark(v, k, n)), table.Int(n))
			}
			t.Rows = append(t.Rows, table.Row{Section: v.Title, Cells: row})
		}
	}
	return t
}

// foundColumn begins the key of an engine's column of Found.
const foundColumn = "found_"
