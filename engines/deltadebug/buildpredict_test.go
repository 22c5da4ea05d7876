package deltadebug

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

func TestComplaints(t *testing.T) {
	const output = `gcc -c a.c
In file included from a.c:1:
src/a.c: In function 'f':
src/a.c:7:3: error: 'count' undeclared (first use in this function); did you mean 'counts'?
a.c:8:12: error: 'struct file' has no member named 'mtime'
b.c:9:5: error: no member named 'size' in 'struct file'
c.c:4:10: fatal error: gone.h: No such file or directory
/usr/bin/ld: d.o: in function ` + "`main':" + `
/copy/d.c:12: undefined reference to ` + "`helper'" + `
d.c:(.text+0x5): undefined reference to ` + "`other'" + `
e.c:3:1: warning: unused
e.c:5:2: error: expected ';' before 'x'
e.c:6:2: error: 'lost' undeclared (first use in this function)
make: *** [Makefile:3: e.o] Error 1
`
	var got []string
	for _, c := range complaints(Complaints(output)) {
		got = append(got, fmt.Sprint(c.file, ":", c.line, " ", c.names, " ", c.plain, c.linked, c.syntax))
	}
	want := []string{
		"src/a.c:7 [count] true false false",
		"a.c:8 [mtime] true false false",
		"b.c:9 [size] true false false",
		"c.c:4 [] false false false",
		"/copy/d.c:12 [helper] true true false",
		"d.c:0 [other] true true false",
		"e.c:5 [x] false false true", // what follows it may be its consequence
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

const outlined = `#include "h.h"
static int counter;
int
f (a, b)
     int a;
     char *b;
{
  int local = a;
  return local + counter;
}

int g(void) {
  int local;
  return counter;
}
struct s {
  int member;
};
`

func TestOutline(t *testing.T) {
	checkOutline(t, outlined)
}

// Lines may end in CR LF; braces in quotes and comments do not count.
func TestOutlineOfOtherText(t *testing.T) {
	text := strings.ReplaceAll(outlined, "\n", "\r\n")
	checkOutline(t, text)
	o := newOutline("int $f(void)\n{\n\tputs(\"{\"); // {\n\treturn '}';\n}\nint x;", newForesight(sources(), sources()).identifiers)
	if o.fn[0] != "$f" || o.fn[3] != "$f" || o.fn[5] != "" || o.depth[5] != 0 {
		t.Errorf("functions by line %q, depths %v", o.fn, o.depth)
	}
}

func checkOutline(t *testing.T, text string) {
	t.Helper()
	o := newOutline(text, newForesight(sources(), sources()).identifiers)
	names := ""
	for _, fn := range o.fn {
		names += (fn + "-")[:1]
	}
	if names != "---fffffff-gggg----" {
		t.Errorf("functions by line: %s", names)
	}
	for _, tt := range []struct {
		name, fn string
		want     int
	}{{"local", "f", 2}, {"local", "g", 1}, {"local", "", 0}, {"counter", "", 1}, {"counter", "g", 2}, {"member", "f", 1}, {"a", "g", 1}} {
		if got := o.declarations(tt.name, tt.fn, false); len(got) != tt.want {
			t.Errorf("declarations of %s for %q: %q, want %d", tt.name, tt.fn, got, tt.want)
		}
	}
}

// sources is a program of a header and two files, whose lines a set takes out.
func sources(without ...string) *program.Version {
	v := &program.Version{}
	for name, text := range map[string]string{
		"h.h": "struct file {\n  int size;\n  int time;\n};\nextern int limit;\nint helper(int);\n#define WORD 1\n",
		"a.c": "#include \"h.h\"\nint limit = 3;\nint helper(int x) {\n  int n = x;\n  n += WORD;\n  return n + limit;\n}\n",
		"b.c": "#include \"h.h\"\nint main(void) {\n  struct file f = {0};\n  int k;\n  k = f.size;\n  k += f.time;\n  return helper(k);\n}\n",
	} {
		lines := slices.DeleteFunc(strings.SplitAfter(text, "\n"), func(l string) bool {
			return slices.Contains(without, strings.TrimSpace(l))
		})
		v.Files = append(v.Files, program.SourceFile{Name: name, Text: strings.Join(lines, "")})
	}
	slices.SortFunc(v.Files, func(a, b program.SourceFile) int { return strings.Compare(a.Name, b.Name) })
	return v
}

// TestForesight learns from one complaint and tells versions with the same fault
// from those without.
func TestForesight(t *testing.T) {
	whole := sources()
	for _, tt := range []struct {
		name    string
		learned *program.Version
		said    string
		same    []*program.Version
		other   []*program.Version
	}{
		{"a local variable", sources("int k;"), "b.c:4:3: error: 'k' undeclared (first use in this function)",
			[]*program.Version{sources("int k;", "int time;"), sources("int k;", "n += WORD;")},
			[]*program.Version{sources("int time;")}},
		{"a member", sources("int time;"), "b.c:6:9: error: 'struct file' has no member named 'time'",
			[]*program.Version{sources("int time;", "int size;"), sources("int time;", "k = f.size;")},
			[]*program.Version{sources("int size;"), sources("int time;", "k += f.time;")}},
		{"a macro", sources("#define WORD 1"), "a.c:5:8: error: 'WORD' undeclared (first use in this function)",
			[]*program.Version{sources("#define WORD 1", "int k;")},
			[]*program.Version{sources("#define WORD 1", "n += WORD;")}},
		{"the linker", sources("int limit = 3;"), "/usr/bin/ld: a.o: in function `helper':\n/x/a.c:5: undefined reference to `limit'",
			[]*program.Version{sources("int limit = 3;", "int time;")},
			[]*program.Version{sources("int limit = 3;", "return n + limit;")}},
		{"syntax", sources("}"), "b.c:7:1: error: expected declaration or statement at end of input",
			[]*program.Version{sources("}", "int time;")},
			[]*program.Version{sources("}", "int k;")}},
	} {
		f := newForesight(whole, sources("int k;", "k = f.size;", "k += f.time;", "return helper(k);"))
		f.learn(tt.learned, tt.said)
		for i, v := range append([]*program.Version{tt.learned}, tt.same...) {
			if !f.unbuilt(v) {
				t.Errorf("%s: version %d with the same fault is not known", tt.name, i)
			}
		}
		for i, v := range append(tt.other, whole) {
			if f.unbuilt(v) {
				t.Errorf("%s: other version %d is taken for faulty", tt.name, i)
			}
		}
		if f.unlearn(tt.same[0]); f.unbuilt(tt.learned) {
			t.Errorf("%s: what was refuted is still believed", tt.name)
		}
	}
}

// TestForesightOfCompiler takes random lines out of a program and asks the compiler
// of the host: most of what it refuses is foreseen, little of what it takes.
func TestForesightOfCompiler(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is missing")
	}
	var lines []string
	for _, f := range sources().Files {
		for line := range strings.Lines(f.Text) {
			if line = strings.TrimSpace(line); line != "}" && line != "};" {
				lines = append(lines, line)
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	f := newForesight(sources(), sources())
	dir := t.TempDir()
	foreseen, refused, wrong := 0, 0, 0
	for range 40 {
		var without []string
		for range 1 + r.IntN(3) {
			without = append(without, lines[r.IntN(len(lines))])
		}
		v := sources(without...)
		for _, file := range v.Files {
			if err := os.WriteFile(filepath.Join(dir, file.Name), []byte(file.Text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(gcc, "-w", "-g", "a.c", "b.c", "-o", "p")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "LC_ALL=C")
		out, err := cmd.CombinedOutput()
		known := f.unbuilt(v)
		switch {
		case err == nil && known:
			wrong++
		case err != nil && known:
			foreseen++
		case err != nil:
			refused++
		}
		if err == nil {
			f.unlearn(v)
		} else {
			f.learn(v, Complaints(string(out)))
		}
	}
	if foreseen < refused || wrong*20 > foreseen {
		t.Errorf("of %d versions that the compiler refuses %d were foreseen, and %d that it takes", foreseen+refused, foreseen, wrong)
	}
}
