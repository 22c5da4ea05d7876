package pointsto

import (
	"cmp"
	"sort"

	"github.com/riftlab/rift/program"
)

// anyOffset is the offset of a position somewhere in its object.
const anyOffset = -1

// layout divides the bytes of an object into cells. All elements of an array
// share the cells of its first element; a union and what overlaps in it is one
// cell. Every byte belongs to exactly one cell: padding to the one before it.
type layout struct {
	cells []cellInfo
	root  *area
}

// cellInfo describes one cell.
type cellInfo struct {
	off     int64  // of its first instance in the object
	size    int64  // without padding; -1 if not known
	path    string // such as ".next" or "[].x"; "" for the whole object
	summary bool   // stands for several pieces of memory: array elements
}

// area is a stretch of an object: a single cell, a record or an array.
type area struct {
	size   int64
	cell   int32 // of a leaf
	fields []areaField
	elem   *area // of an array
	n      int64 // elements; -1 if unbounded
}

type areaField struct {
	off  int64
	area *area
}

// maxCells bounds the cells of one object; a larger record becomes one cell.
const maxCells = 1024

// newLayout returns the layout of an object of type t and the given size.
// unbounded objects hold any number of consecutive values of type t.
func newLayout(t *program.Type, size int64, unbounded bool) *layout {
	l := &layout{}
	if t != nil && t.Size > 0 && (unbounded || size < 0) {
		l.root = &area{size: -1, n: -1}
		l.root.elem = l.build(t, t.Size, 0, "", unbounded)
		if len(l.cells) > maxCells {
			l.cells = nil
			l.root.elem = l.leaf(t.Size, 0, "", true)
		}
		return l
	}
	if t == nil || t.Size <= 0 {
		l.root = l.leaf(size, 0, "", true)
		return l
	}
	l.root = l.build(t, size, 0, "", false)
	if len(l.cells) > maxCells {
		l.cells = nil
		l.root = l.leaf(size, 0, "", true)
	}
	return l
}

// plain reports whether nothing is known of the object but that it has bytes.
func (l *layout) plain() bool {
	return l.root.elem == nil && l.root.fields == nil && l.cells[0].summary
}

func (l *layout) leaf(size, at int64, path string, summary bool) *area {
	l.cells = append(l.cells, cellInfo{off: at, size: size, path: path, summary: summary})
	return &area{size: size, cell: int32(len(l.cells) - 1)}
}

func (l *layout) build(t *program.Type, size, at int64, path string, summary bool) *area {
	if len(l.cells) > maxCells {
		return l.leaf(size, at, path, summary)
	}
	switch t.Class {
	case program.ArrayType:
		if t.Elem == nil || t.Elem.Size <= 0 {
			return l.leaf(size, at, path, true)
		}
		a := &area{size: size, n: max(size/t.Elem.Size, 1)}
		a.elem = l.build(t.Elem, t.Elem.Size, at, path+"[]", true)
		return a
	case program.StructType:
		return l.record(t, size, at, path, summary)
	}
	return l.leaf(size, at, path, summary)
}

// record lays out a structure. Members that overlap (bit-fields in one storage
// unit) become one cell.
func (l *layout) record(t *program.Type, size, at int64, path string, summary bool) *area {
	fields := append([]program.Field(nil), t.Fields...)
	sort.SliceStable(fields, func(i, j int) bool { return fields[i].Offset < fields[j].Offset })
	a := &area{size: size}
	for i := 0; i < len(fields); {
		f := fields[i]
		end := f.Offset + f.Type.Size
		j := i + 1
		for j < len(fields) && fields[j].Offset < end {
			end = max(end, fields[j].Offset+fields[j].Type.Size)
			j++
		}
		next := size
		if j < len(fields) {
			next = min(fields[j].Offset, size)
		}
		if next <= f.Offset { // takes no room
			i = j
			continue
		}
		name := path + "." + f.Name
		var sub *area
		if j == i+1 && f.BitWidth == 0 {
			sub = l.build(f.Type, cmp.Or(f.Type.Size, next-f.Offset), at+f.Offset, name, summary)
			sub.size = next - f.Offset
		} else {
			sub = l.leaf(next-f.Offset, at+f.Offset, name, summary)
		}
		a.fields = append(a.fields, areaField{f.Offset, sub})
		i = j
	}
	if len(a.fields) == 0 {
		return l.leaf(size, at, path, summary)
	}
	return a
}

// field returns the member that contains offset off.
func (a *area) field(off int64) areaField {
	i := sort.Search(len(a.fields), func(i int) bool { return a.fields[i].off > off })
	if i == 0 {
		return a.fields[0]
	}
	return a.fields[i-1]
}

// spot is a place in an object: a normalised offset, that of the same place in
// the first elements of the arrays around it, and the depth of the innermost of
// these arrays of which it may be in any element. Outermost arrays have depth
// 1; at level 0 the offset is exact.
type spot struct {
	off   int64
	level int32
}

// normalise returns the spot of an exact offset; false past the end of the
// object.
func (l *layout) normalise(off int64) (spot, bool) {
	switch {
	case l.plain():
		return spot{}, true
	case off < 0 || l.root.size >= 0 && off > l.root.size:
		return spot{}, false
	case off == l.root.size:
		return spot{off: off}, true
	}
	return l.root.normalise(off, 0), true
}

func (a *area) normalise(off int64, depth int32) spot {
	switch {
	case a.elem != nil:
		e := a.elem.size
		if e <= 0 {
			return spot{0, depth + 1}
		}
		s := a.elem.normalise(off%e, depth+1)
		if off >= e {
			s.level = max(s.level, depth+1)
		}
		return s
	case a.fields != nil:
		f := a.field(off)
		s := f.area.normalise(max(off-f.off, 0), depth)
		s.off += f.off
		return s
	case a.size < 0:
		return spot{}
	}
	return spot{off: off}
}

