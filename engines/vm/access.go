package vm

import (
	"encoding/binary"

	"github.com/riftlab/rift/program"
)

// The accesses of the inner loop. The caller has tested that the bytes lie below
// rlim or wlim of an object. Go tests the bounds of data once more; unsafe
// pointers instead gained between nothing and a tenth on the programs of
// testdata/speed, which is too little for what they risk.

func get1(o *object, off uint32) uint64 { return uint64(o.data[off]) }
func get2(o *object, off uint32) uint64 { return uint64(binary.LittleEndian.Uint16(o.data[off:])) }
func get4(o *object, off uint32) uint64 { return uint64(binary.LittleEndian.Uint32(o.data[off:])) }
func get8(o *object, off uint32) uint64 { return binary.LittleEndian.Uint64(o.data[off:]) }

func put1(o *object, off uint32, v uint64) { o.data[off] = uint8(v) }
func put2(o *object, off uint32, v uint64) { binary.LittleEndian.PutUint16(o.data[off:], uint16(v)) }
func put4(o *object, off uint32, v uint64) { binary.LittleEndian.PutUint32(o.data[off:], uint32(v)) }
func put8(o *object, off uint32, v uint64) { binary.LittleEndian.PutUint64(o.data[off:], v) }

// quick returns the object that is, or was, in the slot of address a. The offset there
// is the low half of the address without the object's base.
func quick(objects []object, a uint64) *object {
	s := a >> program.WideBits
	if s >= program.WideSlots {
		s = a>>program.NarrowBits - firstNarrow
	}
	if s < uint64(len(objects)) {
		return &objects[s]
	}
	return &noObjectHere
}

// firstNarrow is what the number of a narrow slot is less than its address, shifted.
const firstNarrow = 1<<(program.AddressBits-1-program.NarrowBits) - program.WideSlots

// noObjectHere stands for an invalid address; nothing lies below its limits.
var noObjectHere object

// getWord reads n = 1, 2, 4 or 8 bytes.
func getWord(b []byte, n uint64) uint64 {
	switch n {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

// putWord writes the n = 1, 2, 4 or 8 low bytes of v.
func putWord(b []byte, n, v uint64) {
	switch n {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	default:
		binary.LittleEndian.PutUint64(b, v)
	}
}

// accessMode tells how an access names its address.
type accessMode uint8

const (
	atBase   accessMode = iota // R[b] + imm
	atIndex                    // R[b] + R[c]*imm + f
	atIndexS                   // the same with R[c] sign-extended
	atGlobal                   // slot t, offset f
)

// accessOp describes a load or store.
type accessOp struct {
	size  uint8
	mode  accessMode
	store bool
	// A loaded word is shifted up and down to sign-extend it, then masked.
	shift uint8
	mask  uint64
}

const all = 1<<64 - 1

var accesses = [...]accessOp{
	opLoad1: {1, atBase, false, 0, all}, opLoad2: {2, atBase, false, 0, all}, opLoad4: {4, atBase, false, 0, all}, opLoad8: {8, atBase, false, 0, all},
	opLoad1X: {1, atIndex, false, 0, all}, opLoad2X: {2, atIndex, false, 0, all}, opLoad4X: {4, atIndex, false, 0, all}, opLoad8X: {8, atIndex, false, 0, all},
	opLoad1XS: {1, atIndexS, false, 0, all}, opLoad2XS: {2, atIndexS, false, 0, all}, opLoad4XS: {4, atIndexS, false, 0, all}, opLoad8XS: {8, atIndexS, false, 0, all},
	opLoad1G: {1, atGlobal, false, 0, all}, opLoad2G: {2, atGlobal, false, 0, all}, opLoad4G: {4, atGlobal, false, 0, all}, opLoad8G: {8, atGlobal, false, 0, all},
	opStore1: {1, atBase, true, 0, all}, opStore2: {2, atBase, true, 0, all}, opStore4: {4, atBase, true, 0, all}, opStore8: {8, atBase, true, 0, all},
	opStore1X: {1, atIndex, true, 0, all}, opStore2X: {2, atIndex, true, 0, all}, opStore4X: {4, atIndex, true, 0, all}, opStore8X: {8, atIndex, true, 0, all},
	opStore1XS: {1, atIndexS, true, 0, all}, opStore2XS: {2, atIndexS, true, 0, all}, opStore4XS: {4, atIndexS, true, 0, all}, opStore8XS: {8, atIndexS, true, 0, all},
	opStore1G: {1, atGlobal, true, 0, all}, opStore2G: {2, atGlobal, true, 0, all}, opStore4G: {4, atGlobal, true, 0, all}, opStore8G: {8, atGlobal, true, 0, all},
	opLoad1S: {1, atBase, false, 56, 1<<32 - 1}, opLoad2S: {2, atBase, false, 48, 1<<32 - 1}, opLoad4S: {4, atBase, false, 32, all},
	opTraceAfter: {},
}

// address returns the address of a load or store.
func (in *inst) address(r *window, d *accessOp) uint64 {
	switch d.mode {
	case atBase:
		return r[in.b] + in.imm
	case atIndex:
		return r[in.b] + r[in.c]*in.imm + uint64(int64(in.f))
	case atIndexS:
		return r[in.b] + uint64(int64(int32(uint32(r[in.c])+uint32(in.imm>>32))))*uint64(int64(int32(in.imm))) + uint64(int64(in.f))
	}
	return program.MakeAddress(uint32(in.t), uint32(in.f))
}

// access is a load or store that failed the quick test.
func (x *Instance) access(r *window, in *inst, d *accessOp) bool {
	a, n := in.address(r, d), uint64(d.size)
	if d.store {
		return x.storeSlow(a, n, r[in.a])
	}
	s, off, ok := x.find(a, n, "read")
	if !ok {
		return false
	}
	if x.objects[s].left != 0 && x.initWord(s, off, n) != lowBits(n) {
		return x.careful()
	}
	v := getWord(x.objects[s].data[off:], n)
	r[in.a] = uint64(int64(v<<d.shift)>>d.shift) & d.mask
	return true
}
