// Package sat decides propositional formulas in conjunctive normal form.
//
// Everything above it sees one small interface, [Solver], with two backends:
// [NewCDCL], our own conflict-driven solver, written for long streams of
// growing queries, and [NewGini], the reference backend on
// github.com/irifrance/gini. Decorators add to any backend: [Check] verifies
// every answer that can be verified, [NewSimplifier] preprocesses the formula,
// [Trace] writes the session to a file that can be replayed.
//
// Terms:
//
//   - A variable ([Var]) is numbered from 1. A literal ([Lit]) is a variable
//     or its negation.
//   - A clause is a disjunction of literals; a formula is a conjunction of
//     clauses; the empty clause is false.
//   - An assumption is a literal that must hold for one call of Solve only.
//   - A model assigns every variable so that all clauses and assumptions hold.
//   - A core is a subset of the assumptions that the formula refutes.
//   - A step is one propagated assignment. Steps do not depend on the machine,
//     so a limit in steps makes runs repeatable where a clock does not.
//   - The cone of a query is the set of variables that can influence it: for
//     a formula made of circuits, the gates below the query and their inputs.
//
// A Solver is not safe for concurrent use. Distinct solvers share nothing.
package sat
