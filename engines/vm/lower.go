package vm

import (
	"sort"

	"github.com/riftlab/rift/program"
)

// emitBlock emits the code of block b; chain counts the blocks that led here
// without a jump, copies those of them that have code elsewhere too.
func (c *funcCompiler) emitBlock(b int32, chain, copies int) {
	if c.m.opt.Coverage {
		c.cover(c.m.cover.Block(int(c.index), int(b)))
	}
	nodes := c.nodes[b]
	stmt, done := int32(-1), -1
	for i := range nodes {
		n := &nodes[i]
		if s := n.in.Stmt; c.m.opt.Coverage && s >= 0 && s != stmt {
			stmt = s
			c.cover(c.m.cover.Stmt(int(c.index), int(s)))
		}
		c.count++
		if n.gone {
			continue
		}
		if i == done {
			continue
		}
		if i+1 < len(nodes) && c.emitMoveAdd(n, &nodes[i+1], b) {
			done = i + 1
			continue
		}
		c.src = source{fn: c.index, block: b, index: n.index, steps: c.count}
		c.traceBefore(n)
		if n.in.IsTerminator() {
			c.emitTerminator(n, b, chain, copies)
			return
		}
		c.emitNode(n)
		c.traceAfter(n)
	}
}

// emitMoveAdd emits "t = v; v = t + constant" (v++ whose old value is used), or with "-", as
// one instruction.
func (c *funcCompiler) emitMoveAdd(n, next *node, b int32) bool {
	if n.op != program.Move || n.a.Mode != program.InReg || next.gone || c.told {
		return false
	}
	t, v := n.dst, n.a.Reg()
	if t == program.NoReg || next.dst != v || t == v {
		return false
	}
	i := inst{a: c.dst(n), b: c.reg(n.a)}
	base := next.a
	k, ok := next.b.Resolve()
	switch {
	case next.op == program.PtrAdd && !next.place.index.Present():
		base, k, ok = next.place.base, uint64(next.place.off), true
		i.op = opMoveAdd64
	case next.op != program.Add && next.op != program.Sub || c.m.opt.CheckOverflow && next.in.Flags&program.Signed != 0:
		return false
	case next.kind == program.I32:
		i.op = opMoveAdd32
	case next.kind.Bits() == 64:
		i.op = opMoveAdd64
	default:
		return false
	}
	if r := base.Reg(); !ok || r != t && r != v {
		return false
	}
	if next.op == program.Sub {
		k = -k
	}
	i.imm = k
	c.src = source{fn: c.index, block: b, index: n.index, steps: c.count}
	c.emit(i)
	return true
}

func (c *funcCompiler) cover(bit int) { c.emit(inst{op: opCover, imm: uint64(bit)}) }

func (c *funcCompiler) emitTerminator(n *node, b int32, chain, copies int) {
	switch n.op {
	case program.Jump:
		c.emitJump(n.in.Targets[0], b, chain, copies)
	case program.Branch:
		c.emitBranch(n, b)
	case program.Switch:
		c.emitSwitch(n, b)
	case program.JumpTo:
		c.emitJumpTo(n)
	case program.Return:
		if n.in.Kind == program.Void || !n.a.Present() {
			c.emit(inst{op: opReturnVoid, c: c.takeCount()})
		} else {
			c.emit(inst{op: opReturn, a: c.reg(n.a), c: c.takeCount(), imm: n.kind.Mask()})
		}
	default:
		i := inst{op: opUnreachable, c: c.takeCount()}
		if n.in.C.Present() {
			i.a, i.b = c.toldRegister(n.in.A), c.toldRegister(n.in.B)
		}
		c.emit(i)
	}
}

// toldRegister returns the register of a value that a violation tells of, any if there is none.
func (c *funcCompiler) toldRegister(o program.Operand) uint16 {
	if !o.Present() {
		return c.scratch
	}
	return c.reg(o)
}

// emitJump goes on with the target itself when nobody else needs it or when it
// is short, such as the condition of a loop.
func (c *funcCompiler) emitJump(t, b int32, chain, copies int) {
	switch {
	case t != b && chain < 64 && c.preds[t] == 1 && !c.taken[t] && !c.queued[t]:
		c.emitBlock(t, chain+1, copies)
	case t != b && copies < maxCopies && len(c.fn.Blocks[t].Instrs) <= smallBlock:
		c.emitBlock(t, chain, copies+1)
	default:
		c.jump(t)
	}
}

