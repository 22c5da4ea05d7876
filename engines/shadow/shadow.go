// Package shadow is shadow symbolic execution: it unifies the two versions into
// one program with change annotations (package delta), follows existing tests
// through it as both versions at once, and makes an input for every way in
// which the versions could part on the way (the concolic phase). From each such
// divergence it explores the new version breadth first (the bounded symbolic
// execution phase, BSE). Every input is tried on both versions.
//
// Tests may be weak, or none at all. Beside them, in turn, it therefore follows inputs
// that it makes (made.go) and explores the unified program from its start as both
// versions; what comes of that is the phase "explore", and Params.Explore turns it off.
//
// Differences from the paper: annotations are made automatically and both
// projections are tested; both arguments of an annotation are computed even if
// they call functions; where the versions do not part, outputs are compared as
// terms; budgets are steps beside seconds, so that results can be repeated.
//
// Source: Palikareva, Kuchta, Cadar: Shadow of a Doubt: Testing for Divergences
// between Software Versions, ICSE 2016.
package shadow

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify"
	"github.com/riftlab/rift/program/native"
)

// Engine is the engine.
type Engine struct{}

// Name implements engines.Engine.
func (Engine) Name() string { return "shadow" }

// Describe implements engines.Describer.
func (Engine) Describe() engines.Description {
	p := defaults()
	return engines.Description{
		Kind:    engines.Generate,
		Summary: "shadow symbolic execution: tests followed as both versions at once, an input for each way to part",
		Source:  "Palikareva et al., ICSE 2016",
		Params:  &p,
	}
}

// The phases of the engine, as notes of tests name them.
const (
	phaseTests    = "tests"
	phaseConcolic = "concolic"
	phaseBSE      = "bse"
	phaseExplore  = "explore"
)

// Run implements engines.Engine.
func (Engine) Run(ctx context.Context, task *engines.Task, rec engines.Recorder) error {
	p := defaults()
	if err := task.Decode("shadow", &p); err != nil {
		return err
	}
	task, err := p.Apply(task)
	if err != nil {
		return fmt.Errorf("shadow: %w", err)
	}
	r := &run{task: task, rec: rec, p: &p, tried: map[[sha256.Size]byte]bool{}, left: -1}
	if p.Native {
		if r.natively, err = OpenNative(ctx, task, native.Options{}); err != nil {
			return fmt.Errorf("shadow: %w", err)
		}
		defer func() { _ = r.natively.Close() }()
	}
	err = r.work(ctx)
	if r.explorer != nil {
		r.count()
	}
	if errors.Is(err, engines.ErrBudget) {
		return nil
	}
	return err
}

// run is the work on one task.
type run struct {
	task      *engines.Task
	rec       engines.Recorder
	p         *Params
	unified   *unify.Unified
	cover     *coverage
	explorer  *symexec.Explorer
	tried     map[[sha256.Size]byte]bool // by hash of the input's key
	left      int64                      // steps of the present share; -1 for no bound
	used      int64                      // steps so far
	queue     []point
	note      engines.Note // of the inputs that are met at present
	total     int64        // steps left for exploring
	wrong     int64        // predictions that did not come true
	natively  *Natively    // nil unless asked for
	verifier  *verifier
	checked   int // inputs on which the projections were verified
	generated int // inputs made
}

// point is a divergence with the test that led to it.
type point struct {
	d    *symexec.Divergence
	test string // "" if exploring from the start did
	made bool   // the test was made besides
}

// maxHeap is the size of the heap, in bytes, beyond which no more states are made.
const maxHeap = 768 << 20

// errShare says that the steps of a phase are used up.
var errShare = errors.New("the share of the phase is spent")

// charge spends steps that are of no share.
func (r *run) charge(n int64) error {
	r.used += n
	return r.rec.Spend(n)
}

func (r *run) spend(n int64) error {
	if err := r.charge(n); err != nil {
		return err
	}
	if r.left >= 0 {
		if r.left -= n; r.left < 0 {
			r.left = 0
			return errShare
		}
	}
	return nil
}

