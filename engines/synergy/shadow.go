package synergy

// none stands for a value that no step of the trace made: a constant, or
// memory as it was at the beginning.
const none int32 = -1

// shadow knows for each byte of memory the step that wrote it last.
type shadow struct {
	objects map[uint32][]int32 // by object, the upper half of an address; step+1, 0 for none
	last    uint32
	cells   []int32 // of object last
}

// at returns the step that wrote a byte last.
func (s *shadow) at(a uint64) int32 {
	cells := s.object(uint32(a >> 32))
	if off := uint32(a); int64(off) < int64(len(cells)) {
		return cells[off] - 1
	}
	return none
}

func (s *shadow) object(o uint32) []int32 {
	if s.cells == nil || s.last != o {
		s.last, s.cells = o, s.objects[o]
	}
	return s.cells
}

// set makes step the last writer of n bytes.
func (s *shadow) set(a uint64, n int64, step int32) {
	for i, cells := int64(0), s.room(a, n); i < n; i++ {
		cells[i] = step + 1
	}
}

// room returns the cells of n bytes from a on.
func (s *shadow) room(a uint64, n int64) []int32 {
	o, off := uint32(a>>32), int64(uint32(a))
	cells := s.object(o)
	if need := off + n; need > int64(len(cells)) {
		grown := make([]int32, max(need, min(2*int64(len(cells)), need+1<<16), 16))
		copy(grown, cells)
		cells = grown
		s.objects[o], s.last, s.cells = cells, o, cells
	}
	return cells[off : off+n]
}
