package pointsto

import "github.com/riftlab/rift/program"

// typer guesses what an allocated object holds from the pointer that receives
// its address. Layouts only divide memory; a wrong guess costs precision, not
// soundness.
type typer struct {
	p    *program.Program
	defs map[int32][]*program.Instr // by function: the only definition of each register
}

func newTyper(p *program.Program) *typer {
	return &typer{p: p, defs: map[int32][]*program.Instr{}}
}

// heapLayout returns the layout of what an allocating instruction makes.
func (t *typer) heapLayout(f, b, i int32) *layout {
	if e := t.elem(f, b, i); e != nil && e.Class == program.StructType && e.Size > 0 {
		return newLayout(e, -1, true)
	}
	return newLayout(nil, -1, false)
}

// elem returns the type that the result of an instruction points to, or nil.
func (t *typer) elem(f, b, i int32) *program.Type {
	fn := t.p.Funcs[f]
	in := &fn.Blocks[b].Instrs[i]
	if in.Dst < 0 {
		return nil
	}
	if e := pointee(fn.Regs[in.Dst].Type); e != nil {
		return e
	}
	// A temporary: see where it goes.
	for _, blk := range fn.Blocks {
		for j := range blk.Instrs {
			use := &blk.Instrs[j]
			switch {
			case use.Op == program.Move && use.A.Reg() == in.Dst:
				if e := pointee(fn.Regs[use.Dst].Type); e != nil {
					return e
				}
			case use.Op == program.Store && use.B.Reg() == in.Dst:
				if e := pointee(t.typeAt(f, use.A, use.Off, 0)); e != nil {
					return e
				}
			case use.Op == program.Return && use.A.Reg() == in.Dst:
				if fn.Type != nil {
					if e := pointee(fn.Type.Elem); e != nil {
						return e
					}
				}
			}
		}
	}
	return nil
}

// pointee returns what a pointer type points to; nil for others, and for void
// and characters, which say nothing.
func pointee(t *program.Type) *program.Type {
	if t == nil || t.Class != program.PointerType || t.Elem == nil || t.Elem.Size <= 1 {
		return nil
	}
	return t.Elem
}

func (t *typer) definitions(f int32) []*program.Instr {
	if d, ok := t.defs[f]; ok {
		return d
	}
	fn := t.p.Funcs[f]
	d := make([]*program.Instr, len(fn.Regs))
	many := make([]bool, len(fn.Regs))
	for _, q := range fn.Params {
		many[q.Reg] = true
	}
	for _, b := range fn.Blocks {
		for i := range b.Instrs {
			if r := b.Instrs[i].Dst; r >= 0 {
				if d[r] != nil {
					many[r] = true
				}
				d[r] = &b.Instrs[i]
			}
		}
	}
	for r := range d {
		if many[r] {
			d[r] = nil
		}
	}
	t.defs[f] = d
	return d
}

const typerDepth = 8

// typeAt returns the type of the scalar at an address, or nil.
func (t *typer) typeAt(f int32, addr program.Operand, off int64, depth int) *program.Type {
	if depth > typerDepth {
		return nil
	}
	if addr.Mode == program.GlobalAddr {
		return member(t.p.Globals[addr.Index].Type, int64(addr.Bits)+off)
	}
	if addr.Mode != program.InReg {
		return nil
	}
	fn := t.p.Funcs[f]
	if e := pointee(fn.Regs[addr.Index].Type); e != nil {
		return member(e, off)
	}
	def := t.definitions(f)[addr.Index]
	if def == nil {
		return nil
	}
	switch def.Op {
	case program.Enter:
		return member(fn.Locals[def.Local].Type, off)
	case program.PtrAdd:
		return t.typeAt(f, def.A, off+def.Off, depth+1)
	case program.Move:
		return t.typeAt(f, def.A, off, depth+1)
	case program.Load:
		if e := pointee(t.typeAt(f, def.A, def.Off, depth+1)); e != nil {
			return member(e, off)
		}
	case program.Call:
		if def.A.Mode == program.FuncAddr {
			if ft := t.p.Funcs[def.A.Index].Type; ft != nil {
				if e := pointee(ft.Elem); e != nil {
					return member(e, off)
				}
			}
		}
	}
	return nil
}

// member returns the type of the scalar at an offset of a value of type x.
func member(x *program.Type, off int64) *program.Type {
	for x != nil && off >= 0 {
		switch x.Class {
		case program.ArrayType:
			if x.Elem == nil || x.Elem.Size <= 0 {
				return nil
			}
			off, x = off%x.Elem.Size, x.Elem
		case program.StructType:
			var next *program.Type
			for _, f := range x.Fields {
				if f.Offset <= off && off < f.Offset+f.Type.Size && f.BitWidth == 0 {
					off, next = off-f.Offset, f.Type
					break
				}
			}
			x = next
		default:
			if off != 0 {
				if x.Size <= 0 || off%x.Size != 0 {
					return nil
				}
			}
			return x
		}
	}
	return nil
}