func (r *run) work(ctx context.Context) error {
	d := delta.Compute(r.task.Old.Version, r.task.New.Version)
	if len(d.Changes) == 0 {
		return nil
	}
	u, err := unify.Merge(ctx, d, r.task.Old.Program, r.task.New.Program, r.task.Compile)
	if err != nil {
		return fmt.Errorf("shadow: %w", err)
	}
	if err := r.settle(ctx, u); err != nil {
		return err
	}
	r.patch(d)
	r.annotations()
	if r.cover, err = newCoverage(r.unified.Program, r.task.RunSteps); err != nil {
		return fmt.Errorf("shadow: %w", err)
	}
	r.explorer, err = symexec.New(r.unified.Program, symexec.Options{
		Shadow:         true,
		Seed:           r.task.Seed,
		Limits:         symexec.Limits{MaxSteps: r.task.RunSteps, MaxMemory: r.task.RunMemory},
		QuerySteps:     r.p.QuerySteps,
		Population:     symexec.Population{MaxStates: r.p.MaxStates, MaxHeap: maxHeap, OnDropped: r.aside},
		DivergencesPer: r.p.PerPoint,
		Boundaries:     r.p.Boundaries,
		Spend:          r.spend,
	})
	if err != nil {
		return fmt.Errorf("shadow: %w", err)
	}
	seeds, err := r.seeds(ctx)
	if err != nil {
		return err
	}
	if r.p.Explore == "yes" {
		err = r.inTurn(ctx, seeds)
	} else {
		err = r.asPublished(ctx, seeds)
	}
	if err != nil {
		return err
	}
	return ctx.Err()
}

// patch counts the size of the patch, as diff does.
func (r *run) patch(d *delta.Delta) {
	lines, files := d.Size()
	r.rec.Count("patch.lines", int64(lines))
	r.rec.Count("patch.hunks", int64(len(d.Changes)))
	r.rec.Count("patch.files", int64(files))
}

// annotations counts what unifying did.
func (r *run) annotations() {
	for _, a := range r.unified.Annotations {
		r.rec.Count("annotations."+string(a.Pattern), 1)
	}
	if k := len(r.unified.Fallbacks); k > 0 {
		r.rec.Count("annotations.fallbacks", int64(k))
	}
}

// settle tests the projections on the first tests. That one shows something else than its
// version is an error: nothing that is found, or not found, by it is worth anything.
func (r *run) settle(ctx context.Context, u *unify.Unified) error {
	versions := [2]engines.Build{r.task.Old, r.task.New}
	var inputs []program.Input
	for _, t := range r.task.Tests[:min(r.p.Verify, len(r.task.Tests))] {
		inputs = append(inputs, t.Input)
	}
	u, v, err := Settle(ctx, versions, u, r.task.Compile, inputs, r.task.RunSteps)
	if err != nil {
		return fmt.Errorf("shadow: %w", err)
	}
	r.unified, r.checked = u, v.Inputs
	if v.Inputs > 0 {
		r.rec.Count("projection.tests", int64(v.Inputs))
	}
	if !v.OK() {
		r.rec.Count("projection.mismatches", int64(v.Outcomes+v.Traces))
	}
	if err := otherwise(v.First); err != nil {
		return err
	}
	r.verifier, err = newVerifier(versions, u, r.task.RunSteps)
	return err
}

// otherwise returns the error that a mismatch is, nil if there is none, or only other branches
// lead to the same end.
func otherwise(m *Mismatch) error {
	if m == nil || m.Difference == program.Same {
		return nil
	}
	return fmt.Errorf("shadow: %w: the %s version in the unified program does not behave as the given one (%s) %s on %s", engines.ErrInapplicable, m.Reading, m.Difference, m.Where(), m.Input.Shell("./program"))
}

// verifyMade tests the projections on an input that was made, as long as there are fewer
// tests than asked for.
func (r *run) verifyMade(ctx context.Context, test *program.Test) error {
	if r.checked >= r.p.Verify || !strings.HasPrefix(test.Name, Generated) {
		return nil
	}
	return r.verifyOn(ctx, &test.Input)
}

