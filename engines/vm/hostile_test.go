package vm

import (
	"math/rand"
	"strconv"
	"testing"

	"github.com/riftlab/rift/program"
)

// hostileFunc fills functions with every kind of instruction on operands that
// need make no sense.
type hostileFunc struct {
	b    *builder
	rng  *rand.Rand
	regs map[program.Kind][]program.Operand
}

var allKinds = []program.Kind{program.I1, program.I8, program.I16, program.I32, program.I64, program.Ptr, program.F32, program.F64}

func (h *hostileFunc) memKind() program.Kind { return allKinds[1+h.rng.Intn(len(allKinds)-1)] }

// operand is a register of that kind or now and then a constant.
func (h *hostileFunc) operand(k program.Kind) program.Operand {
	switch h.rng.Intn(6) {
	case 0:
		if k == program.Ptr {
			return program.Operand{Mode: program.GlobalAddr, Kind: program.Ptr, Index: int32(h.rng.Intn(len(h.b.p.Globals))), Bits: uint64(h.rng.Intn(80) - 8)}
		}
		return program.C(k, uint64(h.rng.Intn(40)))
	case 1:
		if k == program.Ptr && h.rng.Intn(2) == 0 {
			return program.Operand{Mode: program.FuncAddr, Kind: program.Ptr, Index: int32(h.rng.Intn(3))}
		}
		if h.rng.Intn(2) == 0 {
			return program.C(k, ^uint64(h.rng.Intn(100)))
		}
		return program.C(k, h.rng.Uint64())
	}
	return h.regs[k][h.rng.Intn(len(h.regs[k]))]
}

func (h *hostileFunc) dst(k program.Kind) program.Reg {
	return h.regs[k][h.rng.Intn(len(h.regs[k]))].Reg()
}

func (h *hostileFunc) arithmetic() program.Instr {
	k := allKinds[1+h.rng.Intn(4)]
	in := program.Instr{Kind: k, Dst: h.dst(k), A: h.operand(k), B: h.operand(k)}
	switch h.rng.Intn(8) {
	case 0:
		in.Op, in.Dst = program.Eq+program.Op(h.rng.Intn(6)), h.dst(program.I1)
	case 1:
		in.Op, in.Kind = program.FAdd+program.Op(h.rng.Intn(4)), program.F64
		in.Dst, in.A, in.B = h.dst(program.F64), h.operand(program.F64), h.operand(program.F64)
	case 2:
		in.Op, in.Kind = program.FToS+program.Op(h.rng.Intn(2)), program.I32
		in.Dst, in.A, in.B = h.dst(program.I32), h.operand(program.F64), program.Operand{}
	case 3:
		in.Op, in.Kind = program.SToF, program.F32
		in.Dst, in.A, in.B = h.dst(program.F32), h.operand(program.I16), program.Operand{}
	case 4:
		in.Op, in.Kind = program.Bitcast, program.Ptr
		in.Dst, in.A, in.B = h.dst(program.Ptr), h.operand(program.I64), program.Operand{}
	default:
		in.Op = program.Add + program.Op(h.rng.Intn(13))
		if h.rng.Intn(3) == 0 {
			in.Flags = program.Signed
		}
	}
	return in
}

func (h *hostileFunc) memory() program.Instr {
	k := h.memKind()
	off := int64(h.rng.Intn(24) - 4)
	p := h.operand(program.Ptr)
	switch h.rng.Intn(11) {
	case 0, 1:
		return program.Instr{Op: program.Load, Kind: k, Dst: h.dst(k), A: p, Off: off, Flags: program.Raw * program.Flags(h.rng.Intn(2))}
	case 2, 3:
		return program.Instr{Op: program.Store, Kind: k, Dst: program.NoReg, A: p, B: h.operand(k), Off: off}
	case 4:
		return program.Instr{Op: program.CopyMem, Dst: program.NoReg, A: p, B: h.operand(program.Ptr), Size: int64(h.rng.Intn(100))}
	case 5:
		return program.Instr{Op: program.ZeroMem, Dst: program.NoReg, A: p, Size: int64(h.rng.Intn(30)), Off: off}
	case 6, 7:
		return program.Instr{Op: program.PtrAdd, Kind: program.Ptr, Dst: h.dst(program.Ptr), A: p, B: h.operand(program.I64), Size: int64(h.rng.Intn(9)), Off: off}
	case 8:
		return program.Instr{Op: program.Enter, Kind: program.Ptr, Dst: h.dst(program.Ptr), Local: int32(h.rng.Intn(3))}
	case 9:
		return program.Instr{Op: program.Leave, Dst: program.NoReg, Local: int32(h.rng.Intn(4))}
	}
	return program.Instr{Op: program.EnterVLA, Kind: program.Ptr, Dst: h.dst(program.Ptr), A: h.operand(program.I64), Local: 3 - 4*int32(h.rng.Intn(2))}
}

