package native

import (
	_ "embed"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/riftlab/rift/program"
)

//go:embed testdata/hostile.c
var hostile string

// TestHostilePrograms has programs that try to get at what is not their own: files,
// processes, the network, the kernel, rift's memory. testdata/hostile.c has the attempts;
// early code is TestEarlyCode's.
func TestHostilePrograms(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("missing: a filter of system calls for this architecture")
	}
	b := builder(t, Options{FileSize: 8 << 20, Memory: 256 << 20, Files: 100, Processes: 40, Time: 2 * time.Second})
	if !b.Confined() {
		t.Skip("missing: " + b.Missing())
	}
	x := build(t, b, "", hostile)
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	abstract, err := net.Listen("unix", "@rift-test-hostile")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = abstract.Close() }()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	folder, err := syscall.Open(dir, syscall.O_RDONLY, 0) // which children inherit
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Close(folder) }()
	attempts := regexp.MustCompile(`IS\("([^"]+)"\)`).FindAllStringSubmatch(hostile, -1)
	if len(attempts) < 55 {
		t.Fatalf("%d attempts", len(attempts))
	}
	for _, a := range attempts {
		name := a[1]
		outside := filepath.Join(dir, "escaped")
		before := processes(t)
		out, err := x.Run(t.Context(), args(name, outside, port))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.Contains(string(out.Stdout), "escaped") {
			t.Errorf("%s: escaped", name)
		}
		if _, err := os.Lstat(outside); err == nil {
			t.Fatalf("%s: a file outside was written", name)
		}
		if out.Ending == program.Exited && out.Status == 77 {
			t.Errorf("%s is no attempt", name)
		}
		if want, ok := map[string]string{
			"huge file": "output", "sparse files": "output", "output": "output", "many files": "files",
		}[name]; ok && (out.Ending != program.Stopped || out.Limit != want) {
			t.Errorf("%s: %v %s, want the limit %s", name, out.Ending, out.Limit, want)
		}
		if name == "i386 calls" && out.Ending != program.Signaled {
			t.Errorf("%s: %v %d", name, out.Ending, out.Status)
		}
		var size int
		for i := range out.Files {
			size += len(out.Files[i].Data)
		}
		if size += len(out.Stdout); size > 8<<20 {
			t.Errorf("%s: %d bytes are kept", name, size)
		}
		for p := range processes(t) {
			if !before[p] {
				t.Errorf("%s: process %s is left", name, p)
			}
		}
	}
	t.Logf("%d attempts", len(attempts))
}

// processes returns the numbers of the processes that run a program of a run, or what
// starts them.
func processes(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	names, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		line, err := os.ReadFile(n)
		if err != nil {
			continue // it has ended
		}
		args := strings.Split(string(line), "\x00")
		if args[0] != "prog" && !strings.HasSuffix(args[0], "/launch") {
			continue
		}
		if stat, err := os.ReadFile(filepath.Join(filepath.Dir(n), "stat")); err == nil && !strings.Contains(string(stat), ") Z ") {
			found[fmt.Sprint(n)] = true
		}
	}
	return found
}

// TestForkedEnd checks that how a run ended is told as it was, though another process
// has waited for it.
func TestForkedEnd(t *testing.T) {
	b := builder(t, Options{})
	if !b.Alone {
		t.Skip("missing: process namespaces")
	}
	x := build(t, b, "", `
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	if (n < 0)
		kill(getpid(), -n);
	if (n == 1000)
		abort();
	return n;
}`)
	for arg, want := range map[string]program.Outcome{
		"0": {Status: 0}, "3": {Status: 3}, "137": {Status: 137}, "255": {Status: 255},
		"-11": {Ending: program.Signaled, Status: 11}, "-15": {Ending: program.Signaled, Status: 15}, "-10": {Ending: program.Signaled, Status: 10},
		"1000": {Ending: program.Signaled, Status: 6},
	} {
		if out := run(t, x, args(arg)); out.Ending != want.Ending || out.Status != want.Status {
			t.Errorf("%s: %v %d, want %v %d", arg, out.Ending, out.Status, want.Ending, want.Status)
		}
	}
}

// TestUnconfinedIsRefused: without a right to be confined programs are not run, unless
// somebody says so.
func TestUnconfinedIsRefused(t *testing.T) {
	b := &Builder{Isolated: true, Private: true, Alone: true, Filtered: true}
	if !b.Confined() {
		t.Errorf("missing %s", b.Missing())
	}
	for what, take := range map[string]func(b *Builder){
		"network namespaces": func(b *Builder) { b.Isolated = false }, "process namespaces": func(b *Builder) { b.Alone = false },
		"a root of its own": func(b *Builder) { b.Private = false }, "filters of system calls": func(b *Builder) { b.Filtered = false },
	} {
		less := &Builder{Isolated: true, Private: true, Alone: true, Filtered: true}
		take(less)
		if less.Confined() || !strings.Contains(less.Missing(), what) {
			t.Errorf("without %s: %q is missing", what, less.Missing())
		}
	}
	if b.Isolated, b.opt.Network = false, true; !b.Confined() {
		t.Error("who may use the network need not be kept from it")
	}
}
