package statement

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// body lowers a compound statement in a scope of its own.
func (f *Lowerer) body(c *cc.CompoundStatement) {
	f.Push(c, ast.HasLabel(c))
	f.items(c)
	f.Pop()
}

// items lowers the items of a compound statement.
func (f *Lowerer) items(c *cc.CompoundStatement) {
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		f.item(l.BlockItem)
	}
}

func (f *Lowerer) item(b *cc.BlockItem) {
	switch b.Case {
	case cc.BlockItemDecl:
		if ast.OutlivesCalls(b.Declaration) {
			f.declaration(b.Declaration)
			return
		}
		f.trapping(b.Declaration, func() { f.declaration(b.Declaration) })
	case cc.BlockItemStmt:
		f.statement(b.Statement)
	case cc.BlockItemFuncDef:
		f.trapping(b.Declarator, func() { diag.Unsupported(b.Declarator, "nested function; move it to file scope") })
	}
}

func (f *Lowerer) statement(s *cc.Statement) {
	f.trapping(s, func() { f.lowerStatement(s) })
}

func (f *Lowerer) lowerStatement(s *cc.Statement) {
	switch s.Case {
	case cc.StatementLabeled:
		f.labeled(s.LabeledStatement)
	case cc.StatementCompound:
		f.body(s.CompoundStatement)
	case cc.StatementExpr:
		if e := s.ExpressionStatement.ExpressionList; e != nil {
			f.BeginStmt(program.StmtExpr, e)
			f.Discard(e)
		}
	case cc.StatementSelection:
		f.selection(s.SelectionStatement)
	case cc.StatementIteration:
		f.iteration(s.IterationStatement)
	case cc.StatementJump:
		f.jumpStatement(s.JumpStatement)
	case cc.StatementAsm:
		f.BeginStmt(program.StmtAsm, s.AsmStatement)
		f.asm(s.AsmStatement.Asm)
	}
}

func (f *Lowerer) labeled(l *cc.LabeledStatement) {
	var blk int
	if l.Case == cc.LabeledStatementLabel {
		blk = f.Label(l)
		f.PlaceLabel(l)
	} else {
		var ok bool
		if blk, ok = f.cases[l]; !ok {
			diag.Fail(l, "case label outside a switch")
		}
	}
	f.Implicit(func() { f.Follow(blk) })
	f.statement(l.Statement)
}

// Statements lowers ({ ... }): its value is that of the last item.
func (f *Lowerer) Statements(c *cc.CompoundStatement) value.Value {
	if f.Def == nil {
		diag.Fail(c, "statement expression outside a function")
	}
	saved, node := f.Stmt, f.Node
	f.Push(c, ast.HasLabel(c))
	v := value.Value{Type: types.Void}
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		s := l.BlockItem
		if l.BlockItemList == nil && s.Case == cc.BlockItemStmt {
			v = f.lastStatement(s.Statement)
			break
		}
		f.item(s)
	}
	if types.InMemory(v.Type) {
		// The object may be a local of the scope that is left now.
		to := f.Temp(v.Type)
		f.Copy(to, v)
		v = value.Value{Op: to, Type: v.Type}
	} else {
		v = f.Keep(v)
	}
	f.Pop()
	f.Stmt, f.Node = saved, node
	return v
}

// lastStatement lowers the last statement of a statement expression.
func (f *Lowerer) lastStatement(s *cc.Statement) value.Value {
	switch s.Case {
	case cc.StatementExpr:
		if e := s.ExpressionStatement.ExpressionList; e != nil {
			f.BeginStmt(program.StmtExpr, e)
			return f.RValue(e)
		}
	case cc.StatementLabeled:
		if l := s.LabeledStatement; l.Case == cc.LabeledStatementLabel {
			f.Implicit(func() { f.Follow(f.Label(l)) })
			return f.lastStatement(l.Statement)
		}
	}
	f.statement(s)
	return value.Value{Type: types.Void}
}
