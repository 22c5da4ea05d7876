package link

import (
	"fmt"
	"path"
	"sort"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/object"
)

// assignNames gives every function and global its unique name: external
// names as they are, others made different where they clash.
func (l *linker) assignNames() {
	l.prog.Funcs = make([]*program.Func, len(l.funcs))
	l.prog.Globals = make([]*program.Global, len(l.vars))
	for _, static := range []bool{false, true} {
		for i, it := range l.funcs {
			if s := it.obj.FuncSyms[it.index]; s.Static == static {
				f := *it.obj.Funcs[it.index]
				f.Unit = l.file(it.obj.Files[0])
				f.Name = l.unique(s.Name, f.Unit)
				l.prog.Funcs[i] = &f
			}
		}
		for i, it := range l.vars {
			if s := it.obj.VarSyms[it.index]; s.Static == static {
				g := *it.obj.Globals[it.index]
				g.Unit = l.file(it.obj.Files[0])
				name := s.Name
				if name == "" {
					name = fmt.Sprintf(".lit%d", i)
				}
				g.Name = l.unique(name, g.Unit)
				l.prog.Globals[i] = &g
			}
		}
	}
}

func (l *linker) unique(name string, unit int32) string {
	for n := 0; l.names[name]; n++ {
		if n == 0 {
			name = fmt.Sprintf("%s@%d", name, unit)
		} else {
			name = fmt.Sprintf("%s.%d", name, n)
		}
	}
	l.names[name] = true
	return name
}

func (l *linker) file(name string) int32 {
	name = path.Clean(name)
	if i, ok := l.files[name]; ok {
		return i
	}
	i := int32(len(l.prog.Files))
	l.prog.Files = append(l.prog.Files, name)
	l.files[name] = i
	return i
}

func (l *linker) rangeID(o *object.Object, id program.RangeID) program.RangeID {
	if id == 0 {
		return 0
	}
	r := o.Ranges[id]
	r.File = l.file(o.Files[r.File])
	if n, ok := l.ranges[r]; ok {
		return n
	}
	n := program.RangeID(len(l.prog.Ranges))
	l.prog.Ranges = append(l.prog.Ranges, r)
	l.ranges[r] = n
	return n
}

// emit copies code and data into the program, renumbered.
func (l *linker) emit() {
	for i, it := range l.funcs {
		l.emitFunc(it.obj, l.prog.Funcs[i])
		if len(l.prog.Funcs[i].Blocks) == 0 {
			l.prog.Undefined = append(l.prog.Undefined, l.prog.Funcs[i].Name)
		}
	}
	sort.Strings(l.prog.Undefined)
	for i, it := range l.vars {
		g := l.prog.Globals[i]
		g.At = l.rangeID(it.obj, g.At)
		relocs := make([]program.Reloc, 0, len(g.Relocs))
		for _, r := range g.Relocs {
			if r.Target = l.operand(it.obj, r.Target); r.Target.Mode != program.Const {
				relocs = append(relocs, r)
			}
		}
		g.Relocs = relocs
	}
}

func (l *linker) emitFunc(o *object.Object, f *program.Func) {
	f.At = l.rangeID(o, f.At)
	f.Stmts = append([]program.Stmt(nil), f.Stmts...)
	for i := range f.Stmts {
		f.Stmts[i].At = l.rangeID(o, f.Stmts[i].At)
	}
	f.Locals = append([]program.Local(nil), f.Locals...)
	for i := range f.Locals {
		f.Locals[i].At = l.rangeID(o, f.Locals[i].At)
	}
	blocks := make([]*program.Block, len(f.Blocks))
	for i, b := range f.Blocks {
		n := &program.Block{Name: b.Name, Instrs: append([]program.Instr(nil), b.Instrs...)}
		for j := range n.Instrs {
			l.emitInstr(o, &n.Instrs[j])
		}
		blocks[i] = n
	}
	f.Blocks = blocks
}

func (l *linker) emitInstr(o *object.Object, in *program.Instr) {
	in.At = l.rangeID(o, in.At)
	in.A, in.B, in.C = l.operand(o, in.A), l.operand(o, in.B), l.operand(o, in.C)
	if len(in.Args) > 0 {
		args := make([]program.Arg, len(in.Args))
		for i, a := range in.Args {
			a.Operand = l.operand(o, a.Operand)
			args[i] = a
		}
		in.Args = args
	}
}

// operand renumbers an operand. The address of a weak symbol that nobody
// defines is null.
func (l *linker) operand(o *object.Object, op program.Operand) program.Operand {
	switch op.Mode {
	case program.FuncAddr, program.LabelAddr:
		n, ok := l.number[l.resolve(item{o, true, int(op.Index)})]
		if !ok {
			return program.C(program.Ptr, 0)
		}
		op.Index = int32(n)
	case program.GlobalAddr:
		n, ok := l.number[l.resolve(item{o, false, int(op.Index)})]
		if !ok {
			return program.C(program.Ptr, 0)
		}
		op.Index = int32(n)
	}
	return op
}
