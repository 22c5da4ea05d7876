package symexec

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// undefinedC returns a C function over memory of which a part is never written,
// by copies and bit operations that are no use of it and some that are.
func undefinedC(r *rand.Rand) string {
	var sb strings.Builder
	sb.WriteString(`#include <string.h>
struct flags { unsigned a, b; unsigned char c[4]; };
static unsigned pass(unsigned x, int y) { return y ? x : x + 1; }
unsigned long f(unsigned a, unsigned b, unsigned c)
{
	struct flags s, t;
	unsigned m[4], u, v;
	memset(&t, 0, sizeof t);
	m[1] = a;
	if (a & 1)
		s.a = b;
`)
	words := []string{"s.a", "s.b", "t.a", "m[0]", "m[1]", "m[2]", "m[3]", "t.b"}
	any := func() string { return words[r.IntN(len(words))] }
	indexed := func() string { return fmt.Sprintf("m[%s & 3]", []string{"a", "b", "c"}[r.IntN(3)]) }
	for range 3 + r.IntN(6) {
		switch r.IntN(13) {
		case 0:
			fmt.Fprintf(&sb, "\t%s = %s;\n", any(), any())
		case 1:
			fmt.Fprintf(&sb, "\t%s = %s & ~0x%xu | 0x%xu;\n", any(), any(), r.Uint32(), r.Uint32())
		case 2:
			fmt.Fprintf(&sb, "\t%s |= %s << %d;\n", any(), []string{"a", "b"}[r.IntN(2)], r.IntN(20))
		case 3:
			fmt.Fprintf(&sb, "\t%s = %s;\n", indexed(), any())
		case 4:
			fmt.Fprintf(&sb, "\t%s = %s;\n", any(), indexed())
		case 5:
			fmt.Fprintf(&sb, "\tt = s;\n")
		case 6:
			fmt.Fprintf(&sb, "\t%s = pass(%s, %s & 2);\n", any(), any(), []string{"a", "b"}[r.IntN(2)])
		case 7:
			fmt.Fprintf(&sb, "\ts.c[%d] = %s;\n", r.IntN(4), any())
		case 8:
			fmt.Fprintf(&sb, "\t%s &= %s;\n", any(), []string{"a", "c", "0xffu"}[r.IntN(3)])
		case 10:
			fmt.Fprintf(&sb, "\tmemmove((char *)m + %d, &s, %s & 7);\n", r.IntN(8), []string{"a", "b", "c"}[r.IntN(3)])
		case 11:
			fmt.Fprintf(&sb, "\tmemset((char *)&s + %d, (int)%s, %s & 7);\n", r.IntN(4), []string{"a", "c"}[r.IntN(2)], []string{"a", "b"}[r.IntN(2)])
		case 12:
			fmt.Fprintf(&sb, "\tif (memcmp(m, &t, %d) < 0) b += 1;\n", r.IntN(9))
		case 9:
			fmt.Fprintf(&sb, "\tif ((%s & %d) == 5) b += 3;\n", any(), 1<<r.IntN(9)-1)
		}
	}
	fmt.Fprintf(&sb, "\tu = %s; v = %s;\n\treturn ((unsigned long)(u & 0x%xu) << 32) + (v & %s);\n}\nint main(void) { return 0; }\n", any(), any(), r.Uint32(), []string{"a", "0xffu", "-1u"}[r.IntN(3)])
	return sb.String()
}

// Both machines agree about undefined bits: on an input of each path, with the
// input followed and with the input executed.
func TestRandomUndefined(t *testing.T) {
	programs, paths, faults := 60, 0, 0
	if testing.Short() {
		programs = 15
	}
	for i := range programs {
		text := undefinedC(rand.New(rand.NewPCG(uint64(i), 77)))
		p := compileC(t, "u.c", text)
		for _, merge := range []bool{false, true} {
			e, err := New(p, Options{Merge: merge})
			if err != nil {
				t.Fatal(err)
			}
			r, err := NewReplayer(p, Options{})
			if err != nil {
				t.Fatal(err)
			}
			m, err := vm.New(p, vm.Options{})
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for path, err := range e.Paths(t.Context(), &program.InputModel{Entry: "f"}) {
				if err != nil {
					t.Fatal(err)
				}
				if _, mismatch, err := r.Check(t.Context(), path); err != nil || mismatch != "" {
					t.Fatalf("program %d: %v %s\n%s\n%s", i, err, mismatch, path.Input.Key(), text)
				}
				if path.Outcome.Fault != nil {
					faults++
				}
				if n%8 == 0 {
					agree(t, p, Options{Merge: merge}, m.NewRun(), &path.Input)
				}
				if n++; n == 40 {
					break
				}
			}
			paths += n
			if t.Failed() {
				t.Fatal(text)
			}
		}
	}
	if paths < 3*programs || faults < programs || paths-faults < programs {
		t.Errorf("%d paths, of which %d fail", paths, faults)
	}
}
