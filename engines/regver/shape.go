package regver

import (
	"fmt"
	"slices"

	"github.com/riftlab/rift/program"
)

// shape is what is known of one version of a function before it is executed: where
// its loops are cut, which registers live there, which never change, and which
// objects nobody else can reach.
type shape struct {
	side   int
	f      *program.Func
	order  []int32 // blocks that control reaches, in reverse postorder
	rank   []int   // in order; -1 for others
	cut    []bool  // blocks at whose entry execution is cut: at least one on each cycle
	loops  []*loop // by the rank of their heads
	live   [][]uint64
	base   []base           // by register
	exact  []bool           // by register: exactly the address that its base begins at
	rigid  []*program.Instr // by register: what it always equals once it is assigned; nil for others
	single []*program.Instr // by register: the only instruction that assigns it, if it is pure; nil for others
	params map[program.Reg]int
	locals []local
}

// base is what a register points into, if it holds an address.
type base struct {
	kind  baseKind
	index int32 // global or local
}

type baseKind uint8

const (
	baseNone   baseKind = iota // not assigned
	baseLocal                  // an object of this activation
	baseGlobal                 // a variable
	baseOther                  // nothing is known
)

// local is an object of an activation.
type local struct {
	size    int64
	entered int  // instructions that begin it
	escapes bool // its address is known to more than accesses
	cell    bool // every access is to all of its first width bytes
	width   int64
	key     string // of the corresponding object of the other version
}

// newShape analyses a function. The error is a reason why it cannot be compared.
func newShape(side int, f *program.Func, rotate bool) (*shape, error) {
	s := &shape{side: side, f: f, params: map[program.Reg]int{}}
	for i, p := range f.Params {
		s.params[p.Reg] = i
	}
	s.number()
	s.liveness()
	if err := s.cuts(rotate); err != nil {
		return nil, err
	}
	s.points()
	s.rigidity()
	return s, nil
}

func (s *shape) succs(b int32) []int32 { return s.f.Blocks[b].Term().Targets }

// number puts the blocks in reverse postorder.
func (s *shape) number() {
	s.order = s.acyclic(0, func(int32) bool { return false })
	s.rank = make([]int, len(s.f.Blocks))
	for i := range s.rank {
		s.rank[i] = -1
	}
	for i, b := range s.order {
		s.rank[b] = i
	}
}

// acyclic lists the blocks that are reached from one without entering those that
// stop says, in reverse postorder.
func (s *shape) acyclic(from int32, stop func(int32) bool) []int32 {
	type visit struct {
		block int32
		next  int
	}
	seen := make([]bool, len(s.f.Blocks))
	seen[from] = true
	stack := []visit{{block: from}}
	var order []int32
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if t := s.succs(top.block); top.next < len(t) {
			b := t[top.next]
			top.next++
			if !seen[b] && !stop(b) {
				seen[b] = true
				stack = append(stack, visit{block: b})
			}
			continue
		}
		order = append(order, top.block)
		stack = stack[:len(stack)-1]
	}
	slices.Reverse(order)
	return order
}

// dominators are the immediate dominators.
//
// Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
func (s *shape) dominators(preds [][]int32) []int32 {
	idom := make([]int32, len(s.f.Blocks))
	for i := range idom {
		idom[i] = -1
	}
	idom[0] = 0
	for changed := true; changed; {
		changed = false
		for _, b := range s.order[1:] {
			d := int32(-1)
			for _, p := range preds[b] {
				switch {
				case idom[p] < 0:
				case d < 0:
					d = p
				default:
					for x := p; x != d; {
						if s.rank[x] > s.rank[d] {
							x = idom[x]
						} else {
							d = idom[d]
						}
					}
				}
			}
			if d != idom[b] {
				idom[b], changed = d, true
			}
		}
	}
	return idom
}

