package ast

import (
	"encoding/binary"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program/dialect"
)

// StringBytes returns the content of a string initialiser, or nil.
func StringBytes(l *cc.Initializer) []byte {
	b, _ := LiteralBytes(l.AssignmentExpression)
	return b
}

// LiteralBytes returns the bytes of a string literal in the encoding of its
// type, with the terminating zero.
func LiteralBytes(e cc.ExpressionNode) ([]byte, bool) {
	if s, ok := e.Value().(cc.StringValue); ok {
		return []byte(s), true
	}
	x := StringLiteral(e)
	if x == nil || x.Case != cc.PrimaryExpressionLString {
		return nil, false
	}
	size := 4
	if a, ok := x.Type().Undecay().(*cc.ArrayType); ok {
		size = int(a.Elem().Size())
	}
	text := x.Token.SrcStr()
	var b []byte
	for _, v := range append(dialect.WideElements(text[len(`L"`):len(text)-1], 8*size, 2), 0) {
		if size == 2 {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		} else {
			b = binary.LittleEndian.AppendUint32(b, v)
		}
	}
	return b, true
}

// StringLiteral returns the string literal that e is, within parentheses or
// not, or nil.
func StringLiteral(e cc.ExpressionNode) *cc.PrimaryExpression {
	for {
		x, ok := e.(*cc.PrimaryExpression)
		if !ok {
			return nil
		}
		switch x.Case {
		case cc.PrimaryExpressionExpr:
			e = x.ExpressionList
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return x
		default:
			return nil
		}
	}
}

// StringSize returns the size of a string literal operand of sizeof, -1 if e
// is something else.
func StringSize(e cc.ExpressionNode) int64 {
	if x := StringLiteral(e); x != nil {
		data, _ := LiteralBytes(x)
		return int64(len(data))
	}
	return -1
}
