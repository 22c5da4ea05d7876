package object

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"slices"

	"github.com/riftlab/rift/program"
)

// Symbols are the external names of a translation unit, as its object file has them.
// The lists are sorted.
type Symbols struct {
	Defined []string // functions and variables
	Weak    []string // those of them that give way to another definition
	Used    []string // what the unit needs others to define
	// Code tells the functions among Defined apart: it differs if the code of the
	// function differs, or that of functions or variables of the unit alone that it
	// reaches. Places in the source are no part of it.
	Code map[string]string
}

// Symbols returns the external names of an object.
func (o *Object) Symbols() *Symbols {
	s := &Symbols{Code: map[string]string{}}
	define := func(name string, weak bool) {
		s.Defined = append(s.Defined, name)
		if weak {
			s.Weak = append(s.Weak, name)
		}
	}
	for i, f := range o.FuncSyms {
		if !f.Static && (len(o.Funcs[i].Blocks) > 0 || f.Alias != "") {
			define(f.Name, f.Weak)
			s.Code[f.Name] = o.code(i)
		}
	}
	for _, g := range o.VarSyms {
		if !g.Static && g.Name != "" && (g.State != Declared || g.Alias != "") {
			define(g.Name, g.Weak || g.State == Tentative)
		}
	}
	use := func(op program.Operand) {
		switch op.Mode {
		case program.FuncAddr, program.LabelAddr:
			if f := &o.FuncSyms[op.Index]; !f.Static && !f.Weak && f.Alias == "" && len(o.Funcs[op.Index].Blocks) == 0 {
				s.Used = append(s.Used, f.Name)
			}
		case program.GlobalAddr:
			if g := &o.VarSyms[op.Index]; !g.Static && !g.Weak && g.Alias == "" && g.State == Declared {
				s.Used = append(s.Used, g.Name)
			}
		}
	}
	for _, f := range o.Funcs {
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				use(in.A)
				use(in.B)
				use(in.C)
				for _, a := range in.Args {
					use(a.Operand)
				}
			}
		}
	}
	for _, g := range o.Globals {
		for _, r := range g.Relocs {
			use(r.Target)
		}
	}
	for _, list := range []*[]string{&s.Defined, &s.Weak, &s.Used} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return s
}

// code returns a hash of a function and of what it reaches that has no linkage.
func (o *Object) code(index int) string {
	h := sha256.New()
	type item struct {
		isFunc bool
		index  int
	}
	seen := map[item]bool{}
	var reach func(op program.Operand)
	visit := func(it item) {
		if seen[it] {
			return
		}
		seen[it] = true
		if it.isFunc {
			o.hashFunc(h, o.Funcs[it.index], reach)
		} else {
			g := o.Globals[it.index]
			fmt.Fprintf(h, "%d %v %q", g.Size, g.ReadOnly, g.Data)
			for _, r := range g.Relocs {
				fmt.Fprint(h, r.Off)
				reach(r.Target)
			}
		}
	}
	reach = func(op program.Operand) {
		switch op.Mode {
		case program.FuncAddr, program.LabelAddr:
			f := &o.FuncSyms[op.Index]
			fmt.Fprintf(h, "%v %q %d", op.Mode, f.Name, op.Bits)
			if f.Static {
				visit(item{true, int(op.Index)})
			}
		case program.GlobalAddr:
			g := &o.VarSyms[op.Index]
			fmt.Fprintf(h, "%v %q %d", op.Mode, g.Name, op.Bits)
			if g.Static || g.Name == "" {
				visit(item{false, int(op.Index)})
			}
		default:
			fmt.Fprintf(h, "%+v", op)
		}
	}
	visit(item{true, index})
	return string(h.Sum(nil))
}

// hashFunc writes the code of a function, and calls reach with each operand.
func (o *Object) hashFunc(h hash.Hash, f *program.Func, reach func(program.Operand)) {
	fmt.Fprintln(h, "func", f.Result, f.Sret, f.Variadic, len(f.Params))
	for _, l := range f.Locals {
		fmt.Fprintln(h, "local", l.Size, l.Align)
	}
	for _, e := range f.Unsupported {
		fmt.Fprintln(h, "unsupported", e.Msg)
	}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			fmt.Fprintln(h, in.Op, in.Kind, in.Flags, in.Wide, in.Intrin, in.Dst, in.Off, in.Size, in.Local, in.Targets, in.Cases)
			reach(in.A)
			reach(in.B)
			reach(in.C)
			for _, a := range in.Args {
				fmt.Fprintln(h, a.Kind, a.Size, a.Align)
				reach(a.Operand)
			}
		}
		fmt.Fprintln(h)
	}
}
