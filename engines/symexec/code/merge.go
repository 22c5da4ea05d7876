package code

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// Arms is a branch that can be merged: the blocks between it and the place where
// they meet, -1 for an arm without code.
type Arms struct {
	Yes, No int32   // pc of the arm, or -1
	Join    int32   // pc
	Dsts    []int32 // registers that it may change
}

// maxArm is the greatest number of instructions of an arm.
const maxArm = 16

// armsOf returns what merging a branch of f needs, or nil if it cannot be.
func (f *Function) armsOf(in *program.Instr) *Arms {
	y, n := in.Targets[0], in.Targets[1]
	if y == n {
		return nil
	}
	toY, pureY := f.pure(y)
	toN, pureN := f.pure(n)
	var a *Arms
	switch {
	case pureY && toY == n:
		a = &Arms{Yes: f.Starts[y], No: -1, Join: f.Starts[n]}
	case pureN && toN == y:
		a = &Arms{Yes: -1, No: f.Starts[n], Join: f.Starts[y]}
	case pureY && pureN && toY == toN:
		a = &Arms{Yes: f.Starts[y], No: f.Starts[n], Join: f.Starts[toY]}
	default:
		return nil
	}
	for _, pc := range []int32{a.Yes, a.No} {
		for ; pc >= 0 && f.Code[pc].Op != program.Jump; pc++ {
			if d := f.Code[pc].IR.Dst; d != program.NoReg && !slices.Contains(a.Dsts, int32(d)) {
				a.Dsts = append(a.Dsts, int32(d))
			}
		}
	}
	return a
}

// pure reports whether all that block b does before it jumps is to compute
// registers, and where it goes then.
func (f *Function) pure(b int32) (to int32, ok bool) {
	instrs := f.IR.Blocks[b].Instrs
	last := &instrs[len(instrs)-1]
	if last.Op != program.Jump || len(instrs) > maxArm {
		return 0, false
	}
	for i := range instrs[:len(instrs)-1] {
		if !Pure(&instrs[i]) {
			return 0, false
		}
	}
	return last.Targets[0], true
}

// Pure reports whether all that an instruction does is to compute a register, without a
// fault but that of a load.
func Pure(in *program.Instr) bool {
	switch in.Op {
	case program.Move, program.Add, program.Sub, program.Mul, program.And, program.Or, program.Xor,
		program.Eq, program.Ne, program.ULt, program.ULe, program.SLt, program.SLe,
		program.FNeg, program.FEq, program.FNe, program.FLt, program.FLe, program.FUnordered,
		program.Trunc, program.ZExt, program.SExt, program.Bitcast, program.PtrAdd, program.Load:
		return in.Flags&program.Volatile == 0
	case program.Shl, program.LShr, program.AShr:
		count, ok := in.B.Resolve()
		return ok && count < uint64(in.Kind.Bits())
	}
	return false
}
