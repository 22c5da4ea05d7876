package pointsto

// pairSet is a set of pairs of small numbers: a table with open addressing, of which
// no more than two thirds are taken.
type pairSet struct {
	slots []uint64 // 0 is free: no pair is of 0 with itself
	n     int
}

// add inserts a pair of different numbers and reports whether it was new.
func (p *pairSet) add(a, b int32) bool {
	if 3*(p.n+1) > 2*len(p.slots) {
		p.grow()
	}
	k := uint64(uint32(a))<<32 | uint64(uint32(b))
	if !p.insert(k) {
		return false
	}
	p.n++
	return true
}

func (p *pairSet) insert(k uint64) bool {
	mask := uint64(len(p.slots) - 1)
	for i := k * 0x9e3779b97f4a7c15 >> 20 & mask; ; i = (i + 1) & mask {
		switch p.slots[i] {
		case 0:
			p.slots[i] = k
			return true
		case k:
			return false
		}
	}
}

func (p *pairSet) grow() {
	old := p.slots
	p.slots = make([]uint64, max(1024, 2*len(old)))
	for _, k := range old {
		if k != 0 {
			p.insert(k)
		}
	}
}
