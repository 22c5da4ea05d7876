package results

import (
	"bytes"
	"sort"

	"github.com/riftlab/rift/corpora"
)

// guessPlan takes the experiment that most attempts name for the plan's.
func (x *Index) guessPlan(all []attempt) {
	count := map[string]int{}
	for _, a := range all {
		count[a.experiment]++
	}
	for hash, n := range count {
		if best := count[x.Plan.Hash]; n > best || n == best && hash < x.Plan.Hash {
			x.Plan.Hash = hash
		}
	}
	x.warnf("no %s: tasks that never began cannot be counted", planFile)
}

func (x *Index) dropForeign(all []attempt) []attempt {
	foreign := map[string]int{}
	kept := all[:0]
	for _, a := range all {
		if a.experiment != x.Plan.Hash {
			foreign[a.experiment]++
			continue
		}
		kept = append(kept, a)
	}
	for _, hash := range sortedKeys(foreign) {
		x.warnf("%s of another plan (%s) left out", corpora.Plural(foreign[hash], "task"), short(hash))
	}
	return kept
}

// choose keeps the attempt that counts of each task.
func (x *Index) choose(all []attempt) error {
	sort.SliceStable(all, func(i, j int) bool { return all[i].task < all[j].task })
	files := newFileCache(x.segments)
	defer files.close()
	isPlanned, any := x.Plan.holder(), x.Plan.Len() > 0
	var abandoned, unplanned int
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].task == all[0].task {
			n++
		}
		same := all[:n]
		all = all[n:]
		if any && !isPlanned(same[0].task) {
			unplanned++
		}
		ended := bestAttempts(same)
		abandoned += n - len(ended)
		if len(ended) == 0 {
			continue
		}
		a, err := x.settle(files, ended)
		if err != nil {
			return err
		}
		x.attempts = append(x.attempts, a)
	}
	if abandoned > 0 {
		x.warnf("%s that did not finish or gave way to a later run left out", corpora.Plural(abandoned, "attempt"))
	}
	if unplanned > 0 {
		x.warnf("%s with the hash of the plan but not in it", corpora.Plural(unplanned, "task"))
	}
	return nil
}

// bestAttempts returns the attempts with an End of the best kind that there is: those that
// ended as tasks should; those that failed; those killed from outside.
func bestAttempts(same []attempt) []attempt {
	var best []attempt
	for _, a := range same {
		switch r := rank(a.status); {
		case r == 0, len(best) > 0 && r < rank(best[0].status):
		case len(best) > 0 && r == rank(best[0].status):
			best = append(best, a)
		default:
			best = []attempt{a}
		}
	}
	return best
}

// rank orders statuses by how much they say of a task; 0 is no End.
func rank(s Status) int {
	switch s {
	case "":
		return 0
	case StatusKilled:
		return 1
	case StatusCrashed, StatusError, StatusMemory:
		return 2
	}
	return 3
}

// settle returns the attempt with the least content and warns if not all are
// equal.
func (x *Index) settle(files *fileCache, ended []attempt) (attempt, error) {
	best := ended[0]
	if len(ended) == 1 {
		return best, nil
	}
	// Equal but for the newline that a file may lack at its end is equal.
	bestData, err := files.read(best)
	if err != nil {
		return best, err
	}
	conflict := false
	x.duplicates += len(ended) - 1
	for _, a := range ended[1:] {
		data, err := files.read(a)
		if err != nil {
			return best, err
		}
		c := bytes.Compare(data, bestData)
		conflict = conflict || c != 0
		if c < 0 {
			best, bestData = a, data
		}
	}
	if conflict {
		x.warnf("task %s has %d finished attempts that disagree; one of them counts", best.task, len(ended))
	}
	return best, nil
}
