package vm

// inst is one dense instruction. What the fields mean depends on op; the
// comment at each opcode says it. Register operands a, b and c are indices into
// the window of the running function; 16 bits let the loop index a window of
// fixed size without bounds checks.
type inst struct {
	op      uint16
	a, b, c uint16
	t, f    int32
	imm     uint64
	_       uint64
}

// The opcodes. R is the window, "imm32" a constant kept as the 64-bit word that
// the register would hold. n stands for the number of IR instructions since the
// last counting instruction, which the instruction adds to the step count.
const (
	// R[a] = R[b]; R[a] = imm.
	opMove uint16 = iota
	opConst
	// R[a] = R[b], then R[b] += imm: what p++ compiles to.
	opMoveAdd32
	opMoveAdd64

	// R[a] = R[b] op R[c], and with the suffix I, R[b] op imm. And, Or and Xor
	// serve every width, since words are zero-extended.
	opAdd32
	opAdd64
	opSub32
	opSub64
	opMul32
	opMul64
	opAnd
	opOr
	opXor
	opAdd32I
	opAdd64I
	opMul32I
	opMul64I
	opAndI
	opOrI
	opXorI

	// R[a] = R[b] shifted by R[c], checked; by imm, known to be in range.
	// LShrI serves every width.
	opShl32
	opShl64
	opLShr32
	opLShr64
	opAShr32
	opAShr64
	opShl32I
	opShl64I
	opLShrI
	opAShr32I
	opAShr64I

	// Division: R[a] = R[b] / R[c]; UDiv and URem serve every width.
	opUDiv
	opURem
	opSDiv32
	opSDiv64
	opSRem32
	opSRem64
	// R[a] = R[b] / imm for unsigned, imm != 0; signed with imm > 0. By a power
	// of two it is LShrI with c = 1.
	opUDivI
	opURemI
	opSDiv32I
	opSRem32I

	// R[a] = R[b] relation R[c] (or imm) as 0 or 1.
	opEq
	opNe
	opULt
	opULe
	opSLt32
	opSLe32
	opSLt64
	opSLe64
	opEqI
	opNeI

	// R[a] = sign extension of R[b]: 32 to 64 bits; or by shifting up and down
	// c bits and masking with imm.
	opSExt32
	opSExt

	// Floating point, R[a] = R[b] op R[c].
	opFAdd64
	opFSub64
	opFMul64
	opFDiv64
	opFEq64
	opFNe64
	opFLt64
	opFLe64
	opS32ToF64
	opS64ToF64
	opF64ToS32

	// opEval: R[a] = program.Eval of R[b], R[c]; imm packs operation and kinds
	// (see packEval). Everything rare goes here.
	opEval

	// R[a] = R[b] + R[c]*imm + f; in the S form the index is the 32-bit word
	// R[c] + (upper half of imm), sign-extended, and the scale the lower half.
	opLea
	opLeaS
	// R[a] = (R[b] - R[c]) / imm, signed.
	opPtrDiff

	// Loads of 1, 2, 4 and 8 bytes: R[a] = mem[R[b] + imm]. In these, in the
	// indexed ones and in stores, t repeats op.
	opLoad1
	opLoad2
	opLoad4
	opLoad8
	// Sign-extending loads: 1 and 2 bytes to 32 bits, 4 bytes to 64.
	opLoad1S
	opLoad2S
	opLoad4S
	// opLoadRaw: R[a] = mem[R[b] + imm], c bytes, uninitialised bytes as zero.
	opLoadRaw
	// Indexed loads: R[a] = mem[R[b] + R[c]*imm + f]; S forms as in opLeaS.
	opLoad1X
	opLoad2X
	opLoad4X
	opLoad8X
	opLoad1XS
	opLoad2XS
	opLoad4XS
	opLoad8XS
	// Loads from globals at a place known to be inside: t is the slot, f the
	// offset, imm the end.
	opLoad1G
	opLoad2G
	opLoad4G
	opLoad8G

	// Stores: mem[R[b] + imm] = R[a].
	opStore1
	opStore2
	opStore4
	opStore8
	// Indexed stores: mem[R[b] + R[c]*imm + f] = R[a].
	opStore1X
	opStore2X
	opStore4X
	opStore8X
	opStore1XS
	opStore2XS
	opStore4XS
	opStore8XS
	// Stores of R[a] to globals, as for loads.
	opStore1G
	opStore2G
	opStore4G
	opStore8G

	// opCopy: move imm bytes from R[b] to R[a]. opZero: imm zero bytes at
	// R[a] + t (32 bits, signed).
	opCopy
	opZero

	// opEnter: R[a] = address of a new object for local t, whose home register
	// is c. opLeave ends the object of home register c. opEnterVLA: R[a] =
	// object of R[b] bytes, home register c (t = its local) or none (t = -1).
	opEnter
	opLeave
	opEnterVLA
	// opVaStart: R[a] = address of the variable arguments.
	opVaStart
	// opCheckCall: R[a] must be the address of a function of the type that the call of
	// this place is checked for.
	opCheckCall
	// opWide: imm indexes Machine.wides.
	opWide

	// opCall: function imm, arguments in Machine.args[t:t+b], result to R[a], n
	// = c, window of the caller f. opCallReg: function address R[imm], low half;
	// the high half is the signature of the call (Machine.signature).
	opCall
	opCallReg
	// opIntrinsic: service f, arguments in Machine.args[t:t+b], result to
	// R[a], n = c.
	opIntrinsic
	// opCount: n = imm, for counts that do not fit elsewhere.
	opCount

	// Jumps. n = c (imm for opJump). opBrReg goes to t if R[a] is not 0, else
	// to f. The fused forms compare R[a] with R[b] or imm.
	opJump
	opBrReg
	opBrEq
	opBrULt
	opBrSLt32
	opBrSLt64
	opBrEqI
	opBrULtI
	opBrSLt32I
	opBrSLt64I
	opBrFEq64
	opBrFLt64
	opBrFLe64
	// opSwitch: table t of Machine.switches on R[a]. opJumpTo: label table t
	// on R[a].
	opSwitch
	opJumpTo
	// opReturn gives R[a] & imm; opReturnVoid has imm = 0. n = c.
	opReturn
	opReturnVoid
	// opUnreachable is an error, which may tell of R[a] and R[b].
	opUnreachable

	// opCover sets coverage bit imm. opTraceBefore and opTraceAfter frame the
	// instruction with index imm in Machine.traced.
	opCover
	opTraceBefore
	opTraceAfter
	opInvalid
)

