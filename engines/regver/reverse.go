package regver

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// reversal is a loop that counts down, and what is needed to count up instead: its rounds do
// nothing but add to sums, multiply products and the like, so that their order does not
// matter. Integers wrap, so that this holds for all numbers of them.
//
// Source: Bacon, Graham, Sharp, "Compiler transformations for high-performance computing",
// ACM Computing Surveys 26 (1994), on loop reversal and reductions.
type reversal struct {
	*shape
	loop     *loop
	counter  program.Reg // what is counted down, by one in each round
	kind     program.Kind
	inside   int32 // where the test leads on
	exit     int32 // where it leaves
	assigned map[program.Reg]int
	last     program.Operand // the counter as it is tested for the last time is last + offset
	offset   uint64
	loads    program.Operand // the pointer by which the rounds read; None if they do not
}

// reversed returns a function in which all innermost loops count up that can as well as
// down; the function itself if there are none. onePointer is that rounds read by a pointer: in
// another order they do the same if two accesses by it that are errors are errors of one
// kind.
func reversed(side int, f *program.Func) (g *program.Func, onePointer bool) {
	s, err := newShape(side, f, false)
	if err != nil {
		return f, false
	}
	g = f
	for _, l := range s.loops {
		if slices.ContainsFunc(s.loops, func(o *loop) bool { return o != l && l.body[o.head] }) {
			continue
		}
		for r := range f.Regs {
			v := &reversal{shape: s, loop: l, counter: program.Reg(r), kind: f.Regs[r].Kind}
			if v.possible() {
				g = v.apply(g)
				onePointer = onePointer || v.loads.Present()
				break
			}
		}
	}
	return g, onePointer
}

// possible reports whether the loop counts the counter down, and whether it may count up. It
// fills in the rest.
func (v *reversal) possible() bool {
	h := v.loop.head
	if !v.kind.IsInt() || v.kind.Bits() < 8 || h == 0 || !v.liveAt(h, v.counter) {
		return false
	}
	v.assigned = map[program.Reg]int{}
	latches := 0
	for b := range v.loop.body {
		for _, t := range v.succs(b) {
			if t == h {
				latches++
			}
			if !v.loop.body[t] && b != h {
				return false // another way out
			}
		}
		for i := range v.f.Blocks[b].Instrs {
			if d := v.f.Blocks[b].Instrs[i].Dst; d >= 0 {
				v.assigned[d]++
			}
		}
	}
	return latches == 1 && v.assigned[v.counter] == 1 && v.countsDown() && v.tested() && v.order() && v.reads()
}

// offsets follows the instructions of a block and returns which registers are the counter, as
// it was at the beginning of the block, and a constant, behind the n-th of them.
func (v *reversal) offsets(b int32, n int) map[program.Reg]uint64 {
	known := map[program.Reg]uint64{v.counter: 0}
	for i := range v.f.Blocks[b].Instrs[:n] {
		in := &v.f.Blocks[b].Instrs[i]
		if in.Dst < 0 {
			continue
		}
		of, ok := known[in.A.Reg()]
		ok = ok && in.A.Mode == program.InReg && in.Kind == v.kind
		delete(known, in.Dst)
		switch {
		case !ok:
		case in.Op == program.Move:
			known[in.Dst] = of
		case in.Op == program.Add && in.B.Mode == program.Const:
			known[in.Dst] = (of + in.B.Bits) & v.kind.Mask()
		case in.Op == program.Sub && in.B.Mode == program.Const:
			known[in.Dst] = (of - in.B.Bits) & v.kind.Mask()
		}
	}
	return known
}

// countsDown reports whether each round takes one off the counter.
func (v *reversal) countsDown() bool {
	for b := range v.loop.body {
		list := v.f.Blocks[b].Instrs
		i := slices.IndexFunc(list, func(in program.Instr) bool { return in.Dst == v.counter })
		if i < 0 {
			continue
		}
		step, ok := v.offsets(b, i+1)[v.counter]
		return ok && step == v.kind.Mask() && v.always(b)
	}
	return false
}

// always reports whether each round comes through a block of the loop.
func (v *reversal) always(b int32) bool {
	if b == v.loop.head {
		return true
	}
	around := v.acyclic(v.loop.head, func(t int32) bool { return t == b || !v.loop.body[t] })
	return !slices.ContainsFunc(around, func(x int32) bool {
		return slices.Contains(v.succs(x), v.loop.head) && x != b
	})
}

