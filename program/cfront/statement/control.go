package statement

import (
	"slices"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/types"
)

func (f *Lowerer) selection(s *cc.SelectionStatement) {
	if s.Case == cc.SelectionStatementSwitch {
		f.switchStatement(s)
		return
	}
	yes, no, end := f.Block("if.then"), f.Block("if.else"), f.Block("if.end")
	if s.Statement2 == nil {
		no = end
	}
	f.Condition(s.ExpressionList, yes, no)
	f.Begin(yes)
	f.statement(s.Statement)
	f.Implicit(func() { f.Jump(end) })
	if s.Statement2 != nil {
		f.Begin(no)
		f.statement(s.Statement2)
	}
	f.Implicit(func() { f.Follow(end) })
}

func (f *Lowerer) switchStatement(s *cc.SelectionStatement) {
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
		if overlaps(in.Cases, lo, hi, t) {
			diag.Fail(l, "duplicate case value")
		}
		in.Cases = append(in.Cases, program.Case{Lo: lo, Hi: hi, Target: int32(len(in.Targets))})
		in.Targets = append(in.Targets, int32(blk))
	}
	f.Effect(in)
	saved := f.breaks
	f.breaks = target{end, f.Scope()}
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

func (f *Lowerer) iteration(s *cc.IterationStatement) {
	f.Push(s, ast.LabelIn(s.Statement, false))
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
	f.breaks, f.conts = target{end, f.Scope()}, target{next, f.Scope()}
	f.statement(s.Statement)
	f.breaks, f.conts = breaks, conts
	f.Implicit(func() { f.Follow(next) })
	if step != nil {
		f.BeginStmt(program.StmtExpr, step)
		f.Discard(step)
	}
	f.Implicit(func() { f.Follow(test) })
	if cond != nil {
		f.Condition(cond, body, end)
	} else {
		f.Implicit(func() { f.Jump(body) })
	}
	f.Begin(end)
	f.Pop()
}

// overlaps reports whether some case has a value from lo to hi, of type t.
func overlaps(cases []program.Case, lo, hi uint64, t *program.Type) bool {
	order := func(v uint64) uint64 { // in which values of t compare as unsigned numbers
		if t.Unsigned {
			return v
		}
		return uint64(program.SignExtend(t.Kind(), v)) ^ 1<<63
	}
	lo, hi = order(lo), order(hi)
	return slices.ContainsFunc(cases, func(c program.Case) bool { return order(c.Lo) <= hi && lo <= order(c.Hi) })
}
