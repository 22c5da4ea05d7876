package demands

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// compiled compiles one file.
func compiled(t *testing.T, text string) (*program.Version, *program.Program) {
	t.Helper()
	v := &program.Version{Name: "v", Files: []program.SourceFile{{Name: "p.c", Text: text}}}
	p, err := cfront.Compile(t.Context(), v, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return v, p
}

const headers = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <getopt.h>
#include <ctype.h>
static void usage(void) { fputs("usage", stderr); exit(2); }
`

// What stands before the statement "HERE" is said in the words of the input.
func TestGuards(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"count", `int main(int argc, char **argv) { if (argc < 13) exit(1); HERE; }`, "argc >= 13"},
		{"count in an exit of its own", `int main(int argc, char **argv) { if (argc - 1 < 12) usage(); HERE; }`, "argc >= 13"},
		{"no way back", `int main(int argc, char **argv) { if (argc != 3) return 1; HERE; }`, "argc == 3"},
		{"callee", `static void run(int n, char **v) { if (n > 9) HERE; } int main(int argc, char **argv) { run(argc, argv); }`, "argc > 9"},
		{"variable", `int main(int argc, char **argv) { if (getenv("LEVEL")) HERE; }`, "the environment variable LEVEL"},
		{"word", `int main(int argc, char **argv) { char *s = getenv("MODE"); if (s && !strcmp(s, "fast")) HERE; }`,
			`the environment variable MODE; the environment variable MODE == "fast"`},
		{"no variable", `int main(int argc, char **argv) { if (!getenv("LEVEL")) HERE; }`, "to lack the environment variable LEVEL"},
		{"file", `int main(void) { FILE *f = fopen("x.cfg", "r"); if (!f) return 1; HERE; }`, "the file x.cfg"},
		{"magic", `int main(void) { char b[12]; FILE *f = fopen("x.wav", "rb"); if (!f) return 1; if (fread(b, 1, 12, f) < 12 || memcmp(b + 8, "WAVE", 4)) return 2; HERE; }`,
			`the file x.wav; a length of the file x.wav >= 12; the file x.wav with "WAVE" at its byte 8`},
		{"option", `int main(int argc, char **argv) { int c; while ((c = getopt(argc, argv, "ab:")) != -1) switch (c) { case 'a': break; case 'b': HERE; break; default: usage(); } }`,
			"p.c:8:49: (c = getopt(argc, argv, \"ab:\")) != -1 is true; the option -b"},
		{"flag", `int main(int argc, char **argv) { int c, v = 0; while ((c = getopt(argc, argv, "av")) != -1) switch (c) { case 'v': v = 1; break; } if (v) HERE; }`,
			"p.c:8:137: v is true, which rests on the option -v"},
		{"operands", `int main(int argc, char **argv) { while (getopt(argc, argv, "v") != -1) ; if (argc - optind < 2) usage(); HERE; }`, "the number of operands >= 2"},
		{"number", `int main(int argc, char **argv) { int n; if (argc < 2) return 1; n = atoi(argv[1]); if (n > 1000) HERE; }`, "argc >= 2; argument 1 as a number > 1000"},
		{"length", `int main(int argc, char **argv) { if (strlen(argv[1]) > 40) HERE; }`, "a length of argument 1 > 40"},
		{"bytes", `int main(int argc, char **argv) { if (argv[1][0] == '-' && argv[1][1] == 'z') HERE; }`, "a byte of argument 1 == '-'; a byte of argument 1 == 'z'"},
		{"terminal", `int main(void) { if (isatty(0)) HERE; }`, "a terminal as standard input"},
		{"counted", `int main(void) { int n = 0; while (getchar() != EOF) n++; if (n >= 100) HERE; }`, "p.c:8:63: n >= 100 is true, which rests on standard input"},
		{"structure", `struct o { int n, m; }; static void set(struct o *o, char **v) { o->m = atoi(v[2]); } int main(int argc, char **argv) { struct o o; set(&o, argv); if (o.m == 7) HERE; }`,
			"argument 2 as a number == 7"},
		{"nothing", `int main(void) { HERE; }`, ""},
		{"either", `int main(int argc, char **argv) { if (argc > 9 || getenv("A")) HERE; }`, "argc > 9?; the environment variable A?"},
		{"not called", `static int f(int x) { if (x) HERE; return 0; } int main(void) { return 0; } int (*p)(int) = f;`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, p := compiled(t, headers+strings.Replace(c.body, "HERE", `puts("HERE")`, 1))
			fn, stmt := find(t, p)
			d := Of(p)
			var list []string
			for _, g := range d.Guards(fn, stmt) {
				s := d.Needs(&g, v)
				if !g.Must {
					s += "?"
				}
				list = append(list, s)
			}
			if got := strings.Join(list, "; "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// find returns the statement that prints "HERE".
func find(t *testing.T, p *program.Program) (fn int, stmt int32) {
	t.Helper()
	for i, f := range p.Funcs {
		for _, b := range f.Blocks {
			for k := range b.Instrs {
				in := &b.Instrs[k]
				if f.Library || in.Op != program.Call || len(in.Args) != 1 || in.Args[0].Mode != program.GlobalAddr {
					continue
				}
				if strings.HasPrefix(string(p.Globals[in.Args[0].Index].Data), "HERE") {
					return i, in.Stmt
				}
			}
		}
	}
	t.Fatal("no statement prints HERE")
	return 0, 0
}
