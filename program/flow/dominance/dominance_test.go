package dominance

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawn draws a graph; the last node is the exit, without successors.
func drawn(t *rapid.T) [][]int32 {
	n := rapid.IntRange(2, 9).Draw(t, "nodes")
	succs := make([][]int32, n)
	for v := range n - 1 {
		succs[v] = rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(n-1)), 0, 3, rapid.ID[int32]).Draw(t, "successors")
	}
	return succs
}

func of(list [][]int32) func(int32) []int32 { return func(v int32) []int32 { return list[v] } }

func reversed(succs [][]int32) [][]int32 {
	preds := make([][]int32, len(succs))
	for v, list := range succs {
		for _, w := range list {
			preds[w] = append(preds[w], int32(v))
		}
	}
	return preds
}

// reaches reports which nodes can be reached from a node without passing another.
func reaches(succs [][]int32, from, without int32) []bool {
	seen := make([]bool, len(succs))
	work := []int32{from}
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		if v == without || seen[v] {
			continue
		}
		seen[v] = true
		work = append(work, succs[v]...)
	}
	return seen
}

// strictly returns the nodes that dominate v strictly, by definition.
func strictly(succs [][]int32, root, v int32) (list []int32) {
	for a := range int32(len(succs)) {
		if a != v && reaches(succs, root, -1)[a] && !reaches(succs, root, a)[v] {
			list = append(list, a)
		}
	}
	return list
}

// up returns the ancestors of v in a tree.
func up(parent []int32, v int32) (list []int32) {
	for parent[v] != v {
		v = parent[v]
		list = append(list, v)
	}
	slices.Sort(list)
	return list
}

func TestDominatorsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		succs := drawn(t)
		idom := Dominators(len(succs), 0, of(succs), of(reversed(succs)))
		for v, in := range reaches(succs, 0, -1) {
			switch {
			case !in && idom[v] != -1:
				t.Fatalf("node %d of %v cannot be reached, its dominator is %d", v, succs, idom[v])
			case in && !slices.Equal(up(idom, int32(v)), strictly(succs, 0, int32(v))):
				t.Fatalf("node %d of %v: dominators %v, want %v", v, succs, up(idom, int32(v)), strictly(succs, 0, int32(v)))
			}
		}
	})
}

// Where every node that is reached leads to the exit, post-dominators are dominators
// of the reversed graph, and control dependence is what its definition says.
func TestPostDominatorsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		succs := drawn(t)
		n, exit := len(succs), int32(len(succs)-1)
		for v := range succs[:exit] {
			if !reaches(succs, int32(v), -1)[exit] {
				succs[v] = append(succs[v], exit)
			}
		}
		in := reaches(succs, 0, -1)
		for v := range succs {
			if !in[v] {
				succs[v] = nil
			}
		}
		preds := reversed(succs)
		ipdom := PostDominators(n, 0, exit, of(succs))
		after := func(a, b int32) bool { // a post-dominates b
			return a == b || slices.Contains(strictly(preds, exit, b), a)
		}
		for v := range int32(n) {
			switch {
			case !in[v] && v != exit && ipdom[v] != -1:
				t.Fatalf("node %d of %v is not reached, its post-dominator is %d", v, succs, ipdom[v])
			case in[v] && !slices.Equal(up(ipdom, v), strictly(preds, exit, v)):
				t.Fatalf("node %d of %v: post-dominators %v, want %v", v, succs, up(ipdom, v), strictly(preds, exit, v))
			}
		}
		got := map[[2]int32]bool{}
		ControlDependence(ReversePostorder(n, 0, of(succs)), ipdom, exit, of(succs), func(w, u int32) { got[[2]int32{w, u}] = true })
		for w := range exit {
			if want := in[w] && after(w, 0); got[[2]int32{w, -1}] != want {
				t.Fatalf("node %d of %v is always executed: %v, want %v", w, succs, !want, want)
			}
			for u := range exit {
				decides := slices.ContainsFunc(succs[u], func(v int32) bool { return after(w, v) })
				if want := decides && (u == w || !after(w, u)); got[[2]int32{w, u}] != want {
					t.Fatalf("node %d of %v depends on %d: %v, want %v", w, succs, u, !want, want)
				}
			}
		}
	})
}

func TestPostDominatorsOfEndlessLoops(t *testing.T) {
	for name, c := range map[string]struct{ succs, want [][]int32 }{
		"a loop":             {[][]int32{{1}, {2}, {1}, nil}, [][]int32{{1}, {3}, {1}, {3}}},
		"beside the exit":    {[][]int32{{1, 3}, {2}, {1}, nil}, [][]int32{{3}, {3}, {1}, {3}}},
		"a loop into a loop": {[][]int32{{0, 1}, {1}, nil}, [][]int32{{1}, {2}, {2}}},
	} {
		got := PostDominators(len(c.succs), 0, int32(len(c.succs)-1), of(c.succs))
		if !slices.Equal(got, slices.Concat(c.want...)) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		succs := drawn(t)
		comp := Components(len(succs), []int32{0}, of(succs))
		in := reaches(succs, 0, -1)
		for v := range succs {
			if (comp[v] != 0) != in[v] {
				t.Fatalf("node %d of %v is in component %d", v, succs, comp[v])
			}
			for w := range succs {
				if !in[v] || !in[w] {
					continue
				}
				to, back := reaches(succs, int32(v), -1)[w], reaches(succs, int32(w), -1)[v]
				if (comp[v] == comp[w]) != (to && back) || to && comp[v] < comp[w] {
					t.Fatalf("nodes %d and %d of %v are in components %d and %d", v, w, succs, comp[v], comp[w])
				}
			}
		}
	})
}
