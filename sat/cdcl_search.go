package sat

import (
	"context"
	"time"
)

// search runs until the formula is decided under the assumptions or the meter
// runs out.
func (s *CDCL) search(m *meter) (Verdict, Reason) {
	s.pace.beginSolve()
	s.startSimplify()
	for !s.dead {
		if conflict := s.propagate(); conflict != noRef {
			s.dead = !s.learn(conflict)
			continue
		}
		if s.pace.steps >= m.nextLook {
			if reason := m.look(s); reason != ReasonNone {
				return Unknown, reason
			}
		}
		if s.housekeeping() {
			continue
		}
		next, failed := s.nextAssumption()
		if failed {
			return Unsat, ReasonNone
		}
		if next == 0 {
			next = s.branch()
		}
		if next == 0 {
			return Sat, ReasonNone
		}
		s.decide(next)
	}
	return Unsat, ReasonNone
}

// housekeeping restarts or cleans up when that is due, and reports whether the
// trail changed.
func (s *CDCL) housekeeping() bool {
	switch {
	case s.level() > len(s.assumed) && s.pace.restartDue(len(s.trail)):
		s.restart()
	case s.pace.reduceDue():
		s.reduce()
	default:
		return false
	}
	return true
}

// restart backtracks, but not behind the assumptions nor behind decisions that
// would only be repeated (van der Tak, Ramos and Heule, JSAT 2011).
func (s *CDCL) restart() {
	s.stats.Restarts++
	keep := len(s.assumed)
	if top, ok := s.peek(); ok {
		for keep < s.level() {
			decision := s.trail[s.trailLim[keep]].Var()
			if s.order.activity[decision] <= s.order.activity[top] {
				break
			}
			keep++
		}
	}
	s.backtrack(keep)
	s.pace.restarted(s.opts)
}

// nextAssumption returns the next assumption to decide, opening empty levels
// for those that hold already, or 0. An assumption that is false ends the
// search; the core is then set.
func (s *CDCL) nextAssumption() (next Lit, failed bool) {
	for s.level() < len(s.assumed) {
		a := s.assumed[s.level()]
		switch v := s.vals[a]; {
		case v == 0:
			return a, false
		case v < 0:
			s.analyzeFinal(a)
			return 0, true
		}
		s.openLevel()
	}
	return 0, false
}

// branch returns the most active unassigned decision variable with its saved
// phase, or 0 if there is none.
func (s *CDCL) branch() Lit {
	v, ok := s.peek()
	if !ok {
		return 0
	}
	s.stats.Decisions++
	s.order.pop()
	return v.Pos().XorSign(s.phase[v] < 0)
}

// peek drops what cannot be branched on from the front of the order and
// returns its first variable.
func (s *CDCL) peek() (Var, bool) {
	for len(s.order.heap) > 0 {
		v := s.order.heap[0]
		if s.vals[v.Pos()] == 0 {
			return v, true
		}
		s.order.pop()
	}
	return 0, false
}

// pace decides when to restart, to reduce and to change modes. It counts
// conflicts and steps, never time.
//
// In focused mode restarts follow recent glue (Audemard and Simon, CP 2012, in
// the form of exponential moving averages by Biere and Froehlich, POS 2015);
// in stable mode they follow the Luby sequence. The modes alternate, each as
// long in steps as the other.
type pace struct {
	steps     int64
	conflicts int64

	fastGlue, slowGlue ema
	restartAt          int64 // conflicts
	restartSteps       int64 // steps at the last restart
	stable             bool
	modeEnd            int64 // conflicts in the first focused phase, steps later
	modeLength         int64 // steps
	modeStart          int64 // steps
	modes              int64
	luby               luby

	reduceAt   int64 // conflicts
	reductions int64
}

const (
	restartMin      = 2    // conflicts between focused restarts, at least
	restartMargin   = 1.10 // recent glue must exceed the average by this
	lubyUnit        = 512  // conflicts
	firstModeLength = 1000 // conflicts
	reduceInterval  = 300  // conflicts; the n-th interval is n times as long
)

func (p *pace) init() {
	p.fastGlue = ema{alpha: 0.03}
	p.slowGlue = ema{alpha: 1e-4}
	p.reduceAt = reduceInterval
	p.modeEnd = firstModeLength
}

func (p *pace) beginSolve() {
	p.restartSteps = p.steps
	p.restartAt = p.conflicts + restartMin
	if p.stable {
		p.restartAt = p.conflicts + lubyUnit
		p.luby = luby{}
	}
}

