package flow_test

import (
	"fmt"
	"sort"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
)

// place is an instruction of user code.
type place struct{ fn, block, index int }

// dynamic is one dependence that a run showed.
type dynamic struct {
	at      place
	on      flow.Node
	control bool
}

// writer is who wrote a byte or register last. lib marks code of the library
// on behalf of the node.
type writer struct {
	node flow.Node
	lib  bool
}

var nobody = writer{node: flow.NoNode}

// activation is the shadow of one activation.
type activation struct {
	fn       int
	user     bool
	regs     []writer
	call     place     // nearest call in user code through which it was made
	caller   flow.Node // its node
	branches []branch
	block    int
	returned flow.Node // of the last callee
	returns  bool      // that callee was user code
	varargs  bool      // its variable arguments have been started
}

// branch is a decision on which what follows depends until block join.
type branch struct {
	node flow.Node
	join int
}

// shadow follows the runs of a program and collects the dependences that they
// show. What the library does counts for the call in user code.
type shadow struct {
	g       *flow.Graph
	p       *program.Program
	acts    []*activation
	bytes   map[uint32][]writer // by object: who wrote each byte
	whole   map[uint32]writer   // by object: who wrote bytes without an entry
	visible map[uint32]bool     // objects that user code touches
	deps    map[dynamic]bool
	hidden  map[uint32]map[dynamic]bool // between calls of the library, through objects of its own
	joins   map[int][]int               // by function: immediate post-dominators of blocks
	node    map[place]flow.Node
}

func newShadow(g *flow.Graph) *shadow {
	s := &shadow{g: g, p: g.Program(), deps: map[dynamic]bool{}, joins: map[int][]int{}, node: map[place]flow.Node{}}
	s.reset()
	return s
}

// reset prepares for another run.
func (s *shadow) reset() {
	s.acts = nil
	s.bytes, s.whole = map[uint32][]writer{}, map[uint32]writer{}
	s.visible, s.hidden = map[uint32]bool{}, map[uint32]map[dynamic]bool{}
}

// settle decides about hidden dependences at the end of a run.
func (s *shadow) settle() {
	for obj := range s.hidden {
		s.settleOne(obj)
	}
}

func (s *shadow) settleOne(obj uint32) {
	if s.visible[obj] {
		for d := range s.hidden[obj] {
			s.deps[d] = true
		}
	}
}

// begins notes that another object is in a slot from now on.
func (s *shadow) begins(a uint64) {
	obj, _ := program.SplitAddress(a)
	s.settleOne(obj)
	delete(s.bytes, obj)
	delete(s.whole, obj)
	delete(s.visible, obj)
	delete(s.hidden, obj)
}

func (s *shadow) dep(at place, w writer) {
	if w.node != flow.NoNode {
		s.deps[dynamic{at: at, on: w.node}] = true
	}
}

// read notes that n bytes at an address are read.
func (s *shadow) read(a *activation, at place, addr uint64, n int64) {
	obj, off := program.SplitAddress(addr)
	if a.user {
		s.visible[obj] = true
	}
	list := s.bytes[obj]
	last := nobody
	for i := int64(off); i < int64(off)+n; i++ {
		w := s.wholeOf(obj)
		if i < int64(len(list)) && list[i] != (writer{}) {
			w = list[i]
		}
		if w == last || w.node == flow.NoNode {
			continue
		}
		last = w
		if w.lib && !a.user {
			if s.hidden[obj] == nil {
				s.hidden[obj] = map[dynamic]bool{}
			}
			// Within one call the library reads what it wrote.
			if w.node != s.g.At(at.fn, at.block, at.index) {
				s.hidden[obj][dynamic{at: at, on: w.node}] = true
			}
			continue
		}
		s.dep(at, w)
	}
}

func (s *shadow) wholeOf(obj uint32) writer {
	if w, ok := s.whole[obj]; ok {
		return w
	}
	return nobody
}

