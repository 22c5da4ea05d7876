package regver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// Formats become one text only if they print the same.
func TestCanonicalFormat(t *testing.T) {
	for text, want := range map[string]string{
		"%zu":            "%lu",
		"a %-8jd|%+td%%": "a %-8ld|%+ld%%",
		"%i %hhi":        "%d %hhd",
		"%5.*lli":        "%5.*ld",
		"%1$zx":          "%1$lx",
		"%lf %le":        "%f %e",
		"%Lf %lc %ls":    "%Lf %lc %ls",
		"%%zu":           "%%zu",
		"%5-zd":          "%5-zd",
		"%zs %zn":        "%zs %zn",
		"%u %lu %hu":     "%u %lu %hu",
		"%z":             "%z",
		"%":              "%",
		"\xff%zu\xff":    "\xff%lu\xff",
	} {
		if got := canonicalFormat(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if got := canonicalFormat(want); got != want {
			t.Errorf("%q: %q the second time", want, got)
		}
	}
}

// What the machine prints by a format is what it prints by its canonical form.
func TestCanonicalFormatsPrint(t *testing.T) {
	var body strings.Builder
	n := 0
	for _, flags := range []string{"", "-", "+ ", "#0", "'"} {
		for _, size := range []string{"", "12", ".3", "9.4"} {
			for _, length := range []string{"ll", "j", "z", "t", "l", "q", "hh", ""} {
				for _, kind := range "dixXou" {
					f := "%" + flags + size + length + string(kind)
					v := "-77L"
					if length == "" || length == "hh" {
						v = "-77"
					}
					if c := canonicalFormat(f); c != f {
						fmt.Fprintf(&body, "\tsame(%q, %q, %s);\n", f, c, v)
						n++
					}
				}
			}
		}
	}
	text := `
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static void same(const char *a, const char *b, ...)
{
	char x[200], y[200];
	va_list v, w;
	va_start(v, b);
	va_copy(w, v);
	vsnprintf(x, sizeof x, a, v);
	vsnprintf(y, sizeof y, b, w);
	va_end(v);
	va_end(w);
	if (strcmp(x, y))
		printf("%s prints %s and %s prints %s\n", a, x, b, y);
}
int main(void)
{
` + body.String() + "\treturn 0;\n}\n"
	if n < 100 {
		t.Fatalf("only %d formats", n)
	}
	p := enginetest.Build(t, &program.Version{Files: []program.SourceFile{{Name: "f.c", Text: text}}}).Program
	m, err := vm.New(p, vm.Options{MaxSteps: 50_000_000})
	if err != nil {
		t.Fatal(err)
	}
	o, err := m.NewRun().Run(t.Context(), &program.Input{})
	if err != nil {
		t.Fatal(err)
	}
	if o.Ending != program.Exited || len(o.Stdout) > 0 {
		t.Errorf("%+v\n%s", o, o.Stdout)
	}
}
