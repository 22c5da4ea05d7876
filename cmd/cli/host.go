package cli

import (
	"context"
	"io"
	"os"
	"path"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/regular"
)

// host connects a program under "rift exec" to the terminal and, if files is
// set, to the disk. It implements vm.Host.
type host struct {
	ctx      context.Context
	in       io.Reader
	out, err io.Writer
	files    bool
}

// Read does not wait for input once ctx is done: Ctrl-C has to end a program
// that waits for its user.
func (h *host) Read(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	buf := make([]byte, len(p)) // p itself may be gone when an abandoned read ends
	done := make(chan result, 1)
	go func() {
		n, err := h.in.Read(buf)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return copy(p, buf[:r.n]), r.err
	case <-h.ctx.Done():
		return 0, h.ctx.Err()
	}
}

func (h *host) Write(fd int, p []byte) error {
	w := h.out
	if fd == 2 {
		w = h.err
	}
	_, err := w.Write(p)
	return err
}

func (h *host) ReadFile(name string) ([]byte, bool) {
	if !h.files {
		return nil, false
	}
	data, err := regular.ReadFile(name)
	return data, err == nil
}

func (h *host) WriteFile(name string, data []byte) error {
	if !h.files {
		return nil
	}
	return os.WriteFile(name, data, 0o666)
}

func (h *host) RemoveFile(name string) error {
	if !h.files {
		return nil
	}
	if err := os.Remove(name); !os.IsNotExist(err) {
		return err
	}
	return nil
}

// programName is what a program is called: its first file without ".c".
func programName(p *program.Program) string {
	for _, f := range p.Files {
		if strings.HasSuffix(f, ".c") {
			return strings.TrimSuffix(path.Base(f), ".c")
		}
	}
	return "program"
}
