package regver

import (
	"bytes"
	osexec "os/exec"
	"strings"
	"testing"

	"github.com/riftlab/rift/bitvec/smtlib"
	"github.com/riftlab/rift/engines"
)

// TestEvidence: of each function that is proved the claims are given, and none can be refuted:
// neither by rift, asked for each alone, nor by another solver, if there is one.
func TestEvidence(t *testing.T) {
	z3, _ := osexec.LookPath("z3")
	if z3 == "" {
		t.Log("z3 is not installed: no other solver looks at the claims")
	}
	claims, settled, decided := 0, 0, 0
	for i, c := range cases {
		if i%4 > 0 {
			continue
		}
		proofs := map[string]engines.FunctionProof{}
		r, err := Prove(t.Context(), build(t, c.common+"\n"+c.old), build(t, c.common+"\n"+c.new), Options{Entry: "f", Certify: func(p engines.FunctionProof) { proofs[p.Function] = p }})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range r.Proved() {
			p, ok := proofs[name]
			if !ok || len(p.Segments) == 0 {
				t.Errorf("%s: nothing is said of the proof of %s", c.name, name)
			}
			for _, s := range p.Segments {
				settled += s.Settled
				for _, text := range s.Claims {
					claims++
					var out strings.Builder
					if _, err := smtlib.Execute(t.Context(), strings.NewReader(text), &out, smtlib.Options{}); err != nil || out.String() != "unsat\n" {
						t.Errorf("%s, %s from %s: %v, %s for\n%s", c.name, name, s.From, err, out.String(), text)
					}
					if z3 == "" || len(text) > 20_000 {
						continue
					}
					cmd := osexec.CommandContext(t.Context(), z3, "-in", "rlimit=2000000")
					cmd.Stdin = strings.NewReader(text)
					other, err := cmd.Output()
					switch other = bytes.TrimSpace(other); string(other) {
					case "unsat":
						decided++
					case "unknown":
					default:
						t.Errorf("%s, %s from %s: z3: %v, %s for\n%s", c.name, name, s.From, err, other, text)
					}
				}
			}
		}
	}
	t.Logf("%d claims, %d of them decided by z3, %d settled before", claims, decided, settled)
	if claims < 20 || z3 != "" && decided < claims/2 {
		t.Errorf("only %d claims, %d decided by z3", claims, decided)
	}
}

// TestRewritten: a proof says what was done to the code that no claim covers.
func TestRewritten(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"nothing", "int f(int a) { return a + a; }", "int f(int a) { return 2 * a; }", ""},
		{"a sum from its end", "int f(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }",
			"int f(const int *a, int n) { int s = 0; while (n-- > 0) s += a[n]; return s; }", "loops that sum up count up instead of down in the new version"},
		{"a helper", "int f(int a) { return a > 9 ? 9 : a; }", "static int low(int a) { return a < 10 ? a : 9; } int f(int a) { return low(a); }",
			"the body of low takes the place of its calls in the new version"},
		{"a recursion", "int f(int a, int b) { if (!b) return a; return f(b, a % b); }", "int f(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }",
			"calls of itself may be loops in the old version"},
	} {
		var got []string
		r, err := Prove(t.Context(), build(t, c.old), build(t, c.new), Options{Entry: "f", Certify: func(p engines.FunctionProof) {
			if p.Function == "f" {
				got = p.Rewritten
			}
		}})
		if err != nil || !r.Equal {
			t.Fatalf("%s: not proved: %v", c.name, err)
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s: %q, want %q", c.name, text, c.want)
		}
	}
}
