// Package confirm runs the tests of a results folder that show a difference on
// the versions as the host's compiler makes them, and counts how many show it
// there, too. What rift's own machine found is then witnessed by one that has
// nothing in common with it.
//
// Terms: a test is *exposing* if the versions differ on it, and exposes a known
// error as corpora.Error says. It is *confirmed* if that holds of what the
// versions show natively; for a difference with a class, if it has that class.
package confirm

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/native"
	"github.com/riftlab/rift/results"
)

// Options say what is run, and how.
type Options struct {
	Native native.Options
	Most   int  // tests of each row, the first ones; 0 is all
	Phases bool // a row for each phase of an engine
	Jobs   int  // runs at a time; default the number of processors
	// Progress, if not nil, is told how many of all inputs are done. It is
	// called by one goroutine at a time.
	Progress func(done, all int)
}

// Result is what was confirmed.
type Result struct {
	Compiler string `json:"compiler"`
	Isolated bool   `json:"isolated"` // programs ran without network
	Private  bool   `json:"private"`  // and below a root of their own, not as the superuser
	Rows     []Row  `json:"rows"`
}

// Row counts the tests of one engine on one pair that expose one error.
type Row struct {
	Engine  string `json:"engine"`
	Phase   string `json:"phase,omitempty"`
	Subject string `json:"subject"`
	Pair    string `json:"pair"`
	// Error is the known error, or the class of differences that are counted
	// whatever error they expose; "difference" if they have none.
	Error     string `json:"error"`
	Exposing  int    `json:"exposing"` // tests
	Tried     int    `json:"tried"`    // of these
	Confirmed int    `json:"confirmed"`
	// Faults are those confirmed on which a sanitizer ends the new version, and
	// not the old one.
	Faults int `json:"faults"`
	// Missed says why the others are not confirmed, the most frequent first.
	Missed []Miss `json:"missed,omitempty"`
	// Shortest is the shortest input that is confirmed, and what the versions
	// show on it natively.
	Shortest *Witness `json:"shortest,omitempty"`
}

// Miss is a reason why tests are not confirmed.
type Miss struct {
	Why     string        `json:"why"`
	Tests   int           `json:"tests"`
	Example program.Input `json:"example"` // the first of them
}

// Witness is an input with what the versions show natively.
type Witness struct {
	Input program.Input    `json:"input"`
	Old   *program.Outcome `json:"old"`
	New   *program.Outcome `json:"new"`
}

// Run confirms the tests of the finished tasks in a results folder. Errors are
// cancellation, a folder or subject that cannot be read, and a compiler that is
// missing; versions that it does not compile are a reason of their tests.
func Run(ctx context.Context, dir string, env experiments.Environment, o Options) (*Result, error) {
	if o.Jobs <= 0 {
		o.Jobs = runtime.NumCPU()
	}
	plan, err := experiments.ReadPlan(dir)
	if err != nil {
		return nil, err
	}
	builder, err := native.New(ctx, o.Native)
	if err != nil {
		return nil, err
	}
	defer func() { _ = builder.Close() }()
	c := &confirmer{env: env, plan: plan, opt: o, builder: builder, rows: map[rowKey]*Row{}}
	if err := c.collect(ctx, dir); err != nil {
		return nil, err
	}
	for _, p := range c.pairs {
		if err := c.pair(ctx, p); err != nil {
			return nil, err
		}
	}
	r := &Result{Compiler: builder.Compiler, Isolated: builder.Isolated, Private: builder.Private}
	for _, row := range c.order {
		slices.SortStableFunc(row.Missed, func(a, b Miss) int { return cmp.Compare(b.Tests, a.Tests) })
		r.Rows = append(r.Rows, *row)
	}
	return r, nil
}

type confirmer struct {
	env     experiments.Environment
	plan    *experiments.Plan
	opt     Options
	builder *native.Builder

	rows  map[rowKey]*Row
	order []*Row
	pairs []*pairTests
	all   int // inputs to run

	mu   sync.Mutex // of done
	done int
}

// rowKey is what a row is about.
type rowKey struct{ engine, phase, subject, pair, error string }

