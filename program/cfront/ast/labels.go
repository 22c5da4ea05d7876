package ast

import "modernc.org/cc/v4"

// HasLabel reports whether control can enter a compound statement through a
// label inside it.
func HasLabel(c *cc.CompoundStatement) bool {
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case == cc.BlockItemStmt && LabelIn(l.BlockItem.Statement, false) {
			return true
		}
	}
	return false
}

// LabelIn looks for labels in s; case labels count unless their switch is
// inside too.
func LabelIn(s *cc.Statement, inSwitch bool) bool {
	switch s.Case {
	case cc.StatementLabeled:
		l := s.LabeledStatement
		return l.Case == cc.LabeledStatementLabel || !inSwitch || LabelIn(l.Statement, inSwitch)
	case cc.StatementCompound:
		for l := s.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
			if l.BlockItem.Case == cc.BlockItemStmt && LabelIn(l.BlockItem.Statement, inSwitch) {
				return true
			}
		}
	case cc.StatementSelection:
		sel := s.SelectionStatement
		inSwitch = inSwitch || sel.Case == cc.SelectionStatementSwitch
		return LabelIn(sel.Statement, inSwitch) || sel.Statement2 != nil && LabelIn(sel.Statement2, inSwitch)
	case cc.StatementIteration:
		return LabelIn(s.IterationStatement.Statement, inSwitch)
	}
	return false
}
