package rift

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestForeignStrategy builds the example of a strategy in a module of its own
// and runs its experiment, so that the interface for others cannot close
// unnoticed.
func TestForeignStrategy(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a second binary")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("the go command is not in PATH: the example strategy is not built")
	}
	bin := filepath.Join(t.TempDir(), "neighbour")
	build := exec.Command(goTool, "build", "-o", bin, ".")
	build.Dir = "engines/example"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build in engines/example: %v\n%s", err, out)
	}
	run := exec.Command(bin, "run", "engines/example/neighbour.toml", "-o", filepath.Join(t.TempDir(), "out"))
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("run: %v\n%s", err, out)
	}
	for _, want := range []string{"neighbour", "random", "Conclusions"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the tables do not mention %q:\n%s", want, out)
		}
	}
}
