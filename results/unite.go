package results

import "slices"

// Unite makes one set of the runs of several, for comparing engines across
// experiments. Keep sees every run with the number of its set, may change it (a
// copy) and tells whether to keep it; runs without it lie in the order of the
// sets. The set has the title, no plan and no warnings but those about machines
// and versions of rift: what else must be known is for the caller to say.
func Unite(title string, sets []*Set, keep func(set int, r *Run) bool) *Set {
	u := &Set{Plan: PlanHead{Title: title}, examples: map[PairOf]*exampleList{}}
	for n, s := range sets {
		labels := map[string]string{} // of engines, what keep made of them
		kept := map[PairOf]bool{}
		for i := range s.Runs {
			r := s.Runs[i]
			was := r.Engine
			if !keep(n, &r) {
				continue
			}
			labels[was], kept[r.PairOf()] = r.Engine, true
			u.Runs = append(u.Runs, r)
		}
		for p, list := range s.examples {
			if !kept[p] {
				continue
			}
			if u.examples[p] == nil {
				u.examples[p] = &exampleList{limit: list.limit}
			}
			u.examples[p].join(list, labels)
		}
	}
	u.summarise()
	return u
}

// join takes the examples of another list, their engines renamed; those of
// engines without a label are left out. An input that only one list has may have
// been offered to the other without outcomes and lost there.
func (l *exampleList) join(other *exampleList, labels map[string]string) {
	for i, rank := range l.ranks {
		if other.lost && !rank.bare && !other.has(rank.key) {
			l.list[i].AtLeast = true
		}
	}
	for i, x := range other.list {
		found := map[string]int{}
		for engine, n := range x.Found {
			if label, ok := labels[engine]; ok {
				found[label] += n
			}
		}
		if len(found) == 0 {
			continue
		}
		x.Found = found
		if label, ok := labels[x.Engine]; ok {
			x.Engine = label
		}
		rank := other.ranks[i]
		if l.lost && !rank.bare && !l.has(rank.key) {
			x.AtLeast = true
		}
		l.put(x, rank)
	}
	l.offered += other.offered
	l.lost = l.lost || other.lost
	if n := l.limit; len(l.list) > n {
		l.lost = l.lost || l.ranks[len(l.ranks)-1].bare
		l.list, l.ranks = l.list[:n], l.ranks[:n]
	}
}

// has reports whether the list has an input.
func (l *exampleList) has(key string) bool {
	return slices.ContainsFunc(l.ranks, func(r exampleRank) bool { return r.key == key })
}

// put inserts an example in its place, or adds it to that of the same input.
func (l *exampleList) put(x Example, rank exampleRank) {
	for i := range l.ranks {
		if l.ranks[i].key != rank.key {
			continue
		}
		for engine, n := range l.list[i].Found {
			x.Found[engine] += n
		}
		x.AtLeast = x.AtLeast || l.list[i].AtLeast
		if !rank.less(l.ranks[i]) {
			found, atLeast := x.Found, x.AtLeast
			x, rank = l.list[i], l.ranks[i]
			x.Found, x.AtLeast = found, atLeast
		}
		l.list, l.ranks = slices.Delete(l.list, i, i+1), slices.Delete(l.ranks, i, i+1)
		break
	}
	i, _ := slices.BinarySearchFunc(l.ranks, rank, func(a, b exampleRank) int {
		switch {
		case a.less(b):
			return -1
		case b.less(a):
			return 1
		}
		return 0
	})
	l.list, l.ranks = slices.Insert(l.list, i, x), slices.Insert(l.ranks, i, rank)
}
