package sdg

import (
	"context"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow/cfg"
	"github.com/riftlab/rift/program/flow/modref"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// Build makes the dependence graph of the program of a control-flow graph.
func Build(ctx context.Context, c *cfg.Graph, pt *pointsto.Result, mr *modref.Result) (*Graph, error) {
	d := &dependence{}
	g := &Graph{p: c.Program(), cfg: c, pt: pt, mr: mr, dep: d}
	d.inPorts.made, d.outPorts.made = map[vertex][]port{}, map[vertex][]port{}
	d.faces = make([]*face, len(g.p.Funcs))
	d.callsOf = make([][]int32, len(g.p.Funcs))
	cls := mr.Partitions()
	g.ranges = make([]vertexRange, len(g.p.Funcs))
	pairs := map[modref.EffectKey]*pairing{}
	for _, f := range pt.Order() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b := &builder{ctx: ctx, g: g, d: d, f: f, fn: g.p.Funcs[f], flow: c.Segments(f), cls: cls[f], all: cls, pairs: pairs}
		clear(pairs)
		if !b.runs() {
			return nil, ctx.Err()
		}
	}
	d.start = append(d.start, int32(len(d.edges)))
	d.inPorts.pack(len(d.node))
	d.outPorts.pack(len(d.node))
	if err := g.summarise(ctx); err != nil {
		return nil, err
	}
	return g, nil
}

// pairing is how the classes of a caller and a callee correspond.
type pairing struct{ mod, both [][2]int32 }

// event is a read or definition of a variable by a vertex.
type event struct {
	kind     eventKind
	v        vertex
	variable int32
	loc      pointsto.Location
}

type eventKind uint8

const (
	eventRead eventKind = iota
	eventDef
	eventUndef
)

// builder finds the dependences of one function. Its variables are the classes
// of memory, then the registers that are assigned more than once. Definitions
// reach uses by the algorithm of Braun et al., "Simple and Efficient
// Construction of Static Single Assignment Form" (2013).
type builder struct {
	ctx   context.Context
	polls int
	g     *Graph
	d     *dependence
	f     int32
	fn    *program.Func
	flow  *cfg.Segments
	cls   *modref.Partition
	all   []*modref.Partition
	pairs map[modref.EffectKey]*pairing

	base     vertex
	raw      []rawEdge
	variable []int32  // by register: its variable, or -1
	regDef   []vertex // by register with a single definition
	direct   []directRead
	events   [][]event // by segment
	seg      int32
	ctl      []vertex // by segment
	decider  []vertex // by segment: what decides where control goes
	lastDef  []map[int32]vertex
	entryDef map[[2]int32]vertex
	returns  []vertex
	face     *face
}

type rawEdge struct {
	from vertex
	edge
}

type directRead struct {
	v   vertex
	reg int32
}

const undefined vertex = -2

func (b *builder) vertex(n cfg.Node, r instrRef) vertex {
	v := vertex(len(b.d.node))
	b.d.node = append(b.d.node, n)
	b.d.ref = append(b.d.ref, r)
	b.d.formals = append(b.d.formals, port{-1, 0})
	return v
}

var noInstr = instrRef{-1, -1}

func (b *builder) join() vertex { return b.vertex(cfg.NoNode, noInstr) }

func (b *builder) edge(from, to vertex, loc pointsto.Location, control bool) {
	b.poll()
	if from != to && to >= 0 {
		b.raw = append(b.raw, rawEdge{from, edge{to, loc, control}})
	}
}

// halted is what poll panics with.
type halted struct{}

// poll ends the work, by a panic that runs recovers, when its context is done.
func (b *builder) poll() {
	if b.polls++; b.polls%(1<<12) == 0 && b.ctx.Err() != nil {
		panic(halted{})
	}
}

// runs is run; it reports whether that came to its end. One function of a
// large program can take seconds.
func (b *builder) runs() (finished bool) {
	defer func() {
		switch r := recover(); r.(type) {
		case nil:
		case halted:
			finished = false
		default:
			panic(r)
		}
	}()
	b.run()
	return true
}

