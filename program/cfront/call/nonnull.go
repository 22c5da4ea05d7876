package call

import (
	"fmt"

	"github.com/riftlab/rift/program"
)

// nonnull says which arguments of library functions must not be null whatever their sizes
// (C 7.1.4p1), counted from 0.
var nonnull = map[string][]int{
	"memcpy": {0, 1}, "mempcpy": {0, 1}, "memmove": {0, 1}, "memset": {0}, "memcmp": {0, 1}, "memchr": {0},
	"strncpy": {0, 1}, "strncat": {0, 1}, "strncmp": {0, 1}, "strncasecmp": {0, 1},
}

// checkNonnull makes null pointers an error where a function declares that it takes none
// (-fsanitize=nonnull-attribute).
func (f lowering) checkNonnull(name string, args []program.Arg) {
	if own := f.Unit.NamedFunc(name); own != nil && own.Static {
		return
	}
	for _, i := range nonnull[name] {
		if i < len(args) && args[i].Kind == program.Ptr {
			f.Require(f.Compare(program.Ne, program.Ptr, args[i].Operand, program.C(program.Ptr, 0)), program.Violation{Kind: program.FaultArgument,
				Text: fmt.Sprintf("null pointer passed as argument %d, which is declared to never be null", i+1)})
		}
	}
}
