package vm

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// randomFunc is a function of straight code, joins and a loop over variables
// of several kinds and a local array, with a description for failures.
type randomFunc struct {
	b    *builder
	rng  *rand.Rand
	vars map[program.Kind][]program.Operand // registers with several definitions
	arr  program.Operand
	// nested is above 0 within a statement inside an expression.
	nested int
	// recent are the last values of block recentIn, to be used again.
	recent   map[program.Kind]program.Operand
	recentIn *program.Block
}

var intKinds = []program.Kind{program.I8, program.I16, program.I32, program.I64}

func (z *randomFunc) kind() program.Kind { return intKinds[z.rng.Intn(len(intKinds))] }

func (z *randomFunc) constant(k program.Kind) program.Operand {
	values := []uint64{0, 1, 2, 3, 5, 7, 8, 31, 63, 127, 128, 255, 1 << 15, 1<<31 - 1, 1 << 31, 1<<63 - 1, 1 << 63, ^uint64(0), z.rng.Uint64()}
	return program.C(k, values[z.rng.Intn(len(values))])
}

// value computes an expression of kind k. Now and then it lets another
// statement change a variable between the computation and its use.
func (z *randomFunc) value(k program.Kind, depth int) program.Operand {
	v := z.expression(k, depth)
	if again, ok := z.recent[k]; ok && z.b.b == z.recentIn && z.rng.Intn(8) == 0 {
		v = again
	}
	if z.recentIn != z.b.b {
		z.recentIn = z.b.b
		clear(z.recent)
	}
	z.recent[k] = v
	if z.nested == 0 && z.rng.Intn(8) == 0 {
		z.nested++
		z.statement()
		z.nested--
	}
	return v
}

func (z *randomFunc) expression(k program.Kind, depth int) program.Operand {
	switch n := z.rng.Intn(12); {
	case n < 2 || depth > 4:
		return z.constant(k)
	case n < 5:
		return z.vars[k][z.rng.Intn(len(z.vars[k]))]
	case n < 9:
		ops := []program.Op{program.Add, program.Sub, program.Mul, program.And, program.Or, program.Xor}
		return z.b.op(ops[z.rng.Intn(len(ops))], k, k, z.value(k, depth+1), z.value(k, depth+1))
	case n < 10:
		return z.shiftOrDivide(k, depth)
	case n < 11:
		return z.load(k, depth)
	}
	from := z.kind()
	v := z.value(from, depth+1)
	switch {
	case from == k:
		return z.b.op(program.Move, k, k, v, program.Operand{})
	case from.Bits() > k.Bits():
		return z.b.op(program.Trunc, k, k, v, program.Operand{})
	case z.rng.Intn(2) == 0:
		return z.b.op(program.ZExt, k, k, v, program.Operand{})
	}
	return z.b.op(program.SExt, k, k, v, program.Operand{})
}

// shiftOrDivide keeps clear of the errors.
func (z *randomFunc) shiftOrDivide(k program.Kind, depth int) program.Operand {
	if z.rng.Intn(2) == 0 {
		op := []program.Op{program.Shl, program.LShr, program.AShr}[z.rng.Intn(3)]
		count := program.C(k, uint64(z.rng.Intn(k.Bits())))
		if z.rng.Intn(2) == 0 {
			count = z.b.op(program.And, k, k, z.value(k, depth+1), program.C(k, uint64(k.Bits()-1)))
		}
		return z.b.op(op, k, k, z.value(k, depth+1), count)
	}
	op := []program.Op{program.UDiv, program.SDiv, program.URem, program.SRem}[z.rng.Intn(4)]
	divisor := z.b.op(program.LShr, k, k, z.value(k, depth+1), program.C(k, 1))
	divisor = z.b.op(program.Or, k, k, divisor, program.C(k, 1))
	if z.rng.Intn(2) == 0 {
		divisor = program.C(k, uint64(z.rng.Intn(100)+1))
	}
	return z.b.op(op, k, k, z.value(k, depth+1), divisor)
}

