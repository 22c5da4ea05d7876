package unit

import (
	"modernc.org/cc/v4"
	"modernc.org/token"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/dialect"
)

// places numbers the places in the source that an object tells.
type places struct {
	obj      *object.Object
	src      *dialect.Source
	rangeIDs map[program.Range]program.RangeID
	starts   map[cc.Node]token.Position // of expressions that begin with their first operand
	fileIDs  map[string]int32
}

// newPlaces returns the places of an object that is made of src; name is the unit's file.
func newPlaces(obj *object.Object, src *dialect.Source, name string) *places {
	p := &places{obj, src, map[program.Range]program.RangeID{{}: 0}, map[cc.Node]token.Position{}, map[string]int32{}}
	obj.Ranges = []program.Range{{}}
	p.fileIndex(name)
	return p
}

// RangeOf returns the range of source text of an expression, declaration or
// statement head. Text that came out of a macro stands at the place of the
// macro's name in the user's code: the preprocessor moves tokens there.
func (p *places) RangeOf(n cc.Node) program.RangeID {
	if n == nil {
		return 0
	}
	r, name, ok := p.src.Original(p.startOf(n))
	if !ok {
		return 0
	}
	r.File = p.fileIndex(name)
	last, file, ok := p.src.Original(ast.LastToken(n).Position())
	if ok && file == name && (last.EndLine > r.EndLine || last.EndLine == r.EndLine && last.EndCol > r.EndCol) {
		r.EndLine, r.EndCol = last.EndLine, last.EndCol
	}
	return p.rangeID(r)
}

// startOf is n.Position(), which goes down to the first operand of a chain of
// operators each time: for all operators of a long chain together that would be
// quadratic.
func (p *places) startOf(n cc.Node) token.Position {
	var chain []cc.Node
	at, known := token.Position{}, false
	for {
		if at, known = p.starts[n]; known {
			break
		}
		e, _ := n.(cc.ExpressionNode)
		_, left, _, isChain := ast.BinaryParts(e)
		if x, ok := e.(*cc.PostfixExpression); ok && x.PostfixExpression != nil {
			left, isChain = x.PostfixExpression, true
		}
		if !isChain {
			at = n.Position()
			break
		}
		chain = append(chain, n)
		n = left
	}
	for _, n := range chain {
		p.starts[n] = at
	}
	return at
}

func (p *places) rangeID(r program.Range) program.RangeID {
	if id, ok := p.rangeIDs[r]; ok {
		return id
	}
	id := program.RangeID(len(p.obj.Ranges))
	p.obj.Ranges = append(p.obj.Ranges, r)
	p.rangeIDs[r] = id
	return id
}

func (p *places) fileIndex(name string) int32 {
	if i, ok := p.fileIDs[name]; ok {
		return i
	}
	i := int32(len(p.obj.Files))
	p.obj.Files = append(p.obj.Files, name)
	p.fileIDs[name] = i
	return i
}
