package directed

import (
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/engines/symexec"
	symsearch "github.com/riftlab/rift/engines/symexec/search"
	"github.com/riftlab/rift/program"
)

// search chooses states. It is the Searcher of an Explorer, and its hooks.
type search struct {
	plan    *Plan
	program *program.Program
	fair    bool
	beyond  bool // states go on from goals
	random  float64
	// systematic has short inputs come before long ones, and all ways into a class
	// before ways that differ in the end only.
	systematic bool
	r          *rand.Rand

	at      [][]int32              // target of each statement of each function, or -1
	calls   map[Stmt]symexec.Frame // see lastCalls
	begin   *progress
	reached []int // how often each target was reached
	frames  []symexec.Frame

	entries map[*symexec.State]*entry
	classes *classes
	paths   symsearch.Searcher[*symexec.State] // random ones
	breadth bool                               // the last turn of a class went to a state with few forks
}

// entry is a state that the search knows.
type entry struct {
	state    *symexec.State
	distance int
	class    *class
	line     *line
	rank     int // of the line in the class
	place    int // in the list of its distance; -1 if it is in none
	member   int // place in the line
}

// farthest is the distance from which on states are not told apart.
const farthest = 1 << 12

// draws is how many of the nearest states are compared by their targets.
const draws = 64

func newSearch(p *program.Program, plan *Plan, params *Params, r *rand.Rand) *search {
	s := &search{plan: plan, program: p, fair: params.Fair, random: params.Random, r: r, reached: make([]int, len(plan.Targets)),
		entries: map[*symexec.State]*entry{}, classes: newClasses()}
	var err error
	if s.paths, err = symsearch.New[*symexec.State]("random-path", r); err != nil {
		panic("directed: " + err.Error())
	}
	s.begin = &progress{targets: plan.Start, last: -1, class: s.classes.of(""), line: &line{}}
	s.at = make([][]int32, len(p.Funcs))
	for i, t := range plan.Targets {
		for _, at := range t.Stmts {
			if s.at[at.Func] == nil {
				s.at[at.Func] = slices.Repeat([]int32{-1}, len(p.Funcs[at.Func].Stmts))
			}
			s.at[at.Func][at.Stmt] = int32(i)
		}
	}
	s.calls = s.lastCalls()
	return s
}

func (s *search) progressOf(st *symexec.State) *progress {
	if p, ok := st.Payload.(*progress); ok {
		return p
	}
	return s.begin
}

// onStmt advances the targets of a state that begins one. A goal that calls functions
// of the program first, as the output of a call's result does, is not reached before
// they have returned: they may well hold the change.
func (s *search) onStmt(st *symexec.State, fn int, stmt int32) symexec.Order {
	if s.at[fn] == nil || s.at[fn][stmt] < 0 {
		return symexec.Continue
	}
	if _, calls := s.calls[Stmt{fn, stmt}]; calls {
		return symexec.Continue
	}
	return s.reach(st, int(s.at[fn][stmt]))
}

// onReturn reaches goals when the last of their calls has returned.
func (s *search) onReturn(st *symexec.State, fn int, stmt int32) symexec.Order {
	last, ok := s.calls[Stmt{fn, stmt}]
	if !ok {
		return symexec.Continue
	}
	s.frames = st.Frames(s.frames[:0])
	if at := s.frames[len(s.frames)-1]; at.Block < last.Block || at.Block == last.Block && at.Index <= last.Index {
		return symexec.Continue
	}
	return s.reach(st, int(s.at[fn][stmt]))
}