// cuts chooses where loops are cut. A loop that begins with a test is cut behind
// it if rotate is set, so that it is cut where a loop with the test at its end is.
func (s *shape) cuts(rotate bool) error {
	preds := make([][]int32, len(s.f.Blocks))
	for _, b := range s.order {
		for _, t := range s.succs(b) {
			preds[t] = append(preds[t], b)
		}
	}
	idom := s.dominators(preds)
	loops := map[int32]map[int32]bool{} // blocks by head
	for _, b := range s.order {
		for _, h := range s.succs(b) {
			if s.rank[h] > s.rank[b] {
				continue
			}
			for d := b; d != h; d = idom[d] {
				if d == 0 {
					return fmt.Errorf("a loop with two entries")
				}
			}
			if loops[h] == nil {
				loops[h] = map[int32]bool{h: true}
			}
			work := []int32{b}
			for len(work) > 0 {
				x := work[len(work)-1]
				work = work[:len(work)-1]
				if !loops[h][x] {
					loops[h][x] = true
					work = append(work, preds[x]...)
				}
			}
		}
	}
	s.cut = make([]bool, len(s.f.Blocks))
	s.loops = nil
	for h, body := range loops {
		at := h
		if rotate {
			at = s.behindTests(h, body, loops, idom, preds)
		}
		s.cut[at] = true
		s.loops = append(s.loops, &loop{head: h, at: at, body: body})
	}
	slices.SortFunc(s.loops, func(a, b *loop) int { return s.rank[a.head] - s.rank[b.head] })
	if rotate && s.cyclic() {
		return s.cuts(false)
	}
	return nil
}

// loop is a natural loop.
type loop struct {
	head int32
	at   int32 // where it is cut
	body map[int32]bool
	// unroll: all its rounds are executed, as many as there are, and it is not cut.
	unroll bool
	// peel is how many rounds are executed before it is cut when it is entered, stretch
	// how many from a cut of it to the next one; 0 is 1.
	peel, stretch int
	decided       bool // in this round a test that leaves it had a constant condition
}

// size returns the number of instructions of a loop.
func (l *loop) size(f *program.Func) int {
	n := 1
	for b := range l.body {
		n += len(f.Blocks[b].Instrs)
	}
	return n
}

// loopAt returns the loop that is cut at a block, nil if there is none.
func (s *shape) loopAt(b int32) *loop {
	for _, l := range s.loops {
		if l.at == b && !l.unroll {
			return l
		}
	}
	return nil
}

// headed returns the loop with a head, nil if there is none.
func (s *shape) headed(h int32) *loop {
	for _, l := range s.loops {
		if l.head == h {
			return l
		}
	}
	return nil
}

// behindTests returns the block of a loop behind the last of the tests that it
// begins with.
func (s *shape) behindTests(h int32, body map[int32]bool, loops map[int32]map[int32]bool, idom []int32, preds [][]int32) int32 {
	at := h
	for b, n := h, 0; n < len(body); n++ {
		next, exits, forks := int32(-1), false, false
		for _, t := range s.succs(b) {
			switch {
			case !body[t]:
				exits = true
			case next >= 0 && next != t:
				forks = true
			default:
				next = t
			}
		}
		if forks {
			// The operands of && and || may meet again before they are tested.
			if next = s.meeting(b, body, idom, preds); exits || next < 0 {
				return at
			}
		}
		if next < 0 || next != h && loops[next] != nil || b != h && exits && !s.onlyTests(b, next) {
			return at
		}
		if exits {
			at = next
		}
		if next == h {
			return at
		}
		b = next
	}
	return at
}

// onlyTests reports whether a block does nothing that is seen after it on the way to
// another one.
func (s *shape) onlyTests(b, next int32) bool {
	list := s.f.Blocks[b].Instrs
	for i := range list[:len(list)-1] {
		in := &list[i]
		if !pure(in.Op) && in.Op != program.Load || s.liveAt(next, in.Dst) {
			return false
		}
	}
	return true
}

// meeting returns the block of a loop where the ways from a block meet again if there
// is nothing but the computation of values on them; -1 if there is more.
func (s *shape) meeting(b int32, body map[int32]bool, idom []int32, preds [][]int32) int32 {
	for _, m := range s.order[s.rank[b]+1:] {
		if idom[m] != b || !body[m] || len(preds[m]) < 2 {
			continue
		}
		seen := map[int32]bool{m: true}
		work := slices.Clone(s.succs(b))
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			if seen[x] {
				continue
			}
			seen[x] = true
			if !body[x] || s.rank[x] <= s.rank[b] || s.rank[x] > s.rank[m] {
				return -1
			}
			list := s.f.Blocks[x].Instrs
			for i := range list[:len(list)-1] {
				if !pure(list[i].Op) {
					return -1
				}
			}
			work = append(work, s.succs(x)...)
		}
		return m
	}
	return -1
}

