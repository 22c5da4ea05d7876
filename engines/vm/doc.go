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
//   - slot: see program's address.go.
//
// Objects are numbered, and steps, memory and the clock counted, as package machine
// says.
//
// # Undefined bits
//
// What memory holds that was never written is undefined, and using it an error;
// program.Undefined says what is a use. Each byte has a bit that says whether it is
// defined; where some of its bits only are, the object has a second array. Registers
// have undefined bits only while careful.go executes.
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
package vm
