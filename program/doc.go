// Package program is the model of a C program that every other part of rift
// works on: the intermediate representation (IR) with its types, positions and
// linked symbols; the shape of addresses; what a run is given (Input) and what
// it shows (Outcome); and the sources of one version (Version).
//
// Terms this package owns:
//
//   - Program: all translation units of one version, linked by name, together
//     with the run-time library functions they use.
//   - Function, Block, Instr: typed, register-based code with explicit control
//     flow. Registers are mutable (the IR is not in SSA form): a C scalar whose
//     address is never taken and which is definitely assigned before each use
//     lives in one register; everything else lives in byte-addressed objects.
//   - Object: a run of bytes with one lifetime, named by the upper half of an
//     address (see address.go).
//   - Statement: the piece of C source an instruction comes from, at the grain
//     of the papers' nodes: a simple statement, one condition between
//     short-circuit operators, a call, a return.
//
// The package knows nothing of solving and nothing of any engine. Programs are
// immutable once Verify has accepted them; they may be shared by goroutines.
package program
