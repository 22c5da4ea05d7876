package libfacts

import "path"

// hidesErrno are functions inside the run-time library, some of them static, and the
// file of each.
var hidesErrno = map[string]string{"__libc_put_file": "printf.c", "convert": "format.c", "integer": "scan.c"}

// HidesErrno reports whether a function of the run-time library, by its file and its
// name in the source, reads errno but shows it to nobody: it restores it, or prints it
// for the conversion %m only.
func HidesErrno(file, source string) bool {
	in, ok := hidesErrno[source]
	return ok && in == path.Base(file)
}
