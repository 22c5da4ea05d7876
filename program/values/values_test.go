package values

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

const text = `int main(void) { return 0; }
struct node { int value; struct node *next; short pad; union { double d; int i; } u; unsigned a : 3, b : 5; float f[3]; };
int limit;
int f(int n, const char *s, struct node *at, struct node by, double d, void (*call)(void), _Bool flag, long double wide)
{
	return n > 4711 && d < 2.5 && s[0] == '%' && at && by.value && flag && wide > 1 && limit;
}
int g(int n) { return n > 99; }`

func compile(t testing.TB, text string) *program.Program {
	t.Helper()
	p, err := cfront.Compile(t.Context(), &program.Version{Name: "v", Files: []program.SourceFile{{Name: "v.c", Text: text}}}, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// asks are of what a program may ask for.
func asks(p *program.Program) []program.Ask {
	i, _ := p.FuncByName("f")
	node := p.Funcs[i].Params[3].Type
	return []program.Ask{
		{Name: "n", Size: 4, Type: p.Funcs[i].Params[0].Type}, {Name: "x", Size: 8}, {Name: "bytes", Size: 7}, {Name: "node", Size: int(node.Size), Type: node},
		{Name: "none"}, {Name: "p is null", Size: 1}, {Name: "text", Size: 5}, {Name: "list", Size: 12}, {Name: "small", Size: 4},
	}
}

func model() *program.InputModel {
	return &program.InputModel{Entry: "f", Globals: []program.ValueModel{{Name: "limit", Int: &program.IntDomain{Min: 3, Max: 9}}},
		Asked: []program.ValueModel{{Name: "p is null", Size: 1, Kind: program.ChoiceValue}, {Name: "text", Size: 5, Kind: program.TextValue},
			{Name: "list", Size: 12, Kind: program.FloatValue, Element: 4}, {Name: "small", Size: 4, Int: &program.IntDomain{Min: -2, Max: 2}}}}
}

// Whatever is done to inputs, values have the sizes that they are asked for, and numbers
// are of their domains; inputs that others were made from stay what they were.
func TestValuesFit(t *testing.T) {
	p := compile(t, text)
	rapid.Check(t, func(rt *rapid.T) {
		m, err := New(rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)), p, p, model())
		if err != nil {
			rt.Fatal(err)
		}
		var inputs []*program.Input
		for range rapid.IntRange(1, 40).Draw(rt, "inputs") {
			in := &program.Input{Entry: "f"}
			before := ""
			var of *program.Input
			if len(inputs) == 0 || rapid.IntRange(0, 3).Draw(rt, "how") == 0 {
				m.Fresh(in)
			} else {
				of = inputs[rapid.IntRange(0, len(inputs)-1).Draw(rt, "of")]
				before = of.Key()
				*in = *of
				m.Change(in)
				if rapid.Bool().Draw(rt, "cross") {
					m.Cross(in, inputs[rapid.IntRange(0, len(inputs)-1).Draw(rt, "other")])
				}
			}
			if of != nil && of.Key() != before {
				rt.Fatal("a change of a copy changed the input")
			}
			check(rt, in, p)
			inputs = append(inputs, in)
			m.Learn(&program.Outcome{Asked: asks(p)[:rapid.IntRange(0, len(asks(p))).Draw(rt, "asked")]}, nil)
		}
	})
}

