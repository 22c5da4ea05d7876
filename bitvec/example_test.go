package bitvec_test

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/sat"
)

// A path condition grows, is asked, and shrinks again.
func Example() {
	ctx := context.Background()
	s := bitvec.NewStore()
	path := bitvec.NewSession(bitvec.NewChain(s, bitvec.ChainOptions{}))

	// An int read from two bytes of input, the second one above.
	lo, hi := s.Var("in0", 8), s.Var("in1", 8)
	n := s.ZeroExtend(16, s.Concat(hi, lo))
	path.AssertNamed("guard", s.Ult(n, s.Const(32, 0x1234)))

	path.Push()
	path.AssertNamed("branch", s.Eq(hi, s.Const(8, 0x20)))
	a := path.Check(ctx, sat.Limits{})
	fmt.Println(a, path.CoreNames(a.Core))
	path.Pop(1)

	a = path.Check(ctx, sat.Limits{}, s.Eq(s.And(n, s.Const(32, 0xfff)), s.Const(32, 0xabc)))
	fmt.Println(a, a.Model.Value(n))
	// Output:
	// unsat [guard branch]
	// sat #x00000abc
}
