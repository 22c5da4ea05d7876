// Package drat checks proofs that a formula is unsatisfiable, in the text form of DRAT:
// each line is a clause to add, or a clause to delete behind a d. A clause may be added if
// it follows by unit propagation (RUP), or if all its resolvents on its first literal do
// (RAT). The package shares nothing with the solvers but literals and the reading of
// formulas, so that it can be trusted where they are not.
//
// It checks forward, line by line, and therefore every line: a backward checker looks only at
// those that the last one needs. Deleting a clause that made a literal true for good leaves
// the literal true, as other checkers have it.
//
// Sources: Wetzler, Heule, Hunt, "DRAT-trim: efficient checking and trimming using
// expressive clausal proofs", SAT 2014; Goldberg, Novikov, DATE 2003.
package drat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/riftlab/rift/sat"
)

// ErrRefused is wrapped by the errors for proofs that do not prove anything.
var ErrRefused = errors.New("no proof")

// Check reads a proof, whose name is for messages, and returns nil if it shows that the
// formula is unsatisfiable. An error that wraps ErrRefused says which line does not follow, or
// that the empty clause is missing; others are of reading.
func Check(ctx context.Context, f *sat.CNF, proof io.Reader, name string) error {
	c := newChecker(f.NumVars())
	for i := range f.NumClauses() {
		if c.add(clean(f.Clause(i))) {
			return nil // the formula alone is refuted by propagation
		}
	}
	p := newParser(proof, name)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		step, err := p.next()
		if errors.Is(err, io.EOF) {
			return fmt.Errorf("%s:%d: %w: it ends without the empty clause", name, p.line, ErrRefused)
		}
		if err != nil {
			return err
		}
		c.rename(step.lits)
		lits := clean(step.lits)
		if step.delete {
			c.remove(lits)
			continue
		}
		if !c.follows(lits, step.lits) {
			return fmt.Errorf("%s:%d: %w: the clause does not follow from those before it", name, step.line, ErrRefused)
		}
		if c.add(lits) {
			return nil
		}
	}
}

// clean returns literals in order, each once.
func clean(lits []sat.Lit) []sat.Lit {
	lits = slices.Clone(lits)
	slices.Sort(lits)
	return slices.Compact(lits)
}

// checker holds the clauses that were given and derived.
type checker struct {
	vars    int                 // of the formula
	names   map[sat.Var]sat.Var // of the others
	clauses [][]sat.Lit         // nil when deleted; the first two literals are watched
	watches [][]int32           // by literal: clauses that watch its complement, deleted ones among them
	vals    []int8              // by literal: 1 true, -1 false
	trail   []sat.Lit
	done    int                // trail[:done] is propagated
	where   map[uint64][]int32 // clauses by hash
}

func newChecker(vars int) *checker {
	n := 2*vars + 2
	return &checker{vars: vars, names: map[sat.Var]sat.Var{}, watches: make([][]int32, n), vals: make([]int8, n), where: map[uint64][]int32{}}
}

// rename gives variables that the formula does not have numbers behind those that it has, in
// the order in which they come.
func (c *checker) rename(lits []sat.Lit) {
	for i, l := range lits {
		if int(l.Var()) <= c.vars {
			continue
		}
		v, ok := c.names[l.Var()]
		if !ok {
			v = sat.Var(len(c.vals) / 2)
			c.names[l.Var()] = v
			c.vals = append(c.vals, 0, 0)
			c.watches = append(c.watches, nil, nil)
		}
		lits[i] = v.Pos().XorSign(l.IsNeg())
	}
}

// hash is the same for the same literals in any order.
func hash(lits []sat.Lit) uint64 {
	h := uint64(len(lits))
	for _, l := range lits {
		x := uint64(l) * 0x9E37_79B9_7F4A_7C15
		h += x ^ x>>29
	}
	return h
}

