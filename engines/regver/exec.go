package regver

import (
	"fmt"
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/program"
)

// exec executes one version of a function from a cut to the next ones, all ways at
// once: where ways meet their states are joined by their conditions.
type exec struct {
	*pair
	*shape
	addressOf []uint64                       // of private objects
	steps     map[int32]map[spot]bitvec.Term // what a round of a loop adds, see induction
	exits     []*exit
	incoming  map[int32][]*state
	open      map[int32]bool // cuts at which execution goes on
	entered   map[int32]bool // cuts that are heads, of which rounds are executed when they are entered
	err       error
}

// exit is a way out of a segment.
type exit struct {
	kind exitKind
	cut  int32 // for exitCut: the block
	at   program.RangeID
	st   *state
}

type exitKind uint8

const (
	exitReturn exitKind = iota
	exitFault
	exitCut
)

// stop gives the comparison up.
func (x *exec) stop(in *program.Instr, format string, args ...any) {
	if x.err == nil {
		x.err = &Obstacle{At: x.names.progs[x.side].Position(in.At), Reason: fmt.Sprintf(format, args...)}
	}
}

// run executes a segment and returns the ways out of it.
func (x *exec) run(from int32, st *state) ([]*exit, error) {
	x.exits, x.err = nil, nil
	x.open, x.entered = map[int32]bool{}, map[int32]bool{}
	for _, l := range x.loops {
		if l.unroll && l.body[from] {
			return nil, &keep{l}
		}
		if x.rounds(l, from) > 0 {
			x.open[l.at] = true
			x.entered[l.at] = l.at == l.head
		}
	}
	order := x.acyclic(from, func(b int32) bool { return x.cut[b] && !x.open[b] })
	for _, l := range x.loops {
		delete(x.open, l.at)
	}
	x.incoming = map[int32][]*state{from: {st.clone()}}
	if err := x.region(from, order, nil); err != nil {
		return nil, err
	}
	return x.exits, nil
}

// rounds returns how many rounds of a loop a segment from a block executes before the
// loop is cut.
func (x *exec) rounds(l *loop, from int32) int {
	switch {
	case l.unroll && !l.body[from]:
		return max(2, min(maxUnrolled, maxUnrolledWork/l.size(x.f)))
	case l.unroll:
		return 0
	case from == l.at && l.at == l.head && l.stretch > 1:
		return l.stretch
	case !l.body[from]:
		return l.peel
	}
	return 0
}

// Bounds of the rounds of a loop that are executed one by one: how many, and how many
// instructions.
const (
	maxUnrolled     = 70
	maxUnrolledWork = 3000
)

// region executes blocks in their order, those of a loop round by round where rounds
// says so; within is the loop that is at work already.
func (x *exec) region(from int32, order []int32, within *loop) error {
	for _, b := range order {
		if l := x.headed(b); l != nil && l != within {
			if n := x.rounds(l, from); n > 0 {
				if err := x.repeat(from, l, n, order); err != nil {
					return err
				}
				continue
			}
		}
		states := x.incoming[b]
		delete(x.incoming, b)
		if len(states) == 0 {
			continue
		}
		x.block(b, x.join(b, states))
		if x.err != nil {
			return x.err
		}
		if err := x.check(); err != nil {
			return err
		}
	}
	return nil
}

func (x *exec) join(b int32, states []*state) *state {
	now := states[0]
	for _, other := range states[1:] {
		now = x.merge(now, other, func(r program.Reg) bool { return x.liveAt(b, r) })
	}
	return now
}

// keep is the error that a loop cannot be executed round by round.
type keep struct{ l *loop }

func (k *keep) Error() string { return "a loop without a constant number of rounds" }

