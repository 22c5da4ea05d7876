package difference

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/difference/sources"

	"github.com/riftlab/rift/difference/harness"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// Request says which two versions to compare, on which inputs, and how.
type Request struct {
	sources.Sources
	OldName, NewName string   // as Sources.Load takes them
	Files            []string // likewise
	// Old and New are the versions if they were read already: Sources and what names
	// them do not count then.
	Old, New *program.Version

	// Entry is a function to call instead of main, "" for main; the harness.Options are
	// about it. Harness is C code that asks for its values itself, HarnessName what
	// it is called in messages. At most one of Entry and Harness may be given.
	Entry       string
	Harness     *harness.Harness
	HarnessName string
	harness.Options
	// Elsewhere has, by their unique names, functions that runs with other entries are
	// responsible for, and the entry of that run: that no input of this one executes
	// what changed in them leaves nothing open. See EntriesFor.
	Elsewhere map[string]string
	// Model says which inputs main gets; nil lets Run choose, from few to many.
	Model *program.InputModel
	Tests []program.Test // existing ones, which are tried first and searched around
	// Widen goes on with more and larger inputs as long as nothing is found.
	Widen bool
	// First ends the search at the first difference.
	First bool

	Engines []engines.Engine // all there are
	Names   []string         // of those to use, side by side; nil lets Run choose
	Compile func(ctx context.Context, v *program.Version) (*program.Program, error)

	// Equivalence says when what the versions show is the same.
	Equivalence program.Equivalence
	RunSteps    int64 // instructions of one run
	Seed        uint64
	Limits      Limits
}

// versions returns the versions to compare.
func (q *Request) versions() (old, new *program.Version, err error) {
	if q.Old != nil && q.New != nil {
		return q.Old, q.New, nil
	}
	old, new, err = q.Load(q.OldName, q.NewName, q.Files)
	return old, new, sources.AsInput(err)
}

// Events takes what a Run tells while it is under way. All fields may be nil. The
// functions are not called at the same time.
type Events struct {
	// Found takes a distinct difference; an error ends the run and is returned.
	Found func(d *Difference) error
	// Progress takes how far the search is. It must not keep it.
	Progress func(e *Ended)
	// Warn takes something that the user should know.
	Warn func(text string)
	// Certify takes the proof of each function that is proved equal; a second one of a
	// function takes the place of the first. It may be called beside the others, but not
	// beside itself.
	Certify func(engines.FunctionProof)
}

// Result is what a Run found out.
type Result struct {
	Delta *delta.Delta `json:"-"`
	// NoChange: there is nothing to compare, because of Reason ("" if the sources are
	// the same but for comments and white space).
	NoChange bool   `json:"no_change"`
	Hunks    int    `json:"hunks"`
	Reason   string `json:"reason,omitempty"`

	Differences []*Difference       `json:"-"`
	Found       int                 `json:"differences"`       // how many distinct ones
	Counts      map[int]int         `json:"counts,omitempty"`  // inputs found of each difference
	Skipped     int                 `json:"skipped,omitempty"` // inputs that were not assigned to one
	Verdict     *Verdict            `json:"verdict,omitempty"` // nil if there was nothing to compare
	Ended       *Ended              `json:"search,omitempty"`
	Equivalence program.Equivalence `json:"equivalence"` // the request's

	Seconds    float64 `json:"seconds"`
	CPUSeconds float64 `json:"cpu_seconds"`
	FirstAfter float64 `json:"first_after_seconds,omitempty"`
}

// Run compares two versions: it reads and compiles them, looks for inputs on which
// they differ, makes distinct differences of these, and says what the whole is
// worth. The limits of the request cover all of that; that one is reached is no
// error. An engine that does not heed that its time is up is left alone, and goes on
// until it notices.
//
// Errors are a *sources.InputError, those of Compile, those of Events.Found, and the end of
// ctx.
func Run(ctx context.Context, q *Request, events Events) (*Result, error) {
	r := &runner{request: q, events: events, budget: q.Limits.start(), rounds: rounds{request: q}, reach: newReach()}
	r.reach.elsewhere = q.Elsewhere
	whole, stop := r.budget.watch(ctx, 1)
	defer stop()
	var err error
	prepared := false
	if !abandon(whole, func() {
		defer func() {
			if x := recover(); x != nil {
				err = panicked(x)
			}
		}()
		err = r.prepare(whole)
		prepared = true
	}) || !prepared && err == nil || err != nil && whole.Err() != nil && errors.Is(err, whole.Err()) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return r.unprepared(context.Cause(whole)), nil
	}
	if err != nil {
		return nil, err
	}
	r.result.Equivalence = q.Equivalence
	if r.result.NoChange {
		return r.end(), nil
	}
	return r.search(ctx, whole)
}

