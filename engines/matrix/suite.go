package matrix

import "math/rand/v2"

// Suite draws a random test suite that satisfies the requirements as far as
// the pool can: tests are taken in random order, each that satisfies a
// requirement which none before did. It returns the indices of its tests.
//
// Source: ASE 2008, section 4.2 (unique test suites that satisfy a criterion).
func Suite(r *rand.Rand, reqs []Requirement, pool []*Coverage) []int {
	left := make([]*Requirement, len(reqs))
	for i := range reqs {
		left[i] = &reqs[i]
	}
	var suite []int
	for _, i := range r.Perm(len(pool)) {
		if len(left) == 0 {
			break
		}
		kept := left[:0]
		for _, q := range left {
			if !pool[i].Satisfies(q) {
				kept = append(kept, q)
			}
		}
		if len(kept) < len(left) {
			suite = append(suite, i)
		}
		left = kept
	}
	return suite
}

// Detection draws n suites and returns how many of them show a difference, and
// the number of their tests in all.
func Detection(r *rand.Rand, reqs []Requirement, pool []*Coverage, n int) (detected, tests int) {
	reqs = coverable(reqs, pool)
	for range n {
		suite := Suite(r, reqs, pool)
		tests += len(suite)
		for _, i := range suite {
			if pool[i].Differs {
				detected++
				break
			}
		}
	}
	return detected, tests
}

// coverable returns the requirements that some test of the pool satisfies.
// Requirements satisfied by the same tests are one.
func coverable(reqs []Requirement, pool []*Coverage) []Requirement {
	var list []Requirement
	seen := map[string]bool{}
	key := make([]byte, len(pool))
	for _, q := range reqs {
		any := false
		for i, c := range pool {
			key[i] = '0'
			if c.Satisfies(&q) {
				key[i], any = '1', true
			}
		}
		if any && !seen[string(key)] {
			seen[string(key)] = true
			list = append(list, q)
		}
	}
	return list
}

// countCoverable returns how many requirements some test of the pool satisfies.
func countCoverable(reqs []Requirement, pool []*Coverage) int {
	n := 0
	for i := range reqs {
		for _, c := range pool {
			if c.Satisfies(&reqs[i]) {
				n++
				break
			}
		}
	}
	return n
}
