package memory

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// A big object behaves as a plain array of bytes with a bit for each, whoever
// writes copies of it.
func TestBigObject(t *testing.T) {
	const size = 3*chunkBytes + 100
	type model struct {
		o    *Object
		data []byte
		init []bool
	}
	r := rand.New(rand.NewPCG(5, 6))
	first := &Object{own: &owner{}}
	first.newBytes(size, false)
	if first.big == nil {
		t.Fatal("it is small")
	}
	list := []*model{{first, make([]byte, size), make([]bool, size)}}
	for range 4000 {
		m := list[r.IntN(len(list))]
		off := r.IntN(size)
		n := min(1+r.IntN(1<<r.IntN(13)), size-off)
		if k := r.IntN(3); k > 0 { // around the borders of chunks
			off = max(0, k*chunkBytes-r.IntN(10))
			n = min(n, size-off)
		}
		switch r.IntN(6) {
		case 0:
			if len(list) < 6 {
				c := m.o.copyFor(&owner{})
				m.o.own = &owner{} // as a fork does
				list = append(list, &model{c, bytes.Clone(m.data), append([]bool(nil), m.init...)})
			}
		case 1:
			b := make([]byte, n)
			for i := range b {
				b[i] = byte(r.Uint32())
			}
			m.o.SetBytes(off, b)
			copy(m.data[off:], b)
			m.o.markInit(off, n)
			for i := range n {
				m.init[off+i] = true
			}
		case 2:
			v := byte(r.Uint32())
			m.o.fillBytes(off, n, v)
			for i := range n {
				m.data[off+i] = v
			}
		case 3:
			m.o.clearInit(off)
			m.init[off] = false
		case 4:
			k := 1 << r.IntN(4)
			if off+k > size {
				break
			}
			if got, want := m.o.word(off, k), GetWord(m.data[off:], k); got != want {
				t.Fatalf("word of %d at %d is %#x, want %#x", k, off, got, want)
			}
			v := r.Uint64()
			m.o.setWord(off, k, v)
			PutWord(m.data[off:], k, v)
		case 5:
			want, found := 0, false
			for i := off; i < off+n && !found; i++ {
				want, found = i, !m.init[i]
			}
			if at, ok := m.o.Initialised(off, n); ok == found || found && at != want {
				t.Fatalf("initialised(%d, %d) = %d, %v; want %d, %v", off, n, at, ok, want, !found)
			}
		}
	}
	for i, m := range list {
		got := make([]byte, size)
		m.o.copyBytes(got, 0)
		if !bytes.Equal(got, m.data) {
			t.Errorf("copy %d differs", i)
		}
		for k := range size {
			if m.o.written(k) != m.init[k] {
				t.Fatalf("copy %d: byte %d", i, k)
			}
		}
	}
}
