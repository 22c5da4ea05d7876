package initialiser

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// Initialise lowers the initialiser of the object or register at p.
func (f *Lowerer) Initialise(p value.Place, init *cc.Initializer) {
	if init.Case == cc.InitializerExpr && p.Type.Class != program.ArrayType {
		f.AssignInto(p, init.AssignmentExpression)
		return
	}
	if p.Type.IsScalar() {
		list := leaves(init, 0, nil)
		if len(list) == 0 {
			f.Store(p, value.Constant(types.Int, 0))
			return
		}
		f.AssignInto(p, list[0].init.AssignmentExpression)
		return
	}
	f.initList(p, leaves(init, 0, nil))
}

// initList initialises an aggregate: all zero, then part by part.
func (f *Lowerer) initList(p value.Place, list []leaf) {
	if rest, ok := f.fromImage(p, list); ok {
		list = rest
	} else if !covers(p, list) {
		if n := p.Type.Size; n > 0 {
			f.Effect(program.Instr{Op: program.ZeroMem, A: p.Addr, Off: p.Off, Size: n})
		}
	}
	for _, l := range list {
		e := l.init.AssignmentExpression
		part := leafPlace(f.Unit, p, l)
		saved := f.Node
		f.Node = e
		if part.Type.Class == program.ArrayType {
			f.initArray(part, e)
		} else {
			f.AssignInto(part, e)
		}
		f.Node = saved
	}
}

// imageParts is how many constant parts make an initialiser worth an image.
const imageParts = 8

// fromImage initialises an aggregate with many constant parts by copying a
// read-only image of them, as compilers do for tables. It returns the parts
// that are left.
func (f *Lowerer) fromImage(p value.Place, list []leaf) (rest []leaf, ok bool) {
	if len(list) < imageParts {
		return nil, false
	}
	img := &program.Global{Size: p.Type.Size}
	object.Image(img, 0, p.Type.Size)
	for _, l := range list {
		part := leafPlace(f.Unit, value.Place{Reg: program.NoReg}, l)
		v, known := f.constantLeaf(l.init.AssignmentExpression, part.Type)
		switch {
		case len(rest) > 0 || !known:
			rest = append(rest, l) // in order: a later part may replace an earlier one
		case part.Bits != nil:
			putBits(img, part, l.init.AssignmentExpression, v)
		default:
			object.PutWord(object.Image(img, part.Off, part.Type.Size), v.Op.Bits)
		}
	}
	if len(list)-len(rest) < imageParts {
		return nil, false
	}
	from := f.Unit.Literal(f.Node, p.Type, img.Data)
	f.Copy(f.Address(p.Addr, p.Off), value.Value{Op: from, Type: p.Type})
	return rest, true
}

// covers reports whether the parts fill the object, so that it need not be
// cleared first.
func covers(p value.Place, list []leaf) bool {
	if len(list) != 1 {
		return false
	}
	l := list[0].init
	return list[0].off == 0 && l.Type().Size() == p.Type.Size && l.Field() == nil && len(ast.StringBytes(l)) != 0 && int64(len(ast.StringBytes(l))) == p.Type.Size
}

// initArray initialises an array from a string literal or another array.
func (f *Lowerer) initArray(p value.Place, e cc.ExpressionNode) {
	src := f.LValue(e)
	if src.Type.Class != program.ArrayType {
		diag.Fail(e, "invalid initialiser of an array")
	}
	n := min(src.Type.Size, p.Type.Size)
	f.Copy(f.Address(p.Addr, p.Off), value.Value{Op: src.Addr, Off: src.Off, Type: &program.Type{Class: program.ArrayType, Size: n}})
}
