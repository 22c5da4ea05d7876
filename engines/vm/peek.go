package vm

// Peek returns the n bytes at an address, or as many as the object there has,
// initialised or not; none if it is dead. It is for tracers: the result is
// memory of the run, valid during Tracer.Step and not to be changed.
func (x *Instance) Peek(address uint64, n int64) []byte {
	s := uint32(address>>32) & slotMask
	if int(s) >= len(x.objects) {
		return nil
	}
	o := &x.objects[s]
	off := int64(uint32(address))
	if !o.live || o.id != uint32(address>>32) || off >= int64(len(o.data)) {
		return nil
	}
	return o.data[off:min(off+n, int64(len(o.data)))]
}
