package cli

import (
	"io"

	"os"
	"path"
	"strings"

	"github.com/riftlab/rift/program"
)

// host connects a program under "rift exec" to the terminal and, if files is
// set, to the disk. It implements vm.Host.
type host struct {
	in       io.Reader
	out, err io.Writer
	files    bool
}

func (h *host) Read(p []byte) (int, error) { return h.in.Read(p) }

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
	data, err := os.ReadFile(name)
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
