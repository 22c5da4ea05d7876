package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// rounds are the inputs that the versions are compared on, from few to many.
type rounds struct {
	count, standard int
	models          []program.InputModel // of main
	drawn           bool                 // the last model is for engines that draw inputs
	elements        []int                // behind pointers, with --entry
	first           *difference.Round    // that of the harness, if there is one
}

// moreElements are the elements behind a pointer if nobody says how many.
var moreElements = []int{4, 8, 16, 32}

// compile makes the programs, with the harness if there is one.
func (d *diffing) compile(ctx context.Context, old, new *program.Version) error {
	f, t := d.flags, &d.task
	t.Compile = d.app.env.Compile
	if err := d.build(ctx, t, old, new); err != nil {
		return err
	}
	d.printer.Program, d.plain = "./"+programName(t.New.Program), *t
	var err error
	r := &d.rounds
	switch {
	case f.entry != "":
		if r.elements = moreElements; f.Elements > 0 {
			r.elements = []int{f.Elements}
		}
		if r.first, err = d.called(ctx, t, r.elements[0]); err != nil {
			return err
		}
		if !r.first.Harness.Scales || !f.widen {
			r.elements = r.elements[:1]
		}
		r.count = len(r.elements)
	case f.harness != "":
		text, err := os.ReadFile(f.harness)
		if err != nil {
			return input(err)
		}
		if r.first, err = d.attach(ctx, t, &difference.Harness{Text: string(text)}, f.harness); err != nil {
			return err
		}
		r.count = 1
	default:
		for i, p := range []*program.Program{t.Old.Program, t.New.Program} {
			if n, ok := p.FuncByName("main"); !ok || len(p.Funcs[n].Blocks) == 0 {
				return usagef("the %s version has no function main: give its other files too, or --entry FUNCTION, or --harness FILE.c", delta.Reading(i))
			}
		}
		return nil
	}
	d.delta, t.Old, t.New = r.first.Delta, r.first.Task.Old, r.first.Task.New
	return nil
}

// build compiles the versions of a task.
func (d *diffing) build(ctx context.Context, t *engines.Task, old, new *program.Version) error {
	for i, b := range []*engines.Build{&t.Old, &t.New} {
		var err error
		b.Version = []*program.Version{old, new}[i]
		if b.Program, err = t.Compile(ctx, b.Version); err != nil {
			return fmt.Errorf("%s version: %w", delta.Reading(i), err)
		}
	}
	return nil
}

// called makes the round in which the function is called, with pointers to so many
// elements, from versions without a harness.
func (d *diffing) called(ctx context.Context, t *engines.Task, elements int) (*difference.Round, error) {
	o := d.flags.HarnessOptions
	o.Elements = elements
	h, err := difference.Generate(t.Old.Program, t.New.Program, t.New.Version, d.flags.entry, o)
	if err != nil {
		return nil, input(err)
	}
	return d.attach(ctx, t, h, "harness.c")
}

// attach makes the round of a harness.
func (d *diffing) attach(ctx context.Context, of *engines.Task, h *difference.Harness, name string) (*difference.Round, error) {
	old, err := difference.Attach(of.Old.Version, h.File, name, h.Text)
	if err != nil {
		return nil, input(err)
	}
	new, err := difference.Attach(of.New.Version, h.File, name, h.Text)
	if err != nil {
		return nil, input(err)
	}
	t := *of
	t.Model.Asked = h.Values
	if err := d.build(ctx, &t, old, new); err != nil {
		return nil, err
	}
	return &difference.Round{Task: &t, Delta: delta.Compute(old, new), Harness: h}, nil
}

// inputs says which inputs there are if main is called.
func (d *diffing) inputs(arguments []string) error {
	f, r := d.flags, &d.rounds
	switch given := f.inputFlags.varies() || len(arguments) > 0; {
	case r.first != nil && given:
		return usagef("a harness asks for its inputs itself: arguments and --sym-args and the like are for main")
	case r.first != nil:
		return nil
	case given:
		m, err := f.inputFlags.model(arguments)
		if err != nil {
			return err
		}
		r.models = []program.InputModel{*m}
	default:
		var drawn program.InputModel
		r.models, r.standard, drawn = difference.Models(d.task.Old.Program, d.task.New.Program)
		if r.drawn = f.widen; f.widen {
			r.models = append(r.models, drawn)
		} else {
			r.models = r.models[:r.standard+1]
		}
	}
	r.count = len(r.models)
	return nil
}

// round makes a round of the hunt.
func (d *diffing) round(ctx context.Context, i int) (*difference.Round, error) {
	r := &d.rounds
	switch {
	case r.first == nil:
		t := d.task
		t.Model = r.models[i]
		return &difference.Round{Task: &t, Delta: d.delta}, nil
	case i == 0:
		t := d.task
		t.Model.Asked = r.first.Harness.Values
		return &difference.Round{Task: &t, Delta: d.delta, Harness: r.first.Harness}, nil
	}
	t := d.task
	t.Old, t.New = d.plain.Old, d.plain.New
	return d.called(ctx, &t, r.elements[i])
}

// roundEvent says that the search has begun with other inputs, or has accounted
// for all of a round.
type roundEvent struct {
	Event  string   `json:"event"` // "round" or "complete"
	Number int      `json:"number"`
	Inputs []string `json:"inputs"`
	Paths  int64    `json:"paths,omitempty"`
}

// progress returns a function that says how far the search is: as events, or as a
// line beside what is printed.
func (d *diffing) progress() func(e *difference.Ended) {
	begun, complete := map[int]bool{}, map[int]bool{}
	return func(e *difference.Ended) {
		if d.flags.json {
			for i := range e.Rounds {
				r := &e.Rounds[i]
				if len(r.Inputs) > 0 && !begun[i] {
					begun[i] = true
					d.app.event(roundEvent{Event: "round", Number: i + 1, Inputs: r.Inputs})
				}
				if r.Complete() && !complete[i] {
					complete[i] = true
					d.app.event(roundEvent{"complete", i + 1, r.Inputs, r.Conclusion.Paths})
				}
			}
			return
		}
		d.app.line.Set("%s tried%s", corpora.Plural(e.Tried, "input"), widest(e))
	}
}

// widest says how far the rounds have come, as short as a line of a terminal.
func widest(e *difference.Ended) string {
	s := ""
	for i := range e.Rounds {
		if r := &e.Rounds[i]; r.Complete() {
			s = "; complete: " + strings.Join(r.Inputs, ", ")
		}
	}
	return s[:min(len(s), 60)]
}
