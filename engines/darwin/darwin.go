// Package darwin explains a failing test by comparing path conditions: an input that takes the
// failing test's path in the old version, and another one in the new version, leaves the new
// path at a branch at which the versions may have come to differ. If there is none, an input
// that takes the new path and leaves the old one tells such a branch of the old version, where
// code may be missing.
//
// Changes of these branches are blamed, then those that the branches depend on, then others,
// as few as are needed; the branches are the explanation's causes.
//
// Differences from the paper: it ends with the branches, as a report for people, and says
// nothing of changes; that the branch depends on a change is asked of a static slice. Inputs
// that are as long as the failing one are all that there are.
//
// Source: Qi, Roychoudhury, Liang, Vaswani, "DARWIN: An approach for debugging evolving
// programs", ESEC/FSE 2009.
package darwin

import (
	"context"
	"fmt"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
)

// Engine is the engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	Alternatives int   `toml:"alternatives" doc:"inputs that leave the path which are looked for at most, the earliest first"`
	QuerySteps   int64 `toml:"query_steps" doc:"limit of a question to the solver, in propagations; 0 is 20 million"`
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if p.Alternatives < 1 {
		return fmt.Errorf("alternatives is %d: must be at least 1", p.Alternatives)
	}
	if p.QuerySteps < 0 {
		return fmt.Errorf("query_steps is %d: must not be negative", p.QuerySteps)
	}
	return nil
}

func defaults() Params { return Params{Alternatives: 100, QuerySteps: 500_000} }

// Name implements engines.Engine.
func (Engine) Name() string { return "darwin" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:          engines.Explain,
		Summary:       "branches at which inputs of the old version's path leave the new one's",
		Source:        "Qi et al., ESEC/FSE 2009",
		Deterministic: true,
		Params:        &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("darwin", &p); err != nil {
		return err
	}
	if task.New.Program == nil || task.Old.Program == nil || task.Failing == nil {
		return fmt.Errorf("darwin: %w: the programs cannot be run in the machine", engines.ErrInapplicable)
	}
	told := &teller{Recorder: rec}
	return deltadebug.Answer(ctx, task, told, deltadebug.All(), func(t *deltadebug.Tester, candidates delta.Set, first deltadebug.Tests) (delta.Set, error) {
		c := &comparison{task: task, rec: rec, p: &p}
		if err := c.compare(ctx); err != nil {
			return nil, err
		}
		rec.Count("alternatives", int64(len(c.branches)))
		rec.Count("queries", c.queries)
		told.branches = c.branches
		direct, near, err := c.changes(ctx, t.Delta)
		if err != nil {
			return nil, fmt.Errorf("darwin: %w", err)
		}
		ranks := slices.DeleteFunc([]delta.Set{
			both(candidates, direct), both(candidates, near.Minus(direct)), candidates.Minus(direct).Minus(near),
		}, func(r delta.Set) bool { return len(r) == 0 })
		return deltadebug.Shortest(ranks, first)
	})
}

// both returns the changes of both sets.
func both(a, b delta.Set) delta.Set { return a.Minus(a.Minus(b)) }

// branch is a branch that an alternative input leaves a path at.
type branch struct {
	old   bool // it is of the old version
	at    program.RangeID
	pos   program.Position
	fn    int // index into Program.Funcs
	stmt  int32
	input program.Input
}

// side is a version with the path of the failing test.
type side struct {
	prog     *program.Program
	explorer *symexec.Explorer
	path     *symexec.Path
	where    map[bitvec.Term]branch // of the branches whose conditions are constraints
}

// comparison compares the paths of the failing test.
type comparison struct {
	task     *engines.Task
	rec      engines.Recorder
	p        *Params
	branches []branch
	queries  int64
}

// compare looks for alternative inputs of the new version, and if there are none, of the old.
func (c *comparison) compare(ctx context.Context) error {
	sides := [2]*side{{prog: c.task.Old.Program}, {prog: c.task.New.Program}}
	for i, s := range sides {
		s.where = map[bitvec.Term]branch{}
		opt := symexec.Options{
			QuerySteps: c.p.QuerySteps, Spend: c.rec.Spend,
			Limits: symexec.Limits{MaxSteps: c.task.RunSteps, MaxMemory: c.task.RunMemory},
			Checks: symexec.Checks{CheckOverflow: c.task.Equivalence.CheckOverflow()},
			Hooks:  symexec.Hooks{OnBranch: s.note},
		}
		var err error
		if i == 0 {
			s.explorer, err = symexec.New(s.prog, opt)
		} else {
			s.explorer, err = sides[0].explorer.Sibling(s.prog, opt)
		}
		if err != nil {
			return fmt.Errorf("darwin: %w", err)
		}
		if s.path, err = s.explorer.Follow(ctx, &c.task.Failing.Input); err != nil {
			return err
		}
		if err := c.rec.Spend(s.explorer.Stats.Steps); err != nil { // which nobody else charges
			return err
		}
	}
	if err := c.leave(ctx, sides[1], sides[0]); err != nil || len(c.branches) > 0 {
		return err
	}
	return c.leave(ctx, sides[0], sides[1])
}

