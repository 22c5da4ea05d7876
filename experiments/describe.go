package experiments

import (
	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/report"
)

// Describe returns a function for report.Options: what the subjects of the
// plan in a result folder tell about their pairs. A subject that is not on
// this machine, or has changed since it was planned, tells nothing. The
// function loads subjects as it needs them; it is not safe for concurrent use.
func Describe(env Environment, dir string) func(results.PairOf) (report.PairInfo, bool) {
	plan, err := ReadPlan(dir)
	if err != nil {
		return nil
	}
	subjects := map[string]*corpora.Subject{} // nil for those that tell nothing
	return func(p results.PairOf) (report.PairInfo, bool) {
		s, known := subjects[p.Subject]
		if !known {
			s, _ = plan.Subject(env, p.Subject) // what is not there any more tells nothing
			subjects[p.Subject] = s
		}
		if s == nil {
			return report.PairInfo{}, false
		}
		pair := s.Pair(p.Pair)
		if pair == nil {
			return report.PairInfo{}, false
		}
		info := report.PairInfo{Kind: pair.Kind, Doc: pair.Doc}
		if old, new := s.Version(pair.Old), s.Version(pair.New); old != nil && new != nil {
			info.Delta = delta.Compute(old, new)
		}
		return info, true
	}
}
