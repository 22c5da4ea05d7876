package vm

import (
	"encoding/binary"

	"github.com/riftlab/rift/program"
)

// Peek returns the n bytes at an address, or as many as the object there has,
// initialised or not; none if it is dead. It is for tracers: the result is
// memory of the run, valid during Tracer.Step and not to be changed.
func (x *Instance) Peek(address uint64, n int64) []byte {
	s, low := program.SplitAddress(address)
	if int(s) >= len(x.objects) {
		return nil
	}
	o := &x.objects[s]
	off := int64(low)
	if !o.live || off >= int64(len(o.data)) {
		return nil
	}
	return o.data[off:min(off+n, int64(len(o.data)))]
}

// Buffered returns what the program printed to standard output and left in the buffer
// of the run-time library when an error or a limit ended the last run; nil if neither
// did.
func (x *Instance) Buffered() program.Bytes {
	if x.ending != program.Faulted && x.ending != program.Stopped {
		return nil
	}
	text := program.Bytes{}
	n, ok := x.m.program.GlobalByName("__libc_stdout")
	if !ok || x.m.program.Globals[n].Type == nil {
		return text
	}
	stream := x.objects[program.GlobalSlot(n)].data
	member := func(name string) uint64 {
		for _, f := range x.m.program.Globals[n].Type.Fields {
			if f.Name == name && f.Offset+8 <= int64(len(stream)) {
				return binary.LittleEndian.Uint64(stream[f.Offset:])
			}
		}
		return 0
	}
	from, to := member("start"), member("wp")
	if from == 0 || to <= from {
		return text
	}
	return append(text, x.Peek(from, int64(to-from))...)
}
