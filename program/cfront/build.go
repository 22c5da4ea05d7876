package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

// builder assembles the blocks of one function.
type builder struct {
	u      *unit
	out    *program.Func
	blocks []*program.Block // by number, as handed out
	order  []int            // blocks in the order in which they were begun
	cur    int              // block being filled
	ended  bool             // the current block has its terminator
	node   cc.Node          // what the next instruction comes from
	atNode cc.Node          // node that at was computed for
	at     program.RangeID
	stmt   int32 // entry of out.Stmts that instructions belong to; -1 for none
	flags  program.Flags
	taken  map[int]bool // blocks whose address is taken
}

func newBuilder(u *unit, out *program.Func) *builder {
	b := &builder{u: u, out: out, stmt: -1, taken: map[int]bool{}}
	b.begin(b.block("entry"))
	return b
}

// block makes a new block, to be begun later.
func (b *builder) block(name string) int {
	b.blocks = append(b.blocks, &program.Block{Name: name})
	return len(b.blocks) - 1
}

// begin makes block i current. The block before it must have ended.
func (b *builder) begin(i int) {
	b.cur, b.ended = i, false
	b.order = append(b.order, i)
}

// follow ends the current block, unless it has ended, with a jump to block i
// and begins i.
func (b *builder) follow(i int) {
	b.jump(i)
	b.begin(i)
}

// reg makes a new temporary of kind k.
func (b *builder) reg(k program.Kind) program.Reg {
	b.out.Regs = append(b.out.Regs, program.RegInfo{Kind: k})
	return program.Reg(len(b.out.Regs) - 1)
}

// emit appends an instruction and returns it for patching until the next
// call. Code after a terminator goes to a block of its own, which finish
// drops if nothing reaches it.
func (b *builder) emit(in program.Instr) *program.Instr {
	b.u.tick()
	if b.ended {
		b.begin(b.block("dead"))
	}
	if b.node != b.atNode {
		b.atNode, b.at = b.node, b.u.rangeOf(b.node)
	}
	in.At, in.Stmt = b.at, b.stmt
	in.Flags |= b.flags
	blk := b.blocks[b.cur]
	blk.Instrs = append(blk.Instrs, in)
	if in.IsTerminator() {
		b.ended = true
	}
	return &blk.Instrs[len(blk.Instrs)-1]
}

// value emits an instruction whose result goes to a new temporary of the
// given kind.
func (b *builder) value(k program.Kind, in program.Instr) program.Operand {
	in.Dst = b.reg(k)
	b.emit(in)
	return program.R(k, in.Dst)
}

// effect emits an instruction without result.
func (b *builder) effect(in program.Instr) {
	in.Dst = program.NoReg
	b.emit(in)
}

// jump ends the current block, unless it has ended.
func (b *builder) jump(i int) {
	if !b.ended {
		b.effect(program.Instr{Op: program.Jump, Targets: []int32{int32(i)}})
	}
}

// branch ends the current block with a test of c, which is of kind I1.
func (b *builder) branch(c program.Operand, yes, no int) {
	if b.ended {
		return
	}
	if c.Mode == program.Const {
		if c.Bits == 0 {
			yes = no
		}
		b.jump(yes)
		return
	}
	b.effect(program.Instr{Op: program.Branch, A: c, Targets: []int32{int32(yes), int32(no)}})
}

// move sets register dst, which holds a variable, to v. If v is the result of
// the instruction just emitted, that instruction is made to write dst itself.
func (b *builder) move(dst program.Reg, v program.Operand) {
	if b.retarget(dst, v) {
		return
	}
	b.emit(program.Instr{Op: program.Move, Kind: b.out.Regs[dst].Kind, Dst: dst, A: v})
}

func (b *builder) retarget(dst program.Reg, v program.Operand) bool {
	r := v.Reg()
	if b.ended || r == program.NoReg || b.out.Regs[r].Type != nil {
		return false
	}
	blk := b.blocks[b.cur]
	if len(blk.Instrs) == 0 {
		return false
	}
	last := &blk.Instrs[len(blk.Instrs)-1]
	if last.Dst != r || last.Op == program.Enter || last.Op == program.EnterVLA {
		return false
	}
	last.Dst = dst
	return true
}

// begins makes a new entry of Func.Stmts for n; what is emitted from now on
// belongs to it. It returns the former entry.
func (b *builder) begins(kind program.StmtKind, n cc.Node) (former int32) {
	former = b.stmt
	b.stmt = int32(len(b.out.Stmts))
	b.out.Stmts = append(b.out.Stmts, program.Stmt{Kind: kind, At: b.u.rangeOf(n)})
	b.node = n
	return former
}

// implicit runs body; what it emits is marked as made by the compiler.
func (b *builder) implicit(body func()) {
	flags, stmt := b.flags, b.stmt
	b.flags |= program.Implicit
	b.stmt = -1
	body()
	b.flags, b.stmt = flags, stmt
}

// signed returns the flag Signed for a signed type.
func signed(t *program.Type) program.Flags {
	if t.Unsigned || t.Class == program.PointerType {
		return 0
	}
	return program.Signed
}

// binary emits an integer or floating operation of kind k, or computes it if
// both operands are constant.
func (b *builder) binary(op program.Op, k program.Kind, flags program.Flags, x, y program.Operand) program.Operand {
	if x.Mode == program.Const && y.Mode == program.Const {
		if v, ok := foldBinary(op, k, flags, x.Bits, y.Bits); ok {
			return program.C(k, v)
		}
	}
	return b.value(k, program.Instr{Op: op, Kind: k, Flags: flags, A: x, B: y})
}

// compare emits a comparison of operands of kind k.
func (b *builder) compare(op program.Op, k program.Kind, x, y program.Operand) program.Operand {
	if v, ok := foldCompare(op, k, x, y); ok && !b.u.mayBeNull(x) {
		return program.C(program.I1, v)
	}
	return b.value(program.I1, program.Instr{Op: op, Kind: k, A: x, B: y})
}

// convert emits a conversion to kind k.
func (b *builder) convert(op program.Op, k program.Kind, x program.Operand) program.Operand {
	if x.Mode == program.Const {
		if v, ok := foldConvert(op, k, x); ok {
			return program.C(k, v)
		}
	}
	return b.value(k, program.Instr{Op: op, Kind: k, A: x})
}

// retag reads an I64 as an address or back, which takes no instruction.
func retag(x program.Operand, k program.Kind) program.Operand {
	x.Kind = k
	return x
}

// address returns base + off as one operand.
func (b *builder) address(base program.Operand, off int64) program.Operand {
	if off == 0 {
		return retag(base, program.Ptr)
	}
	switch base.Mode {
	case program.GlobalAddr, program.Const:
		base.Bits += uint64(off)
		base.Kind = program.Ptr
		return base
	}
	return b.value(program.Ptr, program.Instr{Op: program.PtrAdd, Kind: program.Ptr, A: base, Off: off})
}

// index returns base + i*scale + off, where i is of kind I64.
func (b *builder) index(base, i program.Operand, scale, off int64) program.Operand {
	if i.Mode == program.Const {
		return b.address(base, int64(i.Bits)*scale+off)
	}
	return b.value(program.Ptr, program.Instr{Op: program.PtrAdd, Kind: program.Ptr, A: base, B: i, Size: scale, Off: off})
}
