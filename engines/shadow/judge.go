package shadow

import (
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// Verdict judges a difference.
type Verdict string

// The verdicts. Without a golden version and without fixes of known errors only
// errors of one of the versions tell; other differences are for people to judge. So are
// those on which the golden version has an error itself.
const (
	Expected Verdict = "expected"
	Bug      Verdict = "bug"
	Open     Verdict = "unjudged"
)

// Judge classifies a difference: an error in the new version only is a bug, one
// in the old version only is expected; else the golden version decides, or, where
// there is none, whether a fix of a known error changes what the input shows.
//
// Source: Palikareva et al. 2016, section 3.3.
func Judge(t *engines.Trial) Verdict {
	old, new := failed(t.Old), failed(t.New)
	switch {
	case new && !old:
		return Bug
	case old && !new:
		return Expected
	case t.Class == engines.ClassProgression:
		return Expected
	case t.Class.IsError():
		return Bug
	case t.Fixes && len(t.Exposes) > 0:
		return Bug
	case t.Fixes:
		return Expected
	}
	return Open
}

func failed(o *program.Outcome) bool {
	return o.Ending == program.Faulted || o.Ending == program.Signaled
}
