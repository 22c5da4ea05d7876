package difference

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"golang.org/x/sync/errgroup"
)

// search is a hunt under way.
type search struct {
	hunt   *Hunt
	begin  time.Time
	rounds []func() (*Round, error)

	mu    sync.Mutex
	tried map[string]bool // inputs that differ
	ended Ended
	stops []map[*context.CancelCauseFunc]bool // by round, of the engines at work
}

func newSearch(ctx context.Context, h *Hunt) *search {
	s := &search{hunt: h, begin: time.Now(), tried: map[string]bool{}, stops: make([]map[*context.CancelCauseFunc]bool, h.Rounds)}
	for i := range h.Rounds {
		s.stops[i] = map[*context.CancelCauseFunc]bool{}
		s.rounds = append(s.rounds, sync.OnceValues(func() (*Round, error) { return h.Round(ctx, i) }))
	}
	return s
}

// enter makes a round. It is not begun if enough was found.
func (s *search) enter(i int) (*Round, error) {
	r, err := s.rounds[i]()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.enough() {
		return nil, errFirst
	}
	for n := len(s.ended.Rounds); n <= i; n++ {
		s.ended.Rounds = append(s.ended.Rounds, RoundEnd{standard: n >= s.hunt.Standard})
	}
	if e := &s.ended.Rounds[i]; e.Inputs == nil {
		e.Inputs, e.round = r.inputs(), r
		s.progress()
	}
	return r, nil
}

// enough reports whether the hunt was for one case, and has it.
func (s *search) enough() bool { return s.hunt.First && len(s.tried) > 0 }

func (s *search) progress() {
	if s.hunt.Progress != nil {
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
	r, err := s.recorder(s.hunt.Standard, round.Task, "tests", false)
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
	first, end := s.hunt.Standard, s.explored()
	switch {
	case about.Proves:
		first = 0
	case about.Samples:
		first, end = s.hunt.Rounds-1, s.hunt.Rounds
	}
	result := EngineEnd{Name: e.Name(), Ended: "stopped", Counters: map[string]int64{}}
	var err error
	for i := first; i < end && s.wants(i); i++ {
		var round *Round
		if round, err = s.enter(i); err != nil {
			break
		}
		if err = s.work(ctx, e, i, round, about.Proves, &result); err != nil || result.Ended != "finished" && result.Ended != "stopped" {
			break
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended.Engines = append(s.ended.Engines, result)
	slices.SortFunc(s.ended.Engines, func(a, b EngineEnd) int { return strings.Compare(a.Name, b.Name) })
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
	if i > s.hunt.Standard && len(s.tried) > 0 {
		return false
	}
	return i >= len(s.ended.Rounds) || !s.ended.Rounds[i].Complete()
}

// known reports whether there is nothing left to find out.
func (s *search) known() bool {
	for i := s.hunt.Standard; i < s.explored(); i++ {
		if s.wants(i) {
			return false
		}
	}
	return true
}

// work runs an engine on one round.
func (s *search) work(ctx context.Context, e engines.Engine, i int, round *Round, proves bool, end *EngineEnd) error {
	r, err := s.recorder(i, round.Task, e.Name(), engines.Describe(e).Covers)
	if err != nil {
		return err
	}
	inner, stop := context.WithCancelCause(ctx)
	defer s.watch(inner, i, proves, stop)()
	task := *round.Task
	task.Params = defaultParams{}
	err = e.Run(inner, &task, r)
	end.Ended = "finished"
	end.Cases += r.cases
	for _, name := range slices.Sorted(maps.Keys(r.counters)) {
		end.Counters[name] += r.counters[name]
	}
	switch {
	case r.failed != nil:
		end.Ended, err = "stopped", r.failed
	case err != nil && inner.Err() != nil && errors.Is(err, inner.Err()):
		end.Ended = "stopped"
		if errors.Is(err, context.DeadlineExceeded) {
			end.Ended = "time"
		}
		err = ctx.Err() // nil if it was by what watch waits for
	case err != nil:
		end.Ended, err = strings.TrimPrefix(err.Error(), e.Name()+": "), nil
	}
	if r.conclusion != nil {
		s.conclude(i, r.conclusion)
	}
	if err == nil && s.known() {
		return errProved
	}
	return err
}

// watch sees to it that the work on a round ends when everything is known of it
// and, for an engine that cannot prove anything, when its share of the time is
// over and there is no case. It returns what is to be called at the end.
func (s *search) watch(ctx context.Context, i int, proves bool, stop context.CancelCauseFunc) func() {
	s.mu.Lock()
	s.stops[i][&stop] = true
	s.mu.Unlock()
	widen := func() bool { return false }
	if left, ok := s.share(ctx, i); ok && !proves {
		t := time.AfterFunc(left, func() {
			if s.wants(i + 1) {
				stop(errWiden)
			}
		})
		widen = t.Stop
	}
	return func() {
		widen()
		s.mu.Lock()
		delete(s.stops[i], &stop)
		s.mu.Unlock()
		stop(nil)
	}
}

// noDeadline is the time that shares are of if there is no limit.
const noDeadline = 2 * time.Minute

// share returns the time from now on that a round has; it reports false for the
// last one. Rounds behind have more.
func (s *search) share(ctx context.Context, i int) (time.Duration, bool) {
	whole := noDeadline
	if d, ok := ctx.Deadline(); ok {
		whole = d.Sub(s.begin)
	}
	done, all := 0, 0
	for k := s.hunt.Standard; k < s.explored(); k++ {
		all += k + 1
		if k <= i {
			done += k + 1
		}
	}
	return time.Until(s.begin.Add(whole * time.Duration(done) / time.Duration(all))), i < s.explored()-1
}

// conclude takes what an engine knows of a round. A proof ends the work on it.
func (s *search) conclude(i int, c *engines.Conclusion) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := &s.ended.Rounds[i]
	e.Conclusion = c
	if !e.Complete() {
		return
	}
	s.progress()
	for stop := range s.stops[i] {
		(*stop)(errProved)
	}
}

// take counts an input, and hands it on if the versions differ and it is new.
func (s *search) take(i int, c *Case, d program.Difference) error {
	round, err := s.rounds[i]()
	if err != nil {
		return err
	}
	c.Round = round
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.enough() {
		return errFirst
	}
	s.ended.Tried++
	s.ended.Rounds[i].Tried++
	s.progress()
	if d == program.DiffUndecided {
		s.ended.Rounds[i].Undecided++
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
