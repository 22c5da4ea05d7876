package corpora

import (
	"context"
	"fmt"

	"github.com/riftlab/rift/program"
)

// Builder makes a version runnable. It is how Check gets at a machine, of
// which this package must know nothing.
type Builder func(ctx context.Context, v *program.Version) (Runner, error)

// Runner runs a version on one input.
type Runner func(ctx context.Context, in *program.Input) (*program.Outcome, error)

// Problem is something that is not as the manifest says.
type Problem struct {
	Place   string `json:"place"` // "MANIFEST:LINE", or where the subject was loaded from
	Message string `json:"message"`
}

// String returns "PLACE: MESSAGE".
func (p Problem) String() string { return p.Place + ": " + p.Message }

// Measure is what running the pool says about a pair. Counts are of pool tests.
type Measure struct {
	Pair      string `json:"pair"`
	Tests     int    `json:"tests"`
	Differ    int    `json:"differ"`
	Undecided int    `json:"undecided"` // a limit stopped one of the versions, or an assumption failed
	Faults    int    `json:"faults"`    // the machine found an error in the new version
	First     string `json:"first"`     // name of the first test that differs; "" if none does
	// Errors are the differing tests on which the new version also differs
	// from the golden one; -1 without a golden version.
	Errors int `json:"errors"`
}

// Report is the result of Check.
type Report struct {
	Subject  string    `json:"subject"`
	Versions int       `json:"versions"`
	Tests    int       `json:"tests"`
	Pairs    []Measure `json:"pairs"`
	Problems []Problem `json:"problems"`
	// Points are of the known errors whose fix and test are known.
	Points []Points `json:"points,omitempty"`
}

// Check compiles every version of a subject, runs all tests on the versions
// that take part in a pair, and compares with what the manifest says:
//
//   - a pair differs on some test, unless it states that no test shows it, and on
//     as many of the pool as it states; one said to be equivalent on none;
//   - the witness differs;
//   - the failing test passes on old, and on golden as on old, and fails on new;
//     it passes once the changes to blame are reverted together with the
//     auxiliary ones, and not while one of those to blame is left;
//   - each known error shows on its test, also just before its fix and no more
//     with it, and its fix behaves as golden there;
//     if it is a change interaction error, no change alone makes old behave as
//     new there.
//
// Of a subject that is built by its own commands nothing is run.
//
// That something is not so is a problem, not an error; an error is returned
// only when ctx is done or a runner cannot run at all.
func Check(ctx context.Context, s *Subject, build Builder) (*Report, error) {
	c := &checker{s: s, build: build, runs: map[string]*versionRuns{}}
	c.report = &Report{Subject: s.Name, Versions: len(s.Versions), Tests: len(s.Tests)}
	if s.Native != nil {
		return c.report, nil
	}
	for i := range s.Versions {
		if _, err := c.version(ctx, &s.Versions[i]); err != nil {
			return nil, err
		}
	}
	for i := range s.Pairs {
		if err := c.pair(ctx, i, &s.Pairs[i]); err != nil {
			return nil, err
		}
	}
	return c.report, nil
}

type checker struct {
	s      *Subject
	build  Builder
	runs   map[string]*versionRuns // by version name
	report *Report
}

// versionRuns are the outcomes of one version by test name. run is nil if the
// version does not compile.
type versionRuns struct {
	run      Runner
	outcomes map[string]*program.Outcome
}

func (c *checker) problem(table string, index int, format string, args ...any) {
	place := c.s.Dir // of a subject that no manifest describes
	if c.s.where != nil {
		place = c.s.where(table, index)
	}
	c.report.Problems = append(c.report.Problems, Problem{place, fmt.Sprintf(format, args...)})
}

func (c *checker) version(ctx context.Context, v *program.Version) (*versionRuns, error) {
	if r := c.runs[v.Name]; r != nil {
		return r, nil
	}
	run, err := c.build(ctx, v)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r := &versionRuns{run: run, outcomes: map[string]*program.Outcome{}}
	c.runs[v.Name] = r
	if err != nil {
		r.run = nil
		for i := range c.s.Versions {
			if &c.s.Versions[i] == v {
				c.problem("version", i, "version %q does not compile: %v", v.Name, err)
			}
		}
	}
	return r, nil
}

// outcome runs a test on a version, once; it returns nil if the version does
// not compile.
func (c *checker) outcome(ctx context.Context, version string, t *program.Test) (*program.Outcome, error) {
	r := c.runs[version]
	if r == nil || r.run == nil {
		return nil, nil
	}
	if o := r.outcomes[t.Name]; o != nil {
		return o, nil
	}
	o, err := r.run(ctx, &t.Input)
	if err != nil {
		return nil, fmt.Errorf("%s: version %q, test %q: %w", c.s.Name, version, t.Name, err)
	}
	r.outcomes[t.Name] = o
	return o, nil
}

// differ compares two versions on a test. A version that does not compile
// leaves it undecided.
func (c *checker) differ(ctx context.Context, a, b string, t *program.Test) (program.Difference, error) {
	oa, err := c.outcome(ctx, a, t)
	if err != nil {
		return "", err
	}
	ob, err := c.outcome(ctx, b, t)
	if err != nil {
		return "", err
	}
	if oa == nil || ob == nil {
		return program.DiffUndecided, nil
	}
	return program.Differ(oa, ob), nil
}

