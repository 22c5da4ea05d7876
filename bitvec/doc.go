// Package bitvec decides formulas over bit-vectors and arrays.
//
// Terms:
//
//   - A *term* ([Term]) is a handle into a [Store]: a bit-vector of a fixed
//     width in bits, or an array. Equal terms of one store have equal handles
//     (hash consing), so == is syntactic equality.
//   - A *formula* or *constraint* is a term of width 1. There is no separate
//     Boolean sort; [Store.BoolVar] only remembers that a variable is to be
//     printed as Bool.
//   - The *sort* of a term is its width, or for an array the width of its
//     indices and of its elements.
//   - The *support* of a term is the set of variables that occur in it.
//   - A [Query] is a conjunction of constraints; its *core* is a subset of
//     them that is already contradictory, its *model* assigns the variables.
//   - A [Checker] answers queries. [NewSolver] is the one that blasts them to
//     a SAT solver; the others decorate a Checker (independence slicing,
//     model cache, core cache, logging, validation).
//   - A [Session] is the incremental view of a Checker: push, pop, assert.
//
// The operators have the semantics of SMT-LIB 2.7's theory of fixed-size
// bit-vectors: a division by zero yields all ones, a remainder by zero the
// dividend, a shift by the width or more zero (or copies of the sign).
//
// # Canonical form
//
// The constructors of a Store normalise; what they return may have any of
// the kinds below whatever the constructor's name. The form is:
//
//   - A term without variables is a constant (arrays excepted).
//   - The kinds are those of [Kind]. Disjunction is Not(And(Not, Not)),
//     subtraction is Add and Neg, zero extension is Concat with a constant,
//     signed division is unsigned division of magnitudes, >, >=, <= are Ult,
//     Slt and Not, and a shift by a constant is Concat and Extract.
//   - Commutative operands are ordered: a constant is last, otherwise the
//     older term is first. Sums and products carry their constant outermost.
//   - Concat nests to the right, and neighbouring constants or extracts of
//     one term in it are merged. Extract never sits on Concat, Extract or a
//     constant.
//   - At width 1 there is no Add, Mul, Neg or comparison: they are And, Xor
//     and Not. Not never sits on Not, and Xor carries no Not below it.
//   - The condition of Ite is no Not.
//
// [WithoutRewriting] makes a store whose constructors only expand derived
// operators and never simplify; the proofs of the rules use it.
//
// Nothing in this package iterates over a map to make terms, clauses or
// output: the same calls give the same terms, clauses, models and text.
package bitvec
