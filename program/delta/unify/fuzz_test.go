package unify

import (
	"context"
	"testing"
	"time"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/delta"
)

// FuzzUnify feeds arbitrary text as two versions of a file. If both compile, Merge
// refuses them with an error or returns a program whose readings compile.
func FuzzUnify(f *testing.F) {
	for _, s := range [][2]string{
		{body("x = a;"), body("x = b;")},
		{body("if (a && b) out(1);"), body("if (b) out(1);")},
		{body("switch (a) {\ncase 1: out(1); break;\ndefault: out(2);\n}"), body("switch (a) {\ncase 1: out(1); break;\ncase 4: out(4); break;\ndefault: out(2);\n}")},
		{body("for (int i = 0; i < a; i++) { if (i) continue; x++; }"), body("do { x--; } while (x > a);")},
		{"#define M(x) x\nint f(int a) { return M(a); }", "#define M(x) (x + 1)\nint f(int a) { l: return M(a) ? a : ({ goto l; 1; }); }"},
		{"enum e { A, B }; struct s { int a; } v = { 1 }; int $f(void) { return v.a; }", "enum e { B, A }; struct s { char b; int a; } v = { 1, 2 }; int $f(void) { return v.b; }"},
		{"int f(x) char x; { return x; }", "int f(x, y) char x, y; { return x; }\r\n"},
		{"", "int main(void) { return \"\\\\\\\"\"[0]; }"},
	} {
		f.Add(s[0], s[1])
	}
	cache := cfront.NewCache()
	f.Fuzz(func(t *testing.T, old, new string) {
		if len(old)+len(new) > 1<<12 {
			t.Skip("long")
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		to := func(ctx context.Context, v *program.Version) (*program.Program, error) {
			return cfront.Compile(ctx, v, cfront.Options{Cache: cache})
		}
		d := delta.Compute(one(old), one(new))
		p, err := to(ctx, d.Old)
		if err != nil {
			return
		}
		q, err := to(ctx, d.New)
		if err != nil {
			return
		}
		u, err := Merge(ctx, d, p, q, to)
		if ctx.Err() != nil {
			t.Fatal("it does not end")
		}
		if err != nil {
			return
		}
		for _, r := range []delta.Reading{delta.Old, delta.New} {
			if _, err := to(ctx, u.Project(r)); err != nil {
				t.Errorf("reading %v does not compile: %v", r, err)
			}
		}
	})
}