func (b *builder) run() {
	b.base = vertex(len(b.d.node))
	seg := b.flow
	b.events = make([][]event, len(seg.List))
	b.ctl = make([]vertex, len(seg.List))
	b.decider = make([]vertex, len(seg.List))
	for i := range b.ctl {
		b.ctl[i], b.decider[i] = noVertex, noVertex
	}
	b.makeFace()
	b.registers()
	for _, s := range seg.Order {
		b.seg = s
		b.segment(s)
	}
	b.finish()
	for _, r := range b.direct {
		b.edge(r.v, b.regDef[r.reg], b.g.pt.Registers(b.f)+pointsto.Location(r.reg), false)
	}
	b.resolve()
	b.controlEdges()
	b.pack()
}

// makeFace makes the inputs and outputs of the function.
func (b *builder) makeFace() {
	k := len(b.cls.Rep)
	fc := &face{params: len(b.fn.Params)}
	fc.in = make([]vertex, inParams+fc.params+k)
	fc.out = make([]vertex, outMem+k)
	for i := range fc.in {
		fc.in[i] = noVertex
	}
	for i := range fc.out {
		fc.out[i] = noVertex
	}
	fc.in[inEntry] = b.vertex(b.g.cfg.Entry(int(b.f)), noInstr)
	for i := range b.fn.Params {
		fc.in[inParams+i] = b.join()
	}
	fc.out[outValue], fc.out[outExit] = b.join(), b.join()
	b.face = fc
	b.d.faces[b.f] = fc
	for c, out := range b.cls.Out {
		if out {
			fc.out[outMem+c] = b.join()
		}
	}
}

// registers numbers the registers that are assigned more than once.
func (b *builder) registers() {
	count := make([]int32, len(b.fn.Regs))
	for _, q := range b.fn.Params {
		count[q.Reg]++
	}
	for _, blk := range b.fn.Blocks {
		for i := range blk.Instrs {
			if r := blk.Instrs[i].Dst; r >= 0 {
				count[r]++
			}
		}
	}
	b.variable = make([]int32, len(count))
	b.regDef = make([]vertex, len(count))
	next := int32(len(b.cls.Rep))
	for r, n := range count {
		b.variable[r], b.regDef[r] = -1, noVertex
		if n > 1 {
			b.variable[r] = next
			next++
		}
	}
	b.seg = 0
	for i, q := range b.fn.Params {
		b.define(b.face.in[inParams+i], int32(q.Reg))
	}
}

func (b *builder) event(k eventKind, v vertex, variable int32, loc pointsto.Location) {
	b.events[b.seg] = append(b.events[b.seg], event{k, v, variable, loc})
}

// define says that v defines a register.
func (b *builder) define(v vertex, r int32) {
	if x := b.variable[r]; x >= 0 {
		b.event(eventDef, v, x, pointsto.NoLocation)
	} else {
		b.regDef[r] = v
	}
}

// use says that v reads an operand.
func (b *builder) use(v vertex, o program.Operand) {
	if o.Mode != program.InReg {
		return
	}
	if x := b.variable[o.Index]; x >= 0 {
		b.event(eventRead, v, x, b.g.pt.Registers(b.f)+pointsto.Location(o.Index))
	} else {
		b.direct = append(b.direct, directRead{v, o.Index})
	}
}

// control returns the vertex that stands for "segment s is executed".
func (b *builder) control(s int32) vertex {
	if b.ctl[s] == noVertex {
		b.ctl[s] = b.join()
	}
	return b.ctl[s]
}

// segment makes the vertices of a segment.
func (b *builder) segment(s int32) {
	sg := &b.flow.List[s]
	if sg.Block < 0 {
		return
	}
	for i := sg.Lo; i < sg.Hi; i++ {
		in := &b.fn.Blocks[sg.Block].Instrs[i]
		switch {
		case in.Op == program.Call || in.Op == program.Intrinsic:
			b.call(sg.Block, i, in)
		default:
			b.plain(sg.Block, i, in)
		}
	}
}

