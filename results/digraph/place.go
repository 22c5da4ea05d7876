package digraph

// relaxations is how often each rank is placed by its neighbours.
const relaxations = 24

// place chooses coordinates: ranks one below the other; within a rank each
// vertex as near to its neighbours' middle as the distances between boxes allow.
func (l *layout) place() {
	y := 0.0
	for _, r := range l.ranks {
		h := 0.0
		for _, v := range r {
			h = max(h, l.vertices[v].h)
		}
		x := 0.0
		for i, v := range r {
			if i > 0 {
				x += l.distance(r[i-1], v)
			}
			l.vertices[v].x, l.vertices[v].y = x, y+h/2
		}
		y += h + gapY
	}
	l.height = max(0, y-gapY)
	for i := range relaxations {
		for k := range l.ranks {
			if i%2 == 0 {
				l.relax(l.ranks[k], i)
			} else {
				l.relax(l.ranks[len(l.ranks)-1-k], i)
			}
		}
	}
	left, right := 0.0, 0.0
	for i := range l.vertices {
		v := &l.vertices[i]
		left = min(left, v.x-v.w/2)
		right = max(right, v.x+v.w/2)
	}
	for i := range l.vertices {
		l.vertices[i].x -= left
	}
	l.width = right - left
}

// distance is how far apart the centres of two neighbours must be.
func (l *layout) distance(a, b int) float64 {
	va, vb := &l.vertices[a], &l.vertices[b]
	gap := float64(gapX)
	if va.node < 0 || vb.node < 0 {
		gap = bendGap
	}
	return va.w/2 + gap + vb.w/2
}

// relax places a rank: it minimises the weighted squares of the distances to
// where each vertex wants to be, under the distances that neighbours must keep.
// Taking those distances off turns this into isotonic regression, which pooling
// adjacent violators solves exactly.
func (l *layout) relax(rank []int, round int) {
	type pool struct {
		sum, weight float64
		n           int
	}
	var pools []pool
	offset := 0.0
	offsets := make([]float64, len(rank))
	for i, v := range rank {
		if i > 0 {
			offset += l.distance(rank[i-1], v)
		}
		offsets[i] = offset
		want, weight := l.desire(v, round)
		p := pool{sum: (want - offset) * weight, weight: weight, n: 1}
		for len(pools) > 0 && pools[len(pools)-1].sum*p.weight > p.sum*pools[len(pools)-1].weight {
			last := pools[len(pools)-1]
			p = pool{sum: p.sum + last.sum, weight: p.weight + last.weight, n: p.n + last.n}
			pools = pools[:len(pools)-1]
		}
		pools = append(pools, p)
	}
	i := 0
	for _, p := range pools {
		for range p.n {
			l.vertices[rank[i]].x = p.sum/p.weight + offsets[i]
			i++
		}
	}
}

// desire returns where a vertex wants to be and how much. The first rounds look
// one way only, so that chains become straight; the last ones look both ways.
func (l *layout) desire(v, round int) (x, weight float64) {
	vert := &l.vertices[v]
	both := round >= relaxations/2
	sum := 0.0
	add := func(list []link) {
		for _, k := range list {
			sum += l.vertices[k.to].x * k.weight
			weight += k.weight
		}
	}
	if both || round%2 == 0 {
		add(vert.up)
	}
	if both || round%2 == 1 {
		add(vert.down)
	}
	if weight == 0 {
		return vert.x, 0.1
	}
	return sum / weight, weight
}
