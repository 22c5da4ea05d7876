package demands

import (
	"cmp"
	"slices"

	"github.com/riftlab/rift/program"
)

// Guard is a branch that stands before a statement.
type Guard struct {
	Func int             // index into Program.Funcs
	Stmt int32           // the condition, index into Func.Stmts; -1 if none
	At   program.RangeID // its place
	// Holds tells whether the condition has to be true. Of a switch it says
	// nothing: Cases are the values that lead on then, none if it is the default.
	Holds  bool
	Switch bool
	Cases  []int64
	// Must tells that every way to the statement leads over the guard, as far as is
	// known of calls: one that is not is one of several ways.
	Must bool
	// Questions are what the condition asks of the input; none if it rests on
	// something else.
	Questions []Question
	// Needed is, if that is exactly known, what has to hold of the input: the
	// question and the relation that leads on. A source that has to be there is not
	// equal to zero (Ne, 0), one that must not be there equals it. Nil otherwise, and
	// for a switch of which several cases lead on.
	Needed *Question

	block int32
}

// Guards returns what stands before a statement (an index into Func.Stmts of
// function fn; -1 for the beginning of the function), from main inwards along the
// shortest chain of calls. It is empty if nothing does, or if no chain of calls from
// main is known.
func (d *Demands) Guards(fn int, stmt int32) []Guard {
	t := d.t
	if !user(t.p.Funcs[fn]) || !d.Called(fn) {
		return nil
	}
	block := int32(0)
	if stmt >= 0 {
		if block = blockOf(t.p.Funcs[fn], stmt); block < 0 {
			return nil
		}
	}
	list := d.within(fn, block)
	only := true
	for d.from[fn].callee >= 0 {
		only = only && len(t.callers[fn]) == 1
		at := d.from[fn].at
		outer := d.within(at.Func, int32(at.Block))
		for i := range outer {
			outer[i].Must = outer[i].Must && only
		}
		list = append(outer, list...)
		fn = at.Func
	}
	return list
}

// blockOf returns the first block of a statement, -1 if it has no code.
func blockOf(f *program.Func, stmt int32) int32 {
	for b, block := range f.Blocks {
		for i := range block.Instrs {
			if in := &block.Instrs[i]; in.Stmt == stmt && in.Flags&program.Implicit == 0 {
				return int32(b)
			}
		}
	}
	return -1
}

// within returns the guards of a block in its function.
func (d *Demands) within(fn int, block int32) []Guard {
	t := d.t
	c := t.controls[fn]
	if !c.reached[block] {
		return nil
	}
	nearest := map[int32]int32{block: block}
	work := []int32{block}
	var from []int32
	direct := map[int32][]int32{} // ways of a branch that what is nearest to the block depends on
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		for _, e := range c.deps[b] {
			if by, ok := nearest[e.from]; !ok {
				nearest[e.from] = b
				work, from = append(work, e.from), append(from, e.from)
			} else if by != b {
				continue
			}
			direct[e.from] = append(direct[e.from], e.way)
		}
	}
	depth := func(b int32) int {
		n := 0
		for ; b != 0 && c.idom[b] >= 0; b = c.idom[b] {
			n++
		}
		return n
	}
	slices.SortFunc(from, func(a, b int32) int { return cmp.Or(cmp.Compare(depth(a), depth(b)), cmp.Compare(a, b)) })
	var list []Guard
	for _, b := range from {
		if g, ok := d.guard(fn, b, block, direct[b]); ok {
			list = append(list, g)
		}
	}
	return list
}

// guard describes the branch at the end of a block as a guard of another, which
// depends on some of its ways. It reports false if it is none.
func (d *Demands) guard(fn int, at, block int32, direct []int32) (Guard, bool) {
	c, f := d.t.controls[fn], d.t.p.Funcs[fn]
	term := f.Blocks[at].Term()
	ways := map[int32]bool{}
	for i, s := range c.succs[at] {
		if s == block || c.reaches(s, block, at) {
			ways[int32(i)] = true
		}
	}
	must := c.dominates(at, block)
	if len(ways) == 0 || len(direct) == len(c.succs[at]) {
		return Guard{}, false
	}
	if len(ways) == len(c.succs[at]) { // the others lead to it by another condition
		must, ways = false, map[int32]bool{}
		for _, w := range direct {
			ways[w] = true
		}
	}
	if !c.reaches(block, at, -1) { // a loop in front of it, which is left some time
		for i, s := range c.succs[at] {
			if !ways[int32(i)] && c.reaches(s, at, -1) {
				return Guard{}, false
			}
		}
	}
	g := Guard{block: at, Func: fn, Stmt: term.Stmt, At: term.At, Must: must}
	if term.Stmt >= 0 {
		g.At = f.Stmts[term.Stmt].At
	}
	switch term.Op {
	case program.Switch:
		g.Switch = true
		for i := range term.Cases {
			if k := &term.Cases[i]; ways[k.Target] && !ways[0] {
				g.Cases = append(g.Cases, signed(program.C(term.Kind, k.Lo)))
			}
		}
	case program.Branch:
		g.Holds = ways[0]
	default:
		return Guard{}, false
	}
	for _, q := range d.t.asked(fn, int(at)) {
		if question := d.t.questions[q]; !g.Switch || slices.Contains(g.Cases, question.asked) {
			g.Questions = append(g.Questions, question)
		}
	}
	g.Needed = d.needed(&g)
	return g, true
}

// needed returns Guard.Needed.
func (d *Demands) needed(g *Guard) *Question {
	if len(g.Questions) != 1 {
		return nil
	}
	q := g.Questions[0]
	if g.Switch { // on the value itself
		if q.Near || len(g.Cases) != 1 || q.Form != Count && q.Form != Length && q.Form != Number {
			return nil
		}
		return &q
	}
	if q.At.Func != g.Func || int32(q.At.Block) != g.block {
		return nil
	}
	block := d.t.p.Funcs[g.Func].Blocks[g.block]
	condition := defines(block, block.Term().A.Reg())
	switch made := q.At.instr(d.t.p); {
	case condition == nil:
		return nil
	case made == condition:
		if q.Near && q.Form != Presence {
			return nil
		}
		if !g.Holds {
			q.Relation = q.Relation.Not()
		}
	case made.Op != program.Call || condition.Op != program.Eq && condition.Op != program.Ne || !isZero(condition):
		return nil
	case q.Form == Text || q.Form == Prefix:
		if q.Relation = Ne; (condition.Op == program.Eq) == g.Holds {
			q.Relation = Eq
		}
	case q.Form == Presence:
		there := (condition.Op == program.Eq) == g.Holds // the call returns zero
		if q.Source.Kind == Terminal {
			there = !there
		}
		if q.Value, q.Relation = 0, Eq; there {
			q.Relation = Ne
		}
	default:
		return nil
	}
	return &q
}

// defines returns the last instruction of a block that gives a register its value.
func defines(b *program.Block, r program.Reg) *program.Instr {
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		if in := &b.Instrs[i]; in.Dst == r && r != program.NoReg && in.Op != program.Store && !in.IsTerminator() {
			return in
		}
	}
	return nil
}

func isZero(in *program.Instr) bool {
	zero := func(o program.Operand) bool { return o.Mode == program.Const && o.Bits == 0 }
	return zero(in.A) || zero(in.B)
}
