package regver

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// TestReversed: a loop that counts up computes what it computed counting down, and only such
// are turned round in which the order does not matter.
func TestReversed(t *testing.T) {
	const head = "#include <stdio.h>\n#include <stdlib.h>\nstatic int t[40] = { 3, -1, 4, 1, -5, 9, 2, -6, 5, 3, 5 };\n"
	const tail = "\nint main(int argc, char **argv) { int end = 0; long r = f(atoi(argv[1]), atoi(argv[2]), &end); printf(\"%ld %d\\n\", r, end); return 0; }\n"
	for _, c := range []struct {
		name, text string
		turns      bool
	}{
		{"for", "long f(int n, int m, int *end) { long s = 1; int i; for (i = n; i > 0; i--) s += i * m; *end = i; return s; }", true},
		{"while, behind", "long f(int n, int m, int *end) { long s = 1; while (n-- > 0) s += n ^ m; *end = n; return s; }", true},
		{"while, before", "long f(int n, int m, int *end) { long s = 1; while (--n > m) s -= n; *end = n; return s; }", true},
		{"at the bound, too", "long f(int n, int m, int *end) { long s = 1; int i; for (i = n; i >= -3; i--) s += i & m; *end = i; return s; }", true},
		{"not above it", "long f(int n, int m, int *end) { long s = 1; int i; for (i = n; !(i <= m); i -= 1) s += i; *end = i; return s; }", true},
		{"until it is it", "long f(int n, int m, int *end) { unsigned char i, s = 1; for (i = n; i != (unsigned char)m; i--) s += i; *end = i; return s; }", false}, // promoted: of another kind
		{"until zero", "long f(int n, int m, int *end) { unsigned i, s = 1; for (i = n & 31; i; i--) s *= i | 1; *end = i; return s + m; }", true},
		{"unsigned", "long f(int n, int m, int *end) { unsigned i, s = 1; for (i = n & 63; i > (m & 7); i--) s ^= i * i; *end = i; return s; }", true},
		{"with a choice", "long f(int n, int m, int *end) { int i, s = 1, k = 0; for (i = n & 31; i > 0; i--) { if (t[i] > m) s += t[i]; else if (i & 1) k |= t[i]; } *end = i; return s ^ k; }", true},
		{"long", "long f(int n, int m, int *end) { long i, s = 1; for (i = n; i > m; --i) s += i / 3 + (i >> 1); *end = i; return s; }", true},
		{"order", "long f(int n, int m, int *end) { long s = 1; int i; for (i = n; i > 0; i--) s = s * 3 + i; *end = i; return s + m; }", false},
		{"what the sum was", "long f(int n, int m, int *end) { long s = 1; int i; for (i = n; i > 0; i--) { s += i; if (s > m) s += 2; } *end = i; return s; }", false},
		{"a way out", "long f(int n, int m, int *end) { long s = 1; int i; for (i = n; i > 0; i--) { if (i == m) break; s += i; } *end = i; return s; }", false},
		{"two steps", "long f(int n, int m, int *end) { long s = 1; int i; for (i = n; i > 0; i--) { if (i & m) i--; s += i; } *end = i; return s; }", false},
		{"a step sometimes", "long f(int n, int m, int *end) { long s = 1; int i = n, k = 0; while (i > 0 && k++ < 50) { s += i; if (s & 1) i--; } *end = i; return s + m; }", false},
		{"what the last round leaves", "long f(int n, int m, int *end) { long s = 1, l = 0; int i; for (i = n; i > 0; i--) { s += i; l = i * m; } *end = i; return s + l; }", false},
		{"a write", "long f(int n, int m, int *end) { long s = 1; int i; for (i = n & 31; i > 0; i--) { s += i; t[i] = m; } *end = i; return s + t[3]; }", false},
		{"division by what may be zero", "long f(int n, int m, int *end) { long s = 1; int i; for (i = n; i > 0; i--) s += m / i; *end = i; return s; }", false},
		{"a bound that moves", "long f(int n, int m, int *end) { long s = 1; int i; for (i = n; i > m; i--) { s += i; m++; } *end = i; return s; }", false},
		{"up", "long f(int n, int m, int *end) { long s = 1; int i; for (i = m; i < n; i++) s += i; *end = i; return s; }", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := enginetest.Build(t, &program.Version{Files: []program.SourceFile{{Name: "f.c", Text: head + c.text + tail}}}).Program
			k, _ := p.FuncByName("f")
			g, _ := reversed(0, p.Funcs[k])
			if got := g != p.Funcs[k]; got != c.turns {
				t.Fatalf("turned round: %v", got)
			}
			q := *p
			q.Funcs = slices.Clone(p.Funcs)
			q.Funcs[k] = g
			if err := program.Verify(&q); err != nil {
				t.Fatal(err)
			}
			for _, args := range []string{"0 0", "1 0", "2 5", "7 3", "-4 2", "31 -7", "20 1", "-3 -9", "40 40", "13 12", "12 13"} {
				var in program.Input
				for _, a := range strings.Fields(args) {
					in.Args = append(in.Args, program.Bytes(a))
				}
				var shown [2][]byte
				for i, p := range []*program.Program{p, &q} {
					m, err := vm.New(p, vm.Options{MaxSteps: 1_000_000})
					if err != nil {
						t.Fatal(err)
					}
					o, err := m.NewRun().Run(t.Context(), &in)
					if err != nil {
						t.Fatal(err)
					}
					shown[i] = o.Stdout
				}
				if len(shown[0]) == 0 || !bytes.Equal(shown[0], shown[1]) {
					t.Errorf("%s: %q, and %q counting up", args, shown[0], shown[1])
				}
			}
		})
	}
}
