// Package cfg finds the control flow of one program: between its statements, and within
// its functions between stretches of instructions that control leaves only at their end.
// A call may end the run, or leave by longjmp, as far as what it calls may
// (package pointsto says what that is).
//
// Terms this package owns:
//
//   - node: a statement of the source at the grain of program.Stmt, or the entry
//     or exit of a function. Functions of the run-time library have no nodes.
//   - segment: a stretch of a block that ends with it, or behind a call that may not
//     return, or a setjmp.
package cfg
