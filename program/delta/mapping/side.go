package mapping

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/riftlab/rift/program"
)

// side is one of the two programs with what matching needs to know about it.
type side struct {
	p       *program.Program
	funcs   []*view // by function; nil for the library's and for undefined ones
	globals map[int]string
	funcsAs map[int]string // canonical names of functions, where not their own
	varsAs  []map[string]string
	lits    map[int]string
}

// view is a function's statements as lists of items.
type view struct {
	f      *program.Func
	stmts  [][]item // by statement
	places []place  // of the first instruction of each statement; block -1 if it has none
	vars   []string // by register: the variable it stands for, "" for temporaries
	locals []int    // by register: local whose address it holds, or -1
}

// place is the position of an instruction in its function.
type place struct{ block, index int }

// item is a step of a statement: an instruction's operation, or the setting of
// a variable. Loads from and stores to local scalars are uses and settings of
// a variable, whether or not it lives in a register, so that a variable whose
// address is taken in one version only still reads the same.
type item struct {
	at    place
	op    string        // operation with everything but its operands
	args  []string      // operands: variables, constants, addresses; "t" for temporaries
	temps []program.Reg // by operand: the temporary it reads, or NoReg
	def   program.Reg   // the temporary it defines, or NoReg
}

func newSide(p *program.Program) *side {
	s := &side{p: p, funcs: make([]*view, len(p.Funcs)), globals: map[int]string{}, funcsAs: map[int]string{}, varsAs: make([]map[string]string, len(p.Funcs)), lits: map[int]string{}}
	for i, f := range p.Funcs {
		if !f.Library && len(f.Blocks) > 0 {
			s.funcs[i] = s.newView(i)
		}
	}
	return s
}

// newView reads the statements of function fn. It is made again when names
// have been found to be renamed.
func (s *side) newView(fn int) *view {
	f := s.p.Funcs[fn]
	v := &view{f: f, stmts: make([][]item, len(f.Stmts)), places: make([]place, len(f.Stmts)), vars: make([]string, len(f.Regs)), locals: make([]int, len(f.Regs))}
	for i := range v.places {
		v.places[i].block = -1
	}
	for r, info := range f.Regs {
		v.locals[r] = -1
		if info.Name != "" {
			v.vars[r] = s.varName(fn, info.Name)
		}
	}
	v.findLocals()
	v.nameLoads(s, fn)
	for b, blk := range f.Blocks {
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Stmt < 0 {
				continue
			}
			if v.places[in.Stmt].block < 0 {
				v.places[in.Stmt] = place{b, i}
			}
			if in.Flags&program.Implicit == 0 {
				v.stmts[in.Stmt] = append(v.stmts[in.Stmt], s.items(v, fn, place{b, i}, in)...)
			}
		}
	}
	return v
}

// findLocals notes which registers hold the addresses of local objects.
func (v *view) findLocals() {
	for _, blk := range v.f.Blocks {
		for i := range blk.Instrs {
			if in := &blk.Instrs[i]; in.Op == program.Enter && v.f.Locals[in.Local].Name != "" {
				v.locals[in.Dst] = int(in.Local)
			}
		}
	}
}

// nameLoads lets the results of loads of local scalars go by the variable's
// name.
func (v *view) nameLoads(s *side, fn int) {
	for _, blk := range v.f.Blocks {
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Op != program.Load || in.Dst == program.NoReg || v.vars[in.Dst] != "" {
				continue
			}
			if l := v.scalar(in); l >= 0 {
				v.vars[in.Dst] = s.varName(fn, v.f.Locals[l].Name)
			}
		}
	}
}

// scalar returns the local scalar that a load or store accesses as a whole,
// or -1.
func (v *view) scalar(in *program.Instr) int {
	r := in.A.Reg()
	if r == program.NoReg || v.locals[r] < 0 || in.Off != 0 {
		return -1
	}
	if l := v.f.Locals[v.locals[r]]; l.Type != nil && l.Type.IsScalar() && l.Type.Kind() == in.Kind {
		return v.locals[r]
	}
	return -1
}

func (s *side) varName(fn int, name string) string {
	if as, ok := s.varsAs[fn][name]; ok {
		return as
	}
	return name
}

