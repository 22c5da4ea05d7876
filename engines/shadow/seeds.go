package shadow

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// seeds returns the tests to start from: those that execute an annotation, or
// inputs of the new version's paths that do if there is none.
func (r *run) seeds(ctx context.Context) ([]program.Test, error) {
	order := make([]int, len(r.task.Tests))
	for i := range order {
		order[i] = i
	}
	if r.p.Order == "random" {
		rng := rand.New(rand.NewPCG(r.task.Seed, 0x736861646f77))
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	var seeds []program.Test
	untouched := int64(0)
	for _, i := range order {
		touches, steps, err := r.cover.touches(ctx, &r.task.Tests[i].Input)
		if err != nil {
			return nil, err
		}
		if err := r.spend(steps); err != nil {
			return nil, err
		}
		if !touches {
			untouched++
			continue
		}
		seeds = append(seeds, r.task.Tests[i])
		if len(seeds) == r.p.Seeds {
			break
		}
	}
	r.rec.Count("seeds", int64(len(seeds)))
	if untouched > 0 {
		r.rec.Count("seeds.untouched", untouched)
	}
	if len(seeds) > 0 || r.p.Generate == 0 {
		return seeds, nil
	}
	return r.generate(ctx)
}

// Generated begins the names of tests that were made since no other executes the
// change.
const Generated = "generated-"

// generate explores the new version for inputs that execute an annotation.
func (r *run) generate(ctx context.Context) ([]program.Test, error) {
	e, err := symexec.New(r.unified.Program, symexec.Options{
		Seed:       r.task.Seed,
		Merge:      true,
		Limits:     symexec.Limits{MaxSteps: r.task.RunSteps, MaxMemory: r.task.RunMemory},
		QuerySteps: r.p.QuerySteps,
		Population: symexec.Population{MaxStates: r.p.MaxStates},
		Spend:      r.spend,
	})
	if err != nil {
		return nil, fmt.Errorf("shadow: %w", err)
	}
	r.left = r.p.GenerateSteps
	defer func() { r.left = -1 }()
	var seeds []program.Test
	model := r.task.Model
	if len(r.task.Tests) > 0 && r.task.Tests[0].Input.Entry == "" && noInput(&model) {
		model = around(&r.task.Tests[0].Input)
	}
	err = e.Explore(ctx, &model, func(path *symexec.Path) error {
		touches, steps, err := r.cover.touches(ctx, &path.Input)
		if err != nil {
			return err
		}
		if touches {
			seeds = append(seeds, program.Test{Name: Generated + strconv.Itoa(len(seeds)+1), Input: path.Input})
		}
		if len(seeds) == r.p.Generate {
			return errShare
		}
		return r.spend(steps)
	})
	if err != nil && !errors.Is(err, errShare) {
		return nil, err
	}
	r.rec.Count("seeds.generated", int64(len(seeds)))
	return seeds, nil
}

// noInput reports whether nothing varies in a model: the versions came without
// one.
func noInput(m *program.InputModel) bool {
	return len(m.Args)+len(m.Files)+len(m.SymEnv)+len(m.Params)+len(m.Globals) == 0 && m.SymArgs == nil && m.Stdin == nil
}

// around returns the model of inputs of main that have the form of one: as many
// arguments, and none of its texts longer.
func around(in *program.Input) program.InputModel {
	m := program.InputModel{Env: in.Env, Terminal: in.Terminal}
	for _, a := range in.Args {
		m.Args = append(m.Args, program.ArgModel{String: &program.ContentModel{Size: len(a)}})
	}
	if len(in.Stdin) > 0 {
		m.Stdin = &program.ContentModel{Size: len(in.Stdin)}
	}
	for _, f := range in.Files {
		m.Files = append(m.Files, program.FileModel{Name: f.Name, Content: &program.ContentModel{Size: len(f.Data)}, Link: f.Link, Mode: f.Mode})
	}
	return m
}

// coverage tells whether an input executes an annotation.
type coverage struct {
	x      *vm.Instance
	blocks [][2]int // that test the version
}

func newCoverage(p *program.Program, steps int64) (*coverage, error) {
	m, err := vm.New(p, vm.Options{MaxSteps: steps, Coverage: true})
	if err != nil {
		return nil, err
	}
	c := &coverage{x: m.NewRun()}
	for f, fn := range p.Funcs {
		for b, blk := range fn.Blocks {
			if slices.ContainsFunc(blk.Instrs, func(in program.Instr) bool {
				return in.Op == program.Intrinsic && in.Intrin == program.IntrinVersion
			}) {
				c.blocks = append(c.blocks, [2]int{f, b})
			}
		}
	}
	return c, nil
}

// touches runs an input; it returns the steps of the run too.
func (c *coverage) touches(ctx context.Context, in *program.Input) (bool, int64, error) {
	out, err := c.x.Run(ctx, in)
	if err != nil {
		return false, 0, err
	}
	if ctx.Err() != nil {
		return false, 0, ctx.Err()
	}
	cov := c.x.Coverage()
	for _, b := range c.blocks {
		if cov.Block(b[0], b[1]) {
			return true, out.Steps, nil
		}
	}
	return false, out.Steps, nil
}
