package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/program"
)

// lines is a program whose change shows for lines with a word that no code names, as its hash
// is compared.
const lines = `#include <stdio.h>
int main(void)
{
	char line[40];
	int n = 0;
	while (fgets(line, sizeof line, stdin)) {
		unsigned h = 0;
		int i = 0;
		for (; line[i] && line[i] != ' '; i++)
			h = h * 31 + (unsigned char)line[i];
		if (h == 0xbc5b4c3d && line[i] == ' ')
			if (line[i + 1] == 'CHANGE')
				n++;
	}
	printf("%d\n", n);
	return 0;
}
`

func poolTask(t *testing.T) *engines.Task {
	t.Helper()
	version := func(name, change string) *program.Version {
		return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: strings.Replace(lines, "CHANGE", change, 1)}}}
	}
	task := enginetest.Between(t, version("old", "5"), version("new", "7"), program.InputModel{Stdin: &program.ContentModel{Size: 24}})
	for _, text := range []string{"kernel 1\n", "kernel 12\nother 3\n", "other 9\n", "a 22\nb 57\n", "kernel 41\n", ""} {
		task.Tests = append(task.Tests, program.Test{Name: text, Input: program.Input{Stdin: program.Bytes(text)}})
	}
	return task
}

// With the model of the pool, or from its tests, engines find what needs a word that the
// program does not tell; the tests themselves do not show the difference. All that is tried
// without it starts from nothing of the pool.
func TestPool(t *testing.T) {
	if h := uint32(0); true {
		for _, c := range []byte("kernel") {
			h = h*31 + uint32(c)
		}
		if h != 0xbc5b4c3d {
			t.Fatalf("the hash is %#x", h)
		}
	}
	task := poolTask(t)
	for _, c := range []struct {
		engine string
		params given
		finds  bool
	}{
		{"random", "source = \"model\"", false},
		{"random", "source = \"model\"\nmodel = \"pool\"", true},
		{"greybox", "", false},
		{"greybox", "model = \"pool\"", true},
		{"greybox", "seeds = \"pool\"", true},
		{"aflgo", "seeds = \"pool\"", true},
		{"aflchurn", "seeds = \"pool\"", true},
		{"hydiff", "parts = \"fuzzing\"\nseeds = \"pool\"", true},
		{"dse", "seeds = \"pool\"", true},
		{"dse", "model = \"pool\"\nseeds = \"pool\"", true},
		{"product", "seeds = \"pool\"", true},
		{"csg", "seeds = \"pool\"", true},
		{"isolation", "seeds = \"pool\"", true},
	} {
		t.Run(c.engine+" "+strings.ReplaceAll(string(c.params), "\n", " "), func(t *testing.T) {
			i := slices.IndexFunc(catalog.All(), func(e engines.Engine) bool { return e.Name() == c.engine })
			of := *task
			of.Params, of.Budget.Tests = c.params, 3000
			b := enginetest.NewBench(t, &of)
			b.First, b.MaxTests, b.MaxSteps = true, 3000, 10_000_000
			if err := catalog.All()[i].Run(t.Context(), &of, b); err != nil {
				t.Fatal(err)
			}
			tests := 0
			for i := range b.Trials {
				if b.Trials[i].Note.Test != "" {
					tests++
				}
			}
			if (len(b.Differing()) > 0) != c.finds {
				t.Errorf("%d differences in %d inputs, %d steps", len(b.Differing()), len(b.Trials), b.Steps)
			}
			if seeded := strings.Contains(string(c.params), "seeds"); seeded != (tests > 0) {
				t.Errorf("%d inputs come from tests", tests)
			}
		})
	}
}

// Engines say what they are given of a pool, and refuse what makes no sense; without a pool
// there is no model of it.
func TestPoolParameters(t *testing.T) {
	want := map[string]string{"random": "tests to draw from", "shadow": "tests to start from"}
	for _, e := range catalog.All() {
		params := engines.Describe(e).Params
		if got := engines.PoolUseOf(params); got != want[e.Name()] {
			t.Errorf("%s by default: %q", e.Name(), got)
		}
		_, model := params.(interface{ ValidateModel() error })
		_, seeds := params.(interface{ ValidateSeeds() error })
		for name, has := range map[string]bool{"model": model, "seeds": seeds} {
			if !has {
				continue
			}
			task := poolTask(t)
			task.Params = given(name + " = \"nobody\"")
			if err := e.Run(t.Context(), task, enginetest.NewBench(t, task)); err == nil || !strings.HasPrefix(err.Error(), e.Name()+": "+name+" is \"nobody\"") {
				t.Errorf("%s: %v", e.Name(), err)
			}
			task.Params, task.Tests = given(name+" = \"pool\""), nil
			if e.Name() == "random" {
				task.Params = given("source = \"model\"\nmodel = \"pool\"")
			}
			if name == "model" {
				if err := e.Run(t.Context(), task, enginetest.NewBench(t, task)); err == nil || !strings.Contains(err.Error(), "not applicable") {
					t.Errorf("%s without tests: %v", e.Name(), err)
				}
			}
		}
	}
}