// element computes the address of a random element of size bytes of the array
// of 64 bytes.
func (z *randomFunc) element(size int64, depth int) (program.Operand, int64) {
	dst := z.b.reg(program.Ptr)
	in := program.Instr{Op: program.PtrAdd, Kind: program.Ptr, Dst: dst, A: z.arr, Size: size}
	switch z.rng.Intn(3) {
	case 0:
		in.Off = int64(z.rng.Intn(56))
	case 1:
		i := z.b.op(program.And, program.I32, program.I32, z.value(program.I32, depth+1), program.C(program.I32, 3))
		in.Off = int64(z.rng.Intn(8))
		if k := int64(z.rng.Intn(9)); z.rng.Intn(2) == 0 {
			i = z.b.op(program.Add, program.I32, program.I32, i, program.C(program.I32, uint64(k)))
			in.Off -= k * size
		} else if z.rng.Intn(2) == 0 {
			i = z.b.op(program.Sub, program.I32, program.I32, i, program.C(program.I32, uint64(k)))
			in.Off += k * size
		}
		in.B = z.b.op(program.SExt, program.I64, program.I64, i, program.Operand{})
	default:
		in.B = z.b.op(program.And, program.I64, program.I64, z.value(program.I64, depth+1), program.C(program.I64, 3))
	}
	z.b.add(in)
	return program.R(program.Ptr, dst), int64(z.rng.Intn(8))
}

func (z *randomFunc) load(k program.Kind, depth int) program.Operand {
	a, off := z.element(k.Bytes(), depth)
	if z.nested == 0 && z.rng.Intn(4) == 0 {
		z.nested++
		z.statement()
		z.nested--
	}
	dst := z.b.reg(k)
	z.b.add(program.Instr{Op: program.Load, Kind: k, Dst: dst, A: a, Off: off})
	return program.R(k, dst)
}

func (z *randomFunc) statement() {
	k := z.kind()
	if z.rng.Intn(3) == 0 {
		a, off := z.element(k.Bytes(), 1)
		v := z.value(k, 1)
		z.b.add(program.Instr{Op: program.Store, Kind: k, Dst: program.NoReg, A: a, B: v, Off: off})
		return
	}
	v := z.value(k, 0)
	to := z.vars[k][z.rng.Intn(len(z.vars[k]))]
	z.b.add(program.Instr{Op: program.Move, Kind: k, Dst: to.Reg(), A: v})
}

func (z *randomFunc) condition() program.Operand {
	k := z.kind()
	op := program.Eq + program.Op(z.rng.Intn(6))
	return z.b.op(op, k, program.I1, z.value(k, 2), z.value(k, 2))
}

// build makes f(i32, i64): a loop of 5 turns over n statements with branches,
// and a result that depends on all variables and the array.
func randomProgram(seed int64) *builder {
	z := &randomFunc{b: newBuilder(), rng: rand.New(rand.NewSource(seed)), vars: map[program.Kind][]program.Operand{}, recent: map[program.Kind]program.Operand{}}
	b := z.b
	b.function("f", program.I64, program.I32, program.I64)
	b.fn.Locals = []program.Local{{Name: "arr", Size: 80, Align: 16}}
	arr := b.reg(program.Ptr)
	b.add(program.Instr{Op: program.Enter, Kind: program.Ptr, Dst: arr, Local: 0})
	z.arr = program.R(program.Ptr, arr)
	b.add(program.Instr{Op: program.ZeroMem, Dst: program.NoReg, A: z.arr, Size: 80})
	for i, k := range []program.Kind{program.I8, program.I16, program.I32, program.I64, program.I32, program.I64} {
		r := b.reg(k)
		b.add(program.Instr{Op: program.Move, Kind: k, Dst: r, A: z.constant(k)})
		z.vars[k] = append(z.vars[k], program.R(k, r))
		if i < 2 {
			z.vars[program.I32+program.Kind(i)] = append(z.vars[program.I32+program.Kind(i)], program.R(program.I32+program.Kind(i), program.Reg(i)))
		}
	}
	turns := b.reg(program.I32)
	b.add(program.Instr{Op: program.Move, Kind: program.I32, Dst: turns, A: program.C(program.I32, 0)})
	b.void(program.Jump, program.Operand{}, program.Operand{}, 1)
	head := b.block()
	for range 2 + z.rng.Intn(4) {
		for range 1 + z.rng.Intn(4) {
			z.statement()
		}
		c := z.condition()
		here := b.b
		yes := b.block()
		z.statement()
		yesEnd := b.b
		no := b.block()
		if z.rng.Intn(2) == 0 {
			z.statement()
		}
		noEnd := b.b
		join := b.block()
		after := b.b
		b.b = here
		b.void(program.Branch, c, program.Operand{}, yes, no)
		b.b = yesEnd
		b.void(program.Jump, program.Operand{}, program.Operand{}, join)
		b.b = noEnd
		b.void(program.Jump, program.Operand{}, program.Operand{}, join)
		b.b = after
	}
	next := b.op(program.Add, program.I32, program.I32, program.R(program.I32, turns), program.C(program.I32, 1))
	b.add(program.Instr{Op: program.Move, Kind: program.I32, Dst: turns, A: next})
	more := b.op(program.SLt, program.I32, program.I1, next, program.C(program.I32, 5))
	here := b.b
	exit := b.block()
	b.b = here
	b.void(program.Branch, more, program.Operand{}, head, exit)
	b.b = b.fn.Blocks[exit]
	sum := program.C(program.I64, 0)
	for _, k := range intKinds {
		for _, v := range z.vars[k] {
			if k != program.I64 {
				v = b.op(program.SExt, program.I64, program.I64, v, program.Operand{})
			}
			sum = b.op(program.Mul, program.I64, program.I64, sum, program.C(program.I64, 1099511628211))
			sum = b.op(program.Xor, program.I64, program.I64, sum, v)
		}
	}
	for off := int64(0); off < 80; off += 8 {
		dst := b.reg(program.I64)
		b.add(program.Instr{Op: program.Load, Kind: program.I64, Dst: dst, A: z.arr, Off: off})
		sum = b.op(program.Add, program.I64, program.I64, sum, program.R(program.I64, dst))
	}
	b.void(program.Return, sum, program.Operand{})
	return b
}

