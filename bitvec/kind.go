package bitvec

// Kind is the operator of a term.
type Kind uint8

// The kinds of terms. Widths are in bits; x, y are operands in order.
const (
	KindInvalid    Kind = iota
	KindConst           // a bit-vector constant
	KindVar             // a free variable, bit-vector or array
	KindNot             // bitwise complement
	KindAnd             // bitwise conjunction
	KindXor             // bitwise exclusive or
	KindNeg             // two's complement
	KindAdd             // sum modulo 2^width
	KindMul             // product modulo 2^width
	KindUDiv            // unsigned quotient; all ones when y is 0
	KindURem            // unsigned remainder; x when y is 0
	KindShl             // x shifted left by y, an operand of the same width
	KindLShr            // x shifted right by y, zeros shifted in
	KindAShr            // x shifted right by y, sign copied in
	KindConcat          // x above y
	KindExtract         // the bits hi..lo of x, both inclusive
	KindSExt            // sign extension
	KindEq              // equality of bit-vectors or of arrays; width 1
	KindUlt             // unsigned x < y; width 1
	KindSlt             // signed x < y; width 1
	KindIte             // y if x else z; x has width 1, y and z are of one sort
	KindSelect          // the element of array x at index y
	KindStore           // array x with element z at index y
	KindConstArray      // the array all of whose elements are x
	numKinds
)

// shape holds what an evaluation function needs besides its operands, all in
// bits: the widths of result and of the first two operands, and the bounds of
// an extraction.
type shape struct{ w, aw, bw, hi, lo uint }

// kindInfo drives everything that treats kinds alike: sanity checks, printing,
// evaluation. Blasting has its own table in blast.go, which the aig package's
// circuits fill.
type kindInfo struct {
	name        string // as SMT-LIB spells it on bit-vectors
	boolName    string // as SMT-LIB spells it on Bool, "" if it does not exist there
	arity       int
	commutative bool
	predicate   bool // the result is a Bool in SMT-LIB
	small       func(sh shape, a, b, c uint64) uint64
	wide        func(sh shape, a, b, c Value) Value
}

// kinds is the table; array kinds are evaluated by eval.go itself.
var kinds = [numKinds]kindInfo{
	KindConst:      {name: "const"},
	KindVar:        {name: "var"},
	KindNot:        {name: "bvnot", boolName: "not", arity: 1, small: not64, wide: notWide},
	KindAnd:        {name: "bvand", boolName: "and", arity: 2, commutative: true, small: and64, wide: andWide},
	KindXor:        {name: "bvxor", boolName: "xor", arity: 2, commutative: true, small: xor64, wide: xorWide},
	KindNeg:        {name: "bvneg", arity: 1, small: neg64, wide: negWide},
	KindAdd:        {name: "bvadd", arity: 2, commutative: true, small: add64, wide: addWide},
	KindMul:        {name: "bvmul", arity: 2, commutative: true, small: mul64, wide: mulWide},
	KindUDiv:       {name: "bvudiv", arity: 2, small: udiv64, wide: udivWide},
	KindURem:       {name: "bvurem", arity: 2, small: urem64, wide: uremWide},
	KindShl:        {name: "bvshl", arity: 2, small: shl64, wide: shlWide},
	KindLShr:       {name: "bvlshr", arity: 2, small: lshr64, wide: lshrWide},
	KindAShr:       {name: "bvashr", arity: 2, small: ashr64, wide: ashrWide},
	KindConcat:     {name: "concat", arity: 2, small: concat64, wide: concatWide},
	KindExtract:    {name: "extract", arity: 1, small: extract64, wide: extractWide},
	KindSExt:       {name: "sign_extend", arity: 1, small: sext64, wide: sextWide},
	KindEq:         {name: "=", arity: 2, commutative: true, predicate: true, small: eq64, wide: eqWide},
	KindUlt:        {name: "bvult", arity: 2, predicate: true, small: ult64, wide: ultWide},
	KindSlt:        {name: "bvslt", arity: 2, predicate: true, small: slt64, wide: sltWide},
	KindIte:        {name: "ite", boolName: "ite", arity: 3, small: ite64, wide: iteWide},
	KindSelect:     {name: "select", arity: 2},
	KindStore:      {name: "store", arity: 3},
	KindConstArray: {name: "const", arity: 1},
}

// String returns the operator's SMT-LIB name.
func (k Kind) String() string {
	if k >= numKinds || kinds[k].name == "" {
		return "invalid"
	}
	return kinds[k].name
}

func bit64(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// signExtend64 reads the low w bits of a as a signed number.
func signExtend64(a uint64, w uint) int64 { return int64(a<<(64-w)) >> (64 - w) }

func not64(sh shape, a, _, _ uint64) uint64 { return ^a & ones64(sh.w) }
func and64(_ shape, a, b, _ uint64) uint64  { return a & b }
func xor64(_ shape, a, b, _ uint64) uint64  { return a ^ b }
func neg64(sh shape, a, _, _ uint64) uint64 { return -a & ones64(sh.w) }
func add64(sh shape, a, b, _ uint64) uint64 { return (a + b) & ones64(sh.w) }
func mul64(sh shape, a, b, _ uint64) uint64 { return a * b & ones64(sh.w) }

func udiv64(sh shape, a, b, _ uint64) uint64 {
	if b == 0 {
		return ones64(sh.w)
	}
	return a / b
}

func urem64(_ shape, a, b, _ uint64) uint64 {
	if b == 0 {
		return a
	}
	return a % b
}

func shl64(sh shape, a, b, _ uint64) uint64 {
	if b >= uint64(sh.w) {
		return 0
	}
	return a << b & ones64(sh.w)
}

func lshr64(sh shape, a, b, _ uint64) uint64 {
	if b >= uint64(sh.w) {
		return 0
	}
	return a >> b
}

func ashr64(sh shape, a, b, _ uint64) uint64 {
	b = min(b, uint64(sh.w)-1)
	return uint64(signExtend64(a, sh.w)>>b) & ones64(sh.w)
}

func concat64(sh shape, a, b, _ uint64) uint64 { return a<<sh.bw | b }
func extract64(sh shape, a, _, _ uint64) uint64 {
	return a >> sh.lo & ones64(sh.w)
}
func sext64(sh shape, a, _, _ uint64) uint64 {
	return uint64(signExtend64(a, sh.aw)) & ones64(sh.w)
}
func eq64(_ shape, a, b, _ uint64) uint64  { return bit64(a == b) }
func ult64(_ shape, a, b, _ uint64) uint64 { return bit64(a < b) }
func slt64(sh shape, a, b, _ uint64) uint64 {
	return bit64(signExtend64(a, sh.aw) < signExtend64(b, sh.aw))
}
func ite64(_ shape, a, b, c uint64) uint64 {
	if a != 0 {
		return b
	}
	return c
}
