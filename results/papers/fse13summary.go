package papers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/table"
)

// fse13Summary is what the paper's text says in words of its tables: over all
// pairs of the paper, or over all pairs of the set if it has none of these.
func fse13Summary(set *results.Set) *Table {
	caption, compared := "Over all version pairs, all seeds together. An error is witnessed if at least half of the tasks expose it.", stated
	if !isFSE13(set) {
		caption, compared = caption+" In parentheses what the paper says of its own pairs, which are others: the two are not compared.", none
	}
	names := []string{"csg", "isolation"}
	for _, e := range set.Engines {
		if strings.HasSuffix(e, modeMark) && slices.Contains(names[:2], strings.TrimSuffix(e, modeMark)) {
			names = append(names, e)
		}
	}
	var columns []column
	for _, e := range names {
		columns = append(columns, column{e, e, compared})
	}
	b := newBuilder("fse13", "summary", "In words: what the tests witness", caption,
		[]table.Column{{Key: "what", Head: "what"}},
		columns)
	b.question = fse13Question
	pairs := set.Pairs
	if isFSE13(set) {
		pairs = nil
		for i := range fse13Pairs {
			pairs = append(pairs, fse13Pairs[i].of())
		}
	}
	sums := map[string]*summary{}
	for _, e := range names {
		sums[e] = summarise(set, pairs, e)
	}
	for _, row := range []struct {
		key, label string
		of         func(*summary) value
	}{
		{"errors", "errors witnessed", func(s *summary) value { return ofValue(s.witnessed, s.errors, s.exposing()) }},
		{"cie", "of the errors, change interaction errors", func(s *summary) value { return ofValue(s.interactions, s.errors, s.sequenced()) }},
		{"diff", "of the tests, those that show a difference", func(s *summary) value { return shareValue(s.differences, s.tests, differenceOrigin(s.runs)) }},
		{"error", "of these, those that expose an error", func(s *summary) value { return shareValue(s.exposed, s.differences, s.exposing()) }},
		{"critical", "of the tests, those on a critical sequence", func(s *summary) value { return shareValue(s.on[1], s.on[0]+s.on[1], s.sequenced()) }},
		{"factor", "how much likelier these expose an error than others", func(s *summary) value { return s.factor() }},
	} {
		values := map[string]value{}
		for e, s := range sums {
			if len(s.runs) > 0 {
				values[e] = row.of(s)
			}
		}
		if len(values) > 0 {
			b.row("", row.key, row.key, []string{row.label}, values)
		}
	}
	return b.finish()
}

// summary adds up the tasks of an engine.
type summary struct {
	runs                            []*results.Run
	errors, witnessed, interactions int
	tests, differences, exposed     int    // of pairs with known errors
	on, onExposed                   [2]int // tests with a known sequence: other, critical
}

func summarise(set *results.Set, pairs []results.PairOf, engine string) *summary {
	s := &summary{}
	for _, p := range pairs {
		runs := worked(set.RunsOn(p, engine))
		known := fse13Known(set, p)
		if len(runs) == 0 || len(known) == 0 {
			continue
		}
		s.runs = append(s.runs, runs...)
		for _, id := range known {
			s.errors++
			if errorValue(runs, id, "found").raw == "yes" {
				s.witnessed++
			}
			if analysis.DecideInteraction(id, results.Tallies(set.RunsOn(p, ""))).Verdict == analysis.InteractionYes {
				s.interactions++
			}
		}
		for _, r := range runs {
			s.tests += r.Tests
			s.differences += r.Differences
			for _, t := range r.Sequences {
				s.exposed += t.Errors
			}
		}
		tests, errors := analysis.CriticalSequences(set, p).Count(results.Tallies(runs))
		for k := range tests {
			s.on[k] += tests[k]
			s.onExposed[k] += errors[k]
		}
	}
	return s
}

// fse13Known returns the errors of a pair that count: those that the paper
// lists, or all known ones of a pair that it does not have.
func fse13Known(set *results.Set, p results.PairOf) []string {
	for i := range fse13Pairs {
		if fse13Pairs[i].of() == p {
			return fse13Pairs[i].errors
		}
	}
	var ids []string
	for _, k := range set.KnownErrors(p) {
		ids = append(ids, k.ID)
	}
	return ids
}

// factor is how much likelier a test on a critical sequence exposes an error.
func (s *summary) factor() value {
	o := s.exposing()
	if s.on[0] == 0 || s.on[1] == 0 || s.onExposed[0] == 0 {
		return value{origin: o}
	}
	return numberValue(float64(s.onExposed[1])/float64(s.on[1])/(float64(s.onExposed[0])/float64(s.on[0])), o)
}

func (s *summary) exposing() results.Origin {
	return results.Origin{Tasks: tasks(s.runs), What: "tests that expose a known error",
		Match: func(r *results.Record) bool { return r.Test != nil && len(r.Test.Exposes) > 0 }}
}

func (s *summary) sequenced() results.Origin {
	return results.Origin{Tasks: tasks(s.runs), What: "tests of which the change sequence is known",
		Match: func(r *results.Record) bool { return r.Test != nil && len(r.Test.Note.Sequence) > 0 }}
}

// ofValue is "k of n", which is compared by both numbers.
func ofValue(k, n int, o results.Origin) value {
	if n == 0 {
		return value{origin: o}
	}
	x := float64(k) / float64(n)
	return value{raw: x, text: fmt.Sprintf("%d of %d", k, n), low: x, high: x, of: n, origin: o}
}
