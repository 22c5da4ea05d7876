package program

// The shape of addresses, shared by both machines.
//
// A pointer is 64 bits: the object in the upper half, the byte offset in the
// lower half. Pointer arithmetic, comparison, difference and casts to integers
// and back stay plain 64-bit arithmetic; the object of an access is a shift,
// bounds and lifetime are one table look-up. Offset 0 of every object is
// aligned for every type.
//
// The object half is itself split: the low ObjectSlotBits name a slot, the
// remaining bits count how often that slot has been reused, so that a dangling
// pointer into a reused slot is still recognised (until the count wraps).
//
//	63        56 55            32 31             0
//	[generation][     slot      ][    offset     ]
//
// Slot 0 is never used, so that small integers are invalid pointers. Slots
// from FuncSlot upward are functions and code labels, which have no bytes:
//
//	function f:        slot FuncSlot,  offset f<<4
//	label b of f:      slot FuncSlot+1+f, offset b
//
// Numbering is deterministic and the same in both machines: globals take slots
// 1..len(Globals) in order with generation 0; every later object takes the
// slot and generation that the allocation policy of its machine documents.
const (
	// OffsetBits is the width of the offset part.
	OffsetBits = 32
	// ObjectSlotBits is the width of the slot part.
	ObjectSlotBits = 24
	// FuncSlot is the first slot of the code range.
	FuncSlot = 0xC0_0000
	// MaxObjectSize is the greatest size of an object in bytes. Offsets from
	// there upward are reached only by pointers that left their object, by
	// at most 1 GiB below its start, and so never alias another object.
	MaxObjectSize = 3 << 30
)

// MakeAddress returns the address of the given byte of an object; object is
// the whole upper half (generation and slot).
func MakeAddress(object, offset uint32) uint64 {
	return uint64(object)<<OffsetBits | uint64(offset)
}

// SplitAddress returns the object (upper half) and the offset of an address.
func SplitAddress(a uint64) (object, offset uint32) {
	return uint32(a >> OffsetBits), uint32(a)
}

// ObjectSlot returns the slot part of an address.
func ObjectSlot(a uint64) uint32 {
	return uint32(a>>OffsetBits) & (1<<ObjectSlotBits - 1)
}

// GlobalAddress returns the address of byte off of Globals[g].
func GlobalAddress(g int, off int64) uint64 {
	return uint64(g+1)<<OffsetBits + uint64(off)
}

// FuncAddress returns the address of Funcs[f]. The lowest four bits are clear.
func FuncAddress(f int) uint64 {
	return FuncSlot<<OffsetBits | uint64(f)<<4
}

// FuncIndex is the inverse of FuncAddress.
func FuncIndex(a uint64) (f int, ok bool) {
	object, offset := SplitAddress(a)
	if object != FuncSlot || offset&15 != 0 {
		return 0, false
	}
	return int(offset >> 4), true
}

// LabelAddress returns the address (&&label) of block b of Funcs[f].
func LabelAddress(f, b int) uint64 {
	return uint64(FuncSlot+1+f)<<OffsetBits | uint64(b)
}

// LabelIndex is the inverse of LabelAddress.
func LabelIndex(a uint64) (f, b int, ok bool) {
	object, offset := SplitAddress(a)
	if object <= FuncSlot || object >= 1<<ObjectSlotBits {
		return 0, 0, false
	}
	return int(object - FuncSlot - 1), int(offset), true
}
