package project

import (
	"context"
	"errors"
	"fmt"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
)

// Bisection is where along the history a test begins to fail.
type Bisection struct {
	// Good passes and Bad fails. Between them are only commits that have no verdict,
	// such as those that are not built.
	Good, Bad corpora.Commit
	// Suspects are the commits after Good up to Bad, the oldest first: one, if all that
	// mattered could be tested.
	Suspects []corpora.Commit
	Commits  int // on the way from the old revision to the new one
	Tested   int // that were built and tested, or not built
	Skipped  int // of Tested: without a verdict
}

// Bisect looks for the commit at which the test begins to fail, along the first parents
// of the new revision down to what the old one has. Each commit is built from nothing.
// Those without a verdict are skipped, as by git bisect. The old revision must pass and
// the new one fail, as for Check, which it runs first. tell, if there is one, is told how
// many commits are left.
func Bisect(ctx context.Context, opt Options, tell func(left int)) (*Bisection, error) {
	repo, err := corpora.OpenRepository(opt.Repo)
	if err != nil {
		return nil, err
	}
	good, line, err := repo.Line(opt.Old, opt.New)
	if err != nil {
		return nil, err
	}
	hangs, err := checked(ctx, opt)
	if err != nil {
		return nil, err
	}
	b := &Bisection{Good: good, Commits: len(line)}
	lo, hi := -1, len(line)-1 // line[lo] passes, -1 is the old revision; line[hi] fails
	skipped := map[int]bool{}
	for {
		n := next(lo, hi, skipped)
		if n < 0 {
			break
		}
		if tell != nil {
			tell(hi - lo - 1)
		}
		v, err := verdictOf(ctx, opt, line[n].Hash, hangs)
		if err != nil {
			return nil, err
		}
		b.Tested++
		name := fmt.Sprintf("%.12s %s", line[n].Hash, line[n].Subject)
		switch v {
		case engines.Passes:
			lo = n
		case engines.Fails:
			hi = n
		default:
			skipped[n] = true
			b.Skipped++
		}
		if opt.Log != nil {
			opt.Log("commit %s: %s", name, v)
		}
	}
	if lo >= 0 {
		b.Good = line[lo]
	}
	b.Bad, b.Suspects = line[hi], line[lo+1:hi+1]
	return b, nil
}

// next returns the commit to test next: of those between lo and hi that are not skipped
// the one nearest to the middle; -1 if there is none.
func next(lo, hi int, skipped map[int]bool) int {
	middle := (lo + hi) / 2
	for d := 0; d <= hi-lo; d++ {
		for _, n := range []int{middle - d, middle + d} {
			if lo < n && n < hi && !skipped[n] {
				return n
			}
		}
	}
	return -1
}

// checked runs Check on the ends, and reports whether to hang is how the test fails.
func checked(ctx context.Context, opt Options) (hangs bool, err error) {
	p, err := Open(ctx, opt)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if err := p.Check(ctx); err != nil {
		return false, err
	}
	return p.hangs.Load(), nil
}

// verdictOf builds a commit from nothing and tests it.
func verdictOf(ctx context.Context, opt Options, commit string, hangs bool) (v engines.Verdict, err error) {
	opt.New, opt.Clean = commit, true
	p, err := Open(ctx, opt)
	if errors.Is(err, errSame) {
		return engines.Passes, nil // nothing that counts differs from the old revision
	}
	if err != nil {
		return engines.Unresolved, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	p.hangs.Store(hangs)
	return p.Judge(ctx, p.New)
}
