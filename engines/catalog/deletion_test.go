package catalog_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/csg"
	"github.com/riftlab/rift/engines/directed"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/isolation"
	"github.com/riftlab/rift/program"
)

// deletions are programs with a part between « and » that the new version lacks.
var deletions = map[string]string{
	"guard": `int put(int p) { static int q[4];
«	if (p < 1 || p > 3) return -1;
»	q[p] = p * 2;
	return q[p]; }
int main(int argc, char **argv) { printf("%d\n", put(atoi(argv[1]) & 7)); return 0; }`,
	"statement": `int main(int argc, char **argv) { int n = atoi(argv[1]), k = 1;
«	k = n > 77 ? 5 : 1;
»	printf("%d\n", k);
	return 0; }`,
	"if with else": `int main(int argc, char **argv) { int n = atoi(argv[1]), k = 1;
«	if (n == 77)
		k = 5;
	else
		k = 1;
»	printf("%d\n", k);
	return 0; }`,
	"branch": `int main(int argc, char **argv) { int n = atoi(argv[1]), k = 1;
	if (n == 77) {
«		k = 5;
»	}
	printf("%d\n", k);
	return 0; }`,
	"else branch": `int main(int argc, char **argv) { int n = atoi(argv[1]), k = 1;
	if (n != 77) {
		k = 2;
«	} else {
		k = 5;
»	}
	printf("%d\n", k);
	return 0; }`,
	"call": `int seen;
void note(int n) { if (n > 70 && n < 80) seen = n; }
int main(int argc, char **argv) { int n = atoi(argv[1]);
«	note(n);
»	printf("%d\n", seen);
	return 0; }`,
	"function and call": `int seen;
«void note(int n) { if (n > 70 && n < 80) seen = n; }
»int main(int argc, char **argv) { int n = atoi(argv[1]);
«	note(n);
»	printf("%d\n", seen);
	return 0; }`,
	"case": `int main(int argc, char **argv) { int n = atoi(argv[1]), k = 0;
	switch (n) {
	case 1:
		k = 4;
		break;
«	case 77:
		k = 5;
		break;
»	default:
		k = 6;
	}
	printf("%d\n", k);
	return 0; }`,
	"case label": `int main(int argc, char **argv) { int n = atoi(argv[1]), k = 0;
	switch (n) {
	case 1:
«	case 77:
»		k = 4;
		break;
	}
	printf("%d\n", k);
	return 0; }`,
	"loop": `int main(int argc, char **argv) { int n = atoi(argv[1]), k = 0;
«	for (int i = 70; i < n; i++)
		k += i;
»	printf("%d\n", k);
	return 0; }`,
	"end of a loop": `int main(int argc, char **argv) { int n = atoi(argv[1]), k = 0;
	for (int i = 0; i < 3; i++) {
		k += i;
«		if (n == 77) k++;
»	}
	printf("%d\n", k);
	return 0; }`,
	"declaration": `int k = 1;
int main(int argc, char **argv) { int n = atoi(argv[1]);
«	int k = n == 77;
»	k += n > 70;
	printf("%d\n", k);
	return 0; }`,
	"break": `int main(int argc, char **argv) { int n = atoi(argv[1]), k = 0;
	switch (n) {
	case 77:
		k = 4;
«		break;
»	case 2:
		k = 3;
	}
	printf("%d\n", k);
	return 0; }`,
	"break of a loop": `int main(int argc, char **argv) { int n = atoi(argv[1]), k = 0;
	while (k < 9) {
		k++;
		if (k == n) {
			printf("at ");
«			break;
»		}
	}
	printf("%d\n", k);
	return 0; }`,
	"continue": `int main(int argc, char **argv) { int n = atoi(argv[1]), k = 0;
	for (int i = 0; i < 9; i++) {
«		if (i == n) continue;
»		k += i;
	}
	printf("%d\n", k);
	return 0; }`,
	"return": `int main(int argc, char **argv) { int n = atoi(argv[1]);
	if (n == 77) {
		puts("77");
«		return 1;
»	}
	puts("others");
	return 0; }`,
	"all of a function": `int seen;
void note(int n) {
«	if (n == 77) seen = n;
»}
int main(int argc, char **argv) { note(atoi(argv[1]));
	printf("%d\n", seen);
	return 0; }`,
	"end of a function": `int seen;
void note(int n) { seen = 3;
«	if (n == 77) seen = n;
»}
int main(int argc, char **argv) { note(atoi(argv[1]));
	printf("%d\n", seen);
	return 0; }`,
	"last output": `int main(int argc, char **argv) { int n = atoi(argv[1]);
	puts("first");
«	if (n == 77) puts("last");
»	return 0; }`,
	"only output": `int main(int argc, char **argv) { int n = atoi(argv[1]);
«	if (n == 77) puts("only");
»	return 0; }`,
	"part of an argument": `int main(int argc, char **argv) { int n = atoi(argv[1]);
	printf("%d\n", n > 76
«		&& n != 78
»		);
	return 0; }`,
	"assignment before a loop": `int main(int argc, char **argv) { int n = atoi(argv[1]), k = 5;
«	if (n > 76) k = 2;
»	do { printf("%d", k); } while (k-- > 4);
	return 0; }`,
	"goto": `int main(int argc, char **argv) { int n = atoi(argv[1]);
	if (n != 77) {
		puts("others");
«		goto end;
»	}
	puts("77");
end:
	return 0; }`,
}

