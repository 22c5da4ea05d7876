package expr_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/engines/symexec/constraints"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program"
)

// The terms for undefined bits are what program.Undefined says, whichever of
// operands and undefined bits are symbolic.
func TestUndefinedTerms(t *testing.T) {
	ops := []program.Op{program.Move, program.Trunc, program.ZExt, program.SExt, program.And, program.Or, program.Xor, program.Add, program.Sub, program.Mul,
		program.Shl, program.LShr, program.AShr, program.Eq, program.Ne, program.ULt, program.ULe, program.SLt, program.SLe, program.FAdd, program.FLt, program.SToF, program.FNeg}
	e := bare()
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 4000 {
		op, k := ops[r.IntN(len(ops))], []program.Kind{program.I8, program.I16, program.I32, program.I64}[r.IntN(4)]
		from := k
		switch op {
		case program.Trunc:
			from = program.I64
		case program.ZExt, program.SExt:
			from, k = program.I8, program.I32
		case program.FAdd, program.FLt, program.FNeg:
			from, k = program.F64, program.F64
		case program.SToF:
			from, k = program.I32, program.F64
		}
		w := [4]uint64{r.Uint64() & from.Mask(), r.Uint64() & k.Mask(), r.Uint64() & r.Uint64() & r.Uint64() & from.Mask(), r.Uint64() & r.Uint64() & r.Uint64() & k.Mask()}
		switch r.IntN(4) {
		case 0:
			w[1] = w[0] & k.Mask()
		case 1:
			w[3] = 0
		}
		if op >= program.Shl && op <= program.AShr {
			w[1], w[3] = w[1]%uint64(k.Bits()), 0
		}
		if op >= program.Trunc && op <= program.Bitcast || op == program.Move || op == program.FNeg {
			w[1], w[3] = 0, 0
		}
		e.path = constraints.PathCondition{}
		var v [4]expr.Value
		for j, bits := range []int{from.Bits(), k.Bits(), from.Bits(), k.Bits()} {
			v[j] = expr.Word(w[j])
			if (i>>j)&1 != 0 {
				x, n := e.solver.Variable(fmt.Sprintf("v%d.%d", j, bits), bits)
				v[j] = expr.Value{T: x}
				e.path.Set(n, w[j])
			}
		}
		e.solver.Renew(&e.path)
		got := e.terms.Undefined(op, k, from, v[0], v[1], v[2], v[3])
		g := got.W
		if got.T != 0 {
			g = e.solver.Eval(&e.path, got.T)
		}
		if want := program.Undefined(op, k, from, w[0], w[1], w[2], w[3]); g != want {
			t.Fatalf("op %d kind %v: %#x: undefined %#x, want %#x", op, k, w, g, want)
		}
	}
}
