package shadow

import (
	"context"
	"errors"
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

	executed [2]map[string]bool
}

// Executed reports whether one of the inputs executes a function of a version.
func (v *Verification) Executed(r delta.Reading, function string) bool {
	return v.executed[r][function]
}

// OK reports whether the projections behaved as the versions on every input.
func (v *Verification) OK() bool { return v.Outcomes == 0 && v.Traces == 0 }

// Mismatch is an input on which a projection does not behave as its version.
type Mismatch struct {
	Input      program.Input      `json:"input"`
	Reading    string             `json:"reading"` // "old" or "new"
	Difference program.Difference `json:"difference,omitempty"`
	// At is the branch of the version on which the projection takes the other side first;
	// zero if there is none.
	At program.Position `json:"at,omitzero"`
}

// Where says where the projection parts from its version, for people.
func (m *Mismatch) Where() string {
	if m.At == (program.Position{}) {
		return "with the same branches"
	}
	return "from the branch at " + m.At.String() + " on"
}

// Verify runs the projections of u, the unified program itself as each version,
// and the versions, old and new, on inputs. steps bounds each run. Messages that quote
// the source (a line number, the text of an assertion) are compared without that.
// Branches of functions in Unified.Extra are not compared.
func Verify(ctx context.Context, versions [2]engines.Build, u *unify.Unified, inputs []program.Input, steps int64) (*Verification, error) {
	x, err := newVerifier(versions, u, steps)
	if err != nil {
		return nil, err
	}
	v := &Verification{}
	for i := range inputs {
		m, err := x.check(ctx, &inputs[i])
		if err != nil {
			return nil, err
		}
		v.Inputs++
		if m == nil {
			continue
		}
		if m.Difference != program.Same {
			v.Outcomes++
		} else {
			v.Traces++
		}
		if v.First == nil || v.First.Difference == program.Same && m.Difference != program.Same {
			v.First = m
		}
	}
	for r := range x.sides {
		v.executed[r] = x.sides[r].original.executed()
	}
	return v, nil
}

// Settle verifies u, merged of versions, on inputs, as Verify does. If a projection behaves
// otherwise, and arrays or structures that differ are one in u, it merges the versions with two
// instead, which compile compiles, and takes that if it behaves as they do. It returns what it
// took.
func Settle(ctx context.Context, versions [2]engines.Build, u *unify.Unified, compile unify.Compile, inputs []program.Input, steps int64) (*unify.Unified, *Verification, error) {
	v, err := Verify(ctx, versions, u, inputs, steps)
	if err != nil || v.OK() || !u.Widened {
		return u, v, err
	}
	apart, err := unify.MergeApart(ctx, delta.Compute(versions[0].Version, versions[1].Version), versions[0].Program, versions[1].Program, compile)
	if errors.Is(err, unify.ErrNotUnified) {
		return u, v, nil
	}
	if err != nil {
		return nil, nil, err
	}
	w, err := Verify(ctx, versions, apart, inputs, steps)
	if err != nil || !w.OK() {
		return u, v, err
	}
	return apart, w, nil
}

// verifier runs versions and their projections on inputs.
type verifier struct {
	sides [2]struct{ original, projection, unified *traced }
}

func newVerifier(versions [2]engines.Build, u *unify.Unified, steps int64) (*verifier, error) {
	v := &verifier{}
	for r := range versions {
		s := &v.sides[r]
		for _, m := range []struct {
			p   *program.Program
			old bool
			to  **traced
		}{{versions[r].Program, false, &s.original}, {u.Sides[r], false, &s.projection}, {u.Program, delta.Reading(r) == delta.Old, &s.unified}} {
			var err error
			if *m.to, err = newTraced(m.p, m.old, steps); err != nil {
				return nil, err
			}
		}
		s.original.skip, s.projection.skip = u.Extra[r], u.Extra[delta.New]
	}
	return v, nil
}

// check returns how a projection does not behave as its version on an input, or nil: a
// difference in what they show before one in the branches that they take.
func (v *verifier) check(ctx context.Context, in *program.Input) (found *Mismatch, err error) {
	for r := range v.sides {
		s := &v.sides[r]
		var outcomes [3]*program.Outcome
		for i, m := range []*traced{s.original, s.projection, s.unified} {
			if outcomes[i], err = m.run(ctx, in); err != nil {
				return nil, err
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		d := different(outcomes[0], outcomes[1])
		if d == program.Same {
			d = different(outcomes[0], outcomes[2])
		}
		m := &Mismatch{Input: *in, Reading: delta.Reading(r).String(), Difference: d}
		switch {
		case d != program.Same:
			m.At, err = parting(ctx, s.original, s.projection, in)
			return m, err
		case found == nil && s.original.branches != s.projection.branches && outcomes[0].Ending != program.Stopped:
			found = m
			if found.At, err = parting(ctx, s.original, s.projection, in); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// longestLog bounds the branches that parting compares.
const longestLog = 1 << 20

// parting returns the first branch of a at which b takes another side or is at an end;
// zero if there is none, or it comes late.
func parting(ctx context.Context, a, b *traced, in *program.Input) (program.Position, error) {
	var logs [2][]taken
	for i, t := range []*traced{a, b} {
		t.log = &logs[i]
		_, err := t.run(ctx, in)
		if t.log = nil; err != nil {
			return program.Position{}, err
		}
	}
	for i, x := range logs[0] {
		if i == len(logs[1]) || x.side != logs[1][i].side {
			return a.p.Position(x.at), nil
		}
	}
	return program.Position{}, nil
}

// taken is a side of a branch that a run took.
type taken struct {
	at   program.RangeID
	side uint64
}

// sourceText is what a message quotes of the source; the function of a failed assertion may be
// one that is kept from both versions.
var sourceText = regexp.MustCompile("\\.[ch]:[0-9]+(: [A-Za-z0-9_]+: Assertion `[^']*')?|Assertion `[^']*'")

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
	entered  []bool   // by function, in any run
	log      *[]taken // if not nil, gets them one by one
}

func newTraced(p *program.Program, old bool, steps int64) (*traced, error) {
	m, err := vm.New(p, vm.Options{MaxSteps: steps, Trace: true, Old: old})
	if err != nil {
		return nil, err
	}
	t := &traced{x: m.NewRun(), p: p, entered: make([]bool, len(p.Funcs))}
	t.x.Tracer = t
	return t, nil
}

func (t *traced) run(ctx context.Context, in *program.Input) (*program.Outcome, error) {
	t.branches = 0
	return t.x.Run(ctx, in)
}

// executed returns the names of the functions that a run has executed.
func (t *traced) executed() map[string]bool {
	names := map[string]bool{}
	for i, f := range t.p.Funcs {
		if t.entered[i] {
			names[f.Source] = true
		}
	}
	return names
}

// Step implements vm.Tracer.
func (t *traced) Step(ev *vm.Event) {
	t.entered[ev.Func] = true
	if ev.Instr.Op != program.Branch || t.p.Funcs[ev.Func].Library {
		return
	}
	if slices.Contains(t.skip, t.p.Funcs[ev.Func].Source) {
		return
	}
	side := uint64(1)
	if ev.A != 0 { // a pointer may have another value where more objects are
		side = 2
	}
	t.branches = t.branches*0x9E3779B97F4A7C15 + side
	if t.log != nil && len(*t.log) < longestLog {
		*t.log = append(*t.log, taken{ev.Instr.At, side})
	}
}
