package statement

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

func (f *Lowerer) jumpStatement(s *cc.JumpStatement) {
	switch s.Case {
	case cc.JumpStatementReturn:
		f.returnStatement(s)
	case cc.JumpStatementBreak:
		f.jumpTo(s, f.breaks)
	case cc.JumpStatementContinue:
		f.jumpTo(s, f.conts)
	case cc.JumpStatementGoto:
		f.BeginStmt(program.StmtJump, s)
		f.Goto(s)
	case cc.JumpStatementGotoExpr:
		f.BeginStmt(program.StmtJump, s)
		v := f.RValue(s.ExpressionList)
		f.Effect(program.Instr{Op: program.JumpTo, Kind: program.Ptr, A: v.Op})
	}
}

func (f *Lowerer) jumpTo(s *cc.JumpStatement, t target) {
	f.BeginStmt(program.StmtJump, s)
	f.Leave(t.scope)
	f.Jump(t.block)
}

func (f *Lowerer) returnStatement(s *cc.JumpStatement) {
	f.BeginStmt(program.StmtReturn, s)
	ret := program.Instr{Op: program.Return, Kind: f.Out.Result}
	e := s.ExpressionList
	switch {
	case e == nil:
		if ret.Kind != program.Void {
			ret.A = program.C(ret.Kind, 0)
		}
	case f.Returns.Class == program.VoidType:
		f.Discard(e)
	case f.Out.Sret:
		f.AssignInto(f.ResultPlace(), e)
	default:
		ret.A = f.Convert(f.RValue(e), f.Returns).Op
	}
	f.CleanUp(nil)
	f.Node = s
	f.Effect(ret)
}
