package program

import "slices"

// TypeClass tells what sort of C type a Type is.
type TypeClass uint8

// The classes of C types.
const (
	VoidType TypeClass = iota
	BoolType
	IntType
	FloatType // float, double, long double: by Size 4, 8, 16
	ComplexType
	EnumType
	PointerType
	ArrayType
	StructType
	UnionType
	FuncType
	VectorType
)

// Type is a C type as the source declared it. Machines need only Kind and
// sizes; Type serves what is shown to people, lazily initialised inputs and
// the static analyses. Types may be cyclic (through pointers). Do not modify.
type Type struct {
	Class    TypeClass
	Name     string // tag or typedef-free spelling, such as "unsigned int" or "struct node"
	Size     int64  // bytes; 0 for incomplete and function types
	Align    int64  // bytes
	Unsigned bool   // for IntType and EnumType
	Elem     *Type  // pointee, element or result type; nil where there is none
	Len      int64  // number of elements of an ArrayType; -1 if not constant or incomplete
	Fields   []Field
	Params   []*Type // of a FuncType
	Variadic bool    // of a FuncType
	Const    bool    // of a PointerType: what it leads to is qualified const
}

// Field is one member of a structure or union.
type Field struct {
	Name      string // "" for an anonymous member
	Type      *Type
	Offset    int64 // bytes from the start of the structure, of the storage unit for bit-fields
	BitOffset int   // for bit-fields: position of the lowest bit within the storage unit
	BitWidth  int   // 0 when the member is no bit-field
}

// HoldsPointers reports whether objects of t hold pointers other than in unions; t may
// be nil.
func (t *Type) HoldsPointers() bool {
	if t == nil {
		return false
	}
	switch t.Class {
	case PointerType:
		return true
	case ArrayType:
		return t.Len > 0 && t.Elem.HoldsPointers()
	case StructType:
		return slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Type.HoldsPointers() })
	}
	return false
}

// IsScalar reports whether values of t live in one register: integers,
// enumerations, pointers, float and double.
func (t *Type) IsScalar() bool {
	switch t.Class {
	case BoolType, EnumType, PointerType:
		return true
	case IntType:
		return t.Size <= 8
	case FloatType:
		return t.Size <= 8
	}
	return false
}

// Kind returns the kind of the register that holds a scalar of type t, and
// Void for every other type.
func (t *Type) Kind() Kind {
	if t == nil || !t.IsScalar() {
		return Void
	}
	switch t.Class {
	case PointerType:
		return Ptr
	case FloatType:
		if t.Size == 4 {
			return F32
		}
		return F64
	}
	return IntKind(t.Size)
}

// String returns the spelling of t for messages and dumps.
func (t *Type) String() string {
	if t == nil {
		return "?"
	}
	switch t.Class {
	case PointerType:
		return t.Elem.String() + "*"
	case ArrayType:
		return t.Elem.String() + "[]"
	}
	return t.Name
}
