package frame

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/diag"
)

// Label returns the block of a label.
func (f *Frame) Label(l *cc.LabeledStatement) int {
	blk, ok := f.labels[l]
	if !ok {
		blk = f.Block(l.Token.SrcStr())
		f.labels[l] = blk
	}
	return blk
}

// PlaceLabel notes that a label stands here in the current scope.
func (f *Frame) PlaceLabel(l *cc.LabeledStatement) {
	f.placed[l] = labelPlace{f.scope, len(f.scope.cleanups)}
}

// findLabel returns the labeled statement that a name refers to; known is that which the
// parser found, if any.
func (f *Frame) findLabel(n cc.Node, known cc.Node, name string) *cc.LabeledStatement {
	if l, ok := known.(*cc.LabeledStatement); ok {
		return l
	}
	for s := f.Def.CompoundStatement.LexicalScope(); s != nil; s = s.Parent {
		for _, x := range s.Nodes[name] {
			if l, ok := x.(*cc.LabeledStatement); ok {
				return l
			}
		}
	}
	diag.Fail(n, "label %s is not defined", name)
	return nil
}

// Goto jumps to the label that a statement names, which ends the scopes that do not contain it.
func (f *Frame) Goto(s *cc.JumpStatement) {
	l := f.findLabel(s, s.Label(), s.Token2.SrcStr())
	common := f.commonScope(l)
	f.Leave(common)
	f.backTo(l, common)
	f.Jump(f.Label(l))
}

// AddressOfLabel returns the address of the label that a name refers to. In the initialiser of a
// static local the label is one of the function around it.
func (f *Frame) AddressOfLabel(n cc.Node, name string) program.Operand {
	if f.Outer != nil {
		f = f.Outer
	}
	if f.Def == nil {
		diag.Fail(n, "label outside a function")
	}
	return f.LabelAddress(f.Label(f.findLabel(n, nil, name)))
}

// commonScope returns the innermost current scope that also contains a label.
func (f *Frame) commonScope(l *cc.LabeledStatement) *Scope {
	if f.around == nil {
		f.around = map[*cc.LabeledStatement]map[cc.Node]bool{}
		f.findLabels(&cc.Statement{Case: cc.StatementCompound, CompoundStatement: f.Def.CompoundStatement}, nil)
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
func (f *Frame) findLabels(s *cc.Statement, outer []cc.Node) {
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

// backTo cleans up for a jump back to a label of the innermost scope around
// both, over declarations of variables that want it.
func (f *Frame) backTo(l *cc.LabeledStatement, common *Scope) {
	if p, ok := f.placed[l]; ok && p.scope == common && len(common.cleanups) > p.cleanups {
		f.cleanUpFrom(common, p.cleanups)
	}
}
