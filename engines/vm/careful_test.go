package vm

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// Careful execution of whole programs shows what loop shows, step for step, on
// all fixtures.
func TestCarefulAgrees(t *testing.T) {
	for _, dir := range []string{"run", "fault"} {
		for _, f := range fixtures(t, dir) {
			t.Run(filepath.Base(f.path), func(t *testing.T) {
				p := compileC(t, f.path, f.text)
				inputs := []*program.Input{input(f.stdin, f.args...)}
				for _, c := range f.cases {
					inputs = append(inputs, input("", c.name))
				}
				for _, opt := range []Options{{MaxSteps: 1_000_000}, {CheckOverflow: true, Coverage: true, MaxSteps: 1_000_000}} {
					m := newMachine(t, p, opt)
					x, y := m.NewRun(), m.NewRun()
					y.alwaysCareful = true
					for _, in := range inputs {
						if d := cmp.Diff(run(t, x, in), run(t, y, in)); d != "" {
							t.Errorf("with %+v, input %s: %s", opt, in.Key(), d)
						}
						if d := cmp.Diff(x.covered, y.covered); opt.Coverage && d != "" {
							t.Errorf("coverage: %s", d)
						}
						if y.tainted != 0 && y.ending != program.Faulted {
							t.Errorf("input %s: %d registers are left undefined", in.Key(), y.tainted)
						}
					}
				}
			})
		}
	}
}

// undefinedReference is reference with undefined bits, by the definitions of
// program.Undefined.
func undefinedReference(p *program.Program, x, y uint64) (result uint64, steps int64, fault bool) {
	fn := p.Funcs[0]
	regs, shadows := make([]uint64, len(fn.Regs)), make([]uint64, len(fn.Regs))
	regs[fn.Params[0].Reg], regs[fn.Params[1].Reg] = x, y
	var arr, undef [80]byte
	for i := range undef {
		undef[i] = 0xFF
	}
	word := func(o program.Operand) (v, u uint64) {
		if v, ok := o.Resolve(); ok || o.Mode == program.None {
			return v, 0
		}
		return regs[o.Index], shadows[o.Index]
	}
	block := int32(0)
	for {
		for i := range fn.Blocks[block].Instrs {
			in := &fn.Blocks[block].Instrs[i]
			steps++
			a, ua := word(in.A)
			b, ub := word(in.B)
			switch in.Op {
			case program.Enter:
				regs[in.Dst] = 0
			case program.ZeroMem:
				steps += in.Size / machine.Bulk
				clear(undef[:in.Size])
			case program.PtrAdd:
				regs[in.Dst] = a + b*uint64(in.Size) + uint64(in.Off)
				shadows[in.Dst] = program.UndefinedSum(ua | ub)
			case program.Load:
				if ua != 0 {
					return 0, steps, true
				}
				n := uint64(in.Kind.Bytes())
				u := getWord(undef[a+uint64(in.Off):], n)
				regs[in.Dst], shadows[in.Dst] = getWord(arr[a+uint64(in.Off):], n)&^u, u
				if in.Flags&program.Raw != 0 {
					shadows[in.Dst] = 0
				}
			case program.Store:
				if ua != 0 {
					return 0, steps, true
				}
				n := uint64(in.Kind.Bytes())
				putWord(arr[a+uint64(in.Off):], n, b&^ub)
				putWord(undef[a+uint64(in.Off):], n, ub)
			case program.Jump:
				block = in.Targets[0]
			case program.Branch:
				if ua != 0 {
					return 0, steps, true
				}
				block = in.Targets[1-a]
			case program.Return:
				return a, steps, ua != 0
			case program.UDiv, program.SDiv, program.URem, program.SRem, program.Shl, program.LShr, program.AShr:
				if ub != 0 || ua != 0 && in.Op < program.Shl {
					return 0, steps, true
				}
				fallthrough
			default:
				v, bad := program.Eval(in.Op, in.Kind, in.A.Kind, a, b)
				if bad != "" {
					panic(bad)
				}
				u := program.Undefined(in.Op, in.Kind, in.A.Kind, a, b, ua, ub)
				regs[in.Dst], shadows[in.Dst] = v, u
			}
		}
	}
}

// undefinedProgram is randomProgram with a part of the array not initialised. The
// undefined bits of its result are zeros.
func undefinedProgram(seed int64) *builder {
	b := randomProgram(seed)
	for i := range b.fn.Blocks[0].Instrs {
		if in := &b.fn.Blocks[0].Instrs[i]; in.Op == program.ZeroMem {
			in.Size = 80 - seed%70
		}
	}
	last := b.fn.Blocks[len(b.fn.Blocks)-1]
	sum := last.Term().A
	last.Instrs = last.Instrs[:len(last.Instrs)-1]
	b.b = last
	dst, arr := b.reg(program.I64), program.R(program.Ptr, b.fn.Blocks[0].Instrs[0].Dst)
	b.add(program.Instr{Op: program.Store, Kind: program.I64, Dst: program.NoReg, A: arr, B: sum, Off: 8})
	b.add(program.Instr{Op: program.Load, Kind: program.I64, Flags: program.Raw, Dst: dst, A: arr, Off: 8})
	b.void(program.Return, program.R(program.I64, dst), program.Operand{})
	return b
}

// Random programs over an array of which a part is not initialised fail where
// the definition says, or give its result, in every mode of the machine.
func TestRandomUndefined(t *testing.T) {
	faults, careful := 0, 0
	for seed := range int64(500) {
		p := undefinedProgram(seed).program(t)
		x, y := uint64(uint32(seed*2654435761)), uint64(seed)*0x9E3779B97F4A7C15
		want, steps, fault := undefinedReference(p, x, y)
		if fault {
			faults++
		}
		for _, opt := range []Options{{}, {Trace: true}, {Coverage: true}} {
			run := newMachine(t, p, opt).NewRun()
			out, err := run.Run(t.Context(), &program.Input{Entry: "f", Values: []program.Value{program.IntValue("arg0", 4, int64(x)), program.IntValue("arg1", 8, int64(y))}})
			if err != nil {
				t.Fatal(err)
			}
			if len(run.origins) > 0 && !fault {
				careful++
			}
			if out.Steps != steps {
				t.Fatalf("seed %d, %+v: %d steps, want %d: %s\n%s", seed, opt, out.Steps, steps, show(out), listing(p))
			}
			if fault != (out.Ending == program.Faulted) || fault && out.Fault.Kind != program.FaultUninitialised {
				t.Fatalf("seed %d, %+v: %s, want a fault: %v\n%s", seed, opt, show(out), fault, listing(p))
			}
			if !fault {
				if got := resultWord(t, out); got != want {
					t.Fatalf("seed %d, %+v: result %#x, want %#x\n%s", seed, opt, got, want, listing(p))
				}
			}
		}
	}
	if faults < 100 || careful < 100 {
		t.Errorf("%d programs failed and %d copied undefined bits in vain", faults, careful)
	}
}