// Where a version only takes code away, csg and isolation find the difference around
// the place where it was; as published they say that they cannot be applied.
func TestDeletions(t *testing.T) {
	const head = "#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
	model := program.InputModel{Args: []program.ArgModel{{Int: &program.IntDomain{Min: 0, Max: 99}}}}
	for name, text := range deletions {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			version := func(name, text string) *program.Version {
				return &program.Version{Name: name, Files: []program.SourceFile{{Name: "p.c", Text: head + text}}}
			}
			var less strings.Builder
			for i, part := range strings.Split(text, "«") {
				if i > 0 {
					_, part, _ = strings.Cut(part, "»")
				}
				less.WriteString(part)
			}
			task := enginetest.Between(t, version("old", strings.NewReplacer("«", "", "»", "").Replace(text)), version("new", less.String()), model)
			for _, e := range []engines.Engine{csg.Engine{}, isolation.Engine{}} {
				task.Params = enginetest.Defaults{}
				b := enginetest.NewBench(t, task)
				b.First, b.MaxTests = true, 3000
				if err := e.Run(t.Context(), task, b); err != nil {
					t.Errorf("%s: %v", e.Name(), err)
					continue
				}
				// Isolation ends a path at its first output, as it does before added code.
				behind := name == "last output" && e.Name() == "isolation" && len(b.Trials) > 0
				if len(b.Differing()) == 0 && !behind {
					t.Errorf("%s: no difference in %d tests; %v", e.Name(), len(b.Trials), b.Counters)
				}
			}
			published(t, task, csg.Engine{}, enginetest.Params[csg.Params](func(p *csg.Params) { p.Deletions = false }))
			published(t, task, isolation.Engine{}, enginetest.Params[isolation.Params](func(p *isolation.Params) { p.Deletions = false }))
		})
	}
}

// published checks that an engine to which deletions are nothing says so, unless lines
// within a statement were deleted, which can be executed.
func published(t *testing.T, task *engines.Task, e engines.Engine, p engines.Params) {
	task.Params = p
	b := enginetest.NewBench(t, task)
	b.MaxTests = 100
	switch err := e.Run(t.Context(), task, b); {
	case err == nil && len(b.Trials) == 0:
		t.Errorf("%s as published: done without a test", e.Name())
	case err != nil && !errors.Is(err, directed.ErrNotExecutable):
		t.Errorf("%s as published: %v", e.Name(), err)
	case (err == nil) != strings.HasSuffix(t.Name(), "/part_of_an_argument"):
		t.Errorf("%s as published: %v after %d tests", e.Name(), err, len(b.Trials))
	}
}
