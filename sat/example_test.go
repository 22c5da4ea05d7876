package sat_test

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/sat"
)

// A query under assumptions, its model, and the core of a contradiction.
func Example() {
	s := sat.NewCDCL(sat.CDCLOptions{})
	rain, wet, slip := s.NewVar(), s.NewVar(), s.NewVar()
	s.AddClause(rain.Neg(), wet.Pos()) // rain makes wet
	s.AddClause(wet.Neg(), slip.Pos()) // wet makes slip

	ctx := context.Background()
	fmt.Println(s.Solve(ctx, sat.Limits{}, rain.Pos()).Verdict, s.Value(slip.Pos()))
	fmt.Println(s.Solve(ctx, sat.Limits{Steps: 1000}, wet.Pos(), slip.Neg(), rain.Pos()).Verdict, s.Core())
	// Output:
	// sat true
	// unsat [2 -3]
}
