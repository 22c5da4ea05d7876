package matrix

import "github.com/riftlab/rift/program/flow"

// difference keeps the bytes of memory in which two runs differ, while one and
// the other go on.
type difference struct {
	comparison *comparison
	old, new   int32 // writes applied
	cells      map[cell]*pair
	differ     map[object]int // bytes that differ
	origin     map[object]object
}

// cell is a byte of an object of either run, by its canonical name.
type cell struct {
	object object
	offset uint32
}

// pair holds what both runs have at a cell.
type pair struct {
	old, new byte
}

// any reports whether memory that is live at node n of the new version differs
// after so many writes of both runs.
func (d *difference) any(new, old int32, n flow.Node) bool {
	d.advance(new, old)
	if len(d.differ) == 0 {
		return false
	}
	live := d.comparison.versions.live.memory(n)
	for o := range d.differ {
		if d.live(live, o) {
			return true
		}
	}
	return false
}

// live reports whether an object, by its canonical name, is in a set of live
// abstract objects of the new version.
func (d *difference) live(set map[objectKey]bool, o object) bool {
	n := d.origin[o]
	switch n.kind {
	case flow.GlobalObject:
		return set[objectKey{flow.GlobalObject, -1, n.index}]
	case flow.LocalObject:
		return set[objectKey{flow.LocalObject, n.fn, n.index}]
	}
	for k := range set {
		if k.kind == n.kind {
			return true
		}
	}
	return false
}

// advance applies writes of both runs up to the given numbers, or starts anew
// if that many have been applied already.
func (d *difference) advance(new, old int32) {
	if d.cells == nil || new < d.new || old < d.old {
		d.new, d.old = 0, 0
		d.cells, d.differ, d.origin = map[cell]*pair{}, map[object]int{}, map[object]object{}
	}
	c := d.comparison
	for ; d.new < new; d.new++ {
		d.apply(c.new, d.new, true)
	}
	for ; d.old < old; d.old++ {
		d.apply(c.old, d.old, false)
	}
}

func (d *difference) apply(r *run, i int32, new bool) {
	w := r.writes[i]
	c := d.comparison
	o := c.canonical(r, w.address, new)
	if new {
		if n, ok := r.heap[uint32(w.address>>32)]; ok {
			d.origin[o] = n
		} else {
			d.origin[o] = object{kind: o.kind, index: int32(w.address>>32)&(1<<24-1) - 1}
		}
	} else if _, ok := d.origin[o]; !ok {
		d.origin[o] = o
	}
	for k, b := range r.bytes[w.at : w.at+w.n] {
		at := cell{o, uint32(w.address) + uint32(k)}
		p := d.cells[at]
		if p == nil {
			v := c.initial(o, at.offset)
			p = &pair{old: v, new: v}
			d.cells[at] = p
		}
		was := p.old != p.new
		if new {
			p.new = b
		} else {
			p.old = b
		}
		if is := p.old != p.new; is != was {
			if is {
				d.differ[o]++
			} else if d.differ[o]--; d.differ[o] == 0 {
				delete(d.differ, o)
			}
		}
	}
}

// initial returns a byte of an object as it is before anything is written.
func (c *comparison) initial(o object, off uint32) byte {
	if o.kind == flow.GlobalObject && o.index >= 0 && int(o.index) < len(c.versions.old.Program().Globals) {
		if data := c.versions.old.Program().Globals[o.index].Data; int(off) < len(data) {
			return data[off]
		}
	}
	return 0
}
