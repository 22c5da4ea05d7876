package expression

import (
	"regexp"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/unit"
	"github.com/riftlab/rift/program/cfront/value"
	"github.com/riftlab/rift/program/extarith"
)

// floatText takes a floating constant in lower case apart: the number, then
// suffixes for type (f, l, f32, f64x...) and imaginary unit.
var floatText = regexp.MustCompile(`^(0x[0-9a-f.]*p[+-]?[0-9]+|[0-9.]+(?:e[+-]?[0-9]+)?)([ij]?)(f32x|f64x|f32|f64|f|l)?([ij]?)$`)

var floatSuffixes = map[string]*program.Type{
	"": types.Double, "f": types.Float, "l": types.LongDouble, "f32": types.Float, "f64": types.Double, "f32x": types.Double, "f64x": types.LongDouble,
}

// floatLiteral lowers a floating constant, imaginary ones included.
func floatLiteral(o *value.Ops, x *cc.PrimaryExpression) value.Value {
	m := floatText.FindStringSubmatch(strings.ToLower(x.Token.SrcStr()))
	if m == nil {
		diag.Unsupported(x, "constant %s", x.Token.SrcStr())
	}
	typ := floatSuffixes[m[3]]
	p := extarith.Parse(m[1], int(typ.Size))
	if p.Consumed != len(m[1]) {
		diag.Unsupported(x, "constant %s", x.Token.SrcStr())
	}
	c := o.FloatConstant(typ, p.Value)
	if m[2]+m[4] != "" {
		return o.MakeComplex(o.FloatConstant(typ, extarith.Extended{}), c)
	}
	return c
}

// stringPlace returns the object of a string literal.
func stringPlace(u *unit.Unit, x *cc.PrimaryExpression) value.Place {
	data, ok := ast.LiteralBytes(x)
	if !ok {
		diag.Fail(x, "bad string literal")
	}
	elem := types.Char
	if a, ok := x.Type().Undecay().(*cc.ArrayType); ok {
		elem = u.TypeOf(x, a.Elem())
	}
	n := int64(len(data))
	t := &program.Type{Class: program.ArrayType, Elem: elem, Len: n / elem.Size, Size: n, Align: elem.Size}
	return value.Place{Reg: program.NoReg, Addr: u.Literal(x, t, data), Type: t}
}
