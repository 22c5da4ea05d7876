package symexec

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// memoryProgram returns a C function that reads and writes overlapping words of
// a small array at known and at symbolic places.
func memoryProgram(r *rand.Rand) string {
	types := []string{"unsigned char", "unsigned short", "unsigned", "unsigned long"}
	var sb strings.Builder
	sb.WriteString("#include <string.h>\nunsigned long f(unsigned a, unsigned b, unsigned c)\n{\n\tunsigned char m[16] __attribute__((aligned(8)));\n\tunsigned long v = a;\n")
	written := 16
	if r.IntN(3) == 0 {
		written = 12 // the rest is uninitialised
	}
	fmt.Fprintf(&sb, "\tfor (int i = 0; i < %d; i++) m[i] = i * 37 + 1;\n", written)
	vars := []string{"a", "b", "c", "v"}
	place := func(size int) string {
		switch r.IntN(3) {
		case 0:
			return fmt.Sprint(r.IntN(16 - size + 1))
		case 1:
			return fmt.Sprintf("(%s %% %d) * %d", vars[r.IntN(3)], 16/size, size)
		}
		return fmt.Sprintf("(%s & %d)", vars[r.IntN(3)], 15&^(size-1)&^r.IntN(8))
	}
	for range 4 + r.IntN(8) {
		k := r.IntN(4)
		t, size := types[k], 1<<k
		switch r.IntN(7) {
		case 0, 1:
			fmt.Fprintf(&sb, "\t*(%s *)(m + %s) = (%s)(%s + %d);\n", t, place(size), t, vars[r.IntN(4)], r.IntN(100))
		case 2, 3:
			fmt.Fprintf(&sb, "\tv = v * 3 + *(%s *)(m + %s);\n", t, place(size))
		case 4:
			n := 1 + r.IntN(8)
			fmt.Fprintf(&sb, "\tmemmove(m + %d, m + %d, %d);\n", r.IntN(17-n), r.IntN(17-n), n)
		case 5:
			n := 1 + r.IntN(4)
			fmt.Fprintf(&sb, "\tmemset(m + %d, (int)%s, %d);\n", r.IntN(17-n), vars[r.IntN(4)], n)
		case 6:
			fmt.Fprintf(&sb, "\tif (%s & %d) v += %s;\n", vars[r.IntN(4)], 1<<r.IntN(8), vars[r.IntN(3)])
		}
	}
	sb.WriteString("\treturn v;\n}\nint main(void) { return 0; }\n")
	return sb.String()
}

// Programs that mix words of all sizes at all places show what the concrete
// machine shows, on an input of each of their paths.
func TestRandomMemory(t *testing.T) {
	programs, paths, others := 40, 0, 0
	if testing.Short() {
		programs = 10
	}
	for i := range programs {
		text := memoryProgram(rand.New(rand.NewPCG(uint64(i), 9)))
		p := compileC(t, "m.c", text)
		for _, merge := range []bool{false, true} {
			n := 0
			e, err := New(p, Options{Merge: merge, Seed: uint64(i)})
			if err != nil {
				t.Fatal(err)
			}
			r, err := NewReplayer(p, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for path, err := range e.Paths(t.Context(), &program.InputModel{Entry: "f"}) {
				if err != nil {
					t.Fatal(err)
				}
				_, mismatch, err := r.Check(t.Context(), path)
				if err != nil || mismatch != "" {
					t.Fatalf("program %d: %v %s\n%s\n%s", i, err, mismatch, path.Input.Key(), text)
				}
				others += otherInputs(t, e, r, path, uint64(i))
				if n++; n == 60 {
					break
				}
			}
			paths += n
		}
	}
	if paths < 5*programs {
		t.Errorf("only %d paths", paths)
	}
	if others < 50*programs {
		t.Errorf("only %d further inputs", others)
	}
}

// otherInputs replays further inputs of a path: random ones that satisfy its
// condition, with the outcome that its terms predict for them.
func otherInputs(t *testing.T, e *Explorer, r *Replayer, path *Path, seed uint64) int {
	t.Helper()
	n := 0
	random := rand.New(rand.NewPCG(seed, 1))
	for range 50 {
		st := *path.state
		model := make([]uint64, len(e.solver.Vars))
		for k := range model {
			model[k] = random.Uint64() & (1<<e.terms.Width(e.solver.Vars[k]) - 1) >> random.IntN(32)
		}
		e.solver.SetModel(&st.Path, model)
		holds := true
		for _, c := range path.Condition {
			holds = holds && e.solver.Holds(&st.Path, c)
		}
		if !holds {
			continue
		}
		n++
		other := e.path(&st)
		if other.Outcome.Fault != nil {
			continue // of another place, perhaps
		}
		if _, mismatch, err := r.Check(t.Context(), other); err != nil || mismatch != "" {
			t.Fatalf("another input of path %d: %v %s\n%s", path.ID, err, mismatch, other.Input.Key())
		}
	}
	return n
}

// A fork of a state with much memory costs what is written of it.
func TestForksShareMemory(t *testing.T) {
	text := `
static unsigned char table[50000000];
int f(unsigned c)
{
	for (int i = 0; i < 10; i++)
		if (c >> i & 1)
			table[i * 4999999] = i + 1;
	return table[4999999] + table[9 * 4999999];
}
int main(void) { return 0; }
`
	p := compileC(t, "p.c", text)
	e, err := New(p, Options{Search: "bfs", Population: Population{MaxHeap: 1 << 30}})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	if err := e.Explore(t.Context(), &program.InputModel{Entry: "f"}, func(*Path) error { n++; return nil }); err != nil {
		t.Fatal(err)
	}
	if n != 1024 || e.Stats.Evicted+e.Stats.Dropped != 0 {
		t.Errorf("%d paths, %+v", n, e.Stats)
	}
}
