// Package symexec is rift's symbolic machine: it runs a program.Program on all
// inputs of a program.InputModel at once, one path after another, and gives for
// each path an input that takes it together with what the program shows on it.
//
// Terms:
//
//   - value: a word of a register (expr.Value). It is concrete until it depends on an
//     input, and then a term of package bitvec of the width of its kind.
//   - state: a path under way: registers, memory, output, path condition, and a
//     model of the path condition. States are forked; what they have in common
//     they share until one of them writes it.
//   - path condition: the constraints on the inputs under which the state is
//     reached. It is kept in independent parts that share no variable.
//   - decision: a condition that the machine needs the truth of. The state goes
//     on with what its model says; if the path condition allows the opposite
//     too, a fork of the state takes it. A condition that the path condition
//     decides is no fork and adds no constraint.
//   - enumeration: a value that must be concrete (an address to free, a function
//     pointer, a length) is decided value by value. This loses nothing; the number
//     of values at one place is bounded, and what is cut off is counted. Sizes of
//     objects have bounds of their own, see exec/symbolicsize.go.
//   - undefined bits: those of bytes that were never written. They are carried
//     along as values, by the definition of program.Undefined, and using one is an
//     error.
//   - concretisation: where the machine has no terms for an operation (long
//     double, the transcendental functions, text of numbers with a fraction) it
//     takes the value of the model and adds the equality to the path condition. Such a
//     path stands for fewer inputs than take it: it is marked, and exploration
//     is then not exhaustive.
//   - path: a state that has ended, with its input and predicted outcome.
//   - summary: a term that takes the place of a call of the run-time library
//     which would fork (exec/summary.go); deferral: printed text of varying length that
//     is formatted when a test is made (exec/lazyformat.go).
//
// # Packages
//
// From below: expr is what operations make of values, memory what a state's memory
// holds, constraints the path condition and the solver, code the prepared program,
// input and outcome what goes in and comes out, exec what each instruction does to a
// State. Here is what explores: the Explorer decides conditions, makes forks and lets
// states run in the order that package search says. Above are other ways to run
// states: underconstrained begins in the middle of a program, crossversion runs two
// versions on the same inputs.
//
// # One semantics
//
// The machine does what package vm does, step for step: objects are numbered by
// the policy that package machine states, faults and their places are the
// same, steps are counted alike (which the deterministic clock shows to
// programs). On concrete input both show the same; tests hold them to it.
//
// # Forks run an instruction again
//
// A fork is a copy of the state as it was before the present instruction, with
// one more constraint; it executes the instruction again and then finds the
// decision made. An instruction must therefore take all its decisions before it
// changes anything.
package symexec
