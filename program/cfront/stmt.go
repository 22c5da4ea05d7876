package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// body lowers a compound statement in a scope of its own.
func (f *fn) body(c *cc.CompoundStatement) {
	f.push(c, ast.HasLabel(c))
	f.items(c)
	f.pop()
}

// items lowers the items of a compound statement.
func (f *fn) items(c *cc.CompoundStatement) {
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		f.item(l.BlockItem)
	}
}

func (f *fn) item(b *cc.BlockItem) {
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

func (f *fn) statement(s *cc.Statement) {
	f.trapping(s, func() { f.lowerStatement(s) })
}

func (f *fn) lowerStatement(s *cc.Statement) {
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

func (f *fn) labeled(l *cc.LabeledStatement) {
	var blk int
	if l.Case == cc.LabeledStatementLabel {
		blk = f.label(l)
		f.places[l] = labelPlace{f.scope, len(f.scope.cleanups)}
	} else {
		var ok bool
		if blk, ok = f.cases[l]; !ok {
			diag.Fail(l, "case label outside a switch")
		}
	}
	f.Implicit(func() { f.Follow(blk) })
	f.statement(l.Statement)
}

// label returns the block of a label.
func (f *fn) label(l *cc.LabeledStatement) int {
	blk, ok := f.labels[l]
	if !ok {
		blk = f.Block(l.Token.SrcStr())
		f.labels[l] = blk
	}
	return blk
}

func (f *fn) selection(s *cc.SelectionStatement) {
	if s.Case == cc.SelectionStatementSwitch {
		f.switchStatement(s)
		return
	}
	yes, no, end := f.Block("if.then"), f.Block("if.else"), f.Block("if.end")
	if s.Statement2 == nil {
		no = end
	}
	f.condition(s.ExpressionList, yes, no)
	f.Begin(yes)
	f.statement(s.Statement)
	f.Implicit(func() { f.Jump(end) })
	if s.Statement2 != nil {
		f.Begin(no)
		f.statement(s.Statement2)
	}
	f.Implicit(func() { f.Follow(end) })
}

func (f *fn) switchStatement(s *cc.SelectionStatement) {
	f.BeginStmt(program.StmtSwitch, s.ExpressionList)
	v := f.RValue(s.ExpressionList)
	if types.IsInt128(v.Type) {
		diag.Unsupported(s, "switch over __int128")
	}
	t := types.Promote(v.Type)
	if !t.Kind().IsInt() {
		diag.Fail(s, "switch over %s", v.Type)
	}
	v = f.Convert(v, t)
	end := f.Block("switch.end")
	in := program.Instr{Op: program.Switch, Kind: t.Kind(), A: v.Op, Targets: []int32{int32(end)}}
	if !t.Unsigned {
		in.Flags |= program.Signed
	}
	for _, l := range s.LabeledStatements() {
		if l.Case == cc.LabeledStatementLabel { // the parser lists plain labels too
			continue
		}
		blk := f.Block("case")
		f.cases[l] = blk
		if l.Case == cc.LabeledStatementDefault {
			in.Targets[0] = int32(blk)
			continue
		}
		lo := caseValue(l.ConstantExpression, t)
		hi := lo
		if l.Case == cc.LabeledStatementRange {
			hi = caseValue(l.ConstantExpression2, t)
		}
		if t.Unsigned && lo > hi || !t.Unsigned && program.SignExtend(t.Kind(), lo) > program.SignExtend(t.Kind(), hi) {
			continue // an empty range
		}
		in.Cases = append(in.Cases, program.Case{Lo: lo, Hi: hi, Target: int32(len(in.Targets))})
		in.Targets = append(in.Targets, int32(blk))
	}
	f.Effect(in)
	saved := f.breaks
	f.breaks = target{end, f.scope}
	f.statement(s.Statement)
	f.breaks = saved
	f.Implicit(func() { f.Follow(end) })
}

// caseValue converts the value of a case label to the type of the switch.
func caseValue(e cc.ExpressionNode, t *program.Type) uint64 {
	v, ok := ast.IntConstant(e)
	if !ok {
		diag.Fail(e, "case label is not an integer constant")
	}
	return v & t.Kind().Mask()
}

func (f *fn) iteration(s *cc.IterationStatement) {
	f.push(s, ast.LabelIn(s.Statement, false))
	body, next, test, end := f.Block("loop.body"), f.Block("loop.next"), f.Block("loop.test"), f.Block("loop.end")
	cond, step := s.ExpressionList, cc.ExpressionNode(nil)
	switch s.Case {
	case cc.IterationStatementFor:
		if s.ExpressionList != nil {
			f.BeginStmt(program.StmtExpr, s.ExpressionList)
			f.Discard(s.ExpressionList)
		}
		cond, step = s.ExpressionList2, s.ExpressionList3
	case cc.IterationStatementForDecl:
		f.declaration(s.Declaration)
		cond, step = s.ExpressionList, s.ExpressionList2
	}
	// The test stands at the bottom: one branch per round.
	if s.Case != cc.IterationStatementDo {
		f.Implicit(func() { f.Jump(test) })
		f.Begin(body)
	} else {
		f.Implicit(func() { f.Follow(body) })
	}
	breaks, conts := f.breaks, f.conts
	f.breaks, f.conts = target{end, f.scope}, target{next, f.scope}
	f.statement(s.Statement)
	f.breaks, f.conts = breaks, conts
	f.Implicit(func() { f.Follow(next) })
	if step != nil {
		f.BeginStmt(program.StmtExpr, step)
		f.Discard(step)
	}
	f.Implicit(func() { f.Follow(test) })
	if cond != nil {
		f.condition(cond, body, end)
	} else {
		f.Implicit(func() { f.Jump(body) })
	}
	f.Begin(end)
	f.pop()
}

func (f *fn) jumpStatement(s *cc.JumpStatement) {
	switch s.Case {
	case cc.JumpStatementReturn:
		f.returnStatement(s)
	case cc.JumpStatementBreak:
		f.jumpTo(s, f.breaks)
	case cc.JumpStatementContinue:
		f.jumpTo(s, f.conts)
	case cc.JumpStatementGoto:
		f.BeginStmt(program.StmtJump, s)
		l := f.findLabel(s, s.Label(), s.Token2.SrcStr())
		common := f.commonScope(l)
		f.leave(common)
		f.backTo(l, common)
		f.Jump(f.label(l))
	case cc.JumpStatementGotoExpr:
		f.BeginStmt(program.StmtJump, s)
		v := f.RValue(s.ExpressionList)
		f.Effect(program.Instr{Op: program.JumpTo, Kind: program.Ptr, A: v.Op})
	}
}

func (f *fn) jumpTo(s *cc.JumpStatement, t target) {
	f.BeginStmt(program.StmtJump, s)
	f.leave(t.scope)
	f.Jump(t.block)
}

// commonScope returns the innermost current scope that also contains a label.
func (f *fn) commonScope(l *cc.LabeledStatement) *scope {
	if f.around == nil {
		f.around = map[*cc.LabeledStatement]map[cc.Node]bool{}
		f.findLabels(&cc.Statement{Case: cc.StatementCompound, CompoundStatement: f.def.CompoundStatement}, nil)
	}
	nodes, ok := f.around[l]
	if !ok {
		return f.scope // inside a statement expression: so is the goto
	}
	s := f.scope
	for s.node != nil && !nodes[s.node] {
		s = s.parent
	}
	return s
}

// findLabels notes for each label in s the nodes around it that have scopes.
func (f *fn) findLabels(s *cc.Statement, outer []cc.Node) {
	switch s.Case {
	case cc.StatementLabeled:
		l := s.LabeledStatement
		f.around[l] = map[cc.Node]bool{}
		for _, n := range outer {
			f.around[l][n] = true
		}
		f.findLabels(l.Statement, outer)
	case cc.StatementCompound:
		outer = append(outer[:len(outer):len(outer)], s.CompoundStatement)
		for b := s.CompoundStatement.BlockItemList; b != nil; b = b.BlockItemList {
			if b.BlockItem.Case == cc.BlockItemStmt {
				f.findLabels(b.BlockItem.Statement, outer)
			}
		}
	case cc.StatementSelection:
		f.findLabels(s.SelectionStatement.Statement, outer)
		if s.SelectionStatement.Statement2 != nil {
			f.findLabels(s.SelectionStatement.Statement2, outer)
		}
	case cc.StatementIteration:
		f.findLabels(s.IterationStatement.Statement, append(outer[:len(outer):len(outer)], s.IterationStatement))
	}
}

// findLabel returns the labeled statement that a name refers to.
func (f *fn) findLabel(n cc.Node, known cc.Node, name string) *cc.LabeledStatement {
	if l, ok := known.(*cc.LabeledStatement); ok {
		return l
	}
	for s := f.def.CompoundStatement.LexicalScope(); s != nil; s = s.Parent {
		for _, x := range s.Nodes[name] {
			if l, ok := x.(*cc.LabeledStatement); ok {
				return l
			}
		}
	}
	diag.Fail(n, "label %s is not defined", name)
	return nil
}

func (f *fn) returnStatement(s *cc.JumpStatement) {
	f.BeginStmt(program.StmtReturn, s)
	ret := program.Instr{Op: program.Return, Kind: f.Out.Result}
	e := s.ExpressionList
	switch {
	case e == nil:
		if ret.Kind != program.Void {
			ret.A = program.C(ret.Kind, 0)
		}
	case f.result.Class == program.VoidType:
		f.Discard(e)
	case f.Out.Sret:
		f.assignInto(value.Place{Reg: program.NoReg, Addr: f.sret, Type: f.result}, e)
	default:
		ret.A = f.Convert(f.RValue(e), f.result).Op
	}
	f.cleanUp(nil)
	f.Node = s
	f.Effect(ret)
}

// asm lowers an asm statement whose template is idle: a compiler barrier that at
// most copies inputs to the outputs they are tied to.
func (f *fn) asm(a *cc.Asm) {
	if !idle(ast.Unquote(a.Token3.SrcStr())) {
		diag.Unsupported(a, "asm; write it in C")
	}
	var outs []value.Place
	section := 0
	for l := a.AsmArgList; l != nil; l = l.AsmArgList {
		for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
			f.asmOperand(section, e.AssignmentExpression, &outs)
		}
		section++
	}
}

// idle reports whether assembly, as it is spelled in a string, does nothing that
// C sees of one thread: it is empty, comments, or made of instructions that wait
// or order accesses.
func idle(spelling string) bool {
	for line := range strings.SplitSeq(strings.NewReplacer(`\n`, "\n", `\t`, " ").Replace(spelling), "\n") {
		line, _, _ = strings.Cut(line, "#")
		for part := range strings.SplitSeq(line, ";") {
			switch strings.Join(strings.Fields(part), " ") {
			case "", "nop", "pause", "rep", "rep nop", "mfence", "lfence", "sfence":
			default:
				return false
			}
		}
	}
	return true
}

// asmOperand handles one operand "constraint" (expression). Section 0 holds
// the outputs, 1 the inputs, 2 the clobbers.
func (f *fn) asmOperand(section int, e cc.ExpressionNode, outs *[]value.Place) {
	call, ok := e.(*cc.PostfixExpression)
	if section > 1 || !ok || call.Case != cc.PostfixExpressionCall || call.ArgumentExpressionList == nil {
		return
	}
	arg := call.ArgumentExpressionList.AssignmentExpression
	if section == 0 {
		*outs = append(*outs, f.LValue(arg))
		return
	}
	constraint := ""
	if s, ok := call.PostfixExpression.Value().(cc.StringValue); ok {
		constraint = strings.TrimRight(string(s), "\x00")
	}
	if len(constraint) == 1 && constraint[0] >= '0' && constraint[0] <= '9' && int(constraint[0]-'0') < len(*outs) {
		f.Store((*outs)[constraint[0]-'0'], f.RValue(arg))
		return
	}
	f.Discard(arg)
}
