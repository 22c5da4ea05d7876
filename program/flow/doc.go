// Package flow analyses one linked program: how control flows, who calls whom,
// what pointers point to, which statement depends on which, and how far it is
// from a place to others.
//
// It puts together what the packages below it find, each from those before:
//
//	pointsto   what pointers point to, who calls whom, what instructions access
//	cfg        control flow between statements, and within functions
//	modref     what functions change and read, what they call included
//	sdg        dependences between instructions, slices, influence
//
// and adds distances. dominance and bitmap serve all of them.
//
// Terms:
//
//   - node: a statement of the source at the grain of program.Stmt, or the entry
//     or exit of a function. Functions of the run-time library have no nodes: a
//     call of one is a single node of the caller, and what it does is listed in a
//     table of effects, or assumed from its code (libeffects).
//   - object, cell, location: memory is divided into abstract objects (one for
//     each declaration and each allocating call), and these into cells. A cell is
//     a scalar member; all elements of an array share theirs. A location is a
//     cell or a register.
//   - mod, ref: the locations that a node may change or read, what it calls
//     included.
//   - data dependence: n depends on m if a value that n reads may have been
//     written by m.
//   - control dependence: n depends on m if m decides whether n is executed. The
//     entry of a function depends on the calls of it; what follows a call that
//     may end the run, or leave by longjmp, depends on the call.
//   - slice: all that a node depends on, directly or not (backward), or that
//     depends on it (forward), over paths that match calls with returns.
//   - influence: which of several sources a node depends on.
//   - distance: how many instructions must be executed to get from one place to
//     another, over paths that match calls with returns.
//
// # What may be missed
//
// The result covers every run of the machines in engines/vm under the assumptions
// of package pointsto. Loops are taken to end: nothing depends on whether one does.
package flow
