package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/matrix"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/regular"
	"github.com/spf13/cobra"
)

type assessFlags struct {
	unifyFlags
	tests     string
	entry     string
	criterion string
	multiple  string
	distance  int
	chains    int
	list      int
	all       bool
}

func (a *app) assess() *cobra.Command {
	var f assessFlags
	cmd := &cobra.Command{
		Use:   "assess OLD NEW|SUBJECT/PAIR [flags]",
		Short: "Measure how well tests exercise the effects of a change",
		Long: `Measure how well a test suite exercises the changes between two versions and what
depends on them, and list what it misses.

OLD and NEW are C files, or folders whose C files and headers make one program
each; or one argument names a version pair of a subject. --tests names the tests:
a file with one test a line, written as the arguments of a shell command ("< FILE"
is standard input), or, if its name ends in .jsonl, a pool: an input as JSON on each
line. A subject's own tests are taken without --tests.

The criteria ask that tests execute the changes (stmt), all chains of control
dependences (ctrl), of data dependences (data) or of both (chain) that begin at a
change, up to --distance; and (full) that the effect reaches the end of each chain:
condition 1, a variable live there differs between the versions; condition 2, only
the new version comes there.

For what is not covered, the condition on the state in which the change begins is
listed as a C expression, with values that satisfy it: the variables are those of the
changed function, of its callers (CALLER::NAME) and globals, and what pointers among
them point to; object(p) is the object that p points into. Of formulas with many cases
the shortest come first. Requirements that no such state satisfies are infeasible: they
are counted, and listed with --all. Where paths could not be followed, because of
loops, pointers that overlap, input that is read, or other limits, this is said.

Exit status: 0 the tests were assessed; 3 they were, but a limit cut chains or
the record of a run short.`,
		Example: `  rift assess old.c new.c --tests suite.txt --distance 2
  rift assess v1/ v2/ --tests pool.jsonl --criterion chain --list 0
  rift assess advisory/late --json`,
		Args: args(1, 2),
		RunE: func(cmd *cobra.Command, list []string) error {
			if err := notNegative(cmd, "distance", "chains", "list", "steps"); err != nil {
				return err
			}
			return a.doAssess(cmd.Context(), list, &f)
		},
	}
	f.sourceFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.tests, "tests", "", "file with the tests")
	flags.StringVar(&f.entry, "entry", "", "tests call this function instead of main; their words are values NAME=INTEGER")
	flags.IntVarP(&f.distance, "distance", "d", 3, "greatest length of chains")
	flags.IntVar(&f.chains, "chains", 20_000, "chains at most; the distance is cut where there are more")
	flags.StringVar(&f.criterion, "criterion", string(matrix.Full), "criterion whose uncovered requirements are listed: stmt, ctrl, data, chain, full")
	flags.StringVar(&f.multiple, "multiple", string(matrix.Precise), "when conditions count behind an earlier change: precise (unless it has infected a variable that they use) or conservative (never)")
	flags.IntVar(&f.list, "list", 20, "chains listed at most; 0 lists all")
	flags.BoolVar(&f.all, "all", false, "list infeasible requirements, too")
	flags.Int64Var(&f.steps, "steps", 10_000_000, "instructions of one run")
	flags.BoolVar(&f.json, "json", false, "print requirements as JSON lines, the result last")
	return cmd
}

// assessed is what a suite covers.
type assessed struct {
	Event       string      `json:"event"`
	Tests       int         `json:"tests"`
	Executing   int         `json:"executing"`   // tests that execute a change
	Differences int         `json:"differences"` // tests on which the versions differ
	Cut         int         `json:"cut"`         // tests whose runs were not recorded to the end
	Distance    int         `json:"distance"`    // greatest length of the chains there are
	Limited     bool        `json:"limited"`     // longer chains exist but are too many
	Changes     []assessRow `json:"changes"`
}

// assessRow is how much of a criterion is covered for one change.
type assessRow struct {
	Change    string           `json:"change"`
	Place     string           `json:"place"`
	Criterion matrix.Criterion `json:"criterion"`
	Required  int              `json:"required"`
	Covered   int              `json:"covered"`
	// Infeasible are those not covered that no state at the change satisfies.
	Infeasible int `json:"infeasible"`
}

// assessChain is a chain of which something is not covered.
type assessChain struct {
	Event     string        `json:"event"`
	Change    string        `json:"change"`
	Uncovered []string      `json:"uncovered"` // "chain", "condition 1", "condition 2"
	Steps     []matrix.Step `json:"steps"`
	// States are the conditions on the state in which the change begins, as
	// Uncovered; nil without formulas.
	States []*matrix.State `json:"states"`
}

