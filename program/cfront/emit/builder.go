// Package emit builds functions of the IR: blocks and instructions, each with its place in the
// source, constants folded as they are emitted. Finish cleans the flow graph up and finds the
// register variables that may be read before they are assigned.
//
// A Builder knows neither C's types nor its syntax, but for the nodes that places come from.
package emit

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

// Unit is what a builder asks of the translation unit.
type Unit interface {
	// Tick gives up, now and then, if the work is to end.
	Tick()
	// RangeOf returns the range of source text of a node.
	RangeOf(n cc.Node) program.RangeID
	// MayBeNull reports whether x is the address of a symbol that linking may not find.
	MayBeNull(x program.Operand) bool
}

// Builder assembles the blocks of one function.
type Builder struct {
	u      Unit
	Out    *program.Func
	number int              // of the function in its object, by which operands name it
	blocks []*program.Block // by number, as handed out
	order  []int            // blocks in the order in which they were begun
	cur    int              // block being filled
	ended  bool             // the current block has its terminator
	Node   cc.Node          // what the next instruction comes from
	atNode cc.Node          // node that at was computed for
	at     program.RangeID
	Stmt   int32 // entry of out.Stmts that instructions belong to; -1 for none
	Flags  program.Flags
	taken  map[int]bool // blocks whose address is taken
	// entries are instructions to put at the function's entry, trapped statements that were
	// given up, and labelled is called when blocks have new numbers.
	entries  []program.Instr
	trapped  []trapped
	labelled []func(fix func(*program.Operand))
}

// New returns a builder of out, which is the function with a number in
// its object, with an entry block begun.
func New(u Unit, out *program.Func, number int) *Builder {
	b := &Builder{u: u, Out: out, number: number, Stmt: -1, taken: map[int]bool{}}
	b.Begin(b.Block("entry"))
	return b
}

// Block makes a new block, to be begun later.
func (b *Builder) Block(name string) int {
	b.blocks = append(b.blocks, &program.Block{Name: name})
	return len(b.blocks) - 1
}

// Begin makes block i current. The block before it must have ended.
func (b *Builder) Begin(i int) {
	b.cur, b.ended = i, false
	b.order = append(b.order, i)
}

// Follow ends the current block, unless it has ended, with a jump to block i
// and begins i.
func (b *Builder) Follow(i int) {
	b.Jump(i)
	b.Begin(i)
}

// AtEntry puts an instruction at the function's entry.
func (b *Builder) AtEntry(in program.Instr) {
	in.Stmt = -1
	b.entries = append(b.entries, in)
}

// LabelAddress returns the operand for the address of a block.
func (b *Builder) LabelAddress(block int) program.Operand {
	b.taken[block] = true
	return program.Operand{Mode: program.LabelAddr, Kind: program.Ptr, Index: int32(b.number), Bits: uint64(block)}
}

// OnLabelled has visit called when blocks have got new numbers, with what brings the
// operand for the address of a block up to date.
func (b *Builder) OnLabelled(visit func(fix func(*program.Operand))) {
	b.labelled = append(b.labelled, visit)
}

// Reg makes a new temporary of kind k.
func (b *Builder) Reg(k program.Kind) program.Reg {
	b.Out.Regs = append(b.Out.Regs, program.RegInfo{Kind: k})
	return program.Reg(len(b.Out.Regs) - 1)
}

// Emit appends an instruction and returns it for patching until the next
// call. Code after a terminator goes to a block of its own, which finish
// drops if nothing reaches it.
func (b *Builder) Emit(in program.Instr) *program.Instr {
	b.u.Tick()
	if b.ended {
		b.Begin(b.Block("dead"))
	}
	if b.Node != b.atNode {
		b.atNode, b.at = b.Node, b.u.RangeOf(b.Node)
	}
	in.At, in.Stmt = b.at, b.Stmt
	in.Flags |= b.Flags
	blk := b.blocks[b.cur]
	blk.Instrs = append(blk.Instrs, in)
	if in.IsTerminator() {
		b.ended = true
	}
	return &blk.Instrs[len(blk.Instrs)-1]
}

// Result emits an instruction whose result goes to a new temporary of the
// given kind.
func (b *Builder) Result(k program.Kind, in program.Instr) program.Operand {
	in.Dst = b.Reg(k)
	b.Emit(in)
	return program.R(k, in.Dst)
}

