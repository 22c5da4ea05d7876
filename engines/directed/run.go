package directed

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/seeding"
	"github.com/riftlab/rift/program"
)

// Run searches the versions of a task by plans, as a rule one, for the new version.
// Changed names the changed statements,
// for the sequences that tests exercise. It returns how many states reached each
// target of each plan; the error is nil when there are no states left or the budget is
// spent, and the context's when that ended it.
//
// A search that ends although states were dropped for want of room, or that has spent
// the steps of its round, begins anew with other random choices, as long as that gives
// new inputs. What a search comes upon early decides what it has room for, and once its
// states are long it finds little. When it has nothing left to try, all is searched again with
// paths that go on from their last target to the end of the program, unless p.Beyond says no:
// which of them differ is decided there, maybe. Some errors are found by random paths, others only
// where few of these fill the memory with states: of four rounds one has many of them,
// and three are systematic. After four rounds the next take twice as long. Plans take
// turns, a round each.
func Run(ctx context.Context, task *engines.Task, rec engines.Recorder, plans []*Plan, changed map[Stmt]string, p *Params) (reached [][]int, err error) {
	sequencer, err := NewSequencer(task.New.Program, task.RunSteps, changed)
	if err != nil {
		return nil, err
	}
	r := &run{task: task, rec: rec, params: p, sequencer: sequencer, tried: map[string]bool{}, r: rand.New(rand.NewPCG(task.Seed, 0x73616d))}
	for _, plan := range plans {
		reached = append(reached, make([]int, len(plan.Targets)))
	}
	if r.seeds, err = seeding.New(task, &p.PoolSeeds, p.QuerySteps, rec.Spend, r.seed); err != nil {
		return nil, err
	}
	exhausted, ways := false, []bool{false}
	if p.Beyond {
		ways = append(ways, true)
	}
	for _, r.beyond = range ways {
		if exhausted, err = r.rounds(ctx, plans, reached); err != nil {
			if errors.Is(err, engines.ErrBudget) {
				err = nil
			}
			return reached, err
		}
	}
	switch err := r.seeds.Finish(ctx); {
	case errors.Is(err, engines.ErrBudget):
		return reached, nil
	case err != nil:
		return reached, err
	case ctx.Err() != nil:
		return reached, ctx.Err()
	}
	why := "a round of the search found no new input"
	if exhausted {
		why = "the search left no state out"
	}
	engines.Stopped(rec, exhausted, why)
	return reached, nil
}

// rounds searches until no plan has anything left; exhausted reports that no state was left out
// and no decision.
func (r *run) rounds(ctx context.Context, plans []*Plan, reached [][]int) (exhausted bool, err error) {
	exhausted = true
	for round, left := uint64(0), plans; len(left) > 0; round++ {
		left = slices.Clone(left)
		for i, plan := range left {
			before, fromSeeds := len(r.tried), r.seeded
			r.plan, r.reached = plan, reached[slices.Index(plans, plan)]
			whole, err := r.search(ctx, round)
			switch {
			case err != nil:
				return false, err
			case ctx.Err() != nil:
				return false, ctx.Err()
			case whole || len(r.tried)-before == r.seeded-fromSeeds || r.params.Round == 0:
				left[i] = nil
				exhausted = exhausted && whole && r.explorer.Stats.Exhaustive()
			}
		}
		left = slices.DeleteFunc(left, func(p *Plan) bool { return p == nil })
	}
	return exhausted, nil
}

// run tries the inputs of paths.
type run struct {
	task       *engines.Task
	rec        engines.Recorder
	plan       *Plan
	params     *Params
	explorer   *symexec.Explorer
	sequencer  *Sequencer
	r          *rand.Rand // for samples
	tried      map[string]bool
	beyond     bool // paths go on from goals
	reached    []int
	mismatches int64
	idle       int64 // paths that reached no target
	spent      int64 // steps of the round
	seeds      *seeding.Seeds
	seeded     int   // inputs that these led to
	searched   int64 // steps of all rounds
}

// errRound ends a round.
var errRound = errors.New("the steps of the round are spent")