// repeat executes n rounds of a loop, or all for one that is unrolled.
func (x *exec) repeat(from int32, l *loop, n int, order []int32) error {
	var body []int32
	for _, b := range order {
		if l.body[b] {
			body = append(body, b)
		}
	}
	was, entered := x.open[l.at], x.entered[l.at]
	x.open[l.at], x.entered[l.at] = true, false
	defer func() { x.open[l.at], x.entered[l.at] = was, entered }()
	for i := range n {
		states := x.incoming[l.head]
		if len(states) == 0 {
			return nil
		}
		x.incoming[l.head] = []*state{x.join(l.head, states)}
		l.decided = false
		if err := x.region(from, body, l); err != nil {
			return err
		}
		if l.unroll && len(x.incoming[l.head]) > 0 && (!l.decided || i == n-1) {
			return &keep{l}
		}
	}
	states := x.incoming[l.head]
	if len(states) == 0 {
		return nil
	}
	x.open[l.at] = false
	now := x.join(l.head, states)
	if l.at == l.head {
		delete(x.incoming, l.head)
		x.exits = append(x.exits, &exit{kind: exitCut, cut: l.at, at: x.f.Blocks[l.head].Instrs[0].At, st: now})
		return nil
	}
	x.incoming[l.head] = []*state{now}
	return x.region(from, body, l)
}

// leave goes on at a block.
func (x *exec) leave(in *program.Instr, b int32, st *state) {
	if st.guard.dead {
		return
	}
	if x.cut[b] && !x.open[b] && !x.entered[b] {
		x.exits = append(x.exits, &exit{kind: exitCut, cut: b, at: in.At, st: st})
		return
	}
	x.incoming[b] = append(x.incoming[b], st)
}

// block executes a block and hands its state on.
func (x *exec) block(b int32, st *state) {
	list := x.f.Blocks[b].Instrs
	for i := range list[:len(list)-1] {
		x.count++
		if x.instr(st, &list[i]); x.err != nil || st.guard.dead {
			return
		}
	}
	in := &list[len(list)-1]
	switch in.Op {
	case program.Jump:
		x.leave(in, in.Targets[0], st)
	case program.Branch:
		c := x.used(st, in, x.operand(st, in.A))
		x.noteDecision(b, in, c)
		x.ways(in, st, []int32{in.Targets[0], in.Targets[1]}, []bitvec.Term{c, x.s.Not(c)})
	case program.Switch:
		x.choose(in, st)
	case program.Return:
		if in.A.Present() {
			st.result = x.operand(st, in.A)
		}
		x.exits = append(x.exits, &exit{kind: exitReturn, at: in.At, st: st})
	case program.Unreachable:
		if x.f.Construct(in) != nil {
			x.stop(in, "a construct that rift cannot translate")
			return
		}
		kind := program.FaultUnreachable
		if v := x.f.Violation(in); v != nil {
			kind = v.Kind
		}
		x.fault(st, in, x.s.True(), x.faultCode(kind))
	default:
		x.stop(in, "a computed jump")
	}
}

// noteDecision notes whether a test that may leave a loop has a constant condition: it
// is known then whether there is another round.
func (x *exec) noteDecision(b int32, in *program.Instr, c bitvec.Term) {
	if _, ok := x.s.ConstUint64(c); !ok {
		return
	}
	for _, l := range x.loops {
		if l.body[b] && (!l.body[in.Targets[0]] || !l.body[in.Targets[1]]) {
			l.decided = true
		}
	}
}

// ways goes on at each of the targets whose condition holds; one does.
func (x *exec) ways(in *program.Instr, st *state, targets []int32, conds []bitvec.Term) {
	if st.guard.dead {
		return
	}
	for i, t := range targets {
		if k := slices.Index(targets[:i], t); k >= 0 {
			continue
		}
		c := conds[i]
		for k := i + 1; k < len(targets); k++ {
			if targets[k] == t {
				c = x.s.Or(c, conds[k])
			}
		}
		to := st.clone()
		to.guard = to.guard.with(x.pair, c)
		x.leave(in, t, to)
	}
}

