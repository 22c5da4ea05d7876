package synergy

import (
	"context"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// mayDefine answers what the side of a branch that was not taken may do.
type mayDefine struct {
	c       *code
	g       *flow.Graph // nil if the program is too large
	outputs map[flow.Node]bool
	reach   [][]int // by function: those that it may call, directly or not, and itself
	prints  []bool  // by function: may print or end the run
	blocks  map[flow.Node][]int32
	sides   map[[3]int32][]int32
	cache   map[sideKey]bool
}

type sideKey struct {
	branch place
	taken  int32
	use    place
	reg    program.Reg
	object uint32 // of memory, where only its instructions are known
}

func newMayDefine(ctx context.Context, c *code, entry string) (*mayDefine, error) {
	m := &mayDefine{c: c, sides: map[[3]int32][]int32{}, cache: map[sideKey]bool{}}
	if c.size() > maxAnalysed {
		m.findPrinters()
		return m, nil
	}
	g, err := flow.Analyse(ctx, c.p, flow.Options{Entry: entry, Ignore: pointsto.Streams | pointsto.IncidentalErrno | pointsto.LibraryState})
	if err != nil {
		return nil, err
	}
	m.g, m.outputs, m.blocks = g, map[flow.Node]bool{}, map[flow.Node][]int32{}
	for _, n := range g.Outputs() {
		m.outputs[n] = true
	}
	m.callGraph()
	return m, nil
}

// callGraph finds what each function may call, and in which blocks each node
// has instructions.
func (m *mayDefine) callGraph() {
	n := len(m.c.p.Funcs)
	direct := make([][]int, n)
	m.prints = make([]bool, n)
	for f, fn := range m.c.p.Funcs {
		if fn.Library {
			continue
		}
		for s := range fn.Stmts {
			node, ok := m.g.Node(f, int32(s))
			if !ok {
				continue
			}
			direct[f] = append(direct[f], m.g.Callees(node)...)
			m.prints[f] = m.prints[f] || m.outputs[node] && fn.Stmts[s].Kind != program.StmtReturn
		}
		for b, block := range fn.Blocks {
			for i := range block.Instrs {
				if s := block.Instrs[i].Stmt; s >= 0 && block.Instrs[i].Flags&program.Implicit == 0 {
					if node, ok := m.g.Node(f, s); ok && !slices.Contains(m.blocks[node], int32(b)) {
						m.blocks[node] = append(m.blocks[node], int32(b))
					}
				}
			}
		}
	}
	m.reach = make([][]int, n)
	for f := range n {
		seen := map[int]bool{f: true}
		work := []int{f}
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			m.reach[f] = append(m.reach[f], x)
			for _, y := range direct[x] {
				if !seen[y] {
					seen[y] = true
					work = append(work, y)
				}
			}
		}
	}
}

// side returns the blocks that a branch reaches by targets other than taken
// before its sides meet again.
func (m *mayDefine) side(branch place, taken int32) []int32 {
	key := [3]int32{branch.fn, branch.block, taken}
	if blocks, ok := m.sides[key]; ok {
		return blocks
	}
	fn := m.c.p.Funcs[branch.fn]
	seen := map[int32]bool{m.c.funcs[branch.fn].ipdom[branch.block]: true}
	var work, blocks []int32
	for _, b := range fn.Blocks[branch.block].Term().Targets {
		if b != taken && !seen[b] {
			seen[b] = true
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		blocks = append(blocks, b)
		for _, s := range fn.Blocks[b].Term().Targets {
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	m.sides[key] = blocks
	return blocks
}

// otherSide reports whether the side not taken holds a definition, or calls a
// function that holds one, that may reach the use of v.
func (m *mayDefine) otherSide(branch place, taken int32, use place, v *variable) bool {
	key := sideKey{branch, taken, use, v.reg, program.Slot(v.address)}
	if known, ok := m.cache[key]; ok {
		return known
	}
	side := m.side(branch, taken)
	if m.g == nil {
		found := m.sideDefines(branch, side, use, v)
		m.cache[key] = found
		return found
	}
	called := m.called(branch.fn, side)
	found := false
	for _, d := range v.definitions {
		fn := m.g.Info(d).Func
		if fn == int(branch.fn) {
			found = found || slices.ContainsFunc(m.blocks[d], func(b int32) bool { return slices.Contains(side, b) })
		}
		found = found || called[fn]
	}
	m.cache[key] = found
	return found
}

// called returns the functions that blocks may call, directly or not.
func (m *mayDefine) called(f int32, blocks []int32) map[int]bool {
	fn := m.c.p.Funcs[f]
	out := map[int]bool{}
	for _, b := range blocks {
		for i := range fn.Blocks[b].Instrs {
			if fn.Blocks[b].Instrs[i].Op != program.Call {
				continue
			}
			for _, callee := range m.g.CalleesAt(int(f), int(b), i) {
				for _, g := range m.reach[callee] {
					out[g] = true
				}
			}
		}
	}
	return out
}

// otherPrints reports whether the side not taken may show something, or end the
// run.
func (m *mayDefine) otherPrints(branch place, taken int32) bool {
	side := m.side(branch, taken)
	fn := m.c.p.Funcs[branch.fn]
	if m.g == nil {
		return slices.ContainsFunc(side, func(b int32) bool { return m.blockPrints(fn.Blocks[b]) })
	}
	for _, b := range side {
		for i := range fn.Blocks[b].Instrs {
			if s := fn.Blocks[b].Instrs[i].Stmt; s >= 0 {
				if node, ok := m.g.Node(int(branch.fn), s); ok && m.outputs[node] {
					return true
				}
			}
		}
	}
	for f := range m.called(branch.fn, side) {
		if m.prints[f] {
			return true
		}
	}
	return false
}

// shows reports whether the statement of an instance shows something to the
// world.
func (m *mayDefine) shows(i *instance) bool {
	if m.g == nil {
		return true
	}
	node, ok := m.g.Node(int(i.fn), i.stmt)
	return ok && m.outputs[node]
}

// definitions returns what may define the variables that an instruction reads:
// for each register, and for memory (NoReg), the nodes.
func (m *mayDefine) definitions(p place) map[program.Reg][]flow.Node {
	out := map[program.Reg][]flow.Node{}
	for _, d := range m.g.DataOf(int(p.fn), int(p.block), int(p.index)) {
		r := program.NoReg
		if d.Location == pointsto.NoLocation {
			continue
		}
		if _, reg, ok := m.g.Register(d.Location); ok {
			r = reg
		}
		out[r] = append(out[r], d.Node)
	}
	return out
}