// verifyOn tests the projections on an input.
func (r *run) verifyOn(ctx context.Context, in *program.Input) error {
	m, err := r.verifier.check(ctx, in)
	if err != nil {
		return err
	}
	r.checked++
	r.rec.Count("projection.tests", 1)
	if m == nil {
		return nil
	}
	r.rec.Count("projection.mismatches", 1)
	return otherwise(m)
}

// follow does the concolic phase for one test, or for an input that was made besides.
func (r *run) follow(ctx context.Context, test *program.Test, steps int64, made bool) error {
	own, neighbours := phaseTests, phaseConcolic
	if made {
		own, neighbours = phaseExplore, phaseExplore
	}
	if err := r.verifyMade(ctx, test); err != nil {
		return err
	}
	if _, err := r.try(ctx, &test.Input, engines.Note{Test: test.Name, Phase: own}); err != nil {
		return err
	}
	r.left = steps
	defer func() { r.left = -1 }()
	_, err := r.explorer.Shadow(ctx, &r.task.Model, &test.Input, func(d *symexec.Divergence) error {
		if d.Own {
			r.rec.Count(own+".divergences", 1)
		} else {
			r.rec.Count(neighbours+".divergences", 1)
		}
		note := engines.Note{Test: test.Name, Phase: neighbours, Divergence: at(d)}
		r.queue = append(r.queue, point{d, test.Name, made})
		_, err := r.try(ctx, &d.Input, note)
		return err
	})
	if errors.Is(err, errShare) {
		return nil
	}
	return err
}

// firstShare is the number of steps that each divergence gets in the first
// round of the BSE phase; later rounds give twice as many as the one before.
const firstShare = 200_000

// asPublished does the concolic phase for all tests and then the BSE phase: the
// divergences of all tests in turn.
func (r *run) asPublished(ctx context.Context, seeds []program.Test) error {
	for i := range seeds {
		if err := r.follow(ctx, &seeds[i], r.p.ConcolicSteps, false); err != nil {
			return err
		}
	}
	r.total = r.p.BSESteps
	for share := int64(firstShare); r.total > 0; share *= 2 {
		if busy, err := r.points(ctx, share, math.MaxInt64, 0); err != nil || !busy {
			return err
		}
	}
	return nil
}

// Shares of a round, in those of exploring from the start: of following the tests that
// there are, of walking along the paths of the new version, following them aside, and of
// all divergences together.
const (
	testsShare  = 4
	pathsShare  = 4
	pointsShare = 2
)

// inTurn does, in rounds of shares that double, some of each: the concolic phase of
// tests, of inputs drawn and of inputs of the new version's paths, exploring the program
// from its start as both versions, and the BSE phase.
func (r *run) inTurn(ctx context.Context, seeds []program.Test) error {
	root, err := r.explorer.Root(ctx, r.model())
	if err != nil {
		return fmt.Errorf("shadow: %w", err)
	}
	draws, err := r.newDraws()
	if err != nil {
		return fmt.Errorf("shadow: %w", err)
	}
	paths, err := r.newPaths(ctx, r.model(), r.p.Boundaries)
	if err != nil {
		return fmt.Errorf("shadow: %w", err)
	}
	defer func() { paths.stop() }()
	r.total = r.p.BSESteps
	walking := true
	for share := int64(firstShare); r.total > 0; share *= 2 {
		more := func(n int) int { return int(min(int64(n)*(share/firstShare), math.MaxInt32)) }
		per := more(r.p.PerPoint)
		r.explorer.AllowDivergences(per) // where fewer show nothing, more may
		draws.left = more(r.p.Draw)
		busy := len(seeds) > 0 || draws.left > 0 && !draws.done() || walking
		for begin := r.used; len(seeds) > 0 && r.used-begin < testsShare*share; seeds = seeds[1:] {
			if err := r.follow(ctx, &seeds[0], r.p.ConcolicSteps, false); err != nil {
				return err
			}
		}
		making := r.used
		for begin, going := r.used, true; going && r.used-begin < share; {
			var in *program.Input
			if in, going, err = draws.next(ctx, r.charge); err != nil {
				return err
			}
			if in != nil {
				if err := r.follow(ctx, r.made(in), min(share, r.p.ConcolicSteps), true); err != nil {
					return err
				}
			}
		}
		following := int64(0)
		for begin := r.used; walking && r.used-begin-following < pathsShare*share; {
			var test *program.Test
			if test, walking, err = r.touching(ctx, paths); err != nil {
				return err
			}
			if before := r.used; test != nil && following < share {
				if err := r.follow(ctx, test, min(share, r.p.ConcolicSteps), true); err != nil {
					return err
				}
				following += r.used - before
			} else if test != nil {
				if _, err := r.try(ctx, &test.Input, engines.Note{Test: test.Name, Phase: phaseExplore}); err != nil {
					return err
				}
			}
		}
		r.total -= r.used - making
		if !root.Done() {
			busy = true
			if err := r.both(ctx, root, share); err != nil {
				return err
			}
		}
		continued, err := r.points(ctx, share, pointsShare*share, per)
		if err != nil || !busy && !continued {
			return err
		}
	}
	return nil
}

