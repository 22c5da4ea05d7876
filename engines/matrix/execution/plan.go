package execution

import (
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/flow"
)

// Wanted says what of a program's runs counts.
type Wanted struct {
	Watch   map[flow.Node]bool    // statements whose instances take snapshots
	Begins  map[flow.Node]bool    // statements that are a change when they are executed
	Altered map[mapping.Site]bool // instructions that are a change when they are executed
	// By statement: whether a chain goes on from it, and whether one comes to it.
	// Other dependences are not recorded.
	Sources, Users []bool
}

// NewWanted returns what is wanted of nothing yet.
func NewWanted(g *flow.Graph) *Wanted {
	return &Wanted{Watch: map[flow.Node]bool{}, Begins: map[flow.Node]bool{}, Altered: map[mapping.Site]bool{}, Sources: make([]bool, g.Len()), Users: make([]bool, g.Len())}
}

// plan is what a recorder needs to know of a program.
type plan struct {
	*Wanted
	Graph   *flow.Graph
	group   Grouping
	live    *Liveness
	parents [][]flow.Node           // by node: what it is control dependent on
	sites   [][][]site              // by function, block and index; of library functions none
	quiet   map[*program.Instr]bool // instructions that a recorder learns nothing from
	limit   int                     // of instances, and a fourth of that of writes
}

func newPlan(g *flow.Graph, group Grouping, want *Wanted, limit int) *plan {
	t := &plan{Wanted: want, Graph: g, group: group, live: NewLiveness(g), limit: limit, parents: make([][]flow.Node, g.Len())}
	for n := range t.parents {
		for _, c := range g.Control(flow.Node(n)) {
			t.parents[n] = append(t.parents[n], group.Head(c.Node))
		}
	}
	t.quiet = t.findSites()
	return t
}

// changed returns the instructions whose execution is that of a change.
func (t *plan) changed() map[*program.Instr]bool {
	m := map[*program.Instr]bool{}
	p := t.Graph.Program()
	for fn, blocks := range t.sites {
		for b, list := range blocks {
			for i := range list {
				if list[i].altered || t.Begins[list[i].head] {
					m[&p.Funcs[fn].Blocks[b].Instrs[i]] = true
				}
			}
		}
	}
	return m
}

// site is what a recorder needs to know of an instruction.
type site struct {
	node    flow.Node     // that it belongs to
	head    flow.Node     // of the statement
	entry   bool          // the node is an entry
	altered bool          // by a change
	uses    []program.Reg // that it reads; those alone that another statement may have written
}

// findSites fills in the sites. It returns the instructions that a recorder learns
// nothing from.
func (t *plan) findSites() (quiet map[*program.Instr]bool) {
	p := t.Graph.Program()
	quiet = map[*program.Instr]bool{}
	t.sites = make([][][]site, len(p.Funcs))
	for _, fn := range t.Graph.Funcs() {
		t.sites[fn] = make([][]site, len(p.Funcs[fn].Blocks))
		for b, block := range p.Funcs[fn].Blocks {
			list := make([]site, len(block.Instrs))
			for i := range list {
				n := t.Graph.At(fn, b, i)
				list[i] = site{node: n, head: t.group.Head(n), entry: t.Graph.Info(n).Kind == flow.Entry, altered: t.Altered[mapping.Site{Func: fn, Block: b, Index: i}]}
			}
			t.sites[fn][b] = list
			t.stretches(fn, b, quiet)
		}
	}
	return quiet
}

// stretches goes through the stretches of a block that belong to one statement
// each. What a stretch puts into a register and uses itself is neither a
// dependence nor ever seen by a snapshot, and an instruction that does no more
// need not be heard of: but for the first of the stretch, which says that the
// statement is executed, perhaps anew.
func (t *plan) stretches(fn, b int, quiet map[*program.Instr]bool) {
	f, list := t.Graph.Program().Funcs[fn], t.sites[fn][b]
	instrs := f.Blocks[b].Instrs
	var live [][]uint64 // by instruction, before it; made when it is needed
	hidden := func(i, end int) bool {
		if live == nil {
			live = t.live.before(fn, b)
		}
		return t.hidden(instrs[:end], i, live)
	}
	mine := map[program.Reg]bool{} // written in the stretch
	for begin, i := 0, 0; i < len(list); i++ {
		if list[i].head != list[begin].head {
			begin = i
			clear(mine)
		}
		in, s := &instrs[i], &list[i]
		s.uses = slices.DeleteFunc(in.Uses(nil), func(r program.Reg) bool { return mine[r] })
		end := i + 1
		for end < len(list) && list[end].head == s.head {
			end++
		}
		learnt := len(s.uses) > 0 && (t.Users[s.head] || slices.ContainsFunc(f.Params, func(p program.Param) bool { return slices.Contains(s.uses, p.Reg) }))
		if i > begin && !s.altered && !learnt && t.calm(in, s.head) && (in.Dst == program.NoReg || hidden(i, end)) {
			quiet[in] = true
		}
		if in.Dst != program.NoReg {
			mine[in.Dst] = true
		}
	}
}

// calm reports whether an instruction of a statement does nothing that is recorded
// but to read and write registers.
func (t *plan) calm(in *program.Instr, head flow.Node) bool {
	switch in.Op {
	case program.Load:
		return !t.Users[head]
	case program.Store, program.CopyMem, program.ZeroMem, program.WideOp, program.Enter, program.EnterVLA, program.VaStart,
		program.Call, program.Intrinsic, program.Return:
		return false
	}
	return true
}

// hidden reports whether the result of instruction i is out of use at the end of
// the instructions, and not needed behind a call, where snapshots may be taken.
// live is by instruction the registers that are live before it, one more for the
// end of the block.
func (t *plan) hidden(instrs []program.Instr, i int, live [][]uint64) bool {
	r := instrs[i].Dst
	for k := i + 1; k < len(instrs); k++ {
		in := &instrs[k]
		if (in.Op == program.Call || in.Op == program.Intrinsic) && in.Dst != r && has(live[k+1], r) {
			return false
		}
		if in.Dst == r {
			return true
		}
	}
	return !has(live[len(instrs)], r)
}

// heard reports whether a recorder has to hear of an instruction of a library
// function: of accesses to memory, which count for the statement that called the
// library, of objects that begin, and of calls back into the program.
func (t *plan) heard(in *program.Instr) bool {
	p := t.Graph.Program()
	switch in.Op {
	case program.Load:
		return slices.Contains(t.Users, true)
	case program.Store, program.CopyMem, program.ZeroMem, program.WideOp, program.Enter, program.EnterVLA, program.VaStart, program.Intrinsic:
		return true
	case program.Call:
		return in.A.Mode != program.FuncAddr || !p.Funcs[in.A.Index].Library
	}
	return false
}
