// Package libc holds rift's C run-time library: headers and sources in C,
// compiled by rift's own front end like user code, over the services of the
// machine (program.Intrin). It is plain data; the package knows no compiler.
//
// The library links like an archive: Index says which source file defines an
// external symbol, and only the files that a program needs are compiled. As
// with an archive, a definition in the user's program takes precedence over
// the library's of the same name; library code therefore calls its own
// services by names that begin with "__libc_" wherever a program is likely to
// define a function of the plain name (getline, error, remove and the like).
//
// A run starts in the function Start and ends in Exit.
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
