package results

import "github.com/riftlab/rift/engines"

// MaxUncovered is the number of uncovered requirements that a Run keeps per
// criterion and status.
const MaxUncovered = 8

// count counts a requirement by its class, and keeps it if it is one of the first
// of its class that no test covers.
func (r *Run) count(q *engines.Requirement, class RequirementClass) {
	if r.Requirements == nil {
		r.Requirements = map[RequirementClass]int{}
	}
	n := r.Requirements[class]
	r.Requirements[class] = n + 1
	if q.Status != "covered" && n < MaxUncovered {
		r.Uncovered = append(r.Uncovered, *q)
	}
}
