package inputmodel

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/greybox"
	"github.com/riftlab/rift/engines/product"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

const asks = `#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void usage(void) { fputs("usage\n", stderr); exit(2); }
`

// A change behind a guard is executed by inputs made for it. HERE is the changed
// statement.
func TestPlanMeetsGuards(t *testing.T) {
	numbers := ": a number from -2147483648 to 2147483647"
	for _, c := range []struct {
		name, body string
		want       string         // the first inputs that are worth the time
		by         engines.Engine // which finds the difference on them
	}{
		{"number of arguments", `int main(int argc, char **argv) { if (argc > 9) HERE; return 0; }`, "9 arguments: up to 4 bytes, 0 to 1 arguments of up to 4 bytes", product.Engine{}},
		{"in a callee", `static void run(int n, char **v) { if (n > 9) HERE; } int main(int argc, char **argv) { run(argc, argv); return 0; }`,
			"9 arguments: up to 4 bytes, 0 to 1 arguments of up to 4 bytes", product.Engine{}},
		{"exact number", `int main(int argc, char **argv) { if (argc != 7) usage(); HERE; return 0; }`, "6 arguments: up to 4 bytes", greybox.Engine{}},
		{"numbers", `int main(int argc, char **argv) { int i, s = 0; if (argc < 6) usage(); for (i = 1; i < argc; i++) s += atoi(argv[i]); if (s == 123456) HERE; return 0; }`,
			"5 arguments" + numbers + ", 0 to 1 arguments of up to 4 bytes", product.Engine{}},
		{"variable", `int main(int argc, char **argv) { if (getenv("LEVEL")) HERE; return 0; }`, "0 to 2 arguments of up to 4 bytes, the variable LEVEL of up to 4 bytes", product.Engine{}},
		{"word in a variable", `int main(void) { char *s = getenv("MODE"); if (s && !strcmp(s, "very-fast")) HERE; return 0; }`,
			"the environment's MODE=very-fast", product.Engine{}},
		{"number in a variable", `int main(void) { char *s = getenv("LEVEL"); if (s && atoi(s) > 1200) HERE; return 0; }`, "the variable LEVEL of up to 6 bytes", product.Engine{}},
		{"file with a signature", `int main(void) { char b[12]; FILE *f = fopen("in.wav", "rb"); if (!f) return 1; if (fread(b, 1, 12, f) < 12 || memcmp(b, "RIFF", 4) || memcmp(b + 8, "WAVE", 4)) return 2; HERE; return 0; }`,
			`standard input of up to 4 bytes, a file "in.wav" of 12 to 16 bytes`, product.Engine{}},
		{"no file", `int main(void) { FILE *f = fopen("app.conf", "r"); if (!f) { HERE; return 1; } puts("conf"); return 0; }`, `a file "f" of up to 4 bytes`, product.Engine{}},
		{"bytes on standard input", `int main(void) { int n = 0; while (getchar() != EOF) n++; if (n >= 100) HERE; return 0; }`, "standard input of 100 to 102 bytes", product.Engine{}},
		{"lines on standard input", `int main(void) { char l[64]; int n = 0; while (fgets(l, sizeof l, stdin)) n++; if (n > 70) HERE; return 0; }`, "standard input of 70 to 72 bytes", greybox.Engine{}},
		{"block on standard input", `int main(void) { char b[256]; int n = read(0, b, 256); if (n < 100) return 1; HERE; return 0; }`, "standard input of 100 to 104 bytes", product.Engine{}},
		{"long argument", `int main(int argc, char **argv) { if (argc > 1 && strlen(argv[1]) > 40) HERE; return 0; }`, "1 argument: 41 to 45 bytes, 0 to 1 arguments of up to 4 bytes", product.Engine{}},
		{"value of an option", `int main(int argc, char **argv) { int c, n = 0; while ((c = getopt(argc, argv, "an:")) != -1) switch (c) { case 'a': break; case 'n': n = atoi(optarg); if (n > 100000) HERE; break; default: usage(); } return 0; }`,
			"1 argument: -n, 1 argument" + numbers + ", 0 to 2 arguments of up to 4 bytes", product.Engine{}},
		{"range of an argument", `int main(int argc, char **argv) { int n; if (argc < 2) return 1; n = atoi(argv[1]); if (n > 100000 && n < 100020) HERE; return 0; }`,
			"1 argument" + numbers + ", 0 to 1 arguments of up to 4 bytes", product.Engine{}},
		{"two at once", `int main(int argc, char **argv) { if (argc != 6) usage(); if (!getenv("DEBUG")) return 0; HERE; return 0; }`,
			"5 arguments: up to 4 bytes, the variable DEBUG of up to 4 bytes", product.Engine{}},
		{"word among arguments", `int main(int argc, char **argv) { if (argc != 4) usage(); if (strcmp(argv[2], "multiply")) return 1; HERE; return 0; }`,
			"1 argument: up to 4 bytes, 1 argument: multiply, 1 argument: up to 4 bytes", product.Engine{}},
		{"letter", `int main(int argc, char **argv) { if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 'z') HERE; return 0; }`, "0 to 3 arguments of up to 4 bytes", product.Engine{}},
		{"terminal", `int main(void) { if (isatty(0)) HERE; return 0; }`, "a terminal as standard input", product.Engine{}},
		{"no terminal", `int main(void) { if (!isatty(0)) HERE; return 0; }`, "none but what the program asks for", product.Engine{}},
		{"numbers on standard input", `int main(void) { int a, b; if (scanf("%d %d", &a, &b) != 2) return 1; if (a > b) HERE; return 0; }`, "standard input of up to 4 bytes", product.Engine{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			made := func(name string) *program.Version {
				return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: asks + strings.Replace(c.body, "HERE", `puts("`+name+`")`, 1)}}}
			}
			task := enginetest.Between(t, made("old"), made("new"), program.InputModel{})
			m := mapping.New(delta.Compute(task.Old.Version, task.New.Version), task.Old.Program, task.New.Program)
			plan := PlanFor(m, task.Old.Program, task.New.Program)
			first := plan.Models[plan.First]
			if got := Describe(&first); got != c.want {
				t.Errorf("inputs: %s\nwant    %s", got, c.want)
			}
			task.Model = first
			b := enginetest.NewBench(t, task)
			b.First, b.MaxSteps = true, 50_000_000
			if err := c.by.Run(t.Context(), task, b); err != nil {
				t.Fatal(err)
			}
			if len(b.Differing()) == 0 {
				t.Errorf("no difference in %d inputs: %v", len(b.Trials), b.Counters)
			}
		})
	}
}
