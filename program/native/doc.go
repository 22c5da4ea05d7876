// Package native runs versions of a program as the host's C compiler makes them:
// the independent witness of what rift's own machines say.
//
// Terms: a *builder* compiles versions in a private temporary folder and keeps
// what it has compiled; a *program* is a compiled version. Each run has a folder
// of its own, limits on time, memory, processes and the size of files, and where
// the system allows that no network, and its folder as the root of all files,
// without the superuser's rights. All this is done by a *launcher* before the program
// is there, as code of the program may run before main, and before what is linked to
// it. Below the root are therefore copies of the libraries that programs begin with
// (where the host has them, mostly /lib), and stand-ins for /proc/self/exe and
// /proc/self/maps; addresses are the same in each run. It begins in the folder
// /home/user, as in rift's machines. With sanitizers, errors of memory are noticed where they happen, and an
// outcome names them as rift's machines do.
//
// What is seen natively differs from the machines in a few respects: an access
// beyond a member but inside its object, and the use of memory that was never
// written, go unnoticed; steps are not counted; the files of an outcome are those
// that are not as they were, whether or not they were written.
//
// Source: the cross-version checks of Palikareva et al., ICSE 2016, section 3.3.
package native