// lastCalls finds, for each statement of a goal that calls functions of the program by
// name, the call that is laid out last.
func (s *search) lastCalls() map[Stmt]symexec.Frame {
	calls := map[Stmt]symexec.Frame{}
	for f, at := range s.at {
		if at == nil {
			continue
		}
		for b, blk := range s.program.Funcs[f].Blocks {
			for i := range blk.Instrs {
				in := &blk.Instrs[i]
				if in.Op != program.Call || in.A.Mode != program.FuncAddr || s.program.Funcs[in.A.Index].Library || in.Stmt < 0 {
					continue
				}
				if t := at[in.Stmt]; t >= 0 && s.plan.Targets[t].Goal {
					calls[Stmt{f, in.Stmt}] = symexec.Frame{Func: f, Block: b, Index: i}
				}
			}
		}
	}
	return calls
}

// reach advances the targets of a state.
func (s *search) reach(st *symexec.State, t int) symexec.Order {
	now := s.progressOf(st)
	if !slices.Contains(now.targets, t) {
		return symexec.Continue
	}
	s.reached[t]++
	next := &progress{last: t, class: now.class, line: now.line}
	st.Payload = next
	if s.plan.Targets[t].Goal {
		if s.fair {
			now.class.end(now.line)
		}
		if next.beyond = s.beyond; s.beyond {
			return symexec.Pause
		}
		return symexec.End
	}
	if s.fair {
		if next.class = s.classes.after(now.class, now.last, t); next.class != now.class {
			next.line = &line{}
			if s.systematic && now.line != s.begin.line { // of which all would stem
				next.line.from = now.line
			}
		}
	}
	next.targets = s.plan.Next(now.targets, t)
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
	if len(own) == 0 || s.progressOf(st).beyond {
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
	}
	known := e.place >= 0
	if known {
		s.classes.leave(e.class, e)
	}
	p := s.progressOf(st)
	e.distance, e.class, e.line = min(d, farthest), p.class, p.line
	if known {
		s.classes.join(e.class, e)
	}
	return true
}

// evict is Options.Evict.
func (s *search) evict(n int) []*symexec.State {
	var out []*symexec.State
	for _, e := range s.classes.victims(n, s.shorter) {
		out = append(out, e.state)
	}
	return out
}

// Update implements search.Searcher.
func (s *search) Update(current *symexec.State, added, removed []*symexec.State) {
	s.paths.Update(current, added, removed)
	for _, st := range added {
		e := s.entries[st]
		if e == nil { // the first state of all
			e = &entry{state: st, class: s.begin.class, line: s.begin.line}
			s.entries[st] = e
		}
		s.classes.join(e.class, e)
	}
	for _, st := range removed {
		e := s.entries[st]
		s.classes.leave(e.class, e)
		delete(s.entries, st)
	}
}

// Select implements search.Searcher: now and then the state at the end of a random
// way down the tree of forks; else one of the class whose turn it is. That is, in
// turn, one with few forks, so that short ways come before long ones, and one of those
// nearest to their targets, with a great share of targets that no state has reached
// if there is such.
func (s *search) Select() *symexec.State {
	if s.r.Float64() < s.random {
		return s.paths.Select()
	}
	near := s.classes.turn(s.r).some(s.systematic, s.r)
	if s.breadth = s.fair && !s.breadth; s.breadth {
		return s.draw(near.n, near.at, func(*entry) float64 { return 0 }).state
	}
	list := near.first()
	return s.draw(len(list), func(i int) *entry { return list[i] }, s.share).state
}

// draw returns the best of some of n entries drawn at random: the one of the greatest
// worth or, of several, of the fewest forks.
func (s *search) draw(n int, at func(int) *entry, worth func(*entry) float64) *entry {
	best := at(s.r.IntN(n))
	most := worth(best)
	for range min(draws, n) - 1 {
		e := at(s.r.IntN(n))
		if x := worth(e); x > most || x == most && s.shorter(e.state, best.state) {
			best, most = e, x
		}
	}
	return best
}

// shorter reports whether a path has made fewer decisions than another; in a
// systematic search, whether these settle less of the input.
func (s *search) shorter(a, b *symexec.State) bool {
	if x, y := a.Decided(), b.Decided(); s.systematic && x != y {
		return x < y
	}
	return a.Forks < b.Forks
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
