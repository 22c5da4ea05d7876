package cfront

import (
	"slices"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/object"
)

// TestUnitSymbols: what a unit defines and uses, and which functions' code differs.
func TestUnitSymbols(t *testing.T) {
	of := func(text string) *object.Symbols {
		t.Helper()
		s, err := UnitSymbols(t.Context(), &program.Version{Files: []program.SourceFile{{Name: "a.c", Text: text}}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	const rest = `
extern int seen, unseen; int tentative, set = 1; static int own; extern int *const at;
int called(int), declared(int);
__attribute__((weak)) int weak(void) { return own; }
static inline int unused(void) { return 3; }
int by_static(void) { return one() + called(seen); }
int (*table[])(int) = {called};
int alone(void) { return *at; }
int text(void) { return "abc"[own]; }
`
	a := of("static int one(void) { return 1; }" + rest)
	for _, c := range []struct {
		what      string
		got, want []string
	}{
		{"defined", a.Defined, []string{"alone", "by_static", "set", "table", "tentative", "text", "weak"}},
		{"weak", a.Weak, []string{"tentative", "weak"}},
		{"used", a.Used, []string{"at", "called", "seen"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
	for _, c := range []struct {
		text string
		want []string
	}{
		{"\n\n static int one(void)\n{ return 1; }" + rest, nil},
		{"static int one(void) { return 2; }" + rest, []string{"by_static"}},
	} {
		b := of(c.text)
		var got []string
		for _, n := range a.Defined {
			if a.Code[n] != b.Code[n] {
				got = append(got, n)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q differ, want %q", got, c.want)
		}
	}
	if _, err := UnitSymbols(t.Context(), &program.Version{Files: []program.SourceFile{{Name: "a.c", Text: "int f( {"}}}, Options{}); err == nil {
		t.Error("no error for a unit that is no C")
	}
}
