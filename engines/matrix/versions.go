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

// keyToNew gives an object of the old version its name in the new one.
func (v *versions) keyToNew(k execution.ObjectKey) execution.ObjectKey {
	switch k.Kind {
	case pointsto.GlobalObject:
		for new, old := range v.globals {
			if old == int(k.Index) {
				return globalKey(new)
			}
		}
		return execution.ObjectKey{Kind: pointsto.GlobalObject, Func: -1, Index: -1}
	case pointsto.LocalObject:
		if fn, ok := v.mapping.FuncToNew(int(k.Func)); ok {
			for new, old := range v.localsToOld(int32(fn)) {
				if old == k.Index {
					return execution.ObjectKey{Kind: pointsto.LocalObject, Func: int32(fn), Index: new}
				}
			}
		}
		return execution.ObjectKey{Kind: pointsto.LocalObject, Func: -1, Index: -1}
	}
	return k
}
