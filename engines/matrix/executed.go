package matrix

import (
	"slices"

	"github.com/riftlab/rift/engines/matrix/execution"

	"github.com/riftlab/rift/program/flow"
)

// use is a dependence of an instance on another, seen from the other.
type use struct {
	by          int32
	kind        kind
	first, last int32 // when, in events
}

// uses returns, for each instance of a run, what depended on it: dependences
// that the static graph has.
func (d *dependences) uses(r *execution.Run) [][]use {
	list := make([][]use, len(r.Instances))
	for i := range r.Instances {
		x := &r.Instances[i]
		if c := x.Control; c >= 0 {
			if _, ok := d.find(r.Instances[c].Node, x.Node, control); ok {
				list[c] = append(list[c], use{int32(i), control, x.Begun, x.Begun})
			}
		}
		for k := x.Deps; k != 0; k = r.Deps[k-1].Next {
			e := &r.Deps[k-1]
			if _, ok := d.find(r.Instances[e.On].Node, x.Node, data); ok {
				list[e.On] = append(list[e.On], use{int32(i), data, e.First, e.Last})
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
func (c *chains) executed(r *execution.Run, uses [][]use, begins []start) []covered {
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
	deleted := map[covered]start{}
	for _, b := range begins {
		if c.changes[b.change].deleted != flow.NoNode {
			deleted[covered{b.change, b.inst}] = b
		}
		reach(b.change, b.inst, r.Instances[b.inst].Begun)
	}
	for len(work) > 0 {
		a := work[len(work)-1]
		work = work[:len(work)-1]
		if at[a.covered] < a.time {
			continue
		}
		if b, ok := deleted[a.covered]; ok {
			for _, e := range c.deps.next[c.list[b.change].end] {
				// Whatever comes first of what depended on the deleted statement.
				for i := int(b.inst); i < len(r.Instances); i++ {
					if r.Instances[i].Node == e.to {
						if child, ok := c.child[childKey{a.chain, e.to, e.kind}]; ok {
							reach(child, int32(i), max(a.time, r.Instances[i].Begun))
						}
						break
					}
				}
			}
			continue
		}
		for _, u := range uses[a.end] {
			if u.last < a.time {
				continue
			}
			if child, ok := c.child[childKey{a.chain, r.Instances[u.by].Node, u.kind}]; ok {
				reach(child, u.by, max(a.time, u.first))
			}
		}
	}
	return list
}

// start is an execution of a change. Chain number i of a change alone is the
// change's number.
type start struct {
	change, inst int32
	old          int32 // of a deletion: the instance of the old run, else none
}

// starts returns the executions of the changes in the new version's run, in
// order; old is the old version's run on the same input. A deletion is executed
// where the old version executes the deleted statement.
func (v *versions) starts(changes []change, old, new *execution.Run) []start {
	at := map[flow.Node]int{}
	deleted := map[flow.Node]int{}
	for k, c := range changes {
		if c.deleted == flow.NoNode {
			at[c.node] = k
		} else {
			deleted[c.deleted] = k
		}
	}
	var list []start
	for i := range new.Instances {
		if k, ok := at[new.Instances[i].Node]; ok && (changes[k].sites == nil || new.Instances[i].Altered) {
			list = append(list, start{int32(k), int32(i), execution.None})
		}
	}
	if len(deleted) == 0 {
		return list
	}
	follow := v.follower(old, new)
	for i := range old.Instances {
		k, ok := deleted[old.Instances[i].Node]
		if !ok {
			continue
		}
		if twin := follow(i); int(twin) < len(new.Instances) {
			list = append(list, start{int32(k), twin, int32(i)})
		}
	}
	slices.SortStableFunc(list, func(x, y start) int { return int(x.inst) - int(y.inst) })
	return list
}

// follower returns a function that gives, for an instance of the old run, the
// instance of the new run at the same place: behind the counterpart of the last
// one before it that has one. It is to be called with ascending numbers.
func (v *versions) follower(old, new *execution.Run) func(int) int32 {
	executions := map[flow.Node][]int32{} // in the new run, by node of the old version
	for i := range new.Instances {
		if o := v.toOld(new.Instances[i].Node); o != flow.NoNode {
			executions[o] = append(executions[o], int32(i))
		}
	}
	seen := map[flow.Node]int{}
	next, place := 0, int32(0)
	return func(i int) int32 {
		for ; next < i; next++ {
			n := old.Instances[next].Node
			k := seen[n]
			seen[n]++
			if k < len(executions[n]) {
				place = executions[n][k] + 1
			}
		}
		return place
	}
}