func (p *pace) conflict(glue int) {
	p.conflicts++
	p.fastGlue.add(float64(glue))
	p.slowGlue.add(float64(glue))
}

// restartDue holds a restart back until as many steps have passed since the
// last one as it takes to build the trail again: on a large formula with few
// conflicts, restarts would otherwise be most of the work.
func (p *pace) restartDue(trail int) bool {
	if p.conflicts < p.restartAt || p.steps < p.restartSteps+int64(trail) {
		return false
	}
	return p.stable || p.fastGlue.value > p.slowGlue.value*restartMargin
}

func (p *pace) restarted(opts CDCLOptions) {
	p.restartSteps = p.steps
	if !opts.NoModes {
		p.switchMode()
	}
	if p.stable {
		p.restartAt = p.conflicts + lubyUnit*p.luby.next()
	} else {
		p.restartAt = p.conflicts + restartMin
	}
}

// switchMode changes modes once the current phase has lasted long enough. The
// first phase measures in conflicts how long a phase is in steps.
func (p *pace) switchMode() {
	if p.modes == 0 {
		if p.conflicts < p.modeEnd {
			return
		}
		p.modeLength = p.steps - p.modeStart
	} else if p.steps < p.modeEnd {
		return
	}
	p.modes++
	p.stable = !p.stable
	n := (p.modes + 1) / 2
	p.modeEnd = p.steps + p.modeLength*n*n
	p.luby = luby{}
}

func (p *pace) reduceDue() bool { return p.conflicts >= p.reduceAt }

func (p *pace) reduced() {
	p.reductions++
	p.reduceAt = p.conflicts + reduceInterval*(p.reductions+1)
}

// ema is an exponential moving average. Its weight starts at 1 and halves
// until it reaches alpha, so that the first values do not bias it.
type ema struct {
	value, alpha, weight float64
	wait, period         int64
}

func (e *ema) add(x float64) {
	if e.period == 0 {
		e.weight, e.period, e.wait = 1, 1, 1
	}
	// The conversion keeps the compiler from fusing the operations on some
	// architectures, which would make restarts depend on the machine.
	e.value += float64(e.weight * (x - e.value))
	if e.weight <= e.alpha {
		return
	}
	e.wait--
	if e.wait == 0 {
		e.weight = max(e.weight/2, e.alpha)
		e.period *= 2
		e.wait = e.period
	}
}

// luby enumerates 1 1 2 1 1 2 4 ... (Luby, Sinclair and Zuckerman 1993) by
// Knuth's reluctant doubling.
type luby struct{ u, v int64 }

func (l *luby) next() int64 {
	if l.u == 0 {
		l.u, l.v = 1, 1
	}
	v := l.v
	if l.u&-l.u == l.v {
		l.u, l.v = l.u+1, 1
	} else {
		l.v *= 2
	}
	return v
}

// meter is the limiter of one Solve: the only place that reads a clock.
type meter struct {
	ctx      context.Context
	limits   Limits
	start    int64 // pace.steps at the start
	deadline time.Time
	nextLook int64 // pace.steps at which look is to be called
}

// lookEvery is how many steps pass between two looks at context and clock,
// around a millisecond.
const lookEvery = 2048

func newMeter(ctx context.Context, limits Limits, steps int64) *meter {
	m := &meter{ctx: ctx, limits: limits, start: steps}
	if limits.Timeout > 0 {
		m.deadline = time.Now().Add(limits.Timeout)
	}
	m.schedule(steps)
	return m
}

func (m *meter) schedule(steps int64) {
	m.nextLook = steps + lookEvery
	if m.limits.Steps > 0 {
		m.nextLook = min(m.nextLook, m.start+m.limits.Steps)
	}
}

// look returns why the search has to stop, or ReasonNone.
func (m *meter) look(s *CDCL) Reason {
	switch {
	case m.ctx.Err() != nil:
		return reasonOf(m.ctx)
	case m.limits.Steps > 0 && s.pace.steps-m.start >= m.limits.Steps:
		return ReasonSteps
	case m.limits.Timeout > 0 && !time.Now().Before(m.deadline):
		return ReasonTimeout
	case m.limits.Memory > 0 && s.bytes() > m.limits.Memory:
		return ReasonMemory
	}
	m.schedule(s.pace.steps)
	return ReasonNone
}
