package difference

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// Difference is a distinct difference, with a small case of it.
type Difference struct {
	Round      *Round              `json:"-"`
	Number     int                 `json:"number"` // in the order in which they were found, from 1
	Respect    program.Difference  `json:"respect"`
	Input      program.Input       `json:"input"`
	Old        *program.Outcome    `json:"old"`
	New        *program.Outcome    `json:"new"`
	Engine     string              `json:"engine"`               // that found it first
	Divergence *engines.Divergence `json:"divergence,omitempty"` // where the versions part, if the engine knows
	Blame      Blame               `json:"blame"`
	// Undefined is the undefined behaviour that the versions execute on the input, in
	// words, if that is to be reported: the difference rests on it.
	Undefined []string `json:"undefined,omitempty"`
}

// collector makes distinct differences of cases, and hands on each new one.
// Its work is done in a goroutine of its own, so that engines need not wait.
type collector struct {
	// Explainer finds the changes responsible where it takes more than looking at
	// what was executed; nil if nobody can.
	Explainer engines.Engine
	// Emit is called for each distinct difference; an error ends the collecting.
	Emit  func(d *Difference) error
	Reach *reach

	views map[*delta.Delta]*view
	first *delta.Delta // of the round that there was a difference in

	mu      sync.Mutex
	cond    *sync.Cond
	queue   []*tried
	raw     *tried         // the first case
	waiting map[string]int // cases in the queue, by how they differ
	closed  bool
	closing time.Time
	gone    bool // nobody waits for the work any more
	err     error
	skipped int
	done    chan struct{}

	byKey   map[string]int // number of the difference, by what is seen of a case
	byBlame map[string]int // by what was found out
	counts  map[int]int
	emitted int
}

// maxWaiting bounds the cases that wait to be looked at, of those that differ
// alike: an engine may find thousands in a second.
const maxWaiting = 300

// grace is how long cases are looked at after the search for them has ended, if
// there is a difference to show already.
const grace = 5 * time.Second

// view is what it takes to look at the cases of rounds of the same programs.
type view struct {
	*Round
	mapping  *mapping.Mapping
	versions *pair.Runner
	checker  *pair.Checker // nil if undefined behaviour is not to be reported
}

// Start begins the work; Add is to be called after it.
func (c *collector) Start(ctx context.Context) {
	c.views = map[*delta.Delta]*view{}
	c.cond = sync.NewCond(&c.mu)
	c.waiting = map[string]int{}
	c.byKey, c.byBlame, c.counts = map[string]int{}, map[string]int{}, map[int]int{}
	c.done = make(chan struct{})
	go c.work(ctx)
}

// view returns that of a round.
func (c *collector) view(r *Round) (*view, error) {
	if v := c.views[r.Delta]; v != nil {
		return v, nil
	}
	v := &view{Round: r, mapping: c.Reach.of(r).mapping}
	var err error
	if v.versions, err = pair.Of(r.Task, pair.Options{Coverage: true, Buffered: true}); err != nil {
		return nil, err
	}
	if r.Task.Equivalence.Undefined == program.ReportUndefined {
		if v.checker, err = pair.NewChecker(r.Task); err != nil {
			return nil, err
		}
	}
	c.views[r.Delta] = v
	return v, nil
}

// Add takes a case. Its error is that of Emit.
func (c *collector) Add(x *tried) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.raw == nil {
		c.raw = x
	}
	if kind := x.kind(); c.waiting[kind] >= maxWaiting {
		c.skipped++
	} else {
		c.waiting[kind]++
		c.queue = append(c.queue, x)
		c.cond.Signal()
	}
	return c.err
}

// Finish waits until all cases were looked at, or ctx is done. It returns how many
// there were of each difference, by number, and how many cases were left out of
// that. If there was a case and no time to look at it, it is emitted as it is.
func (c *collector) Finish(ctx context.Context) (counts map[int]int, skipped int, err error) {
	c.mu.Lock()
	c.closed, c.closing = true, time.Now()
	c.cond.Signal()
	c.mu.Unlock()
	if abandon(ctx, func() { <-c.done }) && c.err == nil && (c.emitted > 0 || c.raw == nil) {
		return c.counts, c.skipped, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gone = true
	if c.err != nil && ctx.Err() == nil {
		return nil, 0, c.err
	}
	counts = map[int]int{}
	for i := range c.emitted {
		counts[i+1] = 1 // at least
	}
	skipped = c.skipped + len(c.queue)
	if x := c.raw; x != nil && c.emitted == 0 {
		counts[1], skipped = 1, max(skipped-1, 0)
		err = c.Emit(&Difference{Round: x.Round, Number: 1, Respect: x.Round.Task.Equivalence.Differ(x.Old, x.New), Input: x.Input, Old: x.Old, New: x.New, Engine: x.Engine, Divergence: x.Note.Divergence,
			Blame: Blame{Changes: c.Reach.effective(x.Round)}})
	}
	return counts, skipped, err
}

// emit hands on a difference unless nobody waits for it any more.
func (c *collector) emit(d *Difference) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone {
		return errClosed
	}
	c.emitted = d.Number
	return c.Emit(d)
}