// cyclic reports whether a cycle has no cut.
func (s *shape) cyclic() bool {
	color := make([]uint8, len(s.f.Blocks))
	var visit func(b int32) bool
	visit = func(b int32) bool {
		color[b] = 1
		for _, t := range s.succs(b) {
			if s.cut[t] {
				continue
			}
			if color[t] == 1 || color[t] == 0 && visit(t) {
				return true
			}
		}
		color[b] = 2
		return false
	}
	for _, b := range s.order {
		if color[b] == 0 && visit(b) {
			return true
		}
	}
	return false
}

// liveness computes the registers that are read after the entry of each block
// before they are assigned.
func (s *shape) liveness() {
	words := (len(s.f.Regs) + 63) / 64
	s.live = make([][]uint64, len(s.f.Blocks))
	for _, b := range s.order {
		s.live[b] = make([]uint64, words)
	}
	var uses [16]program.Reg
	now := make([]uint64, words)
	for changed := true; changed; {
		changed = false
		for i := len(s.order) - 1; i >= 0; i-- {
			b := s.order[i]
			clear(now)
			for _, t := range s.succs(b) {
				for w, x := range s.live[t] {
					now[w] |= x
				}
			}
			list := s.f.Blocks[b].Instrs
			for k := len(list) - 1; k >= 0; k-- {
				if d := list[k].Dst; d >= 0 {
					now[d/64] &^= 1 << (d % 64)
				}
				for _, r := range list[k].Uses(uses[:0]) {
					now[r/64] |= 1 << (r % 64)
				}
			}
			if !slices.Equal(now, s.live[b]) {
				copy(s.live[b], now)
				changed = true
			}
		}
	}
}

func (s *shape) liveAt(b int32, r program.Reg) bool { return s.live[b][r/64]&(1<<(r%64)) != 0 }

// instructions calls f for each instruction that control reaches.
func (s *shape) instructions(f func(in *program.Instr)) {
	for _, b := range s.order {
		list := s.f.Blocks[b].Instrs
		for i := range list {
			f(&list[i])
		}
	}
}

// baseOf returns what an operand points into.
func (s *shape) baseOf(o program.Operand) base {
	switch o.Mode {
	case program.InReg:
		return s.base[o.Index]
	case program.GlobalAddr:
		return base{baseGlobal, o.Index}
	}
	return base{kind: baseOther}
}

// points finds out what registers point into, and which objects stay private: those
// whose address is only used to access them.
//
// A register with a local as its base points into the latest incarnation of it if
// one instruction begins it: every register is assigned on each path before it is
// read, and what is read in one round of a loop could be read in the first.
func (s *shape) points() {
	s.base = make([]base, len(s.f.Regs))
	for _, p := range s.f.Params {
		s.base[p.Reg] = base{kind: baseOther}
	}
	s.locals = make([]local, len(s.f.Locals))
	join := func(r program.Reg, b base) bool {
		old := s.base[r]
		if b.kind == baseNone || old == b || old.kind == baseOther {
			return false
		}
		if old.kind != baseNone {
			b = base{kind: baseOther}
		}
		s.base[r] = b
		return true
	}
	for changed := true; changed; {
		changed = false
		s.instructions(func(in *program.Instr) {
			if in.Dst < 0 {
				return
			}
			b := base{kind: baseOther}
			switch in.Op {
			case program.Enter:
				b = base{baseLocal, in.Local}
			case program.Move, program.PtrAdd:
				b = s.baseOf(in.A)
			}
			changed = join(in.Dst, b) || changed
		})
	}
	s.exactly()
	for i, l := range s.f.Locals {
		s.locals[i] = local{size: l.Size, cell: true}
	}
	s.instructions(s.escape)
	count := map[string]int{}
	for i := range s.locals {
		l := &s.locals[i]
		if l.entered != 1 {
			l.escapes = true
		}
		l.cell = l.cell && !l.escapes && l.width > 0 && l.width <= l.size
		kind := fmt.Sprintf("%d/%d", l.size, s.f.Locals[i].Align)
		if l.escapes {
			kind = "shared " + kind
		} else if l.cell {
			kind = fmt.Sprintf("cell %d", l.width)
		}
		l.key = fmt.Sprintf("%s#%d", kind, count[kind])
		count[kind]++
	}
}

