package types

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/diag"
)

// Table knows the types of a unit.
type Table struct {
	types   map[cc.Type]*program.Type
	records map[recordKey]*program.Type
	vlas    map[*program.Type]*cc.ArrayType
	making  int       // calls of typeOf under way
	made    []cc.Type // what they have cached so far
	begun   []recordKey
}

// NewTable returns the table of a unit of which nothing is known yet.
func NewTable() *Table {
	return &Table{types: map[cc.Type]*program.Type{}, records: map[recordKey]*program.Type{}, vlas: map[*program.Type]*cc.ArrayType{}}
}

// Variable returns what the parser knows of an array of variable length; ok is false for
// all other types.
func (u *Table) Variable(t *program.Type) (x *cc.ArrayType, ok bool) {
	x, ok = u.vlas[t]
	return x, ok
}

// TypeOf returns the type that a type of the parser stands for. Qualifiers
// are dropped. n is where to report a type that rift does not know.
func (u *Table) TypeOf(n cc.Node, t cc.Type) *program.Type {
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
func (u *Table) cacheType(t cc.Type, r *program.Type) {
	u.types[t] = r
	u.made = append(u.made, t)
}

// forgetTypes drops the types that the current typeOf has cached.
func (u *Table) forgetTypes() {
	for _, t := range u.made {
		delete(u.types, t)
	}
	for _, k := range u.begun {
		delete(u.records, k)
	}
}

func (u *Table) makeType(n cc.Node, t cc.Type) *program.Type {
	if t.VectorSize() > 0 {
		diag.Unsupported(n, "vector type; write it as an array")
	}
	switch x := t.(type) {
	case *cc.PredefinedType:
		r := basicTypes[x.Kind()]
		if r == nil {
			diag.Unsupported(n, "type %s", x.Kind())
		}
		u.cacheType(t, r)
		return r
	case *cc.EnumType:
		return u.enumType(n, x)
	case *cc.PointerType:
		r := &program.Type{Class: program.PointerType, Size: 8, Align: 8, Const: x.Elem().Attributes().IsConst()}
		u.cacheType(t, r)
		r.Elem = u.TypeOf(n, x.Elem())
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
	diag.Fail(n, "type of expression is not known")
	return nil
}

// enumType returns the type of an enumeration: as in GNU C unsigned if no
// constant of it is negative. The parser takes it for signed where it can, as
// it gives its constants the same type, and theirs is int.
func (u *Table) enumType(n cc.Node, x *cc.EnumType) *program.Type {
	under := UInt // of an enumeration that is never defined
	if x.UnderlyingType().Kind() != cc.InvalidKind {
		under = u.TypeOf(n, x.UnderlyingType())
	}
	if len(x.Enumerators()) > 0 && x.Min() >= 0 {
		under = IntOf(under.Size, true)
	}
	r := &program.Type{Class: program.EnumType, Name: "enum", Size: under.Size, Align: under.Align, Unsigned: under.Unsigned}
	if tag := x.Tag(); tag.SrcStr() != "" {
		r.Name += " " + tag.SrcStr()
	}
	u.cacheType(x, r)
	return r
}

func (u *Table) arrayType(n cc.Node, r *program.Type, x *cc.ArrayType) {
	r.Elem = u.TypeOf(n, x.Elem())
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

func (u *Table) recordType(n cc.Node, t cc.Type, class program.TypeClass, word string, tag cc.Token, fields int, field func(int) *cc.Field) *program.Type {
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
		f := program.Field{Name: c.Name(), Type: u.TypeOf(n, c.Type()), Offset: c.Offset()}
		if _, variable := u.vlas[f.Type]; variable {
			diag.Unsupported(n, "structure of variable size")
		}
		if c.IsBitfield() {
			f.BitOffset, f.BitWidth = c.OffsetBits(), int(c.ValueBits())
			if f.BitWidth == 0 {
				continue
			}
		}
		if f.Name != "" && slices.ContainsFunc(r.Fields, func(g program.Field) bool { return g.Name == f.Name }) {
			diag.Fail(n, "duplicate member %s of %s", f.Name, r.Name)
		}
		r.Fields = append(r.Fields, f)
	}
	return r
}

func (u *Table) funcType(n cc.Node, x *cc.FunctionType) *program.Type {
	r := &program.Type{Class: program.FuncType, Align: 1, Variadic: x.IsVariadic()}
	u.cacheType(x, r)
	r.Elem = u.TypeOf(n, x.Result())
	for _, p := range x.Parameters() {
		if p.Type().Kind() == cc.Void {
			break
		}
		r.Params = append(r.Params, u.TypeOf(n, p.Type().Decay()))
	}
	r.Name = FuncName(r)
	return r
}