// accessAt returns the access of an instruction; they are asked for in any
// order of blocks.
func (b *builder) accessAt(block, index int32) *pointsto.Access {
	list := b.g.pt.Accesses(b.f)
	lo, hi := 0, len(list)
	for lo < hi {
		m := (lo + hi) / 2
		if x := &list[m]; x.Block < block || x.Block == block && x.Index < index {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(list) && list[lo].Block == block && list[lo].Index == index {
		return &list[lo].Access
	}
	return nil
}

// plain makes the vertex of an instruction that is no call.
func (b *builder) plain(block, i int32, in *program.Instr) {
	x := b.accessAt(block, i)
	if in.Op == program.Enter {
		if x != nil {
			for _, c := range b.cls.List(x.Kills).Class {
				b.event(eventUndef, noVertex, c, pointsto.NoLocation)
			}
		}
		return // the address of an object depends on nothing
	}
	if in.Op == program.Leave || in.Op == program.Jump && in.Stmt < 0 || in.Op == program.Unreachable {
		return
	}
	v := b.vertex(b.g.cfg.Of(b.f, in), instrRef{block, i})
	b.edge(v, b.control(b.seg), pointsto.NoLocation, true)
	b.use(v, in.A)
	b.use(v, in.B)
	b.use(v, in.C)
	if in.Op == program.Return {
		b.returns = append(b.returns, v)
	}
	if in.IsTerminator() && b.flow.List[b.seg].Decides {
		b.decider[b.seg] = v
	}
	if x != nil {
		b.reads(v, x.Refs)
		b.writes(v, x)
	}
	if in.Dst >= 0 {
		b.define(v, int32(in.Dst))
	}
}

// reads says that v reads locations.
func (b *builder) reads(v vertex, locs []pointsto.Location) {
	list := b.cls.List(locs)
	for i, c := range list.Class {
		b.event(eventRead, v, c, list.Least[i])
	}
}

// writes says that v writes locations.
func (b *builder) writes(v vertex, x *pointsto.Access) {
	for _, c := range b.cls.List(x.Kills).Class {
		b.event(eventDef, v, c, pointsto.NoLocation)
	}
	list := b.cls.List(x.Mods)
	for i, c := range list.Class {
		b.weak(v, c, list.Least[i])
	}
}

// weak adds the definition v to those that a class may have.
func (b *builder) weak(v vertex, c int32, loc pointsto.Location) vertex {
	j := b.join()
	b.edge(j, v, loc, false)
	b.event(eventRead, j, c, loc)
	b.event(eventDef, j, c, pointsto.NoLocation)
	return j
}

// finish makes the outputs.
func (b *builder) finish() {
	seg := b.flow
	for _, v := range b.returns {
		b.edge(b.face.out[outValue], v, pointsto.NoLocation, false)
	}
	for c, v := range b.face.out[outMem:] {
		if v == noVertex {
			continue
		}
		for _, s := range [2]int32{seg.Exit, seg.Jump} {
			if len(seg.List[s].Preds) > 0 {
				b.seg = s
				b.event(eventRead, v, int32(c), b.cls.Rep[c])
			}
		}
	}
	if len(seg.List[seg.Exit].Preds) > 0 {
		b.edge(b.face.out[outExit], b.control(seg.Exit), pointsto.NoLocation, true)
		b.seg = seg.Exit
		b.atEnd()
	}
	if len(seg.List[seg.Jump].Preds) > 0 {
		b.control(seg.Jump)
	}
}

// resolve connects reads with definitions.
func (b *builder) resolve() {
	b.lastDef = make([]map[int32]vertex, len(b.events))
	b.entryDef = map[[2]int32]vertex{}
	for s, list := range b.events {
		for _, e := range list {
			if e.kind == eventRead {
				continue
			}
			if b.lastDef[s] == nil {
				b.lastDef[s] = map[int32]vertex{}
			}
			if e.kind == eventDef {
				b.lastDef[s][e.variable] = e.v
			} else {
				b.lastDef[s][e.variable] = undefined
			}
		}
	}
	now := map[int32]vertex{}
	for s, list := range b.events {
		clear(now)
		for _, e := range list {
			switch e.kind {
			case eventRead:
				d, ok := now[e.variable]
				if !ok {
					d = b.atEntry(int32(s), e.variable)
				}
				b.edge(e.v, d, e.loc, false)
			case eventDef:
				now[e.variable] = e.v
			case eventUndef:
				now[e.variable] = undefined
			}
		}
	}
}

// atExit returns the definition of a variable that leaves a segment.
func (b *builder) atExit(s, x int32) vertex {
	if d, ok := b.lastDef[s][x]; ok {
		return d
	}
	return b.atEntry(s, x)
}

// atEntry returns the definition of a variable that enters a segment: a join
// if there may be several.
func (b *builder) atEntry(s, x int32) vertex {
	b.poll()
	// Follow segments with a single predecessor without recursion.
	var chain []int32
	result := noVertex
	for {
		if d, ok := b.entryDef[[2]int32{s, x}]; ok {
			result = d
			break
		}
		chain = append(chain, s)
		preds := b.flow.List[s].Preds
		if s != 0 && len(preds) == 1 {
			s = preds[0]
			if d, ok := b.lastDef[s][x]; ok {
				result = d
				break
			}
			continue
		}
		if s == 0 && len(preds) == 0 {
			result = b.initial(x)
			break
		}
		j := b.join()
		b.entryDef[[2]int32{s, x}] = j
		loc := pointsto.NoLocation
		if int(x) < len(b.cls.Rep) {
			loc = b.cls.Rep[x]
		}
		for _, p := range preds {
			b.edge(j, b.atExit(p, x), loc, false)
		}
		if s == 0 {
			b.edge(j, b.initial(x), loc, false)
		}
		result = j
		break
	}
	for _, c := range chain {
		b.entryDef[[2]int32{c, x}] = result
	}
	return result
}

// initial returns what defines a variable when the function begins.
func (b *builder) initial(x int32) vertex {
	if int(x) >= len(b.cls.Rep) || !b.cls.In[x] {
		return undefined
	}
	n := b.face.memIn(x)
	if b.face.in[n] == noVertex {
		b.face.in[n] = b.join()
	}
	return b.face.in[n]
}

func (b *builder) controlEdges() {
	seg := b.flow
	for changed := true; changed; { // a control vertex may need another
		changed = false
		seg.Control(func(w, u int32) {
			if b.ctl[w] != noVertex && u >= 0 && b.decider[u] == noVertex && b.ctl[u] == noVertex {
				b.control(u)
				changed = true
			}
		})
	}
	seg.Control(func(w, u int32) {
		switch {
		case b.ctl[w] == noVertex:
		case u < 0:
			b.edge(b.ctl[w], b.face.in[inEntry], pointsto.NoLocation, true)
		case b.decider[u] != noVertex:
			b.edge(b.ctl[w], b.decider[u], pointsto.NoLocation, true)
		default:
			b.edge(b.ctl[w], b.ctl[u], pointsto.NoLocation, true)
		}
	})
}

// pack moves the edges to the graph, by vertex.
func (b *builder) pack() {
	n := len(b.d.node) - int(b.base)
	count := make([]int32, n+1)
	for _, e := range b.raw {
		count[e.from-b.base+1]++
	}
	at := int32(len(b.d.edges))
	for i := range n {
		b.d.start = append(b.d.start, at+count[i])
		count[i+1] += count[i]
	}
	pos := append([]int32(nil), count[:n]...)
	out := make([]edge, len(b.raw))
	for _, e := range b.raw {
		i := e.from - b.base
		out[pos[i]] = e.edge
		pos[i]++
	}
	b.d.edges = append(b.d.edges, out...)
	b.g.ranges[b.f] = vertexRange{b.base, vertex(len(b.d.node))}
	for n, v := range b.face.in {
		if v != noVertex {
			b.d.formals[v] = port{b.f, int32(n)}
		}
	}
	for n, v := range b.face.out {
		if v != noVertex {
			b.d.formals[v] = port{b.f, -1 - int32(n)}
		}
	}
}
