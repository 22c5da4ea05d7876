package difference

import (
	"slices"

	"github.com/riftlab/rift/difference/harness"
	"github.com/riftlab/rift/difference/inputmodel"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// usualElements are the elements behind a pointer, round by round, if nobody says how many.
var usualElements = []int{harness.DefaultElements, 8, 16, 32}

// mostElements bounds the elements that the changed code asks for.
const mostElements = 1024

// elementsFor returns how many elements are behind a pointer, round by round: the usual
// numbers, and more than the numbers with which the changed code compares something: a
// bound that was moved shows only on objects that are larger than it was.
func elementsFor(d *delta.Delta, old, new *program.Program) []int {
	usual := usualElements[len(usualElements)-1]
	list := slices.Clone(usualElements)
	for _, b := range inputmodel.Bounds(mapping.New(d, old, new), uint64(usual), mostElements) {
		list = append(list, b+1)
	}
	return list
}
