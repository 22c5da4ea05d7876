package symexec

import (
	"context"
	"testing"
	"time"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/program"
)

// Values that depend on hundreds of thousands of operations are made concrete on
// the way, which is counted; the path replays.
func TestDeepTerms(t *testing.T) {
	p := compileC(t, "p.c", `
int f(unsigned h, unsigned c) { for (int i = 0; i < 120000; i++) h = h * 31 + (c ^ i); return h; }
int main(void) { return 0; }
`)
	paths, e := explore(t, p, &program.InputModel{Entry: "f"}, Options{})
	if len(paths) == 0 || e.Stats.Concretised == 0 || e.Stats.Exhaustive() {
		t.Errorf("%d paths, %+v", len(paths), e.Stats)
	}
	for i := 1; i < e.terms.Len(); i++ {
		if d := e.terms.Depth(bitvec.Term(i)); d > exec.MaxDepth+10 {
			t.Fatalf("term %d has depth %d", i, d)
		}
	}
}

// Memory filled with a symbolic byte is symbolic in each of its bytes, up to a
// bound beyond which the byte is made concrete.
func TestSymbolicFill(t *testing.T) {
	for _, c := range []struct {
		size  string
		paths int
	}{{"100", 2}, {"100000", 2}, {"3000000", 1}} {
		p := compileC(t, "p.c", `
#include <stdlib.h>
#include <string.h>
int f(unsigned char c)
{
	unsigned n = `+c.size+`;
	char *p = malloc(n), *q = malloc(n);
	p[3] = 1;
	memset(p, c, n);
	memmove(q, p, n);
	return q[3] == 'x' && q[n - 1] == 'x' ? 1 : 2;
}
int main(void) { return 0; }
`)
		paths, _ := explore(t, p, &program.InputModel{Entry: "f"}, Options{})
		if len(paths) != c.paths {
			t.Errorf("%s bytes: %d paths, want %d", c.size, len(paths), c.paths)
		}
	}
}

// fillsHeap has 128 paths, which hold up to 56 MB each.
const fillsHeap = `#include <stdlib.h>
#include <string.h>
int f(unsigned c)
{
	int n = 0;
	for (int i = 0; i < 7; i++)
		if (c >> i & 1) {
			char *p = malloc(8000000);
			memset(p, i, 8000000);
			n++;
		}
	return n;
}
int main(void) { return 0; }
`

// Beyond the limit of the heap states are dropped and counted; what is left goes
// on.
func TestHeapLimit(t *testing.T) {
	m := &program.InputModel{Entry: "f"}
	paths, e, err := collect(t, t.Context(), fillsHeap, m, Options{Population: Population{MaxHeap: 200 << 20}, Search: "bfs"})
	if err != nil {
		t.Fatal(err)
	}
	if e.Stats.Evicted == 0 || len(paths) == 0 || e.Stats.Exhaustive() || e.Stats.Pending != 0 {
		t.Errorf("%d paths, %+v", len(paths), e.Stats)
	}
}

// A search that gives up no state is asked once and then left alone for a while,
// not for ever.
func TestRelieveWithoutVictims(t *testing.T) {
	asked := 0
	evict := func(int) []*State { asked++; return nil }
	paths, e, err := collect(t, t.Context(), fillsHeap, &program.InputModel{Entry: "f"}, Options{Population: Population{MaxHeap: 200 << 20, Evict: evict}, Search: "bfs"})
	if err != nil {
		t.Fatal(err)
	}
	if asked == 0 || len(paths) == 0 || e.Stats.Evicted != 0 {
		t.Errorf("asked %d times, %d paths, %+v", asked, len(paths), e.Stats)
	}
}

// Whatever a program does, a run that is cancelled ends, and says that it did
// not finish.
func TestCancelAnywhere(t *testing.T) {
	for name, body := range map[string]string{
		"solver":   `unsigned long x = a; for (int i = 0; i < 300; i++) x = x * x / (x >> 7 | 1) + i; return x == 12345 ? 1 : 2;`,
		"terms":    `for (int i = 0; i < 20000000; i++) a = a * 31 + (b ^ i); return a == 7 ? 1 : 2;`,
		"fill":     `char *p = malloc(60000000); for (int i = 0; ; i++) memset(p, i + (b == 3), 60000000);`,
		"scan":     `char *p = malloc(60000000); memset(p, 'a', 59999999); p[59999999] = 0; for (;;) a += strlen(p) + atoi(p);`,
		"tables":   `static unsigned char t[1 << 20]; for (int i = 0; i < 100000; i++) { t[a * i & 0xFFFFF] += b; a += t[(b + i) & 0xFFFFF]; } return a;`,
		"forks":    `for (int i = 0; ; i++) a = a & 1 << i % 32 ? a * 3 + i : b + i;`,
		"concrete": `for (volatile int i = 0; ; i++) ;`,
	} {
		t.Run(name, func(t *testing.T) {
			text := "#include <stdlib.h>\n#include <string.h>\nint f(unsigned a, unsigned b)\n{\n\t" + body + "\n}\nint main(void) { return 0; }\n"
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			_, e, err := collect(t, ctx, text, &program.InputModel{Entry: "f"}, Options{})
			if err != nil || e.Stats.Pending == 0 {
				t.Errorf("%v, %+v", err, e.Stats)
			}
		})
	}
}
