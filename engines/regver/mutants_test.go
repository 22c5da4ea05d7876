package regver

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// driver makes a main that calls f with values from standard input and shows what it
// did.
func driver(text string) string {
	m := regexp.MustCompile(`(\w+(?: \w+)?) f\(([^)]*)\)\s*\{`).FindStringSubmatch(text)
	var args []string
	for _, p := range strings.Split(m[2], ",") {
		switch p = strings.TrimSpace(p); {
		case p == "void" || p == "":
		case strings.HasPrefix(p, "struct p *"):
			args = append(args, "(struct p *)arr_")
		case strings.HasPrefix(p, "struct s "):
			args = append(args, "(struct s){I_(), I_()}")
		case strings.HasPrefix(p, "const char *"):
			args = append(args, "(char *)arr_")
		case strings.Contains(p, "*"):
			args = append(args, "arr_")
		case strings.HasPrefix(p, "double"):
			args = append(args, "I_() / 8.0")
		default:
			args = append(args, "I_()")
		}
	}
	call := "f(" + strings.Join(args, ", ") + ")"
	switch result := strings.TrimPrefix(m[1], "static "); {
	case strings.HasSuffix(result, "void"):
		call += ";"
	case strings.HasSuffix(result, "double"):
		call = `printf("%a\n", ` + call + ");"
	default:
		call = `printf("%d\n", (int)` + call + ");"
	}
	shows := ""
	for _, g := range []string{"g", "h", "cnt"} {
		if regexp.MustCompile(`int (\w, )?` + g + `[,; ]`).MatchString(text) {
			shows += fmt.Sprintf(` printf("%%d\n", %s);`, g)
		}
	}
	if strings.Contains(text, "int m[8][8]") {
		shows += " (void)0;"
		call = "for (int i = 0; i < 64; i++) m[i / 8][i % 8] = i * i; " + call
	}
	return `
#include <stdio.h>
#include <string.h>
static unsigned char in_[256]; static int at_; int arr_[32];
static int I_(void) { int v; memcpy(&v, in_ + at_, 4); at_ += 4; return v; }
int main(void) {
	int n = fread(in_, 1, 160, stdin);
	for (int i = 0; i < 31; i++) arr_[i] = in_[32 + 4 * i] & 7;
	` + call + shows + `
	for (int i = 0; i < 31; i++) printf("%d ", arr_[i]);
	return 0;
}
`
}

// mutate changes one instruction of a function, and reports whether it found one.
func mutate(rnd *rand.Rand, f *program.Func) bool {
	swaps := map[program.Op][]program.Op{
		program.Add: {program.Sub, program.Or}, program.Sub: {program.Add, program.Xor}, program.Mul: {program.Add},
		program.SDiv: {program.SRem, program.UDiv}, program.SRem: {program.SDiv, program.URem},
		program.And: {program.Or}, program.Or: {program.And, program.Xor}, program.Xor: {program.Or},
		program.Shl: {program.LShr}, program.LShr: {program.AShr}, program.AShr: {program.LShr},
		program.Eq: {program.Ne, program.ULe}, program.Ne: {program.Eq, program.SLt},
		program.SLt: {program.SLe, program.ULt, program.Ne}, program.SLe: {program.SLt, program.ULe},
		program.ULt: {program.ULe, program.SLt, program.Ne}, program.ULe: {program.ULt},
		program.SExt: {program.ZExt}, program.ZExt: {program.SExt},
		program.FAdd: {program.FSub, program.FMul}, program.FSub: {program.FAdd}, program.FMul: {program.FAdd, program.FDiv},
		program.FDiv: {program.FMul}, program.FLt: {program.FLe}, program.FLe: {program.FLt},
	}
	for range 40 {
		b := f.Blocks[rnd.IntN(len(f.Blocks))]
		in := &b.Instrs[rnd.IntN(len(b.Instrs))]
		switch rnd.IntN(7) {
		case 0, 1:
			if to := swaps[in.Op]; to != nil {
				in.Op = to[rnd.IntN(len(to))]
				return true
			}
		case 2:
			operands := []*program.Operand{&in.A, &in.B}
			for i := range in.Args {
				operands = append(operands, &in.Args[i].Operand)
			}
			o := operands[rnd.IntN(len(operands))]
			if o.Mode == program.Const && o.Kind.IsInt() {
				o.Bits = (o.Bits + []uint64{1, ^uint64(0), 2}[rnd.IntN(3)]) & o.Kind.Mask()
				return true
			}
		case 3:
			if in.A.Present() && in.B.Present() && in.A.Kind == in.B.Kind && pure(in.Op) && in.Op != program.PtrAdd {
				in.A, in.B = in.B, in.A
				return true
			}
		case 4:
			if in.Op == program.Branch {
				in.Targets = []int32{in.Targets[1], in.Targets[0]}
				return true
			}
		case 5:
			if in.Op == program.Load || in.Op == program.Store {
				in.Off += []int64{4, -4, 1}[rnd.IntN(3)]
				return true
			}
		case 6:
			if in.Op == program.Store || in.Op == program.Call && in.Dst < 0 || in.Op == program.ZeroMem {
				i := 0
				for k := range b.Instrs {
					if &b.Instrs[k] == in {
						i = k
					}
				}
				b.Instrs = slices.Delete(b.Instrs, i, i+1)
				return true
			}
		}
	}
	return false
}