// points continues from all divergences in turn: from each for a share of steps, if that
// is no more than most of them together. Of those that exploring and inputs that were made
// met, so many at one place in one direction are continued from: what many such inputs
// meet is better explored far from few of them. It reports whether there were any.
func (r *run) points(ctx context.Context, share, most int64, per int) (busy bool, err error) {
	type way struct {
		at  program.Position
		old bool
	}
	seen := map[way]int{}
	var list []point
	for _, p := range r.queue {
		w := way{p.d.At, p.d.Old}
		if p.made {
			if seen[w]++; per > 0 && seen[w] > per {
				continue
			}
		}
		if !p.d.Done() {
			list = append(list, p)
		}
	}
	met := metShare(list, share)
	for _, p := range list {
		if r.total <= 0 {
			break
		}
		mine, phase := share, phaseBSE
		if p.made {
			mine, phase = met, phaseExplore
		}
		mine = max(1, min(mine, most/int64(len(list))))
		if err := r.advance(ctx, p.d, engines.Note{Test: p.test, Phase: phase, Divergence: at(p.d)}, mine); err != nil {
			return true, err
		}
	}
	return len(list) > 0, ctx.Err()
}

// metShare returns the share of a divergence that exploring or an input that was made
// met, where those of tests get share: together they get no more than those of tests,
// which they may outnumber by far.
func metShare(list []point, share int64) int64 {
	var tests, met int64
	for _, p := range list {
		if p.made {
			met++
		} else {
			tests++
		}
	}
	if tests == 0 || met <= tests {
		return share
	}
	return max(1, share*tests/met)
}

// both explores from the start, and queues the divergences that it meets.
func (r *run) both(ctx context.Context, root *symexec.Divergence, share int64) error {
	solver := r.explorer.Core().Solver
	was := solver.QuerySteps
	solver.QuerySteps = r.briefly()
	err := r.advance(ctx, root, engines.Note{Phase: phaseExplore}, share)
	solver.QuerySteps = was
	for _, d := range r.explorer.Divergences() {
		r.rec.Count(phaseExplore+".divergences", 1)
		if !d.Output {
			r.queue = append(r.queue, point{d, "", true})
		}
		if _, tryErr := r.try(ctx, &d.Input, engines.Note{Phase: phaseExplore, Divergence: at(d)}); err == nil {
			err = tryErr
		}
	}
	return err
}