// note notes where a branch of the program's own code is, by the constraint that it gives.
func (s *side) note(st *symexec.State, in *program.Instr, cond bitvec.Term, taken bool) {
	fn := st.Top.Fn.Index
	if cond == 0 || in.Stmt < 0 || s.prog.Funcs[fn].Library {
		return
	}
	if !taken {
		cond = s.explorer.Terms().Not(cond)
	}
	if _, ok := s.where[cond]; !ok {
		s.where[cond] = branch{at: in.At, pos: s.prog.Position(in.At), fn: fn, stmt: in.Stmt}
	}
}

// leave looks for inputs that take the path of other and leave that of s at one of its
// branches, the earliest first, each branch once.
func (c *comparison) leave(ctx context.Context, s, other *side) error {
	given := other.path.Condition
	seen := map[program.RangeID]bool{}
	for i := s.path.Domains; i < len(s.path.Condition) && len(c.branches) < c.p.Alternatives && ctx.Err() == nil; i++ {
		b, ok := s.where[s.path.Condition[i]]
		if !ok || seen[b.at] || slices.Contains(given, s.path.Condition[i]) {
			continue
		}
		c.queries++
		in, ok := s.explorer.NegateUnder(given, s.path, i)
		if err := s.explorer.Charge(); err != nil {
			return err
		}
		if !ok {
			continue
		}
		seen[b.at] = true
		b.old, b.input = s.prog == c.task.Old.Program, in
		c.branches = append(c.branches, b)
	}
	return ctx.Err()
}

// changes returns the changes of the branches, and those that branches of the new version
// depend on.
func (c *comparison) changes(ctx context.Context, d *delta.Delta) (direct, near delta.Set, err error) {
	var fresh []branch
	for _, b := range c.branches {
		for n, ch := range d.Changes {
			file, line, lines := ch.File, ch.NewLine, len(ch.New)
			if b.old {
				file, line, lines = ch.InOld(), ch.OldLine, len(ch.Old)
			}
			if b.pos.File == file && b.pos.Line >= line && b.pos.Line < line+lines {
				direct = direct.Union(delta.Set{n})
			}
		}
		if !b.old {
			fresh = append(fresh, b)
		}
	}
	if len(fresh) == 0 {
		return direct, nil, nil
	}
	g, err := flow.Analyse(ctx, c.task.New.Program, flow.Options{Entry: c.task.Model.Entry})
	if err != nil {
		return nil, nil, err
	}
	var seeds []flow.Node
	for _, b := range fresh {
		if n, ok := g.Node(b.fn, b.stmt); ok {
			seeds = append(seeds, n)
		}
	}
	slice := g.Backward(seeds...)
	m := mapping.New(d, c.task.Old.Program, c.task.New.Program)
	for _, s := range append(m.Changed(), m.Effects()...) {
		if n, ok := g.Node(s.Func, s.Stmt); ok && s.Change >= 0 && slice.Has(n) {
			near = near.Union(delta.Set{s.Change})
		}
	}
	return direct, near, nil
}

// teller adds the branches to the explanation.
type teller struct {
	engines.Recorder
	branches []branch
}

// Explanation implements engines.Recorder.
func (t *teller) Explanation(e engines.Explanation) error {
	e.Found, e.Computed = "no branch", len(t.branches)
	if len(t.branches) > 0 {
		e.Found, e.Failure = "branches", "the test fails"
	}
	for _, b := range t.branches {
		version, other := "new", "old"
		if b.old {
			version, other = "old", "new"
		}
		c := engines.Cause{Parent: -1, At: b.pos, Text: fmt.Sprintf("in the %s version %s leaves the path here that it shares with the failing test in the %s one", version, b.input.Shell("./program"), other)}
		if !b.old {
			c.Steps = []engines.CauseStep{{At: b.pos, EndLine: b.pos.Line}}
		}
		e.Causes = append(e.Causes, c)
	}
	return t.Recorder.Explanation(e)
}
