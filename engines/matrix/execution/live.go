package execution

import (
	"slices"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// Liveness answers which variables are live at places of a program: registers
// exactly, by the usual backward analysis; memory by object, an object being
// live where something that can be executed later may read it.
type Liveness struct {
	Graph   *flow.Graph
	outs    map[int][][]uint64 // by function: the registers live at the end of each block
	places  map[symexec.Frame][]program.Reg
	objects map[flow.Node]map[ObjectKey]bool
}

// NewLiveness returns the liveness of the variables of a program.
func NewLiveness(g *flow.Graph) *Liveness {
	return &Liveness{Graph: g, outs: map[int][][]uint64{}, places: map[symexec.Frame][]program.Reg{}, objects: map[flow.Node]map[ObjectKey]bool{}}
}

// ObjectKey names an abstract object of package flow.
type ObjectKey struct {
	Kind  pointsto.ObjectKind
	Func  int32
	Index int32
}

// Registers returns the registers live before an instruction, ascending; they are
// shared.
func (l *Liveness) Registers(fn, block, index int) []program.Reg {
	at := symexec.Frame{Func: fn, Block: block, Index: index}
	if list, ok := l.places[at]; ok {
		return list
	}
	live := l.before(fn, block)[index]
	list := []program.Reg{}
	for r := range l.Graph.Program().Funcs[fn].Regs {
		if has(live, program.Reg(r)) {
			list = append(list, program.Reg(r))
		}
	}
	l.places[at] = list
	return list
}

// before returns the sets of registers that are live before each instruction of a
// block, and at its end.
func (l *Liveness) before(fn, block int) [][]uint64 {
	instrs := l.Graph.Program().Funcs[fn].Blocks[block].Instrs
	sets := make([][]uint64, len(instrs)+1)
	sets[len(instrs)] = l.blocks(fn)[block]
	var uses []program.Reg
	for i := len(instrs) - 1; i >= 0; i-- {
		sets[i] = slices.Clone(sets[i+1])
		uses = step(sets[i], &instrs[i], uses)
	}
	return sets
}

// has reports whether a set of registers has a member.
func has(set []uint64, r program.Reg) bool { return set[r/64]>>(r%64)&1 != 0 }

// step takes the set of live registers from behind an instruction to before it.
func step(live []uint64, in *program.Instr, uses []program.Reg) []program.Reg {
	if in.Dst != program.NoReg {
		live[in.Dst/64] &^= 1 << (in.Dst % 64)
	}
	uses = in.Uses(uses[:0])
	for _, r := range uses {
		live[r/64] |= 1 << (r % 64)
	}
	return uses
}

func (l *Liveness) blocks(fn int) [][]uint64 {
	if outs, ok := l.outs[fn]; ok {
		return outs
	}
	p := l.Graph.Program().Funcs[fn]
	words := (len(p.Regs) + 63) / 64
	outs := make([][]uint64, len(p.Blocks))
	for i := range outs {
		outs[i] = make([]uint64, words)
	}
	live := make([]uint64, words)
	var uses []program.Reg
	for changed := true; changed; {
		changed = false
		for b := len(p.Blocks) - 1; b >= 0; b-- {
			for _, t := range p.Blocks[b].Term().Targets {
				// What is live at the start of a successor.
				copy(live, outs[t])
				next := p.Blocks[t].Instrs
				for i := len(next) - 1; i >= 0; i-- {
					uses = step(live, &next[i], uses)
				}
				for w := range live {
					if live[w]&^outs[b][w] != 0 {
						outs[b][w] |= live[w]
						changed = true
					}
				}
			}
		}
	}
	l.outs[fn] = outs
	return outs
}

// Memory returns the objects that something executed after the beginning of n
// may read, in n's function, what it calls, and what its callers do later.
func (l *Liveness) Memory(n flow.Node) map[ObjectKey]bool {
	if set, ok := l.objects[n]; ok {
		return set
	}
	set := map[ObjectKey]bool{}
	seen := map[flow.Node]bool{n: true}
	returned := map[int]bool{}
	work := []flow.Node{n}
	visit := func(m flow.Node) {
		if !seen[m] {
			seen[m] = true
			work = append(work, m)
		}
	}
	for len(work) > 0 {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		for _, loc := range l.Graph.Ref(m) {
			if o, ok := l.Graph.Object(loc); ok {
				set[ObjectKey{o.Kind, o.Func, o.Index}] = true
			}
		}
		for _, s := range l.Graph.Succs(m) {
			visit(s)
		}
		if i := l.Graph.Info(m); i.Kind == flow.Exit && !returned[i.Func] {
			returned[i.Func] = true
			for _, c := range l.Graph.Callers(i.Func) {
				for _, s := range l.Graph.Succs(c) {
					visit(s)
				}
			}
		}
	}
	l.objects[n] = set
	return set
}
