package conformance

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// TestAgainstGCC compares what the programs in testdata print, and their exit
// status, with the binaries that gcc -O0 makes of them. They also cover what
// C leaves open, such as the order of evaluation, where rift follows gcc.
func TestAgainstGCC(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	cache := cfront.NewCache()
	dir := t.TempDir()
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			binary := filepath.Join(dir, filepath.Base(file)+".bin")
			if out, err := exec.Command("gcc", "-O0", "-w", "-o", binary, file, "-lm").CombinedOutput(); err != nil {
				t.Fatalf("gcc: %v: %s", err, out)
			}
			want, err := exec.Command(binary).Output()
			status := 0
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				status = exit.ExitCode()
			} else if err != nil {
				t.Fatal(err)
			}
			out := runFile(t, cache, file)
			if out.Fault != nil {
				t.Fatal(out.Fault)
			}
			if out.Ending != program.Exited || out.Status != status {
				t.Errorf("ends with %s %d, gcc's binary with status %d", out.Ending, out.Status, status)
			}
			if !bytes.Equal(out.Stdout, want) {
				t.Errorf("prints\n%s\ngcc's binary\n%s", out.Stdout, want)
			}
		})
	}
}

func runFile(t *testing.T, cache *cfront.Cache, file string) *program.Outcome {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	v := &program.Version{Files: []program.SourceFile{{Name: filepath.Base(file), Text: string(text)}}}
	p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	m, err := vm.New(p, vm.Options{MaxSteps: maxSteps})
	if err != nil {
		t.Fatal(err)
	}
	out, err := m.NewRun().Run(context.Background(), &program.Input{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
