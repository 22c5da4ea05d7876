package confirm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/native"
)

// witness is a version pair that is compiled natively.
type witness struct {
	c        *confirmer
	pair     *corpora.Pair
	old, new *side
	golden   *side // nil if there is none
	known    []knownError
}

// knownError is a known error with the versions that tell who exposes it.
type knownError struct {
	id          string
	fix, before *side // before may be nil
}

// side is a version in both forms. Where the host's compiler refused it, err
// says so.
type side struct {
	version *program.Version
	native  *native.Program
	err     error

	once    sync.Once
	machine pair.Machine
	failed  error
}

// answer is what was seen of an input natively: of each error of the rows that
// it counts in, why it is not confirmed, "" if it is.
type answer struct {
	old, new *program.Outcome
	why      map[string]string
}

// witness compiles what the inputs of a pair need.
func (c *confirmer) witness(ctx context.Context, p *pairTests) (*witness, error) {
	s, err := c.plan.Subject(c.env, p.subject)
	if err != nil {
		return nil, err
	}
	w := &witness{c: c, pair: s.Pair(p.pair)}
	if w.pair == nil {
		return nil, fmt.Errorf("subject %s has no pair %q", p.subject, p.pair)
	}
	made := map[string]*side{}
	side := func(name string) (*side, error) {
		if made[name] == nil {
			var err error
			if made[name], err = c.side(ctx, s, name); err != nil {
				return nil, err
			}
		}
		return made[name], nil
	}
	if w.old, err = side(w.pair.Old); err == nil {
		w.new, err = side(w.pair.New)
	}
	if err == nil && w.pair.Golden != "" {
		w.golden, err = side(w.pair.Golden)
	}
	for _, e := range w.pair.Errors {
		if err != nil || !slices.Contains(p.known, e.ID) {
			continue
		}
		k := knownError{id: e.ID}
		if k.fix, err = side(e.Fix); err == nil && e.Before != "" {
			k.before, err = side(e.Before)
		}
		w.known = append(w.known, k)
	}
	return w, err
}

func (c *confirmer) side(ctx context.Context, s *corpora.Subject, name string) (*side, error) {
	v := s.Version(name)
	if v == nil {
		return nil, fmt.Errorf("subject %s has no version %q", s.Name, name)
	}
	x := &side{version: v}
	var p *program.Program
	if s.Model.Entry != "" {
		var err error
		if p, err = c.env.Compile(ctx, v); err != nil {
			return nil, err
		}
	}
	x.native, x.err = c.builder.Build(ctx, v, p, s.Model.Entry)
	return x, ctx.Err()
}

// errRefused is a version that the host's compiler does not compile.
var errRefused = errors.New("not compiled natively")

func (s *side) run(ctx context.Context, in *program.Input) (*program.Outcome, error) {
	if s.err != nil {
		return nil, fmt.Errorf("%w: %w", errRefused, s.err)
	}
	return s.native.Run(ctx, in)
}

// ask runs an input on the versions.
func (w *witness) ask(ctx context.Context, x *exposing) (*answer, error) {
	a := &answer{why: map[string]string{}}
	var err error
	if a.old, err = w.old.run(ctx, &x.input); err == nil {
		a.new, err = w.new.run(ctx, &x.input)
	}
	var golden *program.Outcome
	if err == nil && w.golden != nil {
		golden, err = w.golden.run(ctx, &x.input)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return a.all(x, err.Error()), nil
	}
	d, class := engines.Classify(w.c.plan.Equivalence, a.old, a.new, golden)
	if !d.Counts() {
		why, err := w.unseen(ctx, x, a)
		return a.all(x, why), err
	}
	for _, row := range x.order {
		switch id := row.Error; {
		case slices.ContainsFunc(w.known, func(k knownError) bool { return k.id == id }):
			a.why[id], err = w.exposes(ctx, x, a, id)
		case id == anyDifference || id == string(class):
		case class == engines.ClassNoOracle:
			a.why[id] = "the versions differ natively, but the golden one has an error itself or was stopped"
		default:
			a.why[id] = "natively the difference is of the class " + string(class)
		}
		if err != nil {
			return nil, err
		}
	}
	return a, nil
}

// all gives one reason for all rows.
func (a *answer) all(x *exposing, why string) *answer {
	for _, row := range x.order {
		a.why[row.Error] = why
	}
	return a
}

// exposes decides by the versions around the fix whether the input exposes an
// error natively.
func (w *witness) exposes(ctx context.Context, x *exposing, a *answer, id string) (string, error) {
	k := w.known[slices.IndexFunc(w.known, func(k knownError) bool { return k.id == id })]
	fix, err := k.fix.run(ctx, &x.input)
	if errors.Is(err, errRefused) {
		return err.Error(), nil
	}
	if err != nil {
		return "", err
	}
	if !fix.IsOracle() {
		return "the versions differ natively, but the fixed one has an error itself or was stopped", nil
	}
	if !w.c.plan.Equivalence.Differ(a.new, fix).Counts() {
		return "the versions differ natively, but the new one shows what the fixed one shows", nil
	}
	if k.before == nil {
		return "", nil
	}
	before, err := k.before.run(ctx, &x.input)
	if errors.Is(err, errRefused) {
		return err.Error(), nil
	}
	if err == nil && !w.c.plan.Equivalence.Differ(before, fix).Counts() {
		return "the versions differ natively, but those before and after the fix do not", nil
	}
	return "", err
}

// unseen says why the versions do not differ natively.
func (w *witness) unseen(ctx context.Context, x *exposing, a *answer) (string, error) {
	for _, o := range []*program.Outcome{a.old, a.new} {
		if o.Ending == program.Stopped {
			return "ended natively by a limit: " + o.Limit, nil
		}
	}
	if a.old.Ending == program.Faulted && a.new.Ending == program.Faulted {
		return "both versions have an error natively: " + string(a.new.Fault.Kind), nil
	}
	var inMachine []*program.Outcome
	for _, s := range []*side{w.new, w.old} {
		o, err := w.c.inMachine(ctx, s, &x.input)
		if err != nil {
			return "", err
		}
		inMachine = append(inMachine, o)
		if o.Ending != program.Faulted {
			continue
		}
		if why := native.Blind(o.Fault); why != "" {
			return why, nil
		}
		return "no sanitizer reports what the machine does: " + string(o.Fault.Kind), nil
	}
	if w.c.plan.Equivalence.OnlyRounding(inMachine[0], inMachine[1]) {
		return "differs only by rounding: in the last bits of numbers, which the host's C library rounds alike", nil
	}
	return "both versions show the same natively", nil
}

// inMachine runs an input in rift's own machine.
func (c *confirmer) inMachine(ctx context.Context, s *side, in *program.Input) (*program.Outcome, error) {
	s.once.Do(func() {
		p, err := c.env.Compile(ctx, s.version)
		if err == nil {
			s.machine, err = c.env.Machine(p, c.plan.RunLimits())
		}
		s.failed = err
	})
	if s.failed != nil {
		return nil, s.failed
	}
	return s.machine.Run(ctx, in)
}
