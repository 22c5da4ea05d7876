// Package libc holds rift's C run-time library: headers and sources in C,
// compiled by rift's own front end like user code, over the services of the
// machine (program.Intrin). It is plain data; the package knows no compiler.
//
// The library links like an archive: Index says which source file defines an
// external symbol, and only the files that a program needs are compiled. As
// with an archive, a definition in the user's program takes precedence over
// the library's of the same name, but only for the user's own calls: the
// library calls its own functions, but for those that are Replaceable.
//
// A run starts in the function Start and ends in Exit.
//
// # What it imitates
//
// The model is glibc on x86-64 Linux in the C locale with TZ=UTC, as a program
// sees it whose standard streams are pipes: values of constants, layout of
// structures, texts of messages, results of rand, order of comparisons in
// qsort, and the sizes of the pieces in which buffered output is written (so
// that what a killed program has shown agrees).
//
// Terms: a stream is a FILE; the file system is the set of files in the
// program's own memory, filled from the run's input when a name is first used
// and reported to the machine at the end; a hook is a function pointer by
// which a lower layer (the standard streams) reaches an upper one (descriptors
// and files) once the program has used it, so that small programs stay small.
//
// Deviations, all in the service of runs that can be repeated and explained:
//
//   - There is one process, one user. What would start another, or reach one
//     (fork, pipe, exec, popen, system, sockets), is declared and not defined: a
//     call of it ends the run, as not supported; so does pthread_cancel. Signals
//     come only from raise, kill and abort: alarms, timers, and waiting for a
//     signal (pause, sigwait) are not supported.
//   - Threads take turns, as src/thread.c says: one runs until it waits, yields or
//     sleeps, or has done so much that others get a turn. Where nobody can go on,
//     that is an error. Threads are numbered, from 1, which pthread_t shows.
//   - The clock is the machine's and deterministic; sleeping only moves it. A
//     program that sleeps fifty times, for ten minutes in all, or reads from a
//     watch of files by inotify, waits for ever: nobody does anything meanwhile.
//     Temporary names are counted, arc4random and getrandom repeat.
//   - Paths are looked up as given, then in canonical form. The working
//     directory is /home/user. Directories exist as far as files are in them
//     or mkdir made them; hard links cannot be made, and ".." behind a symbolic
//     link leads back to where the link is.
//   - A stream does not use the buffer that setvbuf is given, only its size.
//   - realloc always moves, so that stale pointers are noticed.
//   - Floating point always rounds to nearest and keeps no exception flags;
//     float functions are computed in double; fmal rounds twice.
//   - regexec finds the leftmost longest match; its groups are those of the
//     first way to match, in the order of the alternatives, that is as long.
//   - tsearch's trees are not balanced. iconv knows no conversions.
//
// # How it is written
//
// Every access is checked and uninitialised bytes cannot be read, so the code
// is plain: no reading by words, no reading ahead. It also executes
// symbolically, hence comparisons rather than tables in ctype.h.
package libc

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

// Start is the symbol at which a run begins. It prepares arguments and
// environment, calls main and exits with its result.
const Start = "__rift_start"

// Exit is the function that ends a run as exit(status) does: it is called
// after a function other than main that a run began with.
const Exit = "__libc_exit"

// Replaceable reports whether the library itself uses a program's function of
// this name instead of its own, as glibc does for memory allocation.
func Replaceable(name string) bool {
	switch name {
	case "malloc", "calloc", "realloc", "free":
		return true
	}
	return false
}

//go:embed include src
var files embed.FS

//go:embed symbols.txt
var symbols string

// FS returns the library's files: headers under "include", where #include
// <...> looks, and sources under "src".
func FS() fs.FS { return files }

// Index returns, for each external symbol that the library defines, the name
// of its file in the folder "src". The map is the caller's.
//
// It reads a table that a test keeps equal to the sources, which costs some
// tens of microseconds instead of compiling the library.
func Index() (map[string]string, error) {
	index := make(map[string]string, strings.Count(symbols, "\n"))
	for n, line := range strings.Split(strings.TrimSuffix(symbols, "\n"), "\n") {
		symbol, file, ok := strings.Cut(line, " ")
		if !ok {
			return nil, fmt.Errorf("symbols.txt:%d: want \"symbol file\"", n+1)
		}
		index[symbol] = file
	}
	return index, nil
}
