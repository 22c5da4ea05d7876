package cfront

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"path"
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

// UnitSymbols returns the external names of a version's only translation unit. Nothing
// is linked, so that it does not matter what else there is. Errors are those of Compile.
func UnitSymbols(ctx context.Context, v *program.Version, opt Options) (*Symbols, error) {
	cache := opt.Cache
	if cache == nil {
		cache = NewCache()
	}
	c := &compiler{ctx: ctx, cache: cache}
	i := slices.IndexFunc(v.Files, func(f program.SourceFile) bool { return f.Unit() && !f.Library })
	if i < 0 {
		return nil, fmt.Errorf("%s has no translation unit", v.Name)
	}
	f := &v.Files[i]
	o, errs := c.unit(c.environmentOf(v), path.Clean(f.Name), f.Text, false)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(errs) > 0 {
		return nil, joinErrors(errs)
	}
	return o.symbols(), nil
}

// symbols returns the external names of an object.
func (o *object) symbols() *Symbols {
	s := &Symbols{Code: map[string]string{}}
	define := func(name string, weak bool) {
		s.Defined = append(s.Defined, name)
		if weak {
			s.Weak = append(s.Weak, name)
		}
	}
	for i, f := range o.fsyms {
		if !f.static && (len(o.funcs[i].Blocks) > 0 || f.alias != "") {
			define(f.name, f.weak)
			s.Code[f.name] = o.code(i)
		}
	}
	for _, g := range o.gsyms {
		if !g.static && g.name != "" && (g.state != declared || g.alias != "") {
			define(g.name, g.weak || g.state == tentative)
		}
	}
	use := func(op program.Operand) {
		switch op.Mode {
		case program.FuncAddr, program.LabelAddr:
			if f := &o.fsyms[op.Index]; !f.static && !f.weak && f.alias == "" && len(o.funcs[op.Index].Blocks) == 0 {
				s.Used = append(s.Used, f.name)
			}
		case program.GlobalAddr:
			if g := &o.gsyms[op.Index]; !g.static && !g.weak && g.alias == "" && g.state == declared {
				s.Used = append(s.Used, g.name)
			}
		}
	}
	for _, f := range o.funcs {
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
	for _, g := range o.globals {
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
func (o *object) code(index int) string {
	h := sha256.New()
	seen := map[item]bool{}
	var reach func(op program.Operand)
	visit := func(it item) {
		if seen[it] {
			return
		}
		seen[it] = true
		if it.isFunc {
			o.hashFunc(h, o.funcs[it.index], reach)
		} else {
			g := o.globals[it.index]
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
			f := &o.fsyms[op.Index]
			fmt.Fprintf(h, "%v %q %d", op.Mode, f.name, op.Bits)
			if f.static {
				visit(item{o, true, int(op.Index)})
			}
		case program.GlobalAddr:
			g := &o.gsyms[op.Index]
			fmt.Fprintf(h, "%v %q %d", op.Mode, g.name, op.Bits)
			if g.static || g.name == "" {
				visit(item{o, false, int(op.Index)})
			}
		default:
			fmt.Fprintf(h, "%+v", op)
		}
	}
	visit(item{o, true, index})
	return string(h.Sum(nil))
}

// hashFunc writes the code of a function, and calls reach with each operand.
func (o *object) hashFunc(h hash.Hash, f *program.Func, reach func(program.Operand)) {
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
