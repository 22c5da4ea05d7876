package value

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/types"
)

// loadBits reads a bit-field. Narrow fields are promoted to int.
func (o *reals) loadBits(p Place) Value {
	b := p.Bits
	unit := o.loadUnit(p)
	k := unit.Kind
	t := b.Field
	top := k.Bits() - b.Shift - b.Width
	if t.Unsigned || t.Class == program.BoolType {
		unit = o.shiftBy(program.LShr, unit, b.Shift)
		if top > 0 {
			unit = o.Binary(program.And, k, 0, unit, program.C(k, 1<<b.Width-1))
		}
	} else {
		unit = o.shiftBy(program.Shl, unit, top)
		unit = o.shiftBy(program.AShr, unit, top+b.Shift)
	}
	return o.promoteField(Value{Op: o.resize(unit, types.IntOf(k.Bytes(), t.Unsigned), t.Kind()), Type: t}, b)
}

// promoteField gives the value of a bit-field the type that expressions see:
// int if that holds all its values, a type of the field's width if that is
// more than int's.
func (o *reals) promoteField(v Value, b *BitField) Value {
	switch {
	case b.Width < 32 || b.Width == 32 && !v.Type.Unsigned:
		return o.convertReal(v, types.Int)
	case b.Width == 32:
		return o.convertReal(v, types.UInt)
	case b.Width < 64:
		v.Type = types.BitField(b.Width, v.Type.Unsigned)
	}
	return v
}

// loadUnit reads the storage unit of a bit-field. A unit of 3, 5, 6 or 7
// bytes, which only packed structures have, is put together from parts.
func (o *reals) loadUnit(p Place) program.Operand {
	n := p.Bits.Bytes
	if n == 1 || n == 2 || n == 4 || n == 8 {
		k := program.IntKind(n)
		return o.Result(k, program.Instr{Op: program.Load, Kind: k, A: p.Addr, Off: p.Off, Flags: program.Raw | p.Flags})
	}
	k := unitKind(n)
	var sum program.Operand
	for at := int64(0); at < n; at++ {
		part := o.Result(program.I8, program.Instr{Op: program.Load, Kind: program.I8, A: p.Addr, Off: p.Off + at, Flags: program.Raw | p.Flags})
		part = o.shiftBy(program.Shl, o.Builder.Cast(program.ZExt, k, part), int(8*at))
		if at == 0 {
			sum = part
		} else {
			sum = o.Binary(program.Or, k, 0, sum, part)
		}
	}
	return sum
}

func unitKind(bytes int64) program.Kind {
	if bytes <= 4 {
		return program.I32
	}
	return program.I64
}

// storeBits writes v, of the field's declared type, into a bit-field without
// touching other bits, and returns the value that the field then has.
func (o *reals) storeBits(p Place, v Value) Value {
	b := p.Bits
	unit := o.loadUnit(p)
	k := unit.Kind
	mask := uint64(1)<<b.Width - 1
	bits := o.resize(v.Op, v.Type, k)
	if b.Width < k.Bits() {
		bits = o.Binary(program.And, k, 0, bits, program.C(k, mask))
	}
	whole := bits
	if b.Width < k.Bits() {
		rest := o.Binary(program.And, k, 0, unit, program.C(k, ^(mask<<b.Shift)))
		whole = o.Binary(program.Or, k, 0, rest, o.shiftBy(program.Shl, bits, b.Shift))
	}
	o.storeUnit(p, whole)
	return o.fieldValue(bits, b)
}

func (o *reals) storeUnit(p Place, whole program.Operand) {
	n := p.Bits.Bytes
	if whole.Kind.Bytes() == n {
		o.Effect(program.Instr{Op: program.Store, Kind: whole.Kind, A: p.Addr, Off: p.Off, B: whole, Flags: p.Flags})
		return
	}
	for at := int64(0); at < n; at++ {
		part := o.Builder.Cast(program.Trunc, program.I8, o.shiftBy(program.LShr, whole, int(8*at)))
		o.Effect(program.Instr{Op: program.Store, Kind: program.I8, A: p.Addr, Off: p.Off + at, B: part, Flags: p.Flags})
	}
}

// fieldValue returns the value of a field whose low bits are given.
func (o *reals) fieldValue(bits program.Operand, b *BitField) Value {
	k, t := bits.Kind, b.Field
	if !t.Unsigned && t.Class != program.BoolType {
		top := k.Bits() - b.Width
		bits = o.shiftBy(program.AShr, o.shiftBy(program.Shl, bits, top), top)
	}
	return o.promoteField(Value{Op: o.resize(bits, types.IntOf(k.Bytes(), t.Unsigned), t.Kind()), Type: t}, b)
}
