package vm

import "github.com/riftlab/rift/program"

// node is an IR instruction on its way to dense code: its operands after copy
// propagation and what it has absorbed from earlier instructions.
type node struct {
	in   *program.Instr
	op   program.Op
	kind program.Kind
	dst  program.Reg
	a, b program.Operand
	args []program.Arg
	// index is the place of the instruction in its block.
	index int32
	// gone marks an instruction that needs no code of its own.
	gone bool
	// place is the address of a Load, Store or PtrAdd.
	place place
	// cmp is the comparison that a Branch absorbed.
	cmp *node
	// extend is the kind to which a Load sign-extends what it reads.
	extend program.Kind
}

// place is base + index*scale + off; with sext, the index is the 32-bit word
// index + pre, sign-extended.
type place struct {
	base, index program.Operand
	scale, off  int64
	sext        bool
	pre         uint32
}

// reach limits how far apart (in instructions) a value and the instruction
// that absorbs it may be; it keeps the analysis linear.
const reach = 48

// fuser prepares the blocks of one function: it forwards copies, lets results
// go directly into the variables they are assigned to, and folds address
// computations and comparisons into the instructions that use them. None of
// this changes what a run shows, nor its step count: only instructions that
// can not fail are moved, and counts are of IR instructions.
type fuser struct {
	fn    *program.Func
	plain bool // no rewriting: one dense instruction for each of the IR
	// checked says that signed overflow is an error, so that arithmetic with
	// the flag Signed has to stay.
	checked bool
	regs    []regUse
}

// regUse sums up the appearances of a register.
type regUse struct {
	defs, uses int32
	block      int32 // the one block of all appearances, or manyBlocks
	def, last  int32 // index in that block of the definition and the last use
	early      bool  // used before the definition
	param      bool
}

const manyBlocks = -2

func newFuser(fn *program.Func, plain, checked bool) *fuser {
	z := &fuser{fn: fn, plain: plain, checked: checked, regs: make([]regUse, len(fn.Regs))}
	for i := range z.regs {
		z.regs[i] = regUse{block: -1, def: -1, last: -1}
	}
	for _, p := range fn.Params {
		z.regs[p.Reg].param = true
	}
	var uses []program.Reg
	for b, block := range fn.Blocks {
		for i := range block.Instrs {
			in := &block.Instrs[i]
			uses = in.Uses(uses[:0])
			for _, r := range uses {
				u := &z.regs[r]
				u.appear(int32(b))
				u.uses++
				u.last = int32(i)
				if u.defs == 0 {
					u.early = true
				}
			}
			if in.Dst != program.NoReg {
				u := &z.regs[in.Dst]
				u.appear(int32(b))
				u.defs++
				u.def = int32(i)
			}
		}
	}
	return z
}

func (u *regUse) appear(block int32) {
	if u.block == -1 {
		u.block = block
	} else if u.block != block {
		u.block = manyBlocks
	}
}

// temp reports whether r has one definition and all its uses behind it in the
// same block.
func (z *fuser) temp(r program.Reg) bool {
	u := &z.regs[r]
	return u.defs == 1 && u.block >= 0 && !u.early && !u.param
}

// block returns the nodes of a block, rewritten.
func (z *fuser) block(b int) []node {
	instrs := z.fn.Blocks[b].Instrs
	nodes := make([]node, len(instrs))
	for i := range instrs {
		in := &instrs[i]
		nodes[i] = node{in: in, op: in.Op, kind: in.Kind, dst: in.Dst, a: in.A, b: in.B, args: in.Args, index: int32(i)}
		switch in.Op {
		case program.Load, program.Store:
			nodes[i].place = place{base: in.A, off: in.Off}
			nodes[i].a = program.Operand{}
		case program.PtrAdd:
			nodes[i].place = place{base: in.A, index: in.B, scale: in.Size, off: in.Off}
			nodes[i].a, nodes[i].b = program.Operand{}, program.Operand{}
		}
	}
	if z.plain {
		return nodes
	}
	z.forwardCopies(nodes)
	z.forwardResults(nodes)
	z.absorb(nodes)
	z.dropDead(nodes)
	return nodes
}

// operands calls f with each operand that the node reads.
func (n *node) operands(f func(*program.Operand)) {
	f(&n.a)
	f(&n.b)
	if n.in.Op == program.WideOp && n.in.C.Mode == program.InReg {
		c := n.in.C
		f(&c)
	}
	f(&n.place.base)
	f(&n.place.index)
	for i := range n.args {
		f(&n.args[i].Operand)
	}
	if n.cmp != nil {
		f(&n.cmp.a)
		f(&n.cmp.b)
	}
}

