package demands

import (
	"cmp"
	"slices"

	"github.com/riftlab/rift/program"
)

// Demands is what a program asks of its input. It is immutable.
type Demands struct {
	// Questions are all comparisons of the program with its input, in the order of
	// the code.
	Questions []Question

	t    *trace
	from []invocation // by function: the call through which main comes to it first; At.Func is -1 for none
}

// Of analyses a program that program.Verify accepts. It takes about as long as
// compiling it.
func Of(p *program.Program) *Demands {
	t := newTrace(p)
	d := &Demands{t: t, Questions: slices.Clone(t.questions)}
	slices.SortStableFunc(d.Questions, func(a, b Question) int {
		return cmp.Or(cmp.Compare(a.At.Func, b.At.Func), cmp.Compare(a.At.Block, b.At.Block), cmp.Compare(a.At.Index, b.At.Index))
	})
	d.callChains()
	return d
}

// callChains finds the shortest chains of calls from main.
func (d *Demands) callChains() {
	t := d.t
	d.from = make([]invocation, len(t.p.Funcs))
	for i := range d.from {
		d.from[i] = invocation{Site{-1, 0, 0}, -1}
	}
	main, ok := t.p.FuncByName("main")
	if !ok {
		return
	}
	callees := make([][]invocation, len(t.p.Funcs))
	for n, sites := range t.callers {
		for _, at := range sites {
			callees[at.Func] = append(callees[at.Func], invocation{at, n})
		}
	}
	work, seen := []int{main}, map[int]bool{main: true}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		for _, c := range callees[f] {
			if !seen[c.callee] && t.controls[f].reached[c.at.Block] {
				seen[c.callee], d.from[c.callee] = true, c
				work = append(work, c.callee)
			}
		}
	}
}

// Called reports whether there is a chain of calls from main to a function.
func (d *Demands) Called(fn int) bool {
	return d.from[fn].callee >= 0 || d.t.p.Funcs[fn].Name == "main"
}

// At returns the questions that a statement asks itself.
func (d *Demands) At(fn int, stmt int32) []Question {
	var list []Question
	for _, q := range d.Questions {
		if q.At.Func == fn && q.At.instr(d.t.p).Stmt == stmt {
			list = append(list, q)
		}
	}
	return list
}