func (c *funcCompiler) emitBranch(n *node, b int32) {
	t, f := c.edge(b, 0), c.edge(b, 1)
	if n.cmp == nil {
		c.branch(inst{op: opBrReg, a: c.reg(n.a), t: t, f: f, c: c.takeCount()})
		return
	}
	i := c.compareBranch(n.cmp, t, f)
	i.c = c.takeCount()
	c.branch(i)
}

// compareBranch chooses the fused form of a comparison. There are only forms
// for equal and less: a <= b is the opposite of b < a, a <= k is a < k+1.
func (c *funcCompiler) compareBranch(n *node, t, f int32) inst {
	a, b := n.a, n.b
	wide := n.kind.Bits() == 64
	if v, ok := a.Resolve(); ok && a.Present() && !n.kind.IsFloat() {
		return c.constantFirst(n, v, t, f, wide)
	}
	v, isConst := b.Resolve()
	isConst = isConst && b.Present()
	switch n.op {
	case program.Eq, program.Ne:
		if n.op == program.Ne {
			t, f = f, t
		}
		if isConst {
			return inst{op: opBrEqI, a: c.reg(a), imm: v, t: t, f: f}
		}
		return inst{op: opBrEq, a: c.reg(a), b: c.reg(b), t: t, f: f}
	case program.FEq:
		return inst{op: opBrFEq64, a: c.reg(a), b: c.reg(b), t: t, f: f}
	case program.FLt:
		return inst{op: opBrFLt64, a: c.reg(a), b: c.reg(b), t: t, f: f}
	case program.FLe:
		return inst{op: opBrFLe64, a: c.reg(a), b: c.reg(b), t: t, f: f}
	}
	reg, imm := lessOps(n.op, wide)
	if n.op == program.ULt || n.op == program.SLt {
		if isConst {
			return inst{op: imm, a: c.reg(a), imm: v, t: t, f: f}
		}
		return inst{op: reg, a: c.reg(a), b: c.reg(b), t: t, f: f}
	}
	if isConst && v != greatest(n.op, n.kind) {
		return inst{op: imm, a: c.reg(a), imm: (v + 1) & n.kind.Mask(), t: t, f: f}
	}
	return inst{op: reg, a: c.reg(b), b: c.reg(a), t: f, f: t}
}

// constantFirst is compareBranch for "v op b": v < b is the opposite of
// b < v+1, v <= b the opposite of b < v.
func (c *funcCompiler) constantFirst(n *node, v uint64, t, f int32, wide bool) inst {
	reg, imm := lessOps(n.op, wide)
	switch n.op {
	case program.Eq:
		return inst{op: opBrEqI, a: c.reg(n.b), imm: v, t: t, f: f}
	case program.Ne:
		return inst{op: opBrEqI, a: c.reg(n.b), imm: v, t: f, f: t}
	case program.ULt, program.SLt:
		if v == greatest(n.op, n.kind) {
			return inst{op: reg, a: c.reg(n.a), b: c.reg(n.b), t: t, f: f}
		}
		return inst{op: imm, a: c.reg(n.b), imm: (v + 1) & n.kind.Mask(), t: f, f: t}
	}
	return inst{op: imm, a: c.reg(n.b), imm: v, t: f, f: t}
}

func lessOps(op program.Op, wide bool) (reg, imm uint16) {
	switch {
	case op == program.ULt || op == program.ULe:
		return opBrULt, opBrULtI
	case wide:
		return opBrSLt64, opBrSLt64I
	}
	return opBrSLt32, opBrSLt32I
}

// greatest returns the greatest value of a kind, as the comparison sees it.
func greatest(op program.Op, k program.Kind) uint64 {
	if op == program.SLt || op == program.SLe {
		return k.Mask() >> 1
	}
	return k.Mask()
}

