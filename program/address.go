package program

// The shape of addresses, shared by both machines.
//
// Every address lies below 1<<AddressBits, as those of user space do on x86-64
// and AArch64: programs may keep a pointer in the payload of a NaN, or something
// else in its highest 17 bits. Pointer arithmetic, comparison, difference and
// casts to integers and back stay plain 64-bit arithmetic; the slot of an access
// is a shift, bounds and lifetime are one table look-up. Offset 0 of every object
// is aligned for every type.
//
// An address names a slot, which holds one object at a time, and the byte offset
// in it. There are a few wide slots and many narrow ones:
//
//	46 45          32 31                      0
//	[0][    slot    ][         offset         ]   wide, slots 0..WideSlots-1
//	[1][ slot - WideSlots  ][     offset      ]   narrow
//	46 45                 22 21               0
//
// Wide slots are so far apart that no index of a wrong type or sign leads from
// one object into another; they are given first. Slot 0 is never used, so that
// small integers are invalid pointers. The wide slots from BigSlots to FuncSlot
// are for objects that are too large for narrow ones. Those from FuncSlot upward
// are functions and code labels, which have no bytes:
//
//	function f:        slot FuncSlot,  offset f<<4
//	label b of f:      b bytes behind the start of slot FuncSlot+1 and f<<LabelBits
//
// Numbering is deterministic and the same in both machines: globals take the
// slots that GlobalSlot says; every later object takes the slot that
// machine.Slots gives. That a slot was used before is not in its addresses:
// slots wait before they are used again, so that dangling pointers are recognised.
const (
	// AddressBits is the width of addresses; the bits above are clear.
	AddressBits = 47
	// WideBits is the width of the offset in a wide slot, NarrowBits in a narrow one.
	WideBits, NarrowBits = 32, 22
	// WideSlots is the number of wide slots, and the first narrow one.
	WideSlots = 1 << (AddressBits - 1 - WideBits)
	// AllSlots is the number of slots.
	AllSlots = WideSlots + 1<<(AddressBits-1-NarrowBits)
	// GlobalSlots is the first wide slot that no global takes, BigSlots the first of
	// those that only objects beyond MaxNarrowSize take.
	GlobalSlots, BigSlots = 0x2000, 0x3000
	// FuncSlot is the first slot of the code range.
	FuncSlot = 0x3C00
	// LabelBits is the width of the number of a label of a function.
	LabelBits = 20
	// MaxObjectSize is the greatest size of an object in bytes. Offsets from
	// there upward are reached only by pointers that left their object, by
	// at most 1 GiB below its start, and so never alias another object.
	MaxObjectSize = 3 << (WideBits - 2)
	// MaxNarrowSize is the same for an object in a narrow slot.
	MaxNarrowSize = 3 << (NarrowBits - 2)
)

// narrowStart is the address of the first narrow slot.
const narrowStart = 1 << (AddressBits - 1)

// MakeAddress returns the address of the given byte of the object in a slot.
func MakeAddress(slot, offset uint32) uint64 {
	if slot < WideSlots {
		return uint64(slot)<<WideBits | uint64(offset)
	}
	return narrowStart + uint64(slot-WideSlots)<<NarrowBits + uint64(offset)
}

// SplitAddress returns the slot and the offset of an address; the slot is AllSlots
// if it is beyond all addresses.
func SplitAddress(a uint64) (slot, offset uint32) {
	switch {
	case a < narrowStart:
		return uint32(a >> WideBits), uint32(a)
	case a < 1<<AddressBits:
		return WideSlots + uint32((a-narrowStart)>>NarrowBits), uint32(a) & (1<<NarrowBits - 1)
	}
	return AllSlots, 0
}

// Slot returns the slot of an address.
func Slot(a uint64) uint32 {
	s, _ := SplitAddress(a)
	return s
}

// OffsetBits returns the width of the offset in the slot of an address.
func OffsetBits(a uint64) int {
	if a < narrowStart {
		return WideBits
	}
	return NarrowBits
}

// Beside returns the slot of an address and the offset there, below 0 if it is of
// those that only a pointer reaches which left the object by going below its start.
func Beside(a uint64) (slot uint32, off int64) {
	slot, low := SplitAddress(a)
	most, width := uint32(MaxObjectSize), WideBits
	if slot >= WideSlots {
		most, width = MaxNarrowSize, NarrowBits
	}
	if off = int64(low); low >= most && slot < AllSlots {
		return slot + 1, off - 1<<width
	}
	return slot, off
}

// Fits reports whether an object of size bytes can be in a slot.
func Fits(slot uint32, size uint64) bool {
	return size <= MaxNarrowSize || slot < WideSlots && size <= MaxObjectSize
}

// GlobalSlot returns the slot of Globals[g].
func GlobalSlot(g int) uint32 {
	if g+1 < GlobalSlots {
		return uint32(g + 1)
	}
	return WideSlots + uint32(g+1-GlobalSlots)
}

// GlobalInSlot returns which of so many globals is in a slot.
func GlobalInSlot(slot uint32, globals int) (g int, ok bool) {
	switch {
	case slot < GlobalSlots:
		g = int(slot) - 1
	case slot >= WideSlots:
		g = int(slot) - WideSlots + GlobalSlots - 1
	default:
		return 0, false
	}
	return g, g >= 0 && g < globals
}

// GlobalAddress returns the address of byte off of Globals[g].
func GlobalAddress(g int, off int64) uint64 {
	return MakeAddress(GlobalSlot(g), 0) + uint64(off)
}

// GlobalAt returns which of so many globals an address lies in, or beside.
func GlobalAt(a uint64, globals int) (g int, ok bool) { return GlobalInSlot(Slot(a), globals) }

// FuncAddress returns the address of Funcs[f]. The lowest four bits are clear.
func FuncAddress(f int) uint64 {
	return FuncSlot<<WideBits | uint64(f)<<4
}

// FuncIndex is the inverse of FuncAddress.
func FuncIndex(a uint64) (f int, ok bool) {
	slot, offset := SplitAddress(a)
	if slot != FuncSlot || offset&15 != 0 {
		return 0, false
	}
	return int(offset >> 4), true
}

// labelStart is the address of the first label.
const labelStart = (FuncSlot + 1) << WideBits

// LabelAddress returns the address (&&label) of block b of Funcs[f].
func LabelAddress(f, b int) uint64 {
	return labelStart + uint64(f)<<LabelBits + uint64(b)
}

// LabelIndex is the inverse of LabelAddress.
func LabelIndex(a uint64) (f, b int, ok bool) {
	if a < labelStart || a >= narrowStart {
		return 0, 0, false
	}
	a -= labelStart
	return int(a >> LabelBits), int(a & (1<<LabelBits - 1)), true
}
