package corpora

import (
	"context"

	"github.com/riftlab/rift/program"
)

// Points are the four points of a known error's life, on the test that shows it:
// right before the change that introduced it, wrong after; wrong before its fix,
// right after. A version is right if it behaves as the fix does.
//
// Source: Böhme and Roychoudhury, ISSTA 2014 (CoREBench), section 3.
type Points struct {
	Pair  string `json:"pair"`
	Error string `json:"error"`
	Test  string `json:"test"`
	// Right tells of old, new, the version before the fix, and the fix whether
	// they are right. Versions that are one and the same count twice.
	Right [4]bool `json:"right"`
}

// Hold reports whether the four points are as the life of an error has them.
func (p *Points) Hold() bool { return p.Right == [4]bool{true, false, false, true} }

// points looks at the four points of each error of a pair whose fix and test are
// known. That old is not right is no problem: what changed since may have made
// another output right.
func (c *checker) points(ctx context.Context, _ int, p *Pair) error {
	for _, e := range p.Errors {
		if e.Test == "" || e.Fix == "" {
			continue
		}
		before := e.Before
		if before == "" {
			before = p.New
		}
		out := Points{Pair: p.Name, Error: e.ID, Test: e.Test}
		for i, version := range []string{p.Old, p.New, before, e.Fix} {
			d, err := c.differ(ctx, version, e.Fix, c.s.Test(e.Test))
			if err != nil {
				return err
			}
			out.Right[i] = d == program.Same
		}
		c.report.Points = append(c.report.Points, out)
	}
	return nil
}