// choose executes a Switch.
func (x *exec) choose(in *program.Instr, st *state) {
	s := x.s
	v := x.used(st, in, x.operand(st, in.A))
	if st.guard.dead {
		return
	}
	w := s.Width(v)
	targets, conds := []int32{in.Targets[0]}, []bitvec.Term{0}
	none := s.True()
	for i, c := range in.Cases {
		lo, hi := s.Const(w, c.Lo), s.Const(w, c.Hi)
		hit := s.Eq(v, lo)
		if c.Lo != c.Hi {
			if in.Flags&program.Signed != 0 {
				hit = s.And(s.Sle(lo, v), s.Sle(v, hi))
			} else {
				hit = s.And(s.Ule(lo, v), s.Ule(v, hi))
			}
		}
		first := hit
		for _, d := range in.Cases[:i] {
			if c.Lo == c.Hi && d.Lo == d.Hi && c.Lo != d.Lo {
				continue // they exclude each other
			}
			first = s.And(first, none)
			break
		}
		none = s.And(none, s.Not(hit))
		targets, conds = append(targets, in.Targets[c.Target]), append(conds, first)
	}
	conds[0] = none
	x.ways(in, st, targets, conds)
}

// fault leaves with a fault where the condition holds, and goes on where it does
// not.
func (x *exec) fault(st *state, in *program.Instr, cond, code bitvec.Term) {
	x.faultOf(st, in, cond, code, code)
}

// faultOf is fault with a kind that is known more roughly, too.
func (x *exec) faultOf(st *state, in *program.Instr, cond, code, rough bitvec.Term) {
	to := *st
	to.guard = st.guard.with(x.pair, cond)
	st.guard = st.guard.with(x.pair, x.s.Not(cond))
	if to.guard.dead {
		return
	}
	to.regs, to.objects = nil, nil
	to.code, to.rough = code, rough
	x.exits = append(x.exits, &exit{kind: exitFault, at: in.At, st: &to})
}

// faultKinds numbers the faults that need no description of what objects there are.
var faultKinds = []program.FaultKind{
	program.FaultUninitialised, program.FaultDivision, program.FaultOverflow, program.FaultShift, program.FaultUnreachable,
	program.FaultReadOnly, program.FaultDeadObject, program.FaultBuiltin,
	program.FaultIndex, program.FaultConversion, program.FaultValue, program.FaultAlignment, program.FaultLength, program.FaultPointer,
	program.FaultArgument, program.FaultFormat,
}

func (x *exec) faultCode(k program.FaultKind) bitvec.Term {
	return x.s.Const(8, uint64(slices.Index(faultKinds, k)+1))
}

// used returns the word of a value that must not have undefined bits here.
func (x *exec) used(st *state, in *program.Instr, v value) bitvec.Term {
	if v.u != 0 {
		x.fault(st, in, x.s.RedOr(v.u), x.faultCode(program.FaultUninitialised))
	}
	return v.t
}

// operand returns the value of an operand.
func (x *exec) operand(st *state, o program.Operand) value {
	if o.Mode == program.InReg {
		v := st.regs[o.Index]
		if v.t == 0 {
			if x.err == nil {
				x.err = &Obstacle{Reason: "a register without a value"}
			}
			return value{t: x.s.Const(o.Kind.Bits(), 0)}
		}
		return v
	}
	w, ok := x.names.resolve(x.side, o)
	if !ok && x.err == nil {
		x.err = &Obstacle{Reason: "the address of a label"}
	}
	return value{t: x.s.Const(o.Kind.Bits(), w)}
}