// HarnessFor returns the harness that Run would use for the request's entry function.
func HarnessFor(ctx context.Context, q *Request) (*harness.Harness, error) {
	old, new, err := q.versions()
	if err != nil {
		return nil, err
	}
	r := &rounds{request: q, delta: delta.Compute(old, new)}
	if err := r.compile(ctx, old, new); err != nil {
		return nil, err
	}
	return r.first.Harness, nil
}

// runner is a Run under way.
type runner struct {
	request *Request
	events  Events
	budget  *budget
	rounds  rounds
	reach   *reach
	result  Result
	stages  [][]engines.Engine
}

// prepare reads and compiles the versions and says which inputs there are.
func (r *runner) prepare(ctx context.Context) error {
	q := r.request
	old, new, err := q.versions()
	if err != nil {
		return err
	}
	d := delta.Compute(old, new)
	r.rounds.delta, r.result.Delta, r.result.Hunks = d, d, len(d.Changes)
	if !slices.ContainsFunc(d.Changes, func(c *delta.Change) bool { return !c.NoEffect }) && !(len(d.Changes) > 0 && namesLines(new)) {
		r.result.NoChange = true
		return nil
	}
	if err := r.rounds.compile(ctx, old, new); err != nil {
		return err
	}
	r.result.Delta = r.rounds.delta
	r.result.Hunks = len(r.rounds.delta.Changes)
	t := &r.rounds.task
	if SameCode(t.Old.Program, t.New.Program) {
		r.result.NoChange, r.result.Reason = true, r.effects()
		return nil
	}
	if err := r.rounds.inputs(); err != nil {
		return err
	}
	if r.stages, err = r.choose(); err != nil {
		return err
	}
	entry := "main"
	if r.request.Entry != "" {
		entry = "" // what a call of a function does before it is not known here
	}
	notes := slices.Concat(lacking(t.Old.Program, entry), lacking(t.New.Program, entry))
	for i, note := range notes {
		// Where both versions call it, the new one says so.
		name, _, _ := strings.Cut(note, " ")
		later := slices.ContainsFunc(notes[i+1:], func(n string) bool { return strings.HasPrefix(n, name+" ") })
		if r.events.Warn != nil && !later {
			r.events.Warn(note)
		}
	}
	return nil
}

// namesLines reports whether the program's own text asks for numbers of lines, which
// comments and empty lines change.
func namesLines(v *program.Version) bool {
	return slices.ContainsFunc(v.Files, func(f program.SourceFile) bool { return !f.Library && strings.Contains(f.Text, "__LINE__") })
}

// effects says what the changes are if the code is the same.
func (r *runner) effects() string {
	m := mapping.New(r.rounds.delta, r.rounds.task.Old.Program, r.rounds.task.New.Program)
	var why []string
	for i := range r.rounds.delta.Changes {
		if e := m.Effect(i).String(); !slices.Contains(why, e) {
			why = append(why, e)
		}
	}
	return strings.Join(why, ", ")
}

// choose returns the engines to use.
func (r *runner) choose() ([][]engines.Engine, error) {
	q := r.request
	if len(q.Names) == 0 {
		return stages(q.Engines), nil
	}
	var stage []engines.Engine
	for _, n := range q.Names {
		i := slices.IndexFunc(q.Engines, func(e engines.Engine) bool { return e.Name() == n })
		if i < 0 {
			return nil, sources.Inputf("no engine %q", n)
		}
		stage = append(stage, q.Engines[i])
	}
	return [][]engines.Engine{stage}, nil
}

// unprepared is the result where the limits were reached before anything was tried.
func (r *runner) unprepared(cause error) *Result {
	what := "time"
	if errors.Is(cause, errMemory) {
		what = "memory"
	}
	// What prepares may still be at work on r.result.
	res := &Result{Equivalence: r.request.Equivalence, Ended: &Ended{TimeUp: what == "time", MemoryUp: what == "memory"}}
	res.Verdict = &Verdict{Answer: Open, Headline: fmt.Sprintf("no verdict: the %s was used up before the versions were compiled", what)}
	res.Seconds, res.CPUSeconds = r.budget.seconds()
	return res
}

