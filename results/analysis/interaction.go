package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/results"
)

// An error is a change interaction error if there is a *critical sequence* of at
// least two changed statements: some test that exercises it in order exposes the
// error, and no test that skips one of its statements does.
//
// What is decided here rests on tests, so it is decided only where they say
// enough. All tests that expose the error have some changed statements in common;
// a critical sequence can have no others. Of these a statement is *proved* if
// enough tests skip it, none of which exposes the error. At least two must be
// proved, and of some two each must have been executed without the other: a
// condition and what it guards are one change of behaviour. A statement that every
// test executes, such as the declaration of a new variable, proves nothing. By the
// letter of the definition such statements would make nearly any error an
// interaction; they may be in the sequence all the same.
//
// Source: Böhme, Oliveira, Roychoudhury, ESEC/FSE 2013, section 3.3.

// Interaction is the verdict whether an error is a change interaction error.
type Interaction struct {
	Verdict  InteractionVerdict
	Sequence []string // the critical sequence; nil unless the verdict is yes
	Proved   []string // its statements whose part in the error is proved
	Exposing int      // tests that expose the error
	Tests    int      // all tests whose sequence is known
	Why      string   // in words
}

// InteractionVerdict is the answer.
type InteractionVerdict string

// The answers.
const (
	InteractionYes  InteractionVerdict = "yes"
	InteractionNo   InteractionVerdict = "no"
	InteractionOpen InteractionVerdict = "undecided" // the tests say too little
)

// The least evidence: tests that expose the error, and tests that skip a
// statement.
const (
	minExposing = 3
	minSkipping = 5
)

// tooLong is the last name of a sequence that was too long to be kept whole.
const tooLong = "..."

// DecideInteraction decides whether an error is a change interaction error, from
// the sequences of tests of its version pair.
func DecideInteraction(id string, tallies []*results.Tally) Interaction {
	d := Interaction{Verdict: InteractionOpen}
	var exposing []*results.Tally
	var common []string
	short := 0
	for _, t := range tallies {
		d.Tests += t.Tests
		n := t.Exposes[id]
		if n == 0 {
			continue
		}
		d.Exposing += n
		if slices.Contains(t.Sequence, tooLong) {
			short += n
			continue
		}
		if len(exposing) == 0 {
			common = distinct(t.Sequence)
		} else {
			common = slices.DeleteFunc(common, func(s string) bool { return !slices.Contains(t.Sequence, s) })
		}
		exposing = append(exposing, t)
	}
	switch {
	case d.Exposing == 0:
		d.Why = "no test exposes the error"
		return d
	case len(exposing) == 0:
		d.Why = "the sequences of all tests that expose the error are too long"
		return d
	case len(common) == 0:
		d.Verdict, d.Why = InteractionNo, "the tests that expose the error have no changed statement in common"
		return d
	case len(common) == 1:
		d.Verdict, d.Why = InteractionNo, fmt.Sprintf("the tests that expose the error have one changed statement in common, %s", common[0])
		return d
	}
	var few, never []string
	for _, s := range common {
		switch n := skipping(s, tallies); {
		case n >= minSkipping:
			d.Proved = append(d.Proved, s)
		case n > 0:
			few = append(few, s)
		default:
			never = append(never, s)
		}
	}
	switch {
	case d.Exposing-short < minExposing:
		d.Why = fmt.Sprintf("only %s it", exposesIt(d.Exposing))
	case len(d.Proved) >= 2:
		d.judgePairs(tallies)
		if d.Verdict == InteractionYes {
			d.Sequence = criticalOrder(id, common, exposing, tallies)
			d.Why = fmt.Sprintf("%s, all with %s; no test that skips one of %s does", exposesIt(d.Exposing), corpora.Plural(len(common), "changed statement")+" in common", list(d.Proved))
		}
	case len(few) > 0:
		d.Why = fmt.Sprintf("too few tests skip %s", list(few))
	case len(d.Proved) == 1:
		d.Verdict = InteractionNo
		d.Why = fmt.Sprintf("of the changed statements in common, only %s can be skipped", d.Proved[0])
	default:
		d.Why = fmt.Sprintf("every test executes %s", list(never))
	}
	return d
}

// judgePairs looks for two proved statements that are independent of each other.
func (d *Interaction) judgePairs(tallies []*results.Tally) {
	d.Verdict, d.Why = InteractionNo, fmt.Sprintf("of %s each is executed only with another", list(d.Proved))
	for i, a := range d.Proved {
		for _, b := range d.Proved[i+1:] {
			switch least := min(without(a, b, tallies), without(b, a, tallies)); {
			case least >= minSkipping:
				d.Verdict = InteractionYes
				return
			case least > 0:
				d.Verdict, d.Why = InteractionOpen, fmt.Sprintf("too few tests execute one of %s and %s without the other", a, b)
			}
		}
	}
}

// without counts the tests that execute a but not b.
func without(a, b string, tallies []*results.Tally) int {
	n := 0
	for _, t := range tallies {
		if slices.Contains(t.Sequence, a) && !slices.Contains(t.Sequence, b) && !slices.Contains(t.Sequence, tooLong) {
			n += t.Tests
		}
	}
	return n
}

func exposesIt(n int) string {
	if n == 1 {
		return "1 test exposes"
	}
	return fmt.Sprintf("%d tests expose", n)
}

// distinct returns the names of a sequence in the order in which they first occur.
func distinct(sequence []string) []string {
	var out []string
	for _, s := range sequence {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// skipping counts the tests that do not execute a changed statement.
func skipping(s string, tallies []*results.Tally) int {
	n := 0
	for _, t := range tallies {
		if !slices.Contains(t.Sequence, s) && !slices.Contains(t.Sequence, tooLong) {
			n += t.Tests
		}
	}
	return n
}

// criticalOrder returns the statements in the order that the most exposing tests,
// and of such orders the fewest other tests, exercise.
func criticalOrder(id string, common []string, exposing, all []*results.Tally) []string {
	var best []string
	bestWith, bestWithout := -1, 0
	seen := map[string]bool{}
	for _, t := range exposing {
		order := slices.DeleteFunc(distinct(t.Sequence), func(s string) bool { return !slices.Contains(common, s) })
		if key := strings.Join(order, "\n"); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		with, without := 0, 0
		for _, u := range all {
			if exercises(u.Sequence, order) {
				with += u.Exposes[id]
				without += u.Tests - u.Exposes[id]
			}
		}
		if with > bestWith || with == bestWith && without < bestWithout {
			best, bestWith, bestWithout = order, with, without
		}
	}
	return best
}

// exercises reports whether a test's sequence has the statements in this order,
// with others between them or not.
func exercises(sequence, order []string) bool {
	for _, s := range sequence {
		if len(order) > 0 && s == order[0] {
			order = order[1:]
		}
	}
	return len(order) == 0
}
