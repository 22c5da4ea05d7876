package explanation

import (
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Verdict compares an answer with the developers' fix.
//
// Source: Yi et al. 2015, section V-A.
type Verdict string

// The verdicts.
const (
	Match   Verdict = "match"   // the fix reverts or revises a root change
	Partial Verdict = "partial" // reverting makes the failure disappear, but the fix revises other code
	Missed  Verdict = "missed"  // reverting does not make the failure disappear, or there is no answer
)

// Fix is the developers' fix: the version with it, and the one that it was made
// from; nil if that is the new version of the pair.
type Fix struct{ From, To *program.Version }

// Judgement is what an answer is worth, beside the fix.
type Judgement struct {
	Verdict Verdict
	// Chain tells whether the fix alters a statement of the causes that the answer
	// gives: "yes" or "no", or "" if it gives none. The changes may be wanted then, and
	// the error be where they lead.
	Chain string
	// Evidence is a sentence for each place of the fix that the judgement rests on.
	Evidence []string
}

// String returns the judgement in a few words. What matches is on the chain, as a rule.
func (j *Judgement) String() string {
	if j.Chain == "yes" && j.Verdict != Match {
		return string(j.Verdict) + "; the fix is on the chain of causes"
	}
	return string(j.Verdict)
}

// Judge compares an answer with the fix. A root change is revised by the fix if the
// fix alters lines that the change brought, or the place where it took lines away: the
// verdict follows from the root changes alone, so that equal answers are judged alike,
// whether or not an engine also tells how the failure came about.
//
// Source: Yi et al. 2015, section V-A. The paper takes a fix on the chain of causes for a
// match, too, as for its program diff; here Chain has that.
func Judge(e *engines.Explanation, d *delta.Delta, fix Fix) Judgement {
	var j Judgement
	if len(e.Causes) > 0 {
		j.Chain = "no"
	}
	answered := e.Confirmed && len(e.Root) > 0
	var root, chain, instead []string
	for _, p := range fix.places(d.New) {
		on := p.step(e)
		if on {
			j.Chain = "yes"
		}
		switch touched := p.change(e, d); {
		case touched != "" && answered:
			root = append(root, fmt.Sprintf("the fix changes %s, which %s brought", p, touched))
		case on:
			chain = append(chain, fmt.Sprintf("the fix changes %s, which is on the chain of causes", p))
		default:
			instead = append(instead, fmt.Sprintf("the fix changes %s instead", p))
		}
	}
	switch {
	case !answered:
		j.Verdict, j.Evidence = Missed, append([]string{"reverting the answer does not make the test pass"}, chain...)
	case len(root) > 0:
		j.Verdict, j.Evidence = Match, append(root, chain...)
	case len(chain) > 0:
		j.Verdict, j.Evidence = Partial, chain
	default:
		j.Verdict, j.Evidence = Partial, instead
	}
	return j
}

// repaired is a place where a fix changes the new version: lines from up to to, exclusive; an
// empty stretch lies before line from.
type repaired struct {
	file     string
	from, to int
}

// String returns "FILE:LINE".
func (p repaired) String() string { return fmt.Sprintf("%s:%d", p.file, p.from) }

// places returns what the fix changes, by the lines of the new version.
func (f Fix) places(new *program.Version) []repaired {
	from := f.From
	if from == nil {
		from = new
	}
	between := delta.Compute(new, from)
	var out []repaired
	for _, r := range delta.Compute(from, f.To).Changes {
		if r.NoEffect {
			continue
		}
		start := lineBefore(between, r.File, r.OldLine)
		end := start
		if n := len(r.Old); n > 0 {
			end = lineBefore(between, r.File, r.OldLine+n-1) + 1
		}
		out = append(out, repaired{r.File, start, max(start, end)})
	}
	return out
}

// lineBefore returns the line of the old version that a line of the new one was; of
// one that a change brought, the line where the change begins.
func lineBefore(d *delta.Delta, file string, line int) int {
	shift := 0
	for _, c := range d.Changes {
		if c.File != file || c.NewLine > line {
			continue
		}
		if line < c.NewLine+len(c.New) {
			return c.OldLine
		}
		shift += len(c.Old) - len(c.New)
	}
	return line + shift
}

// change returns the root change that the place meets, with where it is; "" if
// there is none. Empty stretches meet what they lie next to.
func (p repaired) change(e *engines.Explanation, d *delta.Delta) string {
	for _, id := range e.Root {
		n, ok := d.Lookup(id)
		if !ok || d.Changes[n].File != p.file {
			continue
		}
		c := d.Changes[n]
		from, to := c.NewLine, c.NewLine+len(c.New)
		meets := p.from < to && from < p.to
		if from == to || p.from == p.to {
			meets = p.from <= to && from <= p.to
		}
		if meets {
			return fmt.Sprintf("%s (%s:%d)", id, c.File, c.NewLine)
		}
	}
	return ""
}

// step reports whether a statement of the causes is at the place.
func (p repaired) step(e *engines.Explanation) bool {
	for _, c := range e.Causes {
		for _, s := range c.Steps {
			if s.At.File == p.file && s.At.Line < max(p.to, p.from+1) && max(s.EndLine, s.At.Line) >= p.from {
				return true
			}
		}
	}
	return false
}
