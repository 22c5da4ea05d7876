package initialiser

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/unit"
	"github.com/riftlab/rift/program/cfront/value"
)

// leaf is one expression of an initialiser with the part of the object that
// it initialises.
type leaf struct {
	init *cc.Initializer
	off  int64 // within the whole object
}

// leaves lists the expressions of an initialiser in source order.
func leaves(init *cc.Initializer, shift int64, list []leaf) []leaf {
	size := int64(0)
	n := init.Len()
	if n > 1 {
		size = init.Type().Size()
	}
	for i := int64(0); i < n; i++ {
		at := shift + i*size
		if init.Case == cc.InitializerExpr {
			list = append(list, leaf{init, init.Offset() + at})
			continue
		}
		for l := init.InitializerList; l != nil; l = l.InitializerList {
			list = leaves(l.Initializer, at, list)
		}
	}
	return list
}

// leafPlace returns the place that a leaf initialises, within the object at p.
func leafPlace(u *unit.Unit, p value.Place, l leaf) value.Place {
	fld := l.init.Field()
	p.Off += l.off
	p.Type = u.TypeOf(l.init, l.init.Type())
	if x := ast.StringLiteral(l.init.AssignmentExpression); x != nil && x.Case == cc.PrimaryExpressionLString && types.IsInteger(p.Type) {
		// The parser sees the string in { L"text" } as the first element.
		diag.Unsupported(x, "wide string within braces for one array; leave out the braces")
	}
	if fld != nil && fld.IsBitfield() {
		p.Bits = &value.BitField{Shift: fld.OffsetBits(), Width: int(fld.ValueBits()), Bytes: fld.AccessBytes(), Field: u.TypeOf(l.init, fld.Type())}
		p.Type = p.Bits.Field
	}
	return p
}

// constantLeaf returns the value of an arithmetic constant of scalar type t.
func (f *Lowerer) constantLeaf(e cc.ExpressionNode, t *program.Type) (value.Value, bool) {
	v, ok := ast.IntConstant(e)
	if !ok || !e.Pure() || !t.IsScalar() || !cc.IsIntegerType(e.Type()) || e.Type().Size() > 8 {
		return value.Value{}, false
	}
	c := f.Convert(value.Constant(f.Unit.TypeOf(e, e.Type()), v), t)
	return c, c.Op.Mode == program.Const
}