func (c *funcCompiler) emitSwitch(n *node, b int32) {
	t := switchTable{hasOther: true, other: c.edge(b, 0)}
	if n.in.Flags&program.Signed != 0 {
		t.shift = uint8(64 - n.kind.Bits())
		t.flip = 1 << 63
	}
	targets := make([]int32, len(n.in.Targets))
	for k := range targets {
		targets[k] = t.other
		if k > 0 {
			targets[k] = c.edge(b, k)
		}
	}
	for _, r := range n.in.Cases {
		if lo, hi := t.key(r.Lo), t.key(r.Hi); lo <= hi {
			t.ranges = append(t.ranges, switchRange{lo, hi, targets[r.Target]})
		}
	}
	t.ranges = disjoint(t.ranges)
	t.makeDense()
	c.tables = append(c.tables, int32(len(c.m.switches)))
	c.m.switches = append(c.m.switches, t)
	c.emit(inst{op: opSwitch, a: c.reg(n.a), t: int32(len(c.m.switches) - 1), c: c.takeCount()})
}

// disjoint sorts ranges that apply in order into ranges without overlap.
func disjoint(ranges []switchRange) []switchRange {
	out := make([]switchRange, 0, len(ranges))
	for _, r := range ranges {
		out = insertRange(out, r)
	}
	return out
}

// insertRange adds those parts of r that out, sorted, does not cover.
func insertRange(out []switchRange, r switchRange) []switchRange {
	i := sort.Search(len(out), func(i int) bool { return out[i].hi >= r.lo })
	if i == len(out) || out[i].lo > r.hi {
		out = append(out, switchRange{})
		copy(out[i+1:], out[i:])
		out[i] = r
		return out
	}
	have := out[i]
	if r.lo < have.lo {
		out = insertRange(out, switchRange{r.lo, have.lo - 1, r.target})
	}
	if r.hi > have.hi {
		out = insertRange(out, switchRange{have.hi + 1, r.hi, r.target})
	}
	return out
}

// makeDense replaces the ranges by a table if at least a quarter of it is used.
func (t *switchTable) makeDense() {
	if len(t.ranges) == 0 {
		return
	}
	t.lo = t.ranges[0].lo
	span := t.ranges[len(t.ranges)-1].hi - t.lo
	covered := uint64(0)
	for _, r := range t.ranges {
		covered += r.hi - r.lo + 1
	}
	if span >= 4096 || span/4 > covered {
		return
	}
	t.dense = make([]int32, span+1)
	for i := range t.dense {
		t.dense[i] = t.other
	}
	for _, r := range t.ranges {
		for i := r.lo - t.lo; i <= r.hi-t.lo; i++ {
			t.dense[i] = r.target
		}
	}
	t.ranges = nil
}

func (c *funcCompiler) emitJumpTo(n *node) {
	var t switchTable
	for _, b := range n.in.Targets {
		c.want(b)
		address := program.LabelAddress(int(c.index), int(b))
		t.ranges = insertRange(t.ranges, switchRange{address, address, b})
	}
	c.tables = append(c.tables, int32(len(c.m.switches)))
	c.m.switches = append(c.m.switches, t)
	c.emit(inst{op: opJumpTo, a: c.reg(n.a), t: int32(len(c.m.switches) - 1), c: c.takeCount()})
}

// emitNode emits an instruction that is no terminator.
func (c *funcCompiler) emitNode(n *node) {
	switch n.op {
	case program.Move, program.ZExt, program.Bitcast:
		c.emitMove(n)
	case program.Load:
		c.emitLoad(n)
	case program.Store:
		c.emitStore(n)
	case program.PtrAdd:
		c.emitLea(n)
	case program.PtrDiff:
		c.emit(inst{op: opPtrDiff, a: c.dst(n), b: c.reg(n.a), c: c.reg(n.b), imm: uint64(n.in.Size)})
	case program.CopyMem:
		c.emit(inst{op: opCopy, a: c.reg(n.a), b: c.reg(n.b), imm: uint64(n.in.Size)})
	case program.ZeroMem:
		c.emitZero(n)
	case program.Enter:
		c.emit(inst{op: opEnter, a: c.dst(n), c: c.home(n.in.Local), t: n.in.Local})
	case program.Leave:
		c.emit(inst{op: opLeave, c: c.home(n.in.Local)})
	case program.EnterVLA:
		i := inst{op: opEnterVLA, a: c.dst(n), b: c.reg(n.a), t: n.in.Local}
		if n.in.Local >= 0 {
			i.c = c.home(n.in.Local)
		}
		c.emit(i)
	case program.VaStart:
		c.emit(inst{op: opVaStart, a: c.dst(n)})
	case program.Call:
		c.emitCall(n)
	case program.Intrinsic:
		t := c.arguments(n)
		c.emit(inst{op: opIntrinsic, a: c.dst(n), t: t, b: uint16(len(n.args)), f: int32(n.in.Intrin), c: c.takeCount()})
	case program.WideOp:
		c.m.wides = append(c.m.wides, wideOp{kind: n.in.Wide, from: n.in.A.Kind, to: n.in.Kind, a: c.reg(n.a), b: c.reg(n.b), c: c.reg(n.in.C), dst: c.dst(n)})
		c.emit(inst{op: opWide, imm: uint64(len(c.m.wides) - 1)})
	default:
		c.emitArithmetic(n)
	}
}

