package matrix

import (
	"bytes"

	"github.com/riftlab/rift/engines/matrix/execution"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/flow"
	"github.com/riftlab/rift/program/flow/pointsto"
)

// difference keeps the bytes of memory in which two runs differ, while one and
// the other go on.
type difference struct {
	comparison *comparison
	old, new   int32 // writes applied
	objects    map[execution.Object]*both
	differ     map[execution.Object]int // bytes that differ, for those that do
}

// both is what both runs have in an object, known by its canonical name.
type both struct {
	old, new []byte
	origin   execution.Object // the name that the new version's run has for it, or else the old one's
	named    bool             // the new version's run has written to it
}

// any reports whether memory that is live at node n of the new version differs
// after so many writes of both runs.
func (d *difference) any(new, old int32, n flow.Node) bool {
	d.advance(new, old)
	if len(d.differ) == 0 {
		return false
	}
	live := d.comparison.versions.live.Memory(n)
	for o := range d.differ {
		if d.live(live, o) {
			return true
		}
	}
	return false
}

// live reports whether an object, by its canonical name, is in a set of live
// abstract objects of the new version.
func (d *difference) live(set map[execution.ObjectKey]bool, o execution.Object) bool {
	x := d.objects[o]
	n := x.origin
	key := execution.ObjectKey{Kind: n.Kind, Func: n.Func, Index: n.Index}
	if n.Kind == pointsto.GlobalObject {
		key.Func = -1
	}
	if !x.named { // known by its number in the old version
		key = d.comparison.versions.keyToNew(key)
	}
	if n.Kind == pointsto.GlobalObject || n.Kind == pointsto.LocalObject {
		return set[key]
	}
	for k := range set {
		if k.Kind == n.Kind {
			return true
		}
	}
	return false
}

// advance applies writes of both runs up to the given numbers, or starts anew
// if that many have been applied already.
func (d *difference) advance(new, old int32) {
	if d.objects == nil || new < d.new || old < d.old {
		d.new, d.old = 0, 0
		d.objects, d.differ = map[execution.Object]*both{}, map[execution.Object]int{}
	}
	c := d.comparison
	for ; d.new < new; d.new++ {
		d.apply(c.new, d.new, true)
	}
	for ; d.old < old; d.old++ {
		d.apply(c.old, d.old, false)
	}
}

func (d *difference) apply(r *execution.Run, i int32, new bool) {
	w := r.Writes[i]
	o := d.comparison.canonical(r, w.Address, i, new)
	x := d.objects[o]
	if x == nil {
		x = &both{origin: o}
		d.objects[o] = x
	}
	if new && !x.named {
		x.named, x.origin = true, d.comparison.origin(o, w.Address, i)
	}
	_, low := program.SplitAddress(w.Address)
	off, end := int(low), int(low)+int(w.Len)
	d.comparison.initial(o, x, end)
	mine, other := x.old, x.new
	if new {
		mine, other = x.new, x.old
	}
	was := unequal(mine[off:end], other[off:end])
	copy(mine[off:], r.Bytes[w.At:w.At+w.Len])
	if is := unequal(mine[off:end], other[off:end]); is != was {
		if d.differ[o] += is - was; d.differ[o] == 0 {
			delete(d.differ, o)
		}
	}
}

// unequal counts the bytes in which two stretches of the same length differ.
func unequal(a, b []byte) int {
	if bytes.Equal(a, b) {
		return 0
	}
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// origin returns the name that the new version's run has for the object at an
// address after so many writes.
func (c *comparison) origin(o execution.Object, address uint64, writes int32) execution.Object {
	if b, _ := c.new.At(address, writes); b != nil && b.Named {
		return b.Object
	}
	g, _ := program.GlobalAt(address, len(c.versions.new.Program().Globals))
	return execution.Object{Kind: o.Kind, Index: int32(g)}
}

// initial extends what is known of an object to a number of bytes, by those that
// it has before anything is written.
func (c *comparison) initial(o execution.Object, x *both, n int) {
	from := len(x.old)
	if n <= from {
		return
	}
	x.old = append(x.old, make([]byte, n-from)...)
	if o.Kind == pointsto.GlobalObject && o.Index >= 0 && int(o.Index) < len(c.versions.old.Program().Globals) {
		if data := c.versions.old.Program().Globals[o.Index].Data; from < len(data) {
			copy(x.old[from:], data[from:])
		}
	}
	x.new = append(x.new, x.old[from:]...)
}
