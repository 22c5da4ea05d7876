package memory

import (
	"slices"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/expr"
)

// Piece is bytes taken out of an object, with their state.
type Piece struct {
	Data []byte
	Sym  []Overlay // offsets count from the start of the piece
	init []bool    // nil if all bytes are defined
	part []partial // as of an object
}

// Define says that all bytes of a piece are defined.
func (p *Piece) Define() { p.init, p.part = nil, nil }

// Under returns the bytes of a piece by the values of its terms.
func (p Piece) Under(eval func(bitvec.Term) uint64) []byte {
	data := slices.Clone(p.Data)
	for _, s := range p.Sym {
		w := eval(s.T)
		for i := range s.N {
			data[s.Off+i] = byte(w >> (8 * i))
		}
	}
	return data
}

// Value returns a piece of 1, 2, 4 or 8 bytes as a value.
func (p Piece) Value(terms *expr.Builder) expr.Value {
	o := &Object{Size: len(p.Data), data: make([]byte, len(p.Data))}
	o.Put(terms, 0, p)
	return o.Load(terms, 0, len(p.Data))
}

// PieceOf returns a value as a piece of n = 1, 2, 4 or 8 bytes.
func PieceOf(terms *expr.Builder, v expr.Value, n int) Piece {
	o := &Object{Size: n, data: make([]byte, n)}
	o.Store(terms, 0, n, v)
	return o.Take(terms, 0, n)
}

// Take copies n bytes at off.
func (o *Object) Take(terms *expr.Builder, off, n int) Piece {
	p := Piece{Data: make([]byte, n)}
	o.copyBytes(p.Data, off)
	from, to := o.span(off, n)
	for _, s := range o.sym[from:to] {
		if int(s.Off) >= off && int(s.Off+s.N) <= off+n {
			p.Sym = append(p.Sym, Overlay{s.Off - uint32(off), s.N, s.T})
			continue
		}
		for i := max(s.Off, uint32(off)); i < s.Off+s.N && int(i) < off+n; i++ {
			k := int(i - s.Off)
			t := terms.Extract(8*k+7, 8*k, s.T)
			if w, ok := terms.ConstUint64(t); ok {
				p.Data[int(i)-off] = byte(w)
				continue
			}
			p.Sym = append(p.Sym, Overlay{i - uint32(off), 1, t})
		}
	}
	if _, ok := o.Initialised(off, n); !ok {
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

// Put writes a piece at off.
func (o *Object) Put(terms *expr.Builder, off int, p Piece) {
	n := len(p.Data)
	if n == 0 {
		return
	}
	o.cut(terms, off, n)
	o.SetBytes(off, p.Data)
	if len(p.Sym) > 0 {
		from, _ := o.span(off, n)
		shifted := make([]Overlay, len(p.Sym))
		for i, s := range p.Sym {
			shifted[i] = Overlay{s.Off + uint32(off), s.N, s.T}
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
