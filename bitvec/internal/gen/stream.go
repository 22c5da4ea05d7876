package gen

import "github.com/riftlab/rift/bitvec"

// Event is one step of an incremental session.
type Event struct {
	Op   Op
	Term bitvec.Term // of Assert
}

// Op is what an Event does.
type Op uint8

// The operations of a session.
const (
	Push Op = iota
	Pop
	Assert
	Check
)

// Explorer says, for a session that explores a program depth first, whether
// the constraints asserted so far can hold.
type Explorer func(e Event) bool

// Streams are the programs whose exploration Stream simulates.
var Streams = []string{"number", "tokens", "sort", "buffer"}

// Stream explores the named program along all of its feasible paths, until it
// has asked limit queries. Each branch is asked in both directions: push,
// assert the condition, check, pop. do performs the event and, for Check,
// returns the answer.
func Stream(s *bitvec.Store, name string, limit int, do Explorer) {
	p := &path{builder: newBuilder(s, 1), do: do, left: limit}
	switch name {
	case "number":
		p.number(p.bytes(12), p.k(64, 0), 0)
	case "tokens":
		p.tokens(p.bytes(24), p.table(class), 0, 0)
	case "sort":
		p.sort(p.words(6, 32), 0, 0)
	case "buffer":
		p.buffer(p.bytes(24), p.ArrayVar("memory", 16, 8), p.k(16, 0), 0)
	default:
		panic("gen: Stream: no program " + name)
	}
}

type path struct {
	*builder
	do   Explorer
	left int
}

// branch follows both directions of a condition where they are feasible.
func (p *path) branch(cond term, yes, no func()) {
	for i, then := range []func(){yes, no} {
		if p.left <= 0 {
			return
		}
		p.left--
		c := cond
		if i == 1 {
			c = p.Not(cond)
		}
		p.do(Event{Op: Push})
		p.do(Event{Op: Assert, Term: c})
		if p.do(Event{Op: Check}) {
			then()
		}
		p.do(Event{Op: Pop})
	}
}

// number reads decimal numbers with an overflow check, a sign before the first.
func (p *path) number(in []term, v term, at int) {
	if at == len(in) {
		return
	}
	c := in[at]
	if at == 0 {
		p.branch(p.is(c, '-'), func() { p.number(in, v, 1) }, func() { p.digit(in, v, at) })
		return
	}
	p.digit(in, v, at)
}

func (p *path) digit(in []term, v term, at int) {
	c := in[at]
	stop := func() {}
	next := func() { // another number follows a blank
		p.branch(p.is(c, ' '), func() { p.number(in, p.k(64, 0), at+1) }, stop)
	}
	p.branch(p.Slt(p.SignExtend(24, c), p.k(32, '0')), next, func() {
		p.branch(p.Slt(p.k(32, '9'), p.SignExtend(24, c)), stop, func() {
			d := p.ZeroExtend(56, p.Sub(c, p.k(8, '0')))
			p.branch(p.Slt(p.UDiv(p.Sub(p.k(64, 1<<31-1), d), p.k(64, 10)), v), stop, func() {
				p.number(in, p.Add(p.Mul(v, p.k(64, 10)), d), at+1)
			})
		})
	})
}

// tokens is a scanner over a table of character classes.
func (p *path) tokens(in []term, table term, at, state int) {
	if at == len(in) {
		return
	}
	k := p.Select(table, in[at])
	has := func(bit uint64) term { return p.Ne(p.And(k, p.k(8, bit)), p.k(8, 0)) }
	next := func(state int) func() { return func() { p.tokens(in, table, at+1, state) } }
	p.branch(has(8), next(0), func() {
		p.branch(has(6), next(1), func() {
			if state == 1 {
				p.branch(has(1), next(1), func() {})
				return
			}
			p.branch(p.is(in[at], '"'), next(2), func() {
				p.branch(p.And(p.Ule(p.k(8, '0'), in[at]), p.Ule(in[at], p.k(8, '9'))), next(3), func() {})
			})
		})
	})
}

// sort is bubble sort; its branches compare words that earlier swaps moved.
func (p *path) sort(xs []term, i, j int) {
	if j >= len(xs)-1-i {
		i, j = i+1, 0
	}
	if i >= len(xs)-1 {
		return
	}
	swapped := append([]term(nil), xs...)
	swapped[j], swapped[j+1] = xs[j+1], xs[j]
	p.branch(p.Slt(xs[j+1], xs[j]), func() { p.sort(swapped, i, j+1) }, func() { p.sort(xs, i, j+1) })
}

// buffer copies input to a buffer with escapes and looks back into it.
func (p *path) buffer(in []term, buf, end term, at int) {
	if at == len(in) {
		return
	}
	c := in[at]
	one := p.k(16, 1)
	p.branch(p.is(c, '\\'), func() {
		if at+1 == len(in) {
			return
		}
		back := p.Sub(end, p.Add(one, p.ZeroExtend(8, p.And(in[at+1], p.k(8, 3)))))
		old := p.Select(buf, back)
		p.branch(p.is(old, 'x'), func() {
			p.buffer(in, p.Store.Store(buf, end, old), p.Add(end, one), at+2)
		}, func() {})
	}, func() {
		step := p.Ite(p.Ult(c, p.k(8, ' ')), p.k(16, 2), one)
		p.branch(p.Ult(p.k(16, 20), p.Add(end, step)), func() {}, func() {
			p.buffer(in, p.Store.Store(buf, end, c), p.Add(end, step), at+1)
		})
	})
}
