// Package code is a program prepared for symbolic execution: the instructions of each
// function in one piece, with the places that operands have in the registers of an
// activation, and what is known of branches: which can be merged, and where their ways
// meet again. It is immutable; explorers of one program share it.
package code

import (
	"encoding/binary"
	"fmt"

	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
	"github.com/riftlab/rift/program/machine"
)

// Instr is an instruction whose operands are slots of the window: registers,
// then the homes of locals, a slot nobody reads, and the constants.
type Instr struct {
	Op      program.Op
	Kind    program.Kind
	From    program.Kind // of operand A
	Flags   program.Flags
	Dst     int32
	A, B, C int32
	Yes, No int32 // pcs of Targets[0] and Targets[1]
	Mask    uint64
	Off     uint64 // Off
	Scale   uint64 // Size, of PtrAdd; 0 without operand B
	Size    uint8  // bytes of kind
	Shift   uint8  // that puts the sign of operand A into the highest bit
	IR      *program.Instr
	Args    []int32 // slots
	Block   int32   // number, over all functions, of the block it begins; or -1
	Stmt    int32   // number, over all functions, of the statement it begins; or -1
	Arms    *Arms   // of a branch that can be merged
	Choice  bool    // a branch to one of the arguments of a change annotation
	Join    int32   // of a Choice: pc where its ways meet again; or -1
}

// Function is a function with its code in one piece.
type Function struct {
	IR       *program.Func
	Index    int
	Code     []Instr
	Starts   []int32      // pc of each block
	Final    []int32      // block where each leads if all it does is jump; else itself
	Locals   int32        // slot of the home of local 0
	Homeless int32        // slot that takes results nobody wants
	Window   int32        // number of slots
	Consts   []expr.Value // the last slots
	Cost     int64        // bytes of stack
	Summary  string       // name of what may take its place, by the table of facts; "" if nothing does
	Within   []bool       // by register: it is a temporary, see temporaries
}

// Program is a program prepared for execution. It is immutable.
type Program struct {
	IR      *program.Program
	Funcs   []*Function
	Images  [][]byte // of globals, with addresses
	Blocks  int      // of all functions
	Stmts   int
	Ranges  []Place // of each block number
	Clocked bool    // the program asks for the time, in less than seconds
	merge   bool    // branches
	shadow  bool
}

// Place names a block.
type Place struct {
	Func  *Function
	Block int
}

// New prepares a program that program.Verify accepts: with merge, branches that can be
// merged know it; with shadow, those to the arguments of change annotations.
func New(p *program.Program, merge, shadow bool) (*Program, error) {
	c := &Program{IR: p, merge: merge, shadow: shadow}
	table := libfacts.New()
	for _, g := range p.Globals {
		if g.Size > program.MaxObjectSize {
			return nil, &program.Error{Pos: p.Position(g.At), Unsupported: true, Msg: fmt.Sprintf("object %s of %d bytes", g.Name, g.Size)}
		}
		image := g.Data
		if n := len(g.Relocs); n > 0 {
			image = make([]byte, max(int64(len(g.Data)), g.Relocs[n-1].Off+8))
			copy(image, g.Data)
			for _, r := range g.Relocs {
				v, _ := r.Target.Resolve()
				binary.LittleEndian.PutUint64(image[r.Off:], v)
			}
		}
		c.Images = append(c.Images, image)
	}
	for i, fn := range p.Funcs {
		c.Funcs = append(c.Funcs, c.compileFunc(table, i, fn))
	}
	return c, nil
}

