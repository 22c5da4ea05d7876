package shadow

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// between returns a task of two versions of one text, in which CHANGE stands for what
// each has.
func between(t *testing.T, text, old, new string, m program.InputModel, set func(*Params)) (*engines.Task, *enginetest.Bench) {
	t.Helper()
	version := func(name, change string) *program.Version {
		return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: strings.Replace(text, "CHANGE", change, 1)}}}
	}
	task := enginetest.Between(t, version("old", old), version("new", new), m)
	task.Params = enginetest.Params[Params](set)
	return task, enginetest.NewBench(t, task)
}

// deep has its change behind a word and a number of the command line.
const deep = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	int n = 0;
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--count") && i + 1 < argc)
			n = atoi(argv[++i]);
	if (n > 20)
		printf("%d\n", CHANGE);
	return 0;
}
`

// TestWeakTests: tests that do not execute the change, or none, are no hindrance: inputs
// are made that do, and followed.
func TestWeakTests(t *testing.T) {
	m := program.InputModel{SymArgs: &program.SymArgs{Max: 2, Len: 8}}
	for _, tests := range [][]program.Test{nil, {{Name: "weak", Input: program.Input{Args: []program.Bytes{program.Bytes("x")}}}}} {
		for _, draw := range []int{0, 5} {
			task, b := between(t, deep, "n / 3", "n / 3 + (n == 75)", m, func(p *Params) { p.Draw, p.BSESteps = draw, 50_000_000 })
			task.Tests, b.First = tests, true
			if err := (Engine{}).Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			if len(b.Differing()) == 0 || b.Counters["projection.mismatches"] != 0 || b.Counters["mismatches"] != 0 {
				t.Errorf("%d tests, %d inputs drawn: %v", len(tests), draw, b.Counters)
			}
			if draw > 0 && b.Counters["seeds.generated"] == 0 {
				t.Errorf("no input was made: %v", b.Counters)
			}
			if len(tests) == 1 && b.Counters["seeds.untouched"] != 1 {
				t.Errorf("the weak test counts as one that executes the change: %v", b.Counters)
			}
		}
	}
}

// TestAsPublished: without exploring, nothing is tried but tests, their neighbours and the
// paths from there.
func TestAsPublished(t *testing.T) {
	task, b := taskOf(t, "calc", "lazy", func(p *Params) { p.Explore, p.Boundaries, p.Seeds, p.BSESteps = "no", 0, 4, 1_000_000 })
	if err := (Engine{}).Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	for _, x := range b.Trials {
		if x.Note.Phase == phaseExplore || strings.HasPrefix(x.Note.Test, Generated) {
			t.Errorf("%+v", x.Note)
		}
	}
	if b.Counters["seeds"] != 4 || len(b.Trials) == 0 {
		t.Errorf("%v", b.Counters)
	}
}

// TestLimits: versions that part on every input, and differ on few of one path, are told
// apart by inputs at the limits of comparisons.
func TestLimits(t *testing.T) {
	for _, boundaries := range []int{0, 8} {
		task, b := taskOf(t, "chains", "1,2", func(p *Params) { p.Draw, p.Boundaries = 0, boundaries })
		task.Tests, b.First = nil, true
		if err := (Engine{}).Run(t.Context(), task, b); err != nil {
			t.Fatal(err)
		}
		if found := len(b.Differing()) > 0; found != (boundaries > 0) {
			t.Errorf("%d paths with limits: %d differences, %v", boundaries, len(b.Differing()), b.Counters)
		}
	}
}

// TestNotApplicable: a unified program whose projection is not its version is an error of
// the engine, which names the place and the input, be it met on a test or on an input
// that was made.
func TestNotApplicable(t *testing.T) {
	m := program.InputModel{SymArgs: &program.SymArgs{Max: 2, Len: 8}}
	count := program.Test{Name: "t", Input: program.Input{Args: []program.Bytes{program.Bytes("--count"), program.Bytes("25")}}}
	for _, c := range []struct {
		tests    []program.Test
		old, new string // what the front end makes of the unified program
		want     string
	}{
		{[]program.Test{count}, "n > 20", "n > 30", "(stdout) from the branch at p.c:10:"},
		{nil, "return 0", "return 1", "(status) with the same branches"},
	} {
		task, b := between(t, deep, "n / 3", "n / 3 + (n == 75)", m, func(p *Params) { p.BSESteps = 10_000_000 })
		task.Tests = c.tests
		compile := task.Compile
		task.Compile = func(ctx context.Context, v *program.Version) (*program.Program, error) {
			v = &program.Version{Name: v.Name, Files: slices.Clone(v.Files)}
			for i := range v.Files {
				v.Files[i].Text = strings.Replace(v.Files[i].Text, c.old, c.new, 1)
			}
			return compile(ctx, v)
		}
		err := (Engine{}).Run(t.Context(), task, b)
		want := "not applicable: the old version in the unified program does not behave as the given one " + c.want
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), " on ./program") {
			t.Errorf("%v, want %s", err, want)
		}
		if b.Counters["projection.mismatches"] != 1 {
			t.Errorf("%v", b.Counters)
		}
	}
}

// old-style programs: a change that shows on a word of four characters at the end of a
// line, and one that shows on divisions by small numbers.
const words = `#include <stdio.h>
static int words, longest;
static blank(c)
	int c;
{
	return c == ' ' || c == '\n';
}
static void count(f)
	FILE *f;
{
	register int c;
	int in = 0, n = 0;

	while ((c = getc(f)) != EOF) {
		if (blank(c)) {
			if (CHANGE)
				longest = n;
			in = n = 0;
		} else {
			n++;
			if (!in)
				words++;
			in = 1;
		}
	}
}
main(argc, argv)
	int argc;
	char **argv;
{
	count(stdin);
	printf("%d %d\n", words, longest);
	return 0;
}
`

const quotients = `#include <stdio.h>
static char *at;
static long number()
{
	long v = 0;

	while (*at >= '0' && *at <= '9')
		v = v * 10 + *at++ - '0';
	return v;
}
long product()
{
	long v = number(), w;
	int op;

	while (*at == '*' || *at == '/') {
		op = *at++;
		w = number();
		v = op == '*' ? v * w : CHANGE ? v / w : 0;
	}
	return v;
}
int main(argc, argv)
	int argc;
	char *argv[];
{
	if (argc < 2)
		return 2;
	at = argv[1];
	printf("%ld\n", product());
	return *at != 0;
}
`

// TestOldStyle finds differences of programs in old-style C without any test.
func TestOldStyle(t *testing.T) {
	for _, c := range []struct {
		name, text, old, new string
		m                    program.InputModel
	}{
		{"words", words, "n > longest", "n > longest && n != 4", program.InputModel{Stdin: &program.ContentModel{Size: 6}}},
		{"quotients", quotients, "w", "w > 2", program.InputModel{Args: []program.ArgModel{{String: &program.ContentModel{Size: 5, Alphabet: program.Bytes("0129+*/")}}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			task, b := between(t, c.text, c.old, c.new, c.m, func(p *Params) { p.BSESteps = 50_000_000 })
			b.First = true
			if err := (Engine{}).Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			if len(b.Differing()) == 0 || b.Counters["projection.mismatches"] != 0 || b.Counters["mismatches"] != 0 {
				t.Errorf("%v", b.Counters)
			}
		})
	}
}
