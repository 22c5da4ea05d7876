package matrix

import (
	"github.com/riftlab/rift/engines/matrix/execution"
	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta/mapping"
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

// versions is what comparisons need to know of a pair of versions.
type versions struct {
	mapping  *mapping.Mapping
	old, new *flow.Graph
	live     *execution.Liveness // of the new version
	oldLive  *execution.Liveness
	mayNew   func([]symexec.Frame, *underconstrained.Abstract) bool // see aliasQuery
	mayOld   func([]symexec.Frame, *underconstrained.Abstract) bool
	regs     map[int32]map[program.Reg]program.Reg
	locals   map[int32]map[int32]int32 // see localsToOld
	globals  map[int]int               // of the new version, by name
	alone    []int                     // globals of the old version that the new one does not have and that may be written

	granularity        Granularity
	oldGroup, newGroup execution.Grouping
}

func newVersions(m *mapping.Mapping, old, new *flow.Graph, granularity Granularity) *versions {
	v := &versions{
		granularity: granularity, oldGroup: granularity.grouping(old), newGroup: granularity.grouping(new),
		mapping: m, old: old, new: new, live: execution.NewLiveness(new), oldLive: execution.NewLiveness(old), regs: map[int32]map[program.Reg]program.Reg{},
		locals: map[int32]map[int32]int32{}, globals: map[int]int{},
		mayNew: aliasQuery(new), mayOld: aliasQuery(old),
	}
	for i, g := range new.Program().Globals {
		if k, ok := old.Program().GlobalByName(g.Name); ok && !g.Library {
			v.globals[i] = k
		}
	}
	for k, g := range old.Program().Globals {
		if _, ok := new.Program().GlobalByName(g.Name); !ok && !g.Library && !g.ReadOnly {
			v.alone = append(v.alone, k)
		}
	}
	return v
}

// toOld returns the statement of the old version that corresponds to the
// statement n: to the first of its nodes that has a counterpart.
func (v *versions) toOld(n flow.Node) flow.Node {
	for _, m := range v.newGroup.Of(n) {
		if o := v.counterpart(m); o != flow.NoNode {
			return v.oldGroup.Head(o)
		}
	}
	return flow.NoNode
}

// toNew returns the statement of the new version that corresponds to the
// statement o of the old one, or NoNode if all of o is deleted.
func (v *versions) toNew(o flow.Node) flow.Node {
	for _, m := range v.oldGroup.Of(o) {
		i := v.old.Info(m)
		if i.Kind != flow.Statement {
			continue
		}
		if fn, stmt, ok := v.mapping.ToNew(i.Func, i.Stmt); ok {
			if n, ok := v.new.Node(fn, stmt); ok {
				return v.newGroup.Head(n)
			}
		}
	}
	return flow.NoNode
}

// counterpart returns the node of the old version that corresponds to n.
func (v *versions) counterpart(n flow.Node) flow.Node {
	i := v.new.Info(n)
	if i.Kind == flow.Statement {
		fn, stmt, ok := v.mapping.ToOld(i.Func, i.Stmt)
		if !ok {
			return flow.NoNode
		}
		if o, ok := v.old.Node(fn, stmt); ok {
			return o
		}
		return flow.NoNode
	}
	fn, ok := v.mapping.FuncToOld(i.Func)
	if !ok {
		return flow.NoNode
	}
	if i.Kind == flow.Entry {
		return v.old.Entry(fn)
	}
	return v.old.Exit(fn)
}

// registers returns the registers of the old version that hold the same
// variables as those of function fn of the new one: by name, the first of that
// name the first; temporaries by number, if the functions have as many.
func (v *versions) registers(fn int32) map[program.Reg]program.Reg {
	if m, ok := v.regs[fn]; ok {
		return m
	}
	m := map[program.Reg]program.Reg{}
	if k, ok := v.mapping.FuncToOld(int(fn)); ok {
		a, b := v.new.Program().Funcs[fn].Regs, v.old.Program().Funcs[k].Regs
		m = pairNames[program.Reg](len(a), len(b), func(i int) string { return a[i].Name }, func(i int) string { return b[i].Name })
	}
	v.regs[fn] = m
	return m
}

// localsToOld is registers for the variables of a function that live in memory.
func (v *versions) localsToOld(fn int32) map[int32]int32 {
	if m, ok := v.locals[fn]; ok {
		return m
	}
	m := map[int32]int32{}
	if k, ok := v.mapping.FuncToOld(int(fn)); ok {
		a, b := v.new.Program().Funcs[fn].Locals, v.old.Program().Funcs[k].Locals
		m = pairNames[int32](len(a), len(b), func(i int) string { return a[i].Name }, func(i int) string { return b[i].Name })
	}
	v.locals[fn] = m
	return m
}

// pairNames pairs a things with b others: the n-th of a name with the n-th of that
// name, those without one by number if there are as many.
func pairNames[T program.Reg | int32](a, b int, nameA, nameB func(int) string) map[T]T {
	m := map[T]T{}
	named := map[string][]T{}
	for i := range b {
		if name := nameB(i); name != "" {
			named[name] = append(named[name], T(i))
		}
	}
	for i := range a {
		name := nameA(i)
		switch {
		case name == "" && a == b:
			m[T(i)] = T(i)
		case name != "" && len(named[name]) > 0:
			m[T(i)] = named[name][0]
			named[name] = named[name][1:]
		}
	}
	return m
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
	return c.registersDiffer(new.Snapshot, old.Snapshot) || c.diff.any(new.Writes, old.Writes, n)
}

// variable names a register of the old version in an activation.
type variable struct {
	depth, fn int32
	reg       program.Reg
}

// twin returns the variable of the old version that is the same as one of the new
// one: in an activation of the corresponding function.
func (v *versions) twin(r *execution.LiveRegister) (variable, bool) {
	reg, ok := v.registers(r.Func)[r.Reg]
	fn, paired := v.mapping.FuncToOld(int(r.Func))
	return variable{r.Depth, int32(fn), reg}, ok && paired
}

// registersDiffer compares the registers live at a point of the new version's
// run with those of the old one's.
func (c *comparison) registersDiffer(a, b int32) bool {
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
		} else if !c.same(r.Value, value, x.Kind == program.Ptr) {
			return true
		}
	}
	return false
}

