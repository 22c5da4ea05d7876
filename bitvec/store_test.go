package bitvec

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
)

// TestBytesVanish: what byte-addressed memory does to words is undone.
func TestBytesVanish(t *testing.T) {
	e := newEnv(32)
	bytes := func(x Term) (bs [4]Term) {
		for i := range bs {
			bs[i] = e.Extract(8*i+7, 8*i, x)
		}
		return bs
	}
	b := bytes(e.x)
	if got := e.Concat(e.Concat(b[3], b[2]), e.Concat(b[1], b[0])); got != e.x {
		t.Errorf("bytes of x: %v", e.String(got))
	}
	wide := func(i int) Term { return e.Shl(e.ZeroExtend(24, b[i]), e.k(uint64(8*i))) }
	if got := e.Or(e.Or(wide(0), wide(1)), e.Or(wide(2), wide(3))); got != e.x {
		t.Errorf("shifted and joined: %v", e.String(got))
	}
	if got := e.Add(e.Add(wide(3), wide(1)), e.Add(wide(2), wide(0))); got != e.x {
		t.Errorf("shifted and added: %v", e.String(got))
	}
	if got := e.And(e.LShr(e.x, e.k(16)), e.k(0xff)); got != e.ZeroExtend(24, b[2]) {
		t.Errorf("byte 2 by shift and mask: %v", e.String(got))
	}
	u, v := bytes(e.x), bytes(e.y)
	merged := e.Ite(e.c, u[0], v[0])
	for i := 1; i < 4; i++ {
		merged = e.Concat(e.Ite(e.c, u[i], v[i]), merged)
	}
	if got := e.Ite(e.c, e.x, e.y); got != merged {
		t.Errorf("merged bytes: %v", e.String(merged))
	}
}