func (c *funcCompiler) home(local int32) uint16 { return uint16(c.out.homes + local) }

func (c *funcCompiler) emitMove(n *node) {
	if v, ok := n.a.Resolve(); ok {
		c.emit(inst{op: opConst, a: c.dst(n), imm: v})
		return
	}
	c.emit(inst{op: opMove, a: c.dst(n), b: c.reg(n.a)})
}

func (c *funcCompiler) emitZero(n *node) {
	if off := n.in.Off; off == int64(int32(off)) {
		c.emit(inst{op: opZero, a: c.reg(n.a), t: int32(off), imm: uint64(n.in.Size)})
		return
	}
	c.emit(inst{op: opAdd64I, a: c.scratch, b: c.reg(n.a), imm: uint64(n.in.Off)})
	c.emit(inst{op: opZero, a: c.scratch, imm: uint64(n.in.Size)})
}

// arguments appends the argument registers to Machine.args and returns where.
func (c *funcCompiler) arguments(n *node) int32 {
	t := int32(len(c.m.args))
	for _, a := range n.args {
		c.m.args = append(c.m.args, argument{reg: c.reg(a.Operand), size: a.Size, align: a.Align})
	}
	return t
}

func (c *funcCompiler) emitCall(n *node) {
	if n.in.C.Present() {
		c.emit(inst{op: opCheckCall, a: c.reg(n.a)})
	}
	i := inst{op: opCallReg, a: c.dst(n), t: c.arguments(n), b: uint16(len(n.args))}
	if v, ok := n.a.Resolve(); ok {
		if f, ok := program.FuncIndex(v); ok && f < len(c.m.funcs) {
			i.op, i.imm = opCall, uint64(f)
			if !c.matches(n, f) {
				i.op = opCallReg
			}
		}
	}
	if i.op == opCallReg {
		i.imm = uint64(c.reg(n.a)) | uint64(c.callSignature(n))<<32
	}
	i.c = c.takeCount()
	c.calls = append(c.calls, c.emit(i))
	if i.op == opCallReg && n.dst != program.NoReg && n.kind.Bits() < 64 {
		// The function may return a wider kind than the call expects.
		c.emit(inst{op: opAndI, a: i.a, b: i.a, imm: n.kind.Mask()})
	}
}

// matches reports whether a direct call needs no look at its arguments: all
// are there, none is wider than its parameter, and none goes beyond a
// function that takes no more.
func (c *funcCompiler) matches(n *node, f int) bool {
	callee := c.m.program.Funcs[f]
	if len(callee.Blocks) == 0 || n.dst != program.NoReg && callee.Result.Bits() > n.kind.Bits() || callee.Variadic || len(n.args) != len(callee.Params) {
		return false
	}
	for i, p := range callee.Params {
		if n.args[i].Kind.Bits() > p.Kind.Bits() {
			return false
		}
	}
	return true
}

// callSignature returns the signature of a call through a pointer.
func (c *funcCompiler) callSignature(n *node) uint32 {
	kinds := make([]program.Kind, len(n.args), len(n.args)+1)
	for i, a := range n.args {
		kinds[i] = a.Kind
	}
	return c.m.signature(append(kinds, n.in.Kind))
}

// signature numbers lists of kinds (parameters, then result) from 1. A call
// and a function of one signature fit each other.
func (m *Machine) signature(kinds []program.Kind) uint32 {
	key := make([]byte, len(kinds))
	for i, k := range kinds {
		key[i] = byte(k.Bits())
	}
	s, ok := m.signatures[string(key)]
	if !ok {
		s = uint32(len(m.signatures) + 1)
		m.signatures[string(key)] = s
	}
	return s
}
