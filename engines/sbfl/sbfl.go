// Package sbfl is spectrum-based fault localisation of changes: a change that failing tests
// execute and passing ones do not is suspicious. Changes are tried in the order of their
// suspiciousness, and as many of the first are blamed as make the test fail.
//
// A test of the task fails if the versions behave otherwise on it, and passes if not; the
// failing test is one of them. Without other tests all executed changes are as suspicious
// as each other. Where the program is built and tested by commands of its own, only the
// failing test says what it executes.
//
// Sources: Abreu, Zoeteweij, van Gemund, "On the accuracy of spectrum-based fault
// localization", TAIC PART 2007 (Ochiai); Wong, Debroy, Gao, Li, "The DStar method for
// effective software fault localization", IEEE Transactions on Reliability 63 (2014);
// Jones, Harrold, ASE 2005 (Tarantula); Zhang, Kim, Khurshid, "Localizing failure-inducing
// program edits based on spectrum information", ICSM 2011 (of changes). Unlike there, the
// answer is the shortest beginning of the ranking that fails, made 1-minimal.
package sbfl

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Engine is the engine of spectrum-based fault localisation.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	Formula string `toml:"formula" doc:"\"ochiai\", \"dstar\" (with the exponent 2) or \"tarantula\""`
	Tests   int    `toml:"tests" doc:"tests of the subject that are run at most, in their order; 0 is all"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if formulas[p.Formula] == nil {
		return fmt.Errorf("formula is %q: must be %s", p.Formula, strings.Join(slices.Sorted(maps.Keys(formulas)), ", "))
	}
	if p.Tests < 0 {
		return fmt.Errorf("tests is %d: must be at least 0", p.Tests)
	}
	return nil
}

func defaults() Params { return Params{Formula: "ochiai"} }

// Name implements engines.Engine.
func (Engine) Name() string { return "sbfl" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:          engines.Explain,
		Summary:       "changes ranked by the tests that execute them and fail or pass",
		Source:        "Zhang et al., ICSM 2011; Abreu et al. 2007; Wong et al. 2014",
		Deterministic: true,
		Params:        &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("sbfl", &p); err != nil {
		return err
	}
	return deltadebug.Answer(ctx, task, rec, deltadebug.All(), func(t *deltadebug.Tester, candidates delta.Set, first deltadebug.Tests) (delta.Set, error) {
		s := &spectrum{task: task, rec: rec, delta: t.Delta, counts: make([]counts, len(t.Delta.Changes))}
		if err := s.fill(ctx, p.Tests); err != nil {
			return nil, err
		}
		rec.Count("tests.failing", int64(s.failing))
		rec.Count("tests.passing", int64(s.passing))
		ranks := s.ranking(candidates, formulas[p.Formula])
		rec.Count("ranks", int64(len(ranks)))
		return deltadebug.Shortest(ranks, first)
	})
}

// counts are how many failing and passing tests execute a change.
type counts struct{ failing, passing int }

// spectrum counts the tests that execute each change.
type spectrum struct {
	task             *engines.Task
	rec              engines.Recorder
	delta            *delta.Delta
	counts           []counts // by change
	failing, passing int
}

// fill runs the failing test and up to most others, all if that is 0.
func (s *spectrum) fill(ctx context.Context, most int) error {
	if s.task.Covered != nil {
		old, err := s.task.Covered(ctx, s.task.Old.Version)
		if err != nil {
			return err
		}
		new, err := s.task.Covered(ctx, s.task.New.Version)
		if err != nil {
			return err
		}
		s.add(old, new, true)
		return nil
	}
	if err := s.test(ctx, &s.task.Failing.Input); err != nil {
		return err
	}
	known := map[string]bool{s.task.Failing.Input.Key(): true}
	for i := range s.task.Tests {
		in := &s.task.Tests[i].Input
		if most > 0 && len(known) > most {
			break
		}
		if known[in.Key()] {
			continue
		}
		known[in.Key()] = true
		if err := s.test(ctx, in); err != nil {
			return err
		}
	}
	return nil
}

// test runs both versions on an input. One that a limit stops on either says nothing.
func (s *spectrum) test(ctx context.Context, in *program.Input) error {
	old, oldLines, err := deltadebug.Execute(ctx, s.task, s.task.Old.Program, in)
	if err != nil {
		return err
	}
	new, newLines, err := deltadebug.Execute(ctx, s.task, s.task.New.Program, in)
	if err != nil {
		return err
	}
	if err := s.rec.Spend(old.Steps + new.Steps); err != nil {
		return err
	}
	if old.Cut() || new.Cut() {
		return nil
	}
	s.add(oldLines, newLines, s.task.Equivalence.Differ(old, new).Counts())
	return nil
}

// add takes up a test.
func (s *spectrum) add(old, new engines.Lines, fails bool) {
	if fails {
		s.failing++
	} else {
		s.passing++
	}
	for n, c := range s.delta.Changes {
		if _, executed := deltadebug.Touched(c, old, new); !executed {
			continue
		}
		if fails {
			s.counts[n].failing++
		} else {
			s.counts[n].passing++
		}
	}
}

// formulas are how suspicious something is that so many of all failing and passing tests
// execute. What no failing test executes is not.
var formulas = map[string]func(of counts, failing, passing float64) float64{
	"ochiai": func(of counts, failing, passing float64) float64 {
		return float64(of.failing) / math.Sqrt(failing*float64(of.failing+of.passing))
	},
	"dstar": func(of counts, failing, passing float64) float64 {
		return float64(of.failing*of.failing) / (float64(of.passing) + failing - float64(of.failing))
	},
	"tarantula": func(of counts, failing, passing float64) float64 {
		f, p := float64(of.failing)/failing, float64(of.passing)/max(passing, 1)
		return f / (f + p)
	},
}

// ranking returns the candidates in sets of equal suspiciousness, the highest first; last those
// that no failing test executes.
func (s *spectrum) ranking(candidates delta.Set, formula func(of counts, failing, passing float64) float64) []delta.Set {
	of := map[int]float64{}
	for _, c := range candidates {
		if s.counts[c].failing > 0 {
			of[c] = formula(s.counts[c], float64(s.failing), float64(s.passing))
		}
	}
	order := slices.Clone(candidates)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(of[b], of[a]) })
	var ranks []delta.Set
	for i, c := range order {
		if i == 0 || of[c] != of[order[i-1]] {
			ranks = append(ranks, nil)
		}
		last := len(ranks) - 1
		ranks[last] = append(ranks[last], c)
	}
	return ranks
}
