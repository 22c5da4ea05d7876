package difference

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"golang.org/x/sync/errgroup"
)

// search is a hunt under way.
type search struct {
	hunt   *hunt
	budget *budget
	begin  time.Time
	rounds []func() (*Round, error)

	mu      sync.Mutex
	closed  bool
	tried   map[string]bool // inputs that differ
	ended   Ended
	working map[string]int // engines at work
	static  int            // of these, those that look at the code alone
	stops   []map[*stopper]bool
	starved bool // engines that explore were stopped for want of memory

	compiling sync.Mutex
	versions  map[[2]*program.Program]*pair.Runner
}

// runner returns what runs the versions of a round: one for all engines and rounds of
// the same programs, which it takes long to compile.
func (s *search) runner(r *Round) (*pair.Runner, error) {
	s.compiling.Lock()
	defer s.compiling.Unlock()
	key := [2]*program.Program{r.Task.Old.Program, r.Task.New.Program}
	if s.versions[key] == nil {
		x, err := pair.Of(r.Task, pair.Options{Coverage: true, Buffered: true})
		if err != nil {
			return nil, fmt.Errorf("prepare to run: %w", err)
		}
		s.versions[key] = x
	}
	return s.versions[key], nil
}

// stopper ends the work of an engine on a round.
type stopper struct {
	stop    context.CancelCauseFunc
	samples bool
	static  bool // what it knows is about no round
}

func newSearch(ctx context.Context, h *hunt, b *budget) *search {
	s := &search{hunt: h, budget: b, begin: time.Now(), tried: map[string]bool{}, working: map[string]int{}, stops: make([]map[*stopper]bool, h.Rounds),
		versions: map[[2]*program.Program]*pair.Runner{}}
	for i := range h.Rounds {
		s.stops[i] = map[*stopper]bool{}
		s.rounds = append(s.rounds, sync.OnceValues(func() (*Round, error) { return h.Round(ctx, i) }))
	}
	return s
}

// all tries the existing tests and runs the engines, stage by stage.
func (s *search) all(ctx context.Context) error {
	defer s.mind(ctx)()
	err := s.tests(ctx)
	for _, stage := range s.hunt.Stages {
		if err != nil || s.known() {
			break
		}
		err = s.stage(ctx, stage)
	}
	return err
}

// close ends the taking of results and returns those taken so far. Engines that are
// still at work have not heeded that the search is over.
func (s *search) close() *Ended {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, name := range slices.Sorted(maps.Keys(s.working)) {
		if s.working[name] > 0 {
			s.ended.Engines = append(s.ended.Engines, EngineEnd{Name: name, Ended: "time"})
		}
	}
	slices.SortFunc(s.ended.Engines, func(a, b EngineEnd) int { return strings.Compare(a.Name, b.Name) })
	end := s.ended
	end.Rounds, end.Engines = slices.Clone(end.Rounds), slices.Clone(end.Engines)
	for i := range end.Rounds {
		end.Rounds[i].NotCompared = maps.Clone(end.Rounds[i].NotCompared)
	}
	return &end
}

// enter makes a round. It is not begun if enough was found.
func (s *search) enter(i int) (*Round, error) {
	r, err := s.rounds[i]()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return nil, errClosed
	case s.enough():
		return nil, errFirst
	}
	for n := len(s.ended.Rounds); n <= i; n++ {
		s.ended.Rounds = append(s.ended.Rounds, RoundEnd{standard: s.stands(n), made: n >= s.begins() && n < s.hunt.Standard, number: n})
	}
	if e := &s.ended.Rounds[i]; e.Inputs == nil {
		e.Inputs, e.round = r.inputs(), r
		s.progress()
	}
	return r, nil
}

// begins returns the first round for engines that prove nothing.
func (s *search) begins() int { return s.hunt.Standard - s.hunt.Made }

func (s *search) stands(i int) bool {
	if s.hunt.Stands == nil {
		return i >= s.hunt.Standard
	}
	return s.hunt.Stands(i)
}

// enough reports whether the hunt was for one case, and has it.
func (s *search) enough() bool { return s.hunt.First && len(s.tried) > 0 }

func (s *search) progress() {
	if s.hunt.Progress != nil && !s.closed {
		s.hunt.Progress(&s.ended)
	}
}

// tests tries the existing tests.
func (s *search) tests(ctx context.Context) error {
	round, err := s.rounds[s.hunt.Standard]()
	if err != nil || len(round.Task.Tests) == 0 {
		return err
	}
	if _, err := s.enter(s.hunt.Standard); err != nil {
		return err
	}
	r, err := s.recorder(s.hunt.Standard, round, "tests")
	if err != nil {
		return err
	}
	for i := range round.Task.Tests {
		t := &round.Task.Tests[i]
		if _, err := r.Try(ctx, &t.Input, engines.Note{Test: t.Name, Phase: "tests"}); err != nil {
			return cmp.Or(r.failed, err)
		}
	}
	return nil
}

