package digraph

import "slices"

// sweeps is how often the ranks are ordered by their neighbours.
const sweeps = 12

// order orders the ranks by the medians of the neighbours above and below in
// turn, and keeps the best of all orders seen.
//
// Source: Gansner, Koutsofios, North, Vo: A Technique for Drawing Directed
// Graphs, IEEE TSE 19 (3), 1993, section 3.
func (l *layout) order() {
	l.firstOrder()
	best, fewest := l.slots(), l.crossings()
	for i := 0; i < sweeps && fewest > 0; i++ {
		l.sweep(i%2 == 0)
		l.transpose()
		if c := l.crossings(); c < fewest {
			best, fewest = l.slots(), c
		}
	}
	for v, s := range best {
		l.vertices[v].slot = s
	}
	for _, r := range l.ranks {
		slices.SortFunc(r, func(a, b int) int { return l.vertices[a].slot - l.vertices[b].slot })
	}
}

// firstOrder orders the ranks as a search in depth meets their vertices.
func (l *layout) firstOrder() {
	height := 0
	for i := range l.vertices {
		height = max(height, l.vertices[i].rank+1)
	}
	l.ranks = make([][]int, height)
	seen := make([]bool, len(l.vertices))
	var stack []int
	for i := range l.vertices {
		if len(l.vertices[i].up) > 0 {
			continue
		}
		for stack = append(stack, i); len(stack) > 0; {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[v] {
				continue
			}
			seen[v] = true
			l.vertices[v].slot = len(l.ranks[l.vertices[v].rank])
			l.ranks[l.vertices[v].rank] = append(l.ranks[l.vertices[v].rank], v)
			for _, d := range slices.Backward(l.vertices[v].down) {
				stack = append(stack, d.to)
			}
		}
	}
}

func (l *layout) slots() []int {
	s := make([]int, len(l.vertices))
	for i := range l.vertices {
		s[i] = l.vertices[i].slot
	}
	return s
}

func (l *layout) renumber(rank []int) {
	for i, v := range rank {
		l.vertices[v].slot = i
	}
}

func (l *layout) sweep(down bool) {
	for i := range l.ranks {
		r, links := l.ranks[i], func(v int) []link { return l.vertices[v].up }
		if !down {
			r, links = l.ranks[len(l.ranks)-1-i], func(v int) []link { return l.vertices[v].down }
		}
		want := make(map[int]float64, len(r))
		for _, v := range r {
			want[v] = l.median(links(v), float64(l.vertices[v].slot))
		}
		slices.SortStableFunc(r, func(a, b int) int {
			switch {
			case want[a] < want[b]:
				return -1
			case want[a] > want[b]:
				return 1
			}
			return 0
		})
		l.renumber(r)
	}
}

// median returns the middle of the neighbours' slots, or own without any.
func (l *layout) median(list []link, own float64) float64 {
	if len(list) == 0 {
		return own
	}
	slots := make([]int, len(list))
	for i, k := range list {
		slots[i] = l.vertices[k.to].slot
	}
	slices.Sort(slots)
	m := len(slots) / 2
	if len(slots)%2 == 1 {
		return float64(slots[m])
	}
	return float64(slots[m-1]+slots[m]) / 2
}

// transpose swaps neighbours as long as that removes crossings.
func (l *layout) transpose() {
	for range sweeps {
		improved := false
		for _, r := range l.ranks {
			for i := 0; i+1 < len(r); i++ {
				a, b := r[i], r[i+1]
				now := l.between(l.vertices[a].up, l.vertices[b].up) + l.between(l.vertices[a].down, l.vertices[b].down)
				then := l.between(l.vertices[b].up, l.vertices[a].up) + l.between(l.vertices[b].down, l.vertices[a].down)
				if then < now {
					r[i], r[i+1] = b, a
					l.vertices[a].slot, l.vertices[b].slot = i+1, i
					improved = true
				}
			}
		}
		if !improved {
			return
		}
	}
}

// between counts the crossings of the links of two vertices, the first of which
// is left of the second.
func (l *layout) between(left, right []link) int {
	n := 0
	for _, a := range left {
		for _, b := range right {
			if l.vertices[a.to].slot > l.vertices[b.to].slot {
				n++
			}
		}
	}
	return n
}

// crossings counts the crossings of the whole layout.
//
// Source: Barth, Mutzel, Jünger: Simple and Efficient Bilayer Cross Counting,
// JGAA 8 (2), 2004.
func (l *layout) crossings() int {
	total := 0
	for i := 0; i+1 < len(l.ranks); i++ {
		tree := make([]int, len(l.ranks[i+1])+1)
		seen := 0
		for _, v := range l.ranks[i] {
			ends := make([]int, 0, len(l.vertices[v].down))
			for _, k := range l.vertices[v].down {
				ends = append(ends, l.vertices[k.to].slot)
			}
			for _, s := range ends {
				smaller := 0
				for k := s + 1; k > 0; k -= k & -k {
					smaller += tree[k]
				}
				total += seen - smaller
			}
			for _, s := range ends {
				for k := s + 1; k < len(tree); k += k & -k {
					tree[k]++
				}
			}
			seen += len(ends)
		}
	}
	return total
}
