package sequence

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/libfacts"
)

// Outputs returns the nodes at which a run is sure to show something: they call a
// function of the run-time library that always writes, or end the run, or return
// from the function that it began in. flow.Graph.Outputs has also those that only
// may do so, such as every call that can run out of memory: a search must not take
// these for its goals.
func Outputs(g *flow.Graph) []flow.Node {
	p := g.Program()
	w := &writers{p: p, table: libfacts.New(), known: map[int]bool{}}
	var list []flow.Node
	for _, n := range g.Outputs() {
		callees := g.LibraryCallees(n)
		i := g.Info(n)
		returns := i.Kind == flow.Exit || len(callees) == 0 && p.Funcs[i.Func].Stmts[i.Stmt].Kind == program.StmtReturn
		if returns || len(g.Succs(n)) == 0 || slices.ContainsFunc(callees, w.always) {
			list = append(list, n)
		}
	}
	return list
}

// writers finds the library functions that always write.
type writers struct {
	p     *program.Program
	table *libfacts.Table
	known map[int]bool
}

// always reports whether every way through a library function that returns shows
// something: it calls a function that surely writes what it is given.
func (w *writers) always(fn int) bool {
	if b, ok := w.known[fn]; ok {
		return b
	}
	w.known[fn] = false // of a function that calls itself nothing is known
	f := w.p.Funcs[fn]
	facts, _ := w.table.Of(f.Source)
	w.known[fn] = facts.Shows || len(f.Blocks) > 0 && !w.silent(f)
	return w.known[fn]
}

// silent reports whether a function has a way from its entry to a return without
// writing.
func (w *writers) silent(f *program.Func) bool {
	seen := make([]bool, len(f.Blocks))
	seen[0] = true
	for list := []int32{0}; len(list) > 0; {
		b := f.Blocks[list[len(list)-1]]
		list = list[:len(list)-1]
		if slices.ContainsFunc(b.Instrs, w.writes) {
			continue
		}
		last := b.Term()
		if last.Op == program.Return {
			return true
		}
		for _, t := range last.Targets {
			if !seen[t] {
				seen[t] = true
				list = append(list, t)
			}
		}
	}
	return false
}

func (w *writers) writes(in program.Instr) bool {
	switch in.Op {
	case program.Intrinsic:
		return in.Intrin == program.IntrinWrite || in.Intrin == program.IntrinObserve || in.Intrin == program.IntrinExit || in.Intrin == program.IntrinSignal || in.Intrin == program.IntrinError
	case program.Call:
		return in.A.Mode == program.FuncAddr && w.always(int(in.A.Index))
	}
	return false
}