// search hunts, collects, and judges. whole ends when all of the limits is used.
func (r *runner) search(ctx, whole context.Context) (*Result, error) {
	q := r.request
	c := &collector{Emit: r.found, Reach: r.reach}
	if i := slices.IndexFunc(q.Engines, func(e engines.Engine) bool { return e.Name() == "dd" }); i >= 0 {
		c.Explainer = q.Engines[i]
	}
	c.Start(whole)
	h := &hunt{Rounds: r.rounds.count, Standard: r.rounds.standard, Made: r.rounds.made, Stands: r.rounds.stands, Drawn: r.rounds.drawn, Round: r.rounds.round, Stages: r.stages, First: q.First,
		Found: c.Add, Progress: r.events.Progress, Budget: r.budget, Reach: r.reach, Certify: r.events.Certify}
	end, err := h.run(ctx)
	if err == nil {
		err = r.probe(ctx, end, c.Add)
	}
	counts, skipped, collectErr := c.Finish(whole)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case collectErr != nil && !errors.Is(collectErr, errClosed):
		return nil, collectErr
	case err != nil:
		return nil, err
	}
	if len(r.result.Differences) == 0 {
		r.exclude(ctx, end)
	}
	r.result.Ended, r.result.Counts, r.result.Skipped = end, counts, skipped
	abandon(whole, func() { r.reach.explain(whole) })
	abandon(whole, func() { _ = r.reach.examine(whole) }) // what it did not get to is not counted as examined
	v := judge(end, r.reach, slices.Concat(r.rounds.notes(), r.reach.leftNote()), len(r.result.Differences))
	if v.Answer == Equal && v.Proof == "" {
		var missing []string
		var err error
		if !abandon(whole, func() { missing, err = r.reach.unvaried(whole, end) }) || err != nil {
			missing = []string{"not varied: what the program reads besides its inputs, which was not looked at: the limits were reached"}
		}
		v.reopen(end, missing)
	}
	r.result.Verdict = &v
	return r.end(), nil
}

// probing bounds the search for an input on which versions that were proved equal can
// be compared.
const probing = time.Second / 2

// probe looks for an input on which the versions can be compared, if they were proved
// equal before there was one: that both always end in the same error is an equality
// that nobody asks for. What shows a difference all the same goes to found.
func (r *runner) probe(ctx context.Context, end *Ended, found func(*tried) error) error {
	i := slices.IndexFunc(r.request.Engines, func(e engines.Engine) bool { return e.Name() == "greybox" })
	if i < 0 || !end.Proved() || slices.ContainsFunc(end.Rounds, func(e RoundEnd) bool { return e.compared > 0 }) {
		return nil
	}
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	h := &hunt{Rounds: 1, Stages: [][]engines.Engine{{r.request.Engines[i]}}, Found: found, Budget: Limits{CPU: probing}.start(), Reach: newReach()}
	h.Round = func(ctx context.Context, _ int) (*Round, error) { return r.rounds.round(ctx, r.rounds.count-1) }
	h.Progress = func(e *Ended) {
		if e.Rounds[0].compared > 0 {
			stop(errFirst)
		}
	}
	probed, err := h.run(inner)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil || errors.Is(err, context.Canceled) {
		end.Probe, err = probed, nil
	}
	return err
}

// excluding is the share of the processor time of a run for finding out what an
// assumption excludes.
const excluding = 0.1

// exclude finds out whether it is the user's assumptions that keep inputs away from
// the parts which no input of the last complete round executed: whether some inputs
// execute them without.
func (r *runner) exclude(ctx context.Context, end *Ended) {
	i := -1
	for k := range end.Rounds {
		if e := &end.Rounds[k]; e.standard && e.Complete() {
			i = e.number
		}
	}
	if i < 0 || len(r.request.Assume) == 0 || len(r.reach.unreachedIn(i)) == 0 {
		return
	}
	limits := Limits{CPU: 5 * time.Second}
	for _, d := range []time.Duration{r.budget.CPU, r.budget.Time} {
		if d > 0 {
			limits.CPU = min(limits.CPU, time.Duration(excluding*float64(d)))
		}
	}
	without := newReach()
	without.elsewhere = r.request.Elsewhere
	h := &hunt{Rounds: 1, Round: func(ctx context.Context, _ int) (*Round, error) { return r.rounds.unassumed(ctx, i) }, Stages: r.stages,
		Found: func(*tried) error { return nil }, Budget: limits.start(), Reach: without}
	if _, err := h.run(ctx); err != nil {
		return // the parts stay open
	}
	var list []string
	for _, a := range r.request.Assume {
		list = append(list, "--assume "+program.ShellWord([]byte(a)))
	}
	r.reach.exclude(without, strings.Join(list, " "))
}

// found takes a distinct difference.
func (r *runner) found(d *Difference) error {
	if len(r.result.Differences) == 0 {
		r.result.FirstAfter, _ = r.budget.seconds()
	}
	r.result.Differences = append(r.result.Differences, d)
	r.result.Found++
	if r.events.Found != nil {
		return r.events.Found(d)
	}
	return nil
}

func (r *runner) end() *Result {
	r.result.Seconds, r.result.CPUSeconds = r.budget.seconds()
	return &r.result
}

// seconds returns what was used of the clock and of the processors.
func (b *budget) seconds() (clock, cpu float64) {
	return time.Since(b.begin).Seconds(), b.cpu().Seconds()
}
