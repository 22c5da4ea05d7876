package difference

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/riftlab/rift/difference/inputmodel"

	"github.com/riftlab/rift/difference/harness"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// tried is an input on which the versions differ, as an engine tried it.
type tried struct {
	Round  *Round
	Input  program.Input
	Engine string
	Note   engines.Note
	Old    *program.Outcome
	New    *program.Outcome
}

// Round is one set of inputs that the versions are compared on.
type Round struct {
	Task    *engines.Task // Budget, Params and what else a run does not need may be left out
	Delta   *delta.Delta
	Harness *harness.Harness // that asks for the inputs; nil if they are those of main
}

// inputs says in words which inputs a round is about, one kind a line.
func (r *Round) inputs() []string {
	if r.Harness == nil {
		return []string{"inputs: " + inputmodel.Describe(&r.Task.Model)}
	}
	var lines []string
	for _, s := range r.Harness.Inputs {
		lines = append(lines, "input "+s)
	}
	if len(lines) == 0 {
		lines = append(lines, "inputs: what the harness asks for")
	}
	return lines
}

// hunt is a search for inputs on which the versions differ, in rounds of more and
// more inputs.
//
// An engine that can prove that there is no difference (engines.Description)
// begins with the first round and goes on to the next when it is at the end of
// one. One that draws inputs works on the last round alone, which may be there only
// for it. The others begin with the standard one, or those made for the changes before
// it, and have a share of the time for each. Nobody begins one behind the standard one once there is a case.
type hunt struct {
	Rounds int // at least 1
	// Round makes a round, counted from 0. It is called once for each that is
	// reached.
	Round    func(ctx context.Context, i int) (*Round, error)
	Standard int // the round that the versions should at least be compared on
	Made     int // so many before it are made for changes that its inputs do not reach
	// Stands reports whether a round behind the standard one has all of its inputs, or
	// is it; nil is that all behind it have.
	Stands func(i int) bool
	Drawn  bool // the last round is only for engines that draw inputs
	Stages [][]engines.Engine
	First  bool                 // the first case ends the hunt: nothing is tried or begun after it
	Found  func(c *tried) error // called for one case at a time; an error ends the hunt and is returned
	// Progress, if not nil, is called now and then with what is known so far. It
	// must not keep it.
	Progress func(e *Ended)
	Budget   *budget // nil is no limit
	Reach    *reach
	Certify  func(engines.FunctionProof) // Events.Certify
}

// Ended is what a hunt that came to its end knows, or one under way so far.
type Ended struct {
	Tried   int         `json:"inputs"`
	Rounds  []RoundEnd  `json:"rounds"` // that were begun
	Engines []EngineEnd `json:"engines"`
	TimeUp  bool        `json:"time_up"`
	// MemoryUp: engines were stopped because the memory was used up.
	MemoryUp bool `json:"memory_up,omitempty"`
	// Static is what an engine concludes that looks at the code alone.
	Static *engines.Conclusion `json:"static,omitempty"`
	// Probe is what trying inputs on versions showed that were proved equal before any
	// were compared; nil if that was not so.
	Probe *Ended `json:"probe,omitempty"`
}

// Proved reports whether the versions were proved equal for every input.
func (e *Ended) Proved() bool { return e.Static != nil && e.Static.Complete && e.Static.Unbounded }

// RoundEnd is what is known of a round.
type RoundEnd struct {
	Inputs    []string `json:"inputs"` // of the round, in words
	Tried     int      `json:"tried"`
	Undecided int      `json:"undecided"` // inputs on which a limit stopped a run
	// NotCompared counts the inputs on which both versions ended in the same error,
	// by which.
	NotCompared map[string]int      `json:"not_compared,omitempty"`
	Conclusion  *engines.Conclusion `json:"conclusion,omitempty"` // of the engine that knows most

	standard bool // it is the standard one or has all its inputs
	made     bool // it is one of those made for the changes
	round    *Round
	number   int
	compared int // inputs on which what the versions show was compared
}

// Complete reports whether every input of the round was accounted for.
func (e *RoundEnd) Complete() bool {
	return e.Conclusion != nil && e.Conclusion.Complete && e.Undecided == 0
}

// EngineEnd says how an engine ended.
type EngineEnd struct {
	Name     string           `json:"name"`
	Ended    string           `json:"ended"` // "finished", "time", "memory", "stopped" or an error
	Cases    int              `json:"cases"`
	Counters map[string]int64 `json:"counters,omitempty"`
}

// Failed reports whether an engine ended by an error.
func (e *EngineEnd) Failed() bool {
	return !slices.Contains([]string{"finished", "time", "memory", "stopped"}, e.Ended)
}

