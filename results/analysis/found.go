package analysis

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/results"
)

// FoundGroup is the pairs in which exactly some engines found a difference.
type FoundGroup struct {
	Engines []string // sorted; empty: none of them
	Pairs   []results.PairOf
}

// FoundBy divides the pairs that all engines of the view worked on by the set
// of engines that found a difference, the largest group first.
func FoundBy(v *View) []FoundGroup {
	index := map[string]int{}
	var groups []FoundGroup
	for _, p := range v.Pairs {
		var found []string
		complete := true
		for _, e := range v.Engines {
			k, n := share(Difference, v.Cell(p, e))
			complete = complete && n > 0
			if k > 0 {
				found = append(found, e)
			}
		}
		if !complete {
			continue
		}
		key := strings.Join(found, "\x00")
		i, ok := index[key]
		if !ok {
			i = len(groups)
			index[key] = i
			groups = append(groups, FoundGroup{Engines: found})
		}
		groups[i].Pairs = append(groups[i].Pairs, p)
	}
	slices.SortStableFunc(groups, func(a, b FoundGroup) int {
		if c := len(b.Pairs) - len(a.Pairs); c != 0 {
			return c
		}
		return strings.Compare(join(a.Engines), join(b.Engines))
	})
	return groups
}

func join(names []string) string { return strings.Join(names, ", ") }
