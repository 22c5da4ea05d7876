package harness

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// handleName returns the name of a type that is a pointer to characters or to nothing
// known, but has a name of its own: there may be more before or behind what it leads to
// than its type says, which only the code that makes such values knows. It returns ""
// for other types.
func handleName(s program.Spelling, t *program.Type) string {
	name := strings.TrimSpace(s.Before)
	if s.After != "" || strings.ContainsAny(name, " *()") || t == nil || t.Class != program.PointerType || t.Elem == nil {
		return ""
	}
	if isText(t.Elem) == "1" || t.Elem.Class == program.VoidType {
		return name
	}
	return ""
}

// counterpart returns the function of the other version, beside an entry there, that is
// called as one of this version is, nil if there is none.
func (e *Entry) counterpart(f *program.Func, in *Entry) *Entry {
	for _, g := range in.program.Funcs {
		o := &Entry{g, in.program, in.which}
		if g.Source == f.Source && g.Unit == in.Unit && len(g.Blocks) > 0 && g.Returns == f.Returns &&
			sameSignature(o, &Entry{f, e.program, e.which}) == nil {
			return o
		}
	}
	return nil
}

// makerOf returns the function of the entry's file by which both versions make values of a
// handle's type, or nil: one that takes no such value. Of several it is one that takes
// text alone, else the one with the fewest parameters.
func makerOf(e, was *Entry, p, old *program.Param) *Entry {
	name := handleName(p.Spelling, p.Type)
	if name == "" || p.Spelling != old.Spelling {
		return nil
	}
	var best *Entry
	cost := func(f *program.Func) int {
		if len(f.Params) == 1 && f.Params[0].Type.Elem != nil && isText(f.Params[0].Type.Elem) == "1" {
			return 0
		}
		return 1 + len(f.Params)
	}
	for _, f := range e.program.Funcs {
		if f.Library || f.Unit != e.Unit || f == e.Func || f.Variadic || f.Sret || f.NoReturn || len(f.Blocks) == 0 ||
			f.Returns != p.Spelling || len(f.Params) > 2 || best != nil && cost(f) >= cost(best.Func) {
			continue
		}
		plain := !slices.ContainsFunc(f.Params, func(q program.Param) bool {
			_, ok := spellType(q.Type)
			return !ok || q.Size > 0 || q.Spelling == p.Spelling || q.Type.Class == program.PointerType && isText(q.Type.Elem) == "0"
		})
		if plain && e.counterpart(f, was) != nil {
			best = &Entry{f, e.program, e.which}
		}
	}
	return best
}

// mostObservers bounds the functions that the result is looked at with.
const mostObservers = 8

// observersOf returns the functions of the entry's file by which callers look at a value of
// the handle's type that the entry returns: those that take it alone, return a number and
// change nothing.
func observersOf(e, was *Entry) []*program.Func {
	r := e.Returns
	if handleName(r, e.Type.Elem) == "" || r != was.Returns {
		return nil
	}
	var list []*program.Func
	table := libfacts.New()
	for _, f := range e.program.Funcs {
		if len(list) == mostObservers || f.Library || f.Unit != e.Unit || f == e.Func || f.Variadic || len(f.Params) != 1 || len(f.Blocks) == 0 || f.Params[0].Spelling != r {
			continue
		}
		switch t := f.Type.Elem; {
		case t == nil || !t.IsScalar() || t.Class == program.PointerType || t.Size > 8:
			continue
		}
		if o := e.counterpart(f, was); o != nil && looks(e.program, f, table, mostHanded) && looks(was.program, o.Func, table, mostHanded) {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b *program.Func) int { return strings.Compare(a.Source, b.Source) })
	return list
}

// looks reports whether a function does no more than look at memory.
func looks(p *program.Program, f *program.Func, table *libfacts.Table, depth int) bool {
	own := map[program.Reg]bool{}
	f.EachInstr(func(in *program.Instr) {
		if in.Op == program.Enter {
			own[in.Dst] = true
		}
	})
	only := true
	f.EachInstr(func(in *program.Instr) {
		switch in.Op {
		case program.Store:
			only = only && in.A.Mode == program.InReg && own[in.A.Reg()]
		case program.Call:
			if in.A.Mode != program.FuncAddr {
				only = false
				return
			}
			callee := p.Funcs[in.A.Index]
			if !callee.Library {
				only = only && depth > 0 && len(callee.Blocks) > 0 && looks(p, callee, table, depth-1)
				return
			}
			facts, ok := table.Of(callee.Name)
			only = only && ok && !facts.Ends && !facts.Output && !facts.Code && !facts.Jumps &&
				!slices.ContainsFunc(facts.Items, func(x libfacts.Effect) bool { return x.Write })
		case program.CopyMem, program.Intrinsic, program.EnterVLA, program.VaStart, program.WideOp:
			only = false
		}
	})
	return only
}
