package matrix

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/riftlab/rift/engines/matrix/execution"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
)

// Assessor monitors runs of a version pair.
type Assessor struct {
	opt      Options
	Delta    *delta.Delta
	mapping  *mapping.Mapping
	changes  []change
	chains   *chains
	old, new *execution.Tracer
	versions *versions
	formulas map[int]*conditionsOf // by change
	first    [2]*symexec.Explorer  // of the first entry state, new and old
	spent    int64                 // steps of partial symbolic execution, of the machine and the solver
	kept     int                   // paths
	clear    []bool                // by change: a path without another change leads to it
	both     bool                  // decide by formulas and traces, and compare
}

// ErrNoChange says that no statement of the new version differs in effect.
var ErrNoChange = errors.New("no statement is changed that a run can execute")

// NewAssessor computes the requirements of a pair of versions, compiled.
//
// Source: ASE 2008, Figure 3, lines 1 to 15.
func NewAssessor(ctx context.Context, oldVersion, newVersion *program.Version, old, new *program.Program, opt Options) (*Assessor, error) {
	def := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	def(&opt.Distance, 3)
	def(&opt.Bound, 20_000)
	def(&opt.Size, 1_000_000)
	if opt.RunSteps == 0 {
		opt.RunSteps = 10_000_000
	}
	p := &opt.Partial
	def(&p.Paths, 256)
	def(&p.Followed, 256)
	def(&p.Rounds, 16)
	def(&p.Kept, 1024)
	p.Steps, p.Solver = cmp.Or(p.Steps, 100_000), cmp.Or(p.Solver, 30_000)
	p.Work = cmp.Or(p.Work, 1_000_000)
	opt.Conditions = cmp.Or(opt.Conditions, Formulas)
	opt.Multiple = cmp.Or(opt.Multiple, Precise)
	opt.Granularity = cmp.Or(opt.Granularity, Piece)
	a := &Assessor{opt: opt, Delta: delta.Compute(oldVersion, newVersion), formulas: map[int]*conditionsOf{}}
	a.mapping = mapping.New(a.Delta, old, new)
	deps, err := newDependences(ctx, new, opt.Entry)
	if err != nil {
		return nil, err
	}
	oldFlow, err := flow.Analyse(ctx, old, flow.Options{Entry: opt.Entry, Ignore: ignored})
	if err != nil {
		return nil, err
	}
	a.versions = newVersions(a.mapping, oldFlow, deps.flow, opt.Granularity)
	deps.merge(a.versions.newGroup)
	a.changes = changedNodes(a.versions)
	if len(a.changes) == 0 {
		return nil, ErrNoChange
	}
	deps.addDeletions(a.versions, a.changes)
	a.clear = a.versions.changeClear(a.changes, opt.Entry)
	a.chains = newChains(deps, a.changes, opt.Distance, opt.Bound)
	a.new, a.old, err = newTracers(a.versions, a.chains, &a.opt)
	return a, err
}

// Distance returns the greatest length of chains, which is less than was asked
// for if there are too many or none so long.
func (a *Assessor) Distance() int { return a.chains.depth() }

// Limited reports whether the bound on the number of chains was met.
func (a *Assessor) Limited() bool { return a.chains.limit }

// Coverage is what one test satisfies and shows.
type Coverage struct {
	Changes bool  // it executes a change
	Differs bool  // the versions' outcomes differ
	Full    bool  // the run was recorded to its end
	Steps   int64 // of both runs
	// Formulas and Traces count how state conditions of the chains executed were
	// decided.
	Formulas, Traces int

	chain   bitset // chains executed
	values  bitset // chains with condition 1
	reached bitset // chains with condition 2
	apart   []apart
}

// apart are conditions that formulas and runs decide differently.
type apart struct {
	chain    int32
	formulas verdict
	traces   condition
}

