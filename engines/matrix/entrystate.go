package matrix

import (
	"fmt"
	"slices"

	"github.com/riftlab/rift/engines/matrix/execution"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// entryState is a place at which a change begins, in one calling context: where
// partial symbolic execution of both versions starts.
type entryState struct {
	change   int
	new, old underconstrained.EntryState
	from     [2]flow.Node // the statements that begin there, in the new and the old version
	ofRuns   bool         // it is of a calling context that a run has
}

// The bounds on entry states.
const (
	maxContexts = 16   // calling contexts of one change
	maxLeaves   = 1024 // values that an object is made of; no more of it is known
)

// entryStates returns the entry states of a change, and whether they are all there are.
func (v *versions) entryStates(k int, c *change) (list []*entryState, all bool) {
	new, old := v.beginning(c)
	if new == flow.NoNode || old == flow.NoNode {
		return nil, false
	}
	starts, olds := beginnings(v.new, v.newGroup, new), beginnings(v.old, v.oldGroup, old)
	if len(starts) != len(olds) || len(starts) == 0 {
		return nil, false
	}
	contexts, all := contextsOf(v.new, v.new.Info(new).Func)
	for _, context := range contexts {
		for i := range starts {
			s := v.newEntryState(k, [2]flow.Node{new, old}, append(slices.Clone(context), starts[i]), olds[i])
			if s == nil {
				all = false
				continue
			}
			list = append(list, s)
		}
	}
	return list, all
}

// newEntryState makes an entry state; nil if the calls of one version have no counterpart in the
// other.
func (v *versions) newEntryState(change int, from [2]flow.Node, frames []symexec.Frame, old symexec.Frame) *entryState {
	s := &entryState{change: change, from: from}
	s.new.May, s.old.May = v.mayNew, v.mayOld
	s.new.Frames = frames
	if !v.pairFrames(s, old) {
		return nil
	}
	v.describe(s)
	return s
}

// entryStateIn returns the entry state of a change in the calls of runs of both versions, nil if
// these do not correspond.
func (v *versions) entryStateIn(k int, c *change, calls, oldCalls []symexec.Frame) *entryState {
	new, old := v.beginning(c)
	if new == flow.NoNode || old == flow.NoNode || len(calls) == 0 || len(oldCalls) == 0 {
		return nil
	}
	starts, olds := beginnings(v.new, v.newGroup, new), beginnings(v.old, v.oldGroup, old)
	i := slices.Index(starts, calls[len(calls)-1])
	if i < 0 || len(starts) != len(olds) {
		return nil
	}
	s := v.newEntryState(k, [2]flow.Node{new, old}, slices.Clone(calls), olds[i])
	if s == nil || !slices.Equal(s.old.Frames, oldCalls) {
		return nil
	}
	return s
}

// beginning returns the statements of both versions at which a change begins.
// Aligned programs have a statement without effect for one that was added or
// deleted; in its place stands what comes after it.
func (v *versions) beginning(c *change) (new, old flow.Node) {
	if c.deleted != flow.NoNode {
		old = c.deleted
		return after(v.old, v.oldGroup, old, v.new, v.newGroup, v.toNew), old
	}
	new = c.node
	if old = v.toOld(new); old != flow.NoNode {
		return new, old
	}
	return new, after(v.new, v.newGroup, new, v.old, v.oldGroup, v.toOld)
}

// after returns the statement of another version that is executed there instead
// of a statement which that version does not have: one that comes after what
// comes before it.
func after(g *flow.Graph, p execution.Grouping, n flow.Node, other *flow.Graph, op execution.Grouping, twin func(flow.Node) flow.Node) flow.Node {
	around := func(next func(flow.Node) []flow.Node) []flow.Node {
		var found []flow.Node
		seen := map[flow.Node]bool{n: true}
		for work := []flow.Node{n}; len(work) > 0; {
			m := work[0]
			work = work[1:]
			for _, member := range p.Of(m) {
				for _, s := range next(member) {
					if s = p.Head(s); seen[s] {
						continue
					}
					seen[s] = true
					if o := twin(s); o != flow.NoNode {
						found = append(found, o)
					} else {
						work = append(work, s)
					}
				}
			}
		}
		return found
	}
	before, behind := around(g.Preds), around(g.Succs)
	result := flow.NoNode
	for _, b := range before {
		for _, member := range op.Of(b) {
			for _, s := range other.Succs(member) {
				s = op.Head(s)
				if s == b || !slices.Contains(behind, s) {
					continue
				}
				if result != flow.NoNode && result != s {
					return flow.NoNode
				}
				result = s
			}
		}
	}
	return result
}

// beginnings returns the places at which executions of a statement can begin:
// instructions that come after one that is not of it.
func beginnings(g *flow.Graph, p execution.Grouping, head flow.Node) []symexec.Frame {
	i := g.Info(head)
	if i.Kind != flow.Statement {
		return nil
	}
	fn := g.Program().Funcs[i.Func]
	inside := func(b, k int) bool { return p.Head(g.At(i.Func, b, k)) == head }
	entered := make([]bool, len(fn.Blocks)) // from another statement, or from behind
	for b, blk := range fn.Blocks {
		last := len(blk.Instrs) - 1
		for _, t := range blk.Term().Targets {
			if !inside(b, last) || int(t) <= b {
				entered[t] = true
			}
		}
	}
	var list []symexec.Frame
	for b, blk := range fn.Blocks {
		for k := range blk.Instrs {
			if inside(b, k) && (k > 0 && !inside(b, k-1) || k == 0 && (b == 0 || entered[b])) {
				list = append(list, symexec.Frame{Func: i.Func, Block: b, Index: k})
			}
		}
	}
	return list
}

// contextsOf returns the ways in which a function can be under way: the calls
// that lead to it from where runs begin, without recursion; and whether these
// are all.
func contextsOf(g *flow.Graph, fn int) (list [][]symexec.Frame, all bool) {
	all = true
	var climb func(fn int, inner []symexec.Frame, active []int)
	climb = func(fn int, inner []symexec.Frame, active []int) {
		callers := g.Callers(fn)
		if len(callers) == 0 || g.Program().Funcs[fn].Name == "main" {
			if len(list) == maxContexts {
				all = false
				return
			}
			list = append(list, slices.Clone(inner))
			slices.Reverse(list[len(list)-1])
		}
		for _, c := range callers {
			at := g.Info(c).Func
			if slices.Contains(active, at) || len(list) == maxContexts {
				all = false
				continue
			}
			for _, call := range calls(g, c, fn) {
				climb(at, append(slices.Clone(inner), call), append(slices.Clone(active), at))
			}
		}
	}
	climb(fn, nil, []int{fn})
	return list, all
}

// calls returns the calls of a function by a node, in order.
func calls(g *flow.Graph, n flow.Node, callee int) []symexec.Frame {
	var list []symexec.Frame
	fn := g.Info(n).Func
	for b, blk := range g.Program().Funcs[fn].Blocks {
		for k := range blk.Instrs {
			if blk.Instrs[k].Op == program.Call && g.At(fn, b, k) == n && slices.Contains(g.CalleesAt(fn, b, k), callee) {
				list = append(list, symexec.Frame{Func: fn, Block: b, Index: k})
			}
		}
	}
	return list
}

// oldCall returns the call of the old version that corresponds to one of the new
// version, of a function callee: of the calls that its statement makes the one with
// the same number.
func (v *versions) oldCall(f symexec.Frame, callee int) (symexec.Frame, bool) {
	oldCallee, ok := v.mapping.FuncToOld(callee)
	n := v.new.At(f.Func, f.Block, f.Index)
	o := v.counterpart(n)
	if !ok || o == flow.NoNode {
		return symexec.Frame{}, false
	}
	at := slices.Index(calls(v.new, n, callee), f)
	olds := calls(v.old, o, oldCallee)
	if at < 0 || at >= len(olds) {
		return symexec.Frame{}, false
	}
	return olds[at], true
}

// pairFrames gives the entry state the activations of the old version.
func (v *versions) pairFrames(s *entryState, last symexec.Frame) bool {
	frames := s.new.Frames
	for i, f := range frames[:len(frames)-1] {
		call, ok := v.oldCall(f, frames[i+1].Func)
		if !ok {
			return false
		}
		s.old.Frames = append(s.old.Frames, call)
	}
	fn, ok := v.mapping.FuncToOld(frames[len(frames)-1].Func)
	s.old.Frames = append(s.old.Frames, last)
	return ok && fn == last.Func
}

// describe gives the entry state its variables.
func (v *versions) describe(s *entryState) {
	d := &describer{v: v, s: s, taken: map[string]bool{}}
	for i := len(s.new.Frames) - 1; i >= 0; i-- { // the innermost gets the plain names
		d.activation(i)
	}
	slices.Reverse(d.newLocals)
	slices.Reverse(d.oldLocals)
	s.new.Locals, s.old.Locals = d.newLocals, d.oldLocals
	d.globals()
}

// describer makes the variables of an entry state.
type describer struct {
	v                    *versions
	s                    *entryState
	taken                map[string]bool
	newLocals, oldLocals [][]int32 // by activation, innermost first
}

// named returns a name that no variable of the entry state has yet.
func (d *describer) named(name string) string {
	for n, try := 2, name; ; n++ {
		if !d.taken[try] {
			d.taken[try] = true
			return try
		}
		try = fmt.Sprintf("%s#%d", name, n)
	}
}

// activation describes the registers and locals of activation i.
func (d *describer) activation(i int) {
	prefix := ""
	if i < len(d.s.new.Frames)-1 {
		prefix = d.v.new.Program().Funcs[d.s.new.Frames[i].Func].Source + "::"
	}
	regs, locals := liveAt(d.v.live, d.s.new.Frames, i)
	oldRegs, oldLocals := liveAt(d.v.oldLive, d.s.old.Frames, i)
	newFn := d.v.new.Program().Funcs[d.s.new.Frames[i].Func]
	oldFn := d.v.old.Program().Funcs[d.s.old.Frames[i].Func]
	twins := d.v.registers(int32(d.s.new.Frames[i].Func))
	placed := map[program.Reg]bool{}
	for _, r := range regs {
		x := registerVariable(newFn, i, r, d.named(prefix+registerName(newFn, r)))
		d.s.new.Variables = append(d.s.new.Variables, x)
		if o, ok := twins[r]; ok && slices.Contains(oldRegs, o) && oldFn.Regs[o].Kind == newFn.Regs[r].Kind {
			x.Index = int32(o)
			d.s.old.Variables = append(d.s.old.Variables, x)
			placed[o] = true
		}
	}
	for _, r := range oldRegs {
		if !placed[r] {
			d.s.old.Variables = append(d.s.old.Variables, registerVariable(oldFn, i, r, d.named("old::"+prefix+registerName(oldFn, r))))
		}
	}
	d.newLocals, d.oldLocals = append(d.newLocals, locals), append(d.oldLocals, oldLocals)
	localTwins, described := d.v.localsToOld(int32(d.s.new.Frames[i].Func)), map[int32]bool{}
	for _, k := range locals {
		l := &newFn.Locals[k]
		twin, paired := localTwins[k]
		paired = paired && oldFn.Locals[twin].Size == l.Size && slices.Contains(oldLocals, twin)
		d.object(underconstrained.Object{In: underconstrained.InLocal, Activation: i, Index: k}, underconstrained.Object{In: underconstrained.InLocal, Activation: i, Index: twin}, paired,
			d.named(prefix+orTemporary(l.Name, k)), l.Type, l.Size)
		described[twin] = described[twin] || paired
	}
	for _, k := range oldLocals {
		if !described[k] {
			l := &oldFn.Locals[k]
			o := underconstrained.Object{In: underconstrained.InLocal, Activation: i, Index: k}
			d.alone(o, d.named("old::"+prefix+orTemporary(l.Name, k)), l.Type, l.Size)
		}
	}
}

// globals describes those that are live in one of the versions.
func (d *describer) globals() {
	live, oldLive := d.v.live.Memory(d.s.from[0]), d.v.oldLive.Memory(d.s.from[1])
	for i, g := range d.v.new.Program().Globals {
		k, paired := d.v.globals[i]
		if g.Library || g.ReadOnly || !live[globalKey(i)] && !(paired && oldLive[globalKey(k)]) {
			continue
		}
		d.object(underconstrained.Object{In: underconstrained.InGlobal, Index: int32(i)}, underconstrained.Object{In: underconstrained.InGlobal, Index: int32(k)},
			paired && d.v.old.Program().Globals[k].Size == g.Size, d.named(orTemporary(g.Source, int32(i))), g.Type, g.Size)
	}
	twins := map[int]bool{}
	for _, k := range d.v.globals {
		twins[k] = true
	}
	for k, g := range d.v.old.Program().Globals {
		if !g.Library && !g.ReadOnly && !twins[k] && oldLive[globalKey(k)] {
			d.alone(underconstrained.Object{In: underconstrained.InGlobal, Index: int32(k)}, d.named("old::"+orTemporary(g.Source, int32(k))), g.Type, g.Size)
		}
	}
}

// object describes an object of the new version and its counterpart.
func (d *describer) object(new, old underconstrained.Object, paired bool, name string, t *program.Type, size int64) {
	list := leaves(nil, name, t, 0, size)
	if len(list) > maxLeaves {
		d.s.new.Opaque = append(d.s.new.Opaque, new)
		if paired {
			d.s.old.Opaque = append(d.s.old.Opaque, old)
		}
		return
	}
	for _, x := range list {
		x.Object = new
		d.s.new.Variables = append(d.s.new.Variables, x)
		if paired {
			x.Object = old
			d.s.old.Variables = append(d.s.old.Variables, x)
		}
	}
}

// alone describes an object of the old version that the new one does not have.
func (d *describer) alone(o underconstrained.Object, name string, t *program.Type, size int64) {
	list := leaves(nil, name, t, 0, size)
	if len(list) > maxLeaves {
		d.s.old.Opaque = append(d.s.old.Opaque, o)
		return
	}
	for _, x := range list {
		x.Object = o
		d.s.old.Variables = append(d.s.old.Variables, x)
	}
}

// liveAt returns the registers of activation i that hold live values, and the
// locals that have begun: those whose address a live register holds.
func liveAt(l *execution.Liveness, frames []symexec.Frame, i int) (regs []program.Reg, locals []int32) {
	at := frames[i]
	fn := l.Graph.Program().Funcs[at.Func]
	homes := map[program.Reg]int32{}
	for _, b := range fn.Blocks {
		for k := range b.Instrs {
			if in := &b.Instrs[k]; in.Op == program.Enter {
				homes[in.Dst] = in.Local
			}
		}
	}
	index, result := at.Index, program.NoReg
	if i < len(frames)-1 {
		result = fn.Blocks[at.Block].Instrs[at.Index].Dst
		index++
	}
	for _, r := range l.Registers(at.Func, at.Block, index) {
		if k, ok := homes[r]; ok {
			locals = append(locals, k)
		} else if r != result {
			regs = append(regs, r)
		}
	}
	slices.Sort(locals)
	return regs, slices.Compact(locals)
}

func registerName(fn *program.Func, r program.Reg) string {
	return orTemporary(fn.Regs[r].Name, int32(r))
}

// orTemporary names what the source does not name.
func orTemporary(name string, number int32) string {
	if name == "" {
		return fmt.Sprintf("value%d", number)
	}
	return name
}

func registerVariable(fn *program.Func, activation int, r program.Reg, name string) underconstrained.Variable {
	k := fn.Regs[r].Kind
	return underconstrained.Variable{Name: name, Bits: k.Bits(), Type: fn.Regs[r].Type, Pointer: k == program.Ptr,
		Object: underconstrained.Object{In: underconstrained.InRegister, Activation: activation, Index: int32(r)}}
}

// leaves appends the values that an object of a type is made of, by C name.
// What has no better description is bytes.
func leaves(list []underconstrained.Variable, name string, t *program.Type, off, size int64) []underconstrained.Variable {
	if len(list) > maxLeaves {
		return list
	}
	bytes := func() []underconstrained.Variable {
		for i := range min(size, maxLeaves+1) {
			list = append(list, underconstrained.Variable{Name: fmt.Sprintf("%s{%d}", name, i), Bits: 8, Off: int(off + i)})
		}
		return list
	}
	switch {
	case t == nil || t.Size > size:
		return bytes()
	case t.Kind() != program.Void:
		return append(list, underconstrained.Variable{Name: name, Bits: int(8 * t.Size), Type: t, Pointer: t.Kind() == program.Ptr, Off: int(off)})
	case t.Class == program.ArrayType && t.Elem != nil && t.Elem.Size > 0:
		for i := range min(size/t.Elem.Size, maxLeaves+1) {
			list = leaves(list, fmt.Sprintf("%s[%d]", name, i), t.Elem, off+i*t.Elem.Size, t.Elem.Size)
		}
		return list
	case t.Class == program.StructType && !slices.ContainsFunc(t.Fields, func(f program.Field) bool { return f.BitWidth > 0 }):
		for _, f := range t.Fields {
			field := name
			if f.Name != "" {
				field += "." + f.Name
			}
			n := f.Type.Size
			if n == 0 {
				n = size - f.Offset // a flexible array
			}
			list = leaves(list, field, f.Type, off+f.Offset, n)
		}
		return list
	}
	return bytes()
}
