package formulatext

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/symexec/underconstrained"
	"github.com/riftlab/rift/program"
)

// variables are those of random terms, as they are declared.
var variables = []struct {
	c, name string
	program.Type
}{
	{"int", "i", program.Type{Class: program.IntType, Size: 4}},
	{"unsigned", "u", program.Type{Class: program.IntType, Size: 4, Unsigned: true}},
	{"long", "l", program.Type{Class: program.IntType, Size: 8}},
	{"unsigned long", "m", program.Type{Class: program.IntType, Size: 8, Unsigned: true}},
	{"signed char", "c", program.Type{Class: program.IntType, Size: 1}},
	{"unsigned char", "b", program.Type{Class: program.IntType, Size: 1, Unsigned: true}},
	{"short", "s", program.Type{Class: program.IntType, Size: 2}},
	{"unsigned short", "w", program.Type{Class: program.IntType, Size: 2, Unsigned: true}},
}

// maker makes random terms.
type maker struct {
	s *bitvec.Store
	r *rand.Rand
}

func (m *maker) constant(w int) bitvec.Term {
	list := []uint64{0, 1, 2, 3, 7, 1<<w/2 - 1, 1 << w / 2, 1<<w - 1, m.r.Uint64()}
	if w == 64 {
		list = []uint64{0, 1, 5, 1<<63 - 1, 1 << 63, ^uint64(0), 1 << 31, 1 << 32, m.r.Uint64()}
	}
	return m.s.Const(w, list[m.r.IntN(len(list))])
}

// term makes a term of w bits.
func (m *maker) term(w, depth int) bitvec.Term {
	s := m.s
	if depth <= 0 || m.r.IntN(6) == 0 {
		if m.r.IntN(4) == 0 {
			return m.constant(w)
		}
		v := variables[m.r.IntN(len(variables))]
		n := 8 * int(v.Size)
		t := s.Var(underconstrained.VariablePrefix+v.name, n)
		switch {
		case n > w && m.r.IntN(2) == 0:
			return s.Extract(w-1, 0, t)
		case n > w:
			lo := m.r.IntN(n - w + 1)
			return s.Extract(lo+w-1, lo, t)
		case n < w && m.r.IntN(2) == 0:
			return s.SignExtend(w-n, t)
		case n < w:
			return s.ZeroExtend(w-n, t)
		}
		return t
	}
	a := func() bitvec.Term { return m.term(w, depth-1) }
	k := uint64(m.r.IntN(w))
	switch m.r.IntN(13) {
	case 0:
		return s.Add(a(), a())
	case 1:
		return s.Sub(a(), a())
	case 2:
		return s.Mul(a(), a())
	case 3:
		return s.And(a(), a())
	case 4:
		return s.Xor(a(), a())
	case 5:
		return s.Or(a(), a())
	case 6:
		return s.Not(a())
	case 7:
		return s.Shl(a(), s.Const(w, k))
	case 8:
		return s.LShr(a(), s.Const(w, k))
	case 9:
		return s.AShr(a(), s.Const(w, k))
	case 10:
		return s.Ite(m.truth(depth-1), a(), a())
	case 11:
		return s.Neg(a())
	}
	if w == 1 {
		return a()
	}
	n := 1 + m.r.IntN(w-1)
	return s.Concat(m.term(w-n, depth-1), m.term(n, depth-1))
}

func (m *maker) truth(depth int) bitvec.Term {
	s := m.s
	w := []int{8, 16, 32, 32, 64, 5, 33}[m.r.IntN(7)]
	switch m.r.IntN(6) {
	case 0:
		return s.Eq(m.term(w, depth), m.term(w, depth))
	case 1:
		return s.Ult(m.term(w, depth), m.term(w, depth))
	case 2:
		return s.Not(s.Slt(m.term(w, depth), m.term(w, depth)))
	case 3:
		return s.Extract(w-1, w-1, m.term(w, depth))
	case 4:
		return s.Ult(m.constant(w), m.term(w, depth))
	}
	return s.Slt(m.term(w, depth), m.term(w, depth))
}

