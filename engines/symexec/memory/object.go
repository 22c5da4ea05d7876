package memory

import (
	"slices"
	"sort"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program/machine"
)

// Object is a run of bytes, some of which are terms, and what it is. Undefined bits
// are 0 in what it holds.
type Object struct {
	Nth      uint32 // of those in its slot, from 1 on
	Kind     machine.ObjectKind
	Live     bool
	ReadOnly bool
	Size     int
	What     int32 // global, local or function number; of a heap object, the function that allocated it
	Site     int32 // function of a local; range of the code that allocated a heap object
	Freed    int32 // range of the code that freed it
	Text     *Text // the input string that it is, or nil
	Sure     int   // bytes of Text known not to be NUL

	own  *owner
	data []byte    // nil if it is big
	big  []*chunk  // see bytes.go
	sym  []Overlay // symbolic stretches, sorted, without overlap
	init []uint64  // which bytes are defined in all bits; nil if all
	left int       // bytes that are not
	part []partial // of those, the ones that are defined in some bits; sorted
	next uint32    // next free slot of its list
}

// Text is an input string whose length is not known: bytes of which the first
// NUL ends it, or a number in decimal. Whoever accesses an object that is one decides
// before how long it is, or at least that it goes so far.
type Text struct {
	Index  int // argument, for names of variables
	Bytes  []bitvec.Term
	Number bitvec.Term // 64 bits, from Lo to Hi; 0 if it is bytes
	Lo, Hi int64
}

// Overlay is a symbolic value in memory: n bytes from off.
type Overlay struct {
	Off, N uint32
	T      bitvec.Term
}

// copyFor returns a copy that own may write.
func (o *Object) copyFor(own *owner) *Object {
	c := *o
	c.own = own
	c.data = slices.Clone(o.data)
	c.big = slices.Clone(o.big)
	c.sym = slices.Clone(o.sym)
	c.init = slices.Clone(o.init)
	c.part = slices.Clone(o.part)
	return &c
}

// Renew gives an object new bytes: defined zeros. It is no text any more.
func (o *Object) Renew(size int) {
	*o = Object{own: o.own, Nth: o.Nth, Kind: o.Kind, Live: true, What: o.What, Site: o.Site}
	o.newBytes(size, true)
}

// Define says that the bytes of an object whose life has just begun are defined
// zeros.
func (o *Object) Define() { o.newBytes(o.Size, true); o.init, o.left = nil, 0 }

// Load returns n = 1, 2, 4 or 8 bytes at off.
func (o *Object) Load(terms *expr.Builder, off, n int) expr.Value {
	from, to := o.span(off, n)
	if from == to {
		return expr.Word(o.word(off, n))
	}
	if s := o.sym[from]; to == from+1 && int(s.Off) == off && int(s.N) == n {
		return expr.Value{T: s.T}
	}
	return terms.Of(o.loadBytes(terms, off, n))
}

// loadBytes returns n bytes at off as one term, byte by byte.
func (o *Object) loadBytes(terms *expr.Builder, off, n int) bitvec.Term {
	var t bitvec.Term
	for i := off + n - 1; i >= off; i-- {
		b := o.byteAt(terms, i)
		if t == 0 {
			t = b
		} else {
			t = terms.Concat(t, b)
		}
	}
	return t
}

// byteAt returns one byte as a term.
func (o *Object) byteAt(terms *expr.Builder, i int) bitvec.Term {
	from, to := o.span(i, 1)
	if from == to {
		return terms.Const(8, o.word(i, 1))
	}
	s := o.sym[from]
	if s.N == 1 {
		return s.T
	}
	k := i - int(s.Off)
	return terms.Extract(8*k+7, 8*k, s.T)
}

// Store writes n bytes at off; v has 8n bits if it is a term.
func (o *Object) Store(terms *expr.Builder, off, n int, v expr.Value) {
	o.cut(terms, off, n)
	if v.T == 0 {
		o.setWord(off, n, v.W)
	} else {
		o.setWord(off, n, 0)
		from, _ := o.span(off, n)
		o.sym = slices.Insert(o.sym, from, Overlay{uint32(off), uint32(n), terms.Fit(v.T, 8*n)})
	}
	o.markInit(off, n)
}

// Fill sets n bytes.
func (o *Object) Fill(terms *expr.Builder, off, n int, c expr.Value) {
	o.cut(terms, off, n)
	if c.T == 0 {
		o.fillBytes(off, n, byte(c.W))
		o.markInit(off, n)
		return
	}
	o.fillBytes(off, n, 0)
	t, run := terms.Fit(c.T, 8), make([]Overlay, n)
	for i := range run {
		run[i] = Overlay{uint32(off + i), 1, t}
	}
	from, _ := o.span(off, n)
	o.sym = slices.Insert(o.sym, from, run...)
	o.markInit(off, n)
}

// TermAt returns of how many bytes the term is that begins at a byte; 0 if none does.
func (o *Object) TermAt(i int) int {
	if from, to := o.span(i, 1); from < to && int(o.sym[from].Off) == i {
		return int(o.sym[from].N)
	}
	return 0
}

// Join returns an object that holds what n holds where cond is true and
// what o holds where it is false.
func (o *Object) Join(terms *expr.Builder, n *Object, cond bitvec.Term) (*Object, bool) {
	m := n.copyFor(nil)
	for off := 0; off < n.Size; {
		w := 1
		for k := 8; k > 1; k /= 2 {
			if off%k == 0 && off+k <= n.Size && (o.TermAt(off) == k || n.TermAt(off) == k) {
				w = k
				break
			}
		}
		_, okO := o.Initialised(off, w)
		_, okN := n.Initialised(off, w)
		x, y := o.Load(terms, off, w), n.Load(terms, off, w)
		switch {
		case okO != okN:
			return nil, false
		case x != y && okO:
			m.Store(terms, off, w, terms.Of(terms.Ite(cond, terms.Term(y, 8*w), terms.Term(x, 8*w))))
		case x != y:
			return nil, false
		}
		off += w
	}
	return m, true
}

// span returns the range of o.sym that overlaps n bytes from off.
func (o *Object) span(off, n int) (from, to int) {
	if len(o.sym) == 0 {
		return 0, 0
	}
	from = sort.Search(len(o.sym), func(i int) bool { return int(o.sym[i].Off+o.sym[i].N) > off })
	to = from
	for to < len(o.sym) && int(o.sym[to].Off) < off+n {
		to++
	}
	return from, to
}

// cut removes symbolic values from n bytes at off; what they have outside stays.
func (o *Object) cut(terms *expr.Builder, off, n int) {
	from, to := o.span(off, n)
	if from == to {
		return
	}
	var keep []Overlay
	for _, s := range o.sym[from:to] {
		for i := s.Off; i < s.Off+s.N; i++ {
			if int(i) < off || int(i) >= off+n {
				k := int(i - s.Off)
				keep = append(keep, o.byteOverlay(terms, i, terms.Extract(8*k+7, 8*k, s.T))...)
			}
		}
	}
	o.sym = slices.Replace(o.sym, from, to, keep...)
}

// byteOverlay returns the overlay for byte i, or none if t is a constant, which
// goes to data.
func (o *Object) byteOverlay(terms *expr.Builder, i uint32, t bitvec.Term) []Overlay {
	if w, ok := terms.ConstUint64(t); ok {
		o.setWord(int(i), 1, w)
		return nil
	}
	return []Overlay{{i, 1, t}}
}
