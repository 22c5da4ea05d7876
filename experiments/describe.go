package experiments

import (
	"context"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/delta/unify"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/sequence"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/figure"
	"github.com/riftlab/rift/results/report"
)

// Sources returns options of a report with what the subjects of the plan in a
// result folder tell about their pairs, and what can be computed of them. A
// subject that is not on this machine, or has changed since it was planned, tells
// nothing; without a plan, nothing is told at all. Subjects are loaded as they
// are needed; the options' functions are not safe for concurrent use. What
// takes long ends with ctx.
func Sources(ctx context.Context, env Environment, dir string) report.Options {
	plan, err := ReadPlan(dir)
	if err != nil {
		return report.Options{}
	}
	s := &sources{ctx: ctx, env: env, plan: plan, subjects: map[string]*corpora.Subject{}}
	return report.Options{Describe: s.describe, Inspect: s.inspect}
}

// Describe is Sources without what takes long; nil without a plan.
func Describe(env Environment, dir string) func(results.PairOf) (report.PairInfo, bool) {
	return Sources(context.Background(), env, dir).Describe
}

// sources are the subjects of a plan, as they are needed.
type sources struct {
	ctx      context.Context
	env      Environment
	plan     *Plan
	subjects map[string]*corpora.Subject // nil for those that tell nothing
}

// pair returns a pair with its subject; nil if they tell nothing.
func (s *sources) pair(p results.PairOf) (*corpora.Subject, *corpora.Pair) {
	subject, known := s.subjects[p.Subject]
	if !known {
		subject, _ = s.plan.Subject(s.env, p.Subject) // what is not there any more tells nothing
		s.subjects[p.Subject] = subject
	}
	if subject == nil {
		return nil, nil
	}
	return subject, subject.Pair(p.Pair)
}

func (s *sources) describe(p results.PairOf) (report.PairInfo, bool) {
	subject, pair := s.pair(p)
	if pair == nil {
		return report.PairInfo{}, false
	}
	info := report.PairInfo{Kind: pair.Kind, Doc: pair.Doc}
	if old, new := subject.Version(pair.Old), subject.Version(pair.New); old != nil && new != nil {
		info.Delta = delta.Compute(old, new)
	}
	return info, true
}

// inspect compiles a pair. What does not compile, or cannot be unified, has no
// picture: the records say why its tasks failed.
func (s *sources) inspect(p results.PairOf) report.Inspection {
	var out report.Inspection
	subject, pair := s.pair(p)
	if pair == nil || s.env.Compile == nil || s.ctx.Err() != nil {
		return out
	}
	var versions [2]*program.Version
	var programs [2]*program.Program
	for i, name := range [2]string{pair.Old, pair.New} {
		if versions[i] = subject.Version(name); versions[i] == nil {
			return out
		}
		var err error
		if programs[i], err = s.env.Compile(s.ctx, versions[i]); err != nil {
			return out
		}
	}
	d := delta.Compute(versions[0], versions[1])
	if len(d.Changes) == 0 {
		return out
	}
	if g, err := flow.Analyse(s.ctx, programs[1], flow.Options{Entry: subject.Model.Entry, Ignore: sequence.Ignored}); err == nil {
		out.Sequences = figure.Sequences(sequence.Build(g, d, mapping.New(d, programs[0], programs[1]), sequence.Options{Important: true, Entry: subject.Model.Entry}))
	}
	if u, err := unify.Merge(s.ctx, d, programs[0], programs[1], s.env.Compile); err == nil {
		out.Unified = u
	}
	return out
}