func (h *hostileFunc) other() program.Instr {
	switch h.rng.Intn(4) {
	case 0:
		in := program.Instr{Op: program.Call, Kind: program.I32, Dst: h.dst(program.I32), A: h.operand(program.Ptr)}
		if h.rng.Intn(2) == 0 {
			in.A = program.Operand{Mode: program.FuncAddr, Kind: program.Ptr, Index: int32(h.rng.Intn(len(h.b.p.Funcs)))}
		}
		for range h.rng.Intn(5) {
			a := program.Arg{Operand: h.operand(h.memKind())}
			if a.Kind == program.Ptr && h.rng.Intn(2) == 0 {
				a.Size, a.Align = int64(h.rng.Intn(40)+1), 16
			}
			in.Args = append(in.Args, a)
		}
		return in
	case 1:
		w := program.LDAdd + program.WideKind(h.rng.Intn(int(program.LDToI128U)))
		return program.Instr{Op: program.WideOp, Wide: w, Kind: program.I64, Dst: h.dst(program.I64), A: h.operand(program.Ptr), B: h.operand(program.Ptr), C: h.operand(program.Ptr)}
	case 2:
		return program.Instr{Op: program.VaStart, Kind: program.Ptr, Dst: h.dst(program.Ptr)}
	}
	in := program.Instr{Op: program.Intrinsic, Intrin: program.IntrinExit + program.Intrin(h.rng.Intn(int(program.IntrinTrap))), Kind: program.I64, Dst: h.dst(program.I64)}
	if in.Intrin == program.IntrinExit && h.rng.Intn(4) > 0 {
		in.Intrin = program.IntrinAlloc
	}
	for range 6 {
		k := program.Ptr
		if h.rng.Intn(2) == 0 {
			k = program.I64
		}
		in.Args = append(in.Args, program.Arg{Operand: h.operand(k)})
	}
	if in.Intrin == program.IntrinAlloc || in.Intrin == program.IntrinArg || in.Intrin == program.IntrinFile {
		in.Kind, in.Dst = program.Ptr, h.dst(program.Ptr)
	}
	return in
}

// body fills the present function with blocks that jump about.
func (h *hostileFunc) body() {
	b := h.b
	b.fn.Locals = []program.Local{{Name: "a", Size: 4}, {Name: "b", Size: 100}, {Size: 0}, {Name: "v", Size: -1}}
	h.regs = map[program.Kind][]program.Operand{}
	for _, k := range allKinds {
		for range 3 {
			r := b.reg(k)
			b.add(program.Instr{Op: program.Move, Kind: k, Dst: r, A: program.C(k, uint64(h.rng.Intn(50)))})
			h.regs[k] = append(h.regs[k], program.R(k, r))
		}
	}
	for _, r := range h.regs[program.Ptr] {
		b.add(program.Instr{Op: program.Enter, Kind: program.Ptr, Dst: r.Reg(), Local: int32(h.rng.Intn(2))})
	}
	const blocks = 6
	var ids []int32
	for range blocks {
		ids = append(ids, int32(len(b.fn.Blocks))+int32(len(ids)))
	}
	b.void(program.Jump, program.Operand{}, program.Operand{}, ids[0])
	for range blocks {
		b.block()
		for range h.rng.Intn(12) {
			var in program.Instr
			switch h.rng.Intn(5) {
			case 0, 1:
				in = h.arithmetic()
			case 2, 3:
				in = h.memory()
			default:
				in = h.other()
			}
			b.add(in)
		}
		t := func() int32 { return ids[h.rng.Intn(blocks)] }
		switch h.rng.Intn(7) {
		case 0:
			b.void(program.Jump, program.Operand{}, program.Operand{}, t())
		case 1:
			b.add(program.Instr{Op: program.Switch, Kind: program.I16, Dst: program.NoReg, A: h.operand(program.I16), Flags: program.Signed, Targets: []int32{t(), t(), t()},
				Cases: []program.Case{{Lo: 0, Hi: 20, Target: 1}, {Lo: 0xFFF0, Hi: 0xFFFF, Target: 2}}})
		case 2:
			b.void(program.Return, h.operand(program.I32), program.Operand{})
		case 3:
			b.void(program.JumpTo, h.operand(program.Ptr), program.Operand{}, t(), t())
		default:
			b.void(program.Branch, h.operand(program.I1), program.Operand{}, t(), t())
		}
	}
}

func hostileProgram(seed int64) *builder {
	h := &hostileFunc{b: newBuilder(), rng: rand.New(rand.NewSource(seed))}
	b := h.b
	b.p.Globals = []*program.Global{
		{Name: "g", Source: "g", Size: 64, Data: []byte("text\x00more")},
		{Name: "s", Size: 5, Data: []byte("name"), ReadOnly: true},
	}
	b.function("main", program.I32)
	h.body()
	b.function("f", program.I32, program.I32, program.Ptr)
	h.body()
	b.function("v", program.I32, program.I64)
	b.fn.Variadic = true
	h.body()
	return b
}

// Whatever a program does, the machine does not panic, comes to an end, and
// shows the same in every mode and every time.
func TestHostilePrograms(t *testing.T) {
	endings := map[string]int{}
	for seed := range int64(800) {
		p := hostileProgram(seed)
		p.p.Index()
		var first string
		for _, opt := range []Options{{}, {Coverage: true}, {Trace: true}} {
			opt.MaxSteps, opt.MaxMemory, opt.MaxOutput, opt.CheckLeaks = 20000, 1<<20, 1<<16, true
			x := newMachine(t, p.p, opt).NewRun()
			for range 2 {
				out := run(t, x, &program.Input{Args: []program.Bytes{[]byte("x")}, Stdin: []byte("some input"), Files: []program.File{{Name: "text", Data: []byte("file")}}})
				got := show(out)
				if out.Ending != program.Stopped {
					got += strconv.FormatInt(out.Steps, 10)
				}
				if first == "" {
					first = got
					name := out.Ending.String()
					if out.Fault != nil {
						name = string(out.Fault.Kind)
					}
					endings[name]++
				}
				if got != first {
					t.Fatalf("seed %d with %+v: %s, first %s", seed, opt, got, first)
				}
			}
		}
	}
	t.Log(endings)
	if len(endings) < 12 {
		t.Errorf("too few kinds of ending: %v", endings)
	}
}
