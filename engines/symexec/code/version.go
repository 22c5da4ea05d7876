package code

import "github.com/riftlab/rift/program"

// choosesVersion reports whether a branch of fn tests __rift_version() itself:
// it then leads to the one or the other argument of an annotation.
func choosesVersion(fn *program.Func, branch *program.Instr) bool {
	for _, b := range fn.Blocks {
		if b.Term() != branch {
			continue
		}
		r := branch.A.Reg()
		for i := len(b.Instrs) - 2; i >= 0; i-- {
			in := &b.Instrs[i]
			if in.Dst != r || r == program.NoReg {
				continue
			}
			switch {
			case in.Op == program.Intrinsic:
				return in.Intrin == program.IntrinVersion
			case in.Op == program.Ne && in.B.Mode == program.Const && in.B.Bits == 0:
				r = in.A.Reg()
			default:
				return false
			}
		}
	}
	return false
}
