package initialiser

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/emit"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// InitialiseStatic evaluates the initialiser of a global, in a frame for that; see
// frame.NewStatic.
func (f *Lowerer) InitialiseStatic(g *program.Global, init *cc.Initializer) {
	if init.Case == cc.InitializerExpr && g.Type.Class == program.ArrayType && init.Type().Kind() == cc.Array {
		g.Type = f.Unit.TypeOf(init, init.Type())
		g.Size = max(g.Size, g.Type.Size)
	}
	f.staticLeaves(g, leaves(init, 0, nil))
	object.SortRelocs(g)
	if f.Outer != nil && len(g.Relocs) > 0 {
		f.Outer.OnLabelled(func(fix func(*program.Operand)) {
			for i := range g.Relocs {
				fix(&g.Relocs[i].Target)
			}
		})
	}
}

func (f *Lowerer) staticLeaves(g *program.Global, list []leaf) {
	for _, l := range list {
		f.Node = l.init
		f.staticLeaf(g, leafPlace(f.Unit, value.Place{Reg: program.NoReg}, l), l.init.AssignmentExpression)
	}
}

// staticLeaf evaluates e and writes it into the image of g.
func (f *Lowerer) staticLeaf(g *program.Global, p value.Place, e cc.ExpressionNode) {
	if end := p.Off + p.Type.Size; end > g.Size {
		g.Size = end // a flexible array member
	}
	if p.Type.Class == program.ArrayType {
		if data, ok := ast.LiteralBytes(e); ok {
			data = data[:min(int64(len(data)), p.Type.Size)]
			object.ClearRelocs(g, p.Off, p.Type.Size)
			copy(object.Image(g, p.Off, int64(len(data))), data)
			return
		}
	}
	if types.InMemory(p.Type) {
		f.staticCopy(g, p, e)
		return
	}
	if f.labelDifference(g, p, e) {
		return
	}
	v := f.Convert(f.RValue(e), p.Type)
	if f.Pending() || !f.Straight() {
		// The parser folds more, such as "text"[1].
		known := false
		if v, known = f.constantLeaf(e, p.Type); !known || !f.Straight() {
			diag.Fail(e, "initialiser is not constant")
		}
		f.Forget()
	}
	if p.Bits != nil {
		putBits(g, p, e, v)
		return
	}
	object.ClearRelocs(g, p.Off, p.Type.Size)
	putOperand(g, p, e, v.Op)
}

// labelDifference notes an initialiser that is the difference of two labels.
func (f *Lowerer) labelDifference(g *program.Global, p value.Place, e cc.ExpressionNode) bool {
	x, ok := ast.Uncast(e).(*cc.AdditiveExpression)
	if !ok || x.Case != cc.AdditiveExpressionSub || f.Outer == nil || !types.IsInteger(p.Type) || p.Bits != nil {
		return false
	}
	a, isLabel := ast.Uncast(x.AdditiveExpression).(*cc.UnaryExpression)
	b, areLabels := ast.Uncast(x.MultiplicativeExpression).(*cc.UnaryExpression)
	if !isLabel || !areLabels || a.Case != cc.UnaryExpressionLabelAddr || b.Case != cc.UnaryExpressionLabelAddr {
		return false
	}
	object.ClearRelocs(g, p.Off, p.Type.Size)
	object.Image(g, p.Off, p.Type.Size)
	// How far apart blocks are is known once the function is complete.
	plus, minus := f.AddressOfLabel(a, a.Token2.SrcStr()), f.AddressOfLabel(b, b.Token2.SrcStr())
	f.Outer.OnLabelled(func(fix func(*program.Operand)) {
		fix(&plus)
		fix(&minus)
		object.PutWord(object.Image(g, p.Off, p.Type.Size), plus.Bits-minus.Bits)
	})
	return true
}

func putOperand(g *program.Global, p value.Place, e cc.ExpressionNode, op program.Operand) {
	switch {
	case op.Mode == program.Const:
		object.PutWord(object.Image(g, p.Off, p.Type.Size), op.Bits)
	case emit.IsAddress(op) && p.Type.Size == 8:
		object.Image(g, p.Off, 8)
		g.Relocs = append(g.Relocs, program.Reloc{Off: p.Off, Target: op})
	default:
		diag.Fail(e, "initialiser is not constant")
	}
}

// staticCopy copies the image of an object named by an initialiser, such as a
// compound literal or a constant of a wide type.
func (f *Lowerer) staticCopy(g *program.Global, p value.Place, e cc.ExpressionNode) {
	var v value.Value
	n := p.Type.Size
	if p.Type.Class == program.ArrayType {
		src := f.LValue(e)
		v = value.Value{Op: src.Addr, Off: src.Off}
		n = min(n, src.Type.Size)
	} else {
		v = f.Convert(f.RValue(e), p.Type)
	}
	if f.Pending() || v.Op.Mode != program.GlobalAddr {
		diag.Fail(e, "initialiser is not constant")
	}
	src := f.Unit.Object.Globals[v.Op.Index]
	from := int64(v.Op.Bits) + v.Off
	object.ClearRelocs(g, p.Off, p.Type.Size)
	to := object.Image(g, p.Off, p.Type.Size)
	for i := range to {
		to[i] = 0
		if at := from + int64(i); int64(i) < n && at < int64(len(src.Data)) {
			to[i] = src.Data[at]
		}
	}
	for _, r := range src.Relocs {
		if r.Off >= from && r.Off < from+n {
			g.Relocs = append(g.Relocs, program.Reloc{Off: r.Off - from + p.Off, Target: r.Target})
		}
	}
}

func putBits(g *program.Global, p value.Place, e cc.ExpressionNode, v value.Value) {
	if v.Op.Mode != program.Const {
		diag.Fail(e, "initialiser is not constant")
	}
	unit := object.Image(g, p.Off, p.Bits.Bytes)
	mask := (uint64(1)<<p.Bits.Width - 1) << p.Bits.Shift
	object.PutWord(unit, object.Word(unit)&^mask|v.Op.Bits<<p.Bits.Shift&mask)
}
