package smtlib_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/smtlib"
	"github.com/riftlab/rift/sat"
)

// runScript returns the responses to a script and the first error.
func runScript(script string, opts smtlib.Options) (string, error) {
	var out bytes.Buffer
	_, err := smtlib.Execute(context.Background(), strings.NewReader(script), &out, opts)
	return out.String(), err
}

func TestExecute(t *testing.T) {
	for _, tc := range []struct{ name, script, want string }{
		{"single", `
			(set-logic QF_BV) (set-info :status sat)
			(declare-const x (_ BitVec 8)) (declare-fun p () Bool)
			(assert (and p (= (bvmul x x) #x31) (bvult x #x10)))
			(check-sat) (get-value (x p (bvadd x #x01))) (get-model)`,
			"sat\n((x #x07) (p true) ((bvadd x #x01) #x08))\n(\n  (define-fun x () (_ BitVec 8) #x07)\n  (define-fun p () Bool true)\n)\n"},
		{"incremental", `
			(set-logic QF_BV) (declare-const x (_ BitVec 4))
			(assert (bvult x #x3)) (check-sat)
			(push) (assert (bvult #x5 x)) (check-sat) (pop)
			(check-sat) (push 2) (declare-const y Bool) (assert y) (check-sat) (pop 2)
			(declare-const y (_ BitVec 2)) (assert (= y #b10)) (check-sat) (get-value (y))
			(get-info :assertion-stack-levels)`,
			"sat\nunsat\nsat\nsat\nsat\n((y #b10))\n(:assertion-stack-levels 0)\n"},
		{"cores", `
			(set-option :produce-unsat-cores true) (set-option :minimal-unsat-cores true) (set-logic QF_BV)
			(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
			(assert (! (bvult x y) :named a)) (assert (! (bvult y #x80) :named |b c|))
			(assert (! (bvult y x) :named d)) (check-sat) (get-unsat-core)`,
			"unsat\n(a d)\n"},
		{"assuming", `
			(declare-const p Bool) (declare-const q Bool) (declare-const r Bool)
			(assert (=> p q)) (check-sat-assuming (r p (not q))) (get-unsat-assumptions)
			(check-sat-assuming (p)) (get-value (q))`,
			"unsat\n(p (not q))\nsat\n((q true))\n"},
		{"arrays", `
			(set-logic QF_ABV) (define-sort Mem () (Array (_ BitVec 4) (_ BitVec 8)))
			(declare-const m Mem) (declare-const i (_ BitVec 4))
			(assert (= (store m #x3 #xff) (store ((as const Mem) #x00) i #xff)))
			(assert (= (select m #x3) #x00)) (check-sat) (get-value (i (select m #x4) m))
			(assert (distinct (select m #x5) #x00)) (check-sat)`,
			"sat\n((i #x3) ((select m #x4) #x00) (m ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x00)))\nunsat\n"},
		{"definitions", `
			(define-fun max ((a (_ BitVec 8)) (b (_ BitVec 8))) (_ BitVec 8) (ite (bvult a b) b a))
			(declare-const x (_ BitVec 8)) (define-const limit (_ BitVec 8) (_ bv200 8))
			(assert (let ((x (max x limit)) (y x)) (= (bvadd x y) #xff)))
			(check-sat) (get-value (x)) (echo "say ""hi""")`,
			"sat\n((x #x37))\n\"say \"\"hi\"\"\"\n"},
		{"success", "(set-option :print-success true) (set-logic QF_BV) (set-option :none 1) (assert true) (check-sat) (exit) (check-sat)",
			"success\nsuccess\nunsupported\nsuccess\nsat\nsuccess\n"},
		{"reset", "(declare-const x Bool) (assert (not x)) (assert x) (check-sat) (reset-assertions) (declare-const x Bool) (assert x) (check-sat) (reset) (declare-const x (_ BitVec 1)) (assert (= x #b1)) (check-sat)",
			"unsat\nsat\nsat\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := runScript(tc.script, smtlib.Options{Check: true})
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestErrors: everything wrong is named with its place.
func TestErrors(t *testing.T) {
	const decl = "(declare-const x (_ BitVec 8))\n"
	for _, tc := range []struct{ script, want string }{
		{"(set-logic 7)", "1:12: expected the name of a logic, found 7"},
		{"(set-logic QF_NRA)(declare-const x Real)", "1:36: unknown sort Real"},
		{"(assert\n  (and true", "2:3: parenthesis is not closed"},
		{"(check-sat))", "1:12: unexpected closing parenthesis"},
		{"(assert y)", "1:9: undeclared symbol y"},
		{decl + "(assert (= x #x123))", "2:10: arguments of = have sorts (_ BitVec 8) and (_ BitVec 12)"},
		{decl + "(assert (bvult x #x1))", "2:10: arguments of bvult have widths 8 and 4"},
		{decl + "(assert x)", "2:9: asserted term is a (_ BitVec 8), not a Bool"},
		{decl + "(assert (= ((_ extract 8 0) x) x))", "2:13: (_ extract 8 0) of a bit-vector of width 8"},
		{decl + "(declare-const x Bool)", "2:16: x is already declared"},
		{"(declare-const bvadd Bool)", "1:16: bvadd is an operator of the logic"},
		{"(declare-sort S 1)", "1:17: unsupported: sort S with parameters"},
		{"(declare-fun f ((Array (_ BitVec 2) Bool)) Bool)", "1:17: unsupported: function f of a (Array (_ BitVec 2) Bool)"},
		{"(declare-fun f ((_ BitVec 60000) (_ BitVec 60000)) Bool)", "1:34: unsupported: function f of more than 65535 bits"},
		{"(declare-fun f (Bool) Bool)(assert (f #b1))", "1:37: argument 1 of f is a (_ BitVec 1), not a Bool"},
		{"(declare-const x Int)", "1:18: unknown sort Int"},
		{"(declare-const x (_ BitVec 0))", "1:28: width 0 is outside 1..65535"},
		{"(assert (forall ((x Bool)) x))", "1:9: unsupported: forall"},
		{"(pop)", "1:1: pop of 1 levels, but only 0 are open"},
		{"(push 99999999999)", "1:7: number 99999999999 is too large"},
		{"(get-model)", "1:1: get-model needs the answer sat first"},
		{"(frobnicate)", "1:1: unsupported command frobnicate"},
		{"(assert #xfg)", "1:9: bad hexadecimal #xfg"},
		{"(assert |a", "1:9: quoted symbol has no end"},
		{"(assert (bvadd #x1))", "1:10: bvadd takes at least 2 arguments, not 1"},
		{"(assert (! true :named))", "1:17: expected a name after :named"},
		{"(assert ((_ repeat 60000) #xff))", "1:10: (_ repeat 60000) is wider than 65535"},
		{"(declare-const w (_ BitVec 40000))(assert (bvumulo w w))", "1:44: unsupported: bvumulo of width 40000"},
		{"(assert \x01)", "1:9: unexpected character '\\x01'"},
		{"(set-info :status unsat) (check-sat)", "1:26: the answer is sat, but :status says unsat"},
	} {
		out, err := runScript(tc.script, smtlib.Options{Check: true})
		var bad *smtlib.Error
		if !errors.As(err, &bad) || err.Error() != tc.want {
			t.Errorf("%s\n got %v\nwant %s", tc.script, err, tc.want)
		}
		if !strings.Contains(out, "(error \""+tc.want[:4]) {
			t.Errorf("%s: response %q does not tell the error", tc.script, out)
		}
	}
}

// TestRefused: an error does not end a session, but what it left out is never
// overlooked, until the level that lacks it is popped.
func TestRefused(t *testing.T) {
	const decl = "(set-logic QF_BV) (declare-const a (_ BitVec 8))\n"
	for _, tc := range []struct{ script, want string }{
		{"(assert (= (bvparity a) #b1)) (check-sat) (get-info :reason-unknown)", "unknown (:reason-unknown refused)"},
		{"(assert (= a #b1)) (check-sat)", "unknown"},
		{"(assert (forall ((x Bool)) x)) (check-sat-assuming ((= a #x00)))", "unknown"},
		{"(assert a) (assert (distinct a a)) (check-sat)", "unsat"}, // what was understood suffices
		{"(push) (assert b) (check-sat) (pop) (check-sat)", "unknown sat"},
		{"(assert b) (push) (check-sat) (pop) (check-sat)", "unknown unknown"},
		{"(push) (declare-const a Int) (assert (distinct a a)) (check-sat) (pop) (check-sat)", "unknown sat"},
		{"(define-fun f () Bool a) (check-sat) (reset-assertions) (check-sat)", "unknown sat"},
		{"(push x) (assert (distinct a a)) (pop) (check-sat)", "unknown"},
		{"(push) (assert (distinct a a)) (pop 7) (check-sat) (reset) (check-sat)", "unknown sat"},
		{"(declare-datatypes ((P 0)) (((p)))) (check-sat)", "unknown"},
		{"(minimize a) (check-sat)", "unknown"},
		{"(set-logic QF_BV) (set-option :produce-models 1) (get-model) (get-proof) (check-sat)", "sat"},
		{"(assert b) (check-sat) (get-model) (get-value (a))", "unknown"},
		{"(check-sat) (assert b) (get-value (a))", "sat"},
	} {
		out, err := runScript(decl+tc.script, smtlib.Options{Check: true})
		var lines []string
		for line := range strings.Lines(out) {
			if !strings.HasPrefix(line, "(error ") {
				lines = append(lines, strings.TrimSpace(line))
			}
		}
		if got := strings.Join(lines, " "); got != tc.want || err == nil {
			t.Errorf("%s: %s (%v), want %s", tc.script, got, err, tc.want)
		}
	}
}

// TestFunctions: uninterpreted functions and sorts, and logics by their use.
func TestFunctions(t *testing.T) {
	for _, tc := range []struct{ name, script, want string }{
		{"congruence", `(set-logic QF_UFBV) (declare-fun f ((_ BitVec 32) Bool) (_ BitVec 8))
			(declare-const x (_ BitVec 32)) (declare-const y (_ BitVec 32)) (declare-const p Bool)
			(assert (distinct (f x p) (f y true))) (check-sat)
			(assert (and p (= (bvadd x #x00000001) (bvadd #x00000001 y)))) (check-sat)`, "sat\nunsat\n"},
		{"sorts", `(set-logic QF_UF) (declare-sort U 0) (declare-fun f (U) U) (declare-const x U)
			(assert (= (f (f (f x))) x)) (assert (= (f (f (f (f (f x))))) x)) (push)
			(assert (distinct (f x) x)) (check-sat) (pop) (check-sat)`, "unsat\nsat\n"},
		{"many", `(declare-sort U 0) (declare-const a U) (declare-const b U) (declare-const c U) (declare-fun p (U) Bool)
			(assert (distinct a b c)) (assert (and (p a) (p b) (not (p c)))) (check-sat) (get-value ((p a) (= a b) (p c)))`,
			"sat\n(((p a) true) ((= a b) false) ((p c) false))\n"},
		{"model", `(declare-fun f ((_ BitVec 4) Bool) (_ BitVec 8)) (assert (= (f #x3 true) #xff)) (check-sat) (get-model)`,
			"sat\n(\n  (define-fun f ((x!0 (_ BitVec 4)) (x!1 Bool)) (_ BitVec 8) (ite (and (= x!0 #x3) (= x!1 true)) #xff #x00))\n)\n"},
		{"arrays", `(set-logic QF_AUFBV) (declare-sort E 0) (declare-const a (Array (_ BitVec 4) E)) (declare-const b (Array (_ BitVec 4) E))
			(declare-const e E) (declare-const i (_ BitVec 4)) (declare-fun g (E) (_ BitVec 4))
			(assert (= (store a i e) b)) (assert (distinct (g (select b i)) (g e))) (check-sat)`, "unsat\n"},
		{"defined", `(declare-fun f ((_ BitVec 8)) (_ BitVec 8)) (define-fun twice ((x (_ BitVec 8))) (_ BitVec 8) (f (f x)))
			(declare-const x (_ BitVec 8)) (assert (= (f x) x)) (assert (distinct (twice x) x)) (check-sat)`, "unsat\n"},
		{"scopes", `(push) (declare-fun f (Bool) Bool) (assert (f true)) (check-sat) (pop)
			(declare-fun f (Bool Bool) Bool) (assert (f true (f false true))) (check-sat)`, "sat\nsat\n"},
		{"parity", `(declare-const a (_ BitVec 9)) (assert (= (bvredxor a) #b1)) (assert (= a #b001010000)) (check-sat)`, "unsat\n"},
		{"any logic", `(set-logic QF_AUFBVDTLIA) (declare-const p Bool) (assert p) (check-sat)`, "sat\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := runScript(tc.script, smtlib.Options{Check: true})
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestFloats: the theory of floating-point numbers.
func TestFloats(t *testing.T) {
	const decl = "(set-logic QF_BVFP)(declare-const x Float32)(declare-const y (_ FloatingPoint 8 24))(declare-const b (_ BitVec 32))"
	for _, tc := range []struct{ script, want string }{
		{"(assert (distinct x x)) (check-sat)", "unsat"},                                                       // a NaN is the same as itself,
		{"(assert (not (fp.eq x x))) (check-sat) (assert (distinct x (_ NaN 8 24))) (check-sat)", "sat unsat"}, // there is one,
		{"(assert (distinct (fp.neg x) x)) (assert (fp.isNaN x)) (check-sat)", "unsat"},                        // without a sign,
		{"(assert (= b #x7fc00001)) (assert (= x ((_ to_fp 8 24) b))) (assert (distinct x (fp.add RNE x y))) (check-sat)", "unsat"},
		{"(declare-fun f ((_ BitVec 2)) Float32) (assert (fp.isNaN (f #b00))) (assert (fp.isNaN (f #b01))) (assert (distinct (f #b00) (f #b01))) (check-sat)", "unsat"},
		{"(declare-fun g (Float32) Bool) (assert (distinct (g x) (g y))) (assert (and (fp.isNaN x) (fp.isNaN y))) (check-sat)", "unsat"},
		{"(declare-const a (Array (_ BitVec 2) Float32)) (declare-const c (Array (_ BitVec 2) Float32)) (assert (distinct a c)) (check-sat)", "unknown"},
		{"(assert (and (fp.isZero x) (distinct x y) (fp.eq x y))) (check-sat) (get-value ((fp.isZero y)))", "sat (((fp.isZero y) true))"},
		{"(assert (= x ((_ to_fp 8 24) RNE 0.1))) (check-sat) (get-value (x))", "sat ((x (fp #b0 #b01111011 #b10011001100110011001101)))"},
		{"(assert (= x (fp.div RNE y ((_ to_fp 8 24) RNE (- 2))))) (assert (= y (_ +oo 8 24))) (check-sat) (get-value (x))", "sat ((x (fp #b1 #b11111111 #b00000000000000000000000)))"},
		{"(assert (= ((_ fp.to_sbv 8) RTZ x) #xfd)) (assert (fp.lt ((_ to_fp 8 24) RNE (- 100)) x)) (assert (fp.lt x ((_ to_fp 8 24) RNE (- 4)))) (check-sat)", "unsat"},
		// What the standard leaves open: any value, but one.
		{"(assert (= ((_ fp.to_ubv 8) RNE (_ NaN 8 24)) #x35)) (check-sat) (assert (= ((_ fp.to_ubv 8) RNE (_ NaN 8 24)) #x36)) (check-sat)", "sat unsat"},
		{"(assert (= (fp.min (_ +zero 8 24) (_ -zero 8 24)) (_ -zero 8 24))) (check-sat) (assert (= (fp.min (_ +zero 8 24) (_ -zero 8 24)) (_ +zero 8 24))) (check-sat)", "sat unsat"},
		// What is not known is refused.
		{"(assert (fp.eq x (fp.add RTZ x y))) (check-sat)", "unknown"},
		{"(declare-const m RoundingMode) (check-sat)", "unknown"},
		{"(declare-const q Float128) (check-sat)", "unknown"},
		{"(assert (fp.eq x (fp.rem x y))) (check-sat)", "unknown"},
		{"(assert (= 1.0 (fp.to_real x))) (check-sat)", "unknown"},
		{"(assert (fp.lt x b)) (assert (fp 1 2 3)) (assert ((_ to_fp 8) x)) (assert (fp.lt x)) (check-sat)", "unknown"},
	} {
		out, _ := runScript(decl+tc.script, smtlib.Options{Check: true})
		var lines []string
		for line := range strings.Lines(out) {
			if !strings.HasPrefix(line, "(error ") {
				lines = append(lines, strings.TrimSpace(line))
			}
		}
		if got := strings.Join(lines, " "); got != tc.want {
			t.Errorf("%s: %s, want %s\n%s", tc.script, got, tc.want, out)
		}
	}
}

// TestCovered: constant arrays with writes at every index, decided both ways.
func TestCovered(t *testing.T) {
	for w := 1; w <= 5; w++ {
		for _, missing := range []int{0, 1} {
			var b strings.Builder
			fmt.Fprintf(&b, "(declare-const x (_ BitVec 2))(declare-const y (_ BitVec 2))(assert (distinct x y))\n")
			n := 1<<w - missing
			left, right := "((as const A) x)", "((as const A) y)"
			for i := range n {
				fmt.Fprintf(&b, "(declare-const i%d (_ BitVec %d))(declare-const e%d (_ BitVec 2))\n", i, w, i)
				left, right = fmt.Sprintf("(store %s i%d e%d)", left, i, i), fmt.Sprintf("(store %s i%d e%d)", right, i, i)
			}
			script := fmt.Sprintf("(define-sort A () (Array (_ BitVec %d) (_ BitVec 2)))%s(assert (= %s %s))(check-sat)(push)(check-sat)", w, b.String(), left, right)
			want := "sat\nsat\n"
			if missing > 0 {
				want = "unsat\nunsat\n"
			}
			if got, err := runScript(script, smtlib.Options{Check: true}); got != want || err != nil {
				t.Errorf("%d bits, %d writes: %q, %v", w, n, got, err)
			}
		}
	}
}

func TestDeepNesting(t *testing.T) {
	n := 60000
	script := "(declare-const x Bool)(assert " + strings.Repeat("(not ", n) + "x" + strings.Repeat(")", n) + ")(check-sat)"
	if out, err := runScript(script, smtlib.Options{}); out != "sat\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	if _, err := runScript(strings.Repeat("(", 200000), smtlib.Options{}); err == nil || !strings.Contains(err.Error(), "nested deeper") {
		t.Errorf("too deep: %v", err)
	}
}

func TestTimeoutIsUnknown(t *testing.T) {
	script := `(declare-const x (_ BitVec 64)) (declare-const y (_ BitVec 64)) (declare-const z (_ BitVec 64))
		(assert (distinct (bvurem (bvmul x y) z) (bvurem (bvmul (bvurem x z) (bvurem y z)) z))) (assert (bvult z #x0000000010000000))
		(assert (bvult x #x0000000010000000)) (assert (bvult y #x0000000010000000)) (assert (distinct z #x0000000000000000))
		(check-sat) (get-info :reason-unknown)`
	if out, err := runScript(script, smtlib.Options{Timeout: 100 * time.Millisecond}); out != "unknown\n(:reason-unknown timeout)\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
}

// TestRoundTrip writes terms and reads them back.
func TestRoundTrip(t *testing.T) {
	for seed := range 300 {
		f := randomFormula(seed)
		var script bytes.Buffer
		if err := smtlib.WriteQuery(&script, f.store, f.cs, sat.Unknown); err != nil {
			t.Fatal(err)
		}
		want := bitvec.NewSolver(f.store, bitvec.SolverOptions{}).Check(context.Background(), bitvec.Query{Constraints: f.cs})
		if got, err := runScript(script.String(), smtlib.Options{Check: true}); err != nil || got != want.Verdict.String()+"\n" {
			t.Fatalf("formula %d: %q, %v, want %v\n%s", seed, got, err, want.Verdict, script.String())
		}
	}
}

func FuzzExecute(f *testing.F) {
	f.Add("(set-logic QF_ABV)(declare-const x (_ BitVec 8))(assert (= (bvmul x x) #x31))(check-sat)(get-model)")
	f.Add("(declare-const a (Array (_ BitVec 2) (_ BitVec 3)))(assert (= a (store a #b01 #b101)))(push)(check-sat)(pop)(get-value (a))")
	f.Add("(define-fun f ((x Bool)) Bool (xor x true))(assert (f (let ((y true)) (! y :named n))))(check-sat)(get-unsat-core)")
	f.Add("(assert (bvsmulo ((_ rotate_left 3) #b1010) (concat #b1 ((_ sign_extend 2) #b0))))(check-sat-assuming (true))")
	f.Add("|\"#b;\n)(")
	f.Fuzz(func(t *testing.T, script string) {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		var out bytes.Buffer
		_, err := smtlib.Execute(ctx, strings.NewReader(script), &out, smtlib.Options{Timeout: 200 * time.Millisecond, Check: true})
		if err == nil && strings.Contains(out.String(), "(error \"") && !strings.Contains(script, "(error") {
			t.Errorf("an error was answered but not returned: %s", out.String())
		}
	})
}

func TestLogTo(t *testing.T) {
	dir := t.TempDir()
	s := bitvec.NewStore()
	x := s.Var("x", 8)
	log := smtlib.LogTo(dir, s, func(err error) { t.Error(err) })
	c := bitvec.NewLogger(bitvec.NewSolver(s, bitvec.SolverOptions{}), log)
	c.Check(context.Background(), bitvec.Query{Constraints: []bitvec.Term{s.Eq(s.Mul(x, x), s.Const(8, 3))}})
	text, err := os.ReadFile(filepath.Join(dir, "query-000001.smt2"))
	want := "(set-logic QF_BV)\n(set-info :status unsat)\n(declare-fun x () (_ BitVec 8))\n(assert (= (bvmul x x) #x03))\n(check-sat)\n(exit)\n"
	if diff := cmp.Diff(want, string(text)); diff != "" || err != nil {
		t.Error(err, diff)
	}
	var failed error
	log = smtlib.LogTo(filepath.Join(dir, "none"), s, func(err error) { failed = err })
	log(bitvec.Query{}, bitvec.Answer{})
	if failed == nil {
		t.Error("a missing folder is not reported")
	}
}
