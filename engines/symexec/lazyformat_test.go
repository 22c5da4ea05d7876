package symexec

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/symexec/outcome"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// Numbers that are put off look as the C code prints them.
func TestNumberFormat(t *testing.T) {
	var formats []outcome.NumberFormat
	var body strings.Builder
	for _, conv := range "diuoxX" {
		for _, width := range []int{0, 1, 5, 24, 40} {
			for _, flags := range []string{"", "-", "0", "-0"} {
				f := outcome.NumberFormat{Conv: byte(conv), Width: width, Minus: strings.Contains(flags, "-"), Zero: strings.Contains(flags, "0")}
				formats = append(formats, f)
				w := ""
				if width > 0 {
					w = fmt.Sprint(width)
				}
				fmt.Fprintf(&body, "\tprintf(\"%%%s%sl%c\\n\", x);\n", flags, w, conv)
			}
		}
	}
	p := compileC(t, "p.c", "#include <stdio.h>\nvoid f(long x)\n{\n"+body.String()+"}\nint main(void) { return 0; }\n")
	m, err := vm.New(p, vm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, r := m.NewRun(), rand.New(rand.NewPCG(4, 2))
	values := []int64{0, 1, -1, 9, 10, -9, -10, 99, 1 << 62, -1 << 63, 1<<63 - 1}
	for range 200 {
		values = append(values, int64(r.Uint64()>>r.IntN(64)))
	}
	for _, v := range values {
		out, err := x.Run(t.Context(), &program.Input{Entry: "f", Values: []program.Value{program.IntValue("x", 8, v)}})
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(out.Stdout), "\n")
		for i, f := range formats {
			if got := f.Print(uint64(v)); got != lines[i] {
				t.Fatalf("%+v of %d: %q, the library prints %q", f, v, got, lines[i])
			}
			lo, hi := f.Alike(uint64(v))
			if a, b := (outcome.NumberFormat{Conv: f.Conv}).Print(lo), (outcome.NumberFormat{Conv: f.Conv}).Print(hi); len(a) != len(b) || len(a) != len(outcome.NumberFormat{Conv: f.Conv}.Print(uint64(v))) {
				t.Fatalf("%c of %d: from %s to %s they do not look alike", f.Conv, v, a, b)
			}
		}
	}
}

// Printing does not fork; what is shown is right for each path, whatever has
// become of the buffer.
func TestPrintingIsPutOff(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, c := range []struct {
		name, text string
		model      program.InputModel
		paths      int
	}{
		{"numbers", `#include <stdio.h>
int f(int x, unsigned y, long z)
{
	int n = printf("%d %u %ld|%7d|%-7d|%07d|%x %X %o %i|%hhd %hd %c\n", x, y, z, x, x, x, y, y, y, x, x, x, 'a');
	fprintf(stderr, "%d: %5u\n", x, y);
	return n;
}
int main(void) { return 0; }`, program.InputModel{Entry: "f"}, 1},
		{"strings", `#include <stdio.h>
int main(int argc, char **argv)
{
	int n = printf("<%s>\n", argv[1]);
	puts(argv[1]);
	fputs(argv[1], stdout);
	fputs(argv[1], stderr);
	return n;
}`, program.InputModel{Args: []program.ArgModel{{String: &program.ContentModel{Size: 4}}}}, 1},
		// A program that is killed has shown what did not fit the buffer.
		{"full", `#include <stdio.h>
#include <stdlib.h>
void f(short x)
{
	for (int i = 0; i < 4091; i++)
		putchar('.');
	printf("%d", x);
	puts("the rest");
	abort();
}
int main(void) { return 0; }`, program.InputModel{Entry: "f"}, 10},
		{"settled", `#include <stdio.h>
#include <stdlib.h>
void f(unsigned char x, unsigned char y)
{
	for (int i = 0; i < 4000; i++)
		putchar('.');
	printf("%-4x;%3d;%X", x, y, x);
	for (int i = 0; i < 100; i++)
		putchar('-');
	abort();
}
int main(void) { return 0; }`, program.InputModel{Entry: "f"}, 9}, // the last is not put off: 0 is a case of its own
		{"settled text", `#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	for (int i = 0; i < 4089; i++)
		putchar('.');
	puts(argv[1]);
	puts(argv[1]);
	abort();
}`, program.InputModel{Args: []program.ArgModel{{String: &program.ContentModel{Size: 3}}}}, 4},
		{"files", `#include <stdio.h>
int main(int argc, char **argv)
{
	FILE *f = fopen("out", "w");
	fprintf(f, "%s", argv[1]);
	fclose(f);
	printf("%s", argv[1]);
	return 0;
}`, program.InputModel{Args: []program.ArgModel{{String: &program.ContentModel{Size: 3}}}}, 4},
		{"memory", `#include <stdio.h>
int f(signed char x)
{
	char b[8];
	return sprintf(b, "%d", x) + b[0];
}
int main(void) { return 0; }`, program.InputModel{Entry: "f"}, 6},
		{"lines", `#include <stdio.h>
#include <stdlib.h>
void f(signed char x)
{
	setvbuf(stdout, 0, _IOLBF, 0);
	printf("%d\n", x);
	printf("%d", x);
	abort();
}
int main(void) { return 0; }`, program.InputModel{Entry: "f"}, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := compileC(t, "p.c", c.text)
			paths, e := explore(t, p, &c.model, Options{})
			if len(paths) != c.paths || !e.Stats.Exhaustive() {
				t.Errorf("%d paths, want %d: %+v", len(paths), c.paths, e.Stats)
			}
			// Other inputs of the same paths show what is predicted too.
			r, err := NewReplayer(p, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range paths {
				for range 20 {
					path := *path
					st := *path.state
					for _, v := range e.solver.Vars {
						bit := e.terms.Bit(v, random.IntN(e.terms.Width(v)))
						if verdict, model := e.Check(&st, bit); model != nil && verdict.String() == "sat" {
							e.solver.SetModel(&st.Path, model)
						}
					}
					path.Input, path.Outcome = e.inputOf(&st), e.outcomeOf(&st)
					if _, mismatch, err := r.Check(t.Context(), &path); err != nil || mismatch != "" {
						t.Fatalf("input %s: %v %s", path.Input.Key(), err, mismatch)
					}
				}
			}
		})
	}
}
