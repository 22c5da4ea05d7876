package cfront

import (
	"fmt"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

// The basic types, shared by all units. They are never modified.
var (
	typeVoid   = &program.Type{Class: program.VoidType, Name: "void", Size: 1, Align: 1}
	typeBool   = &program.Type{Class: program.BoolType, Name: "_Bool", Size: 1, Align: 1, Unsigned: true}
	typeChar   = intType("char", 1, false)
	typeSChar  = intType("signed char", 1, false)
	typeUChar  = intType("unsigned char", 1, true)
	typeShort  = intType("short", 2, false)
	typeUShort = intType("unsigned short", 2, true)
	typeInt    = intType("int", 4, false)
	typeUInt   = intType("unsigned int", 4, true)
	typeLong   = intType("long", 8, false)
	typeULong  = intType("unsigned long", 8, true)
	typeLLong  = intType("long long", 8, false)
	typeULLong = intType("unsigned long long", 8, true)
	typeI128   = intType("__int128", 16, false)
	typeU128   = intType("unsigned __int128", 16, true)
	typeFloat  = floatType("float", 4)
	typeDouble = floatType("double", 8)
	typeLDbl   = floatType("long double", 16)
	typePVoid  = pointerTo(typeVoid)
)

func intType(name string, size int64, unsigned bool) *program.Type {
	return &program.Type{Class: program.IntType, Name: name, Size: size, Align: size, Unsigned: unsigned}
}

func floatType(name string, size int64) *program.Type {
	return &program.Type{Class: program.FloatType, Name: name, Size: size, Align: size}
}

func pointerTo(t *program.Type) *program.Type {
	return &program.Type{Class: program.PointerType, Size: 8, Align: 8, Elem: t}
}

func complexType(part *program.Type) *program.Type {
	return &program.Type{Class: program.ComplexType, Name: "_Complex " + part.Name, Size: 2 * part.Size, Align: part.Align, Elem: part}
}

// basicTypes are the types of the parser's kinds that need no construction.
var basicTypes = map[cc.Kind]*program.Type{
	cc.Void: typeVoid, cc.Bool: typeBool,
	cc.Char: typeChar, cc.SChar: typeSChar, cc.UChar: typeUChar,
	cc.Short: typeShort, cc.UShort: typeUShort, cc.Int: typeInt, cc.UInt: typeUInt,
	cc.Long: typeLong, cc.ULong: typeULong, cc.LongLong: typeLLong, cc.ULongLong: typeULLong,
	cc.Int128: typeI128, cc.UInt128: typeU128,
	cc.Float: typeFloat, cc.Float32: typeFloat, cc.Double: typeDouble, cc.Float64: typeDouble, cc.Float32x: typeDouble,
	cc.LongDouble: typeLDbl, cc.Float64x: typeLDbl,
	cc.ComplexFloat: complexType(typeFloat), cc.ComplexDouble: complexType(typeDouble), cc.ComplexLongDouble: complexType(typeLDbl),
	cc.ComplexChar: complexType(typeChar), cc.ComplexShort: complexType(typeShort), cc.ComplexUShort: complexType(typeUShort),
	cc.ComplexInt: complexType(typeInt), cc.ComplexUInt: complexType(typeUInt),
	cc.ComplexLong: complexType(typeLong), cc.ComplexLongLong: complexType(typeLLong),
}

// typeOf returns the type that a type of the parser stands for. Qualifiers
// are dropped. n is where to report a type that rift does not know.
func (u *unit) typeOf(n cc.Node, t cc.Type) *program.Type {
	if r, ok := u.types[t]; ok {
		return r
	}
	// A type is cached before its parts are known, as these may lead back to it.
	// If one of them is not supported, all that was begun must go.
	u.making++
	done := false
	defer func() {
		u.making--
		if u.making > 0 {
			return
		}
		if !done {
			u.forgetTypes()
		}
		u.made, u.begun = u.made[:0], u.begun[:0]
	}()
	r := u.makeType(n, t)
	done = true
	return r
}

// cacheType notes what t stands for.
func (u *unit) cacheType(t cc.Type, r *program.Type) {
	u.types[t] = r
	u.made = append(u.made, t)
}

// forgetTypes drops the types that the current typeOf has cached.
func (u *unit) forgetTypes() {
	for _, t := range u.made {
		delete(u.types, t)
	}
	for _, k := range u.begun {
		delete(u.records, k)
	}
}

func (u *unit) makeType(n cc.Node, t cc.Type) *program.Type {
	if t.VectorSize() > 0 {
		unsupported(n, "vector type; write it as an array")
	}
	switch x := t.(type) {
	case *cc.PredefinedType:
		r := basicTypes[x.Kind()]
		if r == nil {
			unsupported(n, "type %s", x.Kind())
		}
		u.cacheType(t, r)
		return r
	case *cc.EnumType:
		return u.enumType(n, x)
	case *cc.PointerType:
		r := &program.Type{Class: program.PointerType, Size: 8, Align: 8, Const: x.Elem().Attributes().IsConst()}
		u.cacheType(t, r)
		r.Elem = u.typeOf(n, x.Elem())
		return r
	case *cc.ArrayType:
		r := &program.Type{Class: program.ArrayType}
		u.cacheType(t, r)
		u.arrayType(n, r, x)
		return r
	case *cc.StructType:
		return u.recordType(n, x, program.StructType, "struct", x.Tag(), x.NumFields(), x.FieldByIndex)
	case *cc.UnionType:
		return u.recordType(n, x, program.UnionType, "union", x.Tag(), x.NumFields(), x.FieldByIndex)
	case *cc.FunctionType:
		return u.funcType(n, x)
	}
	fail(n, "type of expression is not known")
	return nil
}

// enumType returns the type of an enumeration: as in GNU C unsigned if no
// constant of it is negative. The parser takes it for signed where it can, as
// it gives its constants the same type, and theirs is int.
func (u *unit) enumType(n cc.Node, x *cc.EnumType) *program.Type {
	under := typeUInt // of an enumeration that is never defined
	if x.UnderlyingType().Kind() != cc.InvalidKind {
		under = u.typeOf(n, x.UnderlyingType())
	}
	if len(x.Enumerators()) > 0 && x.Min() >= 0 {
		under = intOf(under.Size, true)
	}
	r := &program.Type{Class: program.EnumType, Name: "enum", Size: under.Size, Align: under.Align, Unsigned: under.Unsigned}
	if tag := x.Tag(); tag.SrcStr() != "" {
		r.Name += " " + tag.SrcStr()
	}
	u.cacheType(x, r)
	return r
}

func (u *unit) arrayType(n cc.Node, r *program.Type, x *cc.ArrayType) {
	r.Elem = u.typeOf(n, x.Elem())
	r.Align = int64(x.Align())
	r.Len = x.Len()
	if x.IsVLA() {
		r.Len = -1
		u.vlas[r] = x
		return
	}
	if r.Len >= 0 {
		r.Size = r.Len * r.Elem.Size
	} else {
		r.Len = -1
	}
}

// recordKey identifies a structure or union; the parser makes several type
// values for one definition.
type recordKey struct {
	class program.TypeClass
	size  int64
	first *cc.Declarator
	tag   string
	at    string
}

func (u *unit) recordType(n cc.Node, t cc.Type, class program.TypeClass, word string, tag cc.Token, fields int, field func(int) *cc.Field) *program.Type {
	key := recordKey{class: class, size: t.Size(), tag: tag.SrcStr()}
	for i := 0; i < fields && key.first == nil; i++ {
		key.first = field(i).Declarator()
	}
	if key.first == nil {
		key.at = fmt.Sprint(tag.Position(), t.Align(), fields)
	}
	if r, ok := u.records[key]; ok {
		u.cacheType(t, r)
		return r
	}
	r := &program.Type{Class: class, Name: word, Size: max(t.Size(), 0), Align: int64(t.Align())}
	if key.tag != "" {
		r.Name += " " + key.tag
	}
	u.cacheType(t, r)
	u.records[key] = r
	u.begun = append(u.begun, key)
	for i := 0; i < fields; i++ {
		c := field(i)
		f := program.Field{Name: c.Name(), Type: u.typeOf(n, c.Type()), Offset: c.Offset()}
		if _, variable := u.vlas[f.Type]; variable {
			unsupported(n, "structure of variable size")
		}
		if c.IsBitfield() {
			f.BitOffset, f.BitWidth = c.OffsetBits(), int(c.ValueBits())
			if f.BitWidth == 0 {
				continue
			}
		}
		r.Fields = append(r.Fields, f)
	}
	return r
}

func (u *unit) funcType(n cc.Node, x *cc.FunctionType) *program.Type {
	r := &program.Type{Class: program.FuncType, Align: 1, Variadic: x.IsVariadic()}
	u.cacheType(x, r)
	r.Elem = u.typeOf(n, x.Result())
	for _, p := range x.Parameters() {
		if p.Type().Kind() == cc.Void {
			break
		}
		r.Params = append(r.Params, u.typeOf(n, p.Type().Decay()))
	}
	r.Name = funcName(r)
	return r
}

func funcName(t *program.Type) string {
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

// isPrototype reports whether calls through x convert their arguments to the
// types of parameters.
func isPrototype(x *cc.FunctionType) bool {
	return len(x.Parameters()) > 0 || x.IsVariadic()
}

// inMemory reports whether values of t are handled by their address.
func inMemory(t *program.Type) bool {
	return !t.IsScalar() && t.Class != program.VoidType
}

// isInteger reports whether t is an integer type of any width.
func isInteger(t *program.Type) bool {
	return t.Class == program.IntType || t.Class == program.BoolType || t.Class == program.EnumType
}

func isFloat(t *program.Type) bool   { return t.Class == program.FloatType }
func isPointer(t *program.Type) bool { return t.Class == program.PointerType }
func isComplex(t *program.Type) bool { return t.Class == program.ComplexType }
func isLongDouble(t *program.Type) bool {
	return t.Class == program.FloatType && t.Size == 16
}
func isInt128(t *program.Type) bool { return t.Class == program.IntType && t.Size == 16 }
func isWide(t *program.Type) bool   { return isLongDouble(t) || isInt128(t) }
func isRecord(t *program.Type) bool {
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

// rank orders the integer types as C 6.3.1.1 does: by width, long long above
// long.
func rank(t *program.Type) int {
	if t.Name == typeLLong.Name || t.Name == typeULLong.Name {
		return 65
	}
	return bits(t)
}

// bitType returns the type of values of a bit-field wider than int: in GNU C
// arithmetic on them is done in the width of the field. Len holds the width.
func bitType(width int, unsigned bool) *program.Type {
	t := intType("long", 8, unsigned)
	if unsigned {
		t.Name = "unsigned long"
	}
	t.Name = fmt.Sprintf("%s:%d", t.Name, width)
	t.Len = int64(width)
	return t
}

// promote returns the type to which the integer promotions take t.
func promote(t *program.Type) *program.Type {
	if !isInteger(t) {
		return t
	}
	if t.Size < 4 {
		return typeInt
	}
	if t.Class == program.EnumType {
		return intOf(t.Size, t.Unsigned)
	}
	return t
}

// intOf returns the integer type of a size in bytes.
func intOf(size int64, unsigned bool) *program.Type {
	i := 0
	if unsigned {
		i = 1
	}
	switch size {
	case 1:
		return [...]*program.Type{typeSChar, typeUChar}[i]
	case 2:
		return [...]*program.Type{typeShort, typeUShort}[i]
	case 4:
		return [...]*program.Type{typeInt, typeUInt}[i]
	case 16:
		return [...]*program.Type{typeI128, typeU128}[i]
	}
	return [...]*program.Type{typeLong, typeULong}[i]
}

// usual returns the common type of the usual arithmetic conversions.
func usual(a, b *program.Type) *program.Type {
	if isComplex(a) || isComplex(b) {
		return usualComplex(a, b)
	}
	if isFloat(a) || isFloat(b) {
		switch {
		case !isFloat(a):
			return b
		case !isFloat(b) || a.Size >= b.Size:
			return a
		}
		return b
	}
	a, b = promote(a), promote(b)
	ra, rb := rank(a), rank(b)
	if ra < rb || ra == rb && b.Unsigned {
		a, b = b, a
	}
	// a has the greater rank; an unsigned b of the same width wins.
	if !a.Unsigned && b.Unsigned && bits(a) == bits(b) {
		return typeULLong
	}
	return a
}

func usualComplex(a, b *program.Type) *program.Type {
	part := func(t *program.Type) *program.Type {
		if isComplex(t) {
			return t.Elem
		}
		return t
	}
	p := part(a)
	if q := part(b); p != q {
		p = usual(p, q)
	}
	return complexOf(p)
}

// complexOf returns the complex type with parts of type p.
func complexOf(p *program.Type) *program.Type {
	for _, k := range [...]cc.Kind{cc.ComplexFloat, cc.ComplexDouble, cc.ComplexLongDouble, cc.ComplexChar,
		cc.ComplexShort, cc.ComplexUShort, cc.ComplexInt, cc.ComplexUInt, cc.ComplexLong, cc.ComplexLongLong} {
		if t := basicTypes[k]; t.Elem == p {
			return t
		}
	}
	return complexType(p)
}