func (c *Program) compileFunc(table *libfacts.Table, index int, fn *program.Func) *Function {
	f := &Function{IR: fn, Index: index, Cost: machine.FrameCost(fn), Summary: summaryOf(table, fn)}
	f.Within = temporaries(fn)
	f.Locals = int32(len(fn.Regs))
	f.Homeless = f.Locals + int32(len(fn.Locals))
	for _, b := range fn.Blocks {
		f.Starts = append(f.Starts, int32(len(f.Code)))
		for i := range b.Instrs {
			n := c.instruction(f, &b.Instrs[i])
			if i > 0 && b.Instrs[i-1].Stmt == b.Instrs[i].Stmt {
				n.Stmt = -1
			}
			f.Code = append(f.Code, n)
		}
	}
	for b := range fn.Blocks {
		to := int32(b)
		for range fn.Blocks { // a bound: they may jump in a circle
			in := &fn.Blocks[to].Instrs[0]
			if in.Op != program.Jump {
				break
			}
			to = in.Targets[0]
		}
		f.Final = append(f.Final, to)
	}
	known := map[uint64]int32{}
	operand := func(o program.Operand) int32 {
		if o.Mode == program.InReg {
			return o.Index
		}
		v, ok := o.Resolve()
		if !ok {
			return f.Homeless
		}
		slot, ok := known[v]
		if !ok {
			slot = f.Homeless + 1 + int32(len(f.Consts))
			known[v] = slot
			f.Consts = append(f.Consts, expr.Word(v))
		}
		return slot
	}
	for i := range f.Code {
		n := &f.Code[i]
		n.A, n.B, n.C = operand(n.IR.A), operand(n.IR.B), operand(n.IR.C)
		for _, a := range n.IR.Args {
			n.Args = append(n.Args, operand(a.Operand))
		}
		switch n.Op {
		case program.Jump:
			n.Yes = f.Starts[n.IR.Targets[0]]
		case program.Branch:
			n.Yes, n.No = f.Starts[n.IR.Targets[0]], f.Starts[n.IR.Targets[1]]
			if n.Choice = c.shadow && choosesVersion(fn, n.IR); c.merge && !n.Choice {
				n.Arms = f.armsOf(n.IR)
			}
		}
	}
	f.joins()
	for b := range fn.Blocks {
		f.Code[f.Starts[b]].Block = int32(c.Blocks)
		c.Ranges = append(c.Ranges, Place{f, b})
		c.Blocks++
	}
	c.Stmts += len(fn.Stmts)
	f.Window = f.Homeless + 1 + int32(len(f.Consts))
	return f
}

// temporaries reports for each register whether it is written once and read
// after that in the same block only.
func temporaries(fn *program.Func) []bool {
	home, within := make([]int, len(fn.Regs)), make([]bool, len(fn.Regs))
	for i := range within {
		within[i] = true
	}
	for _, p := range fn.Params {
		within[p.Reg] = false
	}
	var uses []program.Reg
	for b, block := range fn.Blocks {
		for i := range block.Instrs {
			in := &block.Instrs[i]
			for _, r := range in.Uses(uses[:0]) {
				within[r] = within[r] && home[r] == b+1
			}
			if r := in.Dst; r != program.NoReg {
				within[r] = within[r] && home[r] == 0
				home[r] = b + 1
			}
		}
	}
	return within
}

func (c *Program) instruction(f *Function, in *program.Instr) Instr {
	n := Instr{Op: in.Op, Kind: in.Kind, From: in.A.Kind, Flags: in.Flags, Dst: int32(in.Dst), IR: in, Block: -1, Stmt: -1}
	n.Mask, n.Off, n.Size = in.Kind.Mask(), uint64(in.Off), uint8(in.Kind.Bytes())
	n.Shift = uint8(64 - max(in.A.Kind.Bits(), 1))
	if in.Op == program.PtrAdd && in.B.Present() {
		n.Scale = uint64(in.Size)
	}
	if in.Dst == program.NoReg {
		n.Dst = f.Homeless
	}
	if in.Op == program.Intrinsic && in.Intrin == program.IntrinClock {
		if which, ok := in.Args[0].Resolve(); !ok || which != 0 {
			c.Clocked = true
		}
	}
	if in.Stmt >= 0 {
		n.Stmt = int32(c.Stmts) + in.Stmt
	}
	return n
}

// summaryOf returns the name of what may take the place of a function.
func summaryOf(table *libfacts.Table, fn *program.Func) string {
	if !fn.Library || len(fn.Blocks) == 0 {
		return ""
	}
	facts, _ := table.Of(fn.Name)
	return facts.Summary
}
