package symexec

import (
	"fmt"
	"slices"
	"testing"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/input"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/sat"
)

// mostInputs bounds the input spaces that TestComplete goes through.
const mostInputs = 5000

// allInputs returns every input of a model as values of the variables of an
// explorer, or nil if there are too many to go through.
func allInputs(m *program.InputModel) []map[string]uint64 {
	list := []map[string]uint64{{}}
	vary := func(name string, values []uint64) {
		var next []map[string]uint64
		for _, old := range list {
			for _, v := range values {
				a := map[string]uint64{name: v}
				for k, w := range old {
					a[k] = w
				}
				next = append(next, a)
			}
		}
		list = next
	}
	if len(m.Args)+len(m.Params) == 0 || m.SymArgs != nil || m.Stdin != nil || len(m.Globals) > 0 {
		return nil
	}
	for i, a := range m.Args {
		switch {
		case a.String != nil && len(a.String.Alphabet) > 0:
			var values []uint64
			for _, c := range a.String.Alphabet {
				values = append(values, uint64(c))
			}
			for k := range a.String.Size {
				with := values
				if k >= a.String.MinSize {
					with = append([]uint64{0}, values...)
				}
				vary(fmt.Sprintf("arg%d[%d]", i+1, k), with)
			}
		default:
			return nil
		}
		if len(list) > mostInputs {
			return nil
		}
	}
	for _, p := range m.Params {
		if p.Int == nil || p.Int.Max-p.Int.Min > mostInputs {
			return nil
		}
		var values []uint64
		for v := p.Int.Min; v <= p.Int.Max; v++ {
			values = append(values, uint64(v))
		}
		vary(p.Name, values)
		if len(list) > mostInputs {
			return nil
		}
	}
	return list
}

// Where the input space is small, each of all inputs satisfies the condition of
// exactly one path.
func TestComplete(t *testing.T) {
	t.Run("forked", func(t *testing.T) { checkComplete(t, false) })
	t.Run("merged", func(t *testing.T) { checkComplete(t, true) })
}

func checkComplete(t *testing.T, merge bool) {
	checked := 0
	for _, f := range readFixtures(t) {
		all := allInputs(&f.model)
		if f.slow && (merge || all == nil) {
			continue
		}
		paths, e := explore(t, compileC(t, f.name+".c", f.text), &f.model, Options{Merge: merge})
		if len(paths) > f.paths {
			t.Errorf("%s: %d paths, more than %d", f.name, len(paths), f.paths)
		}
		if all == nil || f.concretised {
			continue
		}
		checked++
		for i, values := range all {
			st := &State{Input: &input.Inputs{}}
			for n := range e.solver.Vars {
				st.Path.Set(int32(n), 0)
			}
			for name, v := range values {
				if term, ok := e.terms.Lookup(name); ok {
					n := e.solver.Number(term)
					st.Path.Set(n, v&(^uint64(0)>>(64-e.terms.Width(term))))
				}
			}
			e.solver.Renew(&st.Path)
			taken := 0
			for _, p := range paths {
				if !slices.ContainsFunc(p.Condition, func(c bitvec.Term) bool { return !e.solver.Holds(&st.Path, c) }) {
					taken++
				}
			}
			if taken != 1 {
				t.Errorf("%s: input %d of %d takes %d paths", f.name, i, len(all), taken)
				break
			}
		}
	}
	if checked < 8 {
		t.Errorf("only %d programs have input spaces that were gone through", checked)
	}
}

// What the solver can say of all inputs at once: none of the inputs of a model is
// outside the conditions of all paths.
func TestUnion(t *testing.T) {
	for _, f := range readFixtures(t) {
		if f.concretised || len(f.model.Globals)+len(f.model.Params)+len(f.model.Args) == 0 && f.model.Stdin == nil {
			continue // the program asks for its inputs, differently on each path
		}
		if slices.ContainsFunc(f.model.Args, func(a program.ArgModel) bool { return a.Int != nil }) {
			continue // paths that look at a number's digits have variables for them
		}
		paths, e := explore(t, compileC(t, f.name+".c", f.text), &f.model, Options{})
		st, err := e.start(t.Context(), func(b *input.Builder) error { return b.FromModel(&f.model) })
		if err != nil {
			t.Fatal(err)
		}
		outside := st.Condition()
		for _, p := range paths {
			outside = append(outside, e.terms.Not(e.terms.Conj(p.Condition...)))
		}
		e.solver.QuerySteps = 200_000_000
		a := e.solver.Ask(t.Context(), outside)
		if a.Verdict != sat.Unsat {
			t.Errorf("%s: is there an input on no path? %v", f.name, a.Verdict)
		}
	}
}
