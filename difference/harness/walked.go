package harness

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// walk is how code goes through the elements of arrays of structures: by which value of
// which member it knows their end.
type walk struct {
	known bool // else a member that nothing is known of is zero there, as all are
	off   int64
	size  int64
	value uint64
}

// walksOf returns, by the name of their type, the structures that what a function leads
// to takes for elements of arrays that it is handed: it steps from one to the next, or
// looks at others than the first.
func walksOf(e *Entry) map[string]*walk {
	at, _ := e.program.FuncByName(e.Name)
	walks := map[string]*walk{}
	for _, i := range e.program.MayReach(at) {
		if f := e.program.Funcs[i]; !f.Library && len(f.Blocks) > 0 {
			w := &walker{f: f, p: e.program, walks: walks}
			w.define()
			w.steps()
			w.ends()
		}
	}
	return walks
}

// walker finds walks in a function.
type walker struct {
	f     *program.Func
	p     *program.Program
	walks map[string]*walk
	defs  map[program.Reg]*program.Instr // of the registers that one instruction sets
}

func (w *walker) define() {
	w.defs = map[program.Reg]*program.Instr{}
	w.f.EachInstr(func(in *program.Instr) {
		if in.Dst < 0 {
			return
		}
		if _, twice := w.defs[in.Dst]; twice {
			w.defs[in.Dst] = nil
			return
		}
		w.defs[in.Dst] = in
	})
}

// def returns the only instruction that sets an operand, nil if there is none.
func (w *walker) def(o program.Operand) *program.Instr {
	if o.Mode != program.InReg {
		return nil
	}
	return w.defs[program.Reg(o.Index)]
}

// typing bounds how far types of addresses are looked for.
const typing = 8

// leads returns the type of what an address leads to, nil if that is not known, and
// whether it is an object of the program's own.
func (w *walker) leads(o program.Operand, depth int) (t *program.Type, own bool) {
	if o.Mode == program.GlobalAddr {
		return w.p.Globals[o.Index].Type, true
	}
	if o.Mode != program.InReg || depth == 0 {
		return nil, false
	}
	if t := w.f.Regs[o.Index].Type; t != nil && t.Class == program.PointerType {
		return t.Elem, false
	}
	in := w.def(o)
	if in == nil {
		return nil, false
	}
	switch in.Op {
	case program.Enter:
		if in.Local >= 0 {
			return w.f.Locals[in.Local].Type, true
		}
	case program.Move:
		return w.leads(in.A, depth-1)
	case program.Load:
		t, _ = w.leads(in.A, depth-1)
		if t = memberAt(t, in.Off, 8); t != nil && t.Class == program.PointerType {
			return t.Elem, false
		}
	case program.PtrAdd:
		t, own = w.leads(in.A, depth-1)
		for t != nil && t.Class == program.ArrayType {
			t = t.Elem
		}
		if t == nil || in.Size == t.Size || in.B.Mode == program.None && in.Off%max(t.Size, 1) == 0 {
			return t, own
		}
		return memberAt(t, in.Off, 0), own
	case program.Call:
		if in.A.Mode == program.FuncAddr {
			if t := w.p.Funcs[in.A.Index].Type; t != nil && t.Elem != nil && t.Elem.Class == program.PointerType {
				return t.Elem.Elem, false
			}
		}
	}
	return nil, false
}

// memberAt returns the type of what lies at an offset of an object of a type; of some
// size, if that is not zero.
func memberAt(t *program.Type, off, size int64) *program.Type {
	for t != nil {
		switch {
		case t.Class == program.ArrayType && t.Elem.Size > 0:
			t, off = t.Elem, off%t.Elem.Size
			continue
		case t.Class == program.StructType:
			if t.Size > 0 {
				off %= t.Size // of an element of an array
			}
			i := slices.IndexFunc(t.Fields, func(f program.Field) bool {
				return f.Offset <= off && off < f.Offset+max(f.Type.Size, 1) && f.BitWidth == 0
			})
			if i < 0 {
				return nil
			}
			if f := &t.Fields[i]; f.Type.Class == program.StructType || f.Type.Class == program.ArrayType {
				t, off = f.Type, off-f.Offset
				continue
			}
			t, off = t.Fields[i].Type, off-t.Fields[i].Offset
			continue
		case off == 0 && (size == 0 || t.Size == size):
			return t
		}
		return nil
	}
	return nil
}

// steps finds the structures that are elements.
func (w *walker) steps() {
	see := func(o program.Operand, apart func(t *program.Type) bool) {
		t, own := w.leads(o, typing)
		if t != nil && !own && t.Class == program.StructType && t.Size > 0 && apart(t) && w.walks[t.Name] == nil {
			w.walks[t.Name] = &walk{}
		}
	}
	w.f.EachInstr(func(in *program.Instr) {
		switch in.Op {
		case program.PtrAdd:
			see(in.A, func(t *program.Type) bool {
				if in.B.Mode != program.None {
					return in.Size == t.Size
				}
				return in.Off >= t.Size || in.Off < 0
			})
		case program.Load, program.Store:
			see(in.A, func(t *program.Type) bool { return in.Off >= t.Size || in.Off < 0 })
		}
	})
}

// ends finds the conditions by which loops over elements end: that a member of one is
// equal to a constant.
func (w *walker) ends() {
	for b, block := range w.f.Blocks {
		term := block.Term()
		if term.Op != program.Branch || len(term.Targets) != 2 {
			continue
		}
		cond := w.def(term.A)
		if cond == nil || cond.Op != program.Eq && cond.Op != program.Ne {
			continue
		}
		a, c := cond.A, cond.B
		if a.Mode == program.Const {
			a, c = c, a
		}
		in := w.def(a)
		for in != nil && (in.Op == program.SExt || in.Op == program.ZExt) {
			in = w.def(in.A)
		}
		if c.Mode != program.Const || in == nil || in.Op != program.Load {
			continue
		}
		t, _ := w.leads(in.A, typing)
		if t == nil || t.Class != program.StructType {
			continue
		}
		end := term.Targets[0]
		if cond.Op == program.Ne {
			end = term.Targets[1]
		}
		if x := w.walks[t.Name]; x != nil && !x.known && w.cycle(int32(b), int32(b)) && !w.cycle(end, int32(b)) {
			*x = walk{known: true, off: in.Off % t.Size, size: in.Kind.Bytes(), value: c.Bits}
		}
	}
}

// cycle reports whether control may go from a block, by at least one step, to another.
func (w *walker) cycle(from, to int32) bool {
	seen := map[int32]bool{}
	for list := []int32{from}; len(list) > 0; list = list[1:] {
		for _, s := range w.f.Blocks[list[0]].Term().Targets {
			if s == to {
				return true
			}
			if !seen[s] {
				seen[s] = true
				list = append(list, s)
			}
		}
	}
	return false
}

// endMember returns the name of the member by which a walk knows the end, "" if all is
// zero there.
func (w *walk) endMember(t *program.Type) (member string, of *program.Type) {
	if !w.known || w.value == 0 {
		return "", nil
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Offset == w.off && f.Type.Size == w.size && f.BitWidth == 0 && f.Name != "" && (f.Type.Class == program.IntType || f.Type.Class == program.EnumType) {
			return f.Name, f.Type
		}
	}
	return "", nil
}
