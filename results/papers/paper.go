package papers

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/results"
)

// Paper is a paper that an experiment reproduces.
type Paper struct {
	Key        string // "ase08"
	Title      string
	Authors    string
	Venue      string
	Experiment string // name of the bundled experiment on the paper's subjects
	Small      string // and of that on subjects that come with rift

	tables func(*results.Set) []*Table
}

// All returns the papers, the oldest first.
func All() []*Paper {
	return []*Paper{
		{
			Key: "ase08", Experiment: "ase08", Small: "ase08-small",
			Title:   "Test-suite augmentation for evolving software",
			Authors: "R. Santelices, P. K. Chittimalli, T. Apiwattanapong, A. Orso, M. J. Harrold", Venue: "ASE 2008",
			tables: ase08,
		},
		{
			Key: "fse13", Experiment: "fse13", Small: "fse13-small",
			Title:   "Regression tests to expose change interaction errors",
			Authors: "M. Böhme, B. C. d. S. Oliveira, A. Roychoudhury", Venue: "ESEC/FSE 2013",
			tables: fse13,
		},
		{
			Key: "icse15", Experiment: "icse15", Small: "icse15-small",
			Title:   "A synergistic analysis method for explaining failed regression tests",
			Authors: "Q. Yi, Z. Yang, J. Liu, C. Zhao, C. Wang", Venue: "ICSE 2015",
			tables: icse15,
		},
		{
			Key: "icse16", Experiment: "icse16", Small: "icse16-small",
			Title:   "Shadow of a doubt: testing for divergences between software versions",
			Authors: "H. Palikareva, T. Kuchta, C. Cadar", Venue: "ICSE 2016",
			tables: icse16,
		},
	}
}

// Find returns the paper of a key, nil if there is none.
func Find(key string) *Paper {
	all := All()
	if i := slices.IndexFunc(all, func(p *Paper) bool { return p.Key == key }); i >= 0 {
		return all[i]
	}
	return nil
}

// Of returns the paper that a set reproduces: its experiment has the paper's key
// for a name, with or without "-" and something behind it. Nil if it is none of
// the four.
func Of(set *results.Set) *Paper {
	key, _, _ := strings.Cut(set.Plan.Name, "-")
	return Find(key)
}

// Tables returns the paper's tables, filled from a set. A table for which
// the set has nothing is left out.
func (p *Paper) Tables(set *results.Set) []*Table {
	return slices.DeleteFunc(p.tables(set), func(t *Table) bool { return len(t.Rows) == 0 })
}

// Cells returns the cells of the tables of the paper that a set reproduces, in
// the order of the tables; none if it is none of the four.
func Cells(set *results.Set) []Cell {
	p := Of(set)
	if p == nil {
		return nil
	}
	var cells []Cell
	for _, t := range p.Tables(set) {
		cells = append(cells, t.Cells...)
	}
	return cells
}
