package value

import (
	"fmt"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/emit"
	"github.com/riftlab/rift/program/cfront/types"
)

// What follows looks for undefined behaviour that goes unnoticed otherwise, if Check is set;
// see program.Version. Each check is a branch to an instruction that is the error. The
// messages are those of gcc's and clang's UndefinedBehaviorSanitizer.

// checkTruth makes it an error if a _Bool that was read is neither 0 nor 1 (-fsanitize=bool).
func (o *scalars) checkTruth(v Value) {
	if o.Check && v.Type.Class == program.BoolType {
		o.Require(o.Compare(program.ULe, program.I8, v.Op, program.C(program.I8, 1)),
			program.Violation{Kind: program.FaultValue, Text: "load of value {au}, which is not a valid value for type '_Bool'"}, v.Op)
	}
}

// checkAlignment makes it an error if the place to which a pointer led is not aligned as its
// type demands (-fsanitize=alignment).
func (o *scalars) checkAlignment(p Place, what string) {
	if !o.Check || !p.Via || p.Reg != program.NoReg || p.Type.Align <= 1 || p.Type.Align&(p.Type.Align-1) != 0 {
		return
	}
	at := o.Address(p.Addr, p.Off)
	if emit.IsAddress(at) {
		return // of an object, or of a function
	}
	low := o.Binary(program.And, program.I64, 0, emit.Retag(at, program.I64), program.C(program.I64, uint64(p.Type.Align-1)))
	o.Require(o.Compare(program.Eq, program.I64, low, program.C(program.I64, 0)), program.Violation{Kind: program.FaultAlignment,
		Text: fmt.Sprintf("%s misaligned address {ax} for type '%s', which requires %d byte alignment", what, types.Spell(p.Type), p.Type.Align)}, at)
}

// CheckMember checks the pointer to the structure at p, of which a member is designated.
func (o *Ops) CheckMember(p Place) {
	if !o.Check || p.Addr.Mode == program.Const || emit.IsAddress(p.Addr) {
		return // a constant is how offsetof is spelled by hand
	}
	o.Require(o.Compare(program.Ne, program.Ptr, p.Addr, program.C(program.Ptr, 0)),
		program.Violation{Kind: program.FaultNull, Text: fmt.Sprintf("member access within null pointer of type '%s'", types.Spell(p.Type))})
	o.checkAlignment(p, "member access within")
}

// checkOffset makes it an error to add a number of bytes that is not 0 to a null pointer
// (-fsanitize=pointer-overflow).
func (o *scalars) checkOffset(p, i program.Operand, scale int64) {
	if !o.Check || emit.IsAddress(p) || i.Mode == program.Const && i.Bits == 0 {
		return
	}
	ok := o.Compare(program.Ne, program.Ptr, p, program.C(program.Ptr, 0))
	if i.Mode != program.Const {
		ok = o.Binary(program.Or, program.I1, 0, ok, o.Compare(program.Eq, program.I64, i, program.C(program.I64, 0)))
	}
	bytes := o.Binary(program.Mul, program.I64, 0, i, program.C(program.I64, uint64(scale)))
	o.Require(ok, program.Violation{Kind: program.FaultPointer, Text: "applying non-zero offset {as} to null pointer"}, bytes)
}

// CheckLength makes it an error if a number of elements is not positive (-fsanitize=vla-bound).
func (o *scalars) CheckLength(n program.Operand) {
	if o.Check {
		o.Require(o.Compare(program.SLt, program.I64, program.C(program.I64, 0), n),
			program.Violation{Kind: program.FaultLength, Text: "variable length array bound evaluates to non-positive value {as}"}, n)
	}
}