// Monitor runs an input on both versions and says what it satisfies.
func (a *Assessor) Monitor(ctx context.Context, in *program.Input) (*Coverage, error) {
	n := len(a.chains.list)
	c := &Coverage{Full: true, chain: newBits(n), values: newBits(n), reached: newBits(n)}
	if touches, err := a.scout(ctx, in, c); err != nil || !touches {
		return c, err
	}
	r, err := a.new.Record(ctx, in)
	if err != nil {
		return nil, err
	}
	o, err := a.old.Record(ctx, in)
	if err != nil {
		return nil, err
	}
	c.Full = !r.Full
	c.compare(a.opt.Equivalence, o.Ended, r.Ended)
	begins := a.versions.starts(a.changes, o, r)
	if len(begins) == 0 {
		return c, ctx.Err()
	}
	c.Changes = true
	uses := a.chains.deps.uses(r)
	for _, x := range a.chains.executed(r, uses, begins) {
		c.chain.set(int(x.chain))
	}
	images := [2]*image{newImage(r, a.new.Graph.Program()), newImage(o, a.old.Graph.Program())}
	for _, e := range a.eligible(o, r, begins) {
		d, err := a.decisionAt(ctx, o, r, e.start, e.comparison.from, e.infected, images)
		if err != nil {
			return nil, err
		}
		a.state(c, &e, d, a.chains.executed(r, uses, []start{e.start}))
	}
	return c, ctx.Err()
}

// scout runs an input on both versions as fast as they go. It reports whether a
// change is executed; if none is, c says what the versions show, and that is all
// there is to say.
func (a *Assessor) scout(ctx context.Context, in *program.Input, c *Coverage) (bool, error) {
	new, touches, err := a.new.Scout(ctx, in)
	if err != nil || touches {
		return touches, err
	}
	old, touches, err := a.old.Scout(ctx, in)
	if err != nil || touches {
		return touches, err
	}
	c.compare(a.opt.Equivalence, old, new)
	return false, ctx.Err()
}

// compare notes what both versions showed.
func (c *Coverage) compare(q program.Equivalence, old, new *program.Outcome) {
	c.Differs = q.Differ(old, new).Counts()
	c.Steps = old.Steps + new.Steps
}

// state decides the state requirements of the chains that a run executes from an
// execution of a change on.
func (a *Assessor) state(c *Coverage, e *eligibleStart, d *decision, found []covered) {
	slices.SortStableFunc(found, func(x, y covered) int { return int(x.end) - int(y.end) })
	by, traced := map[int32]verdict{}, map[int32]condition{}
	for _, x := range found {
		if a.chains.list[x.chain].length == 0 {
			continue // the change alone has no state requirements
		}
		if _, seen := by[x.chain]; !seen {
			by[x.chain] = d.conditions(x.chain)
		}
		if !e.infected && (by[x.chain].decided != values|reached || a.both) {
			traced[x.chain] |= e.at(x.end)
		}
	}
	for chain, v := range by {
		h := v.holds | traced[chain]&^v.decided
		if h&values != 0 {
			c.values.set(int(chain))
		}
		if h&reached != 0 {
			c.reached.set(int(chain))
		}
		n := bits.OnesCount8(uint8(v.decided))
		c.Formulas += n
		c.Traces += 2 - n
		if a.both && d != nil && !e.infected {
			c.compareVerdicts(chain, d, traced[chain])
		}
	}
}

// compareVerdicts notes where formulas of either kind say something else of a chain
// than the runs.
func (c *Coverage) compareVerdicts(chain int32, d *decision, traced condition) {
	for _, v := range []verdict{d.general(chain), d.ofPaths(chain)} {
		if v.holds != traced&v.decided {
			c.apart = append(c.apart, apart{chain, v, traced})
		}
	}
}

// eligibleStart is an execution of a change whose state requirements count.
type eligibleStart struct {
	start
	*comparison
	infected bool // some live variable has another value in the old version
}

// eligible returns the executions of changes at which the state of both
// versions counts as equal, at least in some variables.
func (a *Assessor) eligible(old, new *execution.Run, begins []start) []eligibleStart {
	first := begins[0]
	list := []eligibleStart{{first, newComparison(a.versions, old, new, first.inst, first.inst), false}}
	if a.opt.Multiple == Conservative {
		return list
	}
	twins := a.twins(old, new, begins)
	for i, b := range begins {
		if b == first || twins[i] == execution.None {
			continue
		}
		c := newComparison(a.versions, old, new, b.inst, twins[i])
		infected := c.differ(new.Instances[b.inst].Point, old.Instances[twins[i]].Point, new.Instances[b.inst].Node)
		if infected && a.opt.Conditions == Traces {
			continue // runs do not say what a requirement uses
		}
		list = append(list, eligibleStart{b, c, infected})
	}
	return list
}