// items returns what an instruction contributes to its statement.
func (s *side) items(v *view, fn int, at place, in *program.Instr) []item {
	none := program.NoReg
	set := func(name string, o program.Operand) item {
		a, t := s.operand(v, fn, o)
		return item{at: at, op: "set." + in.Kind.String(), args: []string{"v:" + name, a}, temps: []program.Reg{none, t}, def: none}
	}
	switch in.Op {
	case program.Load:
		if in.Dst != none && v.vars[in.Dst] != "" && v.scalar(in) >= 0 && v.f.Regs[in.Dst].Name == "" {
			return nil
		}
	case program.Store:
		if l := v.scalar(in); l >= 0 {
			return []item{set(s.varName(fn, v.f.Locals[l].Name), in.B)}
		}
	case program.Move:
		if in.Dst != none && v.vars[in.Dst] != "" {
			return []item{set(v.vars[in.Dst], in.A)}
		}
	}
	it := item{at: at, op: s.operation(in), def: none}
	for _, o := range [...]program.Operand{in.A, in.B, in.C} {
		if o.Present() {
			a, t := s.operand(v, fn, o)
			it.args, it.temps = append(it.args, a), append(it.temps, t)
		}
	}
	for _, arg := range in.Args {
		a, t := s.operand(v, fn, arg.Operand)
		it.args, it.temps = append(it.args, a), append(it.temps, t)
	}
	if in.Dst == none {
		return []item{it}
	}
	it.def = in.Dst
	if v.vars[in.Dst] == "" {
		return []item{it}
	}
	name := v.vars[in.Dst]
	return []item{it, {at: at, op: "set." + v.f.Regs[in.Dst].Kind.String(), args: []string{"v:" + name, "t"}, temps: []program.Reg{none, in.Dst}, def: none}}
}

// operation is the text of an instruction without its operands and targets.
func (s *side) operation(in *program.Instr) string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%s.%s", in.Op, in.Kind)
	switch in.Op {
	case program.WideOp:
		sb.WriteString("." + in.Wide.String())
	case program.Intrinsic:
		sb.WriteString("." + in.Intrin.String())
	}
	if f := in.Flags &^ program.Implicit; f != 0 {
		fmt.Fprintf(&sb, " flags=%d", f)
	}
	if in.Off != 0 {
		fmt.Fprintf(&sb, " off=%d", in.Off)
	}
	if in.Size != 0 {
		fmt.Fprintf(&sb, " size=%d", in.Size)
	}
	for _, c := range in.Cases {
		fmt.Fprintf(&sb, " %d..%d", int64(c.Lo), int64(c.Hi))
	}
	return sb.String()
}

// operand returns what stands for an operand, and the temporary it reads.
func (s *side) operand(v *view, fn int, o program.Operand) (string, program.Reg) {
	switch o.Mode {
	case program.InReg:
		r := o.Reg()
		if v.vars[r] != "" {
			return "v:" + v.vars[r], program.NoReg
		}
		if l := v.locals[r]; l >= 0 {
			return fmt.Sprintf("&%s:%d", s.varName(fn, v.f.Locals[l].Name), v.f.Locals[l].Size), program.NoReg
		}
		return "t", r
	case program.Const:
		return fmt.Sprintf("c:%d", o.Bits), program.NoReg
	case program.GlobalAddr:
		if o.Bits == 0 {
			return s.global(int(o.Index)), program.NoReg
		}
		return fmt.Sprintf("%s+%d", s.global(int(o.Index)), int64(o.Bits)), program.NoReg
	case program.FuncAddr:
		return "f:" + s.function(int(o.Index)), program.NoReg
	case program.LabelAddr:
		return "label", program.NoReg
	}
	return "-", program.NoReg
}

func (s *side) function(i int) string {
	if as, ok := s.funcsAs[i]; ok {
		return as
	}
	return s.p.Funcs[i].Name
}

// global returns the name of a global, or the content of a literal.
func (s *side) global(i int) string {
	g := s.p.Globals[i]
	if g.Source != "" {
		if as, ok := s.globals[i]; ok {
			return "g:" + as
		}
		return "g:" + g.Name
	}
	if k, ok := s.lits[i]; ok {
		return k
	}
	s.lits[i] = "lit:cycle"
	s.lits[i] = "lit:" + s.content(i)
	return s.lits[i]
}

// content stands for the initial value of a global.
func (s *side) content(i int) string {
	g := s.p.Globals[i]
	var sb strings.Builder
	end := len(g.Data) // bytes past it are zero, so zeros before it say nothing
	for end > 0 && g.Data[end-1] == 0 {
		end--
	}
	fmt.Fprintf(&sb, "%d:%x", g.Size, sha256.Sum256(g.Data[:end]))
	for _, r := range g.Relocs {
		target := ""
		switch r.Target.Mode {
		case program.GlobalAddr:
			target = fmt.Sprintf("%s+%d", s.global(int(r.Target.Index)), int64(r.Target.Bits))
		case program.FuncAddr:
			target = "f:" + s.function(int(r.Target.Index))
		}
		fmt.Fprintf(&sb, " %d=%s", r.Off, target)
	}
	return sb.String()
}
