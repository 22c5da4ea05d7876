package sdg

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/cfg"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// siteBuilder makes the vertices of one call.
type siteBuilder struct {
	*builder
	s    *pointsto.Site
	id   int32
	n    cfg.Node
	r    instrRef
	exec vertex // that the call is executed
	lib  vertex // what library functions do at the call, or noVertex
	args map[int]vertex
	acc  *pointsto.Access
	outs map[int32]vertex // by class: what the callees define
	defs []int32          // classes of outs in order
}

// call makes the vertices of a call, of library functions or of functions of
// the program.
func (b *builder) call(block, i int32, in *program.Instr) {
	n, r := b.g.cfg.Of(b.f, in), instrRef{block, i}
	id, ok := b.g.pt.SiteAt(b.f, block, i)
	if !ok { // in a function that no run reaches
		v := b.vertex(n, r)
		b.edge(v, b.control(b.seg), pointsto.NoLocation, true)
		b.use(v, in.A)
		for _, a := range in.Args {
			b.use(v, a.Operand)
		}
		if in.Dst >= 0 {
			b.define(v, int32(in.Dst))
		}
		return
	}
	b.site(id, n, r, in)
}

// atEnd makes the calls that the run-time library makes when a function in
// which runs begin has returned.
func (b *builder) atEnd() {
	if id, ok := b.g.pt.AtEnd(b.f); ok && len(b.g.pt.Sites()[id].Callbacks) > 0 {
		b.site(id, b.g.cfg.Exit(int(b.f)), noInstr, b.g.pt.Sites()[id].Instr)
	}
}

func (b *builder) site(id int32, n cfg.Node, r instrRef, in *program.Instr) {
	c := &siteBuilder{builder: b, s: b.g.pt.Sites()[id], id: id, n: n, r: r, lib: noVertex, args: map[int]vertex{}, outs: map[int32]vertex{}}
	c.acc = b.accessAt(r.block, r.index)
	if c.acc == nil {
		c.acc = &pointsto.Access{}
	}
	c.exec = b.vertex(n, r)
	b.edge(c.exec, b.control(b.seg), pointsto.NoLocation, true)
	b.use(c.exec, in.A)
	if len(c.s.Library) > 0 || c.s.Service != nil || c.s.Absent {
		c.library(in)
	}
	c.inputs()
	c.callbackOutputs()
	c.outputs(in)
	if b.flow.List[b.seg].Decides && r.block >= 0 && b.flow.List[b.seg].Hi == r.index+1 {
		c.decide()
	}
}

// library makes the vertex for what library functions do.
func (c *siteBuilder) library(in *program.Instr) {
	c.lib = c.vertex(c.n, c.r)
	c.edge(c.lib, c.exec, pointsto.NoLocation, true)
	for _, a := range in.Args {
		c.use(c.lib, a.Operand)
	}
	c.reads(c.lib, c.acc.Refs)
}

// argument returns the vertex that passes argument i.
func (c *siteBuilder) argument(i int) vertex {
	if v, ok := c.args[i]; ok {
		return v
	}
	v := c.vertex(c.n, c.r)
	c.args[i] = v
	c.edge(v, c.control(c.seg), pointsto.NoLocation, true)
	c.use(v, c.s.Instr.Args[i].Operand)
	return v
}

// extra returns the vertex that passes the arguments from number n on, as the
// block of variable arguments.
func (c *siteBuilder) extra(n int) vertex {
	v := c.vertex(c.n, c.r)
	c.edge(v, c.control(c.seg), pointsto.NoLocation, true)
	for i := n; i < len(c.s.Instr.Args); i++ {
		a := c.s.Instr.Args[i]
		c.use(v, a.Operand)
		if a.Size > 0 {
			c.reads(v, c.g.pt.ArgumentCells(c.s, i))
		}
	}
	return v
}

// pairing returns how the classes of the two functions correspond at the call.
func (c *siteBuilder) pairing(g int32) *pairing {
	e := c.g.mr.Effect(c.id, g)
	k := e.Key()
	if p, ok := c.pairs[k]; ok {
		return p
	}
	both := e.OwnRef.Clone()
	both.Union(e.OwnMod, nil)
	p := &pairing{mod: c.cls.Pairs(c.all[g], e.OwnMod, e.Rename), both: c.cls.Pairs(c.all[g], both, e.Rename)}
	c.pairs[k] = p
	return p
}

// newCall makes the call edge to g with the inputs that all callees have.
func (c *siteBuilder) newCall(g int32, exec vertex, param func(i int) vertex) int32 {
	id := int32(len(c.d.calls))
	n := inParams + len(c.g.p.Funcs[g].Params) + len(c.all[g].Rep)
	x := call{site: c.id, caller: c.f, callee: g, in: make([]vertex, n)}
	for i := range x.in {
		x.in[i] = noVertex
	}
	c.d.calls = append(c.d.calls, x)
	c.d.callsOf[g] = append(c.d.callsOf[g], id)
	c.input(id, inEntry, exec)
	for i := range c.g.p.Funcs[g].Params {
		if v := param(i); v != noVertex {
			c.input(id, inParams+int32(i), v)
		}
	}
	return id
}

func (c *siteBuilder) input(id, n int32, v vertex) {
	c.d.calls[id].in[n] = v
	c.d.inPorts.add(v, port{id, n})
}

