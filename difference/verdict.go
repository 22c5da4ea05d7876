package difference

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/riftlab/rift/difference/inputmodel"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// Answer is the verdict in a word.
type Answer string

// The answers. Open is whatever is neither: an equality is said only of what was
// executed and compared, or proved.
const (
	Equal   Answer = "equal"
	Differs Answer = "differs"
	Open    Answer = "open"
)

// Verdict is what a run promises, and by what.
type Verdict struct {
	Answer Answer `json:"answer"`
	// Headline says it in one line.
	Headline string `json:"headline"`
	// Complete: every input of the standard round, or of one with more inputs, was
	// accounted for, or the versions were proved equal; and every part of every
	// change was executed by an input of that round on which the versions were
	// compared, or its function was proved equal, or an assumption of the user
	// excludes it. With a difference: every input was
	// accounted for.
	Complete bool `json:"complete"`
	// Proof says by what the versions were proved equal for every input; "" if they
	// were not.
	Proof string `json:"proof,omitempty"`
	Paths int64  `json:"paths"` // of the new version that were compared, in the round that the verdict is about
	// Compared counts the inputs on which what both versions show was compared, in
	// all rounds.
	Compared int `json:"compared"`
	// NotCompared counts the inputs of all rounds on which nothing was compared, by why.
	NotCompared []engines.Bound `json:"not_compared,omitempty"`
	// Reach are the parts of the changes, in the order of changes and places.
	Reach []Part `json:"reach"`
	// Bounds are all that was left out, of the inputs and of the search; those of
	// the inputs hold for a complete verdict too.
	Bounds []string `json:"bounds"`
}

// judge says what the end of a hunt is worth. notes are what a harness leaves out.
//
// The verdict is about one round. If a complete standard round, with those made for the
// changes, which must all be complete too, reached every part, it is the last such one.
// Otherwise it is the round in which most parts were reached; among equals a standard
// one, then one with a conclusion, then the one with most paths.
func judge(e *Ended, r *reach, notes []string, found int) Verdict {
	v := Verdict{Answer: Open, Reach: r.list()}
	v.count(e)
	about, settled := choose(e, r)
	proved := e.Proved() && len(v.unreached()) == 0 && (v.Compared > 0 || len(v.NotCompared) == 0)
	if v.Complete = settled || proved; proved && found == 0 {
		v.Proof = cmp.Or(e.Static.Proof, "proved for every input")
	}
	if about >= 0 {
		v.bounds(e, about, settled, notes)
	}
	switch {
	case found > 0:
		v.Answer = Differs
		v.Complete = slices.ContainsFunc(e.Rounds, func(r RoundEnd) bool { return r.standard && r.Complete() })
		if e.Proved() {
			what := "internal error, please report it: the versions were proved equal, although they differ"
			if len(e.Static.Assumes) > 0 {
				what = "the versions were proved equal, although they differ: what the proof assumes may not hold (" + strings.Join(e.Static.Assumes, "; ") + ")"
			}
			v.Bounds = append(v.Bounds, what)
		}
	case v.Complete:
		v.Answer = Equal
	}
	v.Headline = v.headline(e)
	return v
}

// reopen takes an equality back for what no input varies.
func (v *Verdict) reopen(e *Ended, missing []string) {
	if len(missing) == 0 {
		return
	}
	v.Answer, v.Complete = Open, false
	v.Bounds = append(v.Bounds, missing...)
	v.Headline = v.headline(e)
}

// count fills in what was compared and what was not.
func (v *Verdict) count(e *Ended) {
	not := map[string]int{}
	undecided := 0
	rounds := e.Rounds
	if e.Probe != nil {
		rounds = slices.Concat(rounds, e.Probe.Rounds)
	}
	for i := range rounds {
		v.Compared += rounds[i].compared
		undecided += rounds[i].Undecided
		for why, n := range rounds[i].NotCompared {
			not[why] += n
		}
	}
	if undecided > 0 {
		not["a limit stopped a run"] = undecided
	}
	for _, why := range slices.Sorted(maps.Keys(not)) {
		v.NotCompared = append(v.NotCompared, engines.Bound{Cause: why, Count: int64(not[why])})
	}
}

