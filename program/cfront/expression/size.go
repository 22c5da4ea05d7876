package expression

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// sizeof lowers sizeof, which is computed at run time for variable-length
// arrays only.
func (f *Lowerer) sizeof(x *cc.UnaryExpression) value.Value {
	if x.Case == cc.UnaryExpressionSizeofType {
		f.EvaluateLengths(x.TypeName.Type())
		return f.sizeOf(x, x.TypeName.Type())
	}
	if n := ast.StringSize(x.UnaryExpression); n >= 0 {
		return value.Constant(types.ULong, uint64(n))
	}
	if e, ok := x.UnaryExpression.(*cc.PostfixExpression); ok && e.Case == cc.PostfixExpressionComplit {
		if n := f.nested.LiteralSize(e); n >= 0 {
			return value.Constant(types.ULong, uint64(n))
		}
	}
	return f.sizeOf(x, x.UnaryExpression.Type())
}

func (f *Lowerer) sizeOf(n cc.Node, c cc.Type) value.Value {
	t := f.Unit.TypeOf(n, c)
	if size, dynamic := f.DynamicSize(t); dynamic {
		return value.Value{Op: size, Type: types.ULong}
	}
	switch {
	case t.Class == program.FuncType:
		return value.Constant(types.ULong, 1)
	case t.Class == program.ArrayType && t.Len < 0:
		diag.Fail(n, "size of incomplete %s", t)
	}
	return value.Constant(types.ULong, uint64(t.Size))
}

// alignof computes _Alignof, for a variable with regard to its own alignment.
func alignof(x *cc.UnaryExpression) uint64 {
	v, _ := ast.IntConstant(x)
	if x.Case == cc.UnaryExpressionAlignofExpr {
		e := x.UnaryExpression
		for ast.IsParenthesised(e) {
			e = e.(*cc.PrimaryExpression).ExpressionList
		}
		if p, ok := e.(*cc.PrimaryExpression); ok {
			if d, ok := p.ResolvedTo().(*cc.Declarator); ok {
				v = max(v, uint64(d.Alignas()), uint64(d.Type().Align()))
			}
		}
	}
	return v
}
