// Package testsuite writes tests of programs for people and for other tools, and
// reads back what is to be read back.
//
// Terms:
//
//   - test: an input of a program together with what the program showed on it
//     in the concrete machine.
//   - format: a kind of file that a test is written as; see Formats.
//   - folder: tests on disk. A test is in a folder whole or not at all: its JSON
//     file, which holds everything, is renamed into place after all its other
//     files and removed before them. Whatever has no JSON file beside it is no
//     test; a process that was killed may leave such files, ending in ".part" or
//     not, and nobody need care.
//   - reproducer: a file that runs a test without rift: a shell script for a
//     program started with arguments, standard input and files, a C file for a
//     program that asks for values or a function called by itself.
package testsuite