func TestPrinting(t *testing.T) {
	e := newEnv(8)
	shared := e.Mul(e.x, e.y)
	p := e.BoolVar("a p")
	for _, tc := range []struct {
		t    Term
		want string
	}{
		{e.Add(shared, e.Neg(e.Concat(e.Extract(3, 0, shared), e.Extract(7, 4, shared)))),
			"(let ((?% (bvmul x y))) (bvadd ?% (bvneg (concat ((_ extract 3 0) ?%) ((_ extract 7 4) ?%)))))"},
		{e.And(p, e.Not(e.c)), "(and |a p| (not (= c #b1)))"},
		{e.Concat(e.Ult(e.x, e.y), p), "(concat (ite (bvult x y) #b1 #b0) (ite |a p| #b1 #b0))"},
		{e.Const(12, 0xabc), "#xabc"},
		{e.Const(70, 5), "#b" + strings.Repeat("0", 67) + "101"},
		{e.Select(e.Store.Store(e.a, e.x, e.y), e.z), "(select (store a x y) z)"},
	} {
		got := e.Store.String(tc.t)
		for _, u := range e.postorder(tc.t) {
			got = strings.ReplaceAll(got, fmt.Sprintf("?%d ", u), "?% ")
			got = strings.ReplaceAll(got, fmt.Sprintf("?%d)", u), "?%)")
		}
		if got != tc.want {
			t.Errorf(" got %s\nwant %s", got, tc.want)
		}
	}
	for name, want := range map[string]string{"x": "x", "let": "|let|", "a b": "|a b|", "": "||", "1x": "|1x|", "a|b": "|a_b|"} {
		if got := QuoteSymbol(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

func TestSubstitutionAndSupport(t *testing.T) {
	e := newEnv(8)
	u := e.Add(e.Mul(e.x, e.y), e.Neg(e.x))
	if got := e.Substitute(u, []Term{e.x, e.y}, []Term{e.y, e.x}); got != e.Add(e.Mul(e.x, e.y), e.Neg(e.y)) {
		t.Errorf("swapped: %v", e.String(got))
	}
	if got := e.Substitute(u, []Term{e.x}, []Term{e.k(3)}); got != e.Add(e.Mul(e.y, e.k(3)), e.k(253)) {
		t.Errorf("x = 3: %v", e.String(got))
	}
	if got := fmt.Sprint(e.Support(u)); got != fmt.Sprint([]Term{e.x, e.y}) {
		t.Errorf("support %v", got)
	}
	if got := e.Size(u, e.Neg(e.x)); got != (Size{DAG: 5, Tree: 8, Depth: 2, Vars: 2}) {
		t.Errorf("size %+v", got)
	}
}

func TestPartialEvaluation(t *testing.T) {
	e := newEnv(8)
	a := NewAssignment()
	a.Set(e.x, NewValue(8, 0))
	a.Set(e.c, NewValue(1, 1))
	eval := NewEvaluator(e.Store, a)
	for _, tc := range []struct {
		t     Term
		known bool
		want  uint64
	}{
		{e.Mul(e.x, e.y), true, 0},
		{e.And(e.y, e.x), true, 0},
		{e.Add(e.x, e.y), false, 0},
		{e.Ite(e.c, e.k(7), e.y), true, 7},
		{e.Ite(e.c, e.y, e.k(7)), false, 0},
		{e.Ite(e.d, e.Add(e.x, e.k(4)), e.Sub(e.k(4), e.x)), true, 4},
		{e.Select(e.a, e.x), false, 0},
		{e.Select(e.Store.Store(e.a, e.y, e.k(1)), e.x), false, 0},
	} {
		if v, ok := eval.Value(tc.t); ok != tc.known || ok && v.Uint64() != tc.want {
			t.Errorf("%v: %v, %v", e.String(tc.t), v, ok)
		}
	}
}

func TestMisuse(t *testing.T) {
	e := newEnv(8)
	for want, f := range map[string]func(){
		"bitvec: Add: width 8 != 9":                                         func() { e.Add(e.x, e.Var("nine", 9)) },
		"bitvec: Var: x already has the sort (_ BitVec 8)":                  func() { e.Var("x", 9) },
		"bitvec: Extract: bits 8..0 of width 8":                             func() { e.Extract(8, 0, e.x) },
		"bitvec: Const: width 0 is outside 1..65535":                        func() { e.Const(0, 1) },
		"bitvec: Ite: width 8 != 1":                                         func() { e.Ite(e.x, e.x, e.x) },
		"bitvec: Select: operand of width 8 is no array":                    func() { e.Select(e.x, e.x) },
		"bitvec: Store: index width 1 != 8":                                 func() { e.Store.Store(e.a, e.c, e.x) },
		"bitvec: And: operand is an array":                                  func() { e.And(e.a, e.x) },
		"bitvec: Repeat: count 0 < 1":                                       func() { e.Repeat(0, e.x) },
		"bitvec: Evaluator.Value: term is an array":                         func() { NewEvaluator(e.Store, NewAssignment()).Value(e.a) },
		"bitvec: NewValidator: checkers of different stores":                func() { NewValidator(NewSolver(e.Store, SolverOptions{}), NewSolver(NewStore(), SolverOptions{}), nil) },
		"bitvec: ExtractBounds: term " + fmt.Sprint(e.x) + " is no extract": func() { e.ExtractBounds(e.x) },
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != want {
					t.Errorf("panic %q, want %q", got, want)
				}
			}()
			f()
		}()
	}
}

// TestWideTerms solves and evaluates at 4096 bits.
func TestWideTerms(t *testing.T) {
	const w = 4096
	s := NewStore()
	x, y := s.Var("x", w), s.Var("y", w)
	one := new(big.Int).Lsh(big.NewInt(1), w-1)
	c := NewSolver(s, SolverOptions{})
	a := check(c, s.Eq(s.Add(x, y), s.BigConst(w, one)), s.Eq(s.Xor(x, y), s.BigConst(w, big.NewInt(-1))))
	// x + y = x ^ y + 2 (x & y), and here x & y is 0: then x + y = -1.
	if got := a.Verdict.String(); got != "unsat" {
		t.Errorf("x + y = 2^4095, x ^ y = -1: %s", got)
	}
	a = check(c, s.Eq(s.Sub(x, y), s.BigConst(w, one)), s.Eq(s.Extract(4000, 100, y), s.Const(3901, 12345)))
	if a.Model == nil || a.Model.Value(s.Sub(x, y)).Big().Cmp(one) != 0 {
		t.Errorf("x - y = 2^4095: %v", a)
	}
}

// TestRuleHits: rules are counted, and a raw store has none.
func TestRuleHits(t *testing.T) {
	for _, raw := range []bool{false, true} {
		e := newEnv(8)
		if raw {
			e = newEnv(8, WithoutRewriting())
		}
		e.And(e.x, e.x)
		if got := e.RuleHits()["and/same"]; got == 0 != raw {
			t.Errorf("raw %v: %d hits", raw, got)
		}
		if e.Rewrites() == raw {
			t.Errorf("raw %v: rewrites", raw)
		}
	}
}

// TestFreshIsNobodysName: an anonymous variable stays apart from a variable
// that is later given its name.
func TestFreshIsNobodysName(t *testing.T) {
	s := NewStore()
	x := s.Fresh("x", 8)
	name := s.Name(x)
	if _, ok := s.Lookup(name); ok {
		t.Error("found by name")
	}
	y := s.Var(name, 8)
	if x == y || s.Name(x) == s.Name(y) || s.Name(y) != name {
		t.Errorf("%d %s, %d %s", x, s.Name(x), y, s.Name(y))
	}
	dst := NewStore()
	if s.Copy(dst, s.Eq(x, y)) == dst.True() {
		t.Error("the copy takes both for one")
	}
}
