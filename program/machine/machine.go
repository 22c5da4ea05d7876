// Package machine is what every machine that executes programs has to agree on,
// because programs or their users see it: how objects are numbered, what is
// charged for them, how steps and the clock are counted, and how faults are told.
//
// # How objects are numbered
//
// The policy is part of the semantics: pointers are visible to programs (they
// can print, hash and compare them).
//
//  1. Globals have the slots of program.GlobalSlot.
//  2. A new slot is the lowest wide one never used in this run. Once all up to
//     program.BigSlots are used, it is the lowest narrow one, and for an object
//     beyond program.MaxNarrowSize the lowest wide one from there on.
//  3. Stack objects are: the block of variable arguments of an activation (made
//     by the call, before the arguments are bound, for every function declared
//     variadic), and the objects of Enter and EnterVLA. Their slot waits until
//     StackQuarantine others have ended, and is free then. Such an object takes
//     the slot that is free since last, or a new one if none is free.
//  4. All other objects take heap slots: those of __rift_alloc and __rift_file,
//     and the strings of __rift_arg and __rift_env. More than HeapQuarantine freed
//     heap slots waiting, an allocation takes the one freed longest ago if it fits;
//     otherwise a new slot.
//  5. What is beyond program.MaxNarrowSize and the slots from program.BigSlots on
//     have waiting and free slots of their own. Without a new slot, the one that
//     waits longest is taken.
//  6. A returning activation ends its locals in descending order of their
//     number, then objects of variable size, last first, then the block of
//     variable arguments. longjmp does this for each activation it leaves.
//
// A slot keeps its kind for the whole run. A dangling pointer is recognised until its
// slot is taken again.
//
// # Stack
//
// An activation is charged FrameCost. Objects of variable size are charged when
// they begin. Exceeding the limit is program.FaultStack. The charges are near to
// what gcc -O0 uses, so that deep recursion fails at about the depth at which it
// would.
//
// # Heap
//
// An object is charged its size and ObjectCost. __rift_alloc gives null when the
// limit does not allow it; other objects end the run with the limit "memory".
package machine

import "github.com/riftlab/rift/program"

const (
	// HeapQuarantine is how many freed heap slots wait before the first of them is
	// used again, StackQuarantine how many slots of ended objects on the stack.
	HeapQuarantine, StackQuarantine = 1 << 14, 1 << 8
	// ObjectCost is what each heap object is charged beyond its bytes.
	ObjectCost = 64
	// Bulk is how many bytes a service that moves bytes moves for one step.
	Bulk = 64
	// Epoch is the time at which every run begins, in seconds since the epoch.
	Epoch = 1_600_000_000
)

// ObjectKind says what an object is.
type ObjectKind uint8

// The kinds of objects.
const (
	NoObject ObjectKind = iota
	GlobalObject
	LocalObject
	VLAObject
	VarargsObject
	HeapObject
	StringObject // argument, environment entry, parameter of an entry function
)

// BulkSteps returns the steps that moving n bytes counts.
func BulkSteps(n uint64) int64 { return int64(n / Bulk) }

// AllocationSteps returns the steps that an allocation of n bytes counts.
func AllocationSteps(n uint64) int64 { return int64(min(n, program.MaxObjectSize) / Bulk / 8) }

// Aligned returns a size on the stack rounded up to what it is charged.
func Aligned(size int64) int64 { return (size + 15) &^ 15 }

// FrameCost returns the bytes of stack that an activation of a function is
// charged: 64, 8 for each named register, and the size of its locals, each
// rounded up to 16.
func FrameCost(fn *program.Func) int64 {
	cost := int64(64)
	for _, r := range fn.Regs {
		if r.Name != "" {
			cost += 8
		}
	}
	for _, l := range fn.Locals {
		if l.Size >= 0 {
			cost += Aligned(l.Size)
		}
	}
	return cost
}

// Clock returns what a clock of __rift_clock shows after so many steps: 0 the
// seconds, 1 the nanoseconds of the second, else microseconds of processor time.
func Clock(which int, steps int64) uint64 {
	switch which {
	case 0:
		return uint64(Epoch + steps/1_000_000_000)
	case 1:
		return uint64(steps % 1_000_000_000)
	}
	return uint64(steps / 1000)
}
