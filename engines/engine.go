// Package engines is the contract between rift and the techniques it compares:
// Engine, the Task it works on, its Budget, and the Recorder that takes what it
// finds. The package knows no technique by name; each is a folder below, and
// engines/catalog lists them all.
//
// Terms: a *difference* is a difference of observable behaviour between the old
// and the new version on one input. A *divergence* is the first branch at which
// the two versions part. With a *golden* version (a later fix, the oracle), a
// difference is classified (see Class). Engines of kind Generate look for
// inputs that show a difference; engines of kind Explain look for the changes
// responsible for one failing test; engines of kind Assess measure a test suite.
package engines

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/poolmodel"
)

// Engine is one technique. Implementations hold no state between runs and may
// be run concurrently.
type Engine interface {
	// Name is the engine's name in experiments, tables and plots: lower case,
	// stable for ever.
	Name() string
	// Run works on the task until it is finished, the budget is spent, or ctx
	// is done, and hands everything it finds to rec as it finds it. It returns
	// nil when it finished or stopped because rec reported ErrBudget (which it
	// may return as it is), ctx.Err() when cancelled, and another error only
	// when the task cannot be worked on at all. Equal tasks (seed included)
	// with a steps budget give equal findings in equal order.
	Run(ctx context.Context, task *Task, rec Recorder) error
}

// Describer is implemented by engines that say more about themselves than
// their name; all of rift's own do. An engine without it counts as a
// randomised Generate engine without parameters.
type Describer interface {
	Describe() Description
}

// Description is what lists of engines and tables show of an engine.
type Description struct {
	Kind          Kind   // unless the parameters are a Kinder
	Summary       string // one line
	Source        string // the paper: "Böhme et al., ESEC/FSE 2013"
	Deterministic bool   // the seed has no influence: one run suffices and p-values are refused
	Proves        bool   // it can find out that the versions never differ, and tells a Concluder
	Samples       bool   // it draws single inputs: among more and larger ones it is not slower
	Covers        bool   // it needs to know what its tests execute: outcomes of Try have Covered
	Static        bool   // it looks at the code alone: what it concludes is the same for every input model
	// Params is a pointer to a struct with the default values of the engine's
	// parameters and toml tags; nil if it has none. A tag doc:"..." of a field
	// explains it to users. If the pointer is a Validator, experiments with
	// values that it refuses are refused before anything runs.
	Params any
}

// Validator is implemented by parameters that know which of their values make
// sense.
type Validator interface {
	// Validate returns an error that names the parameter, its value, and what
	// it must be.
	Validate() error
}

// Kinder is implemented by parameters that decide what kind of task the engine
// works on: an engine told only to assess a test suite tries no input, and
// finding none that differs says nothing about it.
type Kinder interface {
	// Kind returns the kind for the values that the parameters have.
	Kind() Kind
}

// Decode fills the parameters that into points to from the task, starting from
// the values already there, by their mode (see Modal), and validates them. The error of parameters that make
// no sense names the engine.
func (t *Task) Decode(engine string, into Validator) error {
	if err := DecodeParams(t.Params, into); err != nil {
		return fmt.Errorf("%s: %w", engine, err)
	}
	if err := into.Validate(); err != nil {
		return fmt.Errorf("%s: %w", engine, err)
	}
	return nil
}

// Kind is the kind of task an engine works on.
type Kind string

// The kinds of engine.
const (
	Generate Kind = "generate"
	Explain  Kind = "explain"
	Assess   Kind = "assess"
)

// Describe returns e's description, or that of an engine without one.
func Describe(e Engine) Description {
	if d, ok := e.(Describer); ok {
		return d.Describe()
	}
	return Description{Kind: Generate}
}

// Build is a version with its compiled program.
type Build struct {
	Version *program.Version
	Program *program.Program
}

