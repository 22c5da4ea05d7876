package vm

import (
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/riftlab/rift/program"
)

// speedRounds makes the programs run for about a second as gcc compiles them.
const speedRounds = "4"

// BenchmarkSpeed runs the programs of testdata/speed in the machine and, where
// gcc is there, as gcc -O0 compiles them; it reports processor seconds of both
// and the factor between them:
//
//	go test ./engines/vm -run '^$' -bench Speed -benchtime 1x
func BenchmarkSpeed(b *testing.B) {
	for _, f := range fixtures(b, "speed") {
		b.Run(strings.TrimSuffix(filepath.Base(f.path), ".c"), func(b *testing.B) {
			x := newMachine(b, compileC(b, f.path, f.text), Options{}).NewRun()
			in := input("", speedRounds)
			var out *program.Outcome
			before := processorTime(b)
			for range b.N {
				out = run(b, x, in)
			}
			vm := (processorTime(b) - before).Seconds() / float64(b.N)
			b.ReportMetric(vm, "vm-s/op")
			b.ReportMetric(float64(out.Steps)/vm/1e6, "Msteps/s")
			native := nativeSeconds(b, f, string(out.Stdout))
			if native > 0 {
				b.ReportMetric(native, "gcc-s/op")
				b.ReportMetric(vm/native, "slowdown")
			}
		})
	}
}

// nativeSeconds runs gcc's program and returns its processor time, the least of
// three runs, or 0 without gcc.
func nativeSeconds(b *testing.B, f *fixture, want string) float64 {
	if _, err := exec.LookPath("gcc"); err != nil {
		b.Log("gcc is missing")
		return 0
	}
	bin := filepath.Join(b.TempDir(), "prog")
	if msg, err := exec.Command("gcc", "-O0", "-w", "-o", bin, f.path).CombinedOutput(); err != nil {
		b.Fatalf("gcc: %v\n%s", err, msg)
	}
	least := 0.0
	for range 3 {
		cmd := exec.Command(bin, speedRounds)
		out, err := cmd.Output()
		if err != nil || string(out) != want {
			b.Fatalf("gcc's program shows %q, %v; the machine's %q", out, err, want)
		}
		if s := cmd.ProcessState.UserTime().Seconds(); least == 0 || s < least {
			least = s
		}
	}
	return least
}

// processorTime returns the user time of this process.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}

// BenchmarkShortRun measures a run of a small program from reset to outcome.
func BenchmarkShortRun(b *testing.B) {
	x := newMachine(b, compileC(b, "short.c", `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) { printf("%d\n", atoi(argv[1]) * 2); return 0; }
`), Options{}).NewRun()
	in := input("", "21")
	for b.Loop() {
		if out := run(b, x, in); string(out.Stdout) != "42\n" {
			b.Fatal(show(out))
		}
	}
}

// BenchmarkNew measures compiling a program with the whole of printf for the machine.
func BenchmarkNew(b *testing.B) {
	p := compileC(b, "short.c", "#include <stdio.h>\nint main(int argc, char **argv) { printf(\"%g\\n\", argc * .5); return 0; }\n")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(p, Options{Coverage: true}); err != nil {
			b.Fatal(err)
		}
	}
}