func (c *checker) pair(ctx context.Context, i int, p *Pair) error {
	for _, name := range []string{p.Old, p.New, p.Golden} {
		if r := c.runs[name]; name != "" && r.run == nil {
			return nil // reported with the version
		}
	}
	m, err := c.measure(ctx, p)
	if err != nil {
		return err
	}
	c.report.Pairs = append(c.report.Pairs, m)
	switch {
	case m.Undecided > 0:
		c.problem("pair", i, "pair %q: undecided on %s", p.Name, Plural(m.Undecided, "test"))
	case p.Equivalent && m.Differ > 0:
		c.problem("pair", i, "pair %q is said to be equivalent, but differs on %s, first %s", p.Name, Plural(m.Differ, "test"), m.First)
	case p.Differ >= 0 && p.Differ != m.Differ:
		c.problem("pair", i, "pair %q differs on %s, not on %d", p.Name, Plural(m.Differ, "test"), p.Differ)
	case !p.Equivalent && p.Differ < 0 && m.Differ == 0 && p.Witness == "" && p.Failing == "": // see c.failing
		c.problem("pair", i, "pair %q differs on no test and has neither witness nor failing test", p.Name)
	}
	for _, check := range []func(context.Context, int, *Pair) error{c.witness, c.failing, c.errors, c.points} {
		if err := check(ctx, i, p); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) measure(ctx context.Context, p *Pair) (Measure, error) {
	m := Measure{Pair: p.Name, Tests: len(c.s.Tests)}
	if p.Golden == "" {
		m.Errors = -1
	}
	for i := range c.s.Tests {
		t := &c.s.Tests[i]
		d, err := c.differ(ctx, p.Old, p.New, t)
		if err != nil {
			return m, err
		}
		if c.runs[p.New].outcomes[t.Name].Ending == program.Faulted {
			m.Faults++
		}
		if d == program.DiffUndecided || d == program.DiffIrrelevant {
			m.Undecided++
		}
		if !d.Counts() {
			continue
		}
		m.Differ++
		if m.First == "" {
			m.First = t.Name
		}
		if p.Golden != "" {
			d, err := c.differ(ctx, p.Golden, p.New, t)
			if err != nil {
				return m, err
			}
			if d.Counts() && c.runs[p.Golden].outcomes[t.Name].IsOracle() {
				m.Errors++
			}
		}
	}
	return m, nil
}

func (c *checker) witness(ctx context.Context, i int, p *Pair) error {
	if p.Witness == "" {
		return nil
	}
	d, err := c.differ(ctx, p.Old, p.New, c.s.Test(p.Witness))
	if err == nil && !d.Counts() {
		c.problem("pair", i, "pair %q does not differ on its witness %s", p.Name, p.Witness)
	}
	return err
}

func (c *checker) errors(ctx context.Context, i int, p *Pair) error {
	for _, e := range p.Errors {
		if e.Test == "" {
			continue
		}
		t := c.s.Test(e.Test)
		d, err := c.differ(ctx, p.Old, p.New, t)
		if err != nil {
			return err
		}
		if !d.Counts() {
			c.problem("pair", i, "pair %q, error %s: old and new do not differ on %s", p.Name, e.ID, e.Test)
		}
		if err := c.interaction(ctx, i, p, &e, t); err != nil {
			return err
		}
		if err := c.fixed(ctx, i, p, &e, t); err != nil {
			return err
		}
		if p.Golden == "" {
			continue
		}
		if d, err = c.differ(ctx, p.Golden, p.New, t); err != nil {
			return err
		}
		if !d.Counts() {
			c.problem("pair", i, "pair %q, error %s: new behaves as golden on %s", p.Name, e.ID, e.Test)
		}
		if e.Fix == "" {
			continue
		}
		if d, err = c.differ(ctx, p.Golden, e.Fix, t); err != nil {
			return err
		}
		if d.Counts() {
			c.problem("pair", i, "pair %q, error %s: the fix %q does not behave as golden on %s", p.Name, e.ID, e.Fix, e.Test)
		}
	}
	return nil
}

// fixed checks that an error shows until its fix: together with the difference
// between old and new these are the four points of an error's life.
//
// Source: Böhme and Roychoudhury, ISSTA 2014 (CoREBench), section 3.
func (c *checker) fixed(ctx context.Context, i int, p *Pair, e *Error, t *program.Test) error {
	if e.Fix == "" {
		return nil
	}
	for _, faulty := range []string{p.New, e.Before} {
		if faulty == "" {
			continue
		}
		d, err := c.differ(ctx, faulty, e.Fix, t)
		if err != nil {
			return err
		}
		if d == program.Same {
			c.problem("pair", i, "pair %q, error %s: %q behaves on %s as the fix %q does", p.Name, e.ID, faulty, e.Test, e.Fix)
		}
	}
	return nil
}

// Plural returns a number with its noun: "1 pair", "2 pairs".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
