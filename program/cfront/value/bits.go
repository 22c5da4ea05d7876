package value

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/types"
)

// ApplyConst is Apply with a constant on the right.
func (o *wides) ApplyConst(op program.Op, x program.Operand, c uint64) program.Operand {
	return o.Binary(op, x.Kind, 0, x, program.C(x.Kind, c))
}

// Apply emits an operation on operands of one kind that wraps around.
func (o *wides) Apply(op program.Op, x, y program.Operand) program.Operand {
	return o.Binary(op, x.Kind, 0, x, y)
}

// FloatWord is the word of a floating number that holds sign and exponent.
type FloatWord struct {
	Bits program.Operand
	Inf  uint64 // exponent field all ones
	Min  uint64 // exponent field 1
}

// ExponentWord returns sign and exponent of a number: its bits, or for a long
// double the 16 bits at offset 8.
func (o *wides) ExponentWord(v Value) FloatWord {
	switch v.Type.Size {
	case 4:
		return FloatWord{o.bitsOf(v, program.I32), 0x7f800000, 0x00800000}
	case 8:
		return FloatWord{o.bitsOf(v, program.I64), 0x7ff << 52, 1 << 52}
	}
	return FloatWord{o.Result(program.I16, program.Instr{Op: program.Load, Kind: program.I16, A: v.Op, Off: v.Off + 8}), 0x7fff, 1}
}

func (o *wides) bitsOf(v Value, k program.Kind) program.Operand {
	return o.Builder.Cast(program.Bitcast, k, v.Op)
}

// Magnitude returns the word without its sign, and the kind of the word.
func (o *wides) Magnitude(w FloatWord) (program.Operand, program.Kind) {
	k := w.Bits.Kind
	return o.ApplyConst(program.And, w.Bits, k.Mask()>>1), k
}

// WithSign returns the number with the sign of s, or positive if s is absent.
func (o *wides) WithSign(v, s Value) Value {
	if types.IsLongDouble(v.Type) {
		return o.withSignLD(v, s)
	}
	k := program.IntKind(v.Type.Size)
	bits := o.ApplyConst(program.And, o.bitsOf(v, k), k.Mask()>>1)
	if s.Type != nil {
		sign := o.ApplyConst(program.And, o.bitsOf(s, k), k.Mask()>>1+1)
		bits = o.Apply(program.Or, bits, sign)
	}
	return Value{Op: o.Builder.Cast(program.Bitcast, v.Type.Kind(), bits), Type: v.Type}
}

func (o *wides) withSignLD(v, s Value) Value {
	to := o.Temp(v.Type)
	o.Copy(to, v)
	word := o.ApplyConst(program.And, o.ExponentWord(v).Bits, 0x7fff)
	if s.Type != nil {
		word = o.Apply(program.Or, word, o.ApplyConst(program.And, o.ExponentWord(s).Bits, 0x8000))
	}
	o.Effect(program.Instr{Op: program.Store, Kind: program.I16, A: to, Off: 8, B: word})
	return Value{Op: to, Type: v.Type}
}
