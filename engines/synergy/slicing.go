package synergy

import (
	"context"
	"fmt"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program/delta"
)

// Slice is a baseline of explanations: the backward dynamic slice of the failing run, from
// what failed. It blames those changes whose statements are in the slice, as few as are
// needed, and tells the slice's statements.
//
// Source: Agrawal, Horgan, "Dynamic program slicing", PLDI 1990 (approach 3), with control
// dependences and those through addresses. What a branch that was not taken would have
// changed is in no such slice; where the changes in it do not make the test fail, those of
// all executed statements are taken, and then all.
type Slice struct{}

// SliceParams are the engine's parameters.
type SliceParams struct {
	MaxTrace int `toml:"max_trace" doc:"steps of the failing run that are recorded at most; a longer run is not analysed"`
	Steps    int `toml:"steps" doc:"statements of the slice that the explanation tells at most, those executed last"`
}

// Validate implements engines.Validator.
func (p *SliceParams) Validate() error {
	if p.MaxTrace < 1 {
		return fmt.Errorf("max_trace is %d: must be at least 1", p.MaxTrace)
	}
	if p.Steps < 0 {
		return fmt.Errorf("steps is %d: must not be negative", p.Steps)
	}
	return nil
}

// Name implements engines.Engine.
func (Slice) Name() string { return "slice" }

func sliceDefaults() SliceParams { return SliceParams{MaxTrace: defaults().MaxTrace, Steps: 1000} }

// Describe implements engines.Describer.
func (Slice) Describe() engines.Description {
	p := sliceDefaults()
	return engines.Description{
		Kind:          engines.Explain,
		Summary:       "changes in the backward dynamic slice of the failing run",
		Source:        "Agrawal and Horgan, PLDI 1990",
		Deterministic: true,
		Params:        &p,
	}
}

// Run implements engines.Engine.
func (Slice) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := sliceDefaults()
	if err := task.Decode("slice", &p); err != nil {
		return err
	}
	told := &teller{Recorder: rec}
	return deltadebug.Answer(ctx, task, told, deltadebug.All(), func(t *deltadebug.Tester, candidates delta.Set, first deltadebug.Tests) (delta.Set, error) {
		full := defaults()
		full.MaxTrace = p.MaxTrace
		s, err := newSearch(ctx, task, rec, full, t)
		if err != nil {
			return nil, fmt.Errorf("slice: %w", err)
		}
		sliced := s.trace.backward(s.failure)
		in, statements := s.inSlice(sliced)
		rec.Count("slice.statements", int64(len(statements)))
		rec.Count("executed.statements", int64(len(s.executed)))
		rec.Count("slice.changes", int64(len(in)))
		told.add = func(e *engines.Explanation) { s.tell(e, in, statements, p.Steps) }
		executed := s.executedChanges()
		ranks := slices.DeleteFunc([]delta.Set{
			both(candidates, in), both(candidates, executed.Minus(in)), candidates.Minus(in).Minus(executed),
		}, func(r delta.Set) bool { return len(r) == 0 })
		return deltadebug.Shortest(ranks, first)
	})
}

// both returns the changes of both sets.
func both(a, b delta.Set) delta.Set { return a.Minus(a.Minus(b)) }

// teller completes an explanation.
type teller struct {
	engines.Recorder
	add func(*engines.Explanation)
}

// Explanation implements engines.Recorder.
func (t *teller) Explanation(e engines.Explanation) error {
	if t.add != nil {
		t.add(&e)
	}
	return t.Recorder.Explanation(e)
}

// backward returns the steps that a predicate depends on, ascending.
func (t *trace) backward(p *predicate) []int32 {
	s := t.slicer(true, true)
	if p.byte != nil {
		s.addByte(p.byte.writer, p.byte.address)
	}
	for _, r := range p.roots {
		s.whole(r)
	}
	if p.step != none {
		s.add(p.step)
	}
	if p.instance >= 0 {
		s.add(t.instances[p.instance].control)
	}
	return s.run()
}

// inSlice returns the changes of a slice, and its statements: the last instance of each that
// is in it, ascending.
func (s *search) inSlice(steps []int32) (changes delta.Set, last []int32) {
	instances := map[int32]bool{}
	if s.failure.instance >= 0 {
		instances[s.failure.instance] = true
	}
	for _, k := range steps {
		if i := s.trace.steps[k].instance; i >= 0 {
			instances[i] = true
		}
	}
	of := map[[2]int32]int32{}
	for i := range instances {
		changes = changes.Union(s.changesOf(i))
		n := &s.trace.instances[i]
		key := [2]int32{n.fn, n.stmt}
		if was, ok := of[key]; !ok || was < i {
			of[key] = i
		}
	}
	for _, i := range of {
		last = append(last, i)
	}
	slices.Sort(last)
	return changes, last
}

// tell adds the slice to an explanation, and whether the answer is of it.
func (s *search) tell(e *engines.Explanation, in delta.Set, statements []int32, most int) {
	e.Failure, e.Found = s.failure.text, "slice"
	inside := s.blame.d.IDs(in)
	for _, id := range e.Root {
		if !slices.Contains(inside, id) {
			e.Found = "beyond the slice"
		}
	}
	c := engines.Cause{Parent: -1, Text: s.failure.text}
	if s.failure.instance >= 0 {
		c.At = s.trace.code.p.Position(s.trace.at(s.failure.instance))
	}
	for _, i := range statements[max(len(statements)-most, 0):] {
		c.Steps = append(c.Steps, s.step(i))
	}
	if len(c.Steps) > 0 {
		e.Causes, e.Computed = []engines.Cause{c}, 1
	}
}
