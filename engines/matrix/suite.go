package matrix

import "math/rand/v2"

// pool is the tests that suites are drawn from, by what each satisfies of some
// requirements. Requirements that the same tests satisfy are one; those that
// no test satisfies are left out.
type pool struct {
	tests     []*Coverage
	satisfied []bitset // by test: of the distinct requirements
	distinct  int
	coverable int // requirements that some test satisfies, before equal ones were made one
}

func newPool(reqs []Requirement, tests []*Coverage) *pool {
	p := &pool{tests: tests, satisfied: make([]bitset, len(tests))}
	var columns [][]byte
	seen := map[string]bool{}
	for i := range reqs {
		column := make([]byte, len(tests))
		any := byte(0)
		for k, c := range tests {
			if c.Satisfies(&reqs[i]) {
				column[k], any = 1, 1
			}
		}
		if any == 0 {
			continue
		}
		p.coverable++
		if !seen[string(column)] {
			seen[string(column)] = true
			columns = append(columns, column)
		}
	}
	p.distinct = len(columns)
	for k := range tests {
		p.satisfied[k] = newBits(p.distinct)
		for i, column := range columns {
			if column[k] != 0 {
				p.satisfied[k].set(i)
			}
		}
	}
	return p
}

// suite draws a random test suite that satisfies the requirements as far as
// the pool can: tests are taken in random order, each that satisfies a
// requirement which none before did. It returns the indices of its tests.
//
// Source: ASE 2008, section 4.2 (unique test suites that satisfy a criterion).
func (p *pool) suite(r *rand.Rand) []int {
	open := newBits(p.distinct)
	for i := range p.distinct {
		open.set(i)
	}
	var suite []int
	for _, i := range r.Perm(len(p.tests)) {
		useful, left := false, false
		for w, s := range p.satisfied[i] {
			useful = useful || open[w]&s != 0
			open[w] &^= s
			left = left || open[w] != 0
		}
		if useful {
			suite = append(suite, i)
		}
		if !left {
			break
		}
	}
	return suite
}

// detection draws n suites and returns how many of them show a difference, and
// the number of their tests in all. The draws are independent of each other: a
// suite may come again, so that shares are those of a binomial distribution.
func (p *pool) detection(r *rand.Rand, n int) (detected, tests int) {
	for range n {
		suite := p.suite(r)
		tests += len(suite)
		for _, i := range suite {
			if p.tests[i].Differs {
				detected++
				break
			}
		}
	}
	return detected, tests
}
