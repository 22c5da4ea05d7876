package emit

import "github.com/riftlab/rift/program"

// Require makes it an error if ok, of kind I1, is not 1: the violation, which may tell of
// the values a and b.
func (b *Builder) Require(ok program.Operand, v program.Violation, tell ...program.Operand) {
	if b.ended || ok.Mode == program.Const && ok.Bits != 0 {
		return
	}
	in := program.Instr{Op: program.Unreachable, Dst: program.NoReg, C: program.C(program.I32, uint64(len(b.Out.Violations)))}
	b.Out.Violations = append(b.Out.Violations, v)
	if len(tell) > 0 {
		in.A = tell[0]
	}
	if len(tell) > 1 {
		in.B = tell[1]
	}
	good, bad := b.Block("valid"), b.Block("invalid")
	b.Implicit(func() {
		b.Branch(ok, good, bad)
		b.Begin(bad)
		b.Emit(in)
	})
	b.Begin(good)
}
