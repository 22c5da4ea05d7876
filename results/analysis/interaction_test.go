package analysis

import (
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/results"
)

// tally counts n tests of a sequence, all of which expose the error e if exposes.
func tally(sequence string, n int, exposes bool) *results.Tally {
	t := &results.Tally{Sequence: strings.Fields(sequence), Tests: n, Exposes: map[string]int{}}
	if exposes {
		t.Exposes["e"], t.Errors, t.Differences = n, n, n
	}
	return t
}

func TestDecideInteraction(t *testing.T) {
	other := []*results.Tally{tally("1 5", 6, false), tally("1 7", 6, false), tally("1 7 5", 6, false)}
	for _, tc := range []struct {
		name     string
		tallies  []*results.Tally
		verdict  InteractionVerdict
		sequence string
		why      string // a part of it
	}{
		{"the paper's example", append(other, tally("1 5 7", 4, true), tally("1 5 7 5", 3, true)), InteractionYes, "1 5 7", "no test that skips one of 5 and 7 does"},
		{"the order that exposes more", append(other, tally("1 7 5 7", 4, true), tally("1 5 7", 3, true), tally("1 5 7 8", 2, true)), InteractionYes, "1 5 7", ""},
		{"one change suffices", append(other, tally("1 5 7", 4, true), tally("1 7", 4, true)), InteractionNo, "", "only 7 can be skipped"},
		{"no change is needed", append(other, tally("5 7", 4, true), tally("1 5 7", 4, true), tally("1 8", 4, true)), InteractionNo, "", "no changed statement in common"},
		{"one in common", append(other, tally("5 7", 4, true), tally("7 8", 4, true)), InteractionNo, "", "one changed statement in common, 7"},
		{"a condition and its body", []*results.Tally{tally("1", 9, false), tally("1 5", 9, false), tally("1 5 7", 9, true)}, InteractionNo, "", "each is executed only with another"},
		{"too few show that they are independent", append(other[:1:1], tally("1 7", 2, false), tally("1", 9, false), tally("1 5 7", 9, true)), InteractionOpen, "", "without the other"},
		{"nothing exposes", other, InteractionOpen, "", "no test exposes"},
		{"too few expose", append(other, tally("1 5 7", 2, true)), InteractionOpen, "", "only 2 tests expose"},
		{"too few skip", []*results.Tally{tally("1 5", 4, false), tally("1 7", 9, false), tally("1 5 7", 9, true)}, InteractionOpen, "", "too few tests skip 7"},
		{"nothing skips", []*results.Tally{tally("1 5 7", 9, true), tally("1 5 7", 9, false)}, InteractionOpen, "", "every test executes 1, 5 and 7"},
		{"too long", append(other, tally("1 5 7 ...", 9, true)), InteractionOpen, "", "too long"},
	} {
		d := DecideInteraction("e", tc.tallies)
		if d.Verdict != tc.verdict || strings.Join(d.Sequence, " ") != tc.sequence || !strings.Contains(d.Why, tc.why) {
			t.Errorf("%s: %q %v because %s; want %q %q because %s", tc.name, d.Verdict, d.Sequence, d.Why, tc.verdict, tc.sequence, tc.why)
		}
	}
}

func TestExercises(t *testing.T) {
	for _, tc := range []struct {
		sequence, order string
		want            bool
	}{
		{"1 5 7", "1 7", true}, {"1 7 5", "1 5 7", false}, {"1 7 5 7", "1 5 7", true}, {"", "1", false}, {"1", "", true},
	} {
		if got := exercises(strings.Fields(tc.sequence), strings.Fields(tc.order)); got != tc.want {
			t.Errorf("%q exercises %q: %v", tc.sequence, tc.order, got)
		}
	}
}

// errorSet is a pair with an error which two engines' tests expose or not.
func errorSet() *results.Set {
	known := []results.KnownError{{ID: "e", Published: "cie"}}
	run := func(engine string, seed uint64, first int, list ...*results.Tally) results.Run {
		r := results.Run{Task: engine, Start: results.Start{Subject: "s", Pair: "p", Engine: engine, Seed: seed, Known: known}, Sequences: list}
		for _, c := range list {
			r.Tests += c.Tests
			if c.Errors > 0 {
				r.Exposed = map[string]*results.Exposure{"e": {Tests: c.Errors, First: results.Point{Tests: first}}}
			}
		}
		return r
	}
	return &results.Set{
		Pairs: []results.PairOf{{Subject: "s", Pair: "p"}}, Engines: []string{"graph", "set"},
		Runs: []results.Run{
			run("graph", 1, 4, tally("1 5", 6, false), tally("1 5 7", 4, true)),
			run("graph", 2, 8, tally("1 7", 6, false), tally("1 5 7", 2, true)),
			run("set", 1, 0, tally("1 7", 5, false)),
			run("set", 2, 0, tally("1 5", 5, false)),
		},
	}
}

func shownIn(t *testing.T, rows [][]string, columns []string, row int, key string) string {
	t.Helper()
	i := slices.Index(columns, key)
	if i < 0 || row >= len(rows) {
		t.Fatalf("no column %q or row %d", key, row)
	}
	return rows[row][i]
}

func TestErrorTables(t *testing.T) {
	set := errorSet()
	for _, tc := range []struct {
		table string
		row   int
		want  map[string]string
	}{
		{"known-errors", 0, map[string]string{"engine": "graph", "cie": "yes", "cie_published": "yes", "exposed": "2/2", "exposing": "3", "first_tests": "4"}},
		{"known-errors", 1, map[string]string{"engine": "set", "exposed": "0/2", "exposing": "0", "first_tests": "not reached"}},
		{"interactions", 0, map[string]string{"cie": "yes", "sequence": "1 5 7", "tests": "28", "exposing": "6"}},
		{"sequences", 0, map[string]string{"engine": "graph", "sequence": "other", "tests": "12/18", "errors": "0/12"}},
		{"sequences", 1, map[string]string{"engine": "graph", "sequence": "critical", "tests": "6/18", "errors": "6/6"}},
		{"sequences", 3, map[string]string{"engine": "set", "sequence": "critical", "tests": "0/10", "errors": "–"}},
	} {
		tb := KnownErrors(set)
		switch tc.table {
		case "interactions":
			tb = Interactions(set)
		case "sequences":
			tb = Sequences(set)
		}
		var columns []string
		for _, c := range tb.Columns {
			columns = append(columns, c.Key)
		}
		var rows [][]string
		for _, r := range tb.Rows {
			var cells []string
			for _, c := range r.Cells {
				cells = append(cells, c.Display())
			}
			rows = append(rows, cells)
		}
		for key, want := range tc.want {
			if got := shownIn(t, rows, columns, tc.row, key); got != want {
				t.Errorf("%s, row %d: %s is %q, want %q", tc.table, tc.row, key, got, want)
			}
		}
	}
}