// Effect emits an instruction without result.
func (b *Builder) Effect(in program.Instr) {
	in.Dst = program.NoReg
	b.Emit(in)
}

// Jump ends the current block, unless it has ended.
func (b *Builder) Jump(i int) {
	if !b.ended {
		b.Effect(program.Instr{Op: program.Jump, Targets: []int32{int32(i)}})
	}
}

// Branch ends the current block with a test of c, which is of kind I1.
func (b *Builder) Branch(c program.Operand, yes, no int) {
	if b.ended {
		return
	}
	if c.Mode == program.Const {
		if c.Bits == 0 {
			yes = no
		}
		b.Jump(yes)
		return
	}
	b.Effect(program.Instr{Op: program.Branch, A: c, Targets: []int32{int32(yes), int32(no)}})
}

// Move sets register dst, which holds a variable, to v. If v is the result of
// the instruction just emitted, that instruction is made to write dst itself.
func (b *Builder) Move(dst program.Reg, v program.Operand) {
	if b.retarget(dst, v) {
		return
	}
	b.Emit(program.Instr{Op: program.Move, Kind: b.Out.Regs[dst].Kind, Dst: dst, A: v})
}

func (b *Builder) retarget(dst program.Reg, v program.Operand) bool {
	r := v.Reg()
	if b.ended || r == program.NoReg || b.Out.Regs[r].Type != nil {
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

// BeginStmt makes a new entry of Func.Stmts for n; what is emitted from now on
// belongs to it. It returns the former entry.
func (b *Builder) BeginStmt(kind program.StmtKind, n cc.Node) (former int32) {
	former = b.Stmt
	b.Stmt = int32(len(b.Out.Stmts))
	b.Out.Stmts = append(b.Out.Stmts, program.Stmt{Kind: kind, At: b.u.RangeOf(n)})
	b.Node = n
	return former
}

// Implicit runs body; what it emits is marked as made by the compiler.
func (b *Builder) Implicit(body func()) {
	flags, stmt := b.Flags, b.Stmt
	b.Flags |= program.Implicit
	b.Stmt = -1
	body()
	b.Flags, b.Stmt = flags, stmt
}

// Binary emits an integer or floating operation of kind k, or computes it if
// both operands are constant.
func (b *Builder) Binary(op program.Op, k program.Kind, flags program.Flags, x, y program.Operand) program.Operand {
	if x.Mode == program.Const && y.Mode == program.Const {
		if v, ok := FoldBinary(op, k, flags, x.Bits, y.Bits); ok {
			return program.C(k, v)
		}
	}
	return b.Result(k, program.Instr{Op: op, Kind: k, Flags: flags, A: x, B: y})
}

// Compare emits a comparison of operands of kind k.
func (b *Builder) Compare(op program.Op, k program.Kind, x, y program.Operand) program.Operand {
	if v, ok := foldCompare(op, k, x, y); ok && !b.u.MayBeNull(x) {
		return program.C(program.I1, v)
	}
	return b.Result(program.I1, program.Instr{Op: op, Kind: k, A: x, B: y})
}

// Cast emits a conversion to kind k.
func (b *Builder) Cast(op program.Op, k program.Kind, x program.Operand) program.Operand {
	if x.Mode == program.Const {
		if v, ok := foldConvert(op, k, x); ok {
			return program.C(k, v)
		}
	}
	return b.Result(k, program.Instr{Op: op, Kind: k, A: x})
}

// Retag reads an I64 as an address or back, which takes no instruction.
func Retag(x program.Operand, k program.Kind) program.Operand {
	x.Kind = k
	return x
}

// Address returns base + off as one operand.
func (b *Builder) Address(base program.Operand, off int64) program.Operand {
	if off == 0 {
		return Retag(base, program.Ptr)
	}
	switch base.Mode {
	case program.GlobalAddr, program.Const:
		base.Bits += uint64(off)
		base.Kind = program.Ptr
		return base
	}
	return b.Result(program.Ptr, program.Instr{Op: program.PtrAdd, Kind: program.Ptr, A: base, Off: off})
}

// Index returns base + i*scale + off, where i is of kind I64.
func (b *Builder) Index(base, i program.Operand, scale, off int64) program.Operand {
	if i.Mode == program.Const {
		return b.Address(base, int64(i.Bits)*scale+off)
	}
	return b.Result(program.Ptr, program.Instr{Op: program.PtrAdd, Kind: program.Ptr, A: base, B: i, Size: scale, Off: off})
}
