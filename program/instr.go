package program

// Op is the operation of an instruction. The comment of each gives operands
// (A, B), result and what is an error at run time; both machines implement
// exactly this.
type Op uint8

// Operations. Unless said otherwise Instr.Kind is the kind of Dst and of the
// operands, integer arithmetic wraps modulo 2^bits, and Ptr counts as I64.
const (
	Invalid Op = iota

	// Move. Dst = A.
	Move

	// Integer arithmetic on I8..I64 (and I1 for And, Or, Xor). With the flag
	// Signed, a result that does not fit the signed kind is an error if the
	// machine was asked to check signed overflow. Division or remainder by
	// zero, and the most negative value divided by -1, are always errors.
	Add
	Sub
	Mul
	UDiv
	SDiv
	URem
	SRem
	And
	Or
	Xor
	// Shifts. The count B may be of any integer kind and is read as unsigned;
	// a count >= bits is an error. Shl with Signed is checked like Add.
	Shl
	LShr
	AShr

	// IEEE-754 arithmetic on F32 or F64, rounding to nearest even.
	FAdd
	FSub
	FMul
	FDiv
	FNeg

	// Comparisons: Kind is the kind of the operands, Dst is I1. Floating
	// comparisons with a NaN are false, but for FNe and FUnordered.
	Eq
	Ne
	ULt
	ULe
	SLt
	SLe
	FEq
	FNe
	FLt
	FLe
	FUnordered

	// Conversions from A (kind A.Kind) to Dst (Kind). Float to integer rounds
	// toward zero; out of range gives what x86-64 gives (the "integer
	// indefinite" for signed results; for unsigned 64-bit as gcc computes it).
	Trunc
	ZExt
	SExt
	FToS
	FToU
	SToF
	UToF
	FToF
	Bitcast // between I32/F32, I64/F64, I64/Ptr: the same bits

	// Memory. The address is A + Off.
	//
	// Load: Dst = the Kind.Bytes() bytes at A+Off. Bits that were never written
	// are undefined in Dst, see Undefined; with the flag Raw they are zeros
	// (bit-field updates and struct padding need that).
	// Store: bytes at A+Off = B, of kind Kind.
	// Both are errors when the object is unknown, dead, or too small, or (for
	// Store) read-only.
	Load
	Store
	// CopyMem copies Size bytes from B to A as memmove does, together with
	// their initialisation state. ZeroMem writes Size zero bytes at A+Off.
	CopyMem
	ZeroMem

	// PtrAdd: Dst = A + B*Size + Off, where A is an address and B (I64) may be
	// absent. Never an error by itself.
	PtrAdd
	// PtrDiff: Dst (I64) = (A - B) / Size, signed. Size > 0.
	PtrDiff

	// Enter begins the lifetime of Func.Locals[Local]: Dst (Ptr) = the address
	// of a fresh object with uninitialised bytes. If this activation has
	// entered it before, the earlier object dies. Leave ends it. Returning
	// from the function ends all.
	Enter
	Leave
	// EnterVLA: Dst = address of a fresh object of A (I64) bytes which dies on
	// return, or when the same instruction is executed again in the same
	// activation with Local equal to its position in the scope (Leave names
	// the same Local). Also used for alloca, with Local = -1: dies on return.
	EnterVLA

	// Call: Callee A (a function address, constant or not), Args. The result,
	// if Kind is not Void, goes to Dst (-1 to drop it). An aggregate argument
	// is an Arg with Size > 0 whose operand is its address: the callee copies
	// it on entry (for a fixed parameter), or the machine copies it into the
	// block of variable arguments. A function that returns an aggregate takes
	// the address to write it to as a hidden first argument. With C, a constant of
	// kind I32, it is an error if the callee's type is not compatible with
	// Func.Called[C].
	Call
	// Intrinsic: machine service Intrin with Args; see intrinsic.go.
	Intrinsic
	// VaStart: Dst (Ptr) = address of the block of variable arguments of this
	// activation. The block holds each argument at a multiple of 8 bytes
	// (16 for wide scalars and aggregates of alignment 16), scalars as
	// 8-byte words, in order. It dies on return.
	VaStart

	// Wide operations, on scalars that do not fit a register. Wide names the
	// operation; A and B are addresses (or register operands, where the
	// operation converts from a register), the result goes to the address C,
	// or to Dst for comparisons and conversions to a register.
	WideOp

	// Terminators: exactly one, at the end of each block.
	//
	// Jump goes to Targets[0]. Branch goes to Targets[0] if A (I1) is 1, else
	// to Targets[1]. Switch compares A with Cases in order and goes to
	// Targets[0] when none matches. JumpTo goes to the label address A, which
	// must be one of Targets. Return gives A if Kind is not Void. Unreachable
	// is an error when executed; with A, a constant of kind I32, it stands for
	// the construct Func.Unsupported[A] and stops the run there; with C, a
	// constant of kind I32, it is the error Func.Violations[C], which tells of
	// the values A and B if there are any.
	Jump
	Branch
	Switch
	JumpTo
	Return
	Unreachable
)

// Mode tells where an operand's value comes from.
type Mode uint8

// The operand modes.
const (
	None       Mode = iota // operand absent
	InReg                  // register Index
	Const                  // the constant Bits
	GlobalAddr             // address of byte Bits (signed) of Globals[Index]
	FuncAddr               // address of Funcs[Index]
	LabelAddr              // address of block Bits of Funcs[Index]
)

// Reg numbers the registers of one function from 0. NoReg is no register.
type Reg int32

// NoReg marks an instruction without result register.
const NoReg Reg = -1

