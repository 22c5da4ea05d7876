package matrix

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/riftlab/rift/engines/matrix/formulatext"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program"
)

// The verdicts on a requirement, whatever tests there are.
const (
	Feasible   = "feasible"   // some state at the change's entry satisfies it
	Infeasible = "infeasible" // no state does
	Open       = "open"       // not all paths could be followed, and none of the others satisfies it
)

// State is what partial symbolic execution says of a requirement: about states
// at the change's entry, not all of which a run need come to. A state may even be none
// that memory can have: the solver does not know that equal pointers have equal
// contents. So what is infeasible is so, and what is feasible need not be.
type State struct {
	Verdict string `json:"verdict"`
	// Formula is the condition on that state, as C; "" if there is none. Names of
	// callers' variables have the function before them. It is cut at about 400
	// characters.
	Formula string `json:"formula,omitempty"`
	// Example is values of variables at the change's entry with which the formula
	// holds, by name; those of its first case.
	Example map[string]int64 `json:"example,omitempty"`
	// Why says what was not followed, for the verdict Open and for formulas which
	// may be more than they say.
	Why string `json:"why,omitempty"`
}

// mostFormula is the length of formulas, in characters.
const mostFormula = 400

// State decides whether a requirement can be satisfied, by the formulas of the
// places at which its change begins.
func (a *Assessor) State(ctx context.Context, q *Requirement) (*State, error) {
	list := a.entryStatesOf(int(a.chains.list[q.chain].change))
	r := &State{Verdict: Infeasible}
	why := map[string]int{}
	if !list.all {
		why["places at which the change begins"]++
		r.Verdict = Open
	}
	var texts []string
	for _, s := range list.entryStates {
		p, err := a.explored(ctx, s)
		if err != nil {
			return nil, err
		}
		for k, n := range p.cuts {
			why[k] += n
		}
		if p.open != p.e.Terms().False() && r.Verdict == Infeasible {
			r.Verdict = Open
		}
		f := p.formula(q)
		if f == nil || len(f.cases) == 0 {
			continue
		}
		r.Verdict = Feasible
		if f.unsure {
			why["questions that the solver did not decide"]++
		}
		f = p.shown(ctx, f)
		if r.Example == nil {
			r.Example = p.example(&f.cases[0])
		}
		for _, text := range formulatext.Disjuncts(p.e.Terms(), f.conjunctions(), mostFormula, formulatext.Names{Object: p.object, Type: p.typeOf}) {
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	r.Formula = strings.Join(texts, " || ")
	if len(r.Formula) > 2*mostFormula {
		r.Formula = r.Formula[:2*mostFormula] + " ..."
	}
	if r.Verdict != Infeasible {
		r.Why = reasons(why)
	}
	return r, nil
}

func reasons(why map[string]int) string {
	var parts []string
	for k, n := range why {
		parts = append(parts, fmt.Sprintf("%s (%d)", k, n))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// mostShown is the number of cases beyond which people are shown the shortest ones.
const mostShown = 4

// shown returns a formula as people are to see it: where there are many cases the
// shortest first, and these without what follows from the rest of them.
func (p *partial) shown(ctx context.Context, f *formula) *formula {
	if len(f.cases) <= mostShown {
		return f
	}
	size := func(c *bitcase) int { return len(c.conj) }
	cases := slices.Clone(f.cases)
	slices.SortStableFunc(cases, func(a, b bitcase) int { return size(&a) - size(&b) })
	short := &former{p: p, ctx: ctx, patient: true}
	for i := range cases[:mostShown] {
		cases[i].conj = short.minimal(cases[i].conj)
	}
	return &formula{cases: cases}
}

// formula returns that of a requirement, nil if no path executes its chain.
func (p *partial) formula(q *Requirement) *formula {
	c := p.chains[int32(q.chain)]
	switch {
	case c == nil:
		return nil
	case q.Condition == 0:
		return &c.executed
	}
	return &c.state[q.Condition]
}

// object names a global or local of the new version by the upper half of its
// addresses in walks.
func (p *partial) object(id uint64) string {
	code := p.a.new.Graph.Program()
	if g, ok := p.globalAt(id); ok {
		return orTemporary(code.Globals[g].Source, int32(g))
	}
	for i, list := range p.entryState.new.Locals {
		fn := code.Funcs[p.entryState.new.Frames[i].Func]
		for _, k := range list {
			if a, ok := p.entryState.new.Address(code, underconstrained.Object{In: underconstrained.InLocal, Activation: i, Index: k}); ok && a>>program.WideBits == id {
				return orTemporary(fn.Locals[k].Name, k)
			}
		}
	}
	return strconv.FormatUint(id, 10)
}

// globalAt returns the global of the new version in a wide slot.
func (p *partial) globalAt(id uint64) (int, bool) {
	if id >= program.WideSlots {
		return 0, false
	}
	return program.GlobalInSlot(uint32(id), len(p.a.new.Graph.Program().Globals))
}

// typeOf returns the type of a variable of the entry state, nil if it is not known.
func (p *partial) typeOf(name string) *program.Type {
	s := &p.entryState.new
	for i := range s.Variables {
		if s.Variables[i].Name == name {
			return s.Variables[i].Type
		}
	}
	for _, v := range s.Objects.All() {
		if v.Name == name && v.Aspect == underconstrained.Content {
			return v.Type
		}
	}
	return nil
}

// example returns the values of the variables that a case is about, signed; of
// pointers only whether they are null.
func (p *partial) example(c *bitcase) map[string]int64 {
	m := map[string]int64{}
	for i := range p.entryState.new.Variables {
		v := &p.entryState.new.Variables[i]
		if w, ok := c.model[underconstrained.VariablePrefix+v.Name]; ok && (!v.Pointer || w == 0) {
			m[v.Name] = int64(w<<(64-v.Bits)) >> (64 - v.Bits)
		}
	}
	for _, v := range p.entryState.new.Objects.All() {
		if w, ok := c.model[underconstrained.VariablePrefix+v.Name]; ok && v.Aspect == underconstrained.Content && (!v.Pointer || w == 0) {
			m[v.Name] = int64(w<<(64-v.Bits)) >> (64 - v.Bits)
		}
	}
	return m
}
