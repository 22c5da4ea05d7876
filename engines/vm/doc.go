// Package vm is rift's concrete machine: it runs a program.Program on one
// program.Input after another, checks every access, and says what the program
// showed (program.Outcome).
//
// A Machine is the program compiled to dense instructions; an Instance is the
// state of its runs. Terms:
//
//   - window: the registers of one activation, a stretch of one array. It holds
//     parameters, variables, temporaries, three scratch registers, a home
//     register for each Local (the address of its live object, or 0), and the
//     constants that instructions use as register operands.
//   - step: one IR instruction executed. Fusing instructions does not change
//     the count; a copied, dropped or fused instruction counts like any other.
//     Services that move bytes (copy, fill, read, write, CopyMem, ZeroMem)
//     count one more for each 64 bytes, an allocation for each 512 bytes. The
//     step limit is looked at between blocks.
//   - slot, generation: see program's address.go.
//
// # How objects are numbered
//
// The policy is part of the semantics: pointers are visible to programs (they
// can print, hash and compare them), so every machine has to follow it.
//
//  1. Globals have slots 1..len(Globals), generation 0.
//  2. A new slot is the lowest one never used in this run.
//  3. Stack objects are: the block of variable arguments of an activation (made
//     by the call, before the arguments are bound, for every function declared
//     variadic), and the objects of Enter and EnterVLA. Such an object takes
//     the stack slot freed last, with the next generation, or a new slot if
//     none is free.
//  4. All other objects take heap slots: those of __rift_alloc and __rift_file,
//     and the strings of __rift_arg and __rift_env. More than 4096 freed heap
//     slots waiting, an allocation takes the one freed longest ago, with the
//     next generation; otherwise a new slot.
//  5. A returning activation ends its locals in descending order of their
//     number, then objects of variable size, last first, then the block of
//     variable arguments. longjmp does this for each activation it leaves.
//
// A slot keeps its kind for the whole run. Dangling pointers into a slot that
// was reused are recognised by their generation, until that has wrapped.
//
// # Undefined bits
//
// What memory holds that was never written is undefined, and using it an error;
// program.Undefined says what is a use. Each byte has a bit that says whether it is
// defined; where some of its bits only are, the object has a second array. Registers
// have undefined bits only while careful.go executes.
//
// # Stack
//
// An activation is charged 64 bytes, 8 for each named register, and the size
// of its Locals, each rounded up to 16; objects of variable size are charged
// when they begin. Exceeding Options.MaxStack is program.FaultStack. The
// charges are near to what gcc -O0 uses, so that deep recursion fails at about
// the depth at which it would.
//
// # Entry functions
//
// With Input.Entry a run calls that function instead of main. Input.Values then
// holds, in order: a value for each parameter; values for globals, as long as
// their names are those of globals; answers to nondeterministic inputs. Scalars
// and aggregates are given by their bytes. A pointer is given by the bytes it
// is to point to, which become an object of their own; no bytes give null.
// Input.Objects become objects after those of the parameters; the Links of values
// and objects are pointers among all of these.
// Answers that are missing are zero. After the function has returned, the
// run-time library ends the run as exit(0) does. Outcome.Result holds the bytes
// of the result; of a pointer, the bytes it points to as far as its type tells
// (strings without the NUL), none if it is null.
//
// # Heap
//
// An object is charged its size and 64 bytes. __rift_alloc gives null when
// Options.MaxMemory does not allow it; other objects end the run with the
// limit "memory".
package vm