func (s *shadow) write(a *activation, w writer, addr uint64, n int64) {
	obj, off := program.SplitAddress(addr)
	if a.user {
		s.visible[obj] = true
	}
	if n <= 0 || n > 1<<24 {
		return
	}
	list := s.bytes[obj]
	for int64(len(list)) < int64(off)+n {
		list = append(list, writer{})
	}
	for i := range n {
		list[int64(off)+i] = w
	}
	s.bytes[obj] = list
}

// Step implements vm.Tracer.
func (s *shadow) Step(e *vm.Event) {
	if e.Depth < len(s.acts) {
		s.acts = s.acts[:e.Depth]
	}
	for len(s.acts) < e.Depth {
		s.push(e)
	}
	a := s.acts[len(s.acts)-1]
	if a.fn != e.Func { // another function at the same depth: a tail of a longjmp
		s.acts = s.acts[:len(s.acts)-1]
		s.push(e)
		a = s.acts[len(s.acts)-1]
	}
	at, w := a.call, writer{a.caller, true}
	if a.user {
		at = place{e.Func, e.Block, e.Index}
		w = writer{s.nodeAt(at), false}
		if e.Index == 0 && !e.Returned {
			s.enterBlock(a, at)
		}
	}
	if e.Returned {
		s.returned(a, e, at, w)
		return
	}
	if a.user || a.caller != flow.NoNode {
		s.operands(a, e, at)
		s.memory(a, e, at, w)
	}
	s.results(a, e, at, w)
}

func (s *shadow) nodeAt(at place) flow.Node {
	n, ok := s.node[at]
	if !ok {
		n = s.g.At(at.fn, at.block, at.index)
		s.node[at] = n
	}
	return n
}

// push begins the activation that e belongs to.
func (s *shadow) push(e *vm.Event) {
	f := s.p.Funcs[e.Func]
	n := &activation{fn: e.Func, user: s.g.Entry(e.Func) != flow.NoNode, regs: make([]writer, len(f.Regs)), caller: flow.NoNode, block: -1}
	for i := range n.regs {
		n.regs[i] = nobody
	}
	if len(s.acts) > 0 {
		up := s.acts[len(s.acts)-1]
		n.call, n.caller = up.call, up.caller
		if up.user {
			n.call = place{up.fn, up.block, up.returnedAt()}
			n.caller = s.nodeAt(n.call)
		}
		if n.user && n.caller != flow.NoNode {
			for _, q := range f.Params {
				n.regs[q.Reg] = writer{n.caller, !up.user}
			}
			s.deps[dynamic{at: place{e.Func, -1, -1}, on: n.caller, control: true}] = true
		}
	}
	s.acts = append(s.acts, n)
}

// returnedAt returns the index of the call that is being executed.
func (a *activation) returnedAt() int { return a.call.index }

// operands notes the registers that an instruction reads.
func (s *shadow) operands(a *activation, e *vm.Event, at place) {
	var buf [8]program.Reg
	for _, r := range e.Instr.Uses(buf[:0]) {
		if w := a.regs[r]; a.user {
			s.dep(at, w)
		}
	}
	if a.user && (e.Instr.Op == program.Call || e.Instr.Op == program.Intrinsic) {
		a.call = at
	}
}

// memory notes the bytes that an instruction reads and writes.
func (s *shadow) memory(a *activation, e *vm.Event, at place, w writer) {
	if e.Faulted {
		return
	}
	e.Accesses(func(address uint64, n int64, write bool) {
		if write {
			s.write(a, w, address, n)
		} else {
			s.read(a, at, address, n)
		}
	})
}

// results notes what an instruction defines, and what control does.
func (s *shadow) results(a *activation, e *vm.Event, at place, w writer) {
	in := e.Instr
	switch in.Op {
	case program.Enter, program.EnterVLA:
		s.begins(e.Result)
		a.regs[in.Dst] = nobody
		return
	case program.VaStart:
		obj, _ := program.SplitAddress(e.Result)
		if !a.varargs {
			s.begins(e.Result)
			a.varargs = true
		}
		if a.caller != flow.NoNode {
			s.whole[obj] = writer{a.caller, !a.user}
		}
	case program.Return:
		if len(s.acts) > 1 {
			up := s.acts[len(s.acts)-2]
			up.returned, up.returns = flow.NoNode, a.user
			if a.user {
				up.returned = s.nodeAt(at)
			}
		}
	case program.Branch, program.Switch, program.JumpTo:
		if a.user {
			s.branch(a, e, s.nodeAt(at))
		}
	case program.Call:
		if a.user {
			a.call = at
		}
		return
	}
	if in.Dst >= 0 {
		a.regs[in.Dst] = w
	}
	if in.Op == program.Intrinsic && in.Kind == program.Ptr {
		s.begins(e.Result)
	}
}

