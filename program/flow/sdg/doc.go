// Package sdg is the dependence graph of a whole program, and the slices in it.
//
// It is a system dependence graph as of Horwitz, Reps, Binkley, "Interprocedural
// Slicing Using Dependence Graphs" (1990), with a vertex per instruction. A call is
// a vertex for each input and output of the callee; unlike there, memory is passed
// by classes of locations (package modref), and summary edges are kept once per
// function, not per call.
//
// Within a function, definitions reach uses through one static single assignment
// form over classes of locations (build.go). Summary edges, from the inputs of a
// function to the outputs that depend on them, are found callees first (summary.go).
// Slices go along the edges in two phases (slice.go), so that what flows into a
// function at one call does not flow out at another; what is reported is nodes of
// package cfg.
package sdg
