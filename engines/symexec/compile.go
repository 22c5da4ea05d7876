package symexec

import (
	"encoding/binary"
	"fmt"

	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
	"github.com/riftlab/rift/program/machine"
)

// inst is an instruction whose operands are slots of the window: registers,
// then the homes of locals, a slot nobody reads, and the constants.
type inst struct {
	op      program.Op
	kind    program.Kind
	from    program.Kind // of operand A
	flags   program.Flags
	dst     int32
	a, b, c int32
	yes, no int32 // pcs of Targets[0] and Targets[1]
	mask    uint64
	off     uint64 // Off
	scale   uint64 // Size, of PtrAdd; 0 without operand B
	size    uint8  // bytes of kind
	shift   uint8  // that puts the sign of operand A into the highest bit
	in      *program.Instr
	args    []int32 // slots
	block   int32   // number, over all functions, of the block it begins; or -1
	stmt    int32   // number, over all functions, of the statement it begins; or -1
	arms    *arms   // of a branch that can be merged
	choice  bool    // a branch to one of the arguments of a change annotation
}

// function is a function with its code in one piece.
type function struct {
	fn       *program.Func
	index    int
	code     []inst
	starts   []int32      // pc of each block
	final    []int32      // block where each leads if all it does is jump; else itself
	locals   int32        // slot of the home of local 0
	homeless int32        // slot that takes results nobody wants
	window   int32        // number of slots
	consts   []expr.Value // the last slots
	cost     int64        // bytes of stack
	summary  summary
	within   []bool // by register: it is a temporary, see temporaries
}

// code is a program prepared for execution. It is immutable.
type code struct {
	program *program.Program
	funcs   []*function
	images  [][]byte // of globals, with addresses
	blocks  int      // of all functions
	stmts   int
	ranges  []place // of each block number
	merge   bool    // branches
	clocked bool    // the program asks for the time, in less than seconds
	shadow  bool
}

// place names a block.
type place struct {
	fn    *function
	block int
}

func compile(p *program.Program, merge, shadow bool) (*code, error) {
	c := &code{program: p, merge: merge, shadow: shadow}
	table := libfacts.New()
	if len(p.Globals) >= program.FuncSlot-1 {
		return nil, fmt.Errorf("symexec: %d globals are more than addresses can name", len(p.Globals))
	}
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
		c.images = append(c.images, image)
	}
	for i, fn := range p.Funcs {
		c.funcs = append(c.funcs, c.compileFunc(table, i, fn))
	}
	return c, nil
}

func (c *code) compileFunc(table *libfacts.Table, index int, fn *program.Func) *function {
	f := &function{fn: fn, index: index, cost: machine.FrameCost(fn), summary: summaryOf(table, fn)}
	f.within = temporaries(fn)
	f.locals = int32(len(fn.Regs))
	f.homeless = f.locals + int32(len(fn.Locals))
	for _, b := range fn.Blocks {
		f.starts = append(f.starts, int32(len(f.code)))
		for i := range b.Instrs {
			n := c.instruction(f, &b.Instrs[i])
			if i > 0 && b.Instrs[i-1].Stmt == b.Instrs[i].Stmt {
				n.stmt = -1
			}
			f.code = append(f.code, n)
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
		f.final = append(f.final, to)
	}
	known := map[uint64]int32{}
	operand := func(o program.Operand) int32 {
		if o.Mode == program.InReg {
			return o.Index
		}
		v, ok := o.Resolve()
		if !ok {
			return f.homeless
		}
		slot, ok := known[v]
		if !ok {
			slot = f.homeless + 1 + int32(len(f.consts))
			known[v] = slot
			f.consts = append(f.consts, expr.Word(v))
		}
		return slot
	}
	for i := range f.code {
		n := &f.code[i]
		n.a, n.b, n.c = operand(n.in.A), operand(n.in.B), operand(n.in.C)
		for _, a := range n.in.Args {
			n.args = append(n.args, operand(a.Operand))
		}
		switch n.op {
		case program.Jump:
			n.yes = f.starts[n.in.Targets[0]]
		case program.Branch:
			n.yes, n.no = f.starts[n.in.Targets[0]], f.starts[n.in.Targets[1]]
			if n.choice = c.shadow && choosesVersion(fn, n.in); n.choice || c.merge {
				n.arms = f.armsOf(n.in)
			}
		}
	}
	for b := range fn.Blocks {
		f.code[f.starts[b]].block = int32(c.blocks)
		c.ranges = append(c.ranges, place{f, b})
		c.blocks++
	}
	c.stmts += len(fn.Stmts)
	f.window = f.homeless + 1 + int32(len(f.consts))
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

func (c *code) instruction(f *function, in *program.Instr) inst {
	n := inst{op: in.Op, kind: in.Kind, from: in.A.Kind, flags: in.Flags, dst: int32(in.Dst), in: in, block: -1, stmt: -1}
	n.mask, n.off, n.size = in.Kind.Mask(), uint64(in.Off), uint8(in.Kind.Bytes())
	n.shift = uint8(64 - max(in.A.Kind.Bits(), 1))
	if in.Op == program.PtrAdd && in.B.Present() {
		n.scale = uint64(in.Size)
	}
	if in.Dst == program.NoReg {
		n.dst = f.homeless
	}
	if in.Op == program.Intrinsic && in.Intrin == program.IntrinClock {
		if which, ok := in.Args[0].Resolve(); !ok || which != 0 {
			c.clocked = true
		}
	}
	if in.Stmt >= 0 {
		n.stmt = int32(c.stmts) + in.Stmt
	}
	return n
}
