package directed

import (
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
)

// search chooses states. It is the Searcher of an Explorer, and its hooks.
type search struct {
	plan    *Plan
	program *program.Program
	random  float64
	r       *rand.Rand

	at      [][]int32 // target of each statement of each function, or -1
	begin   *progress
	reached []int // how often each target was reached
	frames  []symexec.Frame

	entries map[*symexec.State]*entry
	all     []*entry
	near    [][]*entry // by distance; the last for all that are farther
	nearest int        // no list before this has entries
}

// entry is a state that the search knows.
type entry struct {
	state       *symexec.State
	distance    int
	place       int // in all
	placeInNear int
}

// farthest is the distance from which on states are not told apart.
const farthest = 1 << 12

// draws is how many of the nearest states are compared by their targets.
const draws = 16

func newSearch(p *program.Program, plan *Plan, random float64, r *rand.Rand) *search {
	s := &search{plan: plan, program: p, random: random, r: r, reached: make([]int, len(plan.Targets)),
		entries: map[*symexec.State]*entry{}, near: make([][]*entry, farthest+1), begin: &progress{plan.Start}}
	s.at = make([][]int32, len(p.Funcs))
	for i, t := range plan.Targets {
		for _, at := range t.Stmts {
			if s.at[at.Func] == nil {
				s.at[at.Func] = slices.Repeat([]int32{-1}, len(p.Funcs[at.Func].Stmts))
			}
			s.at[at.Func][at.Stmt] = int32(i)
		}
	}
	return s
}

func (s *search) progressOf(st *symexec.State) *progress {
	if p, ok := st.Payload.(*progress); ok {
		return p
	}
	return s.begin
}

// onStmt advances the targets of a state that reaches one.
func (s *search) onStmt(st *symexec.State, fn int, stmt int32) symexec.Order {
	if s.at[fn] == nil || s.at[fn][stmt] < 0 {
		return symexec.Continue
	}
	t := int(s.at[fn][stmt])
	now := s.progressOf(st)
	if !slices.Contains(now.targets, t) {
		return symexec.Continue
	}
	s.reached[t]++
	if s.plan.Targets[t].Goal {
		st.Payload = &progress{}
		return symexec.End
	}
	st.Payload = &progress{s.plan.Next(now.targets, t)}
	return symexec.Pause
}

// distance returns how far a state is from its nearest target.
func (s *search) distance(st *symexec.State) (int, bool) {
	s.frames = st.Frames(s.frames[:0])
	own := s.frames[:0]
	for _, f := range s.frames {
		if !s.program.Funcs[f.Func].Library {
			own = append(own, f)
		}
	}
	best, found := 0, false
	if len(own) == 0 {
		return farthest, true // the run-time library has not called main yet, or is ending
	}
	for _, t := range s.progressOf(st).targets {
		if d, ok := s.plan.Targets[t].Distance(own); ok && (!found || d < best) {
			best, found = d, true
		}
	}
	return best, found
}

// keep is Options.Keep; it measures the distance for update.
func (s *search) keep(st *symexec.State) bool {
	d, ok := s.distance(st)
	if !ok {
		return false
	}
	e := s.entries[st]
	if e == nil {
		e = &entry{state: st, place: -1}
		s.entries[st] = e
	} else if e.place >= 0 {
		s.leave(e)
	}
	e.distance = min(d, farthest)
	if e.place >= 0 {
		s.join(e)
	}
	return true
}

// join puts an entry into the list of its distance, leave takes it out.
func (s *search) join(e *entry) {
	list := &s.near[e.distance]
	e.placeInNear = len(*list)
	*list = append(*list, e)
	s.nearest = min(s.nearest, e.distance)
}

func (s *search) leave(e *entry) {
	list := &s.near[e.distance]
	last := (*list)[len(*list)-1]
	(*list)[e.placeInNear] = last
	last.placeInNear = e.placeInNear
	*list = (*list)[:len(*list)-1]
}

// Update implements symexec.Searcher.
func (s *search) Update(_ *symexec.State, added, removed []*symexec.State) {
	for _, st := range added {
		e := s.entries[st]
		if e == nil { // the first state of all
			e = &entry{state: st}
			s.entries[st] = e
		}
		e.place = len(s.all)
		s.all = append(s.all, e)
		s.join(e)
	}
	for _, st := range removed {
		e := s.entries[st]
		s.leave(e)
		last := s.all[len(s.all)-1]
		s.all[e.place] = last
		last.place = e.place
		s.all = s.all[:len(s.all)-1]
		delete(s.entries, st)
	}
}

// Select implements symexec.Searcher: now and then a random state; else of the
// states nearest to their targets one with a great share of targets that no state
// has reached.
func (s *search) Select() *symexec.State {
	if s.r.Float64() < s.random {
		return s.all[s.r.IntN(len(s.all))].state
	}
	for len(s.near[s.nearest]) == 0 {
		s.nearest++
	}
	list := s.near[s.nearest]
	best := list[s.r.IntN(len(list))]
	share := s.share(best)
	for range min(draws, len(list)) - 1 {
		e := list[s.r.IntN(len(list))]
		if x := s.share(e); x > share {
			best, share = e, x
		}
	}
	return best.state
}

// share returns the share of a state's targets that no state has reached.
func (s *search) share(e *entry) float64 {
	targets := s.progressOf(e.state).targets
	n := 0
	for _, t := range targets {
		if s.reached[t] == 0 {
			n++
		}
	}
	return float64(n) / float64(max(1, len(targets)))
}
