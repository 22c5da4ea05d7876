package vm

import "math/bits"

// pool hands out memory for heap objects and takes it back. Small requests are
// rounded up to size classes and cut from chunks that the pool keeps for the
// next run, so that a run of a short program allocates nothing; large ones come
// from Go's allocator, and some of them are kept. What it hands out is not
// cleared.
type pool[T any] struct {
	chunks [][]T
	chunk  int // index of the chunk being cut
	used   int // elements of it that are cut
	limit  int // chunks that may exist, and as much for large blocks kept
	free   [poolClasses][][]T
	kept   int // elements in free blocks beyond poolLargest
}

const (
	poolChunk   = 1 << 16 // elements of a chunk
	poolLargest = 1 << 14 // elements of the largest class that is cut from chunks
	poolClasses = 8 + 4*(32-6)
	noClass     = 0xFFFF
)

// classOf returns the class for n elements and its size: multiples of 8 up to
// 64, then four classes for each doubling.
func classOf(n int) (class, size int) {
	if n <= 64 {
		k := max(n-1, 0) / 8
		return k, 8 * (k + 1)
	}
	e := bits.Len(uint(n-1)) - 1 // 2^e < n <= 2^(e+1)
	quarter := (n - 1 - 1<<e) >> (e - 2)
	return 8 + 4*(e-6) + quarter, 1<<e + (quarter+1)<<(e-2)
}

// get returns n elements and the class to give back with them; n < 1<<32.
func (p *pool[T]) get(n int) ([]T, uint16) {
	class, size := classOf(n)
	if f := p.free[class]; len(f) > 0 {
		b := f[len(f)-1]
		p.free[class] = f[:len(f)-1]
		if size > poolLargest {
			p.kept -= size
		}
		return b[:n], uint16(class)
	}
	if size > poolLargest {
		return make([]T, n, size), uint16(class)
	}
	if (p.chunk >= len(p.chunks) || p.used+size > poolChunk) && !p.nextChunk() {
		return make([]T, n), noClass
	}
	b := p.chunks[p.chunk][p.used : p.used+n : p.used+size]
	p.used += size
	return b, uint16(class)
}

// nextChunk goes on to the next chunk; false if the limit is reached.
func (p *pool[T]) nextChunk() bool {
	next := p.chunk + 1
	if len(p.chunks) == 0 {
		next = 0
	}
	if next >= len(p.chunks) {
		if len(p.chunks) >= p.limit {
			return false
		}
		p.chunks = append(p.chunks, make([]T, poolChunk))
	}
	p.chunk, p.used = next, 0
	return true
}

// put takes back what get returned.
func (p *pool[T]) put(b []T, class uint16) {
	if class == noClass {
		return
	}
	if size := cap(b); size > poolLargest {
		if p.kept+size > p.limit*poolChunk {
			return
		}
		p.kept += size
	}
	p.free[class] = append(p.free[class], b)
}

// reset takes everything back.
func (p *pool[T]) reset() {
	p.chunk, p.used = 0, 0
	for i := range p.free {
		clear(p.free[i])
		p.free[i] = p.free[i][:0]
	}
	p.kept = 0
	const keep = 64 // chunks worth keeping for the next run
	if len(p.chunks) > keep {
		p.chunks = p.chunks[:keep:keep]
	}
}
