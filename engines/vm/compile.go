package vm

import (
	"fmt"
	"math/bits"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// maxWindow is the number of registers that operands can name.
const maxWindow = 1 << 16

// smallBlock is the number of instructions up to which a block is copied to
// the jumps that lead to it: loop conditions, mostly.
const smallBlock = 6

// maxCopies is how many such blocks one jump may copy in a row.
const maxCopies = 4

// funcCompiler turns one function into dense code at the end of Machine.code.
type funcCompiler struct {
	m     *Machine
	fn    *program.Func
	index int32
	out   *function
	z     *fuser
	told  bool     // some instruction is reported to a tracer
	nodes [][]node // by block; nil until needed
	slots []int32  // window index of each register; -1 if it has none

	scratch uint16 // first of three registers that no value outlives
	consts  map[uint64]uint16

	pcs    []int32 // pc of each emitted block, or -1
	queued []bool
	queue  []int32
	preds  []int32
	taken  []bool // blocks whose address is taken
	fixups []fixup
	tables []int32 // switch and label tables to fix
	calls  []int32 // calls, which have to know the window's size
	stubs  []stub  // coverage marks on edges, to be emitted after the block
	stubPC []int32

	count int32 // IR instructions since the last counting instruction
	src   source
}

// fixup says that a field of an instruction holds a block number which is to
// become a pc.
type fixup struct {
	pc    int32
	other bool // field f, not t
}

// stub is a detour on the edge from a block to one of its targets.
type stub struct {
	block int32
	edge  int // coverage bit
}

// declare fills in what callers need to know of a function.
func (m *Machine) declare(index int) *function {
	fn, out := m.program.Funcs[index], &m.funcs[index]
	out.entry = -1
	out.params = int32(len(fn.Params))
	out.variadic = fn.Variadic
	kinds := make([]program.Kind, 0, len(fn.Params)+1)
	for _, p := range fn.Params {
		out.masks = append(out.masks, p.Kind.Mask())
		kinds = append(kinds, p.Kind)
	}
	if len(fn.Blocks) > 0 {
		out.signature = m.signature(append(kinds, fn.Result))
	}
	return out
}

func (m *Machine) compileFunc(index int) error {
	fn, out := m.program.Funcs[index], m.declare(index)
	n := len(fn.Blocks)
	if n == 0 {
		return nil
	}
	told := m.tells(index)
	c := &funcCompiler{m: m, fn: fn, index: int32(index), out: out, told: told, consts: map[uint64]uint16{},
		z:     newFuser(fn, told || returnsTwice(fn), m.opt.CheckOverflow),
		nodes: make([][]node, n), pcs: make([]int32, n), queued: make([]bool, n)}
	for b := range fn.Blocks {
		c.pcs[b] = -1
		c.nodes[b] = c.z.block(b)
	}
	c.findPredecessors()
	if err := c.placeRegisters(); err != nil {
		return err
	}
	c.placeLocals()
	c.emitFunc()
	if out.window > maxWindow {
		return c.tooLarge(out.window)
	}
	return nil
}

func (c *funcCompiler) tooLarge(registers int32) error {
	return &program.Error{Pos: c.m.program.Position(c.fn.At), Unsupported: true,
		Msg: fmt.Sprintf("function %s needs %d registers, more than %d", c.fn.Name, registers, maxWindow)}
}

// emitFunc emits the blocks that can be reached and fills in their targets.
func (c *funcCompiler) emitFunc() {
	c.out.entry = int32(len(c.m.code))
	c.want(0)
	for len(c.queue) > 0 {
		b := c.queue[0]
		c.queue = c.queue[1:]
		c.pcs[b] = int32(len(c.m.code))
		c.count = 0
		c.emitBlock(b, 0, 0)
		c.emitStubs()
	}
	c.fix()
	c.out.window = c.out.constBase + int32(len(c.out.consts))
	for _, pc := range c.calls {
		c.m.code[pc].f = c.out.window
	}
}

func (c *funcCompiler) findPredecessors() {
	c.preds = make([]int32, len(c.fn.Blocks))
	c.taken = make([]bool, len(c.fn.Blocks))
	c.preds[0]++
	for _, block := range c.fn.Blocks {
		term := block.Term()
		for _, t := range term.Targets {
			c.preds[t]++
			if term.Op == program.JumpTo {
				c.taken[t] = true
			}
		}
	}
}

// want asks for the code of a block of its own.
func (c *funcCompiler) want(b int32) {
	if !c.queued[b] {
		c.queued[b] = true
		c.queue = append(c.queue, b)
	}
}

// placeRegisters gives every register that is still used a place in the
// window: parameters first, then what lives across blocks, then temporaries,
// which share places within and between blocks.
func (c *funcCompiler) placeRegisters() error {
	c.slots = make([]int32, len(c.fn.Regs))
	for i := range c.slots {
		c.slots[i] = -1
	}
	next := int32(0)
	for _, p := range c.fn.Params {
		c.slots[p.Reg] = next
		next++
	}
	share := !c.told && !returnsTwice(c.fn)
	place := func(temps bool) {
		see := func(r program.Reg) {
			if r != program.NoReg && c.slots[r] < 0 && c.z.temp(r) == temps {
				c.slots[r] = next
				next++
			}
		}
		for _, nodes := range c.nodes {
			for i := range nodes {
				if n := &nodes[i]; !n.gone {
					n.operands(func(o *program.Operand) { see(o.Reg()) })
					see(n.dst)
				}
			}
		}
	}
	place(false)
	c.out.temps = next
	if !share {
		place(true)
	}
	top := next
	for _, nodes := range c.nodes {
		if share {
			top = max(top, c.placeTemps(nodes, next))
		}
	}
	if top+3 > maxWindow {
		return c.tooLarge(top + 3)
	}
	c.scratch = uint16(top)
	c.out.homes = top + 3
	c.out.nhomes = int32(len(c.fn.Locals))
	c.out.constBase = c.out.homes + c.out.nhomes
	return nil
}

// returnsTwice reports whether the function calls setjmp: after a longjmp a
// register may have changed behind the back of code that comes later in the
// block, so nothing is moved and nothing shares a place.
func returnsTwice(fn *program.Func) bool {
	for _, b := range fn.Blocks {
		for i := range b.Instrs {
			if b.Instrs[i].Op == program.Intrinsic && b.Instrs[i].Intrin == program.IntrinSetjmp {
				return true
			}
		}
	}
	return false
}

// placeTemps assigns the temporaries of one block from base upward, first fit,
// and returns the end of what it used.
func (c *funcCompiler) placeTemps(nodes []node, base int32) int32 {
	last := map[program.Reg]int{}
	for i := range nodes {
		if n := &nodes[i]; !n.gone {
			n.operands(func(o *program.Operand) {
				if r := o.Reg(); r != program.NoReg && c.z.temp(r) {
					last[r] = i
				}
			})
		}
	}
	var free []int32
	top := base
	for i := range nodes {
		n := &nodes[i]
		if n.gone {
			continue
		}
		if r := n.dst; r != program.NoReg && c.z.temp(r) && c.slots[r] < 0 {
			var mine int32
			if k := len(free); k > 0 {
				mine, free = free[k-1], free[:k-1]
			} else {
				mine = top
				top++
			}
			c.slots[r] = mine
			if _, used := last[r]; !used {
				free = append(free, mine)
			}
		}
		n.operands(func(o *program.Operand) {
			if r := o.Reg(); r != program.NoReg && c.z.temp(r) && last[r] == i {
				free = append(free, c.slots[r])
				last[r] = -1
			}
		})
	}
	return top
}

// placeLocals lays out the local memory of an activation.
func (c *funcCompiler) placeLocals() {
	out := c.out
	named := int64(0)
	for _, r := range c.fn.Regs {
		if r.Name != "" {
			named++
		}
	}
	for _, l := range c.fn.Locals {
		p := localPlace{off: -1, size: l.Size}
		if l.Size >= 0 {
			p.off = out.localSize
			out.localSize += machine.Aligned(l.Size)
		}
		out.locals = append(out.locals, p)
	}
	out.cost = machine.FrameCost(c.fn)
	out.plain = len(c.fn.Locals) == 0 && !c.fn.Variadic && !usesVLA(c.fn) && !c.m.opt.CheckLeaks
}

func usesVLA(fn *program.Func) bool {
	for _, b := range fn.Blocks {
		for i := range b.Instrs {
			if b.Instrs[i].Op == program.EnterVLA {
				return true
			}
		}
	}
	return false
}

// emit appends an instruction and returns its pc.
func (c *funcCompiler) emit(i inst) int32 {
	c.m.code = append(c.m.code, i)
	c.m.sources = append(c.m.sources, c.src)
	return int32(len(c.m.code) - 1)
}

// branch emits an instruction whose fields t and f are targets.
func (c *funcCompiler) branch(i inst) {
	pc := c.emit(i)
	c.fixups = append(c.fixups, fixup{pc, false}, fixup{pc, true})
}

// edge returns what stands for target number k of block b until fix: the
// block's number or, where edges are counted, that of a stub, below zero.
func (c *funcCompiler) edge(b int32, k int) int32 {
	t := c.fn.Blocks[b].Term().Targets[k]
	c.want(t)
	if !c.m.opt.Coverage {
		return t
	}
	c.stubs = append(c.stubs, stub{block: t, edge: c.m.cover.Edge(int(c.index), int(b), k)})
	return -int32(len(c.stubPC) + len(c.stubs))
}

func (c *funcCompiler) emitStubs() {
	stubs := c.stubs
	c.stubs = nil
	for _, s := range stubs {
		c.stubPC = append(c.stubPC, c.emit(inst{op: opCover, imm: uint64(s.edge)}))
		c.jump(s.block)
	}
}

// jump emits a jump to a block.
func (c *funcCompiler) jump(b int32) {
	c.want(b)
	pc := c.emit(inst{op: opJump, t: b, imm: uint64(c.count)})
	c.count = 0
	c.fixups = append(c.fixups, fixup{pc, false})
}

// fix replaces block and stub numbers by places in the code.
func (c *funcCompiler) fix() {
	place := func(t *int32) {
		if *t < 0 {
			*t = c.stubPC[-*t-1]
		} else {
			*t = c.pcs[*t]
		}
	}
	for _, f := range c.fixups {
		if in := &c.m.code[f.pc]; f.other {
			place(&in.f)
		} else {
			place(&in.t)
		}
	}
	for _, t := range c.tables {
		table := &c.m.switches[t]
		for i := range table.dense {
			place(&table.dense[i])
		}
		for i := range table.ranges {
			place(&table.ranges[i].target)
		}
		if table.hasOther {
			place(&table.other)
		}
	}
}

// takeCount returns the pending step count for a field of 16 bits, flushing
// what does not fit.
func (c *funcCompiler) takeCount() uint16 {
	n := c.count
	c.count = 0
	if n > 0xFFFF {
		c.emit(inst{op: opCount, imm: uint64(n - 0xFFFF)})
		n = 0xFFFF
	}
	return uint16(n)
}

// reg returns the window index of an operand; constants get a preloaded
// register.
func (c *funcCompiler) reg(o program.Operand) uint16 {
	if o.Mode == program.InReg {
		return uint16(c.slots[o.Index])
	}
	v, _ := o.Resolve() // an absent operand counts as 0
	return c.constant(v)
}

func (c *funcCompiler) constant(v uint64) uint16 {
	if r, ok := c.consts[v]; ok {
		return r
	}
	r := uint16(min(int(c.out.constBase)+len(c.out.consts), maxWindow-1)) // compileFunc refuses the overflow
	c.out.consts = append(c.out.consts, v)
	c.consts[v] = r
	return r
}

// dst returns the window index of the result.
func (c *funcCompiler) dst(n *node) uint16 {
	if n.dst == program.NoReg || c.slots[n.dst] < 0 {
		return c.scratch
	}
	return uint16(c.slots[n.dst])
}

// log2 returns the exponent of a power of two, or -1.
func log2(v uint64) int {
	if v == 0 || v&(v-1) != 0 {
		return -1
	}
	return bits.TrailingZeros64(v)
}