// returned notes the result of a call.
func (s *shadow) returned(a *activation, e *vm.Event, at place, w writer) {
	in := e.Instr
	if a.user {
		if a.returns && in.Dst >= 0 && a.returned != flow.NoNode {
			s.dep(at, writer{node: a.returned})
		}
		if in.Kind == program.Ptr {
			obj, _ := program.SplitAddress(e.Result)
			s.visible[obj] = true
		}
	}
	if in.Dst >= 0 {
		a.regs[in.Dst] = w
	}
	a.returned, a.returns = flow.NoNode, false
}

// enterBlock finds the decision that the execution of a block depends on.
// Source: Xin and Zhang, "Efficient Online Detection of Dynamic Control
// Dependence" (2007).
func (s *shadow) enterBlock(a *activation, at place) {
	a.block = at.block
	for n := len(a.branches); n > 0 && a.branches[n-1].join == at.block; n-- {
		a.branches = a.branches[:n-1]
	}
	if s.joinsOf(at.fn) == nil {
		return
	}
	on := s.g.Entry(at.fn)
	if n := len(a.branches); n > 0 {
		on = a.branches[n-1].node
	}
	// The first instruction of the block that has a node.
	for i, in := range s.p.Funcs[at.fn].Blocks[at.block].Instrs {
		if in.Stmt >= 0 && in.Op != program.Enter && in.Op != program.Leave {
			s.deps[dynamic{at: place{at.fn, at.block, i}, on: on, control: true}] = true
			break
		}
		if in.Op == program.Call {
			break
		}
	}
}

func (s *shadow) branch(a *activation, e *vm.Event, n flow.Node) {
	joins := s.joinsOf(e.Func)
	if joins == nil || len(e.Instr.Targets) < 2 {
		return
	}
	join := joins[e.Block]
	if k := len(a.branches); k > 0 && a.branches[k-1].join == join {
		a.branches[k-1].node = n
		return
	}
	a.branches = append(a.branches, branch{n, join})
}

// joinsOf returns the immediate post-dominators of the blocks of a function,
// from the definition, or nil if some block cannot reach a return.
func (s *shadow) joinsOf(fn int) []int {
	if j, ok := s.joins[fn]; ok {
		return j
	}
	blocks := s.p.Funcs[fn].Blocks
	n := len(blocks)
	s.joins[fn] = nil
	if n > 200 {
		return nil
	}
	// avoids(d, v): control can end from v without passing d.
	avoids := func(d, v int) bool {
		seen := make([]bool, n)
		work := []int{v}
		seen[v] = true
		for len(work) > 0 {
			x := work[0]
			work = work[1:]
			if x == d {
				continue
			}
			if len(blocks[x].Term().Targets) == 0 {
				return true
			}
			for _, t := range blocks[x].Term().Targets {
				if !seen[t] {
					seen[t] = true
					work = append(work, int(t))
				}
			}
		}
		return false
	}
	joins := make([]int, n)
	for v := range n {
		if !avoids(-1, v) {
			return nil
		}
		joins[v] = -1
		var strict []int
		for d := range n {
			if d != v && !avoids(d, v) {
				strict = append(strict, d)
			}
		}
		// The immediate one is post-dominated by all others.
		for _, d := range strict {
			nearest := true
			for _, x := range strict {
				nearest = nearest && (x == d || !avoids(x, d))
			}
			if nearest {
				joins[v] = d
			}
		}
	}
	s.joins[fn] = joins
	return joins
}

// verdict is the outcome of comparing runs with a graph.
type verdict struct {
	data, control   int // dependences between different nodes that runs showed
	static, dynamic int // data dependences of executed nodes
}

