package engines

import (
	"fmt"

	"github.com/riftlab/rift/program/poolmodel"
)

// PoolModel is the parameter that says which input model an engine works with. Engines that
// read the model embed it in their parameters.
type PoolModel struct {
	Model string `toml:"model" doc:"which input model: the \"subject\"'s own, or one inferred from the tests of its \"pool\", with their characters, numbers of arguments and lengths"`
}

// The choices of parameters about the test pool.
const (
	FromSubject = "subject"
	FromPool    = "pool"
	FromNothing = "none"
)

// DefaultModel is the default of PoolModel.
func DefaultModel() PoolModel { return PoolModel{FromSubject} }

// ValidateModel returns an error if the parameter makes no sense.
func (p *PoolModel) ValidateModel() error {
	if p.Model != FromSubject && p.Model != FromPool {
		return fmt.Errorf("model is %q: must be %q or %q", p.Model, FromSubject, FromPool)
	}
	return nil
}

// Apply returns the task with the model that the parameter says: itself, or a copy whose Model
// and Pool are inferred from its tests. The error of a task without tests wraps
// ErrInapplicable.
func (p *PoolModel) Apply(t *Task) (*Task, error) {
	if p.Model != FromPool {
		return t, nil
	}
	m, err := poolmodel.Infer(t.Tests, &t.Model)
	if err != nil {
		return nil, fmt.Errorf("%w: model is %q: %w", ErrInapplicable, FromPool, err)
	}
	c := *t
	c.Model, c.Pool = m.Inputs, m
	return &c, nil
}

// PoolSeeds is the parameter that says whether an engine starts from the tests of the pool.
// Engines that can embed it in their parameters.
type PoolSeeds struct {
	Seeds string `toml:"seeds" doc:"what the engine starts from: \"none\", or the tests of the \"pool\", in random order"`
}

// DefaultSeeds is the default of PoolSeeds.
func DefaultSeeds() PoolSeeds { return PoolSeeds{FromNothing} }

// ValidateSeeds returns an error if the parameter makes no sense.
func (p *PoolSeeds) ValidateSeeds() error {
	if p.Seeds != FromNothing && p.Seeds != FromPool {
		return fmt.Errorf("seeds is %q: must be %q or %q", p.Seeds, FromNothing, FromPool)
	}
	return nil
}

func (p *PoolSeeds) usesSeeds() bool { return p.Seeds == FromPool }

func (p *PoolModel) usesModel() bool { return p.Model == FromPool }

// UsesPool is implemented by parameters of engines that take the tests of a pool in a way of
// their own.
type UsesPool interface {
	// UsesPool tells in words what the engine takes of the pool, "" for nothing.
	UsesPool() string
}

// PoolUseOf returns what an engine with such parameters, a pointer to a struct, is given of a
// pool's tests, in words; "" for nothing.
func PoolUseOf(params any) string {
	if u, ok := params.(UsesPool); ok {
		return u.UsesPool()
	}
	use := ""
	if m, ok := params.(interface{ usesModel() bool }); ok && m.usesModel() {
		use = "an input model"
	}
	if s, ok := params.(interface{ usesSeeds() bool }); ok && s.usesSeeds() {
		if use != "" {
			use += " and "
		}
		use += "tests to start from"
	}
	return use
}
