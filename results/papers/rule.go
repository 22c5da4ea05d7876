package papers

import (
	"fmt"
	"math"
	"strings"

	"github.com/riftlab/rift/results/analysis"
	"github.com/riftlab/rift/results/stats"
)

// rule decides whether our value and the published one agree.
type rule struct {
	text    string // for captions
	compare func(c *Cell) Agreement
}

// Values that say that nothing can be said. Where something is published they do not agree
// with it.
const (
	undecided = string(analysis.InteractionOpen)
	unknown   = "unknown"
)

// The rules. Each is applied where both values are there.
var (
	none = rule{}

	equal = rule{
		"equal values agree; “undecided” and “unknown” agree with nothing",
		func(c *Cell) Agreement {
			a, aok := number(c.Value)
			b, bok := number(c.Published)
			switch {
			case c.Value == c.Published, aok && bok && a == b:
				return Agrees
			case aok && bok:
				return order(a, b)
			}
			return Differs
		},
	}

	// likeSuites compares shares of random suites. The published one is of 100
	// suites, and varies as ours does; so its own spread must count too.
	likeSuites = rule{
		"a published share, of 100 suites, agrees if Fisher's exact test sees no difference from ours at the 5 % level",
		func(c *Cell) Agreement {
			p, ok := number(c.Published)
			x, isShare := number(c.Value)
			if !ok || !isShare {
				return Differs
			}
			hits, ours := int(math.Round(100*p)), int(math.Round(x*float64(c.Of)))
			switch {
			case stats.Fisher(ours, c.Of-ours, hits, 100-hits) >= 0.05:
				return Agrees
			case x > p:
				return Above
			}
			return Below
		},
	}

	// some compares a number with what a text says without one.
	some = rule{
		"“some” agrees with any number but 0",
		func(c *Cell) Agreement {
			if x, ok := number(c.Value); ok && x > 0 {
				return Agrees
			}
			return Below
		},
	}

	// stated compares with what a text says in words.
	stated = rule{
		"“k of n” agrees if both numbers are equal; a share given as “every n-th” stands for 1/(n+½) to 1/(n−½) and agrees if that meets Wilson's 95 % interval of ours; “about n” agrees from n/2 to 2n",
		func(c *Cell) Agreement {
			p, ok := number(c.Published)
			var k, n int
			switch {
			case !ok:
				return Differs
			case isFraction(c.Printed, &k, &n):
				return counts(c, k, n)
			case strings.HasPrefix(c.Printed, "every "):
				return between(c, 1/(1/p+0.5), 1/(1/p-0.5))
			case strings.HasPrefix(c.Printed, "about "):
				return between(c, p/2, 2*p)
			}
			return equal.compare(c)
		},
	}
)

// counts compares our count with k of n: a share of another total is none of theirs.
func counts(c *Cell, k, n int) Agreement {
	x, ok := number(c.Value)
	ours := int(math.Round(x * float64(c.Of)))
	switch {
	case !ok || c.Of == 0:
		return Differs
	case ours == k && c.Of == n:
		return Agrees
	case ours > k:
		return Above
	case ours < k:
		return Below
	}
	return Differs
}

// between compares the interval of a cell with another.
func between(c *Cell, low, high float64) Agreement {
	switch {
	case c.Low > high:
		return Above
	case c.High < low:
		return Below
	}
	return Agrees
}

func order(a, b float64) Agreement {
	if a > b {
		return Above
	}
	return Below
}

// number returns a value as a number, if it is one.
func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// apply sets the agreement of a cell.
func (r rule) apply(c *Cell) {
	c.Rule = r.text
	if r.compare == nil || c.Value == nil || c.Published == nil {
		return
	}
	if _, ok := c.Value.(float64); ok && c.High < c.Low {
		panic(fmt.Sprintf("papers: %s: interval [%g, %g]", c.Name, c.Low, c.High))
	}
	c.Agreement = r.compare(c)
}
