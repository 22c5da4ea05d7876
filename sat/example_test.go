package sat_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/riftlab/rift/sat"
)

// A formula is asked under assumptions, which hold for one question only.
func Example() {
	ctx := context.Background()
	s := sat.NewCDCL(sat.CDCLOptions{})
	a, b, c := s.NewVar(), s.NewVar(), s.NewVar()
	s.AddClause(a.Neg(), b.Pos()) // a implies b
	s.AddClause(b.Neg(), c.Pos()) // b implies c

	fmt.Println(s.Solve(ctx, sat.Limits{}, a.Pos()).Verdict, s.Value(c.Pos()))
	fmt.Println(s.Solve(ctx, sat.Limits{}, b.Pos(), a.Pos(), c.Neg()).Verdict, s.Core())
	fmt.Println(s.Solve(ctx, sat.Limits{}).Verdict)
	// Output:
	// sat true
	// unsat [2 -3]
	// sat
}

// Check wraps any solver and verifies its models and cores.
func ExampleCheck() {
	s := sat.Check(sat.NewGini(), func() sat.Solver { return sat.NewCDCL(sat.CDCLOptions{}) })
	v := s.NewVar()
	s.AddClause(v.Pos())
	s.AddClause(v.Neg())
	fmt.Println(s.Solve(context.Background(), sat.Limits{}).Verdict, s.Core())
	// Output: unsat []
}

// A DIMACS file is read, decided and answered as in competitions.
func ExampleLoadDIMACS() {
	s := sat.NewCDCL(sat.CDCLOptions{})
	n, err := sat.LoadDIMACS(strings.NewReader("p cnf 2 2\n1 2 0\n-1 0\n"), "two.cnf", s)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := sat.WriteAnswer(os.Stdout, s, s.Solve(context.Background(), sat.Limits{}), n); err != nil {
		fmt.Println(err)
	}
	// Output:
	// s SATISFIABLE
	// v -1 2 0
}