// Task is one piece of work: a version pair of a subject, with everything an
// engine may use. Engines must not modify it.
type Task struct {
	ID      string // unique within the experiment
	Subject string
	Pair    string
	Old     Build
	New     Build
	Golden  *Build // nil if the pair has none
	Model   program.InputModel
	Tests   []program.Test // the subject's existing tests; may be empty
	// Pool is what Model was inferred from the tests with; nil if it is the subject's own.
	Pool *poolmodel.Model
	// Failing is the test to explain, for Explain engines: it passes on Old
	// and fails on New.
	Failing *program.Test
	Budget  Budget
	Seed    uint64
	// Equivalence says which outcomes count as the same, for whoever compares two.
	Equivalence program.Equivalence
	Params      Params
	// Compile builds another version of the subject, such as one with some
	// changes reverted. It is cached by the content of the version. Errors are
	// those of the front end.
	Compile func(ctx context.Context, v *program.Version) (*program.Program, error)
	// Execute runs a program on an input in the concrete machine, as
	// Recorder.Try does but without recording anything; the caller spends the
	// outcome's steps. Errors are cancellation and inputs that the program
	// cannot be given at all.
	Execute func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error)
	// RunSteps bounds one run of a program, in IR instructions.
	RunSteps int64
	// RunMemory bounds the heap of one run of a program, in bytes: malloc fails
	// beyond it. 0 is the machine's own default.
	RunMemory int64
	// Judge, if not nil, tells what the failing test does on a version between
	// Old and New in place of Compile and Execute: where the program is built
	// and tested by commands of its own. The programs of Old and New may then
	// be nil. It is safe for concurrent use; its only error is cancellation.
	Judge func(ctx context.Context, v *program.Version) (Verdict, error)
	// Complaints, if not nil, tells what the compilers said was wrong with a
	// version that Judge found not to be built, in their words.
	Complaints func(v *program.Version) string
	// Workers is how many versions Judge may be asked about at a time; 0 is 1.
	Workers int
	// Covered, if not nil, tells which lines of a version the failing test
	// executes, where the machine cannot run it.
	Covered func(ctx context.Context, v *program.Version) (Lines, error)
	// History, if not nil, tells what so many commits before the new version, along first
	// parents, did to each line of its files, by the names of files, from line 1. A line
	// that none of them touched has the number of commits as its age.
	History func(ctx context.Context, commits int) (map[string][]program.LineHistory, error)
}

// Lines tells of the lines of files, by name and number from 1, whether they
// are executed; lines without code are absent.
type Lines map[string]map[int]bool

// Verdict says what the failing test does on a version between old and new.
//
// Source: Zeller 1999, section 2 (pass, fail, unresolved); Yi et al. 2015,
// section IV, sets apart what does not compile.
type Verdict uint8

// The verdicts.
const (
	Passes     Verdict = iota // the test shows what the old version shows
	Fails                     // it fails as on the new version
	Unresolved                // the program is built, but runs into a limit or fails elsewhere
	Unbuilt                   // the program does not compile or link
)

var verdictNames = [...]string{"pass", "fail", "unresolved", "unbuilt"}

// String returns a one-word name.
func (v Verdict) String() string { return verdictNames[v] }

// Budget bounds a task. Zero means unlimited.
type Budget struct {
	Wall time.Duration // wall-clock time; enforced through the context
	// CPU is the time of all threads; enforced through the context. An engine that starts
	// other processes counts theirs.
	CPU   time.Duration
	Steps int64 // IR instructions executed plus solver propagations; enforced by Recorder.Spend
	Tests int   // tests tried; enforced by Recorder.Try
	// Memory is what the whole process may hold, in bytes; who exceeds it is
	// killed. Engines that can drop what they hold do so by Heap.
	Memory int64
}

// Heap returns the size of the heap, in bytes, from which on an engine drops
// what it can do without: half of the memory, as the collector needs the rest,
// or 1 GiB if memory is not limited.
func (b Budget) Heap() int64 {
	if b.Memory == 0 {
		return 1 << 30
	}
	return b.Memory / 2
}

// ErrBudget is returned by Recorder methods once the steps or tests budget is
// spent. What was recorded before stays recorded.
var ErrBudget = errors.New("budget spent")

