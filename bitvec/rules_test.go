package bitvec

import (
	"context"

	"testing"

	"github.com/riftlab/rift/sat"
)

// env builds terms for the rule tests: x, y, z are variables of width w, c and
// d formulas, and a an array.
type env struct {
	*Store
	w          int
	x, y, z    Term
	c, d       Term
	a          Term
	zero, ones Term
}

func newEnv(w int, opts ...Option) *env {
	e := &env{Store: NewStore(opts...), w: w}
	e.x, e.y, e.z = e.Var("x", w), e.Var("y", w), e.Var("z", w)
	e.c, e.d = e.Var("c", 1), e.Var("d", 1)
	e.a = e.ArrayVar("a", w, w)
	e.zero, e.ones = e.Const(w, 0), e.Value(OnesValue(w))
	return e
}

// k returns a constant of width w.
func (e *env) k(v uint64) Term { return e.Const(e.w, v) }

// zx and sx extend to width w+3; hi puts t above three zeros.
func (e *env) zx(t Term) Term { return e.ZeroExtend(3, t) }
func (e *env) sx(t Term) Term { return e.SignExtend(3, t) }
func (e *env) hi(t Term) Term { return e.Concat(t, e.Const(3, 0)) }

// above returns t below itself as a plain concatenation.
func (e *env) pair(s, t Term) Term { return e.Concat(s, t) }

// ruleCase specifies the tests of one rule: a term on which it fires, and one
// nearby on which it does not.
type ruleCase struct {
	rule   string
	least  int // the least width at which the terms make sense; 0 is 1
	proved int // 8 if a proof at 32 takes too long for a test; 0 otherwise
	fires  func(e *env) Term
	near   func(e *env) Term
}

func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, rc := range ruleCases {
		seen[rc.rule] = true
		t.Run(rc.rule, func(t *testing.T) {
			rc.testFires(t)
			rc.testExhaustively(t)
			rc.testProof(t, 8, rc.fires)
			rc.testProof(t, 8, rc.near)
			if rc.proved == 0 {
				rc.testProof(t, 32, rc.fires)
			}
		})
	}
	for _, name := range ruleNames {
		if !seen[name] {
			t.Errorf("rule %s has no case", name)
		}
	}
}

func (rc ruleCase) testFires(t *testing.T) {
	if rc.fires != nil {
		e := newEnv(8)
		rc.fires(e)
		if e.RuleHits()[rc.rule] == 0 {
			t.Errorf("does not fire; fired: %v", e.RuleHits())
		}
	}
	e := newEnv(8)
	rc.near(e)
	if e.RuleHits()[rc.rule] != 0 {
		t.Errorf("fires on the term nearby")
	}
}

// testExhaustively evaluates the rewritten and the original term under all
// assignments at widths 1 to 4.
func (rc ruleCase) testExhaustively(t *testing.T) {
	for w := max(1, rc.least); w <= max(4, rc.least); w++ {
		raw, norm := newEnv(w, WithoutRewriting()), newEnv(w)
		for _, build := range []func(*env) Term{rc.fires, rc.near} {
			before, after := build(raw), build(norm)
			vars := raw.Support(before)
			total := 0
			for _, v := range vars {
				total += raw.Width(v)
				if raw.IsArray(v) {
					total += -raw.Width(v) + w
				}
			}
			for bits := range uint64(1) << min(total, 14) {
				p, q := assign(raw.Store, vars, bits, raw), assign(raw.Store, vars, bits, norm)
				u, _ := NewTotalEvaluator(raw.Store, p).Value(before)
				v, _ := NewTotalEvaluator(norm.Store, q).Value(after)
				if !u.Equal(v) {
					t.Fatalf("width %d, assignment %b: %v, rewritten %v\n%v\n%v", w, bits, u, v, raw.String(before), norm.String(after))
				}
			}
		}
	}
}

// assign spreads bits over vars, named as in s, for the store of e.
func assign(s *Store, vars []Term, bits uint64, e *env) *Assignment {
	a := NewAssignment()
	for _, v := range vars {
		to, ok := e.Lookup(s.Name(v))
		if !ok {
			continue
		}
		w := s.Width(v)
		x := NewValue(w, bits)
		bits >>= uint(w)
		if s.IsArray(v) {
			array := NewArrayValue(w, NewValue(w, 0))
			for i := range uint64(1) << w {
				array = array.With(NewValue(w, i), NewValue(w, i*5+x.Uint64()))
			}
			a.SetArray(to, array)
			continue
		}
		a.Set(to, x)
	}
	return a
}

// testProof proves by solving without rewriting that the original term and
// the rewritten one are equal.
func (rc ruleCase) testProof(t *testing.T, w int, build func(e *env) Term) {
	raw, norm := newEnv(w, WithoutRewriting()), newEnv(w)
	before, after := build(raw), norm.Copy(raw.Store, build(norm))
	c := NewSolver(raw.Store, SolverOptions{})
	q := Query{Constraints: []Term{raw.Ne(before, after)}, Limits: sat.Limits{Steps: 2e7}}
	if a := c.Check(context.Background(), q); a.Verdict != sat.Unsat {
		t.Errorf("width %d: %v\n%v\n%v", w, a, raw.String(before), raw.String(after))
	}
}

// TestFacts checks known bits and ranges against all values at small widths.
func TestFacts(t *testing.T) {
	for w := 1; w <= 4; w++ {
		e := newEnv(w)
		terms := []Term{e.x, e.And(e.x, e.k(5)), e.Or(e.x, e.k(2)), e.Xor(e.And(e.x, e.k(6)), e.k(3))}
		for i := 0; i < 4; i++ {
			t, u := terms[i], terms[(i+1)%4]
			terms = append(terms, e.Add(t, u), e.Mul(t, u), e.Neg(u), e.UDiv(t, u), e.URem(t, u), e.Shl(t, u), e.LShr(t, u),
				e.AShr(t, u), e.Concat(t, u), e.SignExtend(2, t), e.Eq(t, u), e.Ult(t, u), e.Slt(t, u), e.Ite(e.c, t, u),
				e.URem(t, e.Or(u, e.k(1))), e.Add(e.And(t, e.k(3)), e.k(1)), e.Extract(w-1, w/2, t))
		}
		for bits := range uint64(1) << (w + 1) {
			a := assign(e.Store, []Term{e.x, e.c}, bits, e)
			eval := NewTotalEvaluator(e.Store, a)
			for _, u := range terms {
				v, _ := eval.Value(u)
				lo, hi, _ := e.Range(u)
				zero, one, _ := e.KnownBits(u)
				n := v.Uint64()
				if n < lo || n > hi || n&zero != 0 || ^n&one != 0 {
					t.Fatalf("width %d: %v is %v, known %d..%d, zeros %b, ones %b", w, e.String(u), v, lo, hi, zero, one)
				}
			}
		}
	}
}