// add stores a clause, takes its consequences for good, and reports whether the clauses are
// now refuted.
func (c *checker) add(lits []sat.Lit) bool {
	id := int32(len(c.clauses))
	c.clauses = append(c.clauses, lits)
	h := hash(lits)
	c.where[h] = append(c.where[h], id)
	// The literals to watch are those that are not false.
	free := 0
	for i, l := range lits {
		if c.vals[l] >= 0 && free < 2 {
			lits[free], lits[i] = lits[i], lits[free]
			free++
		}
	}
	if len(lits) > 1 {
		c.watch(id, lits[0])
		c.watch(id, lits[1])
	}
	switch {
	case free == 0:
		return true
	case free == 1 && c.vals[lits[0]] == 0:
		c.assign(lits[0])
		return !c.propagate()
	}
	return false
}

func (c *checker) watch(id int32, l sat.Lit) {
	c.watches[l.Not()] = append(c.watches[l.Not()], id)
}

func (c *checker) assign(l sat.Lit) {
	c.vals[l], c.vals[l.Not()] = 1, -1
	c.trail = append(c.trail, l)
}

// remove deletes a clause, if it is there.
func (c *checker) remove(lits []sat.Lit) {
	h := hash(lits)
	for k, id := range c.where[h] {
		own := slices.Clone(c.clauses[id])
		slices.Sort(own)
		if slices.Equal(own, lits) {
			c.where[h] = slices.Delete(c.where[h], k, k+1)
			c.clauses[id] = nil
			return
		}
	}
}

// follows reports whether a clause follows by unit propagation, or its resolvents on its
// first literal, as it was written, do.
func (c *checker) follows(lits, written []sat.Lit) bool {
	mark := len(c.trail)
	defer c.undo(mark)
	if c.refutes(lits) {
		return true
	}
	if len(written) == 0 {
		return false
	}
	pivot := written[0]
	level := len(c.trail)
	for _, d := range c.clauses {
		if !slices.Contains(d, pivot.Not()) {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(d), func(l sat.Lit) bool { return l == pivot.Not() })
		if !c.refutes(rest) {
			return false
		}
		c.undo(level)
	}
	return true
}

// refutes makes literals false and reports whether that contradicts the clauses.
func (c *checker) refutes(lits []sat.Lit) bool {
	for _, l := range lits {
		switch {
		case c.vals[l] > 0:
			return true
		case c.vals[l] == 0:
			c.assign(l.Not())
		}
	}
	return !c.propagate()
}

// undo takes back all assignments but the first ones.
func (c *checker) undo(keep int) {
	for _, l := range c.trail[keep:] {
		c.vals[l], c.vals[l.Not()] = 0, 0
	}
	c.trail = c.trail[:keep]
	c.done = min(c.done, keep)
}

// propagate makes true what must be, and reports whether no clause became false.
func (c *checker) propagate() bool {
	for ; c.done < len(c.trail); c.done++ {
		p := c.trail[c.done]
		list := c.watches[p]
		kept := list[:0]
		for i, id := range list {
			lits := c.clauses[id]
			if lits == nil {
				continue
			}
			if lits[0] == p.Not() {
				lits[0], lits[1] = lits[1], lits[0]
			}
			if c.vals[lits[0]] > 0 || c.rewatch(id, lits) {
				if lits[1] == p.Not() {
					kept = append(kept, id)
				}
				continue
			}
			kept = append(kept, id)
			if c.vals[lits[0]] < 0 {
				c.watches[p] = append(kept, list[i+1:]...)
				return false
			}
			c.assign(lits[0])
		}
		c.watches[p] = kept
	}
	return true
}

// rewatch lets a clause watch another literal than its second, and reports whether one is not
// false.
func (c *checker) rewatch(id int32, lits []sat.Lit) bool {
	for k := 2; k < len(lits); k++ {
		if c.vals[lits[k]] >= 0 {
			lits[1], lits[k] = lits[k], lits[1]
			c.watch(id, lits[1])
			return true
		}
	}
	return false
}