// function is the compiled form of a program.Func.
type function struct {
	entry  int32    // pc of the first instruction; -1 if not defined
	params int32    // number of fixed parameters, in registers 0..params-1
	consts []uint64 // preloaded constants, from register constBase
	// Window layout: parameters, variables, temporaries, scratch, homes of
	// locals, constants.
	constBase int32
	temps     int32 // first register that no value outlives a block in
	homes     int32 // first home register
	nhomes    int32 // one for each of Func.Locals
	window    int32 // registers in all
	cost      int64 // bytes of stack that an activation is charged (see Options.MaxStack)
	localSize int64 // bytes of local memory
	locals    []localPlace
	masks     []uint64 // of the parameters' kinds
	signature uint32   // of calls that need no adaptation; 0 if there are none
	plain     bool     // no local memory, no variable arguments
	variadic  bool
}

// localPlace says where in the local memory of an activation a Local lies.
type localPlace struct {
	off  int64 // bytes; -1 for variable-length arrays
	size int64
}

// switchTable is a compiled Switch or JumpTo. Words are turned into keys that
// compare as unsigned numbers; keys lo..lo+len(dense)-1 go through dense if
// there is one, else all through ranges, sorted by lo.
type switchTable struct {
	shift    uint8  // sign extension by shifting up and down
	flip     uint64 // then xor
	lo       uint64
	dense    []int32
	ranges   []switchRange
	other    int32
	hasOther bool // false: no key but those listed may occur (labels)
}

type switchRange struct {
	lo, hi uint64
	target int32
}

// key turns a word into the table's order.
func (t *switchTable) key(v uint64) uint64 {
	return uint64(int64(v<<t.shift)>>t.shift) ^ t.flip
}

// lookup returns where value v goes.
func (t *switchTable) lookup(v uint64) (pc int32, ok bool) {
	k := t.key(v)
	if t.dense != nil {
		if i := k - t.lo; i < uint64(len(t.dense)) {
			return t.dense[i], true
		}
		return t.other, t.hasOther
	}
	lo, hi := 0, len(t.ranges)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if t.ranges[mid].hi < k {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(t.ranges) && t.ranges[lo].lo <= k {
		return t.ranges[lo].target, true
	}
	return t.other, t.hasOther
}

// source tells which IR instruction a dense instruction came from.
type source struct {
	fn, block, index int32
	steps            int32 // IR instructions since the last counting one, this one included
}