func (a *app) doAssess(ctx context.Context, list []string, f *assessFlags) error {
	criterion := matrix.Criterion(f.criterion)
	switch {
	case !slices.Contains(matrix.Criteria(), criterion):
		return usagef("--criterion %s: there are stmt, ctrl, data, chain and full", f.criterion)
	case f.multiple != string(matrix.Precise) && f.multiple != string(matrix.Conservative):
		return usagef("--multiple %s: there are precise and conservative", f.multiple)
	case f.distance == 0 || f.chains == 0 || f.steps == 0:
		return usagef("--distance, --chains and --steps must be at least 1")
	}
	u, err := a.unifyVersions(ctx, list, &f.unifyFlags)
	if err != nil {
		return err
	}
	tests, entry, err := f.suite(list)
	if err != nil {
		return err
	}
	m, err := matrix.NewAssessor(ctx, u.delta.Old, u.delta.New, u.programs[0], u.programs[1], matrix.Options{
		Distance: f.distance, Bound: f.chains, Multiple: matrix.Multiple(f.multiple), Entry: entry, RunSteps: f.steps,
	})
	if errors.Is(err, matrix.ErrNoChange) {
		fmt.Fprintf(a.err, "nothing is required: %s\n", err)
		if f.json {
			a.event(&assessed{Event: "result", Tests: len(tests), Changes: []assessRow{}})
		}
		return nil
	}
	if err != nil {
		return input(err)
	}
	r := &assessed{Event: "result", Tests: len(tests), Distance: m.Distance(), Limited: m.Limited()}
	var pool []*matrix.Coverage
	end := a.line.Begin()
	defer end()
	for i := range tests {
		a.line.Set("%d of %s", i, corpora.Plural(len(tests), "test"))
		c, err := m.Monitor(ctx, &tests[i].Input)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return input(fmt.Errorf("test %s: %w", tests[i].Name, err))
		}
		pool = append(pool, c)
		r.add(c)
	}
	for _, c := range matrix.Criteria() {
		a.line.Set("criterion %s", c)
		if err := r.count(ctx, m, c, pool); err != nil {
			return err
		}
	}
	open, err := uncovered(ctx, m, criterion, pool, f.all)
	if err != nil {
		return err
	}
	end()
	return a.printAssessed(f, r, open)
}

// suite reads the tests and returns them with the function they call.
func (f *assessFlags) suite(list []string) ([]program.Test, string, error) {
	entry := f.entry
	var tests []program.Test
	if len(list) == 1 {
		subject, pair, _ := cutLast(list[0], "/")
		s, _, err := openPair(subject, pair)
		if err != nil {
			return nil, "", err
		}
		if entry == "" {
			entry = s.Model.Entry
		}
		tests = s.Tests
	}
	if f.tests == "" {
		if len(list) == 2 {
			return nil, "", usagef("--tests must name a file with the tests")
		}
		return tests, entry, nil
	}
	data, err := regular.ReadFile(f.tests)
	if err != nil {
		return nil, "", input(err)
	}
	if filepath.Ext(f.tests) == ".jsonl" {
		tests, err = corpora.ParsePool(f.tests, data)
	} else {
		read := func(name string) ([]byte, error) { return regular.ReadFile(filepath.Join(filepath.Dir(f.tests), name)) }
		tests, err = corpora.ParseUniverse(f.tests, data, entry != "", read)
	}
	for i := range tests {
		if tests[i].Input.Entry == "" {
			tests[i].Input.Entry = entry
		}
	}
	return tests, entry, input(err)
}

func (r *assessed) add(c *matrix.Coverage) {
	if c.Changes {
		r.Executing++
	}
	if c.Differs {
		r.Differences++
	}
	if !c.Full {
		r.Cut++
	}
}

// count adds the rows of a criterion.
func (r *assessed) count(ctx context.Context, m *matrix.Assessor, c matrix.Criterion, pool []*matrix.Coverage) error {
	at := map[string]int{}
	reqs := m.Requirements(c, m.Distance())
	for i := range reqs {
		q := &reqs[i]
		k, ok := at[q.Change]
		if !ok {
			k = len(r.Changes)
			at[q.Change] = k
			r.Changes = append(r.Changes, assessRow{Change: q.Change, Place: m.Steps(q)[0].At, Criterion: c})
		}
		r.Changes[k].Required++
		if isCovered(q, pool) {
			r.Changes[k].Covered++
			continue
		}
		s, err := m.State(ctx, q)
		if err != nil {
			return err
		}
		if s.Verdict == matrix.Infeasible {
			r.Changes[k].Infeasible++
		}
	}
	return nil
}

