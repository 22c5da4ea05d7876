package difference

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/corpora"
)

// Verdict is what a hunt that found nothing is worth.
type Verdict struct {
	// Complete: every input of the standard round, or of one with more inputs, was
	// accounted for.
	Complete bool  `json:"complete"`
	Paths    int64 `json:"paths"` // of the new version that were compared, in the round that the verdict is about
	// Bounds are all that was left out, of the inputs and of the search; those of
	// the inputs hold for a complete verdict too.
	Bounds []string `json:"bounds"`
}

// Judge says what the end of a hunt is worth. notes are what a harness leaves out.
//
// The verdict is about the last round that was completed, or about the last one
// that an engine drew a conclusion about if none was that counts.
func Judge(e *Ended, notes []string) Verdict {
	at, about := -1, -1
	for i := range e.Rounds {
		r := &e.Rounds[i]
		switch {
		case r.Complete():
			at = i
		case r.Conclusion != nil:
			about = i
		}
	}
	complete := at >= 0 && e.Rounds[at].standard
	switch {
	case complete:
		about = at
	case about < 0:
		about = len(e.Rounds) - 1
	}
	v := Verdict{Complete: complete}
	if about < 0 {
		return v
	}
	r := &e.Rounds[about]
	v.Bounds = append(v.Bounds, r.Inputs...)
	for _, n := range notes {
		v.Bounds = append(v.Bounds, "harness: "+n)
	}
	if r.Conclusion != nil {
		v.Paths = r.Conclusion.Paths
	}
	if !complete {
		v.Bounds = append(v.Bounds, r.lacks(e.TimeUp)...)
	}
	for i := at; i >= 0; i-- {
		if c := &e.Rounds[i]; i != about && c.Complete() && !c.among(r, complete) {
			v.Bounds = append(v.Bounds, fmt.Sprintf("complete: %s (%s)", c.words(), corpora.Plural(int(c.Conclusion.Paths), "path")))
			break
		}
	}
	if last := &e.Rounds[len(e.Rounds)-1]; last != r {
		v.Bounds = append(v.Bounds, fmt.Sprintf("beyond: %s (%s, not all)", last.words(), corpora.Plural(last.Tried, "input")))
	}
	return v
}

// lacks says why a round is not complete.
func (e *RoundEnd) lacks(timeUp bool) []string {
	var list []string
	if c := e.Conclusion; c != nil {
		for _, b := range c.Bounds {
			list = append(list, fmt.Sprintf("search: %d %s", b.Count, b.Cause))
		}
	} else {
		list = append(list, "search: no engine that can tell was used or came to an end")
	}
	if timeUp {
		list = append(list, "search: the time was up")
	}
	if e.Undecided > 0 {
		list = append(list, fmt.Sprintf("runs: %s stopped by a limit of one run", corpora.Plural(e.Undecided, "input")))
	}
	return list
}

// among reports whether the inputs of a round are known to be among those of
// another one that is complete.
func (e *RoundEnd) among(r *RoundEnd, complete bool) bool {
	return complete && (e.round.Harness != nil || covers(&r.round.Task.Model, &e.round.Task.Model))
}

// words says in one line which inputs a round is about.
func (e *RoundEnd) words() string {
	return strings.TrimPrefix(strings.Join(e.Inputs, "; "), "inputs: ")
}

// String returns the verdict in words, one reason a line.
func (v *Verdict) String() string {
	var b strings.Builder
	if v.Complete {
		fmt.Fprintf(&b, "no difference on any of the %s (complete)\n", corpora.Plural(int(v.Paths), "path"))
	} else {
		fmt.Fprintf(&b, "no difference within these bounds: %s compared\n", corpora.Plural(int(v.Paths), "path"))
	}
	for _, s := range v.Bounds {
		fmt.Fprintf(&b, "  %s\n", s)
	}
	return b.String()
}
