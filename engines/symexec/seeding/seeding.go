// Package seeding lets symbolic engines start from the tests of a pool: each test is tried and
// followed as a path of the new version, and what it would take to leave that path at each of
// its branches is asked of the solver and tried, too.
//
// Source: Godefroid, Klarlund, Sen: DART, PLDI 2005 (of one test, the first generation).
package seeding

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
)

// The phases, as notes of tests name them.
const (
	PhaseSeed      = "seed"
	PhaseNeighbour = "seed neighbour"
)

// Seeds are the tests of a task that an engine starts from. It is not safe for concurrent use;
// nil has none.
type Seeds struct {
	task     *engines.Task
	explorer *symexec.Explorer
	spend    func(int64) error
	try      func(ctx context.Context, in *program.Input, note engines.Note) error
	tests    []program.Test // not yet followed
	note     engines.Note   // of the test that is being followed
	path     *symexec.Path  // whose branches are left, nil for none
	at       int            // the branch
	steps    int64
}

// New returns the seeds of a task for an engine with such parameters; nil if these name none.
// spend charges steps of the symbolic machine; try tries an input and charges its run.
func New(task *engines.Task, p *engines.PoolSeeds, querySteps int64, spend func(int64) error, try func(ctx context.Context, in *program.Input, note engines.Note) error) (*Seeds, error) {
	if p.Seeds != engines.FromPool || len(task.Tests) == 0 {
		return nil, nil
	}
	s := &Seeds{task: task, try: try, tests: slices.Clone(task.Tests)}
	s.spend = func(n int64) error {
		s.steps += n
		return spend(n)
	}
	x := rand.New(rand.NewPCG(task.Seed, 0x7365656473)) // "seeds"
	x.Shuffle(len(s.tests), func(i, j int) { s.tests[i], s.tests[j] = s.tests[j], s.tests[i] })
	var err error
	s.explorer, err = symexec.New(task.New.Program, symexec.Options{
		Seed:       task.Seed,
		QuerySteps: querySteps,
		Limits:     symexec.Limits{MaxSteps: task.RunSteps, MaxMemory: task.RunMemory},
		Checks:     symexec.Checks{CheckOverflow: task.Equivalence.CheckOverflow()},
		Spend:      s.spend,
	})
	return s, err
}

// Done reports whether all tests and their neighbours were tried.
func (s *Seeds) Done() bool { return s == nil || len(s.tests) == 0 && s.path == nil }

// Steps returns what was charged for following tests.
func (s *Seeds) Steps() int64 {
	if s == nil {
		return 0
	}
	return s.steps
}

// UpTo works until so many steps were charged in all, so that an engine that calls it with
// its own takes turns with the seeds.
func (s *Seeds) UpTo(ctx context.Context, steps int64) error {
	for !s.Done() && s.steps <= steps && ctx.Err() == nil {
		if err := s.Step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Finish works to the end.
func (s *Seeds) Finish(ctx context.Context) error {
	for !s.Done() && ctx.Err() == nil {
		if err := s.Step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Step does a small piece of the work: it follows a test, or leaves the path of the last one at a
// branch, the latest first. There must be something to do.
func (s *Seeds) Step(ctx context.Context) error {
	if s.path != nil {
		i := s.at
		if s.at--; s.at < s.path.Domains {
			defer func() { s.path = nil }()
		}
		if i < s.path.Domains {
			return nil
		}
		in, ok := s.explorer.Negate(s.path, i)
		if err := s.explorer.Charge(); err != nil || !ok {
			return err
		}
		return s.try(ctx, &in, engines.Note{Test: s.note.Test, Phase: PhaseNeighbour})
	}
	t := s.tests[0]
	s.tests = s.tests[1:]
	s.note = engines.Note{Test: t.Name, Phase: PhaseSeed}
	if err := s.try(ctx, &t.Input, s.note); err != nil {
		return err
	}
	before := s.explorer.Stats.Steps
	path, err := s.explorer.Follow(ctx, &t.Input)
	if err != nil {
		return err
	}
	if err := s.spend(s.explorer.Stats.Steps - before); err != nil { // which nobody else charges
		return err
	}
	if err := s.explorer.Charge(); err != nil {
		return err
	}
	if path != nil {
		s.path, s.at = path, len(path.Condition)-1
	}
	return nil
}
