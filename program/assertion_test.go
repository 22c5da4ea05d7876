package program

import "testing"

func TestSameStderr(t *testing.T) {
	aborted := func(text string) *Outcome { return &Outcome{Ending: Signaled, Status: 6, Stderr: Bytes(text)} }
	const first = "prog: a.c:12: f: Assertion `x > 0' failed.\n"
	cases := []struct {
		name string
		a, b *Outcome
		same bool
	}{
		{"a line that moved", aborted(first), aborted("prog: a.c:9: f: Assertion `x > 0' failed.\n"), true},
		{"a file that was renamed", aborted(first), aborted("prog: dir/b.h:12: f: Assertion `x > 0' failed.\n"), true},
		{"without a function", aborted("prog: a.c:1: Assertion `x' failed.\n"), aborted("prog: a.c:2: Assertion `x' failed.\n"), true},
		{"text before", aborted("a\nb" + first), aborted("a\nbprog: a.c:13: f: Assertion `x > 0' failed.\n"), true},
		{"other text before", aborted("a\n" + first), aborted("b\nprog: a.c:13: f: Assertion `x > 0' failed.\n"), false},
		{"another expression", aborted(first), aborted("prog: a.c:12: f: Assertion `x >= 0' failed.\n"), false},
		{"another function", aborted(first), aborted("prog: a.c:12: g: Assertion `x > 0' failed.\n"), false},
		{"text behind", aborted(first + "bye\n"), aborted("prog: a.c:9: f: Assertion `x > 0' failed.\nbye\n"), false},
		{"no abort", &Outcome{Stderr: Bytes(first)}, &Outcome{Stderr: Bytes("prog: a.c:9: f: Assertion `x > 0' failed.\n")}, false},
		{"lines that are printed", aborted("a.c:1\n"), aborted("a.c:2\n"), false},
		{"one is none", aborted(first), aborted("prog: f: Assertion `x > 0' failed.\n"), false},
		{"no line", aborted("prog: a.c: f: Assertion `x' failed.\n"), aborted("prog: b.c: f: Assertion `x' failed.\n"), false},
		{"no place at all", aborted("Assertion `x' failed.\n"), aborted(": Assertion `x' failed.\n"), false},
	}
	for _, c := range cases {
		if got := (Equivalence{}).SameStderr(c.a, c.b); got != c.same {
			t.Errorf("%s: same is %v", c.name, got)
		}
		if got := (Equivalence{}).Differ(c.a, c.b) == Same; got != c.same {
			t.Errorf("%s: Differ says the same: %v", c.name, got)
		}
	}
}
