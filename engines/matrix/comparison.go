package matrix

import (
	"github.com/riftlab/rift/engines/matrix/execution"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// condition is one of the two state conditions of a chain, as bits.
type condition uint8

const (
	values  condition = 1 << iota // condition 1: other values of live variables
	reached                       // condition 2: the end is not reached in the old version
)

// comparison decides state conditions of one input by the runs of both
// versions on it.
//
// Until the first execution of a change both versions are in the same state:
// what the old version does from there on is what a state requirement says of
// it, evaluated on that state. The point that corresponds to the m-th execution
// of a node after the change is the m-th execution after the change in the old
// version.
type comparison struct {
	versions *versions
	old, new *execution.Run
	begin    int32 // the instance of the new run at which the change begins
	from     int32 // the corresponding one of the old run
	memo     map[int32]condition
	nth      map[flow.Node][]int32 // executions of nodes in the old run from begin on
	ordinal  []int32               // how many executions of its node came from begin to each instance of the new run
	diff     difference
}

func newComparison(v *versions, old, new *execution.Run, begin, from int32) *comparison {
	c := &comparison{versions: v, old: old, new: new, begin: begin, from: from, memo: map[int32]condition{}, nth: map[flow.Node][]int32{}}
	for i := int(from); i < len(old.Instances); i++ {
		n := old.Instances[i].Node
		c.nth[n] = append(c.nth[n], int32(i))
	}
	seen := map[flow.Node]int32{}
	c.ordinal = make([]int32, len(new.Instances))
	for i := int(begin); i < len(new.Instances); i++ {
		n := new.Instances[i].Node
		seen[n]++
		c.ordinal[i] = seen[n]
	}
	c.diff = difference{comparison: c}
	return c
}

// at returns the conditions that hold at an instance of the new version's run.
func (c *comparison) at(end int32) condition {
	if k, ok := c.memo[end]; ok {
		return k
	}
	k := c.decide(end)
	c.memo[end] = k
	return k
}

func (c *comparison) decide(end int32) condition {
	n := c.new.Instances[end].Node
	o := c.versions.toOld(n)
	if o == flow.NoNode {
		return reached
	}
	if end < c.begin {
		return c.decideBack(end, o)
	}
	m := int(c.ordinal[end])
	if len(c.nth[o]) < m {
		return reached
	}
	if c.differ(c.new.Instances[end].Point, c.old.Instances[c.nth[o][m-1]].Point, n) {
		return values
	}
	return 0
}

// decideBack decides the conditions of a statement that was under way when the
// change was executed, and that its effect comes back to: a call. What counts
// is the state when the call has returned.
func (c *comparison) decideBack(end int32, o flow.Node) condition {
	n := c.new.Instances[end].Node
	nth := 0
	for i := int32(0); i < end; i++ {
		if c.new.Instances[i].Node == n {
			nth++
		}
	}
	twin := execution.None
	for i := int32(0); i < c.from && nth >= 0; i++ {
		if c.old.Instances[i].Node == o {
			if nth == 0 {
				twin = i
			}
			nth--
		}
	}
	a, ok := c.new.Back(end, c.new.Instances[c.begin].Begun)
	if !ok {
		return 0
	}
	if twin == execution.None {
		return reached
	}
	b, ok := c.old.Back(twin, c.old.Instances[min(int(c.from), len(c.old.Instances)-1)].Begun)
	if !ok {
		return reached
	}
	if c.differ(a, b, n) {
		return values
	}
	return 0
}

// differ reports whether a variable live at node n of the new version has
// another value at a point of the new run than at one of the old run.
func (c *comparison) differ(new, old execution.Point, n flow.Node) bool {
	return c.registersDiffer(new, old) || c.diff.any(new.Writes, old.Writes, n)
}

// registersDiffer compares the registers live at a point of the new version's
// run with those of the old one's.
func (c *comparison) registersDiffer(new, old execution.Point) bool {
	a, b := new.Snapshot, old.Snapshot
	if a < 0 || b < 0 {
		return false
	}
	other := map[variable]uint64{}
	for _, r := range c.old.Snapshots[b].Registers {
		other[variable{r.Depth, r.Func, r.Reg}] = r.Value
	}
	for _, r := range c.new.Snapshots[a].Registers {
		k, ok := c.versions.twin(&r)
		if !ok {
			continue
		}
		value, ok := other[k]
		if !ok {
			continue
		}
		x, y := c.versions.variables(&r, k)
		if x.Kind.Bits() != y.Kind.Bits() {
			if word(x, r.Value) != word(y, value) {
				return true
			}
		} else if r.Value != value && !(x.Kind == program.Ptr && c.samePointer(r.Value, new.Writes, value, old.Writes)) {
			return true
		}
	}
	return false
}

// samePointer compares addresses by the objects that they point to: a in the new run
// after so many writes, b in the old one.
func (c *comparison) samePointer(a uint64, new int32, b uint64, old int32) bool {
	_, x := program.SplitAddress(a)
	_, y := program.SplitAddress(b)
	return x == y && c.canonical(c.new, a, new, true) == c.canonical(c.old, b, old, false)
}

// canonical names the object of an address after so many writes so that those of both
// runs can be compared.
func (c *comparison) canonical(r *execution.Run, a uint64, writes int32, new bool) execution.Object {
	if b, _ := r.At(a, writes); b != nil && b.Named {
		if new {
			return c.translate(b.Object)
		}
		return b.Object
	}
	if g, ok := program.GlobalAt(a, len(c.versions.new.Program().Globals)); new && ok {
		if k, ok := c.versions.globals[g]; ok {
			return execution.Object{Kind: pointsto.GlobalObject, Index: int32(k)}
		}
		return execution.Object{Kind: pointsto.GlobalObject, Index: -1 - int32(g)}
	}
	if g, ok := program.GlobalAt(a, len(c.versions.old.Program().Globals)); !new && ok {
		return execution.Object{Kind: pointsto.GlobalObject, Index: int32(g)}
	}
	if new {
		if f, ok := program.FuncIndex(a - a&0xf); ok {
			if k, ok := c.versions.mapping.FuncToOld(f); ok {
				return execution.Object{Kind: pointsto.FuncObject, Index: int32(k)}
			}
		}
	} else if f, ok := program.FuncIndex(a - a&0xf); ok {
		return execution.Object{Kind: pointsto.FuncObject, Index: int32(f)}
	}
	return execution.Object{Kind: pointsto.InputObject, Index: int32(program.Slot(a))}
}

// translate gives an object of the new version's run the numbers of the old.
func (c *comparison) translate(o execution.Object) execution.Object {
	switch o.Kind {
	case pointsto.LocalObject:
		k, paired := c.versions.localsToOld(o.Func)[o.Index]
		fn, _ := c.versions.mapping.FuncToOld(int(o.Func))
		if !paired {
			k, fn = -1-o.Index, -1-int(o.Func)
		}
		o.Index, o.Func = k, int32(fn)
	case pointsto.HeapObject, pointsto.DynamicObject:
		if o.Index >= 0 {
			if n := c.versions.toOld(flow.Node(o.Index)); n != flow.NoNode {
				o.Index = int32(n)
			} else {
				o.Index = -2 - o.Index
			}
		}
	}
	return o
}