// Operand is a value read by an instruction.
type Operand struct {
	Mode  Mode
	Kind  Kind
	Index int32  // register, global or function number
	Bits  uint64 // constant zero-extended to 64 bits, offset, or block number
}

// R returns the operand that reads register r of kind k.
func R(k Kind, r Reg) Operand { return Operand{Mode: InReg, Kind: k, Index: int32(r)} }

// C returns the operand for a constant; bits beyond the width of k are dropped.
func C(k Kind, v uint64) Operand { return Operand{Mode: Const, Kind: k, Bits: v & k.Mask()} }

// Present reports whether there is an operand.
func (o Operand) Present() bool { return o.Mode != None }

// Reg returns the register read, or NoReg.
func (o Operand) Reg() Reg {
	if o.Mode == InReg {
		return Reg(o.Index)
	}
	return NoReg
}

// Resolve returns the value of an operand that is no register: constants and
// addresses, which are fixed once a program is linked.
func (o Operand) Resolve() (uint64, bool) {
	switch o.Mode {
	case Const:
		return o.Bits, true
	case GlobalAddr:
		return GlobalAddress(int(o.Index), int64(o.Bits)), true
	case FuncAddr:
		return FuncAddress(int(o.Index)), true
	case LabelAddr:
		return LabelAddress(int(o.Index), int(o.Bits)), true
	}
	return 0, false
}

// Arg is one argument of a call or intrinsic.
type Arg struct {
	Operand
	Size  int64 // > 0: the operand is the address of an aggregate of Size bytes
	Align int64 // alignment of that aggregate in bytes
}

// Case is one range of a Switch: values Lo..Hi (inclusive, compared as
// unsigned if Instr.Signed is not set, else as signed) go to Targets[Target].
type Case struct {
	Lo, Hi uint64
	Target int32
}

// Flags of an instruction.
type Flags uint8

// The instruction flags.
const (
	Signed    Flags = 1 << iota // signed arithmetic whose overflow is undefined; signed switch
	Raw                         // Load tolerates uninitialised bytes
	Volatile                    // the access is to a volatile object
	Atomic                      // the access is that of an atomic operation
	Completes                   // with Atomic: of one that has begun with another access
	Implicit                    // made by the compiler for scopes, prologues and the like: no node of its own
)

// Instr is one instruction.
type Instr struct {
	Op      Op
	Kind    Kind
	Flags   Flags
	Wide    WideKind // WideOp only
	Intrin  Intrin   // Intrinsic only
	Dst     Reg
	A, B, C Operand
	Off     int64   // byte offset
	Size    int64   // bytes, or scale
	Local   int32   // Enter, Leave, EnterVLA
	Args    []Arg   // Call, Intrinsic
	Targets []int32 // terminators: block numbers
	Cases   []Case  // Switch
	At      RangeID // source range
	Stmt    int32   // index into Func.Stmts; -1 if none
}

// IsTerminator reports whether the instruction ends a block.
func (in *Instr) IsTerminator() bool { return in.Op >= Jump }

// Uses appends the registers that the instruction reads to dst.
func (in *Instr) Uses(dst []Reg) []Reg {
	for _, o := range [...]Operand{in.A, in.B, in.C} {
		if o.Mode == InReg {
			dst = append(dst, Reg(o.Index))
		}
	}
	for _, a := range in.Args {
		if a.Mode == InReg {
			dst = append(dst, Reg(a.Index))
		}
	}
	return dst
}

// WideKind is the operation of a WideOp on long double (x87 80-bit extended
// precision, 16 bytes in memory of which 10 count) and on __int128.
//
// Source: Intel SDM volume 1, section 8 (x87 formats); rounding is always to
// nearest even at 64 bits of significand.
type WideKind uint8

// The wide operations. "addr" operands are addresses of 16-byte values.
const (
	WideNone    WideKind = iota
	LDAdd                // C addr = A addr + B addr
	LDSub                //
	LDMul                //
	LDDiv                //
	LDNeg                // C addr = -A addr
	LDEq                 // Dst (I1) = A addr == B addr
	LDNe                 //
	LDLt                 //
	LDLe                 //
	LDUnord              // Dst (I1) = either is a NaN
	LDFromS              // C addr = A (register, signed integer of kind A.Kind)
	LDFromU              // C addr = A (register, unsigned)
	LDFromF              // C addr = A (register, F32 or F64)
	LDToS                // Dst (Kind) = A addr, toward zero
	LDToU                //
	LDToF                // Dst (Kind F32 or F64) = A addr, to nearest even
	I128Add              // C addr = A addr + B addr, modulo 2^128
	I128Sub              //
	I128Mul              //
	I128UDiv             // division by zero is an error
	I128SDiv             //
	I128URem             //
	I128SRem             //
	I128And              //
	I128Or               //
	I128Xor              //
	I128Shl              // C addr = A addr << B (register I32); count >= 128 is an error
	I128LShr             //
	I128AShr             //
	I128Eq               // Dst (I1) = A addr == B addr
	I128ULt              //
	I128ULe              //
	I128SLt              //
	I128SLe              //
	I128FromS            // C addr = A (register, sign-extended)
	I128FromU            // C addr = A (register, zero-extended)
	I128ToI              // Dst (Kind) = low bits of A addr
	I128FromFS           // C addr = A (F32/F64 register) toward zero, signed
	I128FromFU           //
	I128ToFS             // Dst (F32/F64) = A addr as signed
	I128ToFU             //
	LDFromI128S          // C addr (long double) = A addr (__int128)
	LDFromI128U          //
	LDToI128S            // C addr (__int128) = A addr (long double)
	LDToI128U            //
)
