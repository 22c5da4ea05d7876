package cfront

import (
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/types"
)

// reduce cuts the result of arithmetic in the type of a wide bit-field to its
// width.
func (f *fn) reduce(v value) value {
	if v.t.Class != program.IntType || v.t.Len == 0 {
		return v
	}
	k := v.t.Kind()
	if v.t.Unsigned {
		v.op = f.binary(program.And, k, 0, v.op, program.C(k, 1<<v.t.Len-1))
		return v
	}
	n := k.Bits() - int(v.t.Len)
	v.op = f.shiftBy(program.AShr, f.shiftBy(program.Shl, v.op, n), n)
	return v
}

// loadBits reads a bit-field. Narrow fields are promoted to int.
func (f *fn) loadBits(p place) value {
	b := p.bits
	unit := f.loadUnit(p)
	k := unit.Kind
	t := b.field
	top := k.Bits() - b.shift - b.width
	if t.Unsigned || t.Class == program.BoolType {
		unit = f.shiftBy(program.LShr, unit, b.shift)
		if top > 0 {
			unit = f.binary(program.And, k, 0, unit, program.C(k, 1<<b.width-1))
		}
	} else {
		unit = f.shiftBy(program.Shl, unit, top)
		unit = f.shiftBy(program.AShr, unit, top+b.shift)
	}
	return f.promoteField(value{op: f.resize(unit, types.IntOf(k.Bytes(), t.Unsigned), t.Kind()), t: t}, b)
}

// promoteField gives the value of a bit-field the type that expressions see:
// int if that holds all its values, a type of the field's width if that is
// more than int's.
func (f *fn) promoteField(v value, b *bitField) value {
	switch {
	case b.width < 32 || b.width == 32 && !v.t.Unsigned:
		return f.convertTo(v, types.Int)
	case b.width == 32:
		return f.convertTo(v, types.UInt)
	case b.width < 64:
		v.t = types.BitField(b.width, v.t.Unsigned)
	}
	return v
}

func (f *fn) shiftBy(op program.Op, x program.Operand, n int) program.Operand {
	if n == 0 {
		return x
	}
	return f.binary(op, x.Kind, 0, x, program.C(program.I32, uint64(n)))
}

// loadUnit reads the storage unit of a bit-field. A unit of 3, 5, 6 or 7
// bytes, which only packed structures have, is put together from parts.
func (f *fn) loadUnit(p place) program.Operand {
	n := p.bits.bytes
	if n == 1 || n == 2 || n == 4 || n == 8 {
		k := program.IntKind(n)
		return f.value(k, program.Instr{Op: program.Load, Kind: k, A: p.addr, Off: p.off, Flags: program.Raw | p.flags})
	}
	k := unitKind(n)
	var sum program.Operand
	for at := int64(0); at < n; at++ {
		part := f.value(program.I8, program.Instr{Op: program.Load, Kind: program.I8, A: p.addr, Off: p.off + at, Flags: program.Raw | p.flags})
		part = f.shiftBy(program.Shl, f.builder.convert(program.ZExt, k, part), int(8*at))
		if at == 0 {
			sum = part
		} else {
			sum = f.binary(program.Or, k, 0, sum, part)
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
func (f *fn) storeBits(p place, v value) value {
	b := p.bits
	unit := f.loadUnit(p)
	k := unit.Kind
	mask := uint64(1)<<b.width - 1
	bits := f.resize(v.op, v.t, k)
	if b.width < k.Bits() {
		bits = f.binary(program.And, k, 0, bits, program.C(k, mask))
	}
	whole := bits
	if b.width < k.Bits() {
		rest := f.binary(program.And, k, 0, unit, program.C(k, ^(mask<<b.shift)))
		whole = f.binary(program.Or, k, 0, rest, f.shiftBy(program.Shl, bits, b.shift))
	}
	f.storeUnit(p, whole)
	return f.fieldValue(bits, b)
}

func (f *fn) storeUnit(p place, whole program.Operand) {
	n := p.bits.bytes
	if whole.Kind.Bytes() == n {
		f.effect(program.Instr{Op: program.Store, Kind: whole.Kind, A: p.addr, Off: p.off, B: whole, Flags: p.flags})
		return
	}
	for at := int64(0); at < n; at++ {
		part := f.builder.convert(program.Trunc, program.I8, f.shiftBy(program.LShr, whole, int(8*at)))
		f.effect(program.Instr{Op: program.Store, Kind: program.I8, A: p.addr, Off: p.off + at, B: part, Flags: p.flags})
	}
}

// fieldValue returns the value of a field whose low bits are given.
func (f *fn) fieldValue(bits program.Operand, b *bitField) value {
	k, t := bits.Kind, b.field
	if !t.Unsigned && t.Class != program.BoolType {
		top := k.Bits() - b.width
		bits = f.shiftBy(program.AShr, f.shiftBy(program.Shl, bits, top), top)
	}
	return f.promoteField(value{op: f.resize(bits, types.IntOf(k.Bytes(), t.Unsigned), t.Kind()), t: t}, b)
}
