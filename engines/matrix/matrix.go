package matrix

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/directed"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// Engine is the engine: it assesses tests of the subject, and generates tests
// for the requirements that they leave open.
type Engine struct{}

// Params are the engine's parameters.
type Params struct {
	directed.Params
	Distance    int    `toml:"distance" doc:"greatest length of dependence chains"`
	Chains      int    `toml:"chains" doc:"chains at most; the distance is cut where there are more"`
	Multiple    string `toml:"multiple" doc:"when state requirements count in runs that executed a change before: \"precise\" unless a variable that they use is infected, \"conservative\" never, and there are none for changes that another always comes before"`
	Ends        bool   `toml:"ends" doc:"whether chains that no dependence of the criterion extends are requirements at greater distances, too; false drops them, as published" published:"false" why:"a suite that is adequate at a distance should be so at lesser ones"`
	Suite       int    `toml:"suite" doc:"how many tests of the subject, drawn at random, are assessed before tests are generated; -1 is all"`
	Granularity string `toml:"grain" doc:"what counts as one statement of a chain: \"piece\", so that operands of && and || are statements of their own, or \"line\", all of a source line"`
	Generate    bool   `toml:"generate" doc:"whether tests are generated for what is not covered" published:"false" why:"what is not covered can be solved for, which the paper leaves to future work"`
	Suites      int    `toml:"suites" doc:"how many random suites are drawn from the subject's tests for each criterion and distance, to see how many show a difference; 0 draws none"`
}

func defaults() Params {
	return Params{Params: directed.Defaults(), Distance: 3, Chains: 20_000, Multiple: string(Precise), Granularity: string(Piece), Ends: true, Generate: true}
}

// Validate implements engines.Validator.
func (p *Params) Validate() error {
	if p.Multiple != string(Precise) && p.Multiple != string(Conservative) {
		return fmt.Errorf("multiple is %q: must be %q or %q", p.Multiple, Precise, Conservative)
	}
	if p.Granularity != string(Piece) && p.Granularity != string(Line) {
		return fmt.Errorf("grain is %q: must be %q or %q", p.Granularity, Piece, Line)
	}
	if p.Distance < 1 || p.Chains < 1 || p.Suite < -1 || p.Suites < 0 {
		return errors.New("distance and chains must be at least 1, suite at least -1, suites at least 0")
	}
	return p.Params.Validate()
}

// Kind implements engines.Kinder: without tests to try and without a search for
// others the engine only assesses those that are there.
func (p *Params) Kind() engines.Kind {
	if p.Suite == 0 && !p.Generate {
		return engines.Assess
	}
	return engines.Generate
}

// onlyDraws reports whether a task does no more than to draw suites.
func (p *Params) onlyDraws() bool { return p.Suites > 0 && p.Kind() == engines.Assess }

// Name implements engines.Engine.
func (Engine) Name() string { return "matrix" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "dependence chains and state conditions from the changes on: what tests cover of them, and tests for the rest",
		Source:  "Santelices et al., ASE 2008",
		Params:  &p,
	}
}

// Run implements engines.Engine. It records the requirements of the criterion
// full at the greatest distance, and whether the tests cover them; but for tasks
// that only draw suites, in which no tests are assessed for what they cover.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("matrix", &p); err != nil {
		return err
	}
	task, err := p.Apply(task)
	if err != nil {
		return fmt.Errorf("matrix: %w", err)
	}
	a, err := NewAssessor(ctx, task.Old.Version, task.New.Version, task.Old.Program, task.New.Program, Options{
		Distance: p.Distance, Bound: p.Chains, Multiple: Multiple(p.Multiple), DropEnds: !p.Ends, Granularity: Granularity(p.Granularity), Entry: task.Model.Entry, RunSteps: task.RunSteps, RunMemory: task.RunMemory, Equivalence: task.Equivalence,
	})
	if errors.Is(err, ErrNoChange) {
		rec.Count("changes.none", 1)
		return nil
	}
	if err != nil {
		return fmt.Errorf("matrix: %w", err)
	}
	w := &work{task: task, rec: rec, params: &p, assessor: a, random: rand.New(rand.NewPCG(task.Seed, 0x6d6174))}
	if !p.onlyDraws() {
		w.open = a.Requirements(Full, a.Distance())
	}
	rec.Count("changes", int64(len(a.changes)))
	rec.Count("chains", int64(len(a.chains.list)))
	rec.Count("distance", int64(a.Distance()))
	if a.Limited() {
		rec.Count("chains.limited", 1)
	}
	if err = w.run(ctx); errors.Is(err, engines.ErrBudget) || errors.Is(err, errAllCovered) {
		err = nil
	}
	if e := w.finish(); e != nil && !errors.Is(e, engines.ErrBudget) {
		return e
	}
	return err
}

