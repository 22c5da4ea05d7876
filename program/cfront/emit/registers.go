package emit

import "github.com/riftlab/rift/program"

// packRegisters numbers the registers that occur densely: parameters first,
// then in order of appearance.
func (b *Builder) packRegisters() {
	number := make([]program.Reg, len(b.Out.Regs))
	for i := range number {
		number[i] = program.NoReg
	}
	var regs []program.RegInfo
	use := func(r program.Reg) program.Reg {
		if r < 0 {
			return r
		}
		if number[r] == program.NoReg {
			number[r] = program.Reg(len(regs))
			regs = append(regs, b.Out.Regs[r])
		}
		return number[r]
	}
	fix := func(o *program.Operand) {
		if o.Mode == program.InReg {
			o.Index = int32(use(program.Reg(o.Index)))
		}
	}
	for i := range b.Out.Params {
		b.Out.Params[i].Reg = use(b.Out.Params[i].Reg)
	}
	for _, blk := range b.blocks {
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			fix(&in.A)
			fix(&in.B)
			fix(&in.C)
			for j := range in.Args {
				fix(&in.Args[j].Operand)
			}
			in.Dst = use(in.Dst)
		}
	}
	b.Out.Regs = regs
}