// copyOf returns a program of which the function of a name may be changed.
func copyOf(p *program.Program, name string) (*program.Program, *program.Func) {
	q := *p
	q.Funcs = slices.Clone(p.Funcs)
	i, _ := p.FuncByName(name)
	f := *p.Funcs[i]
	f.Blocks = nil
	for _, b := range p.Funcs[i].Blocks {
		c := &program.Block{Name: b.Name, Instrs: slices.Clone(b.Instrs)}
		for k := range c.Instrs {
			c.Instrs[k].Args = slices.Clone(c.Instrs[k].Args)
		}
		f.Blocks = append(f.Blocks, c)
	}
	q.Funcs[i] = &f
	q.Index()
	return &q, &f
}

// input makes the values that main reads: mostly small ones.
func input(rnd *rand.Rand) *program.Input {
	var text []byte
	for range 40 {
		v := int32(rnd.IntN(12) - 3)
		switch rnd.IntN(6) {
		case 0:
			v = int32(rnd.Uint32())
		case 1:
			v = int32(rnd.IntN(300))
		}
		text = append(text, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return &program.Input{Stdin: text}
}

// long reports whether every case is to be doubted, which takes minutes.
func long() bool { return os.Getenv("RIFT_LONG") != "" || os.Getenv("RIFT_MUTANTS") != "" }

// number returns an integer from the environment: how often to do what is random.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// TestMutants changes single instructions at random: what is proved then must not
// differ in any run. It is the other half of TestPairs: there the proofs are
// expected, here they are doubted. Every sixth case is, or each if RIFT_LONG is set.
func TestMutants(t *testing.T) {
	mutants, runs := number("RIFT_MUTANTS", 2), number("RIFT_MUTANT_RUNS", 25)
	for n, c := range cases {
		if n%6 != 0 && !long() {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(uint64(n), uint64(number("RIFT_SEED", 1))))
			text := func(v string) *program.Program {
				return enginetest.Build(t, &program.Version{Files: []program.SourceFile{{Name: "f.c", Text: c.common + "\n" + v + driver(v)}}}).Program
			}
			versions := []*program.Program{text(c.old), text(c.new), text(c.twin)}
			proofs, differ := 0, 0
			for k := range mutants {
				old := versions[rnd.IntN(2)]
				var new *program.Program
				var f *program.Func
				if k == 0 {
					new = versions[rnd.IntN(3)]
				} else {
					for range 20 {
						new, f = copyOf(versions[rnd.IntN(2)], "f")
						if mutate(rnd, f) && program.Verify(new) == nil {
							break
						}
						new = versions[1]
					}
				}
				r, err := Prove(t.Context(), old, new, Options{})
				if err != nil {
					t.Fatal(err)
				}
				if r.Equal {
					proofs++
				}
				m := machines(t, old, new)
				for range runs {
					in := input(rnd)
					a, err := m[0].Run(t.Context(), in)
					if err != nil {
						t.Fatal(err)
					}
					b, err := m[1].Run(t.Context(), in)
					if err != nil {
						t.Fatal(err)
					}
					if d := program.Differ(a, b); d.Counts() {
						differ++
						if r.Equal {
							t.Fatalf("mutant %d of seed %d: proved equal, but %s differs on %q:\n%+v\n%+v", k, n, d, in.Stdin, a, b)
						}
						break
					}
				}
			}
			t.Logf("%d of %d proved, %d differ", proofs, mutants, differ)
		})
	}
}

func machines(t *testing.T, programs ...*program.Program) []*vm.Instance {
	t.Helper()
	var list []*vm.Instance
	for _, p := range programs {
		m, err := vm.New(p, vm.Options{MaxSteps: 200_000})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m.NewRun())
	}
	return list
}
