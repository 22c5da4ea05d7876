package matrix

import (
	"context"
	"slices"

	"github.com/riftlab/rift/engines"
)

// study monitors all tests of the subject and draws random suites from them
// for every criterion and distance: for all changes together, and, where there
// are several, for each.
//
// Source: ASE 2008, section 4.2 (studies 1 and 2).
func (w *work) study(ctx context.Context) error {
	surveyor, ok := w.rec.(engines.Surveyor)
	if !ok {
		return nil
	}
	tests, err := w.monitorAll(ctx)
	if err != nil {
		return err
	}
	m := newMatched(tests)
	for _, change := range w.assessor.studiedChanges() {
		for d := 1; d <= w.assessor.Distance(); d++ {
			for _, c := range Criteria() {
				if err := surveyor.Survey(w.drawn(m, change, c, d)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (w *work) monitorAll(ctx context.Context) ([]*Coverage, error) {
	var tests []*Coverage
	for i := range w.task.Tests {
		c, err := w.coverage(ctx, &w.task.Tests[i].Input)
		if err != nil {
			return nil, err
		}
		if err := w.spend(c); err != nil {
			return nil, err
		}
		tests = append(tests, c)
	}
	return tests, nil
}

// studiedChanges returns the hunks for which suites are drawn, "" standing for all.
func (a *Assessor) studiedChanges() []string {
	list := []string{""}
	for i := range a.changes {
		if h := a.hunk(int32(i)); !slices.Contains(list, h) {
			list = append(list, h)
		}
	}
	if len(list) == 2 {
		return list[:1]
	}
	return list
}

// drawn draws suites for the requirements of one change, or of all.
func (w *work) drawn(m *matched, change string, c Criterion, d int) engines.Survey {
	reqs := w.assessor.requirementsOf(c, d)
	if change != "" {
		reqs = slices.DeleteFunc(reqs, func(q Requirement) bool { return q.Change != change })
	}
	p := newPool(reqs, m)
	s := engines.Survey{
		Criterion: string(c), Distance: d, Greatest: d == w.assessor.Distance(), Change: change, Grain: w.params.Granularity,
		Requirements: len(reqs), Coverable: p.coverable, Suites: w.params.Suites, Pool: len(m.tests),
	}
	s.Detecting, s.Tests, s.Matched = p.detection(w.random, s.Suites)
	changes := slices.DeleteFunc(reqs, func(q Requirement) bool { return q.Length > 0 })
	for _, t := range m.tests {
		if slices.ContainsFunc(changes, func(q Requirement) bool { return t.Satisfies(&q) }) {
			s.Executing++
			if t.Differs {
				s.Differing++
			}
		}
	}
	return s
}
