package matrix

// use is a dependence of an instance on another, seen from the other.
type use struct {
	by          int32
	kind        kind
	first, last int32 // when, in events
}

// uses returns, for each instance of a run, what depended on it: dependences
// that the static graph has.
func (d *dependences) uses(r *run) [][]use {
	list := make([][]use, len(r.insts))
	for i := range r.insts {
		x := &r.insts[i]
		if c := x.control; c >= 0 {
			if _, ok := d.find(r.insts[c].node, x.node, control); ok {
				list[c] = append(list[c], use{int32(i), control, x.begun, x.begun})
			}
		}
		for k := x.deps; k != 0; k = r.deps[k-1].next {
			e := &r.deps[k-1]
			if _, ok := d.find(r.insts[e.on].node, x.node, data); ok {
				list[e.on] = append(list[e.on], use{int32(i), data, e.first, e.last})
			}
		}
	}
	return list
}

// covered is an execution of a chain: its last instance.
type covered struct{ chain, end int32 }

// executed returns the executions of chains in a run that begin at the given
// instances of changes, each chain and end once, in the order in which they
// are found. Along a chain time goes on: a dependence counts if its value was
// used after that of the dependence before.
func (c *chains) executed(r *run, uses [][]use, begins []start) []covered {
	type arrival struct {
		covered
		time int32
	}
	at := map[covered]int32{}
	var list []covered
	var work []arrival
	reach := func(chain, end, time int32) {
		x := covered{chain, end}
		t, seen := at[x]
		if seen && t <= time {
			return
		}
		at[x] = time
		if !seen {
			list = append(list, x)
		}
		work = append(work, arrival{x, time})
	}
	for _, b := range begins {
		reach(b.change, b.inst, r.insts[b.inst].begun)
	}
	for len(work) > 0 {
		a := work[len(work)-1]
		work = work[:len(work)-1]
		if at[a.covered] < a.time {
			continue
		}
		for _, u := range uses[a.end] {
			if u.last < a.time {
				continue
			}
			if child, ok := c.child[childKey{a.chain, r.insts[u.by].node, u.kind}]; ok {
				reach(child, u.by, max(a.time, u.first))
			}
		}
	}
	return list
}

// start is an instance of a change. Chain number i of a change alone is the
// change's number.
type start struct{ change, inst int32 }

// starts returns the instances of the changes in a run, in order.
func starts(r *run, changes []change) []start {
	var list []start
	for i := range r.insts {
		for k, c := range changes {
			if r.insts[i].node == c.node {
				list = append(list, start{int32(k), int32(i)})
			}
		}
	}
	return list
}
