// Package reproduce prepares the experiments that reproduce papers: it adapts
// their budgets and finds or fetches their subjects.
package reproduce

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/results/papers"
)

// Options adjust a reproduction. The zero value is the experiment on the paper's
// subjects as it comes with rift.
type Options struct {
	Small bool // on subjects that come with rift, offline
	// From says where corpora are on this machine, by name: a subject (tcas) or
	// the part of several subjects' names before "-" (coreutils).
	From map[string]string
	// Seeds, Wall, CPU, Steps and Tests replace the experiment's if positive.
	Seeds     int
	Wall, CPU time.Duration
	Steps     int64
	Tests     int
	// Fetch takes the progress of fetching; may be nil.
	Fetch io.Writer
}

// Plan makes the plan of the experiment that reproduces a paper, and its
// configuration. What the subjects need is fetched first unless it is there.
func Plan(ctx context.Context, p *papers.Paper, env experiments.Environment, o Options) (*experiments.Plan, *experiments.Config, error) {
	name := p.Experiment
	if o.Small {
		name = p.Small
	}
	c, err := experiments.Load(name)
	if err != nil {
		return nil, nil, err
	}
	o.adapt(c)
	from, err := o.find(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	plan, err := experiments.Make(ctx, c, env, from)
	return plan, c, err
}

// adapt replaces what the options give.
func (o *Options) adapt(c *experiments.Config) {
	if o.Seeds > 0 {
		c.Seeds = o.Seeds
		for i := range c.Engines {
			c.Engines[i].Seeds = 0
		}
	}
	if o.Wall > 0 {
		c.Budget.Wall = experiments.Duration(o.Wall)
	}
	if o.CPU > 0 {
		c.Budget.CPU = experiments.Duration(o.CPU)
	}
	if o.Steps > 0 {
		c.Budget.Steps = o.Steps
	}
	if o.Tests > 0 {
		c.Budget.Tests = o.Tests
	}
}

// find makes sure that the subjects of an experiment are on this machine and
// returns where those are that have no place of their own.
func (o *Options) find(ctx context.Context, c *experiments.Config) (map[string]string, error) {
	if err := o.check(c); err != nil {
		return nil, err
	}
	from := map[string]string{}
	for _, ref := range c.Subjects {
		at, corpus := o.given(ref)
		switch {
		case slices.Contains(corpora.SIRNames(), ref):
			if at != "" && (corpora.IsSIR(at) || strings.Contains(at, ":")) {
				from[ref] = at
				continue
			}
			dir, err := corpora.FetchSIR(ctx, ref, at, o.Fetch)
			if err != nil {
				return nil, missing(ref, err)
			}
			from[ref] = "sir:" + dir
		case slices.Contains(corpora.Fetchable(), ref):
			if err := o.fetch(ctx, ref, at); err != nil {
				return nil, missing(corpus, err)
			}
		case at != "":
			from[ref] = at
		}
	}
	return from, nil
}

// check refuses names of corpora that there are not. (Of several experiments,
// not each uses each of them.)
func (o *Options) check(c *experiments.Config) error {
	for _, name := range slices.Sorted(maps.Keys(o.From)) {
		if !slices.Contains(c.Subjects, name) && !anyCorpus(name) {
			return fmt.Errorf("--from %s: no experiment has a subject or corpus of that name", name)
		}
	}
	return nil
}

// given returns where the user says a subject or its corpus is, "" if he does
// not, and the name by which he can.
func (o *Options) given(ref string) (at, corpus string) {
	if at, ok := o.From[ref]; ok {
		return at, ref
	}
	corpus, _, _ = strings.Cut(ref, "-")
	if !slices.Contains(corpora.Fetchable(), ref) {
		return "", ref
	}
	return o.From[corpus], corpus
}

// anyCorpus reports whether some subject that rift knows has the name or belongs
// to the corpus of that name.
func anyCorpus(name string) bool {
	known := slices.Concat(corpora.SIRNames(), corpora.Fetchable(), corpora.Names())
	return slices.ContainsFunc(known, func(n string) bool { return n == name || strings.HasPrefix(n, name+"-") })
}

// fetch brings the repositories of a subject into the cache if they are not
// there.
func (o *Options) fetch(ctx context.Context, ref, at string) error {
	addresses, err := corpora.Repositories(ref, "")
	if err != nil {
		return err
	}
	for _, address := range addresses {
		if corpora.Fetched(address) {
			continue
		}
		if _, err := corpora.Fetch(ctx, address, at, o.Fetch); err != nil {
			return err
		}
	}
	return nil
}

// ErrMissing is wrapped by errors about subjects that could not be had.
var ErrMissing = errors.New("subject missing")

func missing(name string, err error) error {
	return fmt.Errorf("%w: %w; if you have it, say where with --from %s=PATH", ErrMissing, err, name)
}
