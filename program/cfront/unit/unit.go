// Package unit knows the declarations of a translation unit: its types, the functions and
// objects with linkage, static locals, literals, inline functions, and the places in its source.
// What is defined goes to the object that the unit becomes.
//
// Here are the rules about several declarations of one name in a file: which type and
// attributes hold, which definition is tentative, which inline definition is external.
package unit

import (
	"context"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/types"
	"github.com/riftlab/rift/program/dialect"
)

// Unit is a translation unit being lowered.
type Unit struct {
	ctx   context.Context
	ticks uint // instructions emitted
	*types.Table
	*places
	src       *dialect.Source
	Object    *object.Object
	Check     bool // undefined behaviour is looked for that goes unnoticed otherwise
	syms      map[string]symbol
	statics   map[*cc.Declarator]int // static locals: global number
	literals  map[string]int         // literals by content: global number
	names     map[string]int         // uses of names of static locals
	inlines   map[string]*cc.FunctionDefinition
	queue     []*cc.FunctionDefinition    // inline functions found to be used
	asmNames  map[string]string           // identifier: linkage name given by an asm label
	functions map[string][]*cc.Declarator // declarations of functions not used so far
	noReturns map[string]bool             // functions declared _Noreturn
	outOfLine map[string]bool             // functions of which an inline definition is external
	gnuInline map[string]bool             // functions declared gnu_inline
	oldStyle  map[string]bool             // functions defined without prototype
}

// New returns the unit of a parsed file, of which the declarations are known that
// precede lowering: inline functions, names given by asm labels, functions without prototype.
func New(ctx context.Context, name string, tree *cc.AST, src *dialect.Source, library bool) *Unit {
	obj := &object.Object{Library: library}
	u := &Unit{
		ctx: ctx, Table: types.NewTable(), places: newPlaces(obj, src, name), src: src, Object: obj,
		syms: map[string]symbol{}, statics: map[*cc.Declarator]int{}, literals: map[string]int{},
		names: map[string]int{}, inlines: map[string]*cc.FunctionDefinition{}, asmNames: map[string]string{}, oldStyle: map[string]bool{}, noReturns: map[string]bool{}, outOfLine: map[string]bool{}, gnuInline: map[string]bool{}, functions: map[string][]*cc.Declarator{},
	}
	for tu := tree.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		u.scan(tu.ExternalDeclaration)
	}
	for name := range u.inlines {
		if u.outOfLine[name] && !u.gnuInline[name] {
			delete(u.inlines, name)
		}
	}
	return u
}

// Tick gives up, now and then, if the context has ended.
func (u *Unit) Tick() {
	if u.ticks++; u.ticks%1024 == 0 && u.ctx.Err() != nil {
		panic(diag.Cancelled{Err: u.ctx.Err()})
	}
}
