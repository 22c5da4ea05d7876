package results

// Impossible reports whether the task could not be worked on at all. It says
// nothing about its engine, so that no share may count it.
func (r *Run) Impossible() bool {
	return r.Status == StatusInapplicable || r.Status == StatusError && r.Tests == 0
}

// RunsOn returns the runs of an engine, or with "" of all, on a pair, in
// canonical order.
func (s *Set) RunsOn(p PairOf, engine string) []*Run {
	var runs []*Run
	for i := range s.Runs {
		if r := &s.Runs[i]; r.PairOf() == p && (engine == "" || r.Engine == engine) {
			runs = append(runs, r)
		}
	}
	return runs
}

// KnownErrors returns the known errors of a pair, which the runs that could
// expose them name.
func (s *Set) KnownErrors(p PairOf) []KnownError {
	for i := range s.Runs {
		if r := &s.Runs[i]; r.PairOf() == p && len(r.Known) > 0 {
			return r.Known
		}
	}
	return nil
}

// Tallies returns the tallies of runs, one after the other.
func Tallies(runs []*Run) []*Tally {
	var all []*Tally
	for _, r := range runs {
		all = append(all, r.Sequences...)
	}
	return all
}
