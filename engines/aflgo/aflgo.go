// Package aflgo is directed greybox fuzzing: of the inputs that are kept, those whose runs
// are near to changed statements are changed more often, the more so the longer the run of
// the engine lasts (simulated annealing).
//
// Terms: the *distance* of an input is the mean of those of the blocks that it executed
// (package distance), in both versions; it is *normalised* to [0, 1] over all kept inputs. The
// *temperature* falls from 1 at the start towards 0; at the time to exploitation it is 1/20.
//
// Differences from the paper: two versions are run, and each has targets of its own; time is
// counted in steps of the runs, so that results can be repeated; inputs come from the input
// model and the words that the programs know (engines/fuzz), not from seed files.
//
// Source: Böhme, Pham, Nguyen, Roychoudhury, "Directed Greybox Fuzzing", CCS 2017.
package aflgo

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/fuzz"
	"github.com/riftlab/rift/engines/fuzz/distance"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/inputs"
)

// Engine is the engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	engines.PoolModel
	engines.PoolSeeds
	Patience int   `toml:"patience" doc:"a run ends when so many inputs in a row, and half as many as were tried before them, execute nothing new"`
	Exploit  int64 `toml:"exploit" doc:"time to exploitation, in steps of the runs: from then on energy goes to the nearest inputs; 0 is three quarters of the task's budget of steps (45 minutes of an hour, in the paper), or 1,000,000,000 without one"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if p.Patience < 1 {
		return fmt.Errorf("patience is %d: must be at least 1", p.Patience)
	}
	if p.Exploit < 0 {
		return fmt.Errorf("exploit is %d: must not be negative", p.Exploit)
	}
	return cmp.Or(p.ValidateModel(), p.ValidateSeeds())
}

func defaults() Params {
	return Params{PoolModel: engines.DefaultModel(), PoolSeeds: engines.DefaultSeeds(), Patience: 10_000}
}

// exploit is the time to exploitation without a budget of steps.
const exploit = 1_000_000_000

// Name implements engines.Engine.
func (Engine) Name() string { return "aflgo" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "random changes to inputs, most to those whose runs come nearest to the change",
		Source:  "Böhme et al., CCS 2017",
		Samples: true,
		Covers:  true,
		Params:  &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("aflgo", &p); err != nil {
		return err
	}
	task, err := p.Apply(task)
	if err != nil {
		return fmt.Errorf("aflgo: %w", err)
	}
	s := &schedule{exploit: p.Exploit, distances: map[*fuzz.Kept]float64{}}
	if s.exploit == 0 {
		if s.exploit = task.Budget.Steps / 4 * 3; s.exploit == 0 {
			s.exploit = exploit
		}
	}
	m := mapping.New(delta.Compute(task.Old.Version, task.New.Version), task.Old.Program, task.New.Program)
	var n int
	if s.rulers, n, err = distance.Rulers(ctx, task, m); err != nil {
		return fmt.Errorf("aflgo: %w", err)
	}
	if n == 0 {
		return fmt.Errorf("aflgo: %w: the change has no statement that could be reached", engines.ErrInapplicable)
	}
	f, err := fuzz.New(task, rec, fuzz.Options{Name: "aflgo", Stream: 0x61666c676f, Patience: p.Patience, Schedule: s, Seeds: p.Seeds == engines.FromPool}) // "aflgo"
	if err != nil {
		return err
	}
	s.now = f.Steps
	rec.Count("targets", int64(n))
	return f.Run(ctx)
}

// schedule is the annealing-based power schedule.
type schedule struct {
	rulers    [2]*distance.Ruler // of the old and the new version
	now       func() int64
	exploit   int64
	distances map[*fuzz.Kept]float64 // of those that have one
	min, max  float64                // of all distances there were
}

// Keep implements fuzz.Schedule.
func (s *schedule) Keep(k *fuzz.Kept, t *engines.Trial) {
	sum, n := s.rulers[0].Sum(t.Old.Covered)
	more, m := s.rulers[1].Sum(t.New.Covered)
	if n+m == 0 {
		delete(s.distances, k)
		return
	}
	d := (sum + more) / float64(n+m)
	if len(s.distances) == 0 {
		s.min, s.max = d, d
	}
	s.min, s.max = min(s.min, d), max(s.max, d)
	s.distances[k] = d
}

// Tried implements fuzz.Schedule.
func (*schedule) Tried(*fuzz.Kept, *program.Input, *engines.Trial) {}

// Weights implements fuzz.Schedule.
func (*schedule) Weights(*fuzz.Kept) func(inputs.Slot) []byte { return nil }

// Factor implements fuzz.Schedule. An input without a distance has the factor 1.
func (s *schedule) Factor(k *fuzz.Kept) float64 {
	d, ok := s.distances[k]
	if !ok {
		return 1
	}
	normalised := 0.0
	if s.max > s.min {
		normalised = (d - s.min) / (s.max - s.min)
	}
	return Factor(normalised, Temperature(s.now(), s.exploit))
}

// Temperature returns that of a time, given the time to exploitation, greater than 0.
//
// Source: Böhme et al., section 3.3, equation 4 (exponential cooling).
func Temperature(t, exploitation int64) float64 {
	return math.Pow(20, -float64(t)/float64(exploitation))
}

// Factor returns what the energy of an input is multiplied with, from 1/32 to 32: all have 1
// at the temperature 1, and at 0 the nearest has 32.
//
// Source: Böhme et al., section 3.3, equations 5 and 6.
func Factor(normalised, temperature float64) float64 {
	p := (1-normalised)*(1-temperature) + 0.5*temperature
	return math.Pow(2, 10*p-5)
}
