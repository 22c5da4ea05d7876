package difference

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/difference/inputmodel"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
	"github.com/riftlab/rift/program/libfacts"
)

// heldStill says in words what the machines hold still, by libfacts.Facts.Holds.
var heldStill = map[string]string{
	"time": "the time", "process": "the number of the process", "user": "the user", "host": "the host's name",
	"folder": "the working directory", "random": "random bytes", "terminal": "whether it is a terminal",
}

// reading is a call by which a program reads something outside of itself.
type reading struct {
	what string
	at   mapping.Site
}

// readings returns the calls in code of the program, in order, that read what no input
// of the models varies.
func readings(p *program.Program, models []*program.InputModel) []reading {
	main, ok := p.FuncByName("main")
	if !ok {
		return nil
	}
	var list []reading
	table := libfacts.New()
	fns := p.MayReach(main)
	slices.Sort(fns)
	for _, n := range fns {
		f := p.Funcs[n]
		if f.Library {
			continue
		}
		for b, block := range f.Blocks {
			for i := range block.Instrs {
				in := &block.Instrs[i]
				if readsEnvironment(p, n == main, in) {
					list = append(list, reading{"the environment", mapping.Site{Func: n, Block: b, Index: i}})
					continue
				}
				if in.Op != program.Call || in.A.Mode != program.FuncAddr || !p.Funcs[in.A.Index].Library {
					continue
				}
				if what := readBy(table, p, in, models); what != "" {
					list = append(list, reading{what, mapping.Site{Func: n, Block: b, Index: i}})
				}
			}
		}
	}
	return list
}

// readsEnvironment reports whether an instruction uses the table of the environment's
// variables.
func readsEnvironment(p *program.Program, inMain bool, in *program.Instr) bool {
	return slices.ContainsFunc(in.Operands(), func(o program.Operand) bool {
		switch o.Mode {
		case program.GlobalAddr:
			g := p.Globals[o.Index]
			return g.Library && g.Source == "environ"
		case program.InReg:
			main, ok := p.FuncByName("main")
			return ok && inMain && len(p.Funcs[main].Params) > 2 && p.Funcs[main].Params[2].Reg == o.Reg()
		}
		return false
	})
}

// readBy says what a call of a library function reads that no model varies, "" if
// there is nothing.
func readBy(table *libfacts.Table, p *program.Program, in *program.Instr, models []*program.InputModel) string {
	name := p.Funcs[in.A.Index].Name
	varied := func(by func(m *program.InputModel) bool) bool { return slices.ContainsFunc(models, by) }
	facts, _ := table.Of(name)
	switch what, ok := heldStill[facts.Holds]; {
	case facts.Holds == "terminal" && varied(func(m *program.InputModel) bool { return m.Terminal }):
		return ""
	case ok:
		return what
	case name == "getenv" || name == "secure_getenv":
		variable, ok := literalArg(p, in, 0)
		switch {
		case !ok:
			return "the environment"
		case varied(func(m *program.InputModel) bool { return inputmodel.HasVariable(m, variable) }):
			return ""
		}
		return "the environment's " + variable
	}
	n := facts.Opens
	if file, is := literalArg(p, in, n); is && !strings.HasPrefix(file, "/dev/") {
		writes, is := literalArg(p, in, n+1)
		if is && strings.HasPrefix(name, "f") && strings.HasPrefix(writes, "w") || varied(func(m *program.InputModel) bool { return inputmodel.HasFile(m, file) }) {
			return ""
		}
		return fmt.Sprintf("the file %q", file)
	}
	return ""
}

// literalArg returns the text that an argument of a call is, if it is a literal.
func literalArg(p *program.Program, in *program.Instr, n int) (string, bool) {
	if n < 0 || n >= len(in.Args) || in.Args[n].Mode != program.GlobalAddr {
		return "", false
	}
	g := p.Globals[in.Args[n].Index]
	from := int64(in.Args[n].Bits)
	if g.Source != "" || from < 0 || from >= int64(len(g.Data)) {
		return "", false
	}
	text, _, _ := bytes.Cut(g.Data[from:], []byte{0})
	return string(text), true
}