// Params are an engine's parameters from the experiment file.
type Params interface {
	// Decode fills the struct that into points to; it starts from the values
	// already there. A key that names no field is an error that names the
	// nearest valid one.
	Decode(into any) error
}

// Recorder takes findings as they happen, so that a time-out loses nothing.
// Methods are safe for concurrent use, but the order of calls is the order of
// findings, so a deterministic engine calls them from one goroutine.
type Recorder interface {
	// Try runs the input on both versions (and on the golden one if there is
	// one) with all memory checks, compares, and records a test. Its steps
	// count toward the budget. Note says what the engine knows about it.
	Try(ctx context.Context, in *program.Input, note Note) (*Trial, error)
	// Spend counts steps that the engine itself used.
	Spend(steps int64) error
	// Requirement records a test requirement and whether it is covered.
	Requirement(r Requirement) error
	// Explanation records an answer of an Explain engine.
	Explanation(e Explanation) error
	// Count adds n to a named counter of the task, such as "queries".
	Count(name string, n int64)
}

// Meter is implemented by recorders that tell what is left of the budget; those of
// experiments do. An engine asks its recorder whether it is one.
type Meter interface {
	// Left returns the steps and tests that are left, 0 at least; -1 where there is no
	// limit.
	Left() (steps int64, tests int)
}

// Accountant is implemented by recorders that measure; those of experiments do. An
// engine that has started other processes asks its recorder whether it is one.
type Accountant interface {
	// Used tells the CPU time of such processes, and the greatest memory that was
	// resident in them together, in bytes. It is no finding.
	Used(cpu time.Duration, rss int64)
}

// Note is what an engine says about a test when it records it. All fields are
// optional.
type Note struct {
	Test       string      `json:"test,omitempty"`  // name of the pool test the input came from
	Phase      string      `json:"phase,omitempty"` // phase of the engine that made it
	Sequence   []string    `json:"sequence,omitempty"`
	Divergence *Divergence `json:"divergence,omitempty"`
}

// Divergence is the first branch at which the versions take different sides.
type Divergence struct {
	Old program.Position `json:"old"`
	New program.Position `json:"new"`
}

// Trial is the result of running one input on the versions.
type Trial struct {
	Old, New   *program.Outcome
	Golden     *program.Outcome // nil without a golden version
	Difference program.Difference
	Class      Class
	// Fixes tells that versions in which known errors of the pair are fixed were
	// run, too; Exposes are those errors that the input exposes.
	Fixes   bool
	Exposes []string
}

// Steps returns the steps of all runs, in IR instructions.
func (t *Trial) Steps() int64 {
	n := t.Old.Steps + t.New.Steps
	if t.Golden != nil && t.Golden != t.Old {
		n += t.Golden.Steps
	}
	return n
}

// Class judges a difference with the help of the golden version S.
//
// Source: Böhme et al. 2013, section 2 (differential error).
type Class string

// The classes. P(i), P'(i), S(i) are what old, new and golden show on input i.
const (
	ClassNone          Class = ""               // no difference, or no golden version
	ClassRegression    Class = "regression"     // P(i) = S(i) != P'(i)
	ClassIncompleteFix Class = "incomplete-fix" // P(i) != S(i), P'(i) != S(i), P(i) != P'(i)
	ClassProgression   Class = "progression"    // P'(i) = S(i) != P(i)
	ClassNoOracle      Class = "no-oracle"      // P(i) != P'(i), and S(i) says nothing (see Outcome.IsOracle)
)

// IsError reports whether the class is a differential error.
func (c Class) IsError() bool { return c == ClassRegression || c == ClassIncompleteFix }

