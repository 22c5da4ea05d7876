package typing

import (
	"context"
	"reflect"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/parse"
)

// Sized returns the names, tags and those of typedefs, of the structures and unions of whose
// sizes or layouts a version may let something depend that it shows. Not those that it only
// allocates, clears or copies: whose sizes are handed to functions that return a pointer, as
// malloc and memcpy do, or to qsort; nor those by whose sizes it counts the elements of an
// array. A layout shows where a pointer to the record is made of one to something else, or one
// to something else of it, but for void and for what allocates. A unit that does not parse says
// nothing.
func Sized(ctx context.Context, v *program.Version, cache *parse.Cache) map[string]bool {
	names := map[string]bool{}
	s := &sizes{names: names}
	s.visit = s.node
	units(ctx, v, cache, func(program.SourceFile) bool { return true }, func(tree *cc.AST) {
		for l := tree.TranslationUnit; l != nil; l = l.TranslationUnit {
			s.walk(reflect.ValueOf(l.ExternalDeclaration))
		}
	})
	return names
}

// sizes looks for expressions with sizeof, and for pointers to records that are converted.
type sizes struct {
	walker
	names map[string]bool
}

func (s *sizes) node(n cc.Node) {
	_ = diag.Guard(n, func() { s.conversions(n) }) // what has no type is no C
	x, ok := n.(*cc.UnaryExpression)
	if !ok {
		return
	}
	t, ok := sized(x)
	if !ok {
		return
	}
	kept := false
	if err := diag.Guard(n, func() { kept = s.within(x, t) }); err != nil || !kept {
		record(t, s.names, 0)
	}
}

// sized returns the type of which an expression is the size.
func sized(x *cc.UnaryExpression) (t cc.Type, ok bool) {
	switch x.Case {
	case cc.UnaryExpressionSizeofType:
		t = x.TypeName.Type()
	case cc.UnaryExpressionSizeofExpr:
		t = x.UnaryExpression.Type()
	}
	return t, t != nil
}

// within reports whether the size of a type stays where no other size would be noticed.
func (s *sizes) within(x *cc.UnaryExpression, t cc.Type) bool {
	var e cc.ExpressionNode = x
	for i := len(s.stack) - 1; i >= 0; i-- {
		switch n := s.stack[i].(type) {
		case *cc.ArgumentExpressionList:
			return n.AssignmentExpression == e && s.allocates(i)
		case *cc.ConditionalExpression, *cc.AssignmentExpression:
			return false
		case cc.ExpressionNode:
			op, l, r, ok := ast.BinaryParts(n)
			switch {
			case ok && op == ast.Div:
				return counts(l, r)
			case ok && op != ast.Mul && op != ast.Add:
				return false
			}
			e = n
		default:
			return false
		}
	}
	return false
}

// counts reports whether a quotient is the number of elements of an array.
func counts(l, r cc.ExpressionNode) bool {
	size := func(e cc.ExpressionNode) cc.Type {
		x, ok := ast.Uncast(e).(*cc.UnaryExpression)
		if !ok {
			return nil
		}
		t, _ := sized(x)
		return t
	}
	whole, one := size(l), size(r)
	a, ok := whole.(*cc.ArrayType)
	return ok && one != nil && a.Elem().IsCompatible(one)
}

// allocates reports whether the call among whose arguments stands the i-th node of the stack
// returns a pointer, or sorts.
func (s *sizes) allocates(i int) bool {
	for ; i >= 0; i-- {
		call, ok := s.stack[i].(*cc.PostfixExpression)
		if !ok {
			continue
		}
		switch ast.CalleeName(call) {
		case "qsort", "bzero":
			return true
		}
		return call.Case == cc.PostfixExpressionCall && call.Type().Kind() == cc.Ptr
	}
	return false
}

