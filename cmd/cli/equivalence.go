package cli

import (
	"github.com/riftlab/rift/program"
	"github.com/spf13/cobra"
)

// addEquivalenceFlags adds the flags that say when what two versions show is the same.
func addEquivalenceFlags(cmd *cobra.Command, q *program.Equivalence) {
	flags := cmd.Flags()
	flags.TextVar(&q.Floats, "floats", q.Floats, "when floating-point values are the same: value (one NaN, -0 is +0), bits, or ulp:N (at most N units in the last place apart)")
	flags.TextVar(&q.Undefined, "undefined", q.Undefined, "inputs on which a version executes undefined behaviour: report (differences say so), wrap (signed overflow wraps around and is not mentioned), or exclude (they do not count)")
}
