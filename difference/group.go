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
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
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
}

// Collector makes distinct differences of cases, and hands on each new one.
// Its work is done in a goroutine of its own, so that engines need not wait.
type Collector struct {
	// Explainer finds the changes responsible where it takes more than looking at
	// what was executed; nil if nobody can.
	Explainer engines.Engine
	// Emit is called for each distinct difference; an error ends the collecting.
	Emit func(d *Difference) error

	views map[*delta.Delta]*view
	first *delta.Delta // of the round that there was a difference in

	mu      sync.Mutex
	cond    *sync.Cond
	queue   []*Case
	waiting map[string]int // cases in the queue, by how they differ
	closed  bool
	closing time.Time
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
	mapping *delta.Mapping
	covered [2]*vm.Instance // by delta.Reading
}

// Start begins the work; Add is to be called after it.
func (c *Collector) Start(ctx context.Context) {
	c.views = map[*delta.Delta]*view{}
	c.cond = sync.NewCond(&c.mu)
	c.waiting = map[string]int{}
	c.byKey, c.byBlame, c.counts = map[string]int{}, map[string]int{}, map[int]int{}
	c.done = make(chan struct{})
	go c.work(ctx)
}

// view returns that of a round.
func (c *Collector) view(r *Round) (*view, error) {
	if v := c.views[r.Delta]; v != nil {
		return v, nil
	}
	v := &view{Round: r, mapping: r.Delta.Map(r.Task.Old.Program, r.Task.New.Program)}
	for i, p := range []*program.Program{r.Task.Old.Program, r.Task.New.Program} {
		m, err := vm.New(p, vm.Options{MaxSteps: r.Task.RunSteps, CheckOverflow: r.Task.Equivalence.CheckOverflow(), Coverage: true})
		if err != nil {
			return nil, err
		}
		v.covered[i] = m.NewRun()
	}
	c.views[r.Delta] = v
	return v, nil
}

// Add takes a case. Its error is that of Emit.
func (c *Collector) Add(x *Case) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if kind := x.kind(); c.waiting[kind] >= maxWaiting {
		c.skipped++
	} else {
		c.waiting[kind]++
		c.queue = append(c.queue, x)
		c.cond.Signal()
	}
	return c.err
}

// Finish waits until all cases were looked at. It returns how many there were of
// each difference, by number, and how many cases were left out of that.
func (c *Collector) Finish() (counts map[int]int, skipped int, err error) {
	c.mu.Lock()
	c.closed, c.closing = true, time.Now()
	c.cond.Signal()
	c.mu.Unlock()
	<-c.done
	return c.counts, c.skipped, c.err
}

func (c *Collector) work(ctx context.Context) {
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
func (c *Collector) look(ctx context.Context, x *Case) error {
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
		c.emitted++
		c.first = x.Round.Delta
		n = c.emitted
		c.byBlame[name] = n
		d := &Difference{Round: x.Round, Number: n, Respect: small.differ, Input: small.input, Old: small.old, New: small.new, Engine: x.Engine, Divergence: x.Note.Divergence, Blame: b}
		c.counts[n] = 1
		c.byKey[key], c.byKey[small.key()] = n, n
		return c.Emit(d)
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
}

// key tells apart what may be distinct differences.
func (o *observation) key() string { return fmt.Sprint(o.respect(), o.executed) }

// respect says how the versions differ, in so far as it counts for whether two
// cases are the same difference.
func (o *observation) respect() string { return kindOf(o.differ, o.old, o.new) }

func (c *Case) kind() string {
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
	o := &observation{input: *in}
	var err error
	if o.old, err = v.covered[delta.Old].Run(ctx, in); err != nil {
		return nil, err
	}
	if o.new, err = v.covered[delta.New].Run(ctx, in); err != nil {
		return nil, err
	}
	if o.differ = v.Task.Equivalence.Differ(o.old, o.new); !o.differ.Counts() {
		return nil, nil
	}
	old, new := v.covered[delta.Old].Coverage(), v.covered[delta.New].Coverage()
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
	return !v.Delta.Changes[change].NoEffect && v.mapping.Effect(change) == delta.Effective
}
