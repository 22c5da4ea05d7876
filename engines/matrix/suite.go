package matrix

import (
	"encoding/binary"
	"math/rand/v2"
)

// matched are tests, with what is known of the requirements that they satisfy.
type matched struct {
	tests   []*Coverage
	any     Coverage       // what some test satisfies
	columns []bitset       // the tests that satisfy the same requirements
	number  map[string]int // in columns, by the column's bits
	of      map[[2]int]int // the same, by chain and condition
}

func newMatched(tests []*Coverage) *matched {
	m := &matched{tests: tests, number: map[string]int{}, of: map[[2]int]int{}}
	for _, c := range tests {
		m.any.chain = m.any.chain.union(c.chain)
		m.any.values = m.any.values.union(c.values)
		m.any.reached = m.any.reached.union(c.reached)
	}
	return m
}

// column returns the number of the tests that satisfy a requirement; false if none
// does.
func (m *matched) column(q *Requirement) (int, bool) {
	if len(m.tests) == 0 || !m.any.Satisfies(q) {
		return 0, false
	}
	key := [2]int{q.chain, q.Condition}
	if i, ok := m.of[key]; ok {
		return i, true
	}
	bits := newBits(len(m.tests))
	text := make([]byte, 0, 8*len(bits))
	for k, c := range m.tests {
		if c.Satisfies(q) {
			bits.set(k)
		}
	}
	for _, w := range bits {
		text = binary.LittleEndian.AppendUint64(text, w)
	}
	i, ok := m.number[string(text)]
	if !ok {
		i = len(m.columns)
		m.number[string(text)] = i
		m.columns = append(m.columns, bits)
	}
	m.of[key] = i
	return i, true
}

// pool is the tests that suites are drawn from, by what each satisfies of some
// requirements. Requirements that the same tests satisfy are one; those that
// no test satisfies are left out.
type pool struct {
	tests     []*Coverage
	satisfied []bitset // by test: of the distinct requirements
	distinct  int
	coverable int // requirements that some test satisfies, before equal ones were made one
}

func newPool(reqs []Requirement, m *matched) *pool {
	p := &pool{tests: m.tests, satisfied: make([]bitset, len(m.tests))}
	seen := make([]bool, len(m.columns))
	var distinct []bitset // the tests that satisfy the same requirements
	for i := range reqs {
		k, ok := m.column(&reqs[i])
		if !ok {
			continue
		}
		p.coverable++
		for k >= len(seen) {
			seen = append(seen, false)
		}
		if !seen[k] {
			seen[k] = true
			distinct = append(distinct, m.columns[k])
		}
	}
	p.distinct = len(distinct)
	for k := range m.tests {
		p.satisfied[k] = newBits(p.distinct)
		for i, c := range distinct {
			if c.has(k) {
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

// detection draws n suites and returns how many of them show a difference, the
// number of their tests in all, and how many are expected to show one of random
// suites of the same sizes. The draws are independent of each other: a
// suite may come again, so that shares are those of a binomial distribution.
func (p *pool) detection(r *rand.Rand, n int) (detected, tests int, matched float64) {
	differing := 0
	for _, t := range p.tests {
		if t.Differs {
			differing++
		}
	}
	for range n {
		suite := p.suite(r)
		tests += len(suite)
		matched += drawsOne(len(p.tests), differing, len(suite))
		for _, i := range suite {
			if p.tests[i].Differs {
				detected++
				break
			}
		}
	}
	return detected, tests, matched
}

// drawsOne returns the probability that k of n, drawn without putting back, have one
// of so many marked ones.
func drawsOne(n, marked, k int) float64 {
	none := 1.0
	for i := range k {
		none *= float64(max(0, n-marked-i)) / float64(n-i)
	}
	return 1 - none
}
