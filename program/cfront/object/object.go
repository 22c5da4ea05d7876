// Package object holds lowered translation units as they are before linking: code and data,
// with what each defines and refers to.
package object

import "github.com/riftlab/rift/program"

// Object is a lowered translation unit. Operands of its code number its own
// functions, globals, ranges and files; linking renumbers them. An object is
// never modified once made, so that it can be linked into many programs.
type Object struct {
	Files    []string
	Ranges   []program.Range
	Funcs    []*program.Func
	Globals  []*program.Global
	FuncSyms []FuncSym // parallel to Funcs
	VarSyms  []VarSym  // parallel to Globals
	Library  bool
	Archive  bool // of a library that the version brings; then Library is set too
}

// FuncSym is what linking knows about a function of an object.
type FuncSym struct {
	Name   string // linkage name
	Static bool
	Weak   bool   // gives way to another definition
	Alias  string // linkage name of the function that this is another name of
	Ctor   int    // priority of a constructor, 0 for none
	Dtor   int    // priority of a destructor, 0 for none
}

// VarSym is what linking knows about a global of an object.
type VarSym struct {
	Name   string // linkage name; "" for literals
	Static bool
	Weak   bool
	Alias  string
	State  State
}

// State tells how far a global has been defined.
type State uint8

const (
	Declared  State = iota // extern only
	Tentative              // no initialiser: zero if nobody defines it
	Defined
)
