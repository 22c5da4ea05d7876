package deltadebug

import "github.com/riftlab/rift/program/delta"

// Shortest returns the shortest beginning of a ranking of changes that fails, found by looking
// at twice as much as before until one does, and then between. All ranks together fail.
func Shortest(ranks []delta.Set, first Tests) (delta.Set, error) {
	beginning := func(n int) delta.Set {
		set := delta.Set{}
		for _, r := range ranks[:n] {
			set = set.Union(r)
		}
		return set
	}
	fails := func(n int) (bool, error) {
		if n == len(ranks) {
			return true, nil // all candidates do
		}
		i, _, err := first([]delta.Set{beginning(n)}, func(_ int, r Result) bool { return r == Fail })
		return i == 0, err
	}
	passed, failed := 0, min(1, len(ranks))
	for {
		is, err := fails(failed)
		if err != nil {
			return nil, err
		}
		if is {
			break
		}
		passed, failed = failed, min(2*failed, len(ranks))
	}
	for failed-passed > 1 {
		middle := (passed + failed) / 2
		is, err := fails(middle)
		if err != nil {
			return nil, err
		}
		if is {
			failed = middle
		} else {
			passed = middle
		}
	}
	return beginning(failed), nil
}
