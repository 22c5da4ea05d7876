package program

// EachInstr calls see for each instruction of a function, block by block.
func (f *Func) EachInstr(see func(in *Instr)) {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			see(&b.Instrs[i])
		}
	}
}

// Operands returns the operands of an instruction: A, B, C, then the arguments.
// Unused ones are zero.
func (in *Instr) Operands() []Operand {
	list := make([]Operand, 3, 3+len(in.Args))
	list[0], list[1], list[2] = in.A, in.B, in.C
	for _, a := range in.Args {
		list = append(list, a.Operand)
	}
	return list
}

// MayReach returns the functions that a function may call, directly or not, itself
// first. The program's own code may call every function whose address it, or a table
// of its own, takes; of the library's, which takes addresses of what most programs
// never use, only direct calls count.
func (p *Program) MayReach(from int) []int {
	list, seen := []int{from}, map[int]bool{from: true}
	add := func(n int) {
		if !seen[n] {
			seen[n] = true
			list = append(list, n)
		}
	}
	p.InTables(add)
	for i := 0; i < len(list); i++ {
		p.Funcs[list[i]].MayCall(add)
	}
	return list
}

// InTables calls add for the functions whose addresses the program's own variables
// hold at first.
func (p *Program) InTables(add func(fn int)) {
	for _, g := range p.Globals {
		for i := range g.Relocs {
			if t := &g.Relocs[i].Target; !g.Library && t.Mode == FuncAddr {
				add(int(t.Index))
			}
		}
	}
}

// MayCall calls add for the functions that a function may call by itself, in the
// sense of MayReach.
func (f *Func) MayCall(add func(fn int)) {
	see := func(o *Operand) {
		if o.Mode == FuncAddr {
			add(int(o.Index))
		}
	}
	f.EachInstr(func(in *Instr) {
		if in.Op == Call || !f.Library {
			see(&in.A)
		}
		if !f.Library {
			see(&in.B)
			for k := range in.Args {
				see(&in.Args[k].Operand)
			}
		}
	})
}
