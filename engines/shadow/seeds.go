package shadow

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// seeds returns the tests to start from: those that execute an annotation or, if there
// is none and the program is not explored besides, inputs of the new version's paths
// that do.
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
		out, touches, err := r.cover.run(ctx, &r.task.Tests[i].Input)
		if err != nil {
			return nil, err
		}
		if err := r.spend(out.Steps); err != nil {
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
	if len(seeds) > 0 || r.p.Generate == 0 || r.p.Explore == "yes" {
		return seeds, nil
	}
	return r.generate(ctx)
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

// run runs an input and reports whether it executes an annotation.
func (c *coverage) run(ctx context.Context, in *program.Input) (*program.Outcome, bool, error) {
	out, err := c.x.Run(ctx, in)
	if err != nil {
		return nil, false, err
	}
	if ctx.Err() != nil {
		return nil, false, ctx.Err()
	}
	cov := c.x.Coverage()
	for _, b := range c.blocks {
		if cov.Block(b[0], b[1]) {
			return out, true, nil
		}
	}
	return out, false, nil
}