// reference runs function 0 of a random program by the definitions of
// program.Eval, without any of the machine.
func reference(p *program.Program, x, y uint64) (result uint64, steps int64) {
	fn := p.Funcs[0]
	regs := make([]uint64, len(fn.Regs))
	regs[fn.Params[0].Reg], regs[fn.Params[1].Reg] = x, y
	var arr [80]byte
	word := func(o program.Operand) uint64 {
		if v, ok := o.Resolve(); ok || o.Mode == program.None {
			return v
		}
		return regs[o.Index]
	}
	block := int32(0)
	for {
		for i := range fn.Blocks[block].Instrs {
			in := &fn.Blocks[block].Instrs[i]
			steps++
			a, b := word(in.A), word(in.B)
			switch in.Op {
			case program.Enter:
				regs[in.Dst] = 0
			case program.ZeroMem:
				steps += in.Size / machine.Bulk
			case program.PtrAdd:
				regs[in.Dst] = a + b*uint64(in.Size) + uint64(in.Off)
			case program.Load:
				regs[in.Dst] = getWord(arr[a+uint64(in.Off):], uint64(in.Kind.Bytes()))
			case program.Store:
				putWord(arr[a+uint64(in.Off):], uint64(in.Kind.Bytes()), b)
			case program.Jump:
				block = in.Targets[0]
			case program.Branch:
				block = in.Targets[1-a]
			case program.Return:
				return a, steps
			default:
				v, fault := program.Eval(in.Op, in.Kind, in.A.Kind, a, b)
				if fault != "" {
					panic(fault)
				}
				regs[in.Dst] = v
			}
		}
	}
}

// Fused code, unfused code with trace, and code with coverage must all give
// the reference's result and step count.
func TestRandomProgramsAgree(t *testing.T) {
	for seed := range int64(400) {
		p := randomProgram(seed).program(t)
		x, y := uint64(uint32(seed*2654435761)), uint64(seed)*0x9E3779B97F4A7C15
		want, steps := reference(p, x, y)
		for _, opt := range []Options{{}, {Trace: true}, {Coverage: true}} {
			out := runFunc(t, p, opt, "f", program.IntValue("arg0", 4, int64(x)), program.IntValue("arg1", 8, int64(y)))
			if got := resultWord(t, out); got != want || out.Steps != steps {
				t.Fatalf("seed %d, %+v: result %#x in %d steps, want %#x in %d\n%s", seed, opt, got, out.Steps, want, steps, listing(p))
			}
		}
	}
}

func listing(p *program.Program) string {
	s := ""
	for b, block := range p.Funcs[0].Blocks {
		s += fmt.Sprintf("block %d:\n", b)
		for _, in := range block.Instrs {
			s += fmt.Sprintf("  %d: op %d %s r%d = %v, %v size %d off %d -> %v\n", in.At, in.Op, in.Kind, in.Dst, in.A, in.B, in.Size, in.Off, in.Targets)
		}
	}
	return s
}
