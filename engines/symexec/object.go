package symexec

import (
	"encoding/binary"
	"slices"
	"sort"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
	"github.com/riftlab/rift/program/machine"
)

// owner marks what a state may write without copying it first. A fork gives
// both states new owners.
type owner struct{ _ byte }

// object is a run of bytes. Undefined bits are 0 in data and in sym.
type object struct {
	own      *owner
	size     int
	data     []byte    // nil if it is big
	big      []*chunk  // see bytes.go
	sym      []overlay // symbolic stretches, sorted, without overlap
	init     []uint64  // which bytes are defined in all bits; nil if all
	left     int       // bytes that are not
	part     []partial // of those, the ones that are defined in some bits; sorted
	id       uint32    // upper half of its addresses
	kind     machine.ObjectKind
	live     bool
	readOnly bool
	what     int32  // global, local or function number; of a heap object, the function that allocated it
	site     int32  // function of a local; range of the code that allocated a heap object
	freed    int32  // range of the code that freed it
	next     uint32 // next free slot of its list
	text     *text  // the input string that it is, or nil
	sure     int    // bytes of text known not to be NUL
}

// overlay is a symbolic value in memory: n bytes from off.
type overlay struct {
	off, n uint32
	t      bitvec.Term
}

// copyFor returns a copy that own may write.
func (o *object) copyFor(own *owner) *object {
	c := *o
	c.own = own
	c.data = slices.Clone(o.data)
	c.big = slices.Clone(o.big)
	c.sym = slices.Clone(o.sym)
	c.init = slices.Clone(o.init)
	c.part = slices.Clone(o.part)
	return &c
}

func newBits(n int) []uint64 { return make([]uint64, (n+63)/64) }

// span returns the range of o.sym that overlaps n bytes from off.
func (o *object) span(off, n int) (from, to int) {
	if len(o.sym) == 0 {
		return 0, 0
	}
	from = sort.Search(len(o.sym), func(i int) bool { return int(o.sym[i].off+o.sym[i].n) > off })
	to = from
	for to < len(o.sym) && int(o.sym[to].off) < off+n {
		to++
	}
	return from, to
}

// load returns n = 1, 2, 4 or 8 bytes at off.
func (e *Explorer) load(o *object, off, n int) expr.Value {
	from, to := o.span(off, n)
	if from == to {
		return expr.Word(o.word(off, n))
	}
	if s := o.sym[from]; to == from+1 && int(s.off) == off && int(s.n) == n {
		return expr.Value{T: s.t}
	}
	return e.terms.Of(e.loadBytes(o, off, n))
}

// loadBytes returns n bytes at off as one term, byte by byte.
func (e *Explorer) loadBytes(o *object, off, n int) bitvec.Term {
	var t bitvec.Term
	for i := off + n - 1; i >= off; i-- {
		b := e.byteAt(o, i)
		if t == 0 {
			t = b
		} else {
			t = e.terms.Concat(t, b)
		}
	}
	return t
}

// byteAt returns one byte as a term.
func (e *Explorer) byteAt(o *object, i int) bitvec.Term {
	from, to := o.span(i, 1)
	if from == to {
		return e.terms.Const(8, o.word(i, 1))
	}
	s := o.sym[from]
	if s.n == 1 {
		return s.t
	}
	k := i - int(s.off)
	return e.terms.Extract(8*k+7, 8*k, s.t)
}

// store writes n bytes at off; v has 8n bits if it is a term.
func (e *Explorer) store(o *object, off, n int, v expr.Value) {
	e.cut(o, off, n)
	if v.T == 0 {
		o.setWord(off, n, v.W)
	} else {
		o.setWord(off, n, 0)
		from, _ := o.span(off, n)
		o.sym = slices.Insert(o.sym, from, overlay{uint32(off), uint32(n), e.terms.Fit(v.T, 8*n)})
	}
	o.markInit(off, n)
}

// cut removes symbolic values from n bytes at off; what they have outside stays.
func (e *Explorer) cut(o *object, off, n int) {
	from, to := o.span(off, n)
	if from == to {
		return
	}
	var keep []overlay
	for _, s := range o.sym[from:to] {
		for i := s.off; i < s.off+s.n; i++ {
			if int(i) < off || int(i) >= off+n {
				k := int(i - s.off)
				keep = append(keep, e.byteOverlay(o, i, e.terms.Extract(8*k+7, 8*k, s.t))...)
			}
		}
	}
	o.sym = slices.Replace(o.sym, from, to, keep...)
}

// byteOverlay returns the overlay for byte i, or none if t is a constant, which
// goes to data.
func (e *Explorer) byteOverlay(o *object, i uint32, t bitvec.Term) []overlay {
	if w, ok := e.terms.ConstUint64(t); ok {
		o.setWord(int(i), 1, w)
		return nil
	}
	return []overlay{{i, 1, t}}
}

// piece is bytes taken out of an object, with their state.
type piece struct {
	data []byte
	sym  []overlay // offsets count from the start of the piece
	init []bool    // nil if all bytes are defined
	part []partial // as of an object
}

// take copies n bytes at off.
func (e *Explorer) take(o *object, off, n int) piece {
	p := piece{data: make([]byte, n)}
	o.copyBytes(p.data, off)
	from, to := o.span(off, n)
	for _, s := range o.sym[from:to] {
		if int(s.off) >= off && int(s.off+s.n) <= off+n {
			p.sym = append(p.sym, overlay{s.off - uint32(off), s.n, s.t})
			continue
		}
		for i := max(s.off, uint32(off)); i < s.off+s.n && int(i) < off+n; i++ {
			k := int(i - s.off)
			t := e.terms.Extract(8*k+7, 8*k, s.t)
			if w, ok := e.terms.ConstUint64(t); ok {
				p.data[int(i)-off] = byte(w)
				continue
			}
			p.sym = append(p.sym, overlay{i - uint32(off), 1, t})
		}
	}
	if _, ok := o.initialised(off, n); !ok {
		p.init = make([]bool, n)
		for i := range p.init {
			p.init[i] = o.written(off + i)
			if k, ok := o.findPart(off + i); ok && !p.init[i] {
				p.part = append(p.part, partial{uint32(i), o.part[k].bits})
			}
		}
	}
	return p
}

// put writes a piece at off.
func (e *Explorer) put(o *object, off int, p piece) {
	n := len(p.data)
	if n == 0 {
		return
	}
	e.allocated += int64(n)
	e.cut(o, off, n)
	o.setBytes(off, p.data)
	if len(p.sym) > 0 {
		from, _ := o.span(off, n)
		shifted := make([]overlay, len(p.sym))
		for i, s := range p.sym {
			shifted[i] = overlay{s.off + uint32(off), s.n, s.t}
		}
		o.sym = slices.Insert(o.sym, from, shifted...)
	}
	if p.init == nil {
		o.markInit(off, n)
		return
	}
	for i, w := range p.init {
		if w {
			o.markInit(off+i, 1)
		} else {
			o.clearInit(off + i)
		}
	}
	for _, b := range p.part {
		o.setPart(off+int(b.off), b.bits)
	}
}

// getWord reads n = 1, 2, 4 or 8 bytes.
func getWord(b []byte, n int) uint64 {
	switch n {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// putWord writes the n = 1, 2, 4 or 8 low bytes of v.
func putWord(b []byte, n int, v uint64) {
	switch n {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	default:
		binary.LittleEndian.PutUint64(b, v)
	}
}
