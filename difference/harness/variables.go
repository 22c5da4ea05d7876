package harness

import (
	"slices"
	"strconv"
	"strings"

	"github.com/riftlab/rift/program"
)

// globalsOf returns the variables of the file, old and new, that a function may
// use in either version and that code at the end of the file can name; hidden are
// the names of the others that it may use.
func globalsOf(old, new *program.Program, f, was *program.Func) (list [][2]*program.Global, hidden []string) {
	used := variablesOf(new, f)
	for _, g := range variablesOf(old, was) {
		if !slices.ContainsFunc(used, func(u *program.Global) bool { return u.Name == g.Name }) {
			used = append(used, g)
		}
	}
	find := func(p *program.Program, name string) *program.Global {
		if i, ok := p.GlobalByName(name); ok {
			return p.Globals[i]
		}
		return nil
	}
	for _, u := range used {
		o, n := find(old, u.Name), find(new, u.Name)
		local := u.Name != u.Source && !strings.HasPrefix(u.Name, u.Source+"@")
		if o == nil || n == nil || local || n.Unit != f.Unit || o.Type == nil || n.Type == nil || o.Type.Class != n.Type.Class {
			hidden = append(hidden, u.Name)
			continue
		}
		list = append(list, [2]*program.Global{o, n})
	}
	return list, hidden
}

// variablesOf returns the program's own variables that a function may use.
func variablesOf(p *program.Program, f *program.Func) []*program.Global {
	i, _ := p.FuncByName(f.Name)
	var list []*program.Global
	for _, r := range p.MayReach(i) {
		p.Funcs[r].EachInstr(func(in *program.Instr) {
			ops := []program.Operand{in.A, in.B, in.C}
			for _, a := range in.Args {
				ops = append(ops, a.Operand)
			}
			for _, o := range ops {
				if o.Mode != program.GlobalAddr {
					continue
				}
				if g := p.Globals[o.Index]; !g.Library && !g.ReadOnly && g.Source != "" && !slices.Contains(list, g) {
					list = append(list, g)
				}
			}
		})
	}
	return list
}

// given lets variables that no file defines have any value at first, if they are
// scalars that the harness can name; the others are zero.
func (h *generator) given(globals [][2]*program.Global) {
	var zero []string
	for _, side := range []*Entry{h.entry, h.old} {
		for _, g := range variablesOf(side.program, side.Func) {
			if !slices.Contains(side.program.Given, g.Name) || slices.Contains(zero, g.Name) || slices.Contains(h.opt.Globals, g.Source) {
				continue
			}
			k := slices.IndexFunc(globals, func(x [2]*program.Global) bool { return x[1].Name == g.Name })
			if k < 0 || !isScalar(globals[k][1].Type) {
				zero = append(zero, g.Name)
			} else if side == h.entry {
				h.fill(h.global(g.Source), g.Source, globals[k][1].Type, globals[k][0].Type, 0)
				h.input("%s, which no file defines: every value", g.Source)
			}
		}
	}
	for _, name := range zero {
		h.note("%s, which no file defines, is zero at first", name)
	}
}

// isScalar reports whether a type is that of numbers.
func isScalar(t *program.Type) bool {
	switch t.Class {
	case program.BoolType, program.IntType, program.EnumType, program.FloatType:
		return true
	}
	return false
}

// usesErrno reports whether code of the program that the function may execute names
// errno, so that its callers may look at what it leaves there.
func usesErrno(e *Entry) bool {
	errno, ok := e.program.GlobalByName("errno")
	at, found := e.program.FuncByName(e.Name)
	if !ok || !found {
		return false
	}
	names := map[int]bool{errno: true}
	for _, n := range e.program.MayReach(at) {
		f := e.program.Funcs[n]
		uses := false
		if !f.Library {
			f.EachInstr(func(in *program.Instr) { uses = uses || NamesOne(in, names) })
		}
		if uses {
			return true
		}
	}
	return false
}

// NamesOne reports whether an instruction names one of some variables.
func NamesOne(in *program.Instr, globals map[int]bool) bool {
	is := func(o *program.Operand) bool { return o.Mode == program.GlobalAddr && globals[int(o.Index)] }
	return is(&in.A) || is(&in.B) || is(&in.C) || slices.ContainsFunc(in.Args, func(a program.Arg) bool { return is(&a.Operand) })
}

// constantText returns a constant as C has it.
func constantText(p *program.Program, o program.Operand, t *program.Type) (string, bool) {
	if t == nil {
		return "", false
	}
	switch {
	case o.Mode == program.GlobalAddr && t.Class == program.PointerType && o.Bits == 0:
		g := p.Globals[o.Index]
		text, _, ok := strings.Cut(string(g.Data), "\x00")
		if g.Source == "" && g.ReadOnly && len(g.Relocs) == 0 && g.Type != nil && g.Type.Elem != nil && g.Type.Elem.Size == 1 && (ok || int64(len(text)) < g.Size) {
			return program.Quoted([]byte(text)), true
		}
	case o.Mode != program.Const:
	case t.Class == program.PointerType:
		return "0", o.Bits == 0
	case t.Class == program.IntType, t.Class == program.EnumType, t.Class == program.BoolType:
		bits := uint(8 * t.Size)
		if t.Unsigned {
			return strconv.FormatUint(o.Bits, 10) + "u", true
		}
		v := int64(o.Bits<<(64-bits)) >> (64 - bits)
		if v == -1<<63 {
			return "-9223372036854775807 - 1", true
		}
		return strconv.FormatInt(v, 10), true
	}
	return "", false
}
