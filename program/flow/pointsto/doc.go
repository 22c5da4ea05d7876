// Package pointsto finds what pointers may point to in a program, by the inclusion-based
// analysis of Andersen, and what follows from that: who calls whom, also through
// pointers and by way of the library, and which memory each instruction may read,
// change or replace.
//
// Terms this package owns:
//
//   - abstract object: all objects of a run that one declaration or one allocating
//     call makes. A function that only returns memory it allocates (a wrapper such as
//     xmalloc) is seen through: each call of it makes an object of its own.
//   - cell: a scalar member of an object; all elements of an array share theirs, and
//     what overlaps in a union is one.
//   - location: a cell or a register.
//   - place: an object and an offset in it. Variables of the analysis (registers,
//     cells, results of functions) hold sets of places.
//   - site: a call in code of the program, of a function or of a service of the
//     machine.
//   - access: the locations that one instruction itself, or the library on its behalf,
//     reads and writes.
//
// # How
//
// Instructions become constraints between variables (generate.go, call.go, library.go).
// The solver (solve.go) is that of Andersen's thesis (1994), chapter 4, with difference
// propagation (Pearce, Kelly, Hankin 2004) and lazy cycle detection (Hardekopf, Lin
// 2007); it is field-sensitive and insensitive to the order of statements and to
// calling contexts. Calls through pointers are linked while it runs, so that the call
// graph is made on the fly. What library functions do is in a table (libfacts), or
// follows from their code (libeffects).
//
// # What may be missed
//
// The result covers every run of the machines in engines/vm under these assumptions:
// an index stays in the array (of arrays) that the pointer points into, of whichever
// object it is; pointers survive copying, addition, subtraction and bitwise operations
// on 64 bits, but not multiplication, shifting or being passed through floating-point
// registers; the effects listed for library functions are right (tests compare them
// with traces). Memory errors end the run, so nothing behind one counts.
package pointsto