// instr executes an instruction that is no terminator.
func (x *exec) instr(st *state, in *program.Instr) {
	if in.Flags&program.Volatile != 0 {
		x.stop(in, "an access to a volatile object")
		return
	}
	if pure(in.Op) {
		a, b := x.operand(st, in.A), value{}
		if in.B.Present() {
			b = x.operand(st, in.B)
		}
		x.demands(st, in, a, b)
		v := x.compute(in, a, b)
		if (in.Op == program.SExt || in.Op == program.ZExt) && x.strong && v.u == 0 {
			v.t = x.widen(st, in.Op == program.SExt, in.Kind.Bits(), a.t, v.t)
		}
		st.regs[in.Dst] = v
		return
	}
	switch in.Op {
	case program.Load:
		st.regs[in.Dst] = x.load(st, in)
	case program.Store:
		x.store(st, in)
	case program.ZeroMem:
		x.zero(st, in)
	case program.CopyMem:
		x.copy(st, in)
	case program.Enter:
		x.enter(st, in)
	case program.Leave:
		x.end(st, in)
	case program.Call:
		x.call(st, in)
	case program.Intrinsic:
		x.service(st, in)
	case program.WideOp:
		x.stop(in, "arithmetic on long double or __int128")
	case program.EnterVLA:
		x.stop(in, "an object of variable size")
	case program.VaStart:
		x.stop(in, "variable arguments")
	default:
		x.stop(in, "%s", in.Op)
	}
}

// demands makes the faults of a pure operation.
func (x *exec) demands(st *state, in *program.Instr, a, b value) {
	s := x.s
	switch in.Op {
	case program.UDiv, program.SDiv, program.URem, program.SRem:
		x.used(st, in, a)
		x.used(st, in, b)
		x.fault(st, in, s.Eq(b.t, s.Const(s.Width(b.t), 0)), x.faultCode(program.FaultDivision))
		if in.Op == program.SDiv || in.Op == program.SRem {
			x.fault(st, in, s.SDivO(a.t, b.t), x.faultCode(program.FaultOverflow))
		}
	case program.Shl, program.LShr, program.AShr:
		x.used(st, in, b)
		n, w := uint64(in.Kind.Bits()), s.Width(b.t)
		if w < 64 && n >= 1<<w {
			return
		}
		x.fault(st, in, s.Ule(s.Const(w, n), b.t), x.faultCode(program.FaultShift))
	}
}

// compute returns the result of a pure operation that does not fault.
func (x *exec) compute(in *program.Instr, a, b value) value {
	s := x.s
	switch in.Op {
	case program.PtrAdd:
		t := s.Add(a.t, s.Const(64, uint64(in.Off)))
		if b.t != 0 {
			t = s.Add(t, s.Mul(b.t, s.Const(64, uint64(in.Size))))
		}
		return x.masked(t, x.upward(x.either(a, b)))
	case program.PtrDiff:
		t := s.Sub(a.t, b.t)
		if x.strong {
			t = x.canon.of(t)
		}
		if in.Size != 1 {
			t = s.SDiv(t, s.Const(64, uint64(in.Size)))
		}
		return x.masked(t, x.all(x.either(a, b), 64))
	}
	k := in.Kind
	if in.Op == program.Shl || in.Op == program.LShr || in.Op == program.AShr {
		b.t = s.Resize(k.Bits(), false, b.t)
	}
	from := in.A.Kind
	if v, ok := x.constant(in, a, b); ok {
		return v
	}
	return x.masked(x.tables.compared(x.arithmetic(in.Op, k, from, a.t, b.t), 0), x.undefinedBits(in.Op, k, a, b))
}

// constant computes an operation of constants by program.Eval.
func (x *exec) constant(in *program.Instr, a, b value) (value, bool) {
	s := x.s
	p, ok := s.ConstUint64(a.t)
	if !ok || a.u != 0 || b.u != 0 {
		return value{}, false
	}
	q := uint64(0)
	if b.t != 0 {
		if q, ok = s.ConstUint64(b.t); !ok {
			return value{}, false
		}
	}
	w, fault := program.Eval(in.Op, in.Kind, in.A.Kind, p, q)
	if fault != "" {
		return value{}, false
	}
	n := in.Kind.Bits()
	if in.Op >= program.Eq && in.Op <= program.FUnordered {
		n = 1
	}
	return value{t: s.Const(n, w)}, true
}