// stages are the engines that a hunt uses if nobody names any: those that follow
// both versions or are directed at the change, one that proves without following
// paths, and one that draws inputs, side by side, then the one that knows nothing of
// the change. Names that all does not have are left out.
func stages(all []engines.Engine) [][]engines.Engine {
	var list [][]engines.Engine
	for _, names := range [][]string{{"regver", "product", "shadow", "csg", "greybox"}, {"dse"}} {
		var stage []engines.Engine
		for _, n := range names {
			i := slices.IndexFunc(all, func(e engines.Engine) bool { return e.Name() == n })
			if i >= 0 {
				stage = append(stage, all[i])
			}
		}
		list = append(list, stage)
	}
	return list
}

// What ends engines before their time.
var (
	errProved = errors.New("everything is known of these inputs")
	errWiden  = errors.New("it is time for more inputs")
	errFirst  = errors.New("there is a case, and one is enough")
	errClosed = errors.New("the hunt has ended")
)

// run hunts until the engines have ended, the budget is used up or ctx is done;
// using up the budget is no error. The engines of a stage run side by side. Existing
// tests are tried first. An engine that does not stop when it is told to is left
// alone: what it finds afterwards is not taken.
func (h *hunt) run(ctx context.Context) (*Ended, error) {
	budget := h.Budget
	if budget == nil {
		budget = Limits{}.start()
	}
	if h.Reach == nil {
		h.Reach = newReach()
	}
	limited, stop := budget.watch(ctx, budget.searching())
	defer stop()
	s := newSearch(limited, h, budget)
	var err error
	if !abandon(limited, func() { err = s.all(limited) }) {
		err = limited.Err()
	}
	end := s.close()
	cause := context.Cause(limited)
	switch {
	case ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded):
		return end, ctx.Err()
	case errors.Is(cause, errTime), errors.Is(cause, context.DeadlineExceeded):
		end.TimeUp = true
	case errors.Is(cause, errMemory):
		end.MemoryUp = true
	}
	if errors.Is(err, errFirst) || limited.Err() != nil && errors.Is(err, limited.Err()) {
		err = nil
	}
	end.Rounds = slices.DeleteFunc(end.Rounds, func(r RoundEnd) bool { return r.round == nil })
	return end, err
}

// defaultParams leaves the parameters of an engine as they are.
type defaultParams struct{}

// Decode implements engines.Params.
func (defaultParams) Decode(any) error { return nil }

// recorder is what one engine reports to.
type recorder struct {
	of         *search
	round      int
	name       string
	reach      *roundReach
	versions   *pair.Runner
	harness    *harness.Harness
	mu         sync.Mutex
	cases      int
	counters   map[string]int64
	conclusion *engines.Conclusion
	failed     error // of search.take
}

// certifier is a recorder that hands proofs on.
type certifier struct {
	*recorder
	certify func(engines.FunctionProof)
}

// Certify implements engines.Certifier.
func (c *certifier) Certify(p engines.FunctionProof) { c.certify(p) }

func (s *search) recorder(round int, of *Round, name string) (*recorder, error) {
	r := &recorder{of: s, round: round, name: name, reach: s.hunt.Reach.of(of), harness: of.Harness, counters: map[string]int64{}}
	var err error
	r.versions, err = s.runner(of)
	return r, err
}

// Try implements engines.Recorder.
func (r *recorder) Try(ctx context.Context, in *program.Input, note engines.Note) (*engines.Trial, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed != nil {
		return nil, engines.ErrBudget
	}
	t, err := r.versions.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	if h := r.harness; h != nil && (t.Old.Fault.IsUndefined() || t.New.Fault.IsUndefined()) && t.Difference.Counts() && h.Unfit(in) {
		// What the harness brings about says nothing of the versions.
		t.Difference, t.Class = program.DiffUndecided, engines.ClassNone
	}
	if r.harness != nil && t.Difference.Counts() {
		in = r.harness.Plain(in)
	}
	x := &tried{Input: *in, Engine: r.name, Note: note, Old: shown(t.Old), New: shown(t.New)}
	r.failed = r.of.take(r.round, x, t.Difference, func() { r.of.hunt.Reach.record(r.round, r.reach, in, t) })
	if r.failed != nil {
		return nil, engines.ErrBudget
	}
	if t.Difference.Counts() {
		r.cases++
	}
	return t, nil
}

// shown returns an outcome without what the run executed, which takes much memory, and
// with all that counts as printed.
func shown(o *program.Outcome) *program.Outcome {
	s := *o
	s.Covered = nil
	if s.Stdout = o.Shown(); len(o.Buffered) > 0 {
		s.Buffered = program.Bytes{}
	}
	return &s
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
