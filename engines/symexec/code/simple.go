package code

import (
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
)

// Simple is program.Eval for the operations on integers that cannot fail; it
// reports false for all others.
func (in *Instr) Simple(a, b uint64) (uint64, bool) {
	switch in.Op {
	case program.Add:
		return (a + b) & in.Mask, true
	case program.Sub:
		return (a - b) & in.Mask, true
	case program.Mul:
		return a * b & in.Mask, true
	case program.And:
		return a & b, true
	case program.Or:
		return a | b, true
	case program.Xor:
		return a ^ b, true
	case program.Eq:
		return expr.Bit(a == b), true
	case program.Ne:
		return expr.Bit(a != b), true
	case program.ULt:
		return expr.Bit(a < b), true
	case program.ULe:
		return expr.Bit(a <= b), true
	case program.SLt:
		return expr.Bit(int64(a<<in.Shift) < int64(b<<in.Shift)), true
	case program.SLe:
		return expr.Bit(int64(a<<in.Shift) <= int64(b<<in.Shift)), true
	}
	return 0, false
}
