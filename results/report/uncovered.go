package report

import (
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
)

// uncoveredGroup is some requirements of a criterion that the tests of an engine's
// first task on a pair leave uncovered, or that no input can satisfy.
type uncoveredGroup struct {
	Title string
	List  []engines.Requirement
	Note  string // about what is not shown
}

// uncovered returns the groups of a pair's tasks. Tasks that differ in the seed alone have
// the same requirements: the first of each engine speaks for all.
func uncovered(runs []*results.Run) []uncoveredGroup {
	var groups []uncoveredGroup
	seen := map[string]bool{}
	for _, r := range runs {
		if seen[r.Engine] || len(r.Uncovered) == 0 {
			continue
		}
		seen[r.Engine] = true
		groups = append(groups, uncoveredOf(r)...)
	}
	return groups
}

func uncoveredOf(r *results.Run) []uncoveredGroup {
	var groups []uncoveredGroup
	at := map[results.RequirementClass]int{}
	for _, q := range r.Uncovered {
		class := results.RequirementClass{Criterion: q.Criterion, Status: q.Status}
		i, ok := at[class]
		if !ok {
			i = len(groups)
			at[class] = i
			groups = append(groups, uncoveredGroup{Title: fmt.Sprintf("%s: %s, %s", r.Engine, q.Criterion, q.Status)})
		}
		groups[i].List = append(groups[i].List, q)
	}
	for class, i := range at {
		if n := r.Requirements[class]; n > len(groups[i].List) {
			groups[i].Note = fmt.Sprintf("%d of %d are shown; the records have all.", len(groups[i].List), n)
		}
	}
	return groups
}
