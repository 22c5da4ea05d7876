package dominance

import "slices"

// ReversePostorder returns the nodes reachable from root in reverse postorder
// of a depth-first search that follows successors in order.
func ReversePostorder(n int, root int32, succs func(int32) []int32) []int32 {
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
	order := ReversePostorder(n, root, succs)
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

// PostDominators returns the immediate post-dominator of each node that can be
// reached from root; that of exit, which ends every way, is exit, that of others -1.
// A cycle that control never leaves counts as if it led to exit from the node at
// which it is entered first, so that every node that is reached has one.
func PostDominators(n int, root, exit int32, succs func(int32) []int32) []int32 {
	order := ReversePostorder(n, root, succs)
	next, preds := make([][]int32, n), make([][]int32, n)
	for _, v := range order {
		next[v] = succs(v)
		for _, w := range next[v] {
			preds[w] = append(preds[w], v)
		}
	}
	for _, v := range endless(n, order, exit, succs, preds) {
		next[v] = append(slices.Clip(next[v]), exit)
		preds[exit] = append(preds[exit], v)
	}
	of := func(list [][]int32) func(int32) []int32 { return func(v int32) []int32 { return list[v] } }
	return Dominators(n, exit, of(preds), of(next))
}

// endless returns a node of each cycle from which no other and not the exit can be
// reached: the first in reverse postorder.
func endless(n int, order []int32, exit int32, succs func(int32) []int32, preds [][]int32) []int32 {
	reaches := make([]bool, n)
	work := []int32{exit}
	reaches[exit] = true
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range preds[v] {
			if !reaches[p] {
				reaches[p] = true
				work = append(work, p)
			}
		}
	}
	var stuck []int32
	for _, v := range order {
		if !reaches[v] {
			stuck = append(stuck, v)
		}
	}
	if len(stuck) == 0 {
		return nil
	}
	comp := Components(n, stuck, succs)
	leaves := map[int32]bool{}
	for _, v := range stuck {
		for _, w := range succs(v) {
			if comp[w] != comp[v] {
				leaves[comp[v]] = true
			}
		}
	}
	var list []int32
	done := map[int32]bool{}
	for _, v := range stuck {
		if c := comp[v]; !leaves[c] && !done[c] {
			done[c] = true
			list = append(list, v)
		}
	}
	return list
}

// ControlDependence calls f(w, u) for each node w that is directly control
// dependent on node u: u has a successor from which control surely passes w, and
// w does not post-dominate u. u is -1 for what is executed whenever the root is.
// order is the nodes in ReversePostorder from the root, ipdom their PostDominators.
// Source: Ferrante, Ottenstein, Warren, "The Program Dependence Graph and Its Use in
// Optimization" (1987), section 3.1.
func ControlDependence(order, ipdom []int32, exit int32, succs func(int32) []int32, f func(w, u int32)) {
	for w := order[0]; w != exit && w >= 0; w = ipdom[w] {
		f(w, -1)
	}
	seen := make([]int32, len(ipdom))
	for i := range seen {
		seen[i] = -1
	}
	for _, u := range order {
		stop := ipdom[u]
		for _, v := range succs(u) {
			for w := v; w != stop && w >= 0 && w != exit; w = ipdom[w] {
				if seen[w] == u {
					break
				}
				seen[w] = u
				f(w, u)
			}
		}
	}
}
