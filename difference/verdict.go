package difference

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
)

// Verdict is what a hunt that found nothing is worth.
type Verdict struct {
	Complete bool  `json:"complete"`
	Paths    int64 `json:"paths"` // of the new version that were compared
	// Bounds are all that was left out, of the input model and of the search; the
	// model's bounds hold for a complete verdict too.
	Bounds []string `json:"bounds"`
}

// Judge says what the end of a hunt is worth. h may be nil.
func Judge(e *Ended, m *program.InputModel, h *Harness) Verdict {
	v := Verdict{}
	if h == nil {
		v.Bounds = append(v.Bounds, "inputs: "+Describe(m))
	} else {
		for _, s := range h.Inputs {
			v.Bounds = append(v.Bounds, "input "+s)
		}
		if len(h.Inputs) == 0 {
			v.Bounds = append(v.Bounds, "inputs: what the harness asks for")
		}
		for _, n := range h.Notes {
			v.Bounds = append(v.Bounds, "harness: "+n)
		}
	}
	if c := e.Conclusion; c != nil {
		v.Paths, v.Complete = c.Paths, c.Complete && e.Undecided == 0
		for _, b := range c.Bounds {
			v.Bounds = append(v.Bounds, fmt.Sprintf("search: %d %s", b.Count, b.Cause))
		}
	} else {
		v.Bounds = append(v.Bounds, "search: no engine that can tell was used or came to an end")
	}
	if e.TimeUp {
		v.Bounds = append(v.Bounds, "search: the time was up")
	}
	if e.Undecided > 0 {
		v.Bounds = append(v.Bounds, fmt.Sprintf("runs: %s stopped by a limit of one run", corpora.Plural(e.Undecided, "input")))
	}
	return v
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