// replace puts o where the node reads register r, keeping the kinds of the
// operands.
func (n *node) replace(r program.Reg, o program.Operand) {
	fix := func(p *program.Operand) {
		if p.Mode == program.InReg && program.Reg(p.Index) == r {
			kind := p.Kind
			*p = o
			p.Kind = kind
		}
	}
	fix(&n.a)
	fix(&n.b)
	fix(&n.place.base)
	fix(&n.place.index)
	for i := range n.args {
		if n.args[i].Mode == program.InReg && program.Reg(n.args[i].Index) == r {
			n.args = append([]program.Arg(nil), n.args...) // the program is immutable
			for j := i; j < len(n.args); j++ {
				fix(&n.args[j].Operand)
			}
			break
		}
	}
}

func (n *node) reads(r program.Reg) bool {
	found := false
	n.operands(func(o *program.Operand) {
		if o.Mode == program.InReg && program.Reg(o.Index) == r {
			found = true
		}
	})
	return found
}

// stable reports whether no node strictly between from and to writes the
// operand, and they are near enough to look.
func (z *fuser) stable(nodes []node, o program.Operand, from, to int32) bool {
	if o.Mode != program.InReg {
		return true
	}
	if to-from > reach {
		return false
	}
	for i := from + 1; i < to; i++ {
		if !nodes[i].gone && nodes[i].dst == program.Reg(o.Index) {
			return false
		}
	}
	return true
}

// forwardCopies removes moves, and conversions that do not change the word,
// into temporaries: their uses read the source instead. WideOp reads its third
// operand outside of the node, so temporaries read there stay.
func (z *fuser) forwardCopies(nodes []node) {
	wide := z.wideOperands(nodes)
	for i := range nodes {
		n := &nodes[i]
		if n.op != program.Move && n.op != program.ZExt && n.op != program.Bitcast {
			continue
		}
		t := n.dst
		if t == program.NoReg || !z.temp(t) || wide[t] || z.regs[t].uses == 0 {
			continue
		}
		last := z.regs[t].last
		if last-int32(i) > reach || !z.stable(nodes, n.a, int32(i), last) {
			continue
		}
		for j := int32(i) + 1; j <= last; j++ {
			nodes[j].replace(t, n.a)
		}
		if r := n.a.Reg(); r != program.NoReg {
			z.regs[r].uses += z.regs[t].uses - 1
			if z.regs[r].block >= 0 && last > z.regs[r].last {
				z.regs[r].last = last
			}
		}
		z.regs[t].uses = 0
		n.gone = true
	}
}

func (z *fuser) wideOperands(nodes []node) map[program.Reg]bool {
	var wide map[program.Reg]bool
	for i := range nodes {
		if c := nodes[i].in.C; c.Mode == program.InReg {
			if wide == nil {
				wide = map[program.Reg]bool{}
			}
			wide[program.Reg(c.Index)] = true
		}
	}
	return wide
}

// forwardResults lets "t = ...; v = t" compute directly into v.
func (z *fuser) forwardResults(nodes []node) {
	wide := z.wideOperands(nodes)
	for j := range nodes {
		n := &nodes[j]
		if n.gone || n.op != program.Move || n.a.Mode != program.InReg {
			continue
		}
		t, v := program.Reg(n.a.Index), n.dst
		if v == program.NoReg || !z.temp(t) || wide[t] {
			continue
		}
		i, last := z.regs[t].def, z.regs[t].last
		if int32(j)-i > reach || last-int32(j) > reach || nodes[i].gone || nodes[i].dst != t || !z.canTake(nodes, v, i, int32(j), last) {
			continue
		}
		nodes[i].dst = v
		n.gone = true
		o := program.Operand{Mode: program.InReg, Index: int32(v)}
		for k := i + 1; k <= last; k++ {
			nodes[k].replace(t, o)
		}
		z.regs[v].uses += z.regs[t].uses - 1
		z.regs[t].uses, z.regs[t].defs = 0, 0
		if u := &z.regs[v]; u.block >= 0 {
			if u.defs == 1 {
				u.def = i
			}
			u.last = max(u.last, last)
		}
	}
}

// canTake reports whether variable v may hold from i on the value that a move
// at j gives it, and stand for the temporary until last.
func (z *fuser) canTake(nodes []node, v program.Reg, i, j, last int32) bool {
	for k := i + 1; k < j; k++ {
		if nodes[k].gone {
			continue
		}
		if nodes[k].dst == v || nodes[k].reads(v) {
			return false
		}
		// A call may come back twice (setjmp) or not at all; a variable must
		// not change before it.
		if nodes[k].op == program.Call || nodes[k].op == program.Intrinsic {
			return false
		}
	}
	return z.stable(nodes, program.Operand{Mode: program.InReg, Index: int32(v)}, j, last)
}

// absorb folds address arithmetic into accesses, sign extension into address
// arithmetic and loads, and comparisons into branches.
func (z *fuser) absorb(nodes []node) {
	for i := range nodes {
		n := &nodes[i]
		if n.gone {
			continue
		}
		switch n.op {
		case program.PtrAdd, program.Load, program.Store:
			z.absorbPlace(nodes, n)
		case program.SExt:
			z.absorbLoad(nodes, n)
		case program.Branch:
			if c := z.single(nodes, n.a, n.index); c != nil && fusible(c) && z.stable(nodes, c.a, c.index, n.index) && z.stable(nodes, c.b, c.index, n.index) {
				n.cmp, c.gone = c, true
				n.a = program.Operand{}
			}
		}
	}
}

