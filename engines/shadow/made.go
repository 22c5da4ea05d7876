package shadow

import (
	"context"
	"iter"
	"math/rand/v2"
	"strconv"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/inputs"
)

// Inputs that rift makes, and that are followed as if they were tests: those that
// execute an annotation, of inputs drawn at random and of the paths of the new version.

// Generated begins the names of inputs that were made.
const Generated = "generated-"

// made returns a test of an input that was made.
func (r *run) made(in *program.Input) *program.Test {
	r.generated++
	r.rec.Count("seeds.generated", 1)
	return &program.Test{Name: Generated + strconv.Itoa(r.generated), Input: *in}
}

// model returns the model of the task's inputs or, where nothing varies in that, one of
// inputs that have the form of the first test.
func (r *run) model() *program.InputModel {
	m := r.task.Model
	if len(r.task.Tests) > 0 && r.task.Tests[0].Input.Entry == "" && noInput(&m) {
		m = around(&r.task.Tests[0].Input)
	}
	return &m
}

// Bounds of drawing: inputs drawn in a row none of which executes anything new, and how
// many that execute an annotation, but nothing new, there are to one that is followed
// all the same, for its values.
const (
	drawPatience = 4000
	drawAgain    = 8
)

// draws makes inputs at random, goes on from those that execute something new, and finds
// the ones that execute an annotation.
type draws struct {
	maker      *inputs.Maker
	rand       *rand.Rand
	cover      *coverage
	seen       *program.Coverage
	kept, near []*program.Input // that executed something new; of these, an annotation
	idle       int              // inputs drawn since one executed something new
	again      int              // inputs that executed an annotation since one was returned
	left       int              // inputs still to be returned in this round
}

func (r *run) newDraws() (*draws, error) {
	x := rand.New(rand.NewPCG(r.task.Seed, 0x64726177)) // "draw"
	m, err := inputs.New(x, r.task.Old.Program, r.task.New.Program, r.model())
	if err != nil {
		return nil, err
	}
	return &draws{maker: m, rand: x, cover: r.cover}, nil
}

// done reports whether drawing is of no use any more.
func (d *draws) done() bool { return d.idle >= drawPatience || d.idle > 0 && !d.maker.Varies() }

// next draws one input and returns it if it is to be followed. It reports false at the end
// of the round.
func (d *draws) next(ctx context.Context, spend func(int64) error) (in *program.Input, more bool, err error) {
	if d.left == 0 || d.done() {
		return nil, false, nil
	}
	d.idle++
	in = d.input()
	out, touches, err := d.cover.run(ctx, in)
	if err != nil {
		return nil, false, err
	}
	covered := d.cover.x.Coverage()
	fresh := d.seen == nil || !d.seen.Contains(covered)
	d.maker.Learn(fresh, out)
	if fresh {
		d.idle = 0
		if d.seen == nil {
			d.seen = covered.Clone()
		}
		d.seen.Merge(covered)
		if d.kept = append(d.kept, in); touches {
			d.near = append(d.near, in)
		}
	}
	if touches {
		d.again++
	}
	if err := spend(out.Steps); err != nil {
		return nil, false, err
	}
	if !touches || !fresh && d.again < drawAgain {
		return nil, true, nil
	}
	d.again = 0
	d.left--
	return in, true, nil
}

// input makes an input: a new one now and then, else a change of one that was kept, half
// of the time of one that executes an annotation.
func (d *draws) input() *program.Input {
	from := d.kept
	if len(d.near) > 0 && d.rand.IntN(2) == 0 {
		from = d.near
	}
	if len(from) == 0 || d.rand.IntN(d.maker.Renew()) == 0 {
		return d.maker.Fresh()
	}
	in := d.maker.Changed(from[d.rand.IntN(len(from))])
	if d.rand.IntN(3) == 0 {
		d.maker.Splice(in, d.kept[d.rand.IntN(len(d.kept))])
	}
	return in
}

// paths are those of the new version, with short branches merged.
type paths struct {
	explorer *symexec.Explorer
	next     func() (*symexec.Path, error, bool)
	stop     func()
}

func (r *run) newPaths(ctx context.Context, model *program.InputModel, limits int) (*paths, error) {
	e, err := symexec.New(r.unified.Program, symexec.Options{
		Seed:       r.task.Seed,
		Merge:      true,
		Limits:     symexec.Limits{MaxSteps: r.task.RunSteps, MaxMemory: r.task.RunMemory},
		QuerySteps: r.briefly(),
		Population: symexec.Population{MaxStates: r.p.MaxStates, MaxHeap: maxHeap},
		Boundaries: limits,
		Spend:      r.charge,
	})
	if err != nil {
		return nil, err
	}
	p := &paths{explorer: e}
	p.next, p.stop = iter.Pull2(e.Paths(ctx, model))
	return p, nil
}

// briefQuery limits a question to the solver, in propagations, where there are many and
// none matters much.
const briefQuery = 50_000

// briefly returns the limit of questions of exploring from the start.
func (r *run) briefly() int64 {
	if q := r.p.QuerySteps; q > 0 {
		return min(q, briefQuery)
	}
	return briefQuery
}

// touching returns a test of the next path, nil if that does not execute an annotation.
// Inputs on which a comparison of the path is at its limit it tries, if these do. It
// reports false when there is no path left.
func (r *run) touching(ctx context.Context, p *paths) (test *program.Test, more bool, err error) {
	path, err, ok := p.next()
	if !ok || err != nil {
		return nil, false, err
	}
	touches := func(in *program.Input) (bool, error) {
		out, touches, err := r.cover.run(ctx, in)
		if err != nil {
			return false, err
		}
		return touches, r.charge(out.Steps)
	}
	yes, err := touches(&path.Input)
	if err != nil {
		return nil, false, err
	}
	if yes {
		test = r.made(&path.Input)
	}
	for _, limit := range path.Boundaries {
		in, ok := p.explorer.Another(path, limit)
		if !ok {
			continue
		}
		if yes, err = touches(&in); err == nil && yes {
			_, err = r.try(ctx, &in, engines.Note{Phase: phaseExplore})
		}
		if err != nil {
			return nil, false, err
		}
	}
	return test, true, nil
}

// generate explores the new version for inputs that execute an annotation.
func (r *run) generate(ctx context.Context) ([]program.Test, error) {
	p, err := r.newPaths(ctx, r.model(), 0)
	if err != nil {
		return nil, err
	}
	defer p.stop()
	var seeds []program.Test
	for end := r.used + r.p.GenerateSteps; r.used < end && len(seeds) < r.p.Generate; {
		test, more, err := r.touching(ctx, p)
		if test != nil {
			seeds = append(seeds, *test)
		}
		if err != nil || !more {
			return seeds, err
		}
	}
	return seeds, nil
}
