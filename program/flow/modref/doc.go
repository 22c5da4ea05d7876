// Package modref sums up what the functions of a program do to memory: the locations
// that a function and all it calls may change (mod) or read (ref), and what of that
// concerns each call of it.
//
// The sets are summed up over the call graph, callees first, as by Banning, "An
// Efficient Way to Find the Side Effects of Procedure Calls and the Aliases of
// Variables" (1979); at each call they are filtered by what the callee can reach from
// there, which Andersen's points-to sets say. Locations that no access of a function
// tells apart are put into one class (partition.go), as by the location equivalence of
// Hardekopf and Lin (2007).
package modref
