package difference

import (
	"fmt"
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

// alike returns the function of the old version that is called as one of the new version
// is, nil if there is none.
func (h *generator) alike(f *program.Func) *entry {
	for _, g := range h.old.program.Funcs {
		o := &entry{g, h.old.program, h.old.which}
		if g.Source == f.Source && g.Unit == h.old.Unit && len(g.Blocks) > 0 && g.Returns == f.Returns &&
			sameSignature(o, &entry{f, h.entry.program, h.entry.which}) == nil {
			return o
		}
	}
	return nil
}

// maker returns the function of the entry's file by which both versions make values of a
// handle's type, or nil: one that takes no such value. Of several it is one that takes
// text alone, else the one with the fewest parameters.
func (h *generator) maker(p, old *program.Param) *entry {
	name := handleName(p.Spelling, p.Type)
	if name == "" || p.Spelling != old.Spelling {
		return nil
	}
	var best *entry
	cost := func(f *program.Func) int {
		if len(f.Params) == 1 && f.Params[0].Type.Elem != nil && isText(f.Params[0].Type.Elem) == "1" {
			return 0
		}
		return 1 + len(f.Params)
	}
	for _, f := range h.entry.program.Funcs {
		if f.Library || f.Unit != h.entry.Unit || f == h.entry.Func || f.Variadic || f.Sret || f.NoReturn || len(f.Blocks) == 0 ||
			f.Returns != p.Spelling || len(f.Params) > 2 || best != nil && cost(f) >= cost(best.Func) {
			continue
		}
		plain := !slices.ContainsFunc(f.Params, func(q program.Param) bool {
			_, ok := spellType(q.Type)
			return !ok || q.Size > 0 || q.Spelling == p.Spelling || q.Type.Class == program.PointerType && isText(q.Type.Elem) == "0"
		})
		if plain && h.alike(f) != nil {
			best = &entry{f, h.entry.program, h.entry.which}
		}
	}
	return best
}

// mostObservers bounds the functions that the result is looked at with.
const mostObservers = 8

// observers returns the functions of the entry's file by which callers look at a value of
// the handle's type that the entry returns: those that take it alone, return a number and
// change nothing.
func (h *generator) observers() []*program.Func {
	r := h.entry.Returns
	if handleName(r, h.entry.Type.Elem) == "" || r != h.old.Returns {
		return nil
	}
	var list []*program.Func
	table := libfacts.New()
	for _, f := range h.entry.program.Funcs {
		if len(list) == mostObservers || f.Library || f.Unit != h.entry.Unit || f == h.entry.Func || f.Variadic || len(f.Params) != 1 || len(f.Blocks) == 0 || f.Params[0].Spelling != r {
			continue
		}
		switch t := f.Type.Elem; {
		case t == nil || !t.IsScalar() || t.Class == program.PointerType || t.Size > 8:
			continue
		}
		if o := h.alike(f); o != nil && looks(h.entry.program, f, table, mostHanded) && looks(h.old.program, o.Func, table, mostHanded) {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b *program.Func) int { return strings.Compare(a.Source, b.Source) })
	return list
}

// looks reports whether a function does no more than look at memory.
func looks(p *program.Program, f *program.Func, table *libfacts.Table, depth int) bool {
	own := map[program.Reg]bool{}
	eachInstr(f, func(in *program.Instr) {
		if in.Op == program.Enter {
			own[in.Dst] = true
		}
	})
	only := true
	eachInstr(f, func(in *program.Instr) {
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

// observe shows what observers say of the result.
func (h *generator) observe() {
	list := h.observers()
	if len(list) == 0 {
		return
	}
	var names []string
	h.shows.WriteString("\tif (rift_result) {\n")
	for _, f := range list {
		names = append(names, f.Source)
		h.show(fmt.Sprintf("%s(rift_result)", h.global(f.Source)), f.Source+"(result)", f.Type.Elem, h.alike(f).Type.Elem)
	}
	h.shows.WriteString("\t}\n")
	h.note("the result is compared by %s, too", strings.Join(names, ", "))
}