// Classify judges the outcomes of one input by an equivalence; golden may be nil.
func Classify(q program.Equivalence, old, new, golden *program.Outcome) (program.Difference, Class) {
	d := q.Differ(old, new)
	if !d.Counts() || golden == nil {
		return d, ClassNone
	}
	if !golden.IsOracle() {
		return d, ClassNoOracle
	}
	oldRight, newRight := q.Differ(old, golden), q.Differ(new, golden)
	switch {
	case oldRight == program.DiffUndecided || newRight == program.DiffUndecided,
		oldRight == program.DiffIrrelevant || newRight == program.DiffIrrelevant:
		return d, ClassNoOracle
	case newRight == program.Same:
		return d, ClassProgression
	case oldRight == program.Same:
		return d, ClassRegression
	}
	return d, ClassIncompleteFix
}

// Requirement is a test requirement of a coverage criterion.
type Requirement struct {
	ID        string `json:"id"`
	Criterion string `json:"criterion"`
	Change    string `json:"change"`
	Distance  int    `json:"distance,omitempty"`
	Text      string `json:"text"`
	Status    string `json:"status"` // "covered", "uncovered", "infeasible", "unknown"
}

// Explanation is an answer to "which changes make this test fail, and why".
type Explanation struct {
	// Root are the changes responsible, Auxiliary those that must be reverted
	// with them so that the program compiles. Each names a hunk as
	// delta.Change.ID does.
	Root      []string `json:"root"`
	Auxiliary []string `json:"auxiliary,omitempty"`
	// Confirmed: reverting Root and Auxiliary from the new version makes the
	// test pass. An answer of which this is false is wrong, and says so.
	Confirmed bool `json:"confirmed"`
	// OneMinimal: leaving out any single change of the answer loses it.
	OneMinimal bool   `json:"one_minimal"`
	Runs       int    `json:"runs"`       // configurations run (cached ones not counted)
	Unresolved int    `json:"unresolved"` // of these, configurations without a verdict
	Text       string `json:"text,omitempty"`

	// The rest is given by engines that say why, too.

	// Failure is what failed, in words. Found tells which candidates the
	// answer came from, the engine's own word.
	Failure string `json:"failure,omitempty"`
	Found   string `json:"found,omitempty"`
	// Causes are a tree, parents first: the first is why the test failed, each
	// other why a branch that its parent depends on came out as it did.
	Causes []Cause `json:"causes,omitempty"`
	// Computed is how many causes were computed, of which Causes are those
	// that connect the root changes to the failure.
	Computed    int   `json:"computed,omitempty"`
	SolverSteps int64 `json:"solver_steps,omitempty"`

	// Fix, FixOnChain and FixEvidence are not the engine's: they compare the answer with the
	// developers' fix, where that is known.
	Fix         string   `json:"fix,omitempty"`          // "match", "partial" or "missed", by the root changes
	FixOnChain  string   `json:"fix_on_chain,omitempty"` // whether it alters a statement of Causes: "yes", "no"; "" without causes
	FixEvidence []string `json:"fix_evidence,omitempty"`
}

// Cause is why something came out as it did: statements that force it.
//
// Source: Yi et al. 2015, section II.
type Cause struct {
	Parent int `json:"parent"` // index into Explanation.Causes; -1 for the failure's
	// Direct tells that the branch decided whether a statement of the parent
	// is executed; otherwise its other side would redefine what one reads.
	Direct bool             `json:"direct,omitempty"`
	At     program.Position `json:"at"`   // of what the cause explains
	Text   string           `json:"text"` // what it explains, such as "this condition came out true"
	// Minimal: the solver has shown that Steps force it, and that without any
	// single one they do not.
	Minimal bool        `json:"minimal"`
	Steps   []CauseStep `json:"steps"` // in the order of execution
}

// CauseStep is an executed statement of the new version, the entry of a
// function, or the initialisation of a global.
type CauseStep struct {
	At      program.Position `json:"at"`
	EndLine int              `json:"end_line"`
	Func    string           `json:"func,omitempty"`
	Nth     int              `json:"nth,omitempty"`     // earlier executions of the statement
	Values  []string         `json:"values,omitempty"`  // "x = 3": what it read and made
	Changes []string         `json:"changes,omitempty"` // of the statement
}