// tested reports whether the loop goes on as long as the counter, and a constant, is above a
// bound, or is not it.
func (v *reversal) tested() bool {
	list := v.f.Blocks[v.loop.head].Instrs
	end := &list[len(list)-1]
	if end.Op != program.Branch || end.A.Mode != program.InReg || v.loop.body[end.Targets[0]] == v.loop.body[end.Targets[1]] {
		return false
	}
	goesOn := v.loop.body[end.Targets[0]]
	v.inside, v.exit = end.Targets[1], end.Targets[0]
	if goesOn {
		v.inside, v.exit = end.Targets[0], end.Targets[1]
	}
	at := -1
	for i := range list {
		if list[i].Dst == end.A.Reg() {
			at = i
		}
	}
	if at < 0 {
		return false
	}
	in := &list[at]
	known := v.offsets(v.loop.head, at)
	part := func(o program.Operand) (uint64, bool) {
		of, ok := known[o.Reg()]
		return of, ok && o.Mode == program.InReg && o.Kind == v.kind
	}
	same := func(o program.Operand) bool { return o.Kind == v.kind && v.invariant(o, at) }
	of, left := part(in.A)
	bound := in.B
	if !left {
		right := false
		bound = in.A
		if of, right = part(in.B); !right {
			return false
		}
	}
	if !same(bound) {
		return false
	}
	v.last, v.offset = bound, -of&v.kind.Mask()
	signed, least := in.Op == program.SLt || in.Op == program.SLe, uint64(0)
	if signed {
		least = 1 << (v.kind.Bits() - 1)
	}
	switch in.Op {
	case program.Ne:
		return goesOn
	case program.Eq:
		return !goesOn
	case program.ULt, program.SLt: // bound < counter, or not counter < bound
		if left == goesOn {
			return false
		}
		if !left {
			return true
		}
	case program.ULe, program.SLe: // bound <= counter, or not counter <= bound
		if left == goesOn {
			return false
		}
		if left {
			return true
		}
	default:
		return false
	}
	// It goes on at the bound, too; below the least number there is none to end it.
	v.offset = (v.offset - 1) & v.kind.Mask()
	return bound.Mode == program.Const && bound.Bits != least
}

// invariant reports whether an operand has the same value in each round. It may be computed,
// of such, before the n-th instruction of the test.
func (v *reversal) invariant(o program.Operand, n int) bool {
	switch {
	case o.Mode != program.InReg:
		return o.Mode == program.Const
	case v.assigned[o.Reg()] == 0:
		return true
	case v.assigned[o.Reg()] > 1:
		return false
	}
	list := v.f.Blocks[v.loop.head].Instrs[:n]
	i := slices.IndexFunc(list, func(in program.Instr) bool { return in.Dst == o.Reg() })
	return i >= 0 && pure(list[i].Op) && v.invariant(list[i].A, i) && (!list[i].B.Present() || v.invariant(list[i].B, i))
}

// order reports whether the rounds do the same in another order: what one leaves behind for
// the next, or for later, are sums and the like.
func (v *reversal) order() bool {
	for r := range v.assigned {
		switch {
		case r == v.counter:
		case v.liveAt(v.loop.head, r):
			if !v.accumulates(r) {
				return false
			}
		case v.liveAt(v.exit, r):
			for b := range v.loop.body {
				if b != v.loop.head && slices.ContainsFunc(v.f.Blocks[b].Instrs, func(in program.Instr) bool { return in.Dst == r }) {
					return false
				}
			}
		}
	}
	return true
}

// accumulates reports whether all that the loop does with a register, behind its test, is to
// take up values by one operation that may do so in any order.
func (v *reversal) accumulates(r program.Reg) bool {
	op := program.Invalid
	is := func(o program.Operand) bool { return o.Mode == program.InReg && o.Reg() == r }
	for b := range v.loop.body {
		for i := range v.f.Blocks[b].Instrs {
			in := &v.f.Blocks[b].Instrs[i]
			if in.Dst != r && !slices.Contains(in.Uses(nil), r) {
				continue
			}
			of := in.Op
			switch of {
			case program.Sub:
				if is(in.B) {
					return false
				}
				of = program.Add
			case program.Add, program.Mul, program.And, program.Or, program.Xor:
			default:
				return false
			}
			if b == v.loop.head || in.Dst != r || is(in.A) == is(in.B) || op != program.Invalid && op != of {
				return false
			}
			op = of
		}
	}
	return true
}

// reads reports whether no round does more than to compute and to read by one pointer.
func (v *reversal) reads() bool {
	for b := range v.loop.body {
		for i := range v.f.Blocks[b].Instrs {
			in := &v.f.Blocks[b].Instrs[i]
			switch in.Op {
			case program.UDiv, program.SDiv, program.URem, program.SRem:
				if in.B.Mode != program.Const || in.B.Bits == 0 || in.B.Bits == in.Kind.Mask() {
					return false
				}
			case program.Shl, program.LShr, program.AShr:
				if in.B.Mode != program.Const || in.B.Bits >= uint64(in.Kind.Bits()) {
					return false
				}
			case program.Load:
				root, ok := v.root(b, i, in.A)
				if !ok || in.Flags&program.Volatile != 0 || v.loads.Present() && v.loads != root {
					return false
				}
				v.loads = root
			case program.Jump, program.Branch, program.Switch:
			default:
				if !pure(in.Op) {
					return false
				}
			}
		}
	}
	return true
}