// check checks an input of the model.
func check(t *rapid.T, in *program.Input, p *program.Program) {
	const entry = 9
	if len(in.Values) < entry || len(in.Values) > entry+len(asks(p)) {
		t.Fatalf("%d values", len(in.Values))
	}
	objects := map[string]bool{}
	for _, o := range in.Objects {
		objects[o.Name] = true
	}
	for i, size := range []int{4, 9, 48, 48, 8, 0, 1, 16, 4} {
		v := &in.Values[i]
		if null := (i == 1 || i == 2) && len(v.Data) == 0; len(v.Data) != size && !null {
			t.Fatalf("value %s has %d bytes", v.Name, len(v.Data))
		}
		for _, l := range v.Links {
			if !objects[l.To] || l.Off+8 > len(v.Data) {
				t.Fatalf("value %s: link at %d to %q", v.Name, l.Off, l.To)
			}
		}
	}
	if b := in.Values[6].Data[0]; b > 1 {
		t.Fatalf("bool %d", b)
	}
	if n := getInt(in.Values[8].Data); n < 3 || n > 9 || in.Values[8].Name != "limit" {
		t.Fatalf("%s = %d", in.Values[8].Name, n)
	}
	for i, a := range asks(p)[:len(in.Values)-entry] {
		v := &in.Values[entry+i]
		if v.Name != a.Name || len(v.Data) != a.Size {
			t.Fatalf("value %s has %d bytes for %s of %d", v.Name, len(v.Data), a.Name, a.Size)
		}
		if a.Name == "small" && (getInt(v.Data) < -2 || getInt(v.Data) > 2) || a.Name == "p is null" && v.Data[0] > 1 {
			t.Fatalf("%s = %d", a.Name, getInt(v.Data))
		}
	}
}

// What is drawn has what programs change their mind at: constants and those next to
// them, ends of types, floats as floats.
func TestDraws(t *testing.T) {
	p, q := compile(t, text), compile(t, text+"\nint h(void) { return 12345; }")
	m, err := New(rand.New(rand.NewPCG(1, 2)), p, q, model())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.known.NearInts, []int64{12345}) || !slices.Contains(m.known.Ints, 4711) || !slices.Contains(m.known.Floats, 2.5) {
		t.Errorf("known %+v", m.known)
	}
	ints, floats, null, equal := map[int64]int{}, map[float64]int{}, 0, 0
	nan, tenth := 0, 0
	m.Learn(&program.Outcome{Asked: asks(p)})
	const n = 20_000
	for range n {
		in := &program.Input{}
		m.Fresh(in)
		ints[getInt(in.Values[0].Data)]++
		f := getFloat(in.Values[4].Data)
		floats[f]++
		switch {
		case math.IsNaN(f):
			nan++
		case f != math.Trunc(f) && math.Abs(f) < 10:
			tenth++
		}
		if len(in.Values[2].Data) == 0 {
			null++
		}
		if l := in.Values; len(l) == 9+len(asks(p)) && string(l[16].Data[:4]) == string(l[16].Data[4:8]) {
			equal++
		}
	}
	for _, v := range []int64{0, 1, -1, 4710, 4711, 4712, 12345, math.MaxInt32, math.MinInt32, 1 << 16, 255} {
		if ints[v] == 0 {
			t.Errorf("%d never comes", v)
		}
	}
	for _, v := range []float64{0, 1, -1, 2.5, math.Nextafter(2.5, 3), math.Nextafter(2.5, 2), math.Inf(1), math.Inf(-1), 4711} {
		if floats[v] == 0 {
			t.Errorf("%g never comes", v)
		}
	}
	if nan == 0 || nan > n/20 || tenth < n/5 || null == 0 || null > n/4 || equal < n/20 {
		t.Errorf("of %d: %d NaNs, %d numbers near zero, %d null pointers, %d equal elements", n, nan, tenth, null, equal)
	}
}

// Equal seeds give equal values.
func TestSeeds(t *testing.T) {
	p := compile(t, text)
	draw := func(seed uint64) (keys []string) {
		m, err := New(rand.New(rand.NewPCG(seed, 0)), p, p, model())
		if err != nil {
			t.Fatal(err)
		}
		in := &program.Input{}
		m.Fresh(in)
		for range 50 {
			m.Learn(&program.Outcome{Asked: asks(p)})
			m.Change(in)
			keys = append(keys, in.Key())
		}
		return keys
	}
	if d := cmp.Diff(draw(3), draw(3)); d != "" {
		t.Error(d)
	}
	if slices.Equal(draw(3), draw(4)) {
		t.Error("another seed gives the same values")
	}
}

func TestErrors(t *testing.T) {
	p := compile(t, text)
	for want, m := range map[string]program.InputModel{
		"the program has no function k": {Entry: "k"},
		"the program has no variable v": {Entry: "g", Globals: []program.ValueModel{{Name: "v"}}},
	} {
		if _, err := New(rand.New(rand.NewPCG(1, 1)), p, p, &m); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