// errAllCovered ends the search for tests.
var errAllCovered = errors.New("all requirements are covered")

// work is one task.
type work struct {
	task             *engines.Task
	rec              engines.Recorder
	params           *Params
	assessor         *Assessor
	random           *rand.Rand
	open             []Requirement // not covered
	covered          []Requirement
	infeasible       []Requirement // that no state at the change satisfies
	broken           int64         // runs too long to be recorded whole
	formulas, traces int64         // state conditions decided in either way
}

func (w *work) run(ctx context.Context) error {
	if w.params.Suites > 0 {
		if err := w.study(ctx); err != nil {
			return err
		}
	}
	suite := w.random.Perm(len(w.task.Tests))
	if n := w.params.Suite; n >= 0 {
		suite = suite[:min(n, len(suite))]
	}
	for _, i := range suite {
		t := &w.task.Tests[i]
		if _, err := w.rec.Try(ctx, &t.Input, engines.Note{Test: t.Name, Phase: "suite"}); err != nil {
			return err
		}
		if err := w.monitor(ctx, &t.Input); err != nil {
			return err
		}
	}
	if len(w.open) == 0 {
		return nil
	}
	if err := w.dropInfeasible(ctx); err != nil || !w.params.Generate || len(w.open) == 0 {
		return err
	}
	if err := w.generate(ctx); err != nil {
		return err
	}
	plan := w.plan()
	_, err := directed.Run(ctx, w.task, &monitoring{w.rec, w}, []*directed.Plan{plan}, w.names(), &w.params.Params)
	return err
}

// monitor runs an input on both versions and takes from the open requirements
// those that it covers.
func (w *work) monitor(ctx context.Context, in *program.Input) error {
	c, err := w.coverage(ctx, in)
	if err != nil {
		return err
	}
	open := w.open[:0]
	for i := range w.open {
		if c.Satisfies(&w.open[i]) {
			w.covered = append(w.covered, w.open[i])
		} else {
			open = append(open, w.open[i])
		}
	}
	w.open = open
	return w.spend(c)
}

// coverage monitors an input and counts what became of it.
func (w *work) coverage(ctx context.Context, in *program.Input) (*Coverage, error) {
	c, err := w.assessor.Monitor(ctx, in)
	if err != nil {
		return nil, err
	}
	if !c.Full {
		w.broken++
	}
	w.formulas, w.traces = w.formulas+int64(c.Formulas), w.traces+int64(c.Traces)
	return c, nil
}

// spend pays for the monitoring of an input.
func (w *work) spend(c *Coverage) error {
	if err := w.pay(); err != nil {
		return err
	}
	return w.rec.Spend(c.Steps)
}

