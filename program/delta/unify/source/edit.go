package source

import (
	"fmt"
	"slices"
	"strings"
)

// Edit replaces the bytes [Start, End) of a text.
type Edit struct {
	Start, End int
	Text       string
}

// Apply returns a text with edits made, which do not overlap. Insertions at the same place
// keep their order, before what is replaced there.
func Apply(text string, edits []Edit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		if a.Start == b.Start && (a.End == a.Start) != (b.End == b.Start) {
			return a.End - b.End // what is inserted there stands before
		}
		return a.Start - b.Start
	})
	var sb strings.Builder
	at := 0
	for _, e := range edits {
		if e.Start < at {
			panic(fmt.Sprintf("delta: overlapping edits at %d: %q behind %q", e.Start, e.Text, sb.String()[max(0, sb.Len()-200):]))
		}
		sb.WriteString(text[at:e.Start])
		sb.WriteString(e.Text)
		at = e.End
	}
	return sb.String() + text[at:]
}

// Part returns the bytes [from, to) of a text with edits made that lie within them.
func Part(text string, from, to int, edits []Edit) string {
	moved := slices.Clone(edits)
	for i := range moved {
		moved[i].Start -= from
		moved[i].End -= from
	}
	return Apply(text[from:to], moved)
}