// arrayAt is an array around a spot, and where it starts.
type arrayAt struct {
	*area
	start int64
}

// arrays returns the arrays around a normalised offset, outermost first.
func (l *layout) arrays(off int64, dst []arrayAt) []arrayAt {
	a, at := l.root, int64(0)
	for {
		switch {
		case a.elem != nil:
			dst = append(dst, arrayAt{a, at})
			a = a.elem
		case a.fields != nil && off-at < a.size:
			f := a.field(off - at)
			at += f.off
			a = f.area
		default:
			return dst
		}
	}
}

// shift appends the spots that s can be after adding c to it.
func (l *layout) shift(s spot, c int64, dst []spot) []spot {
	if c == 0 {
		return append(dst, s)
	}
	if s.level == 0 {
		if n, ok := l.normalise(s.off + c); ok {
			dst = append(dst, n)
		}
		return dst
	}
	var buf [4]arrayAt
	return l.shiftIn(l.arrays(s.off, buf[:0])[:s.level], s.off, c, dst)
}

// shiftIn is shift for a place in any element of the last of some arrays.
func (l *layout) shiftIn(around []arrayAt, off, c int64, dst []spot) []spot {
	n := int32(len(around))
	a := around[n-1]
	e := a.elem.size
	rel := off - a.start
	t := rel + c
	in := a.elem.normalise((t%e+e)%e, n)
	dst = append(dst, spot{a.start + in.off, max(in.level, n)})
	if t >= 0 && t < e || a.n < 0 || c%e == 0 && (a.size < 0 || abs(c) <= a.size) {
		return dst
	}
	for _, base := range [2]int64{rel, rel + (a.n-1)*e} {
		to := base + c
		switch {
		case to >= 0 && to <= a.size:
		case n > 1:
			dst = l.shiftIn(around[:n-1], a.start, to, dst)
		default:
			if s, ok := l.normalise(a.start + to); ok {
				dst = append(dst, s)
			}
		}
	}
	return dst
}

func abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}

// scalar reports whether all of an area is one cell.
func (a *area) scalar() bool { return a.elem == nil && a.fields == nil }

// index appends the spots that s can be after adding any multiple of stride:
// an index stays in its array. It reports false if the spot can be anywhere in
// the object.
func (l *layout) index(s spot, stride int64, dst []spot) ([]spot, bool) {
	stride = abs(stride)
	if stride == 0 || l.plain() {
		return append(dst, s), true
	}
	var buf [4]arrayAt
	around := l.arrays(s.off, buf[:0])
	for pass := range 3 {
		for i := len(around) - 1; i >= 0; i-- {
			e := around[i].elem
			if pass == 0 && e.size == stride || pass == 1 && e.size > 0 && stride%e.size == 0 || pass == 2 && e.scalar() {
				return append(dst, spot{s.off, max(s.level, int32(i+1))}), true
			}
		}
	}
	if s.level > 0 || l.root.size < 0 || l.root.size/stride > 16 {
		return dst, false
	}
	for o := s.off % stride; o <= l.root.size; o += stride {
		if n, ok := l.normalise(o); ok {
			dst = append(dst, n)
		}
	}
	return dst, true
}

// at appends the cells that an access of size bytes at offset off can touch.
// size < 0 means to the end of the object, or of the array of cells around.
func (l *layout) at(off, size int64, dst []int32) []int32 {
	if off == anyOffset {
		return l.all(dst)
	}
	if size < 0 {
		var buf [4]arrayAt
		if around := l.arrays(off, buf[:0]); len(around) > 0 {
			if a := around[len(around)-1]; a.elem.scalar() && (a.start > 0 || a.area == l.root) {
				return append(dst, a.elem.cell)
			}
		}
		if l.root.size < 0 {
			return l.all(dst)
		}
		size = l.root.size - off
	}
	return l.root.cellsAt(off, off+max(size, 1), dst)
}

// text appends the cells of the string at offset off: the array around it, or
// the one cell there.
func (l *layout) text(off int64, dst []int32) []int32 {
	if off == anyOffset {
		return l.all(dst)
	}
	return l.root.cellsAt(off, off+1, dst)
}

func (l *layout) all(dst []int32) []int32 {
	for i := range l.cells {
		dst = append(dst, int32(i))
	}
	return dst
}

func appendCell(dst []int32, c int32) []int32 {
	for _, d := range dst {
		if d == c {
			return dst
		}
	}
	return append(dst, c)
}

func (a *area) cellsAt(lo, hi int64, dst []int32) []int32 {
	switch {
	case a.size >= 0 && lo >= a.size || hi <= lo:
		return dst
	case a.elem != nil:
		e := a.elem.size
		if e <= 0 {
			return a.elem.cellsAt(0, 1, dst)
		}
		if hi-lo >= e {
			return a.elem.cellsAt(0, e, dst)
		}
		lo, hi = lo%e, lo%e+hi-lo
		dst = a.elem.cellsAt(lo, min(hi, e), dst)
		if hi > e && a.n != 1 {
			dst = a.elem.cellsAt(0, hi-e, dst)
		}
		return dst
	case a.fields != nil:
		first := sort.Search(len(a.fields), func(i int) bool { return a.fields[i].off > lo }) - 1
		for i := max(first, 0); i < len(a.fields) && a.fields[i].off < hi; i++ {
			f := a.fields[i]
			dst = f.area.cellsAt(max(lo-f.off, 0), min(hi-f.off, f.area.size), dst)
		}
		return dst
	}
	return appendCell(dst, a.cell)
}
