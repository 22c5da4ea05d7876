package vm

import (
	"context"
	"testing"

	"github.com/riftlab/rift/program"
)

// builder makes programs of hand-written IR.
type builder struct {
	p  *program.Program
	fn *program.Func
	b  *program.Block
}

func newBuilder() *builder {
	return &builder{p: &program.Program{Files: []string{"t.c"}, Ranges: []program.Range{{}}}}
}

// function begins a function whose parameters take the first registers.
func (b *builder) function(name string, result program.Kind, params ...program.Kind) {
	b.fn = &program.Func{Name: name, Source: name, Result: result}
	for _, k := range params {
		b.fn.Params = append(b.fn.Params, program.Param{Reg: b.reg(k), Kind: k})
	}
	b.p.Funcs = append(b.p.Funcs, b.fn)
	b.block()
}

func (b *builder) reg(k program.Kind) program.Reg {
	b.fn.Regs = append(b.fn.Regs, program.RegInfo{Kind: k})
	return program.Reg(len(b.fn.Regs) - 1)
}

func (b *builder) block() int32 {
	b.b = &program.Block{}
	b.fn.Blocks = append(b.fn.Blocks, b.b)
	return int32(len(b.fn.Blocks) - 1)
}

// at gives an instruction the next line as its position.
func (b *builder) add(in program.Instr) program.Reg {
	b.p.Ranges = append(b.p.Ranges, program.Range{Line: int32(len(b.p.Ranges)), Col: 1})
	in.At = program.RangeID(len(b.p.Ranges) - 1)
	in.Stmt = -1
	b.b.Instrs = append(b.b.Instrs, in)
	return in.Dst
}

// op adds a pure instruction with a fresh result.
func (b *builder) op(op program.Op, k, result program.Kind, x, y program.Operand) program.Operand {
	dst := b.reg(result)
	b.add(program.Instr{Op: op, Kind: k, Dst: dst, A: x, B: y})
	return program.R(result, dst)
}

func (b *builder) void(op program.Op, x, y program.Operand, targets ...int32) {
	b.add(program.Instr{Op: op, Kind: x.Kind, Dst: program.NoReg, A: x, B: y, Targets: targets})
}

func (b *builder) program(t testing.TB) *program.Program {
	t.Helper()
	b.p.Index()
	if err := program.Verify(b.p); err != nil {
		t.Fatal(err)
	}
	return b.p
}

// runFunc calls a function of a program.
func runFunc(t testing.TB, p *program.Program, opt Options, name string, values ...program.Value) *program.Outcome {
	t.Helper()
	m, err := New(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	out, err := m.NewRun().Run(context.Background(), &program.Input{Entry: name, Values: values})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func resultWord(t testing.TB, out *program.Outcome) uint64 {
	t.Helper()
	if out.Fault != nil {
		t.Fatal(out.Fault)
	}
	if out.Result == nil {
		t.Fatalf("no result: %+v", out)
	}
	var w [8]byte
	copy(w[:], out.Result.Data)
	return getWord(w[:], 8)
}
