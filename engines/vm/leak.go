package vm

import (
	"encoding/binary"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/machine"
)

// checkLeaks makes it a fault if there are heap objects to which no pointer is
// left in globals, on the stack, in variables that are registers, or in objects
// reached from there. Pointers are found conservatively: any aligned word that
// was written and is an address in a live object counts. What the run-time
// library allocates for itself does not count. The fault's place is where the
// first of the objects was allocated.
func (x *Instance) checkLeaks() {
	reached := make([]bool, len(x.objects))
	var work []uint32
	see := func(v uint64) {
		s := program.Slot(v)
		if int(s) < len(x.objects) && x.objects[s].live && !reached[s] {
			reached[s] = true
			work = append(work, s)
		}
	}
	for s := 1; s < len(x.objects); s++ {
		if o := &x.objects[s]; o.live && o.kind != machine.HeapObject {
			reached[s] = true
			work = append(work, uint32(s))
		}
	}
	registers := func(fp int, regs []uint64, frames []frame) {
		for i := len(frames) - 1; i >= 0; i-- {
			fr := &frames[i]
			for _, v := range regs[fp : fp+int(x.m.funcs[fr.fn].temps)] {
				see(v)
			}
			fp -= int(fr.window)
		}
	}
	registers(x.fp, x.regs, x.frames[:x.depth])
	for i := range x.fibers {
		if f := &x.fibers[i]; i != x.fiber {
			registers(f.fp, f.regs, f.frames)
			see(f.arg)
		}
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for data, off := x.objects[s].data, 0; off+8 <= len(data); off += 8 {
			if x.initWord(s, uint64(off), 8) == lowBits(8) {
				see(binary.LittleEndian.Uint64(data[off:]))
			}
		}
	}
	x.reportLeaks(reached)
}

func (x *Instance) reportLeaks(reached []bool) {
	bytes, count, first := uint64(0), uint64(0), uint32(0)
	for s := range reached {
		if o := &x.objects[s]; o.live && o.kind == machine.HeapObject && !reached[s] && x.details[s].site >= 0 {
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
	x.fail(program.FaultLeak, x.faults().Leaked(bytes, count, x.describe(first)))
	if site := x.details[first].site; site >= 0 {
		x.fault.Pos, x.fault.Func = x.m.at(site)
	}
}