// pairTests are the inputs of a version pair, each once.
type pairTests struct {
	subject, pair string
	known         []string // errors that some test exposes
	inputs        map[string]*exposing
	order         []*exposing
}

// exposing is an input on which the versions differ, and the rows that it
// counts in: with how many tests.
type exposing struct {
	input program.Input
	rows  map[*Row]int
	order []*Row
}

// anyDifference is the error of rows about differences without a class.
const anyDifference = "difference"

// collect reads the tests that are to be confirmed.
func (c *confirmer) collect(ctx context.Context, dir string) error {
	folder, err := results.Open(dir)
	if err != nil {
		return err
	}
	index, err := folder.Scan(ctx)
	if err != nil {
		return err
	}
	pairs := map[[2]string]*pairTests{}
	var start *results.Start
	return index.Each(ctx, func(r *results.Record) error {
		if r.Start != nil {
			start = r.Start
		}
		if r.Test == nil || !r.Test.Difference.Counts() {
			return nil
		}
		at := [2]string{start.Subject, start.Pair}
		if pairs[at] == nil {
			pairs[at] = &pairTests{subject: at[0], pair: at[1], inputs: map[string]*exposing{}}
			c.pairs = append(c.pairs, pairs[at])
		}
		c.add(pairs[at], start, r.Test)
		return nil
	})
}

func (c *confirmer) add(p *pairTests, start *results.Start, t *results.TestRecord) {
	class := string(t.Class)
	if class == "" {
		class = anyDifference
	}
	key := rowKey{engine: start.Engine, subject: start.Subject, pair: start.Pair}
	if c.opt.Phases {
		key.phase = t.Note.Phase
	}
	for _, e := range slices.Concat(t.Exposes, []string{class}) {
		key.error = e
		row := c.rows[key]
		if row == nil {
			row = &Row{Engine: key.engine, Phase: key.phase, Subject: key.subject, Pair: key.pair, Error: e}
			c.rows[key] = row
			c.order = append(c.order, row)
		}
		row.Exposing++
		if c.opt.Most > 0 && row.Tried >= c.opt.Most {
			continue
		}
		row.Tried++
		k := t.Input.Key()
		x := p.inputs[k]
		if x == nil {
			x = &exposing{input: t.Input, rows: map[*Row]int{}}
			p.inputs[k] = x
			p.order = append(p.order, x)
			c.all++
		}
		if x.rows[row]++; x.rows[row] == 1 {
			x.order = append(x.order, row)
		}
		if e != class && !slices.Contains(p.known, e) {
			p.known = append(p.known, e)
		}
	}
}

// pair runs the inputs of a pair.
func (c *confirmer) pair(ctx context.Context, p *pairTests) error {
	w, err := c.witness(ctx, p)
	if err != nil {
		return err
	}
	answers := make([]*answer, len(p.order))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(c.opt.Jobs)
	for i, x := range p.order {
		group.Go(func() error {
			var err error
			answers[i], err = w.ask(inner, x)
			c.progress()
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("%s/%s: %w", p.subject, p.pair, err)
	}
	for i, x := range p.order {
		for _, row := range x.order {
			row.count(x, answers[i])
		}
	}
	return nil
}

func (c *confirmer) progress() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	if c.opt.Progress != nil {
		c.opt.Progress(c.done, c.all)
	}
}

// count enters the answer about an input.
func (r *Row) count(x *exposing, a *answer) {
	n := x.rows[r]
	if why := a.why[r.Error]; why != "" {
		i := slices.IndexFunc(r.Missed, func(m Miss) bool { return m.Why == why })
		if i < 0 {
			i = len(r.Missed)
			r.Missed = append(r.Missed, Miss{Why: why, Example: x.input})
		}
		r.Missed[i].Tests += n
		return
	}
	r.Confirmed += n
	if a.new.Ending == program.Faulted && a.old.Ending != program.Faulted {
		r.Faults += n
	}
	if r.Shortest == nil || len(x.input.Key()) < len(r.Shortest.Input.Key()) {
		r.Shortest = &Witness{x.input, a.old, a.new}
	}
}
