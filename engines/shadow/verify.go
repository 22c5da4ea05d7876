package shadow

import (
	"context"
	"regexp"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify"
)

// Verification is the result of running both versions in a unified program
// beside the versions themselves.
type Verification struct {
	Inputs int `json:"inputs"`
	// Outcomes and Traces count the inputs on which a projection shows
	// something else than its version, or takes other branches in the program's
	// own code.
	Outcomes int `json:"outcomes"`
	Traces   int `json:"traces"`
	// First describes the first of them.
	First *Mismatch `json:"first,omitempty"`
}

// OK reports whether the projections behaved as the versions on every input.
func (v *Verification) OK() bool { return v.Outcomes == 0 && v.Traces == 0 }

// Mismatch is an input on which a projection does not behave as its version.
type Mismatch struct {
	Input      program.Input      `json:"input"`
	Reading    string             `json:"reading"` // "old" or "new"
	Difference program.Difference `json:"difference,omitempty"`
}

// Verify runs the projections of u, the unified program itself as each version,
// and the versions, old and new, on inputs. steps bounds each run. Messages that quote
// the source (a line number, the text of an assertion) are compared without that.
// Branches of functions in Unified.Extra are not compared.
func Verify(ctx context.Context, versions [2]engines.Build, u *unify.Unified, inputs []program.Input, steps int64) (*Verification, error) {
	v := &Verification{}
	for r := range versions {
		original, err := newTraced(versions[r].Program, false, steps)
		if err != nil {
			return nil, err
		}
		projection, err := newTraced(u.Sides[r], false, steps)
		if err != nil {
			return nil, err
		}
		original.skip, projection.skip = u.Extra, u.Extra
		unified, err := newTraced(u.Program, delta.Reading(r) == delta.Old, steps)
		if err != nil {
			return nil, err
		}
		for i := range inputs {
			a, err := original.run(ctx, &inputs[i])
			if err != nil {
				return nil, err
			}
			b, err := projection.run(ctx, &inputs[i])
			if err != nil {
				return nil, err
			}
			c, err := unified.run(ctx, &inputs[i])
			if err != nil {
				return nil, err
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			v.Inputs++
			d := different(a, b)
			if d == program.Same {
				d = different(a, c)
			}
			trace := original.branches != projection.branches && a.Ending != program.Stopped
			switch {
			case d != program.Same:
				v.Outcomes++
			case trace:
				v.Traces++
			default:
				continue
			}
			if v.First == nil {
				v.First = &Mismatch{inputs[i], delta.Reading(r).String(), d}
			}
		}
	}
	v.Inputs /= 2
	return v, nil
}

// sourceText is what a message quotes of the source; the function of a failed assertion may be
// one that is kept from both versions.
var sourceText = regexp.MustCompile("\\.[ch]:[0-9]+(: [A-Za-z0-9_]+: Assertion)?|Assertion `[^']*'|`[^']*' failed")

// different is program.Differ without quotations of the source in messages.
func different(a, b *program.Outcome) program.Difference {
	x, y := *a, *b
	x.Stderr, y.Stderr = sourceText.ReplaceAll(x.Stderr, nil), sourceText.ReplaceAll(y.Stderr, nil)
	if d := program.Exact().Differ(&x, &y); d.Counts() {
		return d
	}
	return program.Same
}

// traced is a machine that hashes the way each run takes through the branches
// of the program's own code.
type traced struct {
	x        *vm.Instance
	p        *program.Program
	skip     []string // functions whose branches do not count
	branches uint64
}

func newTraced(p *program.Program, old bool, steps int64) (*traced, error) {
	m, err := vm.New(p, vm.Options{MaxSteps: steps, Trace: true, Old: old})
	if err != nil {
		return nil, err
	}
	t := &traced{x: m.NewRun(), p: p}
	t.x.Tracer = t
	return t, nil
}

func (t *traced) run(ctx context.Context, in *program.Input) (*program.Outcome, error) {
	t.branches = 0
	return t.x.Run(ctx, in)
}

// Step implements vm.Tracer.
func (t *traced) Step(ev *vm.Event) {
	if ev.Instr.Op != program.Branch || t.p.Funcs[ev.Func].Library {
		return
	}
	if slices.Contains(t.skip, t.p.Funcs[ev.Func].Source) {
		return
	}
	t.branches = t.branches*0x9E3779B97F4A7C15 + ev.A + 1
}
