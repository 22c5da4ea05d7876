// Package search has the strategies that choose which path of a symbolic
// execution goes on next. It knows nothing of states but what State says.
package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// State is what a strategy needs to know of a state: its identity, and for how
// many turns it has covered nothing new.
type State interface {
	comparable
	Stale() int
}

// Searcher chooses which state runs next. Implementations may keep what they
// like about states; a state is known to a searcher from the Update that adds
// it to the one that removes it.
type Searcher[S State] interface {
	// Select returns the state to run. There is at least one.
	Select() S
	// Update is called after a state has run: it forked the added states, and
	// the removed ones have ended. The first call has no
	// current state, the zero S, nor has one that only takes states away.
	Update(current S, added, removed []S)
}

// Names lists the names that New knows.
func Names() []string {
	return []string{"bfs", "coverage", "dfs", "interleaved", "random-path"}
}

// New returns a searcher by name:
//
//   - dfs: the newest fork first, after the state that made it has ended
//   - bfs: all states in turn, the one that has waited longest first
//   - random-path: a random walk down the tree of forks, which prefers states
//     near the root (Cadar et al., OSDI 2008, section 3.4)
//   - coverage: states that have not run for long since they covered something
//   - interleaved: random-path and coverage in turn
func New[S State](name string, r *rand.Rand) (Searcher[S], error) {
	switch name {
	case "dfs":
		return &depthFirst[S]{}, nil
	case "bfs":
		return NewBreadthFirst[S](), nil
	case "random-path":
		return newRandomPath[S](r), nil
	case "coverage":
		return &freshest[S]{r: r}, nil
	case "interleaved":
		return &interleaved[S]{list: []Searcher[S]{newRandomPath[S](r), &freshest[S]{r: r}}}, nil
	}
	return nil, fmt.Errorf("no search strategy %q: there are %v", name, Names())
}

type depthFirst[S State] struct{ stack []S }

func (s *depthFirst[S]) Select() S { return s.stack[len(s.stack)-1] }

func (s *depthFirst[S]) Update(current S, added, removed []S) {
	for _, st := range removed {
		i := slices.Index(s.stack, st)
		s.stack = slices.Delete(s.stack, i, i+1)
	}
	var none S
	if current == none || slices.Contains(removed, current) {
		s.stack = append(s.stack, added...)
		return
	}
	s.stack = append(s.stack[:len(s.stack)-1], added...)
	s.stack = append(s.stack, current)
}

// NewBreadthFirst returns the searcher named bfs.
func NewBreadthFirst[S State]() Searcher[S] { return &breadthFirst[S]{} }

type breadthFirst[S State] struct{ queue []S }

func (s *breadthFirst[S]) Select() S { return s.queue[0] }

func (s *breadthFirst[S]) Update(current S, added, removed []S) {
	var none S
	if current != none {
		s.queue = s.queue[1:]
		if !slices.Contains(removed, current) {
			added = append(slices.Clone(added), current)
		}
	} else if len(removed) > 0 {
		gone := map[S]bool{}
		for _, st := range removed {
			gone[st] = true
		}
		s.queue = slices.DeleteFunc(s.queue, func(st S) bool { return gone[st] })
	}
	s.queue = append(s.queue, added...)
}

// treeNode is a node of the tree of forks; a leaf has a state.
type treeNode[S State] struct {
	parent *treeNode[S]
	kids   [2]*treeNode[S]
	state  S // the zero S inside the tree
}

type randomPath[S State] struct {
	r     *rand.Rand
	root  *treeNode[S]
	nodes map[S]*treeNode[S]
}

func newRandomPath[S State](r *rand.Rand) *randomPath[S] {
	return &randomPath[S]{r: r, nodes: map[S]*treeNode[S]{}}
}

func (s *randomPath[S]) Select() S {
	var none S
	n := s.root
	for n.state == none {
		switch {
		case n.kids[0] == nil:
			n = n.kids[1]
		case n.kids[1] == nil:
			n = n.kids[0]
		default:
			n = n.kids[s.r.IntN(2)]
		}
	}
	return n.state
}

func (s *randomPath[S]) Update(current S, added, removed []S) {
	var none S
	for _, st := range added {
		leaf := &treeNode[S]{state: st}
		s.nodes[st] = leaf
		if current == none {
			s.root = leaf
			continue
		}
		n := s.nodes[current]
		mine := &treeNode[S]{parent: n, state: current}
		n.state, n.kids = none, [2]*treeNode[S]{mine, leaf}
		leaf.parent = n
		s.nodes[current] = mine
	}
	for _, st := range removed {
		n := s.nodes[st]
		delete(s.nodes, st)
		for n.parent != nil {
			p := n.parent
			if p.kids[0] == n {
				p.kids[0] = nil
			} else {
				p.kids[1] = nil
			}
			if p.kids[0] != nil || p.kids[1] != nil {
				break
			}
			n = p
		}
	}
}

// freshest prefers the state that has run the least since it covered a new
// block, among a few that it draws at random, so that it costs the same for any
// number of states.
type freshest[S State] struct {
	r     *rand.Rand
	list  []S
	place map[S]int
}

// draws is how many states freshest compares.
const draws = 8

func (s *freshest[S]) Select() S {
	best := s.list[s.r.IntN(len(s.list))]
	for range draws - 1 {
		if st := s.list[s.r.IntN(len(s.list))]; st.Stale() < best.Stale() {
			best = st
		}
	}
	return best
}

func (s *freshest[S]) Update(_ S, added, removed []S) {
	if s.place == nil {
		s.place = map[S]int{}
	}
	var none S
	for _, st := range added {
		s.place[st] = len(s.list)
		s.list = append(s.list, st)
	}
	for _, st := range removed {
		i, last := s.place[st], s.list[len(s.list)-1]
		s.list[i] = last
		s.place[last] = i
		s.list[len(s.list)-1] = none
		s.list = s.list[:len(s.list)-1]
		delete(s.place, st)
	}
}

type interleaved[S State] struct {
	list []Searcher[S]
	turn int
}

func (s *interleaved[S]) Select() S {
	s.turn++
	return s.list[s.turn%len(s.list)].Select()
}

func (s *interleaved[S]) Update(current S, added, removed []S) {
	for _, x := range s.list {
		x.Update(current, added, removed)
	}
}
