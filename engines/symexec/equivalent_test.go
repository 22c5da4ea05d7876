package symexec

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/riftlab/rift/program"
)

// What is observed is what the vm observes, and in both the same whether values are
// known or not.
func TestObserve(t *testing.T) {
	const text = `
#include <rift/intrinsics.h>
#include <string.h>
int f(int a, double d)
{
	float x = (float)d;
	long double w = 2.5L;
	char s[4] = { a, a >> 8, a >> 16, 0 };
	struct { long off; char name[4]; } p = { a, "obj" };
	unsigned char flag = a == 3;
	__rift_observe("a", 'i', &a, sizeof a);
	__rift_observe("u", 'u', &a, 2);
	__rift_observe("flag", 'b', &flag, 1);
	__rift_observe("d", 'f', &d, sizeof d);
	__rift_observe("x", 'f', &x, sizeof x);
	__rift_observe("w", 'f', &w, 10);
	__rift_observe("s", 's', s, 0);
	__rift_observe("t", 't', s, 4);
	__rift_observe("p", 'p', &p, 8 + strlen(p.name));
	__rift_observe("null", 'p', &p, 0);
	__rift_observe("y", 'y', &a, 3);
	if (a == 4)
		__rift_observe("more", 's', "", 0);
	return 0;
}
`
	m := &program.InputModel{Entry: "f", Params: []program.ValueModel{{Name: "a", Size: 4}, {Name: "d", Size: 8}}}
	opt := Options{}
	paths, e, err := collect(t, t.Context(), text, m, opt)
	if err != nil || !e.Stats.Exhaustive() && e.Stats.Concretised == 0 {
		t.Fatalf("%v, %+v", err, e.Stats)
	}
	r, err := NewReplayer(compileC(t, "p.c", text), opt)
	if err != nil {
		t.Fatal(err)
	}
	lengths := map[int]bool{}
	for _, p := range paths {
		out, mismatch, err := r.Check(t.Context(), p)
		if err != nil || mismatch != "" {
			t.Errorf("%v, %s", err, mismatch)
		}
		if n := len(out.Observed); n < 11 || out.Observed[3].Kind != program.FloatValue || out.Observed[6].Kind != program.TextValue {
			t.Errorf("%v", out.Observed)
		}
		lengths[len(out.Observed)] = true
	}
	if len(lengths) != 2 {
		t.Errorf("%d paths observe %v values", len(paths), lengths)
	}
	in := program.Input{Entry: "f", Values: []program.Value{program.IntValue("a", 4, 0x6362), {Name: "d", Data: binary.LittleEndian.AppendUint64(nil, math.Float64bits(0.1))}}}
	out, _, err := r.Check(t.Context(), &Path{Input: in, Incomplete: "none"})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, o := range out.Observed {
		got += o.Name + "=" + o.Text() + ";"
	}
	if want := "a=25442;u=25442;flag=0;d=0.1;x=0.1;w=2.5;s=bc;t=bc\x00\x00;p=obj+25442;null=null;y=\"bc\\x00\";"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Observations that are no such thing are faults.
func TestBadObservations(t *testing.T) {
	for body, want := range map[string]program.FaultKind{
		`__rift_observe("a", 'q', &a, 4);`:                            program.FaultUnsupported,
		`__rift_observe("a", 'i', &a, 5);`:                            program.FaultOutOfBounds,
		`__rift_observe((char *)0, 'i', &a, 4);`:                      program.FaultNull,
		`int b; if (a == 77) b = 1; __rift_observe("b", 'i', &b, 4);`: program.FaultUninitialised,
	} {
		text := "#include <rift/intrinsics.h>\nint f(int a) { " + body + " return 0; }\n"
		paths, _, err := collect(t, t.Context(), text, &program.InputModel{Entry: "f", Params: []program.ValueModel{{Name: "a", Size: 4}}}, Options{})
		if err != nil || len(paths) == 0 {
			t.Fatal(err)
		}
		r, err := NewReplayer(compileC(t, "p.c", text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, p := range paths {
			if _, mismatch, err := r.Check(t.Context(), p); err != nil || mismatch != "" {
				t.Errorf("%s: %v, %s", body, err, mismatch)
			}
			found = found || p.Outcome.Fault != nil && p.Outcome.Fault.Kind == want
		}
		if !found {
			t.Errorf("%s: no %s", body, want)
		}
	}
}