// stage runs engines side by side.
func (s *search) stage(ctx context.Context, list []engines.Engine) error {
	g, inner := errgroup.WithContext(ctx)
	for _, e := range list {
		g.Go(func() error { return s.engine(inner, e) })
	}
	err := g.Wait()
	if errors.Is(err, errProved) {
		err = nil
	}
	return err
}

// engine runs one engine on round after round. That it cannot work on the task is
// no error of the hunt as long as others can: it is told at the end.
func (s *search) engine(ctx context.Context, e engines.Engine) error {
	about := engines.Describe(e)
	first, end := s.begins(), s.explored()
	switch {
	case about.Static:
		first, end = s.hunt.Standard, s.hunt.Standard+1
	case about.Proves:
		first = 0
	case about.Samples:
		first, end = s.hunt.Rounds-1, s.hunt.Rounds
	}
	s.mu.Lock()
	s.working[e.Name()]++
	if about.Static {
		s.static++
	}
	s.mu.Unlock()
	result := EngineEnd{Name: e.Name(), Ended: "stopped", Counters: map[string]int64{}}
	var err error
	for i := first; i < end && s.wants(i) && s.fed(about.Samples); i++ {
		var round *Round
		if round, err = s.enter(i); err != nil {
			break
		}
		if err = s.work(ctx, e, i, round, about, &result); err != nil || result.Ended != "finished" && result.Ended != "stopped" {
			break
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.working[e.Name()]--
	if about.Static {
		s.static--
	}
	if s.closed {
		return errClosed
	}
	s.ended.Engines = append(s.ended.Engines, result)
	return err
}

// explored is how many rounds are for engines that do not draw inputs.
func (s *search) explored() int {
	if s.hunt.Drawn {
		return s.hunt.Rounds - 1
	}
	return s.hunt.Rounds
}

// wants reports whether a round is worth working on: nothing is known of all its
// inputs, and of those behind the standard one only if there is no case yet.
func (s *search) wants(i int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i > s.hunt.Standard && len(s.tried) > 0 || s.ended.Proved() {
		return false
	}
	return i >= len(s.ended.Rounds) || !s.ended.Rounds[i].Complete()
}

// fed reports whether there is memory for an engine.
func (s *search) fed(samples bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return samples || !s.starved
}

// known reports whether there is nothing left to find out.
func (s *search) known() bool {
	if s.proving() {
		return false
	}
	for i := s.begins(); i < s.explored(); i++ {
		if s.wants(i) {
			return false
		}
	}
	return true
}

// proving reports whether an engine that may prove the versions equal is at work, and
// what all inputs say would leave parts of the changes open.
func (s *search) proving() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.static > 0 && !s.ended.Proved() && !s.enough() && s.hunt.Reach != nil && len(s.hunt.Reach.open()) > 0
}

// work runs an engine on one round.
func (s *search) work(ctx context.Context, e engines.Engine, i int, round *Round, about engines.Description, end *EngineEnd) error {
	r, err := s.recorder(i, round, e.Name())
	if err != nil {
		return err
	}
	inner, stop := context.WithCancelCause(ctx)
	defer s.watch(inner, i, about, stop)()
	task := *round.Task
	task.Params = defaultParams{}
	var rec engines.Recorder = r
	if s.hunt.Certify != nil {
		rec = &certifier{r, s.hunt.Certify}
	}
	err = run(inner, e, &task, rec)
	end.Ended = "finished"
	end.Cases += r.cases
	for _, name := range slices.Sorted(maps.Keys(r.counters)) {
		end.Counters[name] += r.counters[name]
	}
	switch cause := context.Cause(inner); {
	case r.failed != nil:
		end.Ended, err = "stopped", r.failed
	case err != nil && inner.Err() != nil && errors.Is(err, inner.Err()):
		end.Ended = "stopped"
		switch {
		case errors.Is(cause, context.DeadlineExceeded), errors.Is(cause, errTime):
			end.Ended = "time"
		case errors.Is(cause, errMemory):
			end.Ended = "memory"
		}
		err = ctx.Err() // nil if it was by what watch waits for
	case err != nil:
		end.Ended, err = strings.TrimPrefix(err.Error(), e.Name()+": "), nil
	}
	if r.conclusion != nil {
		s.conclude(i, r.conclusion, about.Static)
	}
	if err == nil && s.known() {
		return errProved
	}
	return err
}

// run is Engine.Run; a panic is an error of that engine.
func run(ctx context.Context, e engines.Engine, task *engines.Task, rec engines.Recorder) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
	}()
	return e.Run(ctx, task, rec)
}

