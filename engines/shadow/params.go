package shadow

import (
	"errors"
	"fmt"

	"github.com/riftlab/rift/engines"
)

// Params are the engine's parameters.
type Params struct {
	engines.Modal
	engines.PoolModel
	Seeds         int    `toml:"seeds" doc:"tests to start from, of those that execute the patch; 0 is all"`
	Order         string `toml:"order" doc:"which tests are taken: the \"first\", or \"random\" ones"`
	Generate      int    `toml:"generate" doc:"without explore: inputs to look for when no test executes the patch; 0 gives up then" published:"0" why:"a patch without a test that executes it would be given up"`
	GenerateSteps int64  `toml:"generate_steps" doc:"steps that looking for them may take"`
	Draw          int    `toml:"draw" doc:"with explore: inputs that are drawn at random until they execute the patch, and followed as tests are, in the first round; twice as many in each further one; not in the paper" published:"0" why:"inputs drawn at random execute most patches at once, and cost nothing"`
	ConcolicSteps int64  `toml:"concolic_steps" doc:"steps of the concolic phase of one test"`
	BSESteps      int64  `toml:"bse_steps" doc:"steps of the BSE phase, given to the divergences of all tests in turn, and of what explore does beside it"`
	Explore       string `toml:"explore" doc:"whether, in turn with the tests and their BSE phase, the unified program is explored from its start, as both versions and, path by path, as the new one, whose inputs that execute the patch are followed as tests are: \"yes\" or \"no\", as in the paper" published:"no" why:"divergences far from any test are found from the start of the program"`
	Boundaries    int    `toml:"boundaries" doc:"on how many paths of the BSE phase, and of those from the start, each side of each comparison is tried at its limit; 0 tries one input a path, as in the paper" published:"0" why:"differences are at the limits of comparisons, which the first model of a path seldom has"`
	PerPoint      int    `toml:"per_point" doc:"divergences at one place in one direction, with explore in the first round, and twice as many with each further one; 0 is no bound" published:"0" why:"in a loop one place diverges without end, and takes the time of others"`
	Verify        int    `toml:"verify" doc:"tests on which both projections of the unified program are checked"`
	QuerySteps    int64  `toml:"query_steps" doc:"limit of a question to the solver, in propagations; 0 is 20 million"`
	Native        bool   `toml:"native" doc:"run every divergent input on the versions as the host's C compiler makes them, too, and count what they show there by phase; results then depend on the machine"`
	MaxStates     int    `toml:"max_states" doc:"paths under way at a time, of all divergences together; 0 is 20000"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if p.Order != "first" && p.Order != "random" {
		return fmt.Errorf("order is %q: must be \"first\" or \"random\"", p.Order)
	}
	if p.Explore != "yes" && p.Explore != "no" {
		return fmt.Errorf("explore is %q: must be \"yes\" or \"no\"", p.Explore)
	}
	if p.Seeds < 0 || p.Generate < 0 || p.GenerateSteps < 0 || p.Draw < 0 || p.Boundaries < 0 || p.ConcolicSteps < 0 || p.BSESteps < 0 || p.PerPoint < 0 || p.Verify < 0 || p.QuerySteps < 0 || p.MaxStates < 0 {
		return errors.New("numbers must not be negative")
	}
	return p.ValidateModel()
}

// UsesPool implements engines.UsesPool.
func (p *Params) UsesPool() string {
	if p.Model == engines.FromPool {
		return "an input model and tests to start from"
	}
	return "tests to start from"
}

func defaults() Params {
	return Params{Modal: engines.Modal{Mode: engines.ModeRift}, PoolModel: engines.DefaultModel(), Order: "random", Explore: "yes", Seeds: 0, Generate: 3, GenerateSteps: 50_000_000, Draw: 20, Boundaries: 8, ConcolicSteps: 200_000_000, BSESteps: 1_000_000_000, PerPoint: 4, Verify: 50, QuerySteps: 500_000, MaxStates: 4_000}
}