// choose returns the round that a verdict is about, -1 if there is none, and whether
// it settles the question.
func choose(e *Ended, r *reach) (about int, settled bool) {
	about = -1
	best := [4]int{}
	made, first, whole := []int{}, -1, true // the rounds made for the changes
	for i := range e.Rounds {
		if round := &e.Rounds[i]; round.made {
			made, whole = append(made, round.number), whole && round.settles()
			if first < 0 {
				first = i
			}
		}
	}
	for i := range e.Rounds {
		round := &e.Rounds[i]
		missing := len(r.unreachedIn(round.number))
		if round.settles() && round.standard && whole && len(r.unreachedIn(slices.Concat(made, []int{round.number})...)) == 0 {
			if about, settled = i, true; missing > 0 {
				about = first
			}
			continue
		}
		rank := [4]int{-missing}
		if round.standard {
			rank[1] = 1
		}
		if c := round.Conclusion; c != nil {
			rank[2], rank[3] = 1, int(c.Paths)
		}
		if !settled && (about < 0 || slices.Compare(rank[:], best[:]) >= 0) {
			about, best = i, rank
		}
	}
	return about, settled
}

// settles reports whether the versions were compared on every input of the round.
func (r *RoundEnd) settles() bool {
	return r.Complete() && (r.compared > 0 || r.Conclusion.Compared > 0)
}

// bounds fills in what was left out, seen from the round that the verdict is about.
func (v *Verdict) bounds(e *Ended, about int, settled bool, notes []string) {
	r := &e.Rounds[about]
	if v.Proof == "" {
		v.Bounds = append(v.Bounds, r.Inputs...)
	}
	for _, n := range notes {
		v.Bounds = append(v.Bounds, "harness: "+n)
	}
	if q := r.equivalence(); q != (program.Equivalence{}) {
		v.Bounds = append(v.Bounds, "compared by: "+q.String())
		if q.Undefined == program.ExcludeUndefined && r.Conclusion != nil {
			for _, b := range r.Conclusion.NotCompared {
				v.Bounds = append(v.Bounds, fmt.Sprintf("not compared: %d %s", b.Count, b.Cause))
			}
		}
	}
	if r.Conclusion != nil {
		v.Paths = r.Conclusion.Paths
	}
	if e.Static != nil && (v.Proof != "" || settled && v.rests()) {
		for _, a := range e.Static.Assumes {
			v.Bounds = append(v.Bounds, "assumed: "+a)
		}
	}
	if v.Proof != "" {
		return
	}
	if !settled {
		v.Bounds = append(v.Bounds, r.lacks(e)...)
	}
	for i := len(e.Rounds) - 1; i >= 0; i-- {
		if c := &e.Rounds[i]; i != about && c.Complete() && !c.among(r, r.Complete()) {
			v.Bounds = append(v.Bounds, fmt.Sprintf("complete: %s (%s)", c.words(), corpora.Plural(int(c.Conclusion.Paths), "path")))
			break
		}
	}
	if last := &e.Rounds[len(e.Rounds)-1]; last != r && !last.Complete() {
		v.Bounds = append(v.Bounds, fmt.Sprintf("beyond: %s (%s, not all)", last.words(), corpora.Plural(last.Tried, "input")))
	}
	for i := range e.Engines {
		if x := &e.Engines[i]; x.Failed() {
			v.Bounds = append(v.Bounds, fmt.Sprintf("engine %s: %s", x.Name, x.Ended))
		} else if x.Ended == "memory" {
			v.Bounds = append(v.Bounds, fmt.Sprintf("engine %s: stopped, for the memory was used up", x.Name))
		}
	}
}

