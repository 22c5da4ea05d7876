// Package initialiser lowers initialisers: of variables of automatic storage and compound
// literals, which become code, and of static storage, which become the images of globals.
package initialiser

import "github.com/riftlab/rift/program/cfront/expression"

// Lowerer lowers the initialisers of a function, or one of static storage.
type Lowerer struct {
	*expression.Lowerer
}

// New returns what lowers initialisers that are made of the given expressions.
func New(expressions *expression.Lowerer) *Lowerer { return &Lowerer{expressions} }
