package sat

import (
	"fmt"
	"strconv"
)

// Var is a propositional variable. Variables are numbered from 1 in order of
// creation; 0 is no variable.
type Var int32

// MaxVar is the largest variable a solver can hold: a literal must leave the
// top bit of a 32-bit word free for the backends' clause references.
const MaxVar Var = 1<<30 - 2

// Pos returns the literal that is true when v is true.
func (v Var) Pos() Lit { return Lit(v << 1) }

// Neg returns the literal that is true when v is false.
func (v Var) Neg() Lit { return Lit(v<<1 | 1) }

// Lit is a literal, coded as 2v for the variable v and 2v+1 for its negation.
// It is not the signed DIMACS number: convert with [FromDimacs] and
// [Lit.Dimacs]. A Lit is a dense index from 2 on, which is what tables over
// literals want. 0 is no literal.
type Lit int32

// FromDimacs converts a signed DIMACS literal: n > 0 is variable n, n < 0 the
// negation of variable -n. It panics unless 1 <= |n| <= MaxVar.
func FromDimacs(n int) Lit {
	v := n
	if v < 0 {
		v = -v
	}
	if v < 1 || v > int(MaxVar) {
		panic(fmt.Sprintf("sat: FromDimacs: %d is not a literal", n))
	}
	if n < 0 {
		return Var(v).Neg()
	}
	return Var(v).Pos()
}

// Var returns the variable of l.
func (l Lit) Var() Var { return Var(l >> 1) }

// Not returns the complement of l.
func (l Lit) Not() Lit { return l ^ 1 }

// IsNeg reports whether l is a negated variable.
func (l Lit) IsNeg() bool { return l&1 != 0 }

// XorSign returns l, complemented when flip is true.
func (l Lit) XorSign(flip bool) Lit {
	if flip {
		return l ^ 1
	}
	return l
}

// Dimacs returns l as a signed DIMACS number.
func (l Lit) Dimacs() int {
	if l.IsNeg() {
		return -int(l >> 1)
	}
	return int(l >> 1)
}

// String returns l as a signed DIMACS number.
func (l Lit) String() string { return strconv.Itoa(l.Dimacs()) }