// wanted reports whether a class of g matters on entry. Of a function that is
// not built yet (a recursive call) every class may.
func (c *siteBuilder) wanted(g, class int32) bool {
	fc := c.d.faces[g]
	if g == c.f || fc == nil || c.g.pt.Component(g) == c.g.pt.Component(c.f) {
		return c.all[g].In[class]
	}
	return fc.in[fc.memIn(class)] != noVertex
}

// inputs makes the calls of functions of the program and what goes into them.
func (c *siteBuilder) inputs() {
	for _, g := range c.s.Users {
		id := c.newCall(g, c.exec, func(i int) vertex {
			if i < len(c.s.Instr.Args) {
				return c.argument(i)
			}
			return noVertex
		})
		params := int32(len(c.g.p.Funcs[g].Params))
		if va := c.all[g].VA; va >= 0 && c.wanted(g, va) {
			c.input(id, inParams+params+va, c.extra(int(params)))
		}
		c.memory(id, g, params, noVertex)
	}
}

// memory makes the inputs of a call through memory. also, if given, is another
// definition of everything that the library changes at the call.
func (c *siteBuilder) memory(id, g, params int32, also vertex) {
	for _, p := range c.pairing(g).both {
		mine, its := p[0], p[1]
		if !c.wanted(g, its) {
			continue
		}
		n := inParams + params + its
		v := c.d.calls[id].in[n]
		if v == noVertex {
			v = c.join()
			c.input(id, n, v)
		}
		c.event(eventRead, v, mine, c.cls.Rep[mine])
		if also != noVertex {
			if slices.Contains(c.cls.List(c.acc.Mods).Class, mine) {
				c.edge(v, also, c.cls.Rep[mine], false)
			}
			if o, ok := c.outs[mine]; ok {
				c.edge(v, o, c.cls.Rep[mine], false)
			}
		}
	}
}

// callbackOutputs makes the calls that the library makes on behalf of the
// program: any number of them, each seeing what the others did.
func (c *siteBuilder) callbackOutputs() {
	var ids []int32
	for _, g := range c.s.Callbacks {
		id := c.newCall(g, c.libOrExec(), func(int) vertex { return c.libOrExec() })
		ids = append(ids, id)
		c.d.outPorts.add(c.libOrExec(), port{id, outValue})
		for _, p := range c.pairing(g).mod {
			c.out(p[0], port{id, outMem + p[1]})
		}
	}
	for i, g := range c.s.Callbacks {
		c.memory(ids[i], g, int32(len(c.g.p.Funcs[g].Params)), c.libOrExec())
	}
}

func (c *siteBuilder) libOrExec() vertex {
	if c.lib != noVertex {
		return c.lib
	}
	return c.exec
}

// out notes that a class is defined by an output of a callee.
func (c *siteBuilder) out(class int32, p port) {
	v, ok := c.outs[class]
	if !ok {
		v = c.join()
		c.outs[class] = v
		c.defs = append(c.defs, class)
	}
	c.d.outPorts.add(v, p)
}

// outputs makes what comes out of the call: its result and definitions of
// memory.
func (c *siteBuilder) outputs(in *program.Instr) {
	covered := map[int32]int{} // by class: callees that certainly see all of it
	var ports []port
	for _, g := range c.s.Users {
		id := c.callOf(g)
		ports = append(ports, port{id, outValue})
		last := int32(-1)
		for _, p := range c.pairing(g).mod {
			c.out(p[0], port{id, outMem + p[1]})
			if p[0] != last {
				covered[p[0]]++
				last = p[0]
			}
		}
	}
	whole := len(c.s.Users)
	if c.lib != noVertex || len(c.s.Callbacks) > 0 {
		whole = -1
	}
	slices.Sort(c.defs)
	for _, class := range c.defs {
		v := c.outs[class]
		if covered[class] != whole {
			c.event(eventRead, v, class, c.cls.Rep[class])
		}
		if slices.Contains(c.cls.List(c.acc.Mods).Class, class) {
			c.edge(v, c.lib, c.cls.Rep[class], false)
		}
		c.event(eventDef, v, class, pointsto.NoLocation)
	}
	list := c.cls.List(c.acc.Mods)
	for i, class := range list.Class {
		if _, ok := c.outs[class]; !ok {
			c.weak(c.lib, class, list.Least[i])
		}
	}
	if in.Dst >= 0 {
		v := c.vertex(c.n, c.r)
		c.edge(v, c.exec, pointsto.NoLocation, true)
		if c.lib != noVertex {
			c.edge(v, c.lib, pointsto.NoLocation, false)
		}
		if len(ports) > 0 {
			c.d.outPorts.add(v, ports...)
		}
		c.define(v, int32(in.Dst))
	}
}

// callOf returns the call edge to g that this site has made.
func (c *siteBuilder) callOf(g int32) int32 {
	list := c.d.callsOf[g]
	for i := len(list) - 1; i >= 0; i-- {
		if c.d.calls[list[i]].site == c.id {
			return list[i]
		}
	}
	panic("sdg: call edge is missing")
}

// decide makes the vertex for whether the call returns.
func (c *siteBuilder) decide() {
	v := c.vertex(c.n, c.r)
	c.edge(v, c.exec, pointsto.NoLocation, true)
	if c.lib != noVertex {
		c.edge(v, c.lib, pointsto.NoLocation, true)
	}
	for _, g := range c.s.Users {
		c.d.outPorts.add(v, port{c.callOf(g), outExit})
	}
	for _, g := range c.s.Callbacks {
		c.d.outPorts.add(v, port{c.callOf(g), outExit})
	}
	c.decider[c.seg] = v
}
