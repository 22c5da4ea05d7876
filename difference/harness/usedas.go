package harness

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// usedAs returns what a function takes a pointer to void for, if it puts it into a
// variable of a better type or hands it to a function of the program that takes
// one; nil if it does neither, or both in several ways.
func (e *Entry) usedAs(p *program.Param) *program.Type {
	regs := []program.Reg{p.Reg}
	var found []*program.Type
	see := func(t *program.Type) {
		if t == nil || t.Class != program.PointerType || t.Elem == nil || isOpaque(t.Elem) || t.Elem.Class == program.FuncType || t.Elem.Class == program.VoidType {
			return
		}
		if !slices.ContainsFunc(found, func(f *program.Type) bool { return sameType(f, t, false) }) {
			found = append(found, t)
		}
	}
	holds := func(o program.Operand) bool {
		return o.Mode == program.InReg && slices.Contains(regs, program.Reg(o.Index))
	}
	e.Func.EachInstr(func(in *program.Instr) {
		switch {
		case in.Op == program.Move && in.Dst >= 0 && holds(in.A):
			see(e.Regs[in.Dst].Type)
		case in.Op == program.Call && in.A.Mode == program.FuncAddr:
			f := e.program.Funcs[in.A.Index]
			for i, a := range in.Args {
				if !f.Library && i < len(f.Params) && holds(a.Operand) {
					see(f.Params[i].Type)
				}
			}
		}
	})
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// isVoid reports whether a type is that of pointers to void.
func isVoid(t *program.Type) bool {
	return t.Class == program.PointerType && t.Elem != nil && t.Elem.Class == program.VoidType
}

// better returns what both versions take a pointer to void for, and how it is
// declared.
func (h *generator) better(p, old *program.Param) (t, was *program.Type, s program.Spelling, ok bool) {
	if !isVoid(p.Type) || !isVoid(old.Type) {
		return nil, nil, s, false
	}
	t, was = h.entry.usedAs(p), h.old.usedAs(old)
	if t == nil || was == nil || !sameType(was, t, false) {
		return nil, nil, s, false
	}
	s, ok = spellType(t)
	return t, was, s, ok
}
