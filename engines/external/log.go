package external

import (
	"os"
	"path/filepath"
	"sync"
)

// logKept is how much of what a tool logs is kept, in bytes.
const logKept = 1 << 20

// boundedLog keeps the beginning of what is written to it in a file, which is made when
// there is something. Whether that can be done changes nothing else.
type boundedLog struct {
	name string // "" for none

	mu   sync.Mutex
	left int
	file *os.File
}

// Write implements io.Writer. It never fails.
func (b *boundedLog) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := min(len(p), b.left)
	b.left -= n
	if b.name == "" || n == 0 {
		return len(p), nil
	}
	if b.file == nil {
		if os.MkdirAll(filepath.Dir(b.name), 0o777) == nil {
			b.file, _ = os.Create(b.name) // nil if that fails: then nothing is kept
		}
		if b.file == nil {
			b.left = 0
			return len(p), nil
		}
	}
	b.file.Write(p[:n]) //nolint:errcheck // the same
	return len(p), nil
}

func (b *boundedLog) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.file != nil {
		b.file.Close()
	}
	b.name = ""
}