// exactly finds the registers that hold the beginning of what they point into.
func (s *shape) exactly() {
	s.exact = make([]bool, len(s.f.Regs))
	for i := range s.exact {
		s.exact[i] = s.base[i].kind == baseLocal
	}
	for changed := true; changed; {
		changed = false
		s.instructions(func(in *program.Instr) {
			if in.Dst < 0 || !s.exact[in.Dst] {
				return
			}
			if in.Op == program.Enter || in.Op == program.Move && in.A.Mode == program.InReg && s.exact[in.A.Index] {
				return
			}
			s.exact[in.Dst], changed = false, true
		})
	}
}

// escape looks at what an instruction does with addresses of locals.
func (s *shape) escape(in *program.Instr) {
	at := func(o program.Operand) *local {
		if o.Mode != program.InReg || s.base[o.Index].kind != baseLocal {
			return nil
		}
		return &s.locals[s.base[o.Index].index]
	}
	leaks := func(o program.Operand) {
		if l := at(o); l != nil {
			l.escapes = true
		}
	}
	access := func(o program.Operand, off, n int64) {
		l := at(o)
		if l == nil {
			return
		}
		if off != 0 || !s.exact[o.Index] || l.width != 0 && l.width != n || n > 8 {
			l.cell = false
		}
		l.width = n
	}
	switch in.Op {
	case program.Enter:
		s.locals[in.Local].entered++
		return
	case program.Load:
		access(in.A, in.Off, in.Kind.Bytes())
		return
	case program.Store:
		access(in.A, in.Off, in.Kind.Bytes())
		leaks(in.B)
		return
	case program.ZeroMem:
		access(in.A, in.Off, in.Size)
		return
	case program.CopyMem:
		for _, o := range [...]program.Operand{in.A, in.B} {
			access(o, 0, in.Size)
			if l := at(o); l != nil {
				l.cell = false
			}
		}
		return
	case program.Move, program.PtrAdd:
		leaks(in.B)
		if l := at(in.A); l != nil && s.base[in.Dst] != s.base[in.A.Index] {
			l.escapes = true
		}
		return
	case program.Eq, program.Ne, program.ULt, program.ULe, program.SLt, program.SLe, program.PtrDiff:
		if l := at(in.A); l != nil && l == at(in.B) {
			return
		}
	case program.Call:
		leaks(in.A)
		for _, a := range in.Args {
			if a.Size == 0 {
				leaks(a.Operand)
			} else {
				access(a.Operand, 0, a.Size)
				if l := at(a.Operand); l != nil {
					l.cell = false
				}
			}
		}
		return
	}
	leaks(in.A)
	leaks(in.B)
	leaks(in.C)
	for _, a := range in.Args {
		leaks(a.Operand)
	}
}

// rigidity finds the registers that one instruction assigns, from parameters that
// are never assigned and other such registers, without memory. Once assigned they
// always equal the same expression over the parameters, in every loop.
func (s *shape) rigidity() {
	s.rigid = make([]*program.Instr, len(s.f.Regs))
	count := make([]int, len(s.f.Regs))
	s.instructions(func(in *program.Instr) {
		if in.Dst >= 0 {
			count[in.Dst]++
		}
	})
	for _, q := range s.f.Params {
		count[q.Reg]++
	}
	s.single = make([]*program.Instr, len(s.f.Regs))
	s.instructions(func(in *program.Instr) {
		if in.Dst >= 0 && count[in.Dst] == 1 && pure(in.Op) {
			s.single[in.Dst] = in
		}
	})
	fixed := func(o program.Operand) bool {
		if o.Mode != program.InReg {
			return true
		}
		if _, ok := s.params[program.Reg(o.Index)]; ok {
			return count[o.Index] == 1
		}
		return s.rigid[o.Index] != nil
	}
	for changed := true; changed; {
		changed = false
		s.instructions(func(in *program.Instr) {
			if in.Dst < 0 || s.rigid[in.Dst] != nil || count[in.Dst] != 1 || !pure(in.Op) {
				return
			}
			if fixed(in.A) && fixed(in.B) {
				s.rigid[in.Dst], changed = in, true
			}
		})
	}
	for r := range s.params {
		if count[r] > 1 {
			delete(s.params, r)
		}
	}
}