// search explores the program once; whole reports that no state was left out.
func (r *run) search(ctx context.Context, round uint64) (whole bool, err error) {
	t, p := r.task, r.params
	version := t.New.Program
	if r.plan.Old {
		version = t.Old.Program
	}
	s := newSearch(version, r.plan, p, rand.New(rand.NewPCG(t.Seed+round, 0x646972)))
	s.reached, s.beyond = r.reached, r.beyond
	if round%4 != 0 {
		s.systematic, s.random = true, p.RandomNext
	}
	steps := p.Round << min(round/4, 16)
	spend := func(n int64) error {
		r.searched += n
		if r.spent += n; steps > 0 && r.spent > steps {
			return cmp.Or(r.rec.Spend(n), errRound)
		}
		return r.rec.Spend(n)
	}
	r.mismatches, r.idle, r.spent = 0, 0, 0
	r.explorer, err = symexec.New(version, symexec.Options{
		Searcher:   s,
		Hooks:      symexec.Hooks{OnStmt: s.onStmt, OnReturn: s.onReturn},
		Population: symexec.Population{Keep: s.keep, Evict: s.evict, MaxStates: p.MaxStates, MaxHeap: t.Budget.Heap()},
		Shuffle:    r.r,
		Spend:      spend,
		QuerySteps: p.QuerySteps,
		Boundaries: p.Boundaries,
		Limits:     symexec.Limits{MaxSteps: t.RunSteps, MaxMemory: p.MaxMemory},
		Checks:     symexec.Checks{CheckOverflow: t.Equivalence.CheckOverflow()},
	})
	if err != nil {
		return false, err
	}
	err = r.explorer.Explore(ctx, &t.Model, func(path *symexec.Path) error { return r.path(ctx, path) })
	r.count()
	if errors.Is(err, errRound) {
		return false, nil
	}
	stats := &r.explorer.Stats
	return stats.Evicted == 0 && stats.Dropped == 0, err
}

// path tries what a path gives, and what seeds give, in turns of as many steps.
func (r *run) path(ctx context.Context, path *symexec.Path) error {
	if err := r.inputs(ctx, path); err != nil {
		return err
	}
	return r.seeds.UpTo(ctx, r.searched)
}

// inputs tries the input of a path, others drawn at random, and inputs that decide its
// comparisons by the narrowest margin. A path that ended without reaching any target
// is not tried unless it shows an error.
func (r *run) inputs(ctx context.Context, path *symexec.Path) error {
	p, _ := path.Payload.(*progress)
	if p == nil && path.Outcome.Ending != program.Faulted && path.Outcome.Ending != program.Signaled {
		r.idle++
		return nil
	}
	trial, err := r.try(ctx, &path.Input, "path")
	if err != nil {
		return err
	}
	if trial != nil && path.Incomplete == "" {
		shown := trial.New
		if r.plan.Old {
			shown = trial.Old
		}
		if program.Exact().Differ(&path.Outcome, shown).Counts() {
			r.mismatches++
		}
	}
	for range r.params.Samples {
		in := r.explorer.Sample(path, r.r)
		if _, err := r.try(ctx, &in, "sample"); err != nil {
			return err
		}
	}
	for _, limit := range path.Boundaries {
		in, ok := r.explorer.Another(path, limit)
		if !ok {
			continue
		}
		if _, err := r.try(ctx, &in, "limit"); err != nil {
			return err
		}
	}
	return nil
}

// seed tries an input that a test led to. It costs the search no share of its round.
func (r *run) seed(ctx context.Context, in *program.Input, note engines.Note) error {
	if r.tried[in.Key()] {
		return nil
	}
	spent := r.spent
	_, err := r.tryNoted(ctx, in, note)
	r.spent = spent
	r.seeded++
	return err
}

// try tries an input once; it returns nil if that was done before.
func (r *run) try(ctx context.Context, in *program.Input, phase string) (*engines.Trial, error) {
	key := in.Key()
	if r.tried[key] {
		return nil, nil
	}
	return r.tryNoted(ctx, in, engines.Note{Phase: phase})
}

// tryNoted tries an input that was not tried before, with the sequence that it exercises.
func (r *run) tryNoted(ctx context.Context, in *program.Input, note engines.Note) (*engines.Trial, error) {
	r.tried[in.Key()] = true
	sequence, steps, err := r.sequencer.Sequence(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := r.rec.Spend(steps); err != nil {
		return nil, err
	}
	note.Sequence = sequence
	trial, err := r.rec.Try(ctx, in, note)
	if err == nil {
		r.spent += steps + trial.Old.Steps + trial.New.Steps
	}
	return trial, err
}

// count reports what the exploration did. A mismatch is a path whose predicted
// outcome is not what the program showed: an error of rift.
func (r *run) count() {
	st := &r.explorer.Stats
	for _, c := range []struct {
		name string
		n    int64
	}{
		{"rounds", 1}, {"paths", st.Paths}, {"paths.goal", st.Ended}, {"paths.idle", r.idle}, {"paths.incomplete", st.Incomplete}, {"paths.left", st.Pending},
		{"states.dropped", st.Pruned}, {"states.evicted", st.Evicted}, {"forks", st.Forks}, {"forks.dropped", st.Dropped}, {"values.cut", st.Truncated},
		{"values.concretised", st.Concretised}, {"queries", st.Queries}, {"queries.unknown", st.Unknown}, {"mismatches", r.mismatches},
	} {
		if c.n > 0 {
			r.rec.Count(c.name, c.n)
		}
	}
}
