package vm

import "testing"

// A class is large enough for each of its sizes, and not much larger.
func TestPoolClasses(t *testing.T) {
	last := -1
	for n := 0; n < 200000; n++ {
		class, size := classOf(n)
		if size < n || n > 64 && size > n+n/4+1 || class < last || class > last+1 {
			t.Fatalf("classOf(%d) = %d, %d after class %d", n, class, size, last)
		}
		last = class
	}
	if class, size := classOf(3 << 30); size < 3<<30 || class >= poolClasses {
		t.Fatalf("classOf(3 GiB) = %d, %d", class, size)
	}
}

// Blocks in use never overlap, and free ones are used again.
func TestPool(t *testing.T) {
	p := pool[byte]{limit: 4}
	type block struct {
		b     []byte
		class uint16
		tag   byte
	}
	var live []block
	for i := range 20000 {
		n := i * 7919 % 3000
		if i%50 == 0 {
			n = 20000 + i
		}
		b, class := p.get(n)
		if len(b) != n {
			t.Fatalf("get(%d) gave %d bytes", n, len(b))
		}
		for j := range b {
			b[j] = byte(i)
		}
		live = append(live, block{b, class, byte(i)})
		if len(live) > 100 {
			old := live[i%100]
			for _, c := range old.b {
				if c != old.tag {
					t.Fatalf("block of %d bytes was overwritten", len(old.b))
				}
			}
			p.put(old.b, old.class)
			live = append(live[:i%100], live[i%100+1:]...)
		}
	}
	if len(p.chunks) > 4 {
		t.Fatalf("%d chunks", len(p.chunks))
	}
}