// compare checks that all dependences are in the graph.
func (s *shadow) compare(t *testing.T, name string) verdict {
	t.Helper()
	var v verdict
	data := map[place]map[flow.Node]bool{}
	above := map[flow.Node]map[flow.Node]bool{}
	executed := map[flow.Node]bool{}
	pairs := map[[2]flow.Node]bool{}
	list := make([]dynamic, 0, len(s.deps))
	for d := range s.deps {
		list = append(list, d)
	}
	sort.Slice(list, func(i, j int) bool { return less(list[i], list[j]) })
	bad := 0
	for _, d := range list {
		ok := false
		if d.control {
			v.control++
			ok = s.controlled(d, above)
		} else {
			v.data++
			have := data[d.at]
			if have == nil {
				have = map[flow.Node]bool{}
				for _, x := range s.g.DataOf(d.at.fn, d.at.block, d.at.index) {
					have[x.Node] = true
				}
				data[d.at] = have
			}
			n := s.nodeAt(d.at)
			executed[n] = true
			if n != d.on {
				pairs[[2]flow.Node{n, d.on}] = true
			}
			ok = have[d.on] || n == d.on && s.internal(d.at, n)
		}
		if !ok {
			if bad++; bad <= 5 {
				t.Errorf("%s: %s is not in the graph", name, s.describe(d))
			}
		}
	}
	for n := range executed {
		for _, x := range distinct(s.g.Data(n)) {
			if x != n {
				v.static++
			}
		}
	}
	v.dynamic = len(pairs)
	return v
}

// internal reports whether a dependence of a node on itself may be one of its
// parts on another within one execution.
func (s *shadow) internal(at place, n flow.Node) bool {
	in := s.p.Funcs[at.fn].Blocks[at.block].Instrs[at.index]
	return in.Op == program.Call || in.Op == program.Intrinsic
}

func distinct(list []flow.Dependence) []flow.Node {
	var out []flow.Node
	for _, d := range list {
		if len(out) == 0 || out[len(out)-1] != d.Node {
			out = append(out, d.Node)
		}
	}
	return out
}

// controlled looks for a chain of control dependences: between the decision
// and what it decides the graph may know a call that may not return.
func (s *shadow) controlled(d dynamic, above map[flow.Node]map[flow.Node]bool) bool {
	if d.at.block < 0 {
		for _, x := range s.g.Control(s.g.Entry(d.at.fn)) {
			if x.Node == d.on {
				return true
			}
		}
		return false
	}
	seen := map[flow.Node]bool{}
	var work []flow.Node
	add := func(list []flow.Dependence) {
		for _, x := range list {
			if !seen[x.Node] {
				seen[x.Node] = true
				work = append(work, x.Node)
			}
		}
	}
	add(s.g.ControlOf(d.at.fn, d.at.block, d.at.index))
	for len(work) > 0 && !seen[d.on] {
		n := work[0]
		work = work[1:]
		if s.g.Info(n).Kind != flow.Entry {
			add(s.g.Control(n))
		}
	}
	return seen[d.on]
}

func (s *shadow) describe(d dynamic) string {
	kind := "data"
	if d.control {
		kind = "control"
	}
	f := s.p.Funcs[d.at.fn]
	where := "entry"
	if d.at.block >= 0 {
		in := &f.Blocks[d.at.block].Instrs[d.at.index]
		where = fmt.Sprintf("%v %s (block %d, %d)", s.p.Position(in.At), in.Op, d.at.block, d.at.index)
	}
	on := s.g.Info(d.on)
	return fmt.Sprintf("%s dependence of %s %s on %s %v %s", kind, f.Name, where, s.p.Funcs[on.Func].Name, s.p.Position(on.At), on.Kind)
}

func less(a, b dynamic) bool {
	switch {
	case a.at != b.at:
		x, y := a.at, b.at
		if x.fn != y.fn {
			return x.fn < y.fn
		}
		if x.block != y.block {
			return x.block < y.block
		}
		return x.index < y.index
	case a.on != b.on:
		return a.on < b.on
	}
	return !a.control && b.control
}
