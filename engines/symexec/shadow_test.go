package symexec

import (
	"fmt"
	"slices"
	"testing"

	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

const annotations = "#define change(old, new) (__rift_version() ? (new) : (old))\nint __rift_version(void);\n"

const toy = annotations + `
char arr[3];
int foo(int x)
{
	int y = change(x - 1, x + 1);
	if (y > 0) {
		int z = x - 1;
		if (z < 3)
			arr[z] = 'a';
	}
	return 0;
}
`

func intInput(entry string, values ...int64) program.Input {
	in := program.Input{Entry: entry}
	for i, v := range values {
		in.Values = append(in.Values, program.IntValue(string(rune('x'+i)), 4, v))
	}
	return in
}

func intOf(v program.Value) int32 {
	return int32(memory.GetWord(v.Data, 4))
}

// TestToy is the example of the paper's section 2: from each of three seeds
// both ways to diverge, and the underflow of the array.
func TestToy(t *testing.T) {
	p := compileC(t, "toy.c", toy)
	for _, seed := range []int64{-5, 3, 50} {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			e, err := New(p, Options{Shadow: true})
			if err != nil {
				t.Fatal(err)
			}
			in := intInput("foo", seed)
			var oldOnly, newOnly, underflow bool
			m := &program.InputModel{Entry: "foo", Params: []program.ValueModel{{Name: "x"}}}
			var list []*Divergence
			if _, err := e.Shadow(t.Context(), m, &in, func(d *Divergence) error {
				list = append(list, d)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			for _, d := range list {
				x := intOf(d.Input.Values[0])
				if d.Own {
					t.Errorf("seed %d itself diverges", seed)
				}
				if d.Old {
					oldOnly = true
					if y := x - 1; y <= 0 || x+1 > 0 {
						t.Errorf("x = %d does not take only the old version in", x)
					}
				} else {
					newOnly = true
					if x != 0 && x != 1 {
						t.Errorf("x = %d does not take only the new version in", x)
					}
				}
				if err := e.Continue(t.Context(), d, func(path *Path) error {
					if path.Outcome.Fault != nil && path.Outcome.Fault.Kind == program.FaultOutOfBounds && intOf(path.Input.Values[0]) == 0 {
						underflow = true
					}
					return nil
				}); err != nil {
					t.Fatal(err)
				}
			}
			if !oldOnly || !newOnly || !underflow {
				t.Errorf("old only %v, new only %v, underflow %v", oldOnly, newOnly, underflow)
			}
			if s := e.ShadowStats(); s.Forks != 1 || s.OldOnly != 1 || s.NewOnly != 1 {
				t.Errorf("counts %+v", s)
			}
		})
	}
}

// TestReadings runs programs whose values have two readings in every place
// that a value can be in, on all of a range of inputs, and compares each
// reading with the machine that runs one version.
func TestReadings(t *testing.T) {
	tests := []struct{ name, text string }{
		{"value", "int f(int x) { return change(x * 3, x + 40) + 1; }"},
		{"global", "int g; int f(int x) { g = change(x, 7); g += 2; return g * g; }"},
		{"array index", "int a[4] = {1, 2, 3, 4}; int f(int x) { a[change(1, 2)] = x; return a[1] * 100 + a[2] + a[change(x & 3, 3)]; }"},
		{"pointer", "int g = 5, h = 6; int f(int x) { int *p = change(&g, &h); *p = *p + x; return g * 1000 + h; }"},
		{"call", "static int twice(int v) { int r = 0; for (int i = 0; i < 2; i++) r += v; return r; } int f(int x) { return change(twice(x), x - 1); }"},
		{"call with effect", "int g; static int bump(int v) { g += v; return g; } int f(int x) { g = 1; int r = change(bump(x), 3); return r * 50 + g; }"},
		{"logical", "int f(int x) { int c = change(x > 3 || x < -3, x > 3); return c * 2 + 1; }"},
		{"short circuit keeps faults away", "int f(int x) { int *p = x > 2 ? &x : 0; int c = change(p && *p > 4, p != 0); return c; }"},
		{"struct", "struct s { int a; char b[3]; }; int f(int x) { struct s s = {x, {1, 2, 3}}, t = {0, {0, 0, 0}}; s.b[1] = change(x, 9); t = s; return t.a + t.b[1]; }"},
		{"words in a loop", "int f(int x) { unsigned s = 1; for (int i = 0; i < 20; i++) { s = s * 3 + change(i, i + 1); s ^= s >> 3; s /= change(2, 3); } return (int)(s & 127) + x; }"},
		{"words that are signed, narrow and compared", "int f(int x) { signed char c = change(-3, 120); c += 10; short h = c * change(-7, 9); int k = h < c; return c * 100 + h % 5 + k * 3 + (h >> change(1, 2)) + x; }"},
		{"effects in a loop", "int a[4]; static int put(int i, int v) { int b[3] = {v, 0, i}; a[i & 3] += b[0]; return a[0] + b[2]; } int f(int x) { int r = 0; for (int i = 0; i < 6; i++) { r += change(put(i, x), put(i + 1, 2)); a[2]++; } return r + a[0] * 3 + a[2]; }"},
		{"known ways in a loop", "int m = 2; int f(int x) { int r = 0; for (int i = 0; i < 5; i++) { r += change(0, m > 1 && i != 3 ? x : 7); m += i & 1; } return r; }"},
		{"narrow", "int f(int x) { unsigned char c = change(x, x + 1); return c + 1; }"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := compileC(t, "a.c", annotations+tt.text)
			machine := func(old bool) *vm.Instance {
				m, err := vm.New(p, vm.Options{Old: old})
				if err != nil {
					t.Fatal(err)
				}
				return m.NewRun()
			}
			old, new := machine(true), machine(false)
			e, err := New(p, Options{Shadow: true})
			if err != nil {
				t.Fatal(err)
			}
			for x := int64(-6); x <= 6; x++ {
				in := intInput("f", x)
				a, err := old.Run(t.Context(), &in)
				if err != nil {
					t.Fatal(err)
				}
				b, err := new.Run(t.Context(), &in)
				if err != nil {
					t.Fatal(err)
				}
				var own []*Divergence
				path, err := e.Shadow(t.Context(), nil, &in, func(d *Divergence) error {
					if d.Own {
						own = append(own, d)
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if differ := program.Differ(a, b) != program.Same; differ && len(own) == 0 {
					t.Errorf("f(%d): the versions differ, which shadow execution does not see", x)
				}
				if len(own) == 0 && program.Differ(&path.Outcome, b) != program.Same {
					t.Errorf("f(%d): predicted %v, the new version gives %v", x, path.Outcome.Result, b.Result)
				}
				if len(own) == 1 && own[0].Output && program.Differ(a, b) == program.Same {
					t.Errorf("f(%d): a difference is seen where there is none: %v", x, a.Result)
				}
			}
			if s := e.ShadowStats(); s.Parted > 0 {
				t.Errorf("%d annotations could not be computed for both versions", s.Parted)
			}
		})
	}
}

// TestNoDivergence: patterns f and g of the paper give no spurious divergence.
func TestNoDivergence(t *testing.T) {
	p := compileC(t, "a.c", annotations+"int f(int x, int y) { if (change(x > 0 || y > 0, y > 0)) return 1; return 0; }")
	e, err := New(p, Options{Shadow: true})
	if err != nil {
		t.Fatal(err)
	}
	in := intInput("f", 5, 5) // both disjuncts hold
	var found []bool
	if _, err := e.Shadow(t.Context(), nil, &in, func(d *Divergence) error {
		found = append(found, d.Own)
		if x, y := intOf(d.Input.Values[0]), intOf(d.Input.Values[1]); x <= 0 || y > 0 {
			t.Errorf("x = %d, y = %d do not part the versions", x, y)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(found, []bool{false}) {
		t.Errorf("divergences (own): %v, want one neighbour", found)
	}
}

// TestConservative: code that only one version has is a divergence by itself.
func TestConservative(t *testing.T) {
	p := compileC(t, "a.c", annotations+"int g; int f(int x) { g = x; if (x > 3) { if (change(0, 1)) { g++; } } return g; }")
	e, err := New(p, Options{Shadow: true})
	if err != nil {
		t.Fatal(err)
	}
	for x, want := range map[int64]int{2: 0, 9: 1} {
		in, n := intInput("f", x), 0
		path, err := e.Shadow(t.Context(), nil, &in, func(d *Divergence) error {
			if d.Own {
				n++
			}
			return nil
		})
		if err != nil || n != want {
			t.Errorf("f(%d): %d divergences, want %d: %v %v", x, n, want, path, err)
		}
	}
}

// TestAnnotatedLoop: what is known in both versions stays so, so that an annotation in a
// loop leaves no forks, no questions, and few terms a round.
func TestAnnotatedLoop(t *testing.T) {
	const rounds = 200
	p := compileC(t, "a.c", annotations+`
int on = 3, a[4];
int f(int x) {
	unsigned s = 1;
	for (int i = 0; i < 200; i++) {
		s = s * 3 + change(i, i + 1);
		a[i & 3] += change(0, on > 2 && i < 300 ? 1 : x);
		if (a[0] > 1000) return 7;
	}
	return (s > 100) + x;
}
`)
	e, err := New(p, Options{Shadow: true})
	if err != nil {
		t.Fatal(err)
	}
	in := intInput("f", 5)
	m := &program.InputModel{Entry: "f", Params: []program.ValueModel{{Name: "x"}}}
	if _, err := e.Shadow(t.Context(), m, &in, func(*Divergence) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if s := e.ShadowStats(); s.Chosen != 2*rounds || s.Parted != 0 || s.Forks != 0 || e.Stats.Queries != 0 {
		t.Errorf("%+v, %d queries", s, e.Stats.Queries)
	}
	if n := e.Terms().Len(); n > 20*rounds {
		t.Errorf("%d terms for %d rounds", n, rounds)
	}
}

// TestJoins: both arguments are computed where their ways meet again, whether the
// function returns after that or ends the program; that one side may end it before
// does not matter as long as it goes on.
func TestJoins(t *testing.T) {
	const twice = "static int twice(int v) { int r = 0; for (int i = 0; i < 2; i++) r += v; return r; }\n"
	for _, c := range []struct {
		name, text     string
		chosen, parted int64
	}{
		{"returns", "int f(int x) { int r = change(twice(x), 3); return r; }", 1, 0},
		{"returns or exits", "int f(int x) { int r = change(twice(x), 3); if (r == 7) exit(1); return r; }", 1, 0},
		{"always exits", "int f(int x) { int r = change(twice(x), 3); if (x == 1) exit(2); if (x == 2) exit(3); exit(r & 7); }", 1, 0},
		{"a side may exit", "int f(int x) { int r = change(x, x == 70000 ? (exit(3), 1) : twice(x)); return r; }", 1, 0},
		{"a side exits", "int f(int x) { int r = change(x, (exit(3), 1)); return r; }", 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := compileC(t, "a.c", annotations+"void exit(int);\n"+twice+c.text)
			e, err := New(p, Options{Shadow: true})
			if err != nil {
				t.Fatal(err)
			}
			in := intInput("f", 5)
			m := &program.InputModel{Entry: "f", Params: []program.ValueModel{{Name: "x"}}}
			if _, err := e.Shadow(t.Context(), m, &in, func(*Divergence) error { return nil }); err != nil {
				t.Fatal(err)
			}
			if s := e.ShadowStats(); s.Chosen != c.chosen || s.Parted != c.parted {
				t.Errorf("%+v", s)
			}
		})
	}
}
