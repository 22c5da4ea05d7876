package constraints

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
)

// Variable returns the variable of that name and its number, made on first use.
func (sol *Solver) Variable(name string, bits int) (bitvec.Term, int32) {
	t := sol.terms.Var(name, bits)
	n, ok := sol.numbers[t]
	if !ok {
		n = int32(len(sol.Vars))
		sol.numbers[t] = n
		sol.Vars = append(sol.Vars, t)
	}
	return t, n
}

// Support returns the numbers of the variables in t, ascending. It is made from
// the supports of the arguments, and shared with one that has all of it, so that
// a term which grows step by step costs each step once.
func (sol *Solver) Support(t bitvec.Term) []int32 {
	if n := sol.terms.Len(); len(sol.supports) < n {
		sol.supports = append(sol.supports, make([][]int32, n+n/2-len(sol.supports))...)
	}
	s := sol.supports[t]
	if s != nil {
		return s
	}
	s = noVariables
	if sol.terms.Kind(t) == bitvec.KindVar {
		n, ok := sol.numbers[t]
		if !ok {
			_, n = sol.Variable(sol.terms.Name(t), sol.terms.Width(t))
		}
		s = []int32{n}
	}
	for i := range sol.terms.NumArgs(t) {
		s = Union(s, sol.Support(sol.terms.Arg(t, i)))
	}
	sol.supports[t] = s
	return s
}

// noVariables is the support of a constant.
var noVariables = []int32{}

// Union merges two ascending lists; it returns one of them if that is all.
func Union(a, b []int32) []int32 {
	if len(a) < len(b) {
		a, b = b, a
	}
	if subset(b, a) {
		return a
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Clip(slices.Compact(out))
}

func subset(b, a []int32) bool {
	if len(b) == 0 || len(a) > 0 && &a[0] == &b[0] && len(a) == len(b) {
		return true
	}
	i := 0
	for _, v := range b {
		for i < len(a) && a[i] < v {
			i++
		}
		if i == len(a) || a[i] != v {
			return false
		}
		i++
	}
	return true
}

// Number returns the number of a variable.
func (sol *Solver) Number(t bitvec.Term) int32 { return sol.numbers[t] }