// root returns what an address, an operand of the i-th instruction of a block, was computed
// from by adding to it. It is nothing that the loop assigns, and no object of the function.
func (v *reversal) root(b int32, i int, o program.Operand) (program.Operand, bool) {
	for o.Mode == program.InReg && v.assigned[o.Reg()] > 0 {
		list := v.f.Blocks[b].Instrs[:i]
		for i--; i >= 0 && list[i].Dst != o.Reg(); i-- {
		}
		if i < 0 || list[i].Op != program.PtrAdd && list[i].Op != program.Move {
			return o, false
		}
		o = list[i].A
	}
	switch o.Mode {
	case program.InReg:
		return o, v.baseOf(o).kind != baseLocal
	case program.GlobalAddr:
		o.Bits = 0
		return o, true
	}
	return o, false
}

// apply returns a function with the loop counting up.
//
//	before:  first = counter; test; if it leads on, begin, else leave
//	begin:   up = last + offset + 1
//	round:   counter = up; test, whatever it says; the body
//	next:    if up is first, done; up = up + 1; round
//	done:    counter = last + offset; test; leave
func (v *reversal) apply(f *program.Func) *program.Func {
	g := *f
	g.Blocks = slices.Clone(f.Blocks)
	g.Regs = append(slices.Clone(f.Regs), program.RegInfo{Kind: v.kind}, program.RegInfo{Kind: v.kind}, program.RegInfo{Kind: program.I1})
	first, up, more := program.Reg(len(f.Regs)), program.Reg(len(f.Regs)+1), program.Reg(len(f.Regs)+2)
	before := int32(len(f.Blocks))
	begin, round, next, done := before+1, before+2, before+3, before+4
	test := v.f.Blocks[v.loop.head].Instrs
	end := test[len(test)-1]
	test = test[:len(test)-1]
	instr := func(op program.Op, kind program.Kind, dst program.Reg, a, b program.Operand, targets ...int32) program.Instr {
		return program.Instr{Op: op, Kind: kind, Dst: dst, A: a, B: b, Targets: targets, At: end.At, Stmt: end.Stmt}
	}
	reg := func(r program.Reg) program.Operand { return program.R(v.kind, r) }
	c := func(x uint64) program.Operand { return program.C(v.kind, x) }
	none := program.Operand{}
	block := func(parts ...[]program.Instr) {
		g.Blocks = append(g.Blocks, &program.Block{Name: "reversed", Instrs: slices.Concat(parts...)})
	}
	one := func(in ...program.Instr) []program.Instr { return in }
	branch := end
	branch.Targets = slices.Clone(end.Targets)
	for k, t := range branch.Targets {
		if t == v.inside {
			branch.Targets[k] = begin
		}
	}
	block(one(instr(program.Move, v.kind, first, reg(v.counter), none)), test, one(branch))
	block(one(instr(program.Add, v.kind, up, v.last, c(v.offset+1)), instr(program.Jump, program.Void, program.NoReg, none, none, round)))
	block(one(instr(program.Move, v.kind, v.counter, reg(up), none)), test, one(instr(program.Jump, program.Void, program.NoReg, none, none, v.inside)))
	again := int32(len(f.Blocks) + 5)
	block(one(instr(program.Ne, v.kind, more, reg(up), reg(first)), instr(program.Branch, program.Void, program.NoReg, program.R(program.I1, more), none, again, done)))
	block(one(instr(program.Add, v.kind, v.counter, v.last, c(v.offset))), test, one(instr(program.Jump, program.Void, program.NoReg, none, none, v.exit)))
	block(one(instr(program.Add, v.kind, up, reg(up), c(1)), instr(program.Jump, program.Void, program.NoReg, none, none, round)))
	for b, old := range f.Blocks {
		last := old.Term()
		if !slices.Contains(last.Targets, v.loop.head) {
			continue
		}
		to := before
		if v.loop.body[int32(b)] {
			to = next
		}
		list := slices.Clone(old.Instrs)
		jump := &list[len(list)-1]
		jump.Targets = slices.Clone(jump.Targets)
		for k, t := range jump.Targets {
			if t == v.loop.head {
				jump.Targets[k] = to
			}
		}
		g.Blocks[b] = &program.Block{Name: old.Name, Instrs: list}
	}
	return &g
}
