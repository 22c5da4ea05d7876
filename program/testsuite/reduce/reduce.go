// Package reduce chooses tests that are worth keeping.
package reduce

import (
	"math/bits"
	"slices"

	"github.com/riftlab/rift/program"
)

// Selection chooses tests of a program that are worth keeping: few that execute
// all statements and edges of the user's functions that all tests execute, and
// one for each error, which is a kind of fault at a place.
type Selection struct {
	program *program.Program
	all     *program.Coverage // including the library, to be quick
	stmts   []int             // first bit of each function's statements
	edges   [][]int           // first bit of each block's edges; nil for the library
	size    int
	covered []uint64
	errors  map[fault]bool
	kept    []chosen
}

type fault struct {
	kind program.FaultKind
	at   program.Position
}

// chosen is a test that is kept: what it covers, and whether it shows an error.
type chosen struct {
	bits    []uint64
	failing bool
	dropped bool
}

// New returns an empty selection of tests of p.
func New(p *program.Program) *Selection {
	s := &Selection{program: p, errors: map[fault]bool{}}
	for _, f := range p.Funcs {
		s.stmts = append(s.stmts, s.size)
		var edges []int
		if !f.Library {
			s.size += len(f.Stmts)
			for _, b := range f.Blocks {
				edges = append(edges, s.size)
				s.size += len(b.Term().Targets)
			}
		}
		s.edges = append(s.edges, edges)
	}
	s.covered = make([]uint64, (s.size+63)/64)
	return s
}

// Consider reports whether a test is worth keeping so far; the tests that are
// kept are numbered from 0. It takes the coverage of the test's run in the
// concrete machine, always of the same machine.
func (s *Selection) Consider(c *program.Coverage, out *program.Outcome) bool {
	failing := false
	key := fault{kind: program.FaultKind(out.Failure())}
	if f := out.Fault; f != nil {
		key = fault{f.Kind, f.Pos}
	} else if from, to, ok := program.AssertionPlace(out.Stderr); ok && key.kind != "" {
		key.at.File = string(out.Stderr[from:to])
	}
	if key.kind != "" {
		failing = !s.errors[key]
		s.errors[key] = true
	}
	fresh := s.all == nil
	if fresh {
		s.all = c
	} else {
		fresh = s.all.Merge(c)
	}
	if !fresh && !failing {
		return false
	}
	list := s.bits(c)
	fresh = false
	for i, w := range list {
		fresh = fresh || w&^s.covered[i] != 0
		s.covered[i] |= w
	}
	if fresh || failing || len(s.kept) == 0 {
		s.kept = append(s.kept, chosen{bits: list, failing: failing})
		return true
	}
	return false
}

// bits returns what a run covers of the user's functions.
func (s *Selection) bits(c *program.Coverage) []uint64 {
	list := make([]uint64, (s.size+63)/64)
	set := func(i int, on bool) {
		if on {
			list[i>>6] |= 1 << (i & 63)
		}
	}
	for fn, f := range s.program.Funcs {
		if f.Library {
			continue
		}
		for i := range f.Stmts {
			set(s.stmts[fn]+i, c.Stmt(fn, i))
		}
		for b, block := range f.Blocks {
			for k := range block.Term().Targets {
				set(s.edges[fn][b]+k, c.Edge(fn, b, k))
			}
		}
	}
	return list
}

// Minimise returns the numbers of kept tests that are not needed, ascending:
// those that show errors are, and of the others, again and again, the one that
// covers the most of what is not covered yet. (A smallest set is hard to find;
// this one is at most ln n times as large. Source: Chvatal: A greedy heuristic
// for the set-covering problem, 1979.)
func (s *Selection) Minimise() []int {
	open := slices.Clone(s.covered)
	need := make([]bool, len(s.kept))
	take := func(i int) {
		need[i] = true
		for k, w := range s.kept[i].bits {
			open[k] &^= w
		}
	}
	for i, c := range s.kept {
		if c.failing {
			take(i)
		}
	}
	for {
		best, most := -1, 0
		for i, c := range s.kept {
			n := 0
			for k, w := range c.bits {
				n += bits.OnesCount64(w & open[k])
			}
			if n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			break
		}
		take(best)
	}
	var drop []int
	for i := range s.kept {
		s.kept[i].dropped = !need[i] && slices.Contains(need, true)
		if s.kept[i].dropped {
			drop = append(drop, i)
		}
	}
	return drop
}

func (s *Selection) hits(i int) int {
	n := 0
	for _, c := range s.kept {
		if !c.dropped {
			n += int(c.bits[i>>6] >> (i & 63) & 1)
		}
	}
	return n
}

// Stmt returns how many of the tests that are kept execute a statement of a
// function that is not of the library.
func (s *Selection) Stmt(fn, stmt int) int { return s.hits(s.stmts[fn] + stmt) }

// Edge returns how many of the tests that are kept leave a block for its target
// number k.
func (s *Selection) Edge(fn, block, k int) int { return s.hits(s.edges[fn][block] + k) }