// watch sees to it that the work on a round ends when everything is known of it
// and, for an engine that cannot prove anything, when its share of the time is
// over and there is no case. It returns what is to be called at the end.
func (s *search) watch(ctx context.Context, i int, about engines.Description, stop context.CancelCauseFunc) func() {
	st := &stopper{stop, about.Samples, about.Static}
	s.mu.Lock()
	s.stops[i][st] = true
	s.mu.Unlock()
	if share, last := s.share(i); !last && !about.Proves {
		go func() {
			for s.spent() < share {
				select {
				case <-ctx.Done():
					return
				case <-time.After(2 * poll):
				}
			}
			if s.wants(i + 1) {
				stop(errWiden)
			}
		}()
	}
	return func() {
		s.mu.Lock()
		delete(s.stops[i], st)
		s.mu.Unlock()
		stop(nil)
	}
}

// noDeadline is the time that shares are of if there is no limit.
const noDeadline = 2 * time.Minute

// spent returns the share of the time for searching that is used.
func (s *search) spent() float64 {
	if used, limited := s.budget.used(); limited {
		return used / s.budget.searching()
	}
	return float64(time.Since(s.begin)) / float64(noDeadline)
}

// share returns the share of the time after which the work on a round ends; last
// reports that it is the last one, which has all that is left. Rounds behind have
// more.
func (s *search) share(i int) (share float64, last bool) {
	done, all := 0, 0
	for k := s.begins(); k < s.explored(); k++ {
		all += k + 1
		if k <= i {
			done += k + 1
		}
	}
	return float64(done) / float64(all), i >= s.explored()-1
}

// mind stops the engines that explore when the memory is used up; those that draw
// inputs, which need little, go on. It returns what ends the minding.
func (s *search) mind(ctx context.Context) (end func()) {
	limit := s.budget.Memory
	if limit == 0 {
		return func() {}
	}
	inner, cancel := context.WithCancel(ctx)
	go func() {
		for {
			select {
			case <-inner.Done():
				return
			case <-time.After(5 * poll):
			}
			if held() < limit*9/10 {
				continue
			}
			debug.FreeOSMemory() // what is garbage is not used
			if held() < limit*9/10 {
				continue
			}
			s.starve()
			select {
			case <-inner.Done():
				return
			case <-time.After(time.Second):
			}
			debug.FreeOSMemory()
		}
	}()
	return cancel
}

func (s *search) starve() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starved, s.ended.MemoryUp = true, true
	for _, list := range s.stops {
		for st := range list {
			if !st.samples {
				st.stop(errMemory)
			}
		}
	}
}

// conclude takes what an engine knows of a round. A proof ends the work on it, and
// one for every input ends all work.
func (s *search) conclude(i int, c *engines.Conclusion, static bool) {
	if len(c.Proved) > 0 {
		s.hunt.Reach.prove(c.Proved, cmp.Or(c.Proof, "proved equal"))
	}
	if static && c.Complete && c.Unbounded {
		s.hunt.Reach.proveCalled(cmp.Or(c.Proof, "proved equal"))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	if static {
		s.ended.Static = c
		if c.Complete && c.Unbounded {
			s.progress()
			s.stop(s.stops...)
		}
		return
	}
	e := &s.ended.Rounds[i]
	if was := e.Conclusion; was != nil && (was.Complete || !c.Complete && c.Paths <= was.Paths) {
		return
	}
	if e.Conclusion = c; e.Complete() {
		s.progress()
		s.stop(s.stops[i])
	}
}

// stop ends the work on rounds of which everything is known.
func (s *search) stop(rounds ...map[*stopper]bool) {
	for _, list := range rounds {
		for st := range list {
			if !st.static || s.ended.Proved() {
				st.stop(errProved)
			}
		}
	}
}

// take counts an input, and hands it on if the versions differ and it is new. count
// is called for each input that is taken.
func (s *search) take(i int, c *tried, d program.Difference, count func()) error {
	round, err := s.rounds[i]()
	if err != nil {
		return err
	}
	c.Round = round
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return errClosed
	case s.enough():
		return errFirst
	}
	count()
	s.ended.Tried++
	e := &s.ended.Rounds[i]
	e.Tried++
	s.progress()
	switch {
	case d == program.DiffUndecided:
		e.Undecided++
	case compared(c.Old, c.New, d):
		e.compared++
	case d == program.Same:
		if e.NotCompared == nil {
			e.NotCompared = map[string]int{}
		}
		e.NotCompared["both versions end in "+faultText(c.New.Fault)]++
	}
	if !d.Counts() {
		return nil
	}
	key := c.Input.Key()
	if s.tried[key] {
		return nil
	}
	s.tried[key] = true
	if err := s.hunt.Found(c); err != nil || !s.hunt.First {
		return err
	}
	return errFirst
}

// faultText says what ended a run and where.
func faultText(f *program.Fault) string {
	s := string(f.Kind)
	if f.Pos.Line > 0 {
		s += " at " + f.Pos.String()
	}
	return s
}
