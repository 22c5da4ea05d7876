package shadow

import (
	"errors"
	"fmt"
)

// Params are the engine's parameters.
type Params struct {
	Seeds         int    `toml:"seeds" doc:"tests to start from, of those that execute the patch; 0 is all"`
	Order         string `toml:"order" doc:"which tests are taken: the \"first\", or \"random\" ones"`
	Generate      int    `toml:"generate" doc:"inputs to look for when no test executes the patch; 0 gives up then"`
	GenerateSteps int64  `toml:"generate_steps" doc:"steps that looking for them may take"`
	ConcolicSteps int64  `toml:"concolic_steps" doc:"steps of the concolic phase of one test"`
	BSESteps      int64  `toml:"bse_steps" doc:"steps of the BSE phase, given to the divergences of all tests in turn"`
	Explore       string `toml:"explore" doc:"whether, in turn with the BSE phase, the unified program is explored from its start as both versions: \"yes\" or \"no\""`
	PerPoint      int    `toml:"per_point" doc:"divergences at one place in one direction; 0 is no bound"`
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
	if p.Seeds < 0 || p.Generate < 0 || p.GenerateSteps < 0 || p.ConcolicSteps < 0 || p.BSESteps < 0 || p.PerPoint < 0 || p.Verify < 0 || p.QuerySteps < 0 || p.MaxStates < 0 {
		return errors.New("numbers must not be negative")
	}
	return nil
}

func defaults() Params {
	return Params{Order: "random", Explore: "yes", Seeds: 0, Generate: 3, GenerateSteps: 50_000_000, ConcolicSteps: 200_000_000, BSESteps: 1_000_000_000, PerPoint: 4, Verify: 50, QuerySteps: 500_000, MaxStates: 4_000}
}
