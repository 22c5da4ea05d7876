package symexec

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/code"
	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/engines/symexec/search"
	"github.com/riftlab/rift/program"
)

type (
	// Limits is that of package exec.
	Limits = exec.Limits
	// Checks is that of package exec.
	Checks = exec.Checks
	// Hooks is that of package exec.
	Hooks = exec.Hooks
	// State is that of package exec.
	State = exec.State
	// Frame is that of package exec.
	Frame = exec.Frame
	// Order is that of package exec.
	Order = exec.Order
)

// The orders of a hook.
const (
	Continue = exec.Continue
	Pause    = exec.Pause
	End      = exec.End
)

// EndedBySearch is the Path.Incomplete of a path that Hooks.OnStmt ended.
const EndedBySearch = exec.EndedBySearch

// Population says which states an Explorer keeps. Zero limits mean the defaults named
// here.
type Population struct {
	MaxStates int   // states alive at a time; forks beyond are dropped and counted; default 20,000
	MaxHeap   int64 // bytes of Go heap beyond which forks are dropped; default 2 GiB
	// Keep is asked about each state after it has run and about each fork. A
	// state that it refuses is dropped and counted; there is no path of it.
	Keep func(st *State) bool
	// Evict is asked for about n states to be dropped when there is no more room,
	// so that forks of others can be made; without it forks are dropped.
	Evict func(n int) []*State
	// OnDropped is given an input of each fork that is dropped because there is no
	// room: it takes the other side of a decision. An error ends the exploration
	// and is returned.
	OnDropped func(ctx context.Context, in *program.Input) error
}

// Options says how an Explorer works.
type Options struct {
	Search string // a name of package search; default "interleaved"
	// Searcher takes the place of the one that Search names.
	Searcher search.Searcher[*State]
	Seed     uint64

	Limits // of one path; zero means the default
	Population
	Checks
	Hooks

	// QuerySteps bounds one question to the solver, in propagations; default
	// 20 million.
	QuerySteps int64
	// Equivalence is by what a Product compares paths; see package crossversion for what
	// becomes of undefined behaviour there.
	Equivalence program.Equivalence
	// KeepUndecided keeps the sides of branches that the solver did not decide, see
	// Explorer.Revisit; without it nothing is known of them. Not with Merge.
	KeepUndecided bool
	// CountAssumptions counts the assumptions that leave out inputs, see exec.Tally.
	CountAssumptions bool
	// Merge makes one path of the two sides of short branches, see exec/merge.go.
	// Follow and Execute then merge too.
	Merge bool
	// NoSummaries executes the C code of the run-time library alone, see
	// exec/summary.go.
	NoSummaries bool
	Name        string // argument 0 of the program; default "prog"
	// Old explores a unified program as its old version instead of its new one.
	// With Shadow, Explorer.Shadow runs it as both, see shadow.go.
	Old    bool
	Shadow bool
	// DivergencesPer bounds the divergences reported at one instruction in each
	// direction; 0 means no bound.
	DivergencesPer int
	// Boundaries asks for boundaries: Path.Boundaries lists conditions under which the
	// comparisons of the path are decided by the narrowest margin, for each side
	// of each comparison in the program on so many paths.
	Boundaries int
	// Spend is told the steps used since it was last called (instructions and
	// solver propagations); an error ends the exploration and is returned.
	Spend func(steps int64) error
	// Shuffle draws the values that inputs have as long as nothing decides them;
	// without it they are what the solver likes.
	Shuffle *rand.Rand
	// Clock is used for statistics only; nil means that times are left 0.
	Clock func() time.Duration

	terms *bitvec.Store // shared with another Explorer; nil for one of its own
	code  *code.Program // shared with another Explorer of the same program and options; may be nil
}

func (o *Options) defaults() {
	o.Limits.Defaults()
	if o.MaxHeap <= 0 {
		o.MaxHeap = 2 << 30
	}
	if o.MaxStates <= 0 {
		o.MaxStates = 20_000
	}
	if o.QuerySteps <= 0 {
		o.QuerySteps = 20_000_000
	}
	if o.Name == "" {
		o.Name = "prog"
	}
	if o.Search == "" {
		o.Search = "interleaved"
	}
}

// machine returns those of the options that are the machine's.
func (o *Options) machine() exec.Options {
	return exec.Options{Limits: o.Limits, Checks: o.Checks, Hooks: o.Hooks, Name: o.Name,
		NoSummaries: o.NoSummaries, Boundaries: o.Boundaries, Old: o.Old}
}

func (o *Options) now() time.Duration {
	if o.Clock == nil {
		return 0
	}
	return o.Clock()
}

// Stats counts what an Explorer did.
type Stats struct {
	Paths      int64 `json:"paths"`      // that ended, all kinds
	Incomplete int64 `json:"incomplete"` // that the machine gave up
	Pending    int64 `json:"left"`       // states not finished when exploration ended
	Forks      int64 `json:"forks"`      // states made
	Dropped    int64 `json:"dropped"`    // forks not made for want of room
	Pruned     int64 `json:"pruned"`     // states that Options.Keep refused
	Ended      int64 `json:"ended"`      // paths that Options.OnStmt ended
	Evicted    int64 `json:"evicted"`    // states that Options.Evict chose
	// Threaded counts the paths on which threads take turns: those were not followed in
	// every order that there is.
	Threaded  int64 `json:"threaded,omitempty"`
	Steps     int64 `json:"steps"`     // IR instructions
	Decisions int64 `json:"decisions"` // symbolic conditions whose truth was asked
	exec.Tally
	constraints.Counts

	Time time.Duration `json:"time_ns"`
}

// Exhaustive reports whether the paths found are all paths there are.
func (s *Stats) Exhaustive() bool {
	return s.Pending == 0 && s.Dropped == 0 && s.Pruned == 0 && s.Ended == 0 && s.Evicted == 0 && s.Truncated == 0 && s.Concretised == 0 && s.Unknown == 0 && s.Incomplete == 0 && s.Threaded == 0
}
