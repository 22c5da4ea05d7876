package constraints

import (
	"cmp"
	"iter"
	"slices"

	"github.com/riftlab/rift/bitvec"
)

// PathCondition are the constraints on the inputs under which a state is reached, in
// independent parts that share no variable, and a model of them.
type PathCondition struct {
	parts   []*part // by variable number; nil if it is unconstrained
	model   []uint64
	id      uint32 // of the model, for the evaluator
	serials int    // constraints added, to order them
}

// Clone returns a copy that does not see what is added to the other.
func (pc *PathCondition) Clone() PathCondition {
	c := *pc
	c.parts = slices.Clone(pc.parts)
	return c
}

// Forget keeps the model and drops the constraints.
func (pc *PathCondition) Forget() { pc.parts = nil }

// Len returns how many constraints were added.
func (pc *PathCondition) Len() int { return pc.serials }

// Model returns the model, by the numbers of the variables. The caller must not
// change it.
func (pc *PathCondition) Model() []uint64 { return pc.model }

// Set gives a variable a value; renew has to be called before the model is used.
func (pc *PathCondition) Set(n int32, w uint64) {
	for len(pc.model) <= int(n) {
		pc.model = append(pc.model, 0)
	}
	pc.model[n] = w
}

// UseModel takes the model of another path condition of the same solver.
func (pc *PathCondition) UseModel(of *PathCondition) { pc.model, pc.id = of.model, of.id }

// Since lists the constraints after the first n, part by part.
func (pc *PathCondition) Since(n int) iter.Seq[bitvec.Term] {
	return func(yield func(bitvec.Term) bool) {
		if pc.serials == n {
			return
		}
		seen := map[*part]bool{}
		for _, p := range pc.parts {
			if p == nil || seen[p] {
				continue
			}
			seen[p] = true
			for _, c := range p.cons {
				if c.serial >= n && !yield(c.t) {
					return
				}
			}
		}
	}
}

// AppendSince appends the constraints after the first n, in their order.
func (pc *PathCondition) AppendSince(list []bitvec.Term, n int) []bitvec.Term {
	from := len(list) - n
	list = append(list, make([]bitvec.Term, pc.serials-n)...)
	if pc.serials == n {
		return list
	}
	for _, p := range pc.parts {
		if p == nil {
			continue
		}
		for i := len(p.cons) - 1; i >= 0 && p.cons[i].serial >= n; i-- {
			list[from+p.cons[i].serial] = p.cons[i].t
		}
	}
	return list
}

// part is a set of constraints that shares no variable with the rest of the
// path condition. It is immutable but for what it remembers: implied, fixed and
// refuted.
type part struct {
	cons    []constraint // in the order in which they were added
	vars    []int32
	implied []bitvec.Term // what was found to follow
	fixed   []int32       // variables known to have but one value
	refuted int           // questions answered no
}

type constraint struct {
	t      bitvec.Term
	serial int
}

// has reports whether t is a constraint, or known to follow.
func (p *part) has(t bitvec.Term) bool {
	for i := len(p.cons) - 1; i >= 0; i-- {
		if p.cons[i].t == t {
			return true
		}
	}
	return slices.Contains(p.implied, t)
}

// Condition returns the path condition as constraints in the order in which
// the path met them; the domains of the inputs come first.
func (pc *PathCondition) Condition() []bitvec.Term {
	var list []constraint
	seen := map[*part]bool{}
	for _, p := range pc.parts {
		if p != nil && !seen[p] {
			seen[p] = true
			list = append(list, p.cons...)
		}
	}
	slices.SortFunc(list, func(a, b constraint) int { return cmp.Compare(a.serial, b.serial) })
	terms := make([]bitvec.Term, len(list))
	for i, c := range list {
		terms[i] = c.t
	}
	return terms
}
