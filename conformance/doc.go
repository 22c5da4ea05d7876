// Package conformance runs rift's front end and machine on other people's C:
// the execute tests of GCC's torture suite, the tests of TCC, and programs
// that csmith makes. It is a module of its own so that users of rift do not
// download the corpora.
//
// A test *passes* if the program behaves as its authors say, is *unsupported*
// if the front end declines it with a reason, *undefined* if the machine finds
// an error of the program itself (reading what was never written and the
// like), and *wrong* otherwise. Wrong must not occur.
package conformance
