// Package harness makes the C code that calls one function of a program: it gives the
// function arguments that vary, puts variables into the states that the program's own
// callers leave behind, and prints what the function returns and leaves. A harness is
// appended to a file of both versions (attach), which are then compared as programs.
//
// It reads the function from the program model (entry), what its code does with its
// parameters (walked: structures stepped through; sized: which numbers say how
// much the pointers beside them lead to;
// variadic: arguments behind the named ones; usedas: what a pointer to void is used as),
// and what leads to it (initialise, construct, handle). The generator writes C
// statements for each value: object, callback and construct call each other as types do.
// How many elements a pointer leads to is count in object.go: Options.Elements, which
// package difference raises from round to round (elements.go). The length in a parameter
// like int a[10] is not looked at, as C does not.
package harness
