package vm

// Host connects a run to the world outside: the terminal and the files of the
// user of `rift exec`. With a host, Input.Stdin and Input.Files are not used,
// output is not collected and does not count toward MaxOutput.
type Host interface {
	// Read reads standard input as io.Reader does; any error is its end.
	Read(p []byte) (int, error)
	// Write writes to standard output (fd 1) or standard error (fd 2). An
	// error ends the run as the signal SIGPIPE does.
	Write(fd int, p []byte) error
	// ReadFile returns the content of a file, or false if there is none.
	ReadFile(name string) ([]byte, bool)
	// WriteFile and RemoveFile are called at the end of a run for the files
	// that the program changed. An error is reported by Run.
	WriteFile(name string, data []byte) error
	RemoveFile(name string) error
}
