// Package demands says what a program asks of its input: how many arguments it
// wants, which of them are numbers or words, which variables of the environment and
// which files it looks for, how much it reads, and what it compares all this with.
// Of a statement it says what stands before it: the conditions that an input must
// meet for the statement to be executed.
//
// Terms this package owns:
//
//   - source: a part of the input, such as argument 3, a variable of the
//     environment, or standard input.
//   - question: a comparison that the program makes with something that it took
//     from a source: the number of arguments with 13, argument 2 as a number with
//     600, standard input with the text "RIFF".
//   - guard: a branch that decides whether a statement is executed, the way that
//     it has to go, and the questions that it rests on.
//
// # How
//
// Values are followed from the sources through registers, variables, structures,
// the heap and calls, also of functions whose address is taken (trace.go). The
// order of statements does not count, nor does it matter from where a function is
// called. Library functions are known by name (libfacts). A constant that is
// assigned where an answer is known carries the answer on, as in
// "case 'v': verbose = 1", and a loop that counts what it reads gives the length of
// it. Guards come from control dependence (control.go, guard.go).
//
// # What may be missed
//
// This is no sound analysis, and nothing is proved by it: what it finds makes
// inputs that fit the program, and words about a change that no input executed. What
// goes through arithmetic loses its constant, tables keep one value for all their
// elements, and a place holds a bounded number of values.
//
// Source of the idea to derive inputs from the comparisons that guard code:
// dictionaries of fuzzers, and Aschermann et al., REDQUEEN, NDSS 2019, which
// observes at run time what is read off the code here.
package demands