// finish records the requirements and counters.
func (w *work) finish() error {
	if w.broken > 0 {
		w.rec.Count("runs.cut", w.broken)
	}
	w.rec.Count("conditions.formulas", w.formulas)
	w.rec.Count("conditions.traces", w.traces)
	if w.params.onlyDraws() {
		return nil
	}
	w.rec.Count("covered", int64(len(w.covered)))
	w.rec.Count("open", int64(len(w.open)))
	w.rec.Count("infeasible", int64(len(w.infeasible)))
	record := func(list []Requirement, status string) error {
		for i := range list {
			q := &list[i]
			if err := w.rec.Requirement(engines.Requirement{
				ID: fmt.Sprintf("%s/%d/%d", q.Change, q.chain, q.Condition), Criterion: string(q.Criterion), Change: q.Change, Distance: q.Length, Text: q.Text, Status: status,
			}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := record(w.covered, "covered"); err != nil {
		return err
	}
	if err := record(w.infeasible, "infeasible"); err != nil {
		return err
	}
	return record(w.open, "uncovered")
}

// plan directs the search along the dependences of the chains: from the changes
// to what depends on them, and so on to the outputs.
func (w *work) plan() *directed.Plan {
	c, g := w.assessor.chains, w.assessor.chains.deps.flow
	a := &directed.Analysis{Delta: w.assessor.Delta, Entry: w.task.Model.Entry, Mapping: w.assessor.mapping, Flow: g}
	plan := &directed.Plan{}
	index := map[flow.Node]int{}
	var nodes []flow.Node
	add := func(n flow.Node) {
		if _, ok := index[n]; !ok && int(n) < g.Len() && g.Info(n).Kind == flow.Statement {
			index[n] = len(nodes)
			nodes = append(nodes, n)
			plan.Targets = append(plan.Targets, a.Target(place(g, n), []flow.Node{n}, c.deps.output[n]))
		}
	}
	for i := range c.list {
		add(c.list[i].end)
	}
	for _, n := range g.Outputs() {
		add(n)
	}
	var outputs []int
	for i, n := range nodes {
		if c.deps.output[n] {
			outputs = append(outputs, i)
		}
	}
	next := make([][]int, len(nodes))
	for i, n := range nodes {
		// The outputs too: a branch may come out so that nothing that depends on it
		// is executed, and that may be the difference.
		next[i] = append(targetsBehind(c.deps, n, index), outputs...)
		slices.Sort(next[i])
		next[i] = slices.Compact(next[i])
	}
	start := map[int]bool{}
	for _, x := range w.assessor.changes {
		if i, ok := index[x.node]; ok {
			start[i] = true
			continue
		}
		for _, i := range targetsBehind(c.deps, x.node, index) {
			start[i] = true
		}
	}
	for i := range nodes {
		if start[i] {
			plan.Start = append(plan.Start, i)
		}
	}
	plan.Next = func(_ []int, reached int) []int { return next[reached] }
	return plan
}

// targetsBehind returns the targets that depend on a node, through entries and
// exits of functions, ascending.
func targetsBehind(d *dependences, n flow.Node, index map[flow.Node]int) []int {
	found := map[int]bool{}
	seen := map[flow.Node]bool{n: true}
	work := []flow.Node{n}
	for len(work) > 0 {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range d.next[m] {
			if i, ok := index[e.to]; ok {
				found[i] = true
			} else if !seen[e.to] {
				seen[e.to] = true
				work = append(work, e.to)
			}
		}
	}
	var list []int
	for i := range len(index) {
		if found[i] {
			list = append(list, i)
		}
	}
	return list
}

// names returns the changed statements by place, for the sequences of tests.
func (w *work) names() map[directed.Stmt]string {
	m := map[directed.Stmt]string{}
	g := w.assessor.chains.deps.flow
	for _, c := range w.assessor.changes {
		if c.deleted == flow.NoNode {
			i := g.Info(c.node)
			m[directed.Stmt{Func: i.Func, Stmt: i.Stmt}] = place(g, c.node)
		}
	}
	return m
}

// monitoring is the recorder of the search: each test tried is monitored too.
type monitoring struct {
	engines.Recorder
	work *work
}

// Try implements engines.Recorder.
func (m *monitoring) Try(ctx context.Context, in *program.Input, note engines.Note) (*engines.Trial, error) {
	trial, err := m.Recorder.Try(ctx, in, note)
	if err != nil {
		return trial, err
	}
	if err := m.work.monitor(ctx, in); err != nil {
		return trial, err
	}
	if len(m.work.open) == 0 {
		return trial, errAllCovered
	}
	return trial, nil
}
