package vm

import (
	"testing"

	"github.com/riftlab/rift/program"
)

// With ZeroMemory every kind of object begins as zero, also where earlier
// objects left their bytes; without, each of the reads is an error.
func TestZeroMemory(t *testing.T) {
	p := compileC(t, "zero.c", `
#include <stdlib.h>
#include <string.h>
static void dirty(int n) {
	char local[200], vla[n], *heap = malloc(n);
	memset(local, 1, sizeof local);
	memset(vla, 1, n);
	memset(heap, 1, n);
	free(heap);
}
static int sum(const char *p, int n) { int s = 0; while (n-- > 0) s += *p++; return s; }
int main(int argc, char **argv) {
	int n = 300;
	dirty(n);
	switch (*argv[1]) {
	case 'l': { char local[200]; local[9] = 5; return sum(local, sizeof local); }
	case 'v': { char vla[n]; vla[9] = 5; return sum(vla, n); }
	case 'h': { char *heap = malloc(n); heap[9] = 5; return sum(heap, n); }
	case 'r': { char *heap = realloc(malloc(10), n); heap[9] = 5; return sum(heap, n); }
	case 's': { int x; if (n < 300) x = 7; return x + 5; }
	}
	return 0;
}`)
	zero := newMachine(t, p, Options{ZeroMemory: true}).NewRun()
	checked := newMachine(t, p, Options{}).NewRun()
	for _, arg := range []string{"local", "vla", "heap", "realloc", "scalar"} {
		for range 2 {
			if out := run(t, zero, input("", arg)); out.Ending != program.Exited || out.Status != 5 {
				t.Errorf("%s: %s, want exit 5", arg, show(out))
			}
		}
		if out := run(t, checked, input("", arg)); out.Fault == nil || out.Fault.Kind != program.FaultUninitialised {
			t.Errorf("%s without the option: %s", arg, show(out))
		}
	}
}