// unvaried says what the versions read that no input of the rounds which were
// completed varies, and that may decide whether a part shows: something depends on both.
// The end of ctx is an error.
func (r *reach) unvaried(ctx context.Context, e *Ended) ([]string, error) {
	var models []*program.InputModel
	var of *Round
	for i := range e.Rounds {
		if round := e.Rounds[i].round; round != nil {
			of = round
			if e.Rounds[i].Complete() {
				models = append(models, &round.Task.Model)
			}
		}
	}
	if of == nil {
		return nil, nil
	}
	var list []string
	for side, p := range []*program.Program{of.Task.Old.Program, of.Task.New.Program} {
		calls := readings(p, models)
		if len(calls) == 0 {
			continue
		}
		parts := r.placesIn(of, delta.Reading(side))
		if len(parts) == 0 {
			continue
		}
		g, err := flow.Analyse(ctx, p, flow.Options{Ignore: pointsto.Streams | pointsto.IncidentalErrno})
		if err != nil {
			return nil, err
		}
		for _, c := range meeting(g, calls, parts) {
			in := &p.Funcs[c.at.Func].Blocks[c.at.Block].Instrs[c.at.Index]
			at := p.Position(p.Funcs[c.at.Func].Stmts[in.Stmt].At)
			s := fmt.Sprintf("not varied: %s, on which it may depend whether the change shows (%s:%d)", c.what, at.File, at.Line)
			if !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
	}
	return list, nil
}

// placesIn returns where the parts lie that are not proved, in one version.
func (r *reach) placesIn(of *Round, side delta.Reading) []mapping.Site {
	w := r.of(of)
	p := []*program.Program{of.Task.Old.Program, of.Task.New.Program}[side]
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []mapping.Site
	for _, s := range w.sites {
		if s.old != (side == delta.Old) || r.parts[s.part].Proved != "" {
			continue
		}
		f := p.Funcs[s.fn]
		of := func(in *program.Instr) bool { return p.Position(f.Stmts[in.Stmt].At) == r.parts[s.part].At }
		block := f.Blocks[s.block].Instrs
		// A part that is not one of a statement is the block.
		whole := !slices.ContainsFunc(block, func(in program.Instr) bool { return in.Stmt >= 0 && of(&in) })
		for i := range block {
			if whole || block[i].Stmt >= 0 && of(&block[i]) {
				list = append(list, mapping.Site{Func: s.fn, Block: s.block, Index: i})
			}
		}
	}
	return list
}

// meeting returns the calls of which something depends on both them and a part.
func meeting(g *flow.Graph, calls []reading, parts []mapping.Site) []reading {
	var sources []flow.Node
	for _, c := range calls {
		sources = append(sources, g.At(c.at.Func, c.at.Block, c.at.Index))
	}
	for _, s := range parts {
		if n := g.At(s.Func, s.Block, s.Index); n != flow.NoNode && !slices.Contains(sources[len(calls):], n) {
			sources = append(sources, n)
		}
	}
	known := sources[:0:0]
	index := make([]int, len(sources))
	for i, n := range sources {
		if index[i] = -1; n != flow.NoNode {
			index[i] = len(known)
			known = append(known, n)
		}
	}
	x := g.Influence(known)
	var list []reading
	for i, c := range calls {
		if index[i] < 0 || met(g, x, index[i], index[len(calls):]) {
			list = append(list, c) // code that the graph does not have may do anything
		}
	}
	return list
}

// met reports whether some node depends on a source and on one of others.
func met(g *flow.Graph, x *flow.Influence, call int, parts []int) bool {
	for n := range g.Len() {
		if x.Has(flow.Node(n), call) && slices.ContainsFunc(parts, func(i int) bool { return i >= 0 && x.Has(flow.Node(n), i) }) {
			return true
		}
	}
	return false
}
