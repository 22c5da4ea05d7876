package vm

import (
	"encoding/binary"
	"fmt"

	"github.com/riftlab/rift/program"
)

// checkLeaks makes it a fault if there are heap objects to which no pointer is
// left in globals, on the stack, in registers, or in objects reached from
// there. Pointers are found conservatively: any aligned word that is an
// address in a live object counts. The fault's place is where the first of the
// objects was allocated.
func (x *Instance) checkLeaks() {
	reached := make([]bool, len(x.objects))
	var work []uint32
	see := func(v uint64) {
		h := uint32(v >> 32)
		s := h & slotMask
		if s != 0 && int(s) < len(x.objects) && x.objects[s].id == h && x.objects[s].live && !reached[s] {
			reached[s] = true
			work = append(work, s)
		}
	}
	for s := 1; s < len(x.objects); s++ {
		if o := &x.objects[s]; o.live && o.kind != heapObject {
			reached[s] = true
			work = append(work, uint32(s))
		}
	}
	if x.depth > 0 {
		top := x.fp + int(x.m.funcs[x.frames[x.depth-1].fn].window)
		for _, v := range x.regs[:top] {
			see(v)
		}
	}
	for len(work) > 0 {
		data := x.objects[work[len(work)-1]].data
		work = work[:len(work)-1]
		for ; len(data) >= 8; data = data[8:] {
			see(binary.LittleEndian.Uint64(data))
		}
	}
	x.reportLeaks(reached)
}

func (x *Instance) reportLeaks(reached []bool) {
	bytes, count, first := uint64(0), uint64(0), uint32(0)
	for s := range reached {
		if o := &x.objects[s]; o.live && o.kind == heapObject && !reached[s] {
			if count == 0 {
				first = uint32(s)
			}
			count++
			bytes += uint64(len(o.data))
		}
	}
	if count == 0 {
		return
	}
	x.fail(program.FaultLeak, fmt.Sprintf("%s in %s, the first %s", plural(bytes, "byte"), plural(count, "object"), x.objectName(first)))
	if site := x.details[first].site; site >= 0 {
		x.fault.Pos, x.fault.Func = x.m.at(site)
	}
}
