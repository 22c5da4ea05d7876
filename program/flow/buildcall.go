package flow

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// siteBuilder makes the vertices of one call.
type siteBuilder struct {
	*builder
	s    *site
	id   int32
	n    Node
	r    instrRef
	exec vertex // that the call is executed
	lib  vertex // what library functions do at the call, or noVertex
	args map[int]vertex
	acc  *access
	outs map[int32]vertex // by class: what the callees define
	defs []int32          // classes of outs in order
}

// call makes the vertices of a call, of library functions or of functions of
// the program.
func (b *builder) call(block, i int32, in *program.Instr) {
	n, r := b.g.nodeOf(b.f, in), instrRef{block, i}
	id, ok := b.g.a.siteAt[instrKey{b.f, block, i}]
	if !ok { // in a function that no run reaches
		v := b.vertex(n, r)
		b.edge(v, b.control(b.seg), NoLocation, true)
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
	if id, ok := b.g.a.siteAt[instrKey{b.f, -1, -1}]; ok && len(b.g.a.sites[id].callbacks) > 0 {
		b.site(id, b.g.Exit(int(b.f)), noInstr, b.g.a.sites[id].in)
	}
}

func (b *builder) site(id int32, n Node, r instrRef, in *program.Instr) {
	c := &siteBuilder{builder: b, s: b.g.a.sites[id], id: id, n: n, r: r, lib: noVertex, args: map[int]vertex{}, outs: map[int32]vertex{}}
	c.acc = b.accessAt(r.block, r.index)
	if c.acc == nil {
		c.acc = &access{}
	}
	c.exec = b.vertex(n, r)
	b.edge(c.exec, b.control(b.seg), NoLocation, true)
	b.use(c.exec, in.A)
	if len(c.s.libs) > 0 || c.s.intrinsic != nil || c.s.absent {
		c.library(in)
	}
	c.inputs()
	c.callbackOutputs()
	c.outputs(in)
	if b.fi.seg.list[b.seg].decides && r.block >= 0 && b.fi.seg.list[b.seg].hi == r.index+1 {
		c.decide()
	}
}

// library makes the vertex for what library functions do.
func (c *siteBuilder) library(in *program.Instr) {
	c.lib = c.vertex(c.n, c.r)
	c.edge(c.lib, c.exec, NoLocation, true)
	for _, a := range in.Args {
		c.use(c.lib, a.Operand)
	}
	c.reads(c.lib, c.acc.refs)
}

// argument returns the vertex that passes argument i.
func (c *siteBuilder) argument(i int) vertex {
	if v, ok := c.args[i]; ok {
		return v
	}
	v := c.vertex(c.n, c.r)
	c.args[i] = v
	c.edge(v, c.control(c.seg), NoLocation, true)
	c.use(v, c.s.in.Args[i].Operand)
	return v
}

// extra returns the vertex that passes the arguments from number n on, as the
// block of variable arguments.
func (c *siteBuilder) extra(n int) vertex {
	v := c.vertex(c.n, c.r)
	c.edge(v, c.control(c.seg), NoLocation, true)
	for i := n; i < len(c.s.in.Args); i++ {
		a := c.s.in.Args[i]
		c.use(v, a.Operand)
		if a.Size > 0 {
			if p := c.g.a.argument(c.s, i); p >= 0 {
				c.reads(v, sortLocations(c.g.a.addCells(p, 0, a.Size, nil)))
			}
		}
	}
	return v
}

// pairing returns how the classes of the two functions correspond at the call.
func (c *siteBuilder) pairing(g int32) *pairing {
	e := c.g.effects[[2]int32{c.id, g}]
	k := keyOf(g, e)
	if p, ok := c.pairs[k]; ok {
		return p
	}
	both := e.ownRef.Clone()
	both.Union(e.ownMod, nil)
	p := &pairing{mod: c.cls.pairs(c.g.a, c.all[g], e.ownMod, e.rename), both: c.cls.pairs(c.g.a, c.all[g], both, e.rename)}
	c.pairs[k] = p
	return p
}

// newCall makes the call edge to g with the inputs that all callees have.
func (c *siteBuilder) newCall(g int32, exec vertex, param func(i int) vertex) int32 {
	id := int32(len(c.d.calls))
	n := inParams + len(c.g.p.Funcs[g].Params) + len(c.all[g].rep)
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
	if g == c.f || fc == nil || c.g.fn[g].comp == c.fi.comp {
		return c.all[g].in[class]
	}
	return fc.in[fc.memIn(class)] != noVertex
}

// inputs makes the calls of functions of the program and what goes into them.
func (c *siteBuilder) inputs() {
	for _, g := range c.s.users {
		id := c.newCall(g, c.exec, func(i int) vertex {
			if i < len(c.s.in.Args) {
				return c.argument(i)
			}
			return noVertex
		})
		params := int32(len(c.g.p.Funcs[g].Params))
		if va := c.all[g].va; va >= 0 && c.wanted(g, va) {
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
		c.event(eventRead, v, mine, c.cls.rep[mine])
		if also != noVertex {
			if slices.Contains(c.cls.list(c.acc.mods).class, mine) {
				c.edge(v, also, c.cls.rep[mine], false)
			}
			if o, ok := c.outs[mine]; ok {
				c.edge(v, o, c.cls.rep[mine], false)
			}
		}
	}
}

// callbackOutputs makes the calls that the library makes on behalf of the
// program: any number of them, each seeing what the others did.
func (c *siteBuilder) callbackOutputs() {
	var ids []int32
	for _, g := range c.s.callbacks {
		id := c.newCall(g, c.libOrExec(), func(int) vertex { return c.libOrExec() })
		ids = append(ids, id)
		c.d.outPorts.add(c.libOrExec(), port{id, outValue})
		for _, p := range c.pairing(g).mod {
			c.out(p[0], port{id, outMem + p[1]})
		}
	}
	for i, g := range c.s.callbacks {
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
	for _, g := range c.s.users {
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
	whole := len(c.s.users)
	if c.lib != noVertex || len(c.s.callbacks) > 0 {
		whole = -1
	}
	slices.Sort(c.defs)
	for _, class := range c.defs {
		v := c.outs[class]
		if covered[class] != whole {
			c.event(eventRead, v, class, c.cls.rep[class])
		}
		if slices.Contains(c.cls.list(c.acc.mods).class, class) {
			c.edge(v, c.lib, c.cls.rep[class], false)
		}
		c.event(eventDef, v, class, NoLocation)
	}
	list := c.cls.list(c.acc.mods)
	for i, class := range list.class {
		if _, ok := c.outs[class]; !ok {
			c.weak(c.lib, class, list.least[i])
		}
	}
	if in.Dst >= 0 {
		v := c.vertex(c.n, c.r)
		c.edge(v, c.exec, NoLocation, true)
		if c.lib != noVertex {
			c.edge(v, c.lib, NoLocation, false)
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
	panic("flow: call edge is missing")
}

// decide makes the vertex for whether the call returns.
func (c *siteBuilder) decide() {
	v := c.vertex(c.n, c.r)
	c.edge(v, c.exec, NoLocation, true)
	if c.lib != noVertex {
		c.edge(v, c.lib, NoLocation, true)
	}
	for _, g := range c.s.users {
		c.d.outPorts.add(v, port{c.callOf(g), outExit})
	}
	for _, g := range c.s.callbacks {
		c.d.outPorts.add(v, port{c.callOf(g), outExit})
	}
	c.decider[c.seg] = v
}
