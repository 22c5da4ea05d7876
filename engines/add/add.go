// Package add is augmented delta debugging: delta debugging on the changes that
// the failing run executes, by the structure of the program.
//
// Source: Yu, Lin, Chen, Zhang, "Practical isolation of failure-inducing changes
// for debugging regression faults", ASE 2012 (restriction by coverage), and
// Misherghi and Su, "HDD: hierarchical delta debugging", ICSE 2006 (levels); the
// "add" of Yi et al., ICSE 2015. Subsets are applied to the correct version.
package add

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/deltadebug"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
)

// Engine is the augmented delta debugging engine.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	engines.Modal
	deltadebug.Extensions
}

func defaults() Params {
	return Params{engines.Modal{Mode: engines.ModeRift}, deltadebug.All()}
}

// Validate implements engines.Validator.
func (p *Params) Validate() error { return nil }

// Name implements engines.Engine.
func (Engine) Name() string { return "add" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:          engines.Explain,
		Summary:       "delta debugging on executed hunks, by file, function and hunk",
		Source:        "Yu et al., ASE 2012",
		Deterministic: true,
		Params:        &p,
	}
}

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("add", &p); err != nil {
		return err
	}
	return deltadebug.Answer(ctx, task, rec, p.Extensions, func(t *deltadebug.Tester, candidates delta.Set, first deltadebug.Tests) (delta.Set, error) {
		executed, err := covered(ctx, task, rec, t.Delta)
		if err != nil {
			return nil, err
		}
		rec.Count("executed", int64(len(executed)))
		return search(t.Delta, candidates, executed, first)
	})
}

// search minimises the executed candidates if they alone fail, and all otherwise:
// first by files, then by functions, then by hunks.
func search(d *delta.Delta, candidates, executed delta.Set, first deltadebug.Tests) (delta.Set, error) {
	executed = candidates.Minus(candidates.Minus(executed))
	if len(executed) > 0 && len(executed) < len(candidates) {
		i, _, err := first([]delta.Set{executed}, func(_ int, r deltadebug.Result) bool { return r == deltadebug.Fail })
		if err != nil {
			return nil, err
		}
		if i == 0 {
			candidates = executed
		}
	}
	names := functions(d)
	for _, level := range []func(c int) string{
		func(c int) string { return d.Changes[c].File },
		func(c int) string { return d.Changes[c].File + "\x00" + names[c] },
		func(c int) string { return d.Changes[c].ID },
	} {
		units, err := deltadebug.Minimise(groups(candidates, level), nil, first)
		if err != nil {
			return nil, err
		}
		candidates = deltadebug.Union(units)
	}
	return candidates, nil
}

// groups cuts a set into runs of changes with the same key.
func groups(s delta.Set, key func(c int) string) []delta.Set {
	var out []delta.Set
	for i, c := range s {
		if i > 0 && key(c) == key(s[i-1]) {
			out[len(out)-1] = append(out[len(out)-1], c)
			continue
		}
		out = append(out, delta.Set{c})
	}
	return out
}

// functions returns the function that each change is in, or behind.
func functions(d *delta.Delta) []string {
	type head struct {
		line int
		name string
	}
	heads := map[string][]head{}
	for _, v := range []*program.Version{d.Old, d.New} {
		for _, f := range v.Files {
			c := csyntax.Parse(f.Text)
			heads[f.Name] = nil
			for _, it := range c.Items {
				if it.Kind == csyntax.Function {
					heads[f.Name] = append(heads[f.Name], head{c.Toks[it.From].Line, it.Name})
				}
			}
		}
	}
	names := make([]string, len(d.Changes))
	for n, c := range d.Changes {
		for _, h := range heads[c.File] {
			if h.line <= c.NewLine {
				names[n] = fmt.Sprintf("%d %s", h.line, h.name)
			}
		}
	}
	return names
}

// covered returns the changes with a line that the failing run executes, in the
// new or in the old version, and those that have no line with code.
func covered(ctx context.Context, task *engines.Task, rec engines.Recorder, d *delta.Delta) (delta.Set, error) {
	lines := task.Covered
	if lines == nil {
		lines = func(ctx context.Context, v *program.Version) (engines.Lines, error) {
			p := task.New.Program
			if v == task.Old.Version {
				p = task.Old.Program
			}
			out, lines, err := deltadebug.Execute(ctx, task, p, &task.Failing.Input)
			if err != nil {
				return nil, err
			}
			return lines, rec.Spend(out.Steps)
		}
	}
	new, err := lines(ctx, task.New.Version)
	if err != nil {
		return nil, err
	}
	old, err := lines(ctx, task.Old.Version)
	if err != nil {
		return nil, err
	}
	out := delta.Set{}
	for n := range d.Changes {
		if code, executed := deltadebug.Touched(d.Changes[n], old, new); executed || !code {
			out = append(out, n)
		}
	}
	return out, nil
}
