// Package regver proves that two versions of a program show the same on every
// input, function by function, without following paths one by one. It never makes a
// test.
//
// Terms:
//
//   - A *pair* is the two versions of a function of one name whose code differs.
//     Same code means the same instructions on corresponding objects, whatever
//     registers, variables and lines are called.
//   - A *cut* is a block at whose entry execution is cut, so that what lies between
//     cuts has no cycle; there is one on each loop. A *segment* is what is executed
//     from a cut, or the entry, to the next ones.
//   - The *history* stands for all that calls can read and change but bytes of
//     memory: what was shown and read so far, and which objects there are.
//   - An *event* is a call, a machine service, or the begin or end of an object that
//     others can reach.
//   - *Private* are objects of an activation whose address is used for nothing but
//     accesses, so that nobody else can reach them.
//
// # Method
//
// Each segment of both versions is executed once as terms over common variables:
// where ways join, values become choices. Calls are unknown functions of arguments,
// history and memory, the same ones in both versions; so a recursive call stands for
// its own claim (Godlin, Strichman: Regression verification, DAC 2009; here by
// induction over the run, which covers loops as well). Loops are coupled one to one:
// a pair of cuts that both versions reach on the same conditions has a relation of
// the values there, guessed and then cut down until every segment preserves it
// (couple.go). Functions that are in one version only, or that cannot be proved, take
// the place of their calls. Sums and products of fractions are unknown functions too
// (Badihi, Akinotcho, Li, Rubin: ARDiff, FSE 2020, abstract all common code; here
// only operations are).
//
// Formulas of one byte are one term if they have one truth table (tables.go), and formats
// of printf are one if they print the same (formats.go).
//
// Where that does not suffice the proof is tried again in stronger ways, which cost
// more (variants): loops of which the number of rounds is known are unrolled; what each
// round of a loop adds to a register is found by executing one from any state
// and taken off before values are compared, so that an index that counts
// up, one that counts down and a pointer that walks are all constant (the number of
// rounds is a variable that both versions share); rounds are executed before a loop, or
// two to one; a loop is coupled with two, one on each side of a condition; calls in the
// place of a return become loops, and so do those that a sum or a product is made of, if
// only one version has them; loops that do nothing but sum up and the like count up instead
// of down; and all short functions take the place of their calls.
// Sums of products are brought into one order (canon.go), and products and quotients are
// unknown functions as long as that suffices (abstract.go).
//
// # Why a proof is right
//
// Suppose both versions run on one input. Both begin in the same function with equal
// memory and history. As long as they execute the same code on equal values they do
// the same, by determinism of the machine. In a pair, the claim of each segment is,
// for all values that satisfy the relation at its beginning and whatever calls return
// and leave behind: both versions come out by the same way on the same conditions (a
// return, a fault, or a pair of cuts), there with equal histories, and, but for
// faults, with equal shared memory, and equal results or the relation of that pair of
// cuts. The claims are proved for all values of the unknown functions, so also if
// those give another history for each other argument: equal histories then mean that
// the calls were the same ones, in the same order, with equal arguments, memory and
// history. By induction over the steps of a run each call of one version therefore
// meets an equal call of the other, and by the induction hypothesis both give the
// same, or both do not return: because they end the run, fault or go on for ever.
// Each segment ends, as it has no cycle, and each round of a loop of one version is
// one of the other. So both versions end or both do not (mutual termination), and
// what they show is equal.
//
// Functions of the same code in both versions whose results are computed from their
// arguments alone, without loops, are no events: they may be called in another order
// or number. They may set errno if nothing that can be called looks at
// it, but by the conversion %m.
//
// Functions that only read, and call none but such, are no events either: what they
// return, and whether they do, is a function of arguments, memory and history, the same
// one in both versions, and not to return is a way out like a fault. Of the pairs among
// them the claim is proved by induction over the steps of a run of one version: let that
// function be what the new version does for calls of more steps; as the claim of a segment
// holds for every such function, the other version comes out by the same way, and what it
// calls of fewer steps returns the same. Where no error can happen in such a function, not
// to return is to go on for ever, whichever call it is.
//
// Other threads can run where a function calls another, and before its atomic and volatile
// accesses, which are calls then: they may change all memory. That they access nothing at
// the same time otherwise is assumed, and said with the proof.
//
// Undefined bits are followed as program.Undefined says; that what a function is
// given has none is assumed, and said with the proof.
//
// The order of the operands of a sum or product of fractions decides which of two
// NaNs is the result. Operands are exchanged only if nothing that can be called could
// show sign or payload of a NaN (nan.go), and program.Equivalence takes NaNs for one.
//
// # What is assumed of some proofs
//
// Result.Assumes says which of these a proof needed: that the sign and payload of a NaN
// do not count; that no loop goes round 2^31 times, so that an int that counts bytes does
// not overflow, and no text is longer; that two accesses by one pointer, if both are errors,
// are errors of one kind, as they are in one object; that it does not count which error ends a run where both versions end in
// one: they may read two pointers in another order, of which one is null and one is not
// valid. The last is assumed only where runs that rest on undefined behaviour are excluded
// from what is compared: elsewhere two errors of different kinds are a difference.
//
// # What is assumed of all proofs
//
//   - The numbers of objects in addresses do not matter: which variable, local or
//     function has which address, beyond being the same one or not, and whether two
//     equal literals are one object. Nothing reaches another object by an index that
//     is out of bounds by gigabytes.
//   - Limits do not matter: of steps, of the stack and of memory. One version may
//     need more of them.
//   - The clock does not matter: it advances with steps, of which the versions
//     execute different numbers.
//   - Signed arithmetic wraps: overflow is no fault.
//   - The rules of package bitvec and the solver are right.
//
// # What is not attempted
//
// Loops with two entries, computed jumps, objects of variable size, variable
// arguments, volatile accesses, long double and __int128, setjmp, and loops that the
// versions go round in different numbers, but for one round before it or two at a time. A pair with these is not proved, unless it
// is the same code.
package regver
