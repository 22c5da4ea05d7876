package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

func (f *fn) complexArith(op operator, a, b value, t *program.Type) value {
	unsupported(f.node, "complex arithmetic")
	return value{}
}
func (f *fn) complexCompare(op operator, a, b value, t *program.Type) program.Operand {
	unsupported(f.node, "complex arithmetic")
	return program.Operand{}
}
func (f *fn) complexMap(v value, op func(value) value) value {
	unsupported(f.node, "complex arithmetic")
	return value{}
}
func (f *fn) conjugate(v value) value {
	unsupported(f.node, "complex arithmetic")
	return value{}
}
func (f *fn) convertComplex(v value, t *program.Type) value {
	unsupported(f.node, "complex arithmetic")
	return value{}
}
func (f *fn) makeComplex(re, im value) value {
	unsupported(f.node, "complex arithmetic")
	return value{}
}
func (f *fn) part(x *cc.UnaryExpression) value {
	unsupported(f.node, "complex arithmetic")
	return value{}
}
func (f *fn) partPlace(x *cc.UnaryExpression) place {
	unsupported(f.node, "complex arithmetic")
	return place{}
}
