package difference

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/difference/harness"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
)

const prepared = `#include <stdio.h>
#include <stdlib.h>
static int table[3], mode, verbose, level, unused, count;
static const char *title;
static void first(void) { table[0] = 1; table[1] = 5; }
static void second(int n, const char *s) { mode = n; title = s; }
static void third(int n) { count = n; }
static int looks(void) { return table[0]; }
static void late(void) { mode = 9; }
static void other(void) { unused = 1; }
int f(int n) { return n == 3 ? table[1] + mode + verbose + level + count + (title ? title[0] : 0) : 0; }
static int caller(int n) { int r; second(7, "a\"\n"); r = f(n); late(); return r; }
int main(int argc, char **argv)
{
	first();
	looks();
	other();
	third(argc);
	if (argc > 1)
		verbose = 2;
	if (argc > 2)
		level = atoi(argv[1]);
	return caller(argc);
}
`

// What callers do before they call a function is done by choice: what they always
// do together, the rest one by one; what depends on their inputs is left to
// variables that vary.
func TestInitialise(t *testing.T) {
	v := version("v", prepared)
	p, err := compile(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	h, err := harness.Generate(p, p, v, "f", harness.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"state: as it begins, or after verbose = 2",
		`state: as it begins, or after first(), second(7, "a\"\n")`,
		"level: every value, as callers set it",
		"n: every value",
	}
	if got := strings.Join(h.Inputs, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("inputs are\n%s", got)
	}
	if h, err = harness.Generate(p, p, v, "f", harness.Options{Raw: true}); err != nil || len(h.Inputs) != 1 {
		t.Errorf("%v, %v", h, err)
	}
}

// Changes of initialisers only are reached, and a change that no state of the
// callers reaches is not.
func TestInitialiserChanged(t *testing.T) {
	for _, c := range []struct{ name, old, new, input string }{
		{"a table", "table[1] = 5", "table[1] = 6", "after first()"},
		{"an argument of the caller", "second(7,", "second(8,", ""},
		{"not called before", "mode = 9", "mode = 8", ""},
		{"a variable of the caller", "atoi(argv[1])", "atoi(argv[2])", ""},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			changed := strings.Replace(prepared, c.old, c.new, 1)
			task := taskOf(t, version("old", prepared), version("new", changed))
			h, err := harness.Generate(task.Old.Program, task.New.Program, task.New.Version, "f", harness.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := firstInput(t, attached(t, task, h)); (got == "") != (c.input == "") || !strings.Contains(got, c.input) {
				t.Errorf("the difference is at %q, want %q", got, c.input)
			}
		})
	}
}

// Functions of other files are called, too, and of several functions of a name one
// is meant.
func TestFiles(t *testing.T) {
	gcc, include := nativeCompiler(t)
	files := func(name, value string) *program.Version {
		v := version(name, "extern int shared[2];\nvoid prepare(void);\nstatic int f(int n) { return shared[n & 1]; }\nint main(int argc, char **argv) { prepare(); return f(argc); }\n")
		v.Files = append(v.Files,
			program.SourceFile{Name: "lib/state.c", Text: "int shared[2];\nstatic int f(int n) { return n; }\nvoid prepare(void) { shared[f(1)] = " + value + "; }\n"})
		return v
	}
	task := taskOf(t, files("old", "1"), files("new", "2"))
	for _, c := range []struct{ entry, err string }{
		{"f", "the new version has several functions f, at prog.c:3:1, lib/state.c:2:1: name one as FILE:FUNCTION"},
		{"absent.c:f", "the new version defines no function absent.c:f"},
		{"prog.c:f", ""},
		{"state.c:f", ""},
		{"lib/state.c:f", ""},
	} {
		h, err := harness.Generate(task.Old.Program, task.New.Program, task.New.Version, c.entry, harness.Options{})
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%s: %v", c.entry, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.entry, err)
			continue
		}
		if !strings.HasSuffix(c.entry, h.File+":f") && !strings.HasPrefix(c.entry, "state") {
			t.Errorf("%s: the harness is for %s", c.entry, h.File)
		}
		r := attached(t, task, h)
		if gcc != "" {
			checkNative(t, gcc, include, r.Task.New.Version)
		}
		if c.entry == "prog.c:f" {
			if got := firstInput(t, r); !strings.Contains(got, "after prepare()") {
				t.Errorf("the difference is at %q", got)
			}
		}
	}
}

// Objects of structures that only another file knows are made there.
func TestConstruct(t *testing.T) {
	gcc, include := nativeCompiler(t)
	files := func(name, limit string) *program.Version {
		v := version(name, "struct stack;\nint depth(const struct stack *s);\nint f(struct stack *s, struct never *n) { return s && depth(s) > "+limit+"; }\n")
		v.Files = append(v.Files, program.SourceFile{Name: "stack.c", Text: `#include <stdlib.h>
struct stack { int n; char *name; };
struct stack *next(struct stack *s) { return s; }
struct stack *copy(const char *name, int depth, int more) { return 0; }
struct stack *make(const char *name, int depth)
{
	struct stack *s = malloc(sizeof *s);
	if (s) {
		s->n = depth;
		s->name = name && name[0] ? "named" : "none";
	}
	return s;
}
int depth(const struct stack *s) { return s->name[0] == 'n' && s->name[1] == 'a' ? s->n : 0; }
`})
		return v
	}
	task := taskOf(t, files("old", "7"), files("new", "8"))
	h, err := harness.Generate(task.Old.Program, task.New.Program, task.New.Version, "f", harness.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(h.Inputs, "; "); got != "s: null or what make makes; n: null" {
		t.Errorf("inputs: %s", got)
	}
	r := attached(t, task, h)
	if gcc != "" {
		checkNative(t, gcc, include, r.Task.New.Version)
	}
	if got := firstInput(t, r); !strings.Contains(got, "s: depth of make = 8") {
		t.Errorf("the difference is at %q\n%s", got, h.Text)
	}
}

// Where functions differ in what they take, the error says how and where.
func TestSignatures(t *testing.T) {
	for _, c := range []struct{ old, new, err string }{
		{"int f(int a) { return a; }", "int f(int a, int b) { return a; }", "prog.c:1:1: function f: the versions take 1 and 2 arguments: it is int f(int a, int b), and in the old version (prog.c:1:1) int f(int a): give a harness"},
		{"int f(int a) { return a; }", "int *f(int a) { return 0; }", "the versions return int and int*"},
		{"int f(int a) { return a; }", "int f(int a, ...) { return a; }", "one version takes variable arguments"},
		{"int f(int *a) { return !a; }", "int f(char *a) { return !a; }", "the versions take int* and char* as parameter 1"},
		{"struct s { int x; };\nint f(struct s *a) { return !a; }", "struct t { int x; };\nint f(struct t *a) { return !a; }", "the versions take struct s* and struct t* as parameter 1"},
		{"int f(struct { int x; } *a) { return !a; }", "int f(struct { int x; } *a) { return a != 0; }", "parameter a: its type has no name behind the function"},
		{"static int f(int a) { return a; }", "#define f g\nint f(int a) { return a; }", "the new version defines no function f"},
	} {
		task := engines.Task{}
		task.Old.Version, task.New.Version = version("old", c.old+"\n"), version("new", c.new+"\n")
		var programs [2]*program.Program
		for i, v := range []*program.Version{task.Old.Version, task.New.Version} {
			var err error
			if programs[i], err = compile(t.Context(), v); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := harness.Generate(programs[0], programs[1], task.New.Version, "f", harness.Options{}); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v, want %s", c.new, err, c.err)
		}
	}
}
