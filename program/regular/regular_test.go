//go:build unix

package regular

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSpecialFiles: pipes, devices and sockets are refused by name, through links too;
// what was opened before is read.
func TestSpecialFiles(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := syscall.Mkfifo(at("pipe"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"link": "pipe", "zero": "/dev/zero", "linked": "plain"} {
		if err := os.Symlink(to, at(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(at("plain"), []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	read := map[string]func(string) ([]byte, error){
		"ReadFile": func(name string) ([]byte, error) { return ReadFile(at(name)) },
		"FromFS":   func(name string) ([]byte, error) { return FromFS(os.DirFS(dir), name) },
	}
	for by, read := range read {
		for name, want := range map[string]string{"pipe": "named pipe", "link": "named pipe", "zero": "device", "absent": "no such file", ".": "is a directory"} {
			if _, err := read(name); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s of %s: %v, want %q", by, name, err, want)
			}
		}
		for _, name := range []string{"plain", "linked"} {
			if data, err := read(name); err != nil || string(data) != "text" {
				t.Errorf("%s of %s: %q, %v", by, name, data, err)
			}
		}
	}
	if data, err := ReadFile("/dev/null"); err == nil {
		t.Errorf("a device is read: %q", data)
	}
}
