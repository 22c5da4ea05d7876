package report

import (
	"fmt"

	"github.com/riftlab/rift/results/papers"
	"github.com/riftlab/rift/results/table"
)

// addPaper puts the tables of the paper that the experiment reproduces, if it
// does, before all others, and what they show before all conclusions.
func (r *Report) addPaper() {
	if r.Paper = papers.Of(r.Set); r.Paper == nil {
		return
	}
	var first []*table.Table
	compared, agreeing := 0, 0
	tables := r.Paper.Tables(r.Set)
	for _, t := range tables {
		first = append(first, t.Table)
		r.paperTables = append(r.paperTables, t.Name)
		compared += t.Compared
		agreeing += t.Agreeing
	}
	r.Tables = append(first, r.Tables...)
	said := fmt.Sprintf("The tables of %s (%s): nothing published can be compared with these subjects.", r.Paper.Venue, r.Paper.Title)
	if compared > 0 {
		said = fmt.Sprintf("The tables of %s (%s): of %d published values that can be compared with ours, %d agree by the rules stated below the tables' titles.", r.Paper.Venue, r.Paper.Title, compared, agreeing)
		for _, q := range papers.Questions(tables) {
			said += fmt.Sprintf(" To the question %q %d of %d.", q.Text, q.Agreeing, q.Compared)
		}
	}
	r.Conclusions = append([]string{said}, r.Conclusions...)
}

// besidePaper are the tables that WriteText shows after those of a paper, which
// have the rest in their own form.
var besidePaper = []shownTable{{"overview", 60}, {"outcomes", 20}}

// shown returns what a terminal shows of the tables that suit one.
func (r *Report) shown(usual []shownTable) []shownTable {
	if len(r.paperTables) == 0 {
		return usual
	}
	var list []shownTable
	for _, name := range r.paperTables {
		list = append(list, shownTable{name, 100})
	}
	return append(list, besidePaper...)
}

// paperSection is the section of the paper's tables; empty without a paper.
func (r *Report) paperSection() section {
	if r.Paper == nil {
		return section{}
	}
	s := section{ID: "paper", Title: "As in the paper", Intro: fmt.Sprintf("%s: %s, %s. In its own layout, what is published beside ours: = they agree, > ours is greater, < ours is less, ≠ they differ, in parentheses what is not compared.", r.Paper.Authors, r.Paper.Title, r.Paper.Venue)}
	for _, name := range r.paperTables {
		s.Parts = append(s.Parts, r.tablePart(name, ""))
	}
	return s
}
