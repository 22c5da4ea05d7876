package emit

import "github.com/riftlab/rift/program"

// FoldBinary computes an operation on constants as the machines do. It
// declines what is an error there, and signed overflow, so that the machines
// see it.
func FoldBinary(op program.Op, k program.Kind, flags program.Flags, x, y uint64) (uint64, bool) {
	v, fault := program.Eval(op, k, k, x, y)
	if fault != "" || flags&program.Signed != 0 && program.Overflows(op, k, x, y) {
		return 0, false
	}
	return v, true
}

// foldCompare compares constants, and addresses of objects with null.
func foldCompare(op program.Op, k program.Kind, x, y program.Operand) (uint64, bool) {
	if IsAddress(x) && y.Mode == program.Const && y.Bits == 0 && (op == program.Eq || op == program.Ne) {
		return truth(op == program.Ne), true
	}
	if x.Mode != program.Const || y.Mode != program.Const {
		return 0, false
	}
	v, fault := program.Eval(op, k, k, x.Bits, y.Bits)
	return v, fault == ""
}

// foldConvert converts a constant; floating values out of the range of an
// integer type are left to the machines.
func foldConvert(op program.Op, k program.Kind, x program.Operand) (uint64, bool) {
	v, fault := program.Eval(op, k, x.Kind, x.Bits, 0)
	return v, fault == ""
}

// IsAddress reports whether x is the address of a global, a function or a label.
func IsAddress(x program.Operand) bool {
	return x.Mode == program.GlobalAddr || x.Mode == program.FuncAddr || x.Mode == program.LabelAddr
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