// record adds the names of the records that values of a type hold.
func record(t cc.Type, names map[string]bool, depth int) {
	if depth > 20 {
		return
	}
	add := func(tag cc.Token, fields interface {
		NumFields() int
		FieldByIndex(int) *cc.Field
	}) {
		if n := tag.SrcStr(); n != "" && !strings.HasPrefix(n, "{") {
			names[n] = true
		}
		for i := range fields.NumFields() {
			record(fields.FieldByIndex(i).Type(), names, depth+1)
		}
	}
	if d := t.Typedef(); d != nil && d.Name() != "" {
		names[d.Name()] = true
	}
	switch t := t.(type) {
	case *cc.ArrayType:
		record(t.Elem(), names, depth+1)
	case *cc.StructType:
		add(t.Tag(), t)
	case *cc.UnionType:
		add(t.Tag(), t)
	}
}

// conversions looks at what a node converts to pointers.
func (s *sizes) conversions(n cc.Node) {
	switch n := n.(type) {
	case *cc.CastExpression:
		if n.Case == cc.CastExpressionCast {
			s.made(n.CastExpression, n.Type())
			s.shown(n)
		}
	case *cc.PostfixExpression:
		if n.Case != cc.PostfixExpressionCall {
			return
		}
		f, ok := n.PostfixExpression.Type().Undecay().(*cc.FunctionType)
		if !ok {
			return
		}
		for i, e := range ast.Arguments(n) {
			if ps := f.Parameters(); i < len(ps) {
				s.made(e, ps[i].Type())
			}
		}
	case *cc.AssignmentExpression:
		if n.Case == cc.AssignmentExpressionAssign {
			s.made(n.AssignmentExpression, n.UnaryExpression.Type())
		}
	case *cc.InitDeclarator:
		if n.Initializer != nil && n.Initializer.AssignmentExpression != nil {
			s.made(n.Initializer.AssignmentExpression, n.Declarator.Type())
		}
	}
}

// made notes the record that a pointer of type to points to if it is made, by casts, of a
// pointer to something else.
func (s *sizes) made(e cc.ExpressionNode, to cc.Type) {
	r := recordBehind(to)
	if r == nil {
		return
	}
	inner := ast.Uncast(e)
	from := elementOf(inner.Type())
	call, _ := inner.(*cc.PostfixExpression)
	allocated := call != nil && call.Case == cc.PostfixExpressionCall && character(from)
	if from == nil || from.Kind() == cc.Void || allocated || sameRecord(from, r) {
		return
	}
	record(r, s.names, 0)
}

// shown notes the record to which a pointer points that a cast makes one to something else
// of, unless that goes to a function that takes any pointer for one to characters, as free did.
func (s *sizes) shown(x *cc.CastExpression) {
	r := recordBehind(ast.Uncast(x.CastExpression).Type())
	to := elementOf(x.Type())
	if r == nil || to == nil || to.Kind() == cc.Void || sameRecord(to, r) {
		return
	}
	if _, handed := s.stack[len(s.stack)-1].(*cc.ArgumentExpressionList); handed && character(to) {
		return
	}
	record(r, s.names, 0)
}

// elementOf returns what a pointer points to, or the elements of an array; nil for other types.
func elementOf(t cc.Type) cc.Type {
	switch t := t.Undecay().(type) {
	case *cc.ArrayType:
		return t.Elem()
	case *cc.PointerType:
		return t.Elem()
	}
	return nil
}

// recordBehind returns the structure or union to which a pointer points, nil if it does not.
func recordBehind(t cc.Type) cc.Type {
	p, ok := t.Decay().(*cc.PointerType)
	if !ok || p.Elem().Kind() != cc.Struct && p.Elem().Kind() != cc.Union {
		return nil
	}
	return p.Elem()
}

func character(t cc.Type) bool {
	return t != nil && (t.Kind() == cc.Char || t.Kind() == cc.SChar || t.Kind() == cc.UChar)
}

// sameRecord reports whether two types are one structure or union.
func sameRecord(a, b cc.Type) bool {
	return a.Kind() == b.Kind() && (a == b || a.IsCompatible(b))
}