// twins returns the instances of the old run that correspond to executions of
// changes in the new run, or none: the n-th in the same calls to the n-th. After an
// infected decision one version may execute the change in calls that the other does
// not make; executions in other calls correspond none the less.
func (a *Assessor) twins(old, new *execution.Run, begins []start) []int32 {
	v := a.versions
	wanted := map[flow.Node]bool{}
	for _, b := range begins {
		wanted[v.toOld(new.Instances[b.inst].Node)] = true
	}
	executions := map[callContext][]int32{}
	for i := range old.Instances {
		if n := old.Instances[i].Node; wanted[n] {
			calls, _ := v.contextAt(old, int32(i), false)
			at := callContext{n, calls}
			executions[at] = append(executions[at], int32(i))
		}
	}
	list := make([]int32, len(begins))
	seen := map[callContext]int{}
	for i, b := range begins {
		list[i] = execution.None
		if b.old != execution.None {
			if v.sameContext(new, old, b.inst, b.old) {
				list[i] = b.old
			}
			continue
		}
		calls, ok := v.contextAt(new, b.inst, true)
		at := callContext{v.toOld(new.Instances[b.inst].Node), calls}
		if k := seen[at]; ok && k < len(executions[at]) {
			list[i] = executions[at][k]
		}
		seen[at]++
	}
	return list
}

// Requirement is one requirement of a criterion.
type Requirement struct {
	Change    string // the hunk, as delta.Change.ID
	Criterion Criterion
	Condition int // 0: the chain; 1, 2: a state condition at its end
	Length    int
	Text      string
	chain     int
}

// Criterion is a test adequacy criterion.
type Criterion string

// The criteria of the paper's study.
const (
	Stmt  Criterion = "stmt"
	Ctrl  Criterion = "ctrl"
	Data  Criterion = "data"
	Chain Criterion = "chain"
	Full  Criterion = "full"
)

// Criteria lists the criteria in the order of the paper's tables.
func Criteria() []Criterion { return []Criterion{Stmt, Ctrl, Data, Chain, Full} }

// Requirements returns the requirements of a criterion at a distance. Every
// criterion asks for the changes to be executed too: that is what is left of
// it where there are no chains.
func (a *Assessor) Requirements(c Criterion, distance int) []Requirement {
	list := a.requirementsOf(c, distance)
	for i := range list {
		r := &list[i]
		r.Text = a.chains.text(r.chain, a.versions.old)
		if r.Condition > 0 {
			r.Text += fmt.Sprintf(" with condition %d", r.Condition)
		}
	}
	return list
}

// requirementsOf is Requirements without the texts, of which there would be many.
func (a *Assessor) requirementsOf(c Criterion, distance int) []Requirement {
	var list []Requirement
	add := func(i, condition int) {
		x := &a.chains.list[i]
		list = append(list, Requirement{Change: a.hunk(x.change), Criterion: c, Condition: condition, Length: int(x.length), chain: i})
	}
	of := map[Criterion]kinds{Ctrl: 1 << control, Data: 1 << data, Chain: anyKind, Full: anyKind}[c]
	for i := range a.chains.list {
		x := &a.chains.list[i]
		if x.length > 0 && !a.chains.required(i, distance, of, !a.opt.DropEnds) {
			continue
		}
		add(i, 0)
		if c == Full && x.length > 0 && (a.opt.Multiple != Conservative || a.clear[x.change]) {
			add(i, 1)
			add(i, 2)
		}
	}
	return list
}

func (a *Assessor) hunk(change int32) string {
	if h := a.changes[change].hunk; h >= 0 {
		return a.Delta.Changes[h].ID
	}
	return "settings"
}

// Satisfies reports whether a test satisfies a requirement.
func (c *Coverage) Satisfies(r *Requirement) bool {
	switch r.Condition {
	case 1:
		return c.values.has(r.chain)
	case 2:
		return c.reached.has(r.chain)
	}
	return c.chain.has(r.chain)
}

// bitset is a set of small numbers.
type bitset []uint64

func newBits(n int) bitset      { return make(bitset, (n+63)/64) }
func (b bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// union returns the members of two sets for as many numbers; b may be nil.
func (b bitset) union(c bitset) bitset {
	if b == nil {
		b = make(bitset, len(c))
	}
	for i := range c {
		b[i] |= c[i]
	}
	return b
}
