package cfront

import (
	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/cfront/value"
)

// cleanup is a call that the end of a variable's scope makes: the attribute
// cleanup(function) of GNU C passes the function the variable's address.
type cleanup struct {
	function string
	variable program.Operand // its address
	t        *program.Type
	n        cc.Node
}

// labelPlace is where in its scope a label stands.
type labelPlace struct {
	scope    *scope
	cleanups int // of variables declared before it
}

// cleanUpAfter makes the end of the scope clean up a variable.
func (f *fn) cleanUpAfter(function string, d *cc.Declarator) {
	l := f.locals[d]
	f.scope.cleanups = append(f.scope.cleanups, cleanup{function, l.addr, l.typ, d})
}

// cleanUp calls what the scopes from the current one up to, and without, to
// want at their end.
func (f *fn) cleanUp(to *scope) {
	for s := f.scope; s != to && s != nil; s = s.parent {
		f.cleanUpFrom(s, 0)
	}
}

// cleanUpFrom cleans up the variables of a scope but for the first ones.
func (f *fn) cleanUpFrom(s *scope, first int) {
	saved := f.Node
	for i := len(s.cleanups) - 1; i >= first; i-- {
		c := s.cleanups[i]
		f.Node = c.n
		result := types.Void
		if callee := f.u.NamedFunc(c.function); callee != nil && callee.Type != nil {
			result = callee.Type.Elem
		}
		f.CallLibrary(c.function, result, value.Value{Op: c.variable, Type: types.PointerTo(c.t)})
	}
	f.Node = saved
}

// backTo cleans up for a jump back to a label of the innermost scope around
// both, over declarations of variables that want it.
func (f *fn) backTo(l *cc.LabeledStatement, common *scope) {
	if p, ok := f.places[l]; ok && p.scope == common && len(common.cleanups) > p.cleanups {
		f.cleanUpFrom(common, p.cleanups)
	}
}