// variables returns what registers of the new and the old version hold.
func (v *versions) variables(r *execution.LiveRegister, k variable) (new, old *program.RegInfo) {
	return &v.new.Program().Funcs[r.Func].Regs[r.Reg], &v.old.Program().Funcs[k.fn].Regs[k.reg]
}

// word returns the value of a variable in 64 bits: variables whose types have not the
// same size are the same if their values are, in C's sense.
func word(v *program.RegInfo, value uint64) uint64 {
	if signed(v) {
		return uint64(program.SignExtend(v.Kind, value))
	}
	return value
}

func signed(v *program.RegInfo) bool {
	return v.Kind.IsInt() && v.Kind != program.I1 && v.Type != nil && !v.Type.Unsigned
}

// same compares values; pointers by the objects that they point to.
func (c *comparison) same(a, b uint64, pointer bool) bool {
	if a == b {
		return true
	}
	if !pointer {
		return false
	}
	return uint32(a) == uint32(b) && c.canonical(c.new, a, true) == c.canonical(c.old, b, false)
}

// canonical names the object of an address so that those of both runs can be
// compared.
func (c *comparison) canonical(r *execution.Run, a uint64, new bool) execution.Object {
	if o, ok := r.Heap[uint32(a>>32)]; ok {
		if new {
			return c.translate(o)
		}
		return o
	}
	slot := program.ObjectSlot(a)
	if g := int(slot) - 1; new && g >= 0 && g < len(c.versions.new.Program().Globals) {
		if k, ok := c.versions.globals[g]; ok {
			return execution.Object{Kind: pointsto.GlobalObject, Index: int32(k)}
		}
		return execution.Object{Kind: pointsto.GlobalObject, Index: -1 - int32(g)}
	}
	if g := int(slot) - 1; !new && g >= 0 && g < len(c.versions.old.Program().Globals) {
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
	return execution.Object{Kind: pointsto.InputObject, Index: int32(slot)}
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
