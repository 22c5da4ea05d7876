package vm

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/riftlab/rift/program"
)

const hostile = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	static char big[1000000];
	switch (*argv[1]) {
	case 'l': for (;;) ;
	case 'o': for (;;) fwrite(big, 1, sizeof big, stdout);
	case 'e': for (;;) fprintf(stderr, "%900d\n", 1);
	case 'm': for (;;) memset(big, 1, sizeof big);
	case 'a': { long n = 0; while (malloc(1000)) n++; return n > 15000 && n < 16777 ? 3 : 4; }
	case 'f': for (;;) free(malloc(100000));
	case 'r': for (;;) malloc(0);
	}
	return 0;
}
`

// No program can hang the machine or make it take more memory than allowed.
func TestLimits(t *testing.T) {
	p := compileC(t, "hostile.c", hostile)
	opt := Options{MaxSteps: 20_000_000, MaxMemory: 16 << 20, MaxOutput: 1 << 20}
	x := newMachine(t, p, opt).NewRun()
	for _, c := range []struct{ arg, limit string }{
		{"loop", "steps"}, {"output", "output"}, {"errors", "output"}, {"memset", "steps"},
		{"free", "steps"}, {"zero", ""}, {"repeat", "steps"},
	} {
		out := run(t, x, input("", c.arg))
		if out.Limit != c.limit || c.limit != "" && out.Ending != program.Stopped {
			t.Errorf("%s: %v limit %q, want %q", c.arg, out.Ending, out.Limit, c.limit)
		}
		if out.Steps > opt.MaxSteps+1_000_000 {
			t.Errorf("%s: %d steps", c.arg, out.Steps)
		}
	}
	out := run(t, x, input("", "alloc"))
	if out.Status != 3 {
		t.Errorf("malloc until null: %s", show(out))
	}
}

// A cancelled run ends as such, and the instance is good for the next one.
func TestCancel(t *testing.T) {
	x := newMachine(t, compileC(t, "hostile.c", hostile), Options{}).NewRun()
	ctx, cancel := context.WithCancel(context.Background())
	x.Host = &readyHost{begun: cancel}
	out, err := x.Run(ctx, input("", "errors"))
	if err != nil || out.Ending != program.Stopped || out.Limit != "cancelled" {
		t.Fatalf("%v, %v", out, err)
	}
	x.Host = nil
	if out := run(t, x, input("", "quit")); out.Ending != program.Exited {
		t.Fatal(show(out))
	}
	if out, err := x.Run(ctx, input("", "quit")); err != nil || out.Limit != "cancelled" {
		t.Fatalf("with a context that is done: %v, %v", out, err)
	}
}

// readyHost calls begun at the first output.
type readyHost struct {
	begun func()
	files map[string]string
	out   strings.Builder
	in    string
	fail  error
}

func (h *readyHost) Read(p []byte) (int, error) {
	n := copy(p, h.in)
	h.in = h.in[n:]
	return n, nil
}

func (h *readyHost) Write(fd int, p []byte) error {
	if h.begun != nil {
		h.begun()
	}
	if h.fail == nil && h.out.Len() < 1<<16 {
		h.out.Write(p)
	}
	return h.fail
}

func (h *readyHost) ReadFile(name string) ([]byte, bool) {
	s, ok := h.files[name]
	return []byte(s), ok
}

func (h *readyHost) WriteFile(name string, data []byte) error {
	h.files[name] = string(data)
	return nil
}

func (h *readyHost) RemoveFile(name string) error {
	delete(h.files, name)
	return nil
}

const copier = `
#include <stdio.h>
int main(int argc, char **argv)
{
	FILE *in = fopen("in.txt", "r"), *out = fopen("out.txt", "w");
	int c;
	if (!in || !out)
		return 1;
	while ((c = getc(in)) != EOF)
		putc(c == 'a' ? 'A' : c, out);
	while ((c = getchar()) != EOF)
		putchar(c + 1);
	return fclose(out) || remove("old.txt");
}
`

// Files and streams come from the input, or from the host if there is one.
func TestFilesAndHost(t *testing.T) {
	x := newMachine(t, compileC(t, "copier.c", copier), Options{}).NewRun()
	in := input("HAL")
	in.Files = []program.File{{Name: "in.txt", Data: []byte("banana")}, {Name: "old.txt", Data: []byte("x")}}
	for range 2 {
		out := run(t, x, in)
		if out.Status != 0 || string(out.Stdout) != "IBM" || len(out.Files) != 2 || out.Files[0].Name != "old.txt (removed)" ||
			out.Files[1].Name != "out.txt" || string(out.Files[1].Data) != "bAnAnA" {
			t.Fatalf("%s %v", show(out), out.Files)
		}
	}
	h := &readyHost{in: "HAL", files: map[string]string{"in.txt": "papaya", "old.txt": ""}}
	x.Host = h
	out := run(t, x, &program.Input{})
	if out.Status != 0 || h.out.String() != "IBM" || h.files["out.txt"] != "pApAyA" || len(h.files) != 2 {
		t.Fatalf("%s %q %v", show(out), h.out.String(), h.files)
	}
	x.Host = &readyHost{in: "x", files: map[string]string{"in.txt": "", "old.txt": ""}, fail: errors.New("closed")}
	if out := run(t, x, &program.Input{}); out.Ending != program.Signaled || out.Status != 13 {
		t.Fatalf("broken pipe: %s", show(out))
	}
}

const stateful = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int count = 5, table[1000];
static char text[] = "initial";
static struct { char c; int v; } pairs[2] = {{'a', 1}, {'b', 2}};
static int *p = &count;
int main(int argc, char **argv)
{
	struct { char c; int v; } hole;
	hole.c = 'z';
	hole.v = 9;
	printf("%d %d %s %c%d %d\n", count, table[argc], text, pairs[1].c, pairs[1].v, *p);
	for (int i = 1; i < argc; i++) {
		count += atoi(argv[i]);
		table[i] = count;
		strcat(strcpy(text, "x"), argv[i]);
	}
	memcpy(&pairs[1], &hole, sizeof hole);
	p = malloc(4);
	*p = argc;
	printf("%d %s %d %c\n", count, text, *p, pairs[1].c);
	if (argc > 3)
		return table[-argc];
	return count & 0x7f;
}
`

// Each run of an instance starts from the same state, whatever ran before; and
// instances of one machine may run at the same time.
func TestReset(t *testing.T) {
	m := newMachine(t, compileC(t, "stateful.c", stateful), Options{})
	inputs := []*program.Input{input(""), input("", "12"), input("", "1", "22", "3"), input("", "7", "8")}
	var want []string
	for _, in := range inputs {
		want = append(want, show(run(t, m.NewRun(), in)))
	}
	if !strings.Contains(want[2], "out of bounds") {
		t.Fatal(want[2])
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			x := m.NewRun()
			for i := range 40 {
				k := i * 7 % len(inputs)
				out, err := x.Run(context.Background(), inputs[k])
				if err != nil || show(out) != want[k] {
					t.Errorf("run %d: %s, %v, want %s", i, show(out), err, want[k])
				}
			}
		}()
	}
	wg.Wait()
}
