// Package aflchurn is regression greybox fuzzing: of the inputs that are kept, those that
// execute code which changed lately, or often, are changed more often, and in them those
// bytes whose change led to such code.
//
// Terms: the *weight* of a block is the product of its age's and its churn's (Age, Churn);
// the *fitness* of an input is the mean of those of the blocks that it executed. It is
// *normalised* to [0, 1] over all kept inputs. The *score* of a group of four bytes of a kept
// input is how often a change of it led to an input that was fitter.
//
// Where the history of the new version's lines is known (Task.History), a block has the age
// and the churn of the best of its lines. Else the change of the pair is all the history that
// there is: the blocks of changed statements have the weight 1, and others 0. Changed
// statements of the old version have the weight 1 in any case.
//
// Differences from the paper: ages are numbers of commits, not days, as its tool counts them
// by option; every block counts that is executed, however often; inputs come from the input
// model and the words that the programs know (engines/fuzz), not from seed files, so that
// there is no deterministic stage from which scores start; what is in no text, such as the
// value of a parameter, has no score.
//
// Source: Zhu, Böhme, "Regression Greybox Fuzzing", CCS 2021, and the tool's code for what
// the paper leaves open (exponents, group size, how scores expire).
package aflchurn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/fuzz"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/inputs"
)

// Engine is the engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	engines.PoolModel
	engines.PoolSeeds
	Patience int  `toml:"patience" doc:"a run ends when so many inputs in a row, and half as many as were tried before them, execute nothing new"`
	Commits  int  `toml:"commits" doc:"how many commits before the new version are looked at, along first parents, where the subject comes from a git repository; 0 looks at none, so that the change of the pair is all that has weight"`
	Bytes    bool `toml:"bytes" doc:"whether bytes are chosen by their scores (the ant colony)"`
	// The names of the tool's options are scale_exponent and fitness_exponent.
	Scale   int     `toml:"scale" doc:"energy is multiplied with 2 to the power of this at most, and divided at least"`
	Cooling float64 `toml:"cooling" doc:"what is left of an input's first energy after each of its turns, between 0 and 1: the rest is by its fitness"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	switch {
	case p.Patience < 1:
		return fmt.Errorf("patience is %d: must be at least 1", p.Patience)
	case p.Commits < 0:
		return fmt.Errorf("commits is %d: must not be negative", p.Commits)
	case p.Scale < 0 || p.Scale > 10:
		return fmt.Errorf("scale is %d: must be from 0 to 10", p.Scale)
	case !(p.Cooling >= 0 && p.Cooling <= 1):
		return fmt.Errorf("cooling is %v: must be from 0 to 1", p.Cooling)
	}
	return cmp.Or(p.ValidateModel(), p.ValidateSeeds())
}

func defaults() Params {
	return Params{PoolModel: engines.DefaultModel(), PoolSeeds: engines.DefaultSeeds(), Patience: 10_000, Commits: 1000, Bytes: true, Scale: 3, Cooling: 0.3}
}

// Name implements engines.Engine.
func (Engine) Name() string { return "aflchurn" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "random changes to inputs, most to those that execute what changed lately and often",
		Source:  "Zhu and Böhme, CCS 2021",
		Samples: true,
		Covers:  true,
		Params:  &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("aflchurn", &p); err != nil {
		return err
	}
	task, err := p.Apply(task)
	if err != nil {
		return fmt.Errorf("aflchurn: %w", err)
	}
	w, err := weigh(ctx, task, p.Commits)
	if err != nil {
		return fmt.Errorf("aflchurn: %w", err)
	}
	s := &schedule{
		p: &p, weights: w, known: map[*fuzz.Kept]*fit{},
		rand: rand.New(rand.NewPCG(task.Seed, 0x616e7473)), // "ants"
	}
	f, err := fuzz.New(task, rec, fuzz.Options{Name: "aflchurn", Stream: 0x636875726e, Patience: p.Patience, Schedule: s, Seeds: p.Seeds == engines.FromPool}) // "churn"
	if err != nil {
		return err
	}
	rec.Count("lines.history", int64(w.lines))
	defer func() { rec.Count("scores.raised", s.raised) }()
	return f.Run(ctx)
}

// schedule is the annealing-based power schedule with scores of bytes.
type schedule struct {
	p        *Params
	weights  *weights
	known    map[*fuzz.Kept]*fit
	min, max float64 // of all fitnesses there were
	rand     *rand.Rand
	raised   int64 // scores
}

// fit is what is known of a kept input.
type fit struct {
	raw    float64
	turns  int
	scores map[inputs.Slot][]byte // one for each byte, those of a group equal
}

// group is how many bytes have one score.
const group = 4

// Keep implements fuzz.Schedule.
func (s *schedule) Keep(k *fuzz.Kept, t *engines.Trial) {
	raw := s.weights.fitness(t)
	if len(s.known) == 0 {
		s.min, s.max = raw, raw
	}
	s.min, s.max = min(s.min, raw), max(s.max, raw)
	f := s.known[k]
	if f == nil {
		f = &fit{}
		s.known[k] = f
	}
	f.raw, f.scores = raw, map[inputs.Slot][]byte{}
}

func (s *schedule) normalised(raw float64) float64 {
	if s.max == s.min {
		return 1
	}
	return (raw - s.min) / (s.max - s.min)
}

// Factor implements fuzz.Schedule.
func (s *schedule) Factor(k *fuzz.Kept) float64 {
	f := s.known[k]
	f.turns++
	if s.max == s.min {
		return 1
	}
	return Factor(s.normalised(f.raw), f.turns, s.p.Scale, s.p.Cooling)
}

// Factor returns what the energy of an input is multiplied with whose turn comes for the
// turns-th time, from 1.
//
// Source: Zhu and Böhme 2021, section 4.2, and calculate_score of the tool.
func Factor(fitness float64, turns, scale int, cooling float64) float64 {
	left := math.Pow(cooling, float64(turns))
	return math.Pow(2, float64(scale)*(2*(fitness*(1-left)+0.5*left)-1))
}

// least is by how much an input must be fitter to count, as sums are rounded.
const least = 1e-7

// Tried implements fuzz.Schedule: where an input is fitter than the one that it was made
// of, the scores of the bytes in which they differ rise, in texts of the same length.
func (s *schedule) Tried(from *fuzz.Kept, in *program.Input, t *engines.Trial) {
	if from == nil || !s.p.Bytes {
		return
	}
	f := s.known[from]
	if s.normalised(s.weights.fitness(t)) > s.normalised(f.raw)+least {
		for _, slot := range inputs.Slots(from.Input) {
			a, b := slot.Text(from.Input), slot.Text(in)
			if len(a) != len(b) {
				continue
			}
			for i := 0; i < len(a); i += group {
				if end := min(i+group, len(a)); string(a[i:end]) != string(b[i:end]) {
					f.raise(slot, len(a), i, end)
					s.raised++
				}
			}
		}
	}
	s.expire(f, from.Input)
}

// raise raises the score of a group of bytes.
func (f *fit) raise(slot inputs.Slot, size, from, to int) {
	if f.scores[slot] == nil {
		f.scores[slot] = make([]byte, size)
	}
	for i := from; i < to; i++ {
		if f.scores[slot][i] < math.MaxUint8 {
			f.scores[slot][i]++
		}
	}
}

// expire lowers the scores of an input by a tenth, once in as many inputs as it has bytes.
func (s *schedule) expire(f *fit, in *program.Input) {
	for _, slot := range inputs.Slots(in) {
		scores := f.scores[slot]
		if len(scores) == 0 || s.rand.IntN(len(scores)) > 0 {
			continue
		}
		for i := range scores {
			scores[i] = byte(float64(scores[i]) * 0.9)
		}
	}
}

// Weights implements fuzz.Schedule.
func (s *schedule) Weights(k *fuzz.Kept) func(inputs.Slot) []byte {
	if !s.p.Bytes {
		return nil
	}
	f := s.known[k]
	return func(slot inputs.Slot) []byte { return f.scores[slot] }
}