// rests reports whether some part is settled by a proof alone.
func (v *Verdict) rests() bool {
	return slices.ContainsFunc(v.Reach, func(p Part) bool { return !p.Reached() && p.Proved != "" })
}

// lacks says why a round is not complete.
func (r *RoundEnd) lacks(e *Ended) []string {
	var list []string
	switch c := r.Conclusion; {
	case c == nil:
		list = append(list, "search: no engine that can tell was used or came to an end")
	case !c.Complete:
		for _, b := range c.Bounds {
			list = append(list, fmt.Sprintf("search: %d %s", b.Count, b.Cause))
		}
	}
	if e.TimeUp {
		list = append(list, "search: the time was up")
	}
	if e.MemoryUp {
		list = append(list, "search: the memory was used up")
	}
	if r.Undecided > 0 {
		list = append(list, fmt.Sprintf("runs: %s stopped by a limit of one run", corpora.Plural(r.Undecided, "input")))
	}
	if e.Proved() {
		list = append(list, "proof: all that is executed from main is equal for every input ("+e.Static.Proof+")")
	} else if e.Static != nil {
		for i, b := range e.Static.Bounds {
			if i == maxUnproved {
				list = append(list, fmt.Sprintf("proof: %d functions more not proved equal", len(e.Static.Bounds)-i))
				break
			}
			list = append(list, "proof: "+b.Cause)
		}
	}
	return list
}

// maxUnproved bounds the functions that a verdict names as not proved.
const maxUnproved = 5

// among reports whether the inputs of a round are known to be among those of
// another one that is complete.
func (r *RoundEnd) among(of *RoundEnd, complete bool) bool {
	return complete && (r.round.Harness != nil || inputmodel.Covers(&of.round.Task.Model, &r.round.Task.Model))
}

// words says in one line which inputs a round is about.
func (r *RoundEnd) words() string {
	return strings.TrimPrefix(strings.Join(r.Inputs, "; "), "inputs: ")
}

// unreached returns the parts that no input reached and nothing proved.
func (v *Verdict) unreached() []Part {
	var list []Part
	for _, p := range v.Reach {
		if !p.settled() {
			list = append(list, p)
		}
	}
	return list
}

// headline says what the verdict is in one line.
func (v *Verdict) headline(e *Ended) string {
	unreached := places(v.unreached())
	var not int64
	for _, b := range v.NotCompared {
		not += b.Count
	}
	switch {
	case v.Answer == Differs:
		return "the versions differ"
	case v.Proof != "":
		return "no difference for any input (proved: " + v.Proof + ")"
	case v.Answer == Equal:
		return fmt.Sprintf("no difference on any of the %s (complete)", corpora.Plural(int(v.Paths), "path"))
	case v.Compared == 0 && not > 0 && len(v.NotCompared) == 1:
		return "nothing was compared: on every input " + v.NotCompared[0].Cause
	case v.Compared == 0 && not > 0:
		return "nothing was compared: both versions end in the same error, or a run is cut off, on every input"
	case len(unreached) > 0 && len(unreached) == len(places(v.Reach)):
		return "no verdict: the changed code was not executed by any input on which the versions could be compared"
	case len(unreached) > 0:
		return fmt.Sprintf("no verdict: %d of %s was not executed by any input on which the versions could be compared", len(unreached), corpora.Plural(len(places(v.Reach)), "changed place"))
	case e.Tried == 0 && v.Paths == 0:
		return "no verdict: no input was tried"
	case v.Paths == 0:
		return fmt.Sprintf("no difference within these bounds: %s compared", corpora.Plural(v.Compared, "input"))
	default:
		return fmt.Sprintf("no difference within these bounds: %s compared", corpora.Plural(int(v.Paths), "path"))
	}
}

// place is a line with changed code, and the parts there.
type place struct {
	At    string
	Parts []Part
}