// masked makes a value of a word and its undefined bits.
func (x *exec) masked(t, u bitvec.Term) value {
	if u == 0 {
		return value{t: t}
	}
	if u = x.bits(u); u == 0 {
		return value{t: t}
	}
	return value{t: x.s.And(t, x.s.Not(u)), u: u}
}

// either returns the bits that are undefined in one of two words of one width.
func (x *exec) either(a, b value) bitvec.Term {
	switch {
	case a.u == 0:
		return b.u
	case b.u == 0:
		return a.u
	}
	return x.s.Or(a.u, b.u)
}

// upward is program.UndefinedSum.
func (x *exec) upward(u bitvec.Term) bitvec.Term {
	if u == 0 {
		return 0
	}
	return x.s.Or(u, x.s.Neg(u))
}

// all returns n undefined bits if there is one in u.
func (x *exec) all(u bitvec.Term, n int) bitvec.Term {
	if u == 0 {
		return 0
	}
	return x.s.Repeat(n, x.s.RedOr(u))
}

// undefinedBits is program.Undefined.
func (x *exec) undefinedBits(op program.Op, k program.Kind, a, b value) bitvec.Term {
	s := x.s
	if a.u == 0 && b.u == 0 {
		return 0
	}
	switch op {
	case program.Move, program.Bitcast, program.FNeg:
		return a.u
	case program.Trunc, program.ZExt:
		return s.Resize(k.Bits(), false, a.u)
	case program.SExt:
		return s.Resize(k.Bits(), true, a.u)
	}
	ua := x.undefinedOf(a)
	var ub bitvec.Term
	if b.t != 0 {
		ub = x.undefinedOf(b)
	}
	switch op {
	case program.And:
		return s.And(s.Or(ua, ub), s.And(s.Or(ua, a.t), s.Or(ub, b.t)))
	case program.Or:
		return s.And(s.Or(ua, ub), s.And(s.Or(ua, s.Not(a.t)), s.Or(ub, s.Not(b.t))))
	case program.Xor:
		return s.Or(ua, ub)
	case program.Add, program.Sub, program.Mul:
		return x.upward(s.Or(ua, ub))
	case program.Shl:
		if b.u == 0 {
			return s.Shl(ua, b.t)
		}
	case program.LShr:
		if b.u == 0 {
			return s.LShr(ua, b.t)
		}
	case program.AShr:
		if b.u == 0 {
			return s.AShr(ua, b.t)
		}
	case program.Eq, program.Ne:
		open := s.Or(ua, ub)
		equal := s.Not(s.RedOr(s.And(s.Xor(a.t, b.t), s.Not(open))))
		return s.And(s.RedOr(open), equal)
	case program.ULt, program.SLt:
		return x.undefinedOrder(op == program.SLt, a.t, b.t, ua, ub)
	case program.ULe, program.SLe:
		return x.undefinedOrder(op == program.SLe, b.t, a.t, ub, ua)
	}
	any := s.RedOr(ua)
	if b.t != 0 {
		any = s.Or(any, s.RedOr(ub))
	}
	if op >= program.FEq && op <= program.FUnordered {
		return any
	}
	return s.Repeat(k.Bits(), any)
}

// undefinedOrder is program.undefinedOrder.
func (x *exec) undefinedOrder(signed bool, a, b, ua, ub bitvec.Term) bitvec.Term {
	s := x.s
	if w := s.Width(a); signed {
		flip := s.Shl(s.Const(w, 1), s.Const(w, uint64(w-1)))
		a, b = s.Xor(a, flip), s.Xor(b, flip)
	}
	least := s.Ult(s.And(a, s.Not(ua)), s.Or(b, ub))
	greatest := s.Ult(s.Or(a, ua), s.And(b, s.Not(ub)))
	return s.Xor(least, greatest)
}
