package flow

// reversePostorder returns the nodes reachable from root in reverse postorder
// of a depth-first search that follows successors in order.
func reversePostorder(n int, root int32, succs func(int32) []int32) []int32 {
	seen := make([]bool, n)
	type frame struct {
		v    int32
		next int
	}
	var order []int32
	stack := []frame{{root, 0}}
	seen[root] = true
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if s := succs(f.v); f.next < len(s) {
			w := s[f.next]
			f.next++
			if !seen[w] {
				seen[w] = true
				stack = append(stack, frame{w, 0})
			}
			continue
		}
		order = append(order, f.v)
		stack = stack[:len(stack)-1]
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// Dominators returns the immediate dominator of each node reachable from
// root; that of root is root, that of others -1. Source: Cooper, Harvey,
// Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
func Dominators(n int, root int32, succs, preds func(int32) []int32) []int32 {
	order := reversePostorder(n, root, succs)
	number := make([]int32, n)
	idom := make([]int32, n)
	for i := range idom {
		idom[i] = -1
	}
	for i, v := range order {
		number[v] = int32(i)
	}
	idom[root] = root
	intersect := func(a, b int32) int32 {
		for a != b {
			for number[a] > number[b] {
				a = idom[a]
			}
			for number[b] > number[a] {
				b = idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for _, v := range order[1:] {
			d := int32(-1)
			for _, p := range preds(v) {
				if idom[p] < 0 {
					continue
				}
				if d < 0 {
					d = p
				} else {
					d = intersect(d, p)
				}
			}
			if d != idom[v] {
				idom[v] = d
				changed = true
			}
		}
	}
	return idom
}

// components returns the number of the strongly connected component of each
// node reachable from the given ones (0 for others), components that are
// reached from others having smaller numbers, from 1 (Tarjan 1972).
func components(n int, from []int32, succs func(int32) []int32) []int32 {
	comp := make([]int32, n)
	low := make([]int32, n)
	number := make([]int32, n)
	on := make([]bool, n)
	var stack []int32
	count, next := int32(0), int32(0)
	type frame struct {
		v    int32
		next int
	}
	for _, root := range from {
		if number[root] != 0 {
			continue
		}
		frames := []frame{{root, 0}}
		next++
		number[root], low[root] = next, next
		stack, on[root] = append(stack, root), true
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			if s := succs(f.v); f.next < len(s) {
				w := s[f.next]
				f.next++
				if number[w] == 0 {
					next++
					number[w], low[w] = next, next
					stack, on[w] = append(stack, w), true
					frames = append(frames, frame{w, 0})
				} else if on[w] {
					low[f.v] = min(low[f.v], number[w])
				}
				continue
			}
			v := f.v
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				up := frames[len(frames)-1].v
				low[up] = min(low[up], low[v])
			}
			if low[v] == number[v] {
				count++
				for {
					w := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					on[w] = false
					comp[w] = count
					if w == v {
						break
					}
				}
			}
		}
	}
	return comp
}
