package project

import (
	"context"
	"errors"
	"fmt"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

// Errors of Check.
var (
	ErrFlaky    = errors.New("the test is flaky")
	ErrNotBuilt = errors.New("not built")
	ErrPasses   = errors.New("the test passes on the new version")
	ErrFails    = errors.New("the test does not pass on the old version")
)

// end is one of the two revisions.
type end struct {
	name string
	v    *program.Version
	want engines.Verdict
}

func (p *Project) ends() [2]end {
	return [2]end{{"old", p.Old, engines.Passes}, {"new", p.New, engines.Fails}}
}

// What the store knows of the project as a whole, by their keys.
const (
	keyHangs = "the test hangs"
	keyStale = "what a build leaves misleads the next one"
)

// Check builds both revisions from nothing and tests them several times: the test must
// pass on the old one and fail on the new one each time. If it takes too long on the
// new one, each time, that is the failure. Then it builds each on what the other left:
// where the test shows something else, all configurations are built from nothing from
// then on. Its result is cached, too.
func (p *Project) Check(ctx context.Context) error {
	for key, mode := range map[string]interface{ Store(bool) }{keyHangs: &p.hangs, keyStale: &p.clean} {
		if l, ok := p.store.get(key); ok && l.verdict == engines.Fails {
			mode.Store(true)
		}
	}
	checked := true
	for _, e := range p.ends() {
		l, ok := p.store.get("check " + e.v.Hash())
		checked = checked && ok && l.verdict == e.want
	}
	if checked {
		return nil
	}
	s, err := p.take(ctx)
	if err != nil {
		return err
	}
	defer func() { p.slots <- s }()
	for _, e := range p.ends() {
		if err := p.checkEnd(ctx, s, e); err != nil {
			return err
		}
	}
	if err := p.checkStale(ctx, s); err != nil {
		return err
	}
	for _, e := range p.ends() {
		if err := errors.Join(p.store.put("check "+e.v.Hash(), e.want, ""), p.store.put(p.keyOf(e.v), e.want, "")); err != nil {
			return err
		}
	}
	return nil
}

// checkEnd builds a revision from nothing and tests it.
func (p *Project) checkEnd(ctx context.Context, s *slot, e end) error {
	s.ready = false
	built, err := p.build(ctx, s, e.v)
	if err != nil {
		return err
	}
	if !built {
		return fmt.Errorf("the %s version is %w: %s", e.name, ErrNotBuilt, tail(s.output))
	}
	var first engines.Verdict
	for i := range p.opt.Repeat {
		got, late, err := p.timed(ctx, s)
		if err != nil {
			return err
		}
		if late && e.name == "new" && i == 0 {
			p.opt.Log("the test takes more than %v on the new version: to hang is taken as its failure; --test-timeout is that limit, and a smaller one makes the search faster", p.opt.TestTime)
			p.hangs.Store(true)
			if err := p.store.put(keyHangs, engines.Fails, ""); err != nil {
				return err
			}
			got = engines.Fails
		}
		p.opt.Log("%s version, run %d of the test: %s", e.name, i+1, got)
		if i == 0 {
			first = got
		}
		if got != first {
			return fmt.Errorf("%w: on the %s version it gave %q, then %q; an explanation of its failure would be luck", ErrFlaky, e.name, first, got)
		}
	}
	switch {
	case first == e.want:
		return nil
	case first == engines.Passes:
		return ErrPasses
	case e.name == "old":
		return fmt.Errorf("%w: %s: %s", ErrFails, first, tail(s.output))
	}
	return fmt.Errorf("the test has no verdict on the %s version: %s: %s", e.name, first, tail(s.output))
}

// checkStale builds both revisions in a slot that holds the new one, each on what the
// other left.
func (p *Project) checkStale(ctx context.Context, s *slot) error {
	if p.clean.Load() {
		return nil
	}
	for _, e := range p.ends() {
		got, err := p.judgeIn(ctx, s, e.v)
		if err != nil {
			return err
		}
		if got != e.want {
			p.opt.Log("the %s version shows something else when it is built on what a build of the other left", e.name)
			return p.buildFromNothing()
		}
	}
	return nil
}

func (p *Project) buildFromNothing() error {
	p.opt.Log("each configuration is built from nothing from now on")
	p.clean.Store(true)
	return p.store.put(keyStale, engines.Fails, "")
}

// Settle builds versions from nothing that have a verdict, and reports whether all
// verdicts stand. If one does not, all configurations are built from nothing from then
// on, and none of the verdicts so far counts: the search is to begin again.
func (p *Project) Settle(ctx context.Context, versions ...*program.Version) (bool, error) {
	if p.clean.Load() {
		return true, nil
	}
	s, err := p.take(ctx)
	if err != nil {
		return false, err
	}
	defer func() { p.slots <- s }()
	for _, v := range versions {
		said, ok := p.store.get(p.keyOf(v))
		if !ok {
			continue
		}
		s.ready = false
		got, err := p.judgeIn(ctx, s, v)
		if err != nil {
			return false, err
		}
		if got == said.verdict {
			continue
		}
		p.opt.Log("a configuration that was said to be %q is %q when it is built from nothing", said.verdict, got)
		if err := p.buildFromNothing(); err != nil {
			return false, err
		}
		for _, e := range p.ends() { // Check has built them from nothing
			if err := p.store.put(p.keyOf(e.v), e.want, ""); err != nil {
				return false, err
			}
		}
		return false, nil
	}
	return true, nil
}
