package corpora

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/native"

	"github.com/riftlab/rift/engines/vm"
)

// TestSIRArgument: a file of the folder inputs that an argument names is there in a
// run, on rift's machine and natively; a bare name is none of the folder's.
func TestSIRArgument(t *testing.T) {
	text := func(letter string) string {
		return `#include <stdio.h>
int main(int argc, char **argv)
{
	FILE *f = argc > 1 ? fopen(argv[1], "r") : stdin;
	int c, n = 0;
	if (!f) { printf("no file\n"); return 2; }
	while ((c = getc(f)) != EOF)
		if (c == '` + letter + `') n++;
	printf("%d\n", n);
	return 0;
}
`
	}
	subjects, err := Open("sir:p", write(t, map[string]string{
		"p/source.alt/source.orig/p.c":        text("a"),
		"p/versions.alt/versions.orig/v1/p.c": text("b"),
		"p/testplans.alt/universe":            "../inputs/x\nx\n../inputs/none ../inputs/../p.c ../inputs/d ../inputs/x ../inputs/./x\n../inputs/d/y\n",
		"p/inputs/x":                          "aaa\n",
		"p/inputs/d/y":                        "b\n",
		"p/p.c":                               "",
	}))
	if err != nil {
		t.Fatal(err)
	}
	s := subjects[0]
	x := program.File{Name: "/home/inputs/x", Data: program.Bytes("aaa\n")}
	for i, want := range [][]program.File{{x}, nil, {x}, {{Name: "/home/inputs/d/y", Data: program.Bytes("b\n")}}} {
		if d := cmp.Diff(want, s.Tests[i].Input.Files); d != "" {
			t.Errorf("%s: %s", s.Tests[i].Name, d)
		}
	}
	builder, err := native.New(t.Context(), native.Options{Unconfined: true})
	if errors.Is(err, native.ErrNoCompiler) {
		t.Log("no compiler: not run natively")
	} else if err != nil {
		t.Fatal(err)
	} else {
		defer builder.Close() //nolint:errcheck // a temporary folder
	}
	for i, want := range []string{"3\nno file\nno file\n0\n", "0\nno file\nno file\n1\n"} {
		v := &s.Versions[i]
		p, err := cfront.Compile(t.Context(), v, cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := vm.New(p, vm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		run := m.NewRun()
		var got, natively string
		for k := range s.Tests {
			out, err := run.Run(t.Context(), &s.Tests[k].Input)
			if err != nil {
				t.Fatal(err)
			}
			got += string(out.Stdout)
		}
		if got != want {
			t.Errorf("%s prints %q, want %q", v.Name, got, want)
		}
		if builder == nil {
			continue
		}
		x, err := builder.Build(t.Context(), v, p, "")
		if err != nil {
			t.Fatal(err)
		}
		for k := range s.Tests {
			out, err := x.Run(t.Context(), &s.Tests[k].Input)
			if err != nil {
				t.Fatal(err)
			}
			natively += string(out.Stdout)
		}
		if natively != want {
			t.Errorf("%s prints natively %q, want %q", v.Name, natively, want)
		}
	}
}
