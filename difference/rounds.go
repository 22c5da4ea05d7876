package difference

import (
	"context"
	"errors"
	"fmt"
	"path"

	"github.com/riftlab/rift/difference/inputmodel"
	"github.com/riftlab/rift/difference/sources"

	"github.com/riftlab/rift/difference/harness"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// rounds are the inputs that the versions are compared on, from few to many.
type rounds struct {
	request  *Request
	plain    engines.Task // without a harness
	task     engines.Task
	delta    *delta.Delta
	count    int
	standard int
	made     int                  // before it, for the changes
	models   []program.InputModel // of main
	drawn    bool                 // the last model is for engines that draw inputs
	elements []int                // behind pointers, with an entry function
	first    *Round               // that of the harness, if there is one
}

// compile makes the programs, with the harness if there is one.
func (r *rounds) compile(ctx context.Context, old, new *program.Version) error {
	q, t := r.request, &r.task
	t.Compile, t.RunSteps, t.Seed, t.Equivalence = q.Compile, q.RunSteps, q.Seed, q.Equivalence
	t.Budget.Memory = q.Limits.Memory
	if err := build(ctx, t, opened(old), opened(new)); err != nil {
		return err
	}
	r.plain = *t
	switch {
	case q.Entry != "":
		r.elements = []int{usualElements[0]}
		if q.Elements > 0 {
			r.elements[0] = q.Elements
		}
		var err error
		if r.first, err = r.called(ctx, t, r.elements[0]); err != nil {
			return err
		}
		if r.first.Harness.Scales && q.Widen && q.Elements == 0 {
			r.elements = elementsFor(r.first.Delta, r.first.Task.Old.Program, r.first.Task.New.Program)
		}
		r.count = len(r.elements)
	case q.Harness != nil:
		var err error
		if r.first, err = attach(ctx, t, q.Harness, q.HarnessName); err != nil {
			return err
		}
		r.count = 1
	default:
		if len(t.Old.Program.Given)+len(t.New.Program.Given) > 0 && (hasMain(t.Old.Program) || hasMain(t.New.Program)) {
			if err := build(ctx, t, old, new); err != nil {
				return err // which says what a whole program lacks
			}
		}
		t.Old.Version, t.New.Version = old, new
		r.plain = *t
		if SameCode(t.Old.Program, t.New.Program) {
			return nil // whatever is called does the same
		}
		for i, p := range []*program.Program{t.Old.Program, t.New.Program} {
			if !hasMain(p) {
				if i == 0 && !hasMain(t.New.Program) {
					return sources.AsInput(ErrNoMain)
				}
				return sources.Inputf("the %s version has no function main: give its other files too, or --entry FUNCTION, or --harness FILE.c", delta.Reading(i))
			}
		}
		return nil
	}
	r.delta, t.Old, t.New = r.first.Delta, r.first.Task.Old, r.first.Task.New
	return nil
}

// opened returns a version whose functions can be called without the files that
// define its variables.
func opened(v *program.Version) *program.Version {
	w := *v
	w.Open = true
	return &w
}

// ErrNoMain is wrapped by the error of a Run that is to call main if neither version
// has it.
var ErrNoMain = errors.New("the old version has no function main, nor has the new one: give its other files too, or --entry FUNCTION, or --harness FILE.c")

// hasMain reports whether a program defines main.
func hasMain(p *program.Program) bool {
	n, ok := p.FuncByName("main")
	return ok && len(p.Funcs[n].Blocks) > 0
}

// build compiles the versions of a task.
func build(ctx context.Context, t *engines.Task, old, new *program.Version) error {
	for i, b := range []*engines.Build{&t.Old, &t.New} {
		var err error
		b.Version = []*program.Version{old, new}[i]
		if b.Program, err = t.Compile(ctx, b.Version); err != nil {
			return fmt.Errorf("%s version: %w", delta.Reading(i), err)
		}
	}
	t.New.Program = alignAssertions(t.Old.Program, t.New.Program)
	return nil
}

// called makes the round in which the function is called, with pointers to so many
// elements, from versions without a harness.
func (r *rounds) called(ctx context.Context, t *engines.Task, elements int) (*Round, error) {
	o := r.request.Options
	o.Elements = elements
	h, err := harness.Generate(t.Old.Program, t.New.Program, t.New.Version, r.request.Entry, o)
	if err != nil {
		return nil, sources.AsInput(err)
	}
	round, err := attach(ctx, t, h, "harness.c")
	if err != nil {
		return nil, err
	}
	m := &round.Task.Model
	if inputmodel.ReadsStdin(round.Task.Old.Program) || inputmodel.ReadsStdin(round.Task.New.Program) {
		m.Stdin = &program.ContentModel{Size: elements}
		h.Inputs = append(h.Inputs, "standard input: "+inputmodel.ContentText(m.Stdin))
	}
	for _, name := range inputmodel.FileNames(round.Task.Old.Program, round.Task.New.Program) {
		f := program.FileModel{Name: name, Content: &program.ContentModel{Size: elements}}
		m.Files = append(m.Files, f)
		h.Inputs = append(h.Inputs, fmt.Sprintf("the file %q: %s", name, inputmodel.ContentText(f.Content)))
	}
	return round, nil
}

// attach makes the round of a harness.
func attach(ctx context.Context, of *engines.Task, h *harness.Harness, name string) (*Round, error) {
	old, err := harness.Attach(of.Old.Version, h.File, name, h.Text)
	if err != nil {
		return nil, sources.AsInput(err)
	}
	new, err := harness.Attach(of.New.Version, h.File, name, h.Text)
	if err != nil {
		return nil, sources.AsInput(err)
	}
	h.Name = path.Base(name)
	t := *of
	t.Model.Asked = h.Values
	if err := build(ctx, &t, old, new); err != nil {
		return nil, err
	}
	return &Round{Task: &t, Delta: delta.Compute(old, new), Harness: h}, nil
}

// inputs says which inputs there are.
func (r *rounds) inputs() error {
	q := r.request
	r.task.Tests = q.Tests
	switch {
	case r.first != nil && q.Model != nil:
		return sources.Inputf("a harness asks for its inputs itself: arguments and --sym-args and the like are for main")
	case r.first != nil:
		return nil
	case q.Model != nil:
		r.models = []program.InputModel{*q.Model}
	default:
		old, new := r.task.Old.Program, r.task.New.Program
		plan := inputmodel.PlanFor(mapping.New(r.delta, old, new), old, new)
		r.models, r.standard, r.made = plan.Models, plan.Standard, plan.Standard-plan.First
		if r.drawn = q.Widen; q.Widen {
			r.models = append(r.models, plan.Drawn)
		} else {
			r.models = r.models[:r.standard+1]
		}
	}
	r.count = len(r.models)
	return nil
}

// stands reports whether a round can stand for the standard one.
func (r *rounds) stands(i int) bool {
	return i == r.standard || i > r.standard && (r.first != nil || inputmodel.Covers(&r.models[i], &r.models[r.standard]))
}

// round makes a round of the hunt.
func (r *rounds) round(ctx context.Context, i int) (*Round, error) {
	t := r.task
	switch {
	case r.first == nil:
		t.Model = r.models[i]
		return &Round{Task: &t, Delta: r.delta}, nil
	case i == 0:
		t.Model = r.first.Task.Model
		return &Round{Task: &t, Delta: r.delta, Harness: r.first.Harness}, nil
	}
	t.Old, t.New = r.plain.Old, r.plain.New
	return r.called(ctx, &t, r.elements[i])
}

// unassumed makes a round without the assumptions of the user.
func (r *rounds) unassumed(ctx context.Context, i int) (*Round, error) {
	q := *r.request
	q.Assume = nil
	t := r.task
	t.Old, t.New = r.plain.Old, r.plain.New
	return (&rounds{request: &q}).called(ctx, &t, r.elements[i])
}

// notes are what the harness leaves out.
func (r *rounds) notes() []string {
	if r.first == nil {
		return nil
	}
	return r.first.Harness.Notes
}
