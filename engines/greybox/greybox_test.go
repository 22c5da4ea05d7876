package greybox

import (
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// options is a program whose change shows with an option, another one with a value of
// a certain form, and a line on standard input.
const options = `#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const struct option longs[] = {{"verbose", 0, 0, 'v'}, {"format", 1, 0, 'f'}, {"help", 0, 0, 'h'}, {"quiet", 0, 0, 'q'}, {0}};
int main(int argc, char **argv)
{
	int c, verbose = 0, width = 0;
	while ((c = getopt_long(argc, argv, "vf:hq", longs, 0)) != -1)
		switch (c) {
		case 'v':
			verbose = 1;
			break;
		case 'f':
			if (optarg[0] != '%')
				return 2;
			width = atoi(optarg + 1);
			if (!strchr(optarg, 'x'))
				return 3;
			break;
		case 'q':
			verbose = 0;
			break;
		default:
			return 4;
		}
	if (width && verbose && getchar() == '\n')
		printf("CHANGE");
	return 0;
}
`

func task(t *testing.T, m program.InputModel) *engines.Task {
	t.Helper()
	version := func(name, text string) *program.Version {
		return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: strings.Replace(options, "CHANGE", text, 1)}}}
	}
	return enginetest.Between(t, version("old", "a"), version("new", "b"), m)
}

func model() program.InputModel {
	return program.InputModel{SymArgs: &program.SymArgs{Max: 5, Len: 12}, Stdin: &program.ContentModel{Size: 8}}
}

func try(t *testing.T, task *engines.Task, b *enginetest.Bench) {
	t.Helper()
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
}

// Words, forms of values and content that a change needs together come together from
// inputs that executed something new with each; the same seed gives the same inputs.
func TestFinds(t *testing.T) {
	var first []string
	for range 2 {
		of := task(t, model())
		b := enginetest.NewBench(t, of)
		b.First, b.MaxTests = true, 20_000
		try(t, of, b)
		if n := len(b.Trials); n == 0 || !b.Trials[n-1].Difference.Counts() {
			t.Fatalf("no difference in %d inputs: %v", n, b.Counters)
		}
		var keys []string
		for i := range b.Trials {
			keys = append(keys, b.Trials[i].Input.Key())
		}
		if first == nil {
			first = keys
		} else if !slices.Equal(first, keys) {
			t.Errorf("the same seed tried other inputs: %d and %d", len(first), len(keys))
		}
	}
}

// All that is charged are the runs of the tests.
func TestCharges(t *testing.T) {
	of := task(t, model())
	b := enginetest.NewBench(t, of)
	b.MaxTests = 300
	try(t, of, b)
	steps := int64(0)
	for i := range b.Trials {
		steps += b.Trials[i].Steps()
	}
	if len(b.Trials) != 300 || b.Steps != steps {
		t.Errorf("%d steps for %d tests, which took %d", b.Steps, len(b.Trials), steps)
	}
}

// What is tried is of the model, and nothing new for long ends a run.
func TestStaysInTheModel(t *testing.T) {
	text := program.Bytes("-v")
	m := program.InputModel{
		Args: []program.ArgModel{{Text: &text}, {Int: &program.IntDomain{Min: -3, Max: 4, Values: []int64{2}}},
			{Choice: []program.Bytes{program.Bytes("a"), program.Bytes("b")}}, {String: &program.ContentModel{MinSize: 2, Size: 5}}},
		SymArgs:  &program.SymArgs{Min: 1, Max: 3, Len: 2, Alphabet: program.Bytes("01")},
		Stdin:    &program.ContentModel{Size: 4},
		Files:    []program.FileModel{{Name: "g", Text: &text}, {Name: "f", Content: &program.ContentModel{MinSize: 1, Size: 3, Alphabet: program.Bytes("x\n")}}},
		Env:      []program.Bytes{program.Bytes("A=1")},
		SymEnv:   []program.EnvModel{{Name: "B", Content: program.ContentModel{Size: 2}}},
		Terminal: true,
	}
	of := task(t, m)
	of.Params = params{200}
	b := enginetest.NewBench(t, of)
	try(t, of, b)
	if len(b.Trials) < 200 || len(b.Trials) > 20_000 || b.Counters["kept"] < 2 {
		t.Errorf("%d inputs, %v", len(b.Trials), b.Counters)
	}
	for i := range b.Trials {
		if in := &b.Trials[i].Input; !within(in) {
			t.Errorf("%s is not of the model", in.Key())
		}
	}
}

// params are the patience.
type params struct{ patience int }

func (p params) Decode(into any) error { into.(*Params).Patience = p.patience; return nil }

// within reports whether an input is of the model of TestStaysInTheModel.
func within(in *program.Input) bool {
	only := func(b program.Bytes, alphabet string) bool { return strings.Trim(string(b), alphabet) == "" }
	if len(in.Args) < 5 || len(in.Args) > 7 || string(in.Args[0]) != "-v" || len(in.Args[1]) > 2 || len(in.Args[3]) < 2 || len(in.Args[3]) > 5 {
		return false
	}
	for _, a := range in.Args[4:] {
		if len(a) > 2 || !only(a, "01") {
			return false
		}
	}
	f, env := in.Files, in.Env
	return only(in.Args[1], "-01234") && only(in.Args[2], "ab") && len(in.Stdin) <= 4 && in.Terminal &&
		len(f) == 2 && f[0].Name == "f" && len(f[0].Data) > 0 && len(f[0].Data) <= 3 && only(f[0].Data, "x\n") && string(f[1].Data) == "-v" &&
		len(env) == 2 && string(env[0]) == "A=1" && strings.HasPrefix(string(env[1]), "B=") && len(env[1]) <= 4 && !strings.Contains(string(env[1]), "\x00")
}

func TestRefuses(t *testing.T) {
	of := task(t, program.InputModel{Entry: "nobody"})
	if err := (Engine{}).Run(t.Context(), of, enginetest.NewBench(t, of)); err == nil || err.Error() != "greybox: the program has no function nobody" {
		t.Errorf("entry: %v", err)
	}
	of = task(t, program.InputModel{})
	b := enginetest.NewBench(t, of)
	if try(t, of, b); len(b.Trials) != 1 {
		t.Errorf("%d inputs where nothing varies", len(b.Trials))
	}
	of.Params = params{0}
	if err := (Engine{}).Run(t.Context(), of, b); err == nil || err.Error() != "greybox: patience is 0: must be at least 1" {
		t.Errorf("patience: %v", err)
	}
}