// places groups parts by line and version.
func places(parts []Part) []place {
	var list []place
	for _, p := range parts {
		at := fmt.Sprintf("%s:%d", p.At.File, p.At.Line)
		if p.Version == "old" {
			at += " (old)"
		}
		if i := slices.IndexFunc(list, func(x place) bool { return x.At == at }); i >= 0 {
			list[i].Parts = append(list[i].Parts, p)
		} else {
			list = append(list, place{at, []Part{p}})
		}
	}
	return list
}

// Most lines that a verdict has about places.
const (
	maxReached   = 8
	maxUnreached = 12
)

// ReachText returns what is known of each changed place, one a line: those that were
// not reached first.
func (v *Verdict) ReachText() []string {
	var not, reached []string
	for _, x := range places(v.Reach) {
		if v.mirrored(&x) {
			continue
		}
		var executed, infected, propagated, cut int
		proved, excluded, needs, missing := "", "", "", false
		for _, p := range x.Parts {
			executed, infected, propagated, cut = max(executed, p.Executed), max(infected, p.Infected), max(propagated, p.Propagated), max(cut, p.NotCompared)
			proved = cmp.Or(proved, p.Proved)
			excluded = cmp.Or(excluded, p.Excluded)
			if !p.settled() {
				missing = true
				needs = cmp.Or(needs, p.Needs)
			}
		}
		switch {
		case missing:
			s := "not reached: " + x.At
			switch {
			case cut > 0:
				s += fmt.Sprintf(" (executed by %s, on which nothing was compared)", corpora.Plural(cut, "input"))
			case needs != "":
				s += " (" + needs + ")"
			}
			not = append(not, s)
		case executed == 0 && excluded != "":
			reached = append(reached, fmt.Sprintf("unreachable: %s, excluded by %s", x.At, excluded))
		case executed == 0:
			reached = append(reached, "proved equal: "+x.At)
		default:
			reached = append(reached, fmt.Sprintf("reached: %s by %s; the state differed after it on %d, the output on %d", x.At, corpora.Plural(executed, "input"), infected, propagated))
		}
	}
	return append(most(not, maxUnreached), most(reached, maxReached)...)
}

// mirrored reports whether a place of the old version says nothing that a place of the
// same changes in the new one does not.
func (v *Verdict) mirrored(x *place) bool {
	missing := func(p *Part) bool { return !p.settled() }
	for i := range x.Parts {
		p := &x.Parts[i]
		if p.Version != "old" || !slices.ContainsFunc(v.Reach, func(q Part) bool { return q.Version == "new" && q.Change == p.Change && missing(&q) == missing(p) }) {
			return false
		}
	}
	return true
}

// most returns the first n lines, and how many there are more.
func most(lines []string, n int) []string {
	if len(lines) <= n+1 {
		return lines
	}
	kind, _, _ := strings.Cut(lines[0], ":")
	return append(lines[:n:n], fmt.Sprintf("%s: %d places more", kind, len(lines)-n))
}

// String returns the verdict in words, one reason a line.
func (v *Verdict) String() string {
	var b strings.Builder
	fmt.Fprintln(&b, v.Headline)
	for _, s := range v.ReachText() {
		fmt.Fprintf(&b, "  %s\n", s)
	}
	if v.Compared > 0 {
		for _, n := range v.NotCompared {
			fmt.Fprintf(&b, "  not compared: %s, on which %s\n", corpora.Plural(int(n.Count), "input"), n.Cause)
		}
	}
	for _, s := range v.Bounds {
		fmt.Fprintf(&b, "  %s\n", s)
	}
	return b.String()
}

// equivalence is what the round was compared by.
func (r *RoundEnd) equivalence() program.Equivalence {
	if r.round == nil || r.round.Task == nil {
		return program.Equivalence{}
	}
	return r.round.Task.Equivalence
}
