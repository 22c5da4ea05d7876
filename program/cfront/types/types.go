// Package types has the types of C on x86-64 Linux: the basic ones, those of a unit as the
// parser tells them (Table), the integer promotions and the usual arithmetic conversions.
package types

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

// The basic types, shared by all units. They are never modified.
var (
	Void        = &program.Type{Class: program.VoidType, Name: "void", Size: 1, Align: 1}
	Bool        = &program.Type{Class: program.BoolType, Name: "_Bool", Size: 1, Align: 1, Unsigned: true}
	Char        = intType("char", 1, false)
	SChar       = intType("signed char", 1, false)
	UChar       = intType("unsigned char", 1, true)
	Short       = intType("short", 2, false)
	UShort      = intType("unsigned short", 2, true)
	Int         = intType("int", 4, false)
	UInt        = intType("unsigned int", 4, true)
	Long        = intType("long", 8, false)
	ULong       = intType("unsigned long", 8, true)
	LongLong    = intType("long long", 8, false)
	ULongLong   = intType("unsigned long long", 8, true)
	Int128      = intType("__int128", 16, false)
	UInt128     = intType("unsigned __int128", 16, true)
	Float       = floatType("float", 4)
	Double      = floatType("double", 8)
	LongDouble  = floatType("long double", 16)
	VoidPointer = PointerTo(Void)
)

func intType(name string, size int64, unsigned bool) *program.Type {
	return &program.Type{Class: program.IntType, Name: name, Size: size, Align: size, Unsigned: unsigned}
}

func floatType(name string, size int64) *program.Type {
	return &program.Type{Class: program.FloatType, Name: name, Size: size, Align: size}
}

// PointerTo returns the type of pointers to t.
func PointerTo(t *program.Type) *program.Type {
	return &program.Type{Class: program.PointerType, Size: 8, Align: 8, Elem: t}
}

func complexType(part *program.Type) *program.Type {
	return &program.Type{Class: program.ComplexType, Name: "_Complex " + part.Name, Size: 2 * part.Size, Align: part.Align, Elem: part}
}

// basicTypes are the types of the parser's kinds that need no construction.
var basicTypes = map[cc.Kind]*program.Type{
	cc.Void: Void, cc.Bool: Bool,
	cc.Char: Char, cc.SChar: SChar, cc.UChar: UChar,
	cc.Short: Short, cc.UShort: UShort, cc.Int: Int, cc.UInt: UInt,
	cc.Long: Long, cc.ULong: ULong, cc.LongLong: LongLong, cc.ULongLong: ULongLong,
	cc.Int128: Int128, cc.UInt128: UInt128,
	cc.Float: Float, cc.Float32: Float, cc.Double: Double, cc.Float64: Double, cc.Float32x: Double,
	cc.LongDouble: LongDouble, cc.Float64x: LongDouble,
	cc.ComplexFloat: complexType(Float), cc.ComplexDouble: complexType(Double), cc.ComplexLongDouble: complexType(LongDouble),
	cc.ComplexChar: complexType(Char), cc.ComplexShort: complexType(Short), cc.ComplexUShort: complexType(UShort),
	cc.ComplexInt: complexType(Int), cc.ComplexUInt: complexType(UInt),
	cc.ComplexLong: complexType(Long), cc.ComplexLongLong: complexType(LongLong),
}

// FuncName spells a function type: what it returns, then its parameters.
func FuncName(t *program.Type) string {
	s := t.Elem.String() + "("
	for i, p := range t.Params {
		if i > 0 {
			s += ", "
		}
		s += p.String()
	}
	if t.Variadic {
		s += ", ..."
	}
	return s + ")"
}

// Step returns the step of arithmetic on a pointer of type t; void and
// functions count as bytes, as in GNU C.
func Step(t *program.Type) int64 {
	if t.Elem.Class == program.FuncType {
		return 1
	}
	return t.Elem.Size
}

// InMemory reports whether values of t are handled by their address.
func InMemory(t *program.Type) bool {
	return !t.IsScalar() && t.Class != program.VoidType
}

// IsInteger reports whether t is an integer type of any width.
func IsInteger(t *program.Type) bool {
	return t.Class == program.IntType || t.Class == program.BoolType || t.Class == program.EnumType
}

// IsFloat reports whether t is a real floating type.
func IsFloat(t *program.Type) bool { return t.Class == program.FloatType }

// IsPointer reports whether t is a pointer type.
func IsPointer(t *program.Type) bool { return t.Class == program.PointerType }

// IsComplex reports whether t is a complex type, of integers too.
func IsComplex(t *program.Type) bool { return t.Class == program.ComplexType }

// IsLongDouble reports whether t is long double.
func IsLongDouble(t *program.Type) bool {
	return t.Class == program.FloatType && t.Size == 16
}

// IsInt128 reports whether t is __int128, signed or not.
func IsInt128(t *program.Type) bool { return t.Class == program.IntType && t.Size == 16 }

// IsWide reports whether wide operations handle t: long double or __int128.
func IsWide(t *program.Type) bool { return IsLongDouble(t) || IsInt128(t) }

// IsRecord reports whether t is a structure or union.
func IsRecord(t *program.Type) bool {
	return t.Class == program.StructType || t.Class == program.UnionType
}

// bits returns the width of an integer type: fewer than its size for the type
// of a bit-field wider than int (see bitType).
func bits(t *program.Type) int {
	if t.Class == program.IntType && t.Len > 0 {
		return int(t.Len)
	}
	return int(8 * t.Size)
}

// BitField returns the type of values of a bit-field wider than int: in GNU C
// arithmetic on them is done in the width of the field. Len holds the width.
func BitField(width int, unsigned bool) *program.Type {
	t := intType("long", 8, unsigned)
	if unsigned {
		t.Name = "unsigned long"
	}
	t.Name = fmt.Sprintf("%s:%d", t.Name, width)
	t.Len = int64(width)
	return t
}

// IntOf returns the integer type of a size in bytes.
func IntOf(size int64, unsigned bool) *program.Type {
	i := 0
	if unsigned {
		i = 1
	}
	switch size {
	case 1:
		return [...]*program.Type{SChar, UChar}[i]
	case 2:
		return [...]*program.Type{Short, UShort}[i]
	case 4:
		return [...]*program.Type{Int, UInt}[i]
	case 16:
		return [...]*program.Type{Int128, UInt128}[i]
	}
	return [...]*program.Type{Long, ULong}[i]
}

// ComplexOf returns the complex type with parts of type p.
func ComplexOf(p *program.Type) *program.Type {
	for _, k := range [...]cc.Kind{cc.ComplexFloat, cc.ComplexDouble, cc.ComplexLongDouble, cc.ComplexChar,
		cc.ComplexShort, cc.ComplexUShort, cc.ComplexInt, cc.ComplexUInt, cc.ComplexLong, cc.ComplexLongLong} {
		if t := basicTypes[k]; t.Elem == p {
			return t
		}
	}
	return complexType(p)
}
