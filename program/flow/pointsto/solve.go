package pointsto

import (
	"context"

	"github.com/riftlab/rift/program/flow/bitmap"
)

// variable numbers what can hold addresses: registers, cells, results.
type variable = int32

// solver finds the least sets that satisfy the constraints: Andersen, "Program Analysis
// and Specialization for the C Programming Language" (1994), chapter 4, with difference
// propagation (Pearce, Kelly, Hankin 2004) and lazy cycle detection (Hardekopf and Lin
// 2007). Unlike there, members of the sets are places in objects (an object and an
// offset), so that fields are told apart; and what several rules derive from the same
// variable is derived once, into a helper (solverule.go), so that n loads and m stores
// through a pointer to k places make n+m+2k edges in place of (n+m)k. Variables that
// hold very many places are not told apart (solvemerge.go).
type solver struct {
	*objects
	parent []variable
	set    []bitmap.Set // what each variable holds
	fresh  []bitmap.Set // what of it was not yet propagated
	edges  [][]variable
	known  pairSet    // all edges
	rules  [][]rule   // those that do not act: one for each key
	acting [][]rule   // those that act
	helper []bool     // see newHelper
	out    []variable // by object: what all its cells hold; -1 until asked for
	into   []variable // by object: what flows into all its cells; -1 until asked for
	queue  []variable
	queued []bool
	tried  pairSet    // edges on which a cycle was looked for
	cell   []variable // by Location
	copies []copying
	// top is the variable of everything that holds too many places to be told
	// apart; topObj says of which objects it holds places.
	top    variable
	topObj []bool
	crowd  int // maxHeld, but for tests
	calls  func(site int32, place int32)
}

func newSolver(o *objects) *solver {
	s := &solver{objects: o, crowd: maxHeld}
	s.top = s.variables(1)
	return s
}

func (s *solver) variables(n int) variable {
	first := variable(len(s.parent))
	for i := range n {
		s.parent = append(s.parent, first+variable(i))
	}
	s.set = append(s.set, make([]bitmap.Set, n)...)
	s.fresh = append(s.fresh, make([]bitmap.Set, n)...)
	s.edges = append(s.edges, make([][]variable, n)...)
	s.rules = append(s.rules, make([][]rule, n)...)
	s.acting = append(s.acting, make([][]rule, n)...)
	s.helper = append(s.helper, make([]bool, n)...)
	s.queued = append(s.queued, make([]bool, n)...)
	return first
}

func (s *solver) rep(v variable) variable {
	for s.parent[v] != v {
		s.parent[v] = s.parent[s.parent[v]]
		v = s.parent[v]
	}
	return v
}

// cellVar returns the variable of a cell.
func (s *solver) cellVar(l Location) variable {
	for len(s.cell) < len(s.cellObj) {
		s.cell = append(s.cell, s.variables(1))
	}
	return s.cell[l]
}

func (s *solver) push(v variable) {
	if !s.queued[v] {
		s.queued[v] = true
		s.queue = append(s.queue, v)
	}
}

// place makes v hold a position.
func (s *solver) place(v variable, p int32) {
	v = s.rep(v)
	if s.set[v].Add(p) {
		s.fresh[v].Add(p)
		s.push(v)
	}
}

// edge makes to hold whatever from does.
func (s *solver) edge(from, to variable) {
	from, to = s.rep(from), s.rep(to)
	if from == to || !s.known.add(from, to) {
		return
	}
	s.edges[from] = append(s.edges[from], to)
	// What is still fresh reaches to when from is worked on.
	if s.set[to].Union(s.set[from], &s.fresh[to]) {
		s.push(to)
	}
}

// newHelper makes a variable that only stands between others. What it holds is
// of interest only where it has edges; without any it is never absorbed by top.
func (s *solver) newHelper() variable {
	v := s.variables(1)
	s.helper[v] = true
	return v
}

// solve runs to the fixed point.
func (s *solver) solve(ctx context.Context) error {
	for n := 0; len(s.queue) > 0; n++ {
		if n&1023 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		v := s.queue[0]
		s.queue = s.queue[1:]
		s.queued[v] = false
		if s.parent[v] != v {
			continue
		}
		fresh := s.fresh[v]
		s.fresh[v] = nil
		if len(fresh) == 0 {
			continue
		}
		if v != s.rep(s.top) && s.set[v].Count() > s.crowd && !(s.helper[v] && len(s.edges[v]) == 0) {
			s.fresh[v] = fresh
			s.absorb(v)
			continue
		}
		if v == s.rep(s.top) {
			fresh.Each(s.topPlace)
		}
		v = s.rep(v)
		// Rules that are added meanwhile see all of v at once.
		rules, acting := len(s.rules[v]), len(s.acting[v])
		for i := range rules {
			s.apply(s.rules[v][i], fresh)
		}
		for i := range acting {
			s.apply(s.acting[v][i], fresh)
		}
		s.propagate(v, fresh)
	}
	return nil
}

func (s *solver) propagate(v variable, fresh bitmap.Set) {
	var look []variable
	for _, e := range s.edges[v] {
		to := s.rep(e)
		if to == v {
			continue
		}
		if s.set[to].Union(fresh, &s.fresh[to]) {
			s.push(to)
		} else if s.set[to].Equal(s.set[v]) && s.tried.add(v, to) {
			look = append(look, to)
		}
	}
	for _, to := range look {
		if s.parent[to] == to && s.rep(v) != to {
			s.collapse(to)
		}
	}
}

// holds returns what a variable points to, a set that must not be changed.
func (s *solver) holds(v variable) bitmap.Set { return s.set[s.rep(v)] }
