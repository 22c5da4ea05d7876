// Package flow analyses one linked program: how control flows, who calls whom,
// what pointers point to, which statement depends on which, and how far it is
// from a place to others.
//
// Terms this package owns:
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
// The result covers every run of the machines in engines/vm under these
// assumptions: an index stays in the array (of arrays) that the pointer points
// into, of whichever object it is; pointers survive copying, addition,
// subtraction and bitwise operations on 64 bits, but not multiplication,
// shifting or being passed through floating-point registers; the effects
// listed for library functions are right (tests compare them with traces).
// Memory errors end the run, so nothing behind one counts. Loops are taken to
// end: nothing depends on whether one does.
//
// # How
//
// Points-to sets come from Andersen's analysis, field-sensitive, with heap
// objects by call (solve.go). Mod and ref are summed up over the call graph,
// filtered at each call by what the callee can reach from there (modref.go).
// Definitions reach uses through one static single assignment form per
// function, over classes of locations (classes.go, build.go), memory being
// passed like parameters, which gives a system dependence graph whose vertices
// are instructions (build.go, buildcall.go). Slices are taken in it and
// reported by nodes.
package flow
