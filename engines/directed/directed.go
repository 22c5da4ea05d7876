// Package directed is symbolic execution directed at targets: the search that the
// techniques csg and isolation have in common. They differ in their targets.
//
// Terms: a *target* is a place of the new version that a state should come to.
// Each state has a set of targets of its own, which a fork inherits. When a state
// reaches one, the plan says what its targets are from then on; when it reaches a
// target that is a *goal*, an input that comes there is tried on the versions and
// the state ends. A state that can reach none of its targets is dropped.
//
// Source: Böhme, Oliveira, Roychoudhury: Regression Tests to Expose Change
// Interaction Errors, ESEC/FSE 2013, Algorithm 2; the distance is that of Ma,
// Phang, Foster, Hicks: Directed Symbolic Execution, SAS 2011.
package directed

import (
	"cmp"
	"errors"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/symexec"
)

// Plan says what a search is for.
type Plan struct {
	Old     bool // it is the old version that is searched, else the new one
	Targets []Target
	// Start are the first targets, indices into Targets, ascending.
	Start []int
	// Next returns the targets of a state that had the given ones and has reached
	// one of them. It must not modify the list.
	Next func(targets []int, reached int) []int
}

// Target is a place to be reached. A statement is at most one target's.
type Target struct {
	Name  string
	Stmts []Stmt
	Goal  bool
	// Distance returns how far the target is from a place in the program, given
	// the activations in its own code, the innermost last; false if no way leads
	// there.
	Distance func(frames []symexec.Frame) (int, bool)
}

// Stmt is a statement: indices into Program.Funcs and Func.Stmts.
type Stmt struct {
	Func int
	Stmt int32
}

// Params are the parameters of the search.
type Params struct {
	engines.Modal
	engines.PoolModel
	engines.PoolSeeds
	Fair       bool    `toml:"fair" doc:"whether states take turns by what they have reached so far; false always takes the nearest of all, as published" published:"false" why:"states that fork on every byte of an input stay nearest for ever, and starve all others"`
	Random     float64 `toml:"random" doc:"how often the state at the end of a random path is run instead of one nearest to its targets: a probability" published:"0.1" why:"the nearest states are seldom those that an error needs; the paper takes a random state occasionally"`
	RandomNext float64 `toml:"random_next" doc:"the same in systematic rounds, which try short inputs before long ones and the ways to a sequence before variations of one; of four rounds all but the first are"`
	Round      int64   `toml:"round" doc:"steps of a round, after which the search begins anew; after four rounds the next have twice as many; 0 is a single round without end" published:"0" why:"what a search comes upon early decides what it has room for; beginning anew finds more"`
	Beyond     bool    `toml:"beyond" doc:"whether, when a search to the last places has nothing left to try, the ways on from there to the end of the program are explored too" published:"false" why:"a path that reaches an output ends there; what the changed values decide afterwards is tried for one of them only"`
	Boundaries int     `toml:"boundaries" doc:"on how many paths each side of each comparison is tried at its limit; 0 tries one input a path" published:"0" why:"errors are at the limits of comparisons, which the first model of a path seldom has"`
	Samples    int     `toml:"samples" doc:"how many more inputs of each path, drawn at random, are tried" published:"0" why:"a path is cheap to run again with other values that take it"`
	QuerySteps int64   `toml:"query_steps" doc:"limit of a question to the solver, in propagations; 0 is 20 million"`
	MaxStates  int     `toml:"max_states" doc:"paths under way at a time; 0 is 20000"`
	MaxMemory  int64   `toml:"max_memory" doc:"heap that one path may allocate, in bytes; 0 is 1 GiB"`
	Effects    bool    `toml:"effects" doc:"whether statements count as changed that use a changed type or macro but have no changed line"`
}

// Defaults returns the parameters that the engines start from.
func Defaults() Params {
	return Params{Modal: engines.Modal{Mode: engines.ModeRift}, PoolModel: engines.DefaultModel(), PoolSeeds: engines.DefaultSeeds(), Fair: true, Random: 0.5, RandomNext: 0.1, Round: 1_500_000_000, Beyond: true, Boundaries: 8, Samples: 1, QuerySteps: 50_000, MaxStates: 20_000, MaxMemory: 64 << 20}
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if !(p.Random >= 0 && p.Random <= 1 && p.RandomNext >= 0 && p.RandomNext <= 1) {
		return errors.New("random and random_next must be probabilities, from 0 to 1")
	}
	if p.Round < 0 || p.Boundaries < 0 || p.Samples < 0 || p.QuerySteps < 0 || p.MaxStates < 0 || p.MaxMemory < 0 {
		return errors.New("round, boundaries, samples, query_steps, max_states and max_memory must not be negative")
	}
	return cmp.Or(p.ValidateModel(), p.ValidateSeeds())
}

// progress is what a state carries. It is immutable.
type progress struct {
	targets []int
	last    int  // target reached last, -1 for none
	beyond  bool // it was a goal, and the ways on from there count
	class   *class
	line    *line // of the class
}
