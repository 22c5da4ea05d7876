package sat

// order is the branching order: a binary max-heap of variables by activity
// (VSIDS, Moskewicz et al., DAC 2001, with exponentially growing increments
// instead of decay, as in MiniSat). The heap may hold assigned variables and
// variables that are no decisions; whoever pops them drops them.
type order struct {
	heap     []Var
	pos      []int32 // by variable: index in heap, or -1
	activity []float64
	inc      float64
}

const (
	activityDecay = 0.95
	activityLimit = 1e100
)

func (o *order) init() {
	o.inc = 1
	o.pos = append(o.pos, -1)
	o.activity = append(o.activity, 0)
}

// add makes v, the next variable, known, with activity 0.
func (o *order) add(v Var) {
	o.pos = append(o.pos, -1)
	o.activity = append(o.activity, 0)
	o.insert(v)
}

func (o *order) insert(v Var) {
	if o.pos[v] >= 0 {
		return
	}
	o.heap = append(o.heap, v)
	o.pos[v] = int32(len(o.heap) - 1)
	o.up(len(o.heap) - 1)
}

func (o *order) pop() Var {
	top := o.heap[0]
	last := len(o.heap) - 1
	end := o.heap[last]
	o.heap = o.heap[:last]
	o.pos[top] = -1
	if last > 0 {
		o.heap[0] = end
		o.pos[end] = 0
		o.down(0)
	}
	return top
}

// bump raises v's activity by the current increment.
func (o *order) bump(v Var) {
	o.activity[v] += o.inc
	if o.activity[v] > activityLimit {
		o.rescale()
	}
	if i := o.pos[v]; i > 0 {
		o.up(int(i))
	}
}

// decay makes all later bumps weigh more.
func (o *order) decay() { o.inc *= 1 / activityDecay }

func (o *order) rescale() {
	for v := range o.activity {
		o.activity[v] *= 1 / activityLimit
	}
	o.inc *= 1 / activityLimit
}

func (o *order) up(i int) {
	heap, pos, act := o.heap, o.pos, o.activity
	v := heap[i]
	a := act[v]
	for i > 0 {
		parent := (i - 1) / 2
		u := heap[parent]
		if act[u] >= a {
			break
		}
		heap[i] = u
		pos[u] = int32(i)
		i = parent
	}
	heap[i] = v
	pos[v] = int32(i)
}

func (o *order) down(i int) {
	heap, pos, act := o.heap, o.pos, o.activity
	v := heap[i]
	a := act[v]
	for {
		child := 2*i + 1
		if child >= len(heap) {
			break
		}
		if child+1 < len(heap) && act[heap[child+1]] > act[heap[child]] {
			child++
		}
		u := heap[child]
		if act[u] <= a {
			break
		}
		heap[i] = u
		pos[u] = int32(i)
		i = child
	}
	heap[i] = v
	pos[v] = int32(i)
}
