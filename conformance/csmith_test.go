package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// csmithPrograms is how many programs TestCsmith compares; the environment
// variable RIFT_CSMITH overrides it, RIFT_CSMITH_SEED sets the first seed.
const csmithPrograms = 500

// csmithSteps bounds a run in rift, nativeTime one of gcc's binary: csmith's
// programs may loop for very long.
const (
	csmithSteps = 50_000_000
	nativeTime  = time.Second
)

var csmithInclude = "/usr/include/csmith"

// TestCsmith compares what programs made by csmith print in rift's machine
// with what they print when compiled by gcc -O0.
func TestCsmith(t *testing.T) {
	for _, tool := range []string{"csmith", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	if _, err := os.Stat(csmithInclude); err != nil {
		t.Skipf("csmith's headers: %v", err)
	}
	n := envInt("RIFT_CSMITH", csmithPrograms)
	if testing.Short() {
		n = min(n, 20)
	}
	first := envInt("RIFT_CSMITH_SEED", 1)
	cache := cfront.NewCache()
	dir := t.TempDir()
	var same, slow, failed atomic.Int64
	seeds := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for seed := range seeds {
				switch err := compareCsmith(cache, dir, seed); {
				case errors.Is(err, errSlow):
					slow.Add(1)
				case err != nil:
					failed.Add(1)
					t.Errorf("seed %d: %v", seed, err)
				default:
					same.Add(1)
				}
			}
		}()
	}
	// Programs that run too long are replaced by the next ones.
	tried := 0
	for int(same.Load()+failed.Load()) < n && tried < 2*n {
		seeds <- first + tried
		tried++
	}
	close(seeds)
	wg.Wait()
	t.Logf("%d programs: %d the same, %d different, %d run too long", tried, same.Load(), failed.Load(), slow.Load())
	if int(same.Load()) < n {
		t.Errorf("%d programs compare equal, want %d", same.Load(), n)
	}
}

func envInt(name string, def int) int {
	if v, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return v
	}
	return def
}

// errSlow means that a program ran too long to compare.
var errSlow = errors.New("runs too long")

// compareCsmith makes the program of a seed and compares. Every fourth
// program has floating point, every other fourth inline functions.
func compareCsmith(cache *cfront.Cache, dir string, seed int) error {
	args := []string{"--seed", strconv.Itoa(seed), "--max-funcs", "6", "--max-block-depth", "3"}
	switch seed % 4 {
	case 1:
		args = append(args, "--float")
	case 2:
		args = append(args, "--inline-function")
	}
	// csmith leaves a file about the platform in its folder and reads it back,
	// so parallel ones must not share a folder.
	own, err := os.MkdirTemp(dir, "csmith")
	if err != nil {
		return err
	}
	generate := exec.Command("csmith", args...)
	generate.Dir = own
	source, err := generate.Output()
	if err != nil {
		return fmt.Errorf("csmith: %w", err)
	}
	want, err := native(dir, seed, source)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), maxTime)
	defer cancel()
	name := fmt.Sprintf("csmith%d.c", seed)
	p, err := cfront.Compile(ctx, &program.Version{Files: []program.SourceFile{{Name: name, Text: string(source)}}, Includes: []string{csmithInclude}}, cfront.Options{Cache: cache})
	if err != nil {
		return err
	}
	m, err := vm.New(p, vm.Options{MaxSteps: csmithSteps})
	if err != nil {
		return err
	}
	out, err := m.NewRun().Run(ctx, &program.Input{})
	switch {
	case err != nil:
		return err
	case out.Ending == program.Stopped:
		return errSlow
	case out.Fault != nil:
		return out.Fault
	case !bytes.Equal(out.Stdout, want):
		return fmt.Errorf("prints %.100q, gcc's binary %.100q", out.Stdout, want)
	}
	return nil
}

// native compiles with gcc -O0 and runs.
func native(dir string, seed int, source []byte) ([]byte, error) {
	base := filepath.Join(dir, fmt.Sprintf("p%d", seed))
	defer os.Remove(base)
	defer os.Remove(base + ".c")
	if err := os.WriteFile(base+".c", source, 0o644); err != nil {
		return nil, err
	}
	if out, err := exec.Command("gcc", "-O0", "-w", "-I", csmithInclude, "-o", base, base+".c").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("gcc: %w: %s", err, out)
	}
	ctx, cancel := context.WithTimeout(context.Background(), nativeTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, base).Output()
	if ctx.Err() != nil {
		return nil, errSlow
	}
	if err != nil {
		return nil, fmt.Errorf("native run: %w", err)
	}
	return out, nil
}
