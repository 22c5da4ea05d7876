package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// states returns what became of the engines of the view on each of its pairs.
func (v *View) states() [][]State {
	all := make([][]State, len(v.Pairs))
	for n, p := range v.Pairs {
		for _, e := range v.Engines {
			all[n] = append(all[n], v.State(p, e))
		}
	}
	return all
}

// worked reports whether the engine could work on the pair.
func (s State) worked() bool { return s == StateFound || s == StateMissed }

// FoundGroup is what exactly some engines found.
type FoundGroup struct {
	Engines []string // in the order of the view; empty: none of them
	Pairs   []results.PairOf
	// Unable counts, by engine, the pairs that it did not work on: that it found
	// nothing there says nothing about it.
	Unable map[string]int
}

// FoundBy divides the pairs of the view by the set of engines that detect there, the
// largest group first.
func FoundBy(v *View) []FoundGroup {
	index := map[string]int{}
	var groups []FoundGroup
	states := v.states()
	for n, p := range v.Pairs {
		var found []string
		for i, e := range v.Engines {
			if states[n][i] == StateFound {
				found = append(found, e)
			}
		}
		key := strings.Join(found, "\x00")
		i, ok := index[key]
		if !ok {
			i = len(groups)
			index[key] = i
			groups = append(groups, FoundGroup{Engines: found, Unable: map[string]int{}})
		}
		groups[i].Pairs = append(groups[i].Pairs, p)
		for j, e := range v.Engines {
			if !states[n][j].worked() {
				groups[i].Unable[e]++
			}
		}
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
		Caption: "Pairs in which exactly these engines found a difference with at least one seed, and known errors that they exposed. Not by: engines that could not work on some of these pairs, with their number.",
		Columns: []table.Column{
			{Key: "engines", Head: "found by", Label: true},
			{Key: "pairs", Head: "pairs", Right: true},
			{Key: "unable", Head: "not by"},
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
				table.Str(name), table.Int(len(g.Pairs)), table.Str(g.unable()), table.Str(join(fullNames(g.Pairs))).Shown(shorten(join(shortNames(g.Pairs)), 100)),
			}})
		}
	}
	return t
}

// unable lists the engines that could not work on pairs of the group: "a (2)".
func (g *FoundGroup) unable() string {
	var parts []string
	for _, e := range sortedKeys(g.Unable) {
		parts = append(parts, fmt.Sprintf("%s (%d)", e, g.Unable[e]))
	}
	return join(parts)
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
		Caption: "Tasks (seeds) that found a difference, or exposed the known error, of all tasks of the engine on the pair. Failed: none of them could be worked on; n/a: the engine cannot work on such a pair.",
		Columns: []table.Column{{Key: "subject", Head: "subject", Label: true}, {Key: "pair", Head: "pair", Label: true}},
	}
	var names []string
	for _, v := range views {
		for _, e := range slices.Concat(v.Engines, v.Unable) {
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
					row = append(row, stateCell(v.State(p, e)), table.Cell{})
					continue
				}
				row = append(row, table.Int(k).Shown(fmt.Sprintf("%d/%d", k, n)).Marked(pairMark(v, k, n)), table.Int(n))
			}
			t.Rows = append(t.Rows, table.Row{Section: v.Title, Cells: row})
		}
	}
	return t
}

// stateCell is the cell of an engine that did not work on a pair.
func stateCell(s State) table.Cell {
	switch s {
	case StateFailed:
		return table.Cell{Text: "failed", Mark: table.Bad}
	case StateInapplicable:
		return table.Cell{Text: "n/a", Mark: table.Faint}
	}
	return table.Cell{}
}

// foundColumn begins the key of an engine's column of Found.
const foundColumn = "found_"
