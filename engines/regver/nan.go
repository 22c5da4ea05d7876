package regver

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// looksAtNaNs reports whether a function could make sign or payload of a NaN
// visible: as bits, as text, or by storing it where others could look. What
// a run observes (program.Observation) is compared by value.
func (w *proof) looksAtNaNs(table *libfacts.Table, side int, f *program.Func) bool {
	p := w.names.progs[side]
	s := &shape{side: side, f: f, params: map[program.Reg]int{}}
	s.number()
	s.points()
	numbers, seen := map[int32]bool{}, map[int32]bool{} // locals that hold fractions; whose bytes somebody sees
	shows := func(o program.Operand) {
		if o.Mode == program.InReg && s.base[o.Index].kind == baseLocal {
			seen[s.base[o.Index].index] = true
		}
	}
	found := false
	s.instructions(func(in *program.Instr) {
		switch in.Op {
		case program.Bitcast:
			found = found || in.Kind.IsFloat() != in.A.Kind.IsFloat()
		case program.Load:
			if !in.Kind.IsFloat() {
				shows(in.A)
			}
			return
		case program.Store:
			shows(in.B)
			if in.B.Kind.IsFloat() {
				switch b := s.baseOf(in.A); {
				case b.kind == baseLocal:
					numbers[b.index] = true
				case b.kind == baseGlobal && w.onlyFractions(p, b.index):
				default:
					found = true
				}
			}
			return
		case program.Move, program.PtrAdd:
			if in.A.Mode == program.InReg && s.base[in.Dst] == s.base[in.A.Index] {
				return
			}
		case program.ZeroMem, program.Leave:
			return
		case program.Intrinsic:
			if in.Intrin.String() == "__rift_observe" {
				return
			}
		case program.WideOp:
			found = true
		case program.Call:
			fraction := slices.ContainsFunc(in.Args, func(a program.Arg) bool { return a.Kind.IsFloat() })
			if in.A.Mode != program.FuncAddr && fraction {
				found = true // it may be any function
			}
			if in.A.Mode == program.FuncAddr && fraction {
				g := p.Funcs[in.A.Index]
				if facts, _ := table.Of(g.Name); (g.Library || len(g.Blocks) == 0) && (!w.clean[side][g.Name] || facts.Signs) {
					found = true
				}
			}
		}
		shows(in.A)
		shows(in.B)
		shows(in.C)
		for _, a := range in.Args {
			shows(a.Operand)
		}
	})
	for l := range numbers {
		found = found || seen[l]
	}
	return found
}

// nansCount reports whether NaNs must be told apart: because the outcomes of the
// task are compared so, or because the program could show their bits.
func (w *proof) nansCount() bool {
	if w.opt.Equivalence.Floats.Mode == program.FloatsByBits {
		return true
	}
	table := libfacts.New()
	reach, _ := w.reachable()
	for name := range w.inlined {
		reach[name] = true
	}
	for name := range reach {
		for side, f := range w.byName[name].side {
			if f != nil && !f.Library && w.looksAtNaNs(table, side, f) {
				return true
			}
		}
	}
	return false
}

// onlyFractions reports whether a program uses a variable for nothing but to load and
// store fractions, and to show it.
func (w *proof) onlyFractions(p *program.Program, global int32) bool {
	names := func(o program.Operand) bool { return o.Mode == program.GlobalAddr && o.Index == global }
	for _, g := range p.Globals {
		if slices.ContainsFunc(g.Relocs, func(r program.Reloc) bool { return names(r.Target) }) {
			return false
		}
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				switch {
				case in.Op == program.Load && in.Kind.IsFloat(), in.Op == program.Store && in.B.Kind.IsFloat() && !names(in.B),
					in.Op == program.Intrinsic && in.Intrin.String() == "__rift_observe":
					continue
				}
				if names(in.A) || names(in.B) || names(in.C) || slices.ContainsFunc(in.Args, func(a program.Arg) bool { return names(a.Operand) }) {
					return false
				}
			}
		}
	}
	return true
}
