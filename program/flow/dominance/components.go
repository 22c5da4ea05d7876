package dominance

// Components returns the number of the strongly connected component of each
// node reachable from the given ones (0 for others), components that are
// reached from others having smaller numbers, from 1 (Tarjan 1972).
func Components(n int, from []int32, succs func(int32) []int32) []int32 {
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