func (c *collector) work(ctx context.Context) {
	defer close(c.done)
	for {
		c.mu.Lock()
		for len(c.queue) == 0 && !c.closed {
			c.cond.Wait()
		}
		if len(c.queue) == 0 || c.err != nil {
			c.mu.Unlock()
			return
		}
		if c.closed && c.emitted > 0 && time.Since(c.closing) > grace {
			c.skipped += len(c.queue)
			c.mu.Unlock()
			return
		}
		x := c.queue[0]
		c.queue = c.queue[1:]
		c.waiting[x.kind()]--
		c.mu.Unlock()
		if err := c.look(ctx, x); err != nil {
			c.mu.Lock()
			c.err = err
			c.mu.Unlock()
		}
	}
}

// look finds out which difference a case is one of. Once there is one, cases of
// other programs are left out: with another harness they are nothing new.
func (c *collector) look(ctx context.Context, x *tried) error {
	if c.first != nil && c.first != x.Round.Delta {
		c.mu.Lock()
		c.skipped++
		c.mu.Unlock()
		return nil
	}
	v, err := c.view(x.Round)
	if err != nil {
		return err
	}
	seen, err := v.observe(ctx, &x.Input)
	if err != nil || seen == nil {
		return err
	}
	key := seen.key()
	if n, ok := c.byKey[key]; ok {
		c.counts[n]++
		return nil
	}
	small, err := v.shrink(ctx, seen)
	if err != nil {
		return err
	}
	b, err := c.blame(ctx, v, small)
	if err != nil {
		return err
	}
	name := small.respect() + "\x00" + strings.Join(b.Changes, ",")
	n, ok := c.byBlame[name]
	if !ok {
		c.first = x.Round.Delta
		n = len(c.byBlame) + 1
		c.byBlame[name] = n
		d := &Difference{Round: x.Round, Number: n, Respect: small.differ, Input: small.input, Old: small.old, New: small.new, Engine: x.Engine, Divergence: x.Note.Divergence, Blame: b, Undefined: small.undefined}
		c.counts[n] = 1
		c.byKey[key], c.byKey[small.key()] = n, n
		return c.emit(d)
	}
	c.byKey[key], c.byKey[small.key()] = n, n
	c.counts[n]++
	return nil
}

// observation is what running an input on both versions showed.
type observation struct {
	input    program.Input
	old, new *program.Outcome
	differ   program.Difference
	executed delta.Set // changes
	own      []int     // of these, changes of which a statement that differs is executed
	// undefined is the undefined behaviour that the versions execute, in words.
	undefined []string
}

// key tells apart what may be distinct differences.
func (o *observation) key() string { return fmt.Sprint(o.respect(), o.executed) }

// respect says how the versions differ, in so far as it counts for whether two
// cases are the same difference.
func (o *observation) respect() string {
	s := kindOf(o.differ, o.old, o.new)
	if len(o.undefined) > 0 {
		s += " undefined"
	}
	return s
}

func (c *tried) kind() string {
	return kindOf(c.Round.Task.Equivalence.Differ(c.Old, c.New), c.Old, c.New)
}

func kindOf(d program.Difference, old, new *program.Outcome) string {
	return fmt.Sprintf("%s %s %s", d, endOf(old), endOf(new))
}

func endOf(o *program.Outcome) string {
	if o.Fault != nil {
		return string(o.Fault.Kind) + " " + o.Fault.Func
	}
	return o.Ending.String()
}

// observe runs an input; it returns nil if the versions do not differ on it.
func (v *view) observe(ctx context.Context, in *program.Input) (*observation, error) {
	t, err := v.versions.Run(ctx, in)
	if err != nil || !t.Difference.Counts() {
		return nil, err
	}
	o := &observation{input: *in, old: shown(t.Old), new: shown(t.New), differ: t.Difference}
	if v.checker != nil {
		if o.undefined, err = v.checker.Undefined(ctx, in); err != nil {
			return nil, err
		}
	}
	old, new := t.Old.Covered, t.New.Covered
	seen := func(change int, own bool) {
		if change < 0 || !v.effective(change) {
			return
		}
		o.executed = append(o.executed, change)
		if own && !slices.Contains(o.own, change) {
			o.own = append(o.own, change)
		}
	}
	for _, s := range v.mapping.Changed() {
		if new.Stmt(s.Func, int(s.Stmt)) {
			seen(s.Change, s.Exact)
		}
	}
	for _, s := range v.mapping.Deleted() {
		if old.Stmt(s.OldFunc, int(s.OldStmt)) {
			seen(s.Change, true)
		}
	}
	for _, s := range v.mapping.Effects() {
		if new.Stmt(s.Func, int(s.Stmt)) {
			seen(s.Change, false)
		}
	}
	slices.SortFunc(o.executed, cmp.Compare)
	o.executed = slices.Compact(o.executed)
	return o, nil
}

// effective reports whether a change can alter what the program does.
func (v *view) effective(change int) bool {
	return !v.Delta.Changes[change].NoEffect && v.mapping.Effect(change) == mapping.Effective
}
