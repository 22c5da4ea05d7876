package analysis

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/table"
)

// Find is something that engines may find: a difference in a pair or, with
// Error, a known error of the pair.
type Find struct {
	Pair  results.PairOf
	Error string
}

// String returns "subject/pair" or "subject/pair: error".
func (f Find) String() string {
	if f.Error == "" {
		return f.Pair.String()
	}
	return f.Pair.String() + ": " + f.Error
}

// Unit is what finds are counted in.
type Unit struct {
	Key  string // "pairs", "errors": for names of tables and files
	Noun string // of one
	// of lists what there is to be found in a pair, from the tasks on it.
	of    func(p results.PairOf, runs []*results.Run) []Find
	found func(r *results.Run, f Find) bool
}

// Units are the units: version pairs, and known errors of them.
var Units = []Unit{
	{
		Key: "pairs", Noun: "pair",
		of:    func(p results.PairOf, _ []*results.Run) []Find { return []Find{{Pair: p}} },
		found: func(r *results.Run, _ Find) bool { return r.First != nil },
	},
	{
		Key: "errors", Noun: "known error",
		of: func(p results.PairOf, runs []*results.Run) []Find {
			var finds []Find
			for _, known := range runs[0].Known {
				finds = append(finds, Find{p, known.ID})
			}
			return finds
		},
		found: func(r *results.Run, f Find) bool { return r.Exposed[f.Error] != nil },
	},
}

// finds says of everything that is to be found in the pairs that all engines
// of the view worked on which engines found it with at least one task.
func (u *Unit) finds(v *View) (all []Find, by [][]bool) {
	for _, p := range v.Pairs {
		var runs []*results.Run
		for _, e := range v.Engines {
			if len(v.Cell(p, e)) == 0 {
				runs = nil
				break
			}
			runs = append(runs, v.Cell(p, e)...)
		}
		if len(runs) == 0 {
			continue
		}
		for _, f := range u.of(p, runs) {
			found := make([]bool, len(v.Engines))
			for i, e := range v.Engines {
				found[i] = slices.ContainsFunc(v.Cell(p, e), func(r *results.Run) bool { return u.found(r, f) })
			}
			all, by = append(all, f), append(by, found)
		}
	}
	return all, by
}

// FoundGroup is what exactly some engines found.
type FoundGroup struct {
	Engines []string // in the order of the view; empty: none of them
	Finds   []Find
}

// FoundBy divides what is to be found in the pairs that all engines of the view
// worked on by the set of engines that found it, the largest group first.
func FoundBy(v *View, u *Unit) []FoundGroup {
	index := map[string]int{}
	var groups []FoundGroup
	all, by := u.finds(v)
	for n, f := range all {
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
		groups[i].Finds = append(groups[i].Finds, f)
	}
	slices.SortStableFunc(groups, func(a, b FoundGroup) int {
		if c := len(b.Finds) - len(a.Finds); c != 0 {
			return c
		}
		return strings.Compare(join(a.Engines), join(b.Engines))
	})
	return groups
}

// Unique tells, for each set of engines, how many pairs or known errors exactly
// these engines found.
func Unique(views []*View, u *Unit) *table.Table {
	t := &table.Table{
		Name: "unique", Title: "Which engines find which pairs",
		Caption: "Pairs in which exactly these engines found a difference with at least one seed. Only pairs that every engine of the view worked on.",
		Columns: []table.Column{
			{Key: "engines", Head: "found by", Label: true},
			{Key: u.Key, Head: u.Noun + "s", Right: true},
			{Key: "names", Head: "which"},
		},
	}
	if u.Key == "errors" {
		t.Name, t.Title = "unique-errors", "Which engines find which known errors"
		t.Caption = "Known errors that tests of exactly these engines expose with at least one seed. Only pairs that every engine of the view worked on."
	}
	for _, v := range views {
		if v.Equal || len(v.Engines) < 2 {
			continue
		}
		for _, g := range FoundBy(v, u) {
			name := "no engine"
			if len(g.Engines) > 0 {
				name = join(g.Engines)
			}
			names := make([]string, len(g.Finds))
			for i, f := range g.Finds {
				names[i] = f.String()
			}
			t.Rows = append(t.Rows, table.Row{Section: v.Title, Cells: []table.Cell{
				table.Str(name), table.Int(len(g.Finds)), table.Str(join(names)).Shown(shorten(join(names), 70)),
			}})
		}
	}
	return t
}

func join(names []string) string { return strings.Join(names, ", ") }