// single returns the node that computes operand o if o is a temporary that is
// read only there.
func (z *fuser) single(nodes []node, o program.Operand, at int32) *node {
	r := o.Reg()
	if r == program.NoReg || !z.temp(r) || z.regs[r].uses != 1 {
		return nil
	}
	d := &nodes[z.regs[r].def]
	if d.gone || d.dst != r || at-d.index > reach {
		return nil
	}
	return d
}

func (z *fuser) absorbPlace(nodes []node, n *node) {
	for {
		p := z.single(nodes, n.place.base, n.index)
		if p == nil || p.op != program.PtrAdd || p.place.index.Present() && n.place.index.Present() ||
			!z.stable(nodes, p.place.base, p.index, n.index) || !z.stable(nodes, p.place.index, p.index, n.index) {
			break
		}
		off := n.place.off + p.place.off
		if off != int64(int32(off)) {
			break
		}
		n.place.base, n.place.off = p.place.base, off
		if p.place.index.Present() {
			n.place.index, n.place.scale, n.place.sext, n.place.pre = p.place.index, p.place.scale, p.place.sext, p.place.pre
		}
		p.gone = true
	}
	if v, ok := n.place.index.Resolve(); ok && n.place.index.Present() {
		n.place.off += int64(v) * n.place.scale
		n.place.index = program.Operand{}
	}
	s := z.single(nodes, n.place.index, n.index)
	if s == nil || n.place.sext || n.place.scale != int64(int32(n.place.scale)) || s.op != program.SExt || s.in.A.Kind != program.I32 ||
		s.kind != program.I64 || s.a.Mode != program.InReg || !z.stable(nodes, s.a, s.index, n.index) {
		return
	}
	n.place.index, n.place.sext = s.a, true
	s.gone = true
	z.absorbAddend(nodes, n)
}

// absorbAddend folds the addition of a constant to a sign-extended index, as
// in a[i-1].
func (z *fuser) absorbAddend(nodes []node, n *node) {
	s := z.single(nodes, n.place.index, n.index)
	if s == nil || s.kind != program.I32 || s.op != program.Add && s.op != program.Sub || s.a.Mode != program.InReg ||
		z.checked && s.in.Flags&program.Signed != 0 || !z.stable(nodes, s.a, s.index, n.index) {
		return
	}
	k, ok := s.b.Resolve()
	if !ok || !s.b.Present() {
		return
	}
	if s.op == program.Sub {
		k = -k
	}
	n.place.index, n.place.pre = s.a, uint32(k)
	s.gone = true
}

// absorbLoad turns "t = load; u = sext t" into one sign-extending load.
func (z *fuser) absorbLoad(nodes []node, n *node) {
	l := z.single(nodes, n.a, n.index)
	if l == nil || l.op != program.Load || l.extend != program.Void || l.in.Flags&program.Raw != 0 || l.kind == program.I1 {
		return
	}
	if !(n.kind == program.I32 && l.kind.Bits() < 32 || n.kind == program.I64 && l.kind == program.I32) {
		return
	}
	if !z.canTake(nodes, n.dst, l.index, n.index, n.index) {
		return
	}
	z.regs[l.dst].uses, z.regs[l.dst].defs = 0, 0
	l.dst, l.extend = n.dst, n.kind
	if u := &z.regs[n.dst]; u.block >= 0 && u.defs == 1 {
		u.def = l.index
	}
	n.gone = true
}

// dropDead removes computations that nobody reads and that can not fail.
func (z *fuser) dropDead(nodes []node) {
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		if n.gone || n.dst == program.NoReg || !z.temp(n.dst) || z.regs[n.dst].uses != 0 || !harmless(n.in) {
			continue
		}
		n.gone = true
		n.operands(func(o *program.Operand) {
			if r := o.Reg(); r != program.NoReg {
				z.regs[r].uses--
			}
		})
	}
}

// harmless reports whether an instruction has no effect but its result.
func harmless(in *program.Instr) bool {
	switch in.Op {
	case program.UDiv, program.SDiv, program.URem, program.SRem, program.Shl, program.LShr, program.AShr:
		return false
	case program.PtrAdd, program.PtrDiff:
		return true
	}
	return in.Op >= program.Move && in.Op <= program.Bitcast && in.Flags&program.Signed == 0
}

// fusible reports whether there is a fused form of the comparison.
func fusible(c *node) bool {
	switch c.op {
	case program.Eq, program.Ne, program.ULt, program.ULe:
		return true
	case program.SLt, program.SLe:
		return c.kind.Bits() >= 32
	case program.FEq, program.FLt, program.FLe:
		return c.kind == program.F64
	}
	return false
}
