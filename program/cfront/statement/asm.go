package statement

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program/cfront/ast"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/value"
)

// asm lowers an asm statement whose template is idle: a compiler barrier that at
// most copies inputs to the outputs they are tied to.
func (f *Lowerer) asm(a *cc.Asm) {
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
func (f *Lowerer) asmOperand(section int, e cc.ExpressionNode, outs *[]value.Place) {
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
