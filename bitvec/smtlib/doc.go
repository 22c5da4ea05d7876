// Package smtlib reads and writes SMT-LIB 2.6 scripts of the logics QF_BV and
// QF_ABV, with the overflow predicates of 2.7.
//
// [Execute] runs a script as a stand-alone solver does, and serves equally
// for files and for pipes: it answers each command before it reads the next.
// [WriteQuery] writes a query of package bitvec as a script, and [External]
// asks another solver by that means.
//
// Terms: a *command* is one top-level s-expression; an *assertion level* is
// what push opens and pop closes, and holds declarations as well as
// assertions unless :global-declarations is set. Bool and (_ BitVec 1) are
// kept apart here although package bitvec has one sort for both.
package smtlib