// What is printed compiles, and has in C the value that the term has.
func TestMeaning(t *testing.T) {
	seeds, terms := uint64(4), 60
	if n, err := strconv.Atoi(os.Getenv("RIFT_FORMULA_SEEDS")); err == nil {
		seeds = uint64(n)
	}
	for seed := range seeds {
		s := bitvec.NewStore()
		m := &maker{s, rand.New(rand.NewPCG(seed, 7))}
		var list []bitvec.Term
		var texts []string
		names := Names{Type: func(name string) *program.Type {
			for i := range variables {
				if variables[i].name == name {
					return &variables[i].Type
				}
			}
			return nil
		}}
		var code, want strings.Builder
		code.WriteString("#include <stdio.h>\nint main(void) {\n")
		for _, v := range variables {
			fmt.Fprintf(&code, "%s %s;\n", v.c, v.name)
		}
		for range terms {
			term := m.truth(3)
			list, texts = append(list, term), append(texts, Formula(s, [][]bitvec.Term{{term}}, 5000, names))
		}
		for range 4 {
			values := bitvec.NewAssignment()
			for _, v := range variables {
				n := 8 * int(v.Size)
				w := m.s
				x := m.constant(n)
				k, _ := w.ConstUint64(x)
				values.Set(w.Var(underconstrained.VariablePrefix+v.name, n), bitvec.NewValue(n, k))
				fmt.Fprintf(&code, "%s = %#xul;\n", v.name, k)
			}
			ev := bitvec.NewEvaluator(s, values)
			for i, term := range list {
				v, ok := ev.Value(term)
				if !ok {
					t.Fatal("no value")
				}
				fmt.Fprintf(&want, "%d %d\n", i, v.Uint64())
				fmt.Fprintf(&code, "printf(\"%%d %%d\\n\", %d, (%s) != 0);\n", i, texts[i])
			}
		}
		code.WriteString("}\n")
		p := enginetest.Build(t, &program.Version{Files: []program.SourceFile{{Name: "p.c", Text: code.String()}}})
		out, err := enginetest.Machine(t, p.Program).Run(t.Context(), &program.Input{})
		if err != nil {
			t.Fatal(err)
		}
		got, lines := strings.Split(string(out.Stdout), "\n"), strings.Split(want.String(), "\n")
		bad := 0
		for i := range lines {
			if i >= len(got) || got[i] != lines[i] {
				k, _, _ := strings.Cut(lines[i], " ")
				n, _ := strconv.Atoi(k)
				t.Errorf("seed %d: %s\nis %s, prints %q", seed, s.String(list[n]), texts[n], lines[i])
				if bad++; bad > 2 {
					t.Fatalf("%+v", out.Fault)
				}
			}
		}
	}
}

func TestTexts(t *testing.T) {
	s := bitvec.NewStore()
	v := func(name string) bitvec.Term { return s.Var(underconstrained.VariablePrefix+name, 32) }
	k := func(n uint64) bitvec.Term { return s.Const(32, n) }
	names := Names{Type: func(name string) *program.Type {
		return &program.Type{Class: program.IntType, Size: 4, Unsigned: name == "u"}
	}}
	y, u := v("y"), v("u")
	for _, c := range []struct {
		cases [][]bitvec.Term
		want  string
	}{
		{[][]bitvec.Term{{s.Slt(k(2), s.Shl(y, k(1))), s.Not(s.Slt(k(2), y))}}, "y * 2 > 2 && y <= 2"},
		{[][]bitvec.Term{{s.Ult(k(1), y), s.Not(s.Slt(k(0), y))}}, "(unsigned)y > 1 && y <= 0"}, // a negative number
		{[][]bitvec.Term{{s.Ult(k(1), u)}}, "u > 1"},
		{[][]bitvec.Term{{s.Slt(k(1), y)}, {s.Slt(k(1), y)}}, "y > 1"},
		{[][]bitvec.Term{{s.Slt(k(1), y)}, {s.False()}}, "y > 1"},
		{[][]bitvec.Term{{s.Eq(s.Add(y, k(1<<32-3)), k(7))}}, "y == 10"},
		{[][]bitvec.Term{{s.Eq(s.Extract(6, 3, y), s.Const(4, 5))}}, "(y >> 3 & 15) == 5"},
		{nil, "0"},
	} {
		if got := Formula(s, c.cases, 400, names); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
