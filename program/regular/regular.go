// Package regular reads files that people and manifests name. What is no regular file is
// refused: a named pipe would be waited for without end, and a device has no end.
package regular

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// ReadFile is os.ReadFile for regular files, and for pipes and devices that this process
// has been given open: those in /dev/fd and /proc/self/fd, and /dev/stdin.
func ReadFile(name string) ([]byte, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

// Open is os.Open for the files that ReadFile reads.
func Open(name string) (*os.File, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	return os.Open(name)
}

func check(name string) error {
	if given(name) {
		return nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	return refuse(name, info)
}

// FromFS is fs.ReadFile for regular files.
func FromFS(files fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, err
	}
	if err := refuse(name, info); err != nil {
		return nil, err
	}
	return fs.ReadFile(files, name)
}

// given reports whether a name is that of something that is open already.
func given(name string) bool {
	return name == "/dev/stdin" || strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")
}

// refuse returns an error for what is neither a regular file nor a folder, of which the
// system tells more.
func refuse(name string, info fs.FileInfo) error {
	m := info.Mode()
	what := ""
	switch {
	case m.IsRegular(), m.IsDir():
		return nil
	case m&fs.ModeNamedPipe != 0:
		what = "a named pipe"
	case m&fs.ModeDevice != 0:
		what = "a device"
	case m&fs.ModeSocket != 0:
		what = "a socket"
	default:
		what = "a special file"
	}
	return &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("this is %s: it must be a regular file", what)}
}
