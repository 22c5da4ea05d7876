package difference

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"golang.org/x/sync/errgroup"
)

// Case is an input on which the versions differ, as an engine tried it.
type Case struct {
	Input  program.Input `json:"input"`
	Engine string        `json:"engine"`
	Note   engines.Note  `json:"note"`
	Old    *program.Outcome
	New    *program.Outcome
}

// Hunt is a search for cases.
type Hunt struct {
	Task   *engines.Task // Budget, Params and what else a run does not need may be left out
	Stages [][]engines.Engine
	Found  func(c *Case) error // called for one case at a time; an error ends the hunt and is returned
	// Progress, if not nil, is called now and then with the inputs tried so far.
	Progress func(tried int)
}

// Ended is what a hunt that came to its end knows.
type Ended struct {
	Tried      int                 `json:"inputs"`
	Undecided  int                 `json:"undecided"` // inputs on which a limit stopped a run
	Conclusion *engines.Conclusion `json:"conclusion,omitempty"`
	Engines    []EngineEnd         `json:"engines"`
	TimeUp     bool                `json:"time_up"`
}

// EngineEnd says how an engine ended.
type EngineEnd struct {
	Name     string           `json:"name"`
	Ended    string           `json:"ended"` // "finished", "time", "stopped" or an error
	Cases    int              `json:"cases"`
	Counters map[string]int64 `json:"counters,omitempty"`
}

// Stages are the engines that a hunt uses if nobody names any: those that follow
// both versions or are directed at the change side by side, then the one that
// knows nothing of it. Names that all does not have are left out.
func Stages(all []engines.Engine) [][]engines.Engine {
	var stages [][]engines.Engine
	for _, names := range [][]string{{"product", "shadow", "csg"}, {"dse"}} {
		var stage []engines.Engine
		for _, n := range names {
			if i := slices.IndexFunc(all, func(e engines.Engine) bool { return e.Name() == n }); i >= 0 {
				stage = append(stage, all[i])
			}
		}
		stages = append(stages, stage)
	}
	return stages
}

// errProved ends the other engines once one knows everything.
var errProved = errors.New("everything is known")

// Run hunts until the engines have ended or ctx is done; if that is because of a
// deadline it is no error. The engines of a stage run side by side. Existing
// tests are tried first.
func (h *Hunt) Run(ctx context.Context) (*Ended, error) {
	s := &search{hunt: h, tried: map[string]bool{}}
	err := s.tests(ctx)
	for _, stage := range h.Stages {
		if err != nil || s.ended.Conclusion != nil && s.ended.Conclusion.Complete {
			break
		}
		err = s.stage(ctx, stage)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		s.ended.TimeUp, err = true, nil
	}
	return &s.ended, err
}

// search is a hunt under way.
type search struct {
	hunt *Hunt

	mu    sync.Mutex
	tried map[string]bool // inputs that differ
	ended Ended
}

func (s *search) tests(ctx context.Context) error {
	if len(s.hunt.Task.Tests) == 0 {
		return nil
	}
	r, err := s.recorder("tests")
	if err != nil {
		return err
	}
	for i := range s.hunt.Task.Tests {
		t := &s.hunt.Task.Tests[i]
		if _, err := r.Try(ctx, &t.Input, engines.Note{Test: t.Name, Phase: "tests"}); err != nil {
			return err
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

// engine runs one engine. That an engine cannot work on the task is no error of
// the hunt as long as others can: it is told at the end.
func (s *search) engine(ctx context.Context, e engines.Engine) error {
	r, err := s.recorder(e.Name())
	if err != nil {
		return err
	}
	task := *s.hunt.Task
	task.Params = defaultParams{}
	err = e.Run(ctx, &task, r)
	end := EngineEnd{Name: e.Name(), Ended: "finished", Cases: r.cases, Counters: r.counters}
	switch {
	case r.failed != nil:
		end.Ended, err = "stopped", r.failed
	case err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()):
		end.Ended = "stopped"
		if errors.Is(err, context.DeadlineExceeded) {
			end.Ended = "time"
		}
	case err != nil:
		end.Ended, err = strings.TrimPrefix(err.Error(), e.Name()+": "), nil
	}
	s.mu.Lock()
	s.ended.Engines = append(s.ended.Engines, end)
	slices.SortFunc(s.ended.Engines, func(a, b EngineEnd) int { return strings.Compare(a.Name, b.Name) })
	if r.conclusion != nil {
		s.ended.Conclusion = r.conclusion
	}
	s.mu.Unlock()
	if err == nil && r.conclusion != nil && r.conclusion.Complete {
		return errProved
	}
	return err
}

// defaultParams leaves the parameters of an engine as they are.
type defaultParams struct{}

// Decode implements engines.Params.
func (defaultParams) Decode(any) error { return nil }

// recorder is what one engine reports to.
type recorder struct {
	of         *search
	name       string
	old, new   *vm.Instance
	mu         sync.Mutex
	cases      int
	counters   map[string]int64
	conclusion *engines.Conclusion
	failed     error // of Hunt.Found
}

func (s *search) recorder(name string) (*recorder, error) {
	r := &recorder{of: s, name: name, counters: map[string]int64{}}
	var err error
	if r.old, err = instance(s.hunt.Task.Old.Program, s.hunt.Task.RunSteps); err != nil {
		return nil, err
	}
	r.new, err = instance(s.hunt.Task.New.Program, s.hunt.Task.RunSteps)
	return r, err
}

func instance(p *program.Program, steps int64) (*vm.Instance, error) {
	m, err := vm.New(p, vm.Options{MaxSteps: steps})
	if err != nil {
		return nil, fmt.Errorf("prepare to run: %w", err)
	}
	return m.NewRun(), nil
}

// Try implements engines.Recorder.
func (r *recorder) Try(ctx context.Context, in *program.Input, note engines.Note) (*engines.Trial, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed != nil {
		return nil, engines.ErrBudget
	}
	t := &engines.Trial{}
	var err error
	if t.Old, err = r.old.Run(ctx, in); err != nil {
		return nil, err
	}
	if t.New, err = r.new.Run(ctx, in); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	t.Difference, t.Class = engines.Classify(t.Old, t.New, nil)
	if r.failed = r.of.take(&Case{Input: *in, Engine: r.name, Note: note, Old: t.Old, New: t.New}, t.Difference); r.failed != nil {
		return nil, engines.ErrBudget
	}
	if t.Difference.Counts() {
		r.cases++
	}
	return t, nil
}

// take counts an input, and hands it on if the versions differ and it is new.
func (s *search) take(c *Case, d program.Difference) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended.Tried++
	if s.hunt.Progress != nil {
		s.hunt.Progress(s.ended.Tried)
	}
	if d == program.DiffUndecided {
		s.ended.Undecided++
	}
	if !d.Counts() {
		return nil
	}
	key := c.Input.Key()
	if s.tried[key] {
		return nil
	}
	s.tried[key] = true
	return s.hunt.Found(c)
}

// Spend and the others implement engines.Recorder.
func (r *recorder) Spend(int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed != nil {
		return engines.ErrBudget
	}
	return nil
}

func (r *recorder) Requirement(engines.Requirement) error { return nil }
func (r *recorder) Explanation(engines.Explanation) error { return nil }

func (r *recorder) Count(name string, n int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counters[name] += n
}

// Conclude implements engines.Concluder.
func (r *recorder) Conclude(c engines.Conclusion) { r.conclusion = &c }