// advance continues from a divergence for a share of steps.
func (r *run) advance(ctx context.Context, d *symexec.Divergence, note engines.Note, share int64) error {
	r.left = min(share, r.total)
	given := r.left
	r.note = note
	err := r.explorer.Continue(ctx, d, func(path *symexec.Path) error {
		if note.Divergence == nil {
			return nil // a path on which the versions do not part shows nothing
		}
		trial, err := r.try(ctx, &path.Input, note)
		if err != nil {
			return err
		}
		if trial != nil && path.Incomplete == "" && program.Exact().Differ(&path.Outcome, trial.New).Counts() {
			r.wrong++
			if err := r.verifyOn(ctx, &path.Input); err != nil {
				return err
			}
		}
		for _, limit := range path.Boundaries {
			if in, ok := r.explorer.Another(path, limit); ok {
				if _, err := r.try(ctx, &in, engines.Note{Test: note.Test, Phase: phaseExplore, Divergence: note.Divergence}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	r.total -= given - max(r.left, 0)
	r.left = -1
	if errors.Is(err, errShare) {
		return nil
	}
	return err
}

// aside tries the input of a path for which there is no room.
func (r *run) aside(ctx context.Context, in *program.Input) error {
	if r.note.Divergence == nil {
		return nil // no path on which the versions part
	}
	r.rec.Count("paths.aside", 1)
	_, err := r.try(ctx, in, r.note)
	return err
}

func at(d *symexec.Divergence) *engines.Divergence {
	return &engines.Divergence{Old: d.At, New: d.At}
}

// try runs an input on both versions, once.
func (r *run) try(ctx context.Context, in *program.Input, note engines.Note) (*engines.Trial, error) {
	key := sha256.Sum256([]byte(in.Key()))
	if r.tried[key] {
		return nil, nil
	}
	r.tried[key] = true
	trial, err := r.rec.Try(ctx, in, note)
	if err != nil {
		return nil, err
	}
	r.classify(note.Phase, trial)
	return trial, r.tryNatively(ctx, in, note.Phase, trial)
}

// classify counts what a trial shows. That an input of the BSE phase comes from a
// divergence makes it one; those of other phases are counted where they are met.
func (r *run) classify(phase string, trial *engines.Trial) {
	if phase == phaseBSE {
		r.rec.Count(phase+".divergences", 1)
	}
	if trial.Difference == program.DiffUndecided {
		r.rec.Count(phase+".undecided", 1)
	}
	if trial.Difference.Counts() {
		r.rec.Count(phase+".differences", 1)
		r.rec.Count(phase+"."+string(Judge(trial)), 1)
	}
}

// tryNatively runs an input natively, if asked for, and counts what it shows
// there, and whether that is what the machine shows.
func (r *run) tryNatively(ctx context.Context, in *program.Input, phase string, trial *engines.Trial) error {
	if r.natively == nil {
		return nil
	}
	t, err := r.natively.Try(ctx, in)
	if err != nil {
		return err
	}
	switch found, confirmed := trial.Difference.Counts(), t.Difference.Counts(); {
	case found && confirmed:
		r.rec.Count("native."+phase+".confirmed", 1)
	case found:
		r.rec.Count("native."+phase+".refuted", 1)
	case confirmed:
		r.rec.Count("native."+phase+".unseen", 1)
	}
	if t.Difference.Counts() {
		r.rec.Count("native."+phase+"."+string(Judge(t)), 1)
	}
	return nil
}

// count reports what the symbolic machine did.
func (r *run) count() {
	st, sh := &r.explorer.Stats, r.explorer.ShadowStats()
	for _, c := range []struct {
		name string
		n    int64
	}{
		{"forks.four-way", sh.Forks}, {"forks.equal", sh.Equal}, {"divergences.old-only", sh.OldOnly}, {"divergences.new-only", sh.NewOnly},
		{"divergences.own", sh.Own}, {"divergences.suppressed", sh.Suppressed}, {"outputs", sh.Outputs},
		{"annotations.computed", sh.Chosen}, {"annotations.parted", sh.Parted},
		{"paths", st.Paths}, {"paths.incomplete", st.Incomplete}, {"queries", st.Queries}, {"queries.unknown", st.Unknown},
		{"values.concretised", st.Concretised}, {"mismatches", r.wrong},
	} {
		if c.n > 0 {
			r.rec.Count(c.name, c.n)
		}
	}
}
