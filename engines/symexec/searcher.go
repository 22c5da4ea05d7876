package symexec

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Searcher chooses which state runs next. Implementations may keep what they
// like about states; a state is known to a searcher from the Update that adds
// it to the one that removes it.
type Searcher interface {
	// Select returns the state to run. There is at least one.
	Select() *State
	// Update is called after a state has run: it forked the added states, and
	// the removed ones have ended. The first call has no current state.
	Update(current *State, added, removed []*State)
}

// Searches lists the names that NewSearcher knows.
func Searches() []string {
	return []string{"bfs", "coverage", "dfs", "interleaved", "random-path"}
}

// NewSearcher returns a searcher by name:
//
//   - dfs: the newest fork first, after the state that made it has ended
//   - bfs: all states in turn, the one that has waited longest first
//   - random-path: a random walk down the tree of forks, which prefers states
//     near the root (Cadar et al., OSDI 2008, section 3.4)
//   - coverage: states that have not run for long since they covered something
//   - interleaved: random-path and coverage in turn
func NewSearcher(name string, r *rand.Rand) (Searcher, error) {
	switch name {
	case "dfs":
		return &depthFirst{}, nil
	case "bfs":
		return &breadthFirst{}, nil
	case "random-path":
		return newRandomPath(r), nil
	case "coverage":
		return &freshest{r: r}, nil
	case "interleaved":
		return &interleaved{list: []Searcher{newRandomPath(r), &freshest{r: r}}}, nil
	}
	return nil, fmt.Errorf("no search strategy %q: there are %v", name, Searches())
}

type depthFirst struct{ stack []*State }

func (s *depthFirst) Select() *State { return s.stack[len(s.stack)-1] }

func (s *depthFirst) Update(current *State, added, removed []*State) {
	for _, st := range removed {
		i := slices.Index(s.stack, st)
		s.stack = slices.Delete(s.stack, i, i+1)
	}
	if current == nil || slices.Contains(removed, current) {
		s.stack = append(s.stack, added...)
		return
	}
	s.stack = append(s.stack[:len(s.stack)-1], added...)
	s.stack = append(s.stack, current)
}

type breadthFirst struct{ queue []*State }

func (s *breadthFirst) Select() *State { return s.queue[0] }

func (s *breadthFirst) Update(current *State, added, removed []*State) {
	if current != nil {
		s.queue = s.queue[1:]
		if !slices.Contains(removed, current) {
			added = append(slices.Clone(added), current)
		}
	} else if len(removed) > 0 {
		gone := map[*State]bool{}
		for _, st := range removed {
			gone[st] = true
		}
		s.queue = slices.DeleteFunc(s.queue, func(st *State) bool { return gone[st] })
	}
	s.queue = append(s.queue, added...)
}

// treeNode is a node of the tree of forks; a leaf has a state.
type treeNode struct {
	parent *treeNode
	kids   [2]*treeNode
	state  *State
}

type randomPath struct {
	r     *rand.Rand
	root  *treeNode
	nodes map[*State]*treeNode
}

func newRandomPath(r *rand.Rand) *randomPath {
	return &randomPath{r: r, nodes: map[*State]*treeNode{}}
}

func (s *randomPath) Select() *State {
	n := s.root
	for n.state == nil {
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

func (s *randomPath) Update(current *State, added, removed []*State) {
	for _, st := range added {
		leaf := &treeNode{state: st}
		s.nodes[st] = leaf
		if current == nil {
			s.root = leaf
			continue
		}
		n := s.nodes[current]
		mine := &treeNode{parent: n, state: current}
		n.state, n.kids = nil, [2]*treeNode{mine, leaf}
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
type freshest struct {
	r     *rand.Rand
	list  []*State
	place map[*State]int
}

// draws is how many states freshest compares.
const draws = 8

func (s *freshest) Select() *State {
	best := s.list[s.r.IntN(len(s.list))]
	for range draws - 1 {
		if st := s.list[s.r.IntN(len(s.list))]; st.stale < best.stale {
			best = st
		}
	}
	return best
}

func (s *freshest) Update(_ *State, added, removed []*State) {
	if s.place == nil {
		s.place = map[*State]int{}
	}
	for _, st := range added {
		s.place[st] = len(s.list)
		s.list = append(s.list, st)
	}
	for _, st := range removed {
		i, last := s.place[st], s.list[len(s.list)-1]
		s.list[i] = last
		s.place[last] = i
		s.list[len(s.list)-1] = nil
		s.list = s.list[:len(s.list)-1]
		delete(s.place, st)
	}
}

type interleaved struct {
	list []Searcher
	turn int
}

func (s *interleaved) Select() *State {
	s.turn++
	return s.list[s.turn%len(s.list)].Select()
}

func (s *interleaved) Update(current *State, added, removed []*State) {
	for _, x := range s.list {
		x.Update(current, added, removed)
	}
}