func isCovered(q *matrix.Requirement, pool []*matrix.Coverage) bool {
	return slices.ContainsFunc(pool, func(c *matrix.Coverage) bool { return c.Satisfies(q) })
}

// uncovered returns what no test covers, chain by chain; what is infeasible only
// if all is set.
func uncovered(ctx context.Context, m *matrix.Assessor, c matrix.Criterion, pool []*matrix.Coverage, all bool) ([]*assessChain, error) {
	var list []*assessChain
	last := -1
	reqs := m.Requirements(c, m.Distance())
	for i := range reqs {
		q := &reqs[i]
		if isCovered(q, pool) {
			continue
		}
		state, err := m.State(ctx, q)
		if err != nil {
			return nil, err
		}
		if state.Verdict == matrix.Infeasible && !all {
			continue
		}
		if q.Chain() != last {
			last = q.Chain()
			list = append(list, &assessChain{Event: "uncovered", Change: q.Change, Steps: m.Steps(q)})
		}
		what := "chain"
		if q.Condition > 0 {
			what = fmt.Sprintf("condition %d", q.Condition)
		}
		x := list[len(list)-1]
		x.Uncovered = append(x.Uncovered, what)
		x.States = append(x.States, state)
	}
	return list, nil
}

func (a *app) printAssessed(f *assessFlags, r *assessed, open []*assessChain) error {
	shown := open
	if f.list > 0 && !f.json {
		shown = open[:min(f.list, len(open))]
	}
	if f.json {
		for _, x := range shown {
			a.event(x)
		}
		a.event(r)
	} else {
		a.printCovered(r)
		for _, x := range shown {
			a.printOpen(x)
		}
		if n := len(open) - len(shown); n > 0 {
			fmt.Fprintf(a.out, "\nand %s more; --list 0 lists all\n", corpora.Plural(n, "chain"))
		}
	}
	fmt.Fprintf(a.err, "%s, %d execute a change, %d show a difference; chains up to distance %d\n", corpora.Plural(r.Tests, "test"), r.Executing, r.Differences, r.Distance)
	switch {
	case r.Limited:
		return &statusError{StatusInconclusive, fmt.Errorf("there are more than %d chains beyond distance %d; they are left out", f.chains, r.Distance)}
	case r.Cut > 0:
		return &statusError{StatusInconclusive, fmt.Errorf("the runs of %s were too long to be recorded to the end", corpora.Plural(r.Cut, "test"))}
	}
	return nil
}

func (a *app) printCovered(r *assessed) {
	fmt.Fprintf(a.out, "%-10s %-9s %10s %10s %10s  %s\n", "change", "criterion", "required", "covered", "infeasible", "at")
	for _, row := range r.Changes {
		fmt.Fprintf(a.out, "%-10s %-9s %10d %10d %10d  %s\n", row.Change, row.Criterion, row.Required, row.Covered, row.Infeasible, row.Place)
	}
}

func (a *app) printOpen(x *assessChain) {
	fmt.Fprintf(a.out, "\n%s, not covered: %s\n", x.Change, strings.Join(x.Uncovered, ", "))
	for i, s := range x.Steps {
		how := "changed"
		switch {
		case s.Deleted:
			how = "deleted"
		case i > 0 && s.Carrier != "":
			how = s.By + " " + s.Carrier
		case i > 0:
			how = s.By
		}
		fmt.Fprintf(a.out, "  %-14s %s  %s\n", how, s.At, s.Line)
	}
	for i, state := range x.States {
		a.printState(x.Uncovered[i], state)
	}
}

// printState shows the condition under which a requirement is satisfied.
func (a *app) printState(what string, s *matrix.State) {
	switch {
	case s.Verdict == matrix.Infeasible:
		fmt.Fprintf(a.out, "  %s: infeasible\n", what)
		return
	case s.Formula == "":
		fmt.Fprintf(a.out, "  %s: no path followed satisfies it; not followed: %s\n", what, s.Why)
		return
	}
	fmt.Fprintf(a.out, "  %s if, at the change, %s\n", what, s.Formula)
	var values []string
	for _, name := range slices.Sorted(maps.Keys(s.Example)) {
		values = append(values, fmt.Sprintf("%s = %d", name, s.Example[name]))
	}
	if len(values) > 0 {
		fmt.Fprintf(a.out, "    for example %s\n", strings.Join(values, ", "))
	}
	if s.Why != "" {
		fmt.Fprintf(a.out, "    or on paths not followed: %s\n", s.Why)
	}
}
