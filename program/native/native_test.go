package native

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

func builder(t *testing.T, opt Options) *Builder {
	t.Helper()
	opt.Temp, opt.Unconfined = t.TempDir(), true
	b, err := New(context.Background(), opt)
	if errors.Is(err, ErrNoCompiler) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// build compiles one C file, with rift too if a function is to be called.
func build(t *testing.T, b *Builder, entry, text string) *Program {
	t.Helper()
	v := &program.Version{Name: "v", Files: []program.SourceFile{{Name: "dir/t.c", Text: text}}}
	var p *program.Program
	if entry != "" {
		var err error
		if p, err = cfront.Compile(context.Background(), v, cfront.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	x, err := b.Build(context.Background(), v, p, entry)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func run(t *testing.T, x *Program, in *program.Input) *program.Outcome {
	t.Helper()
	out, err := x.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func args(list ...string) *program.Input {
	in := &program.Input{}
	for _, a := range list {
		in.Args = append(in.Args, program.Bytes(a))
	}
	return in
}

func TestWhatARunShows(t *testing.T) {
	x := build(t, builder(t, Options{}), "", `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
	char line[100] = "";
	fgets(line, sizeof line, stdin);
	printf("%s %d %s [%s] %s", argv[0], argc, argv[1], line, getenv("X"));
	fprintf(stderr, "err");
	FILE *f = fopen("sub/in", "r+");
	fputs("changed", f);
	fclose(f);
	f = fopen("new", "w");
	fputs("made", f);
	fclose(f);
	remove("gone");
	if (strcmp(argv[1], "abort") == 0)
		abort();
	return 3;
}`)
	in := args("a b")
	in.Stdin = program.Bytes("line\x00")
	in.Env = []program.Bytes{program.Bytes("X=y")}
	in.Files = []program.File{{Name: "gone", Data: program.Bytes("")}, {Name: "kept", Data: program.Bytes("k")}, {Name: "sub/in", Data: program.Bytes("0123456789")}}
	want := &program.Outcome{Status: 3, Stdout: program.Bytes("prog 2 a b [line] y"), Stderr: program.Bytes("err"),
		Files: []program.File{{Name: "gone (removed)"}, {Name: "new", Data: program.Bytes("made")}, {Name: "sub/in", Data: program.Bytes("changed789")}}}
	if d := cmp.Diff(want, run(t, x, in)); d != "" {
		t.Error(d)
	}
	in.Args[0] = program.Bytes("abort")
	if out := run(t, x, in); out.Ending != program.Signaled || out.Status != 6 {
		t.Errorf("abort: %s %d", out.Ending, out.Status)
	}
}

// Each line of faulty is an error that the sanitizers find at that line.
const faulty = `#include <stdlib.h>
int zero; int *null; char arr[3];
int main(int argc, char **argv) {
	char *p = malloc(4), *q = p;
	switch (atoi(argv[1])) {
	case 0: return arr[argc + 2];
	case 1: return p[argc + 3];
	case 2: free(p); return q[0];
	case 3: free(p); free(q); return 0;
	case 4: return *null;
	case 5: return 7 / zero;
	case 6: return 1 << (argc + 40);
	case 7: free(p + argc); return 0;
	case 8: return *(int *)0x7000000000 ;
	case 9: { volatile char a[4]; return a[argc + 2]; }
	}
	return 0;
}
`

func TestSanitizersTellKindAndPlace(t *testing.T) {
	x := build(t, builder(t, Options{Sanitize: true}), "", faulty)
	for _, c := range []struct {
		arg  string
		kind program.FaultKind
		line int
	}{
		{"0", program.FaultOutOfBounds, 6}, {"1", program.FaultOutOfBounds, 7}, {"2", program.FaultUseAfterFree, 8},
		{"3", program.FaultDoubleFree, 9}, {"4", program.FaultNull, 10}, {"5", program.FaultDivision, 11},
		{"6", program.FaultShift, 12}, {"7", program.FaultBadFree, 13}, {"8", program.FaultInvalid, 14}, {"9", program.FaultOutOfBounds, 15},
	} {
		out := run(t, x, args(c.arg))
		if out.Ending != program.Faulted || out.Fault.Kind != c.kind || out.Fault.Pos.Line != c.line || out.Fault.Pos.File != "dir/t.c" {
			t.Errorf("%s: %+v %+v, want %s at line %d", c.arg, out, out.Fault, c.kind, c.line)
		}
		if len(out.Stderr) > 0 {
			t.Errorf("%s: the report is among what the program printed: %s", c.arg, out.Stderr)
		}
	}
	if out := run(t, x, args("10")); out.Ending != program.Exited || out.Status != 0 {
		t.Errorf("without an error: %+v", out)
	}
}

// A build that was broken off is made again.
func TestBuildBrokenOff(t *testing.T) {
	b := builder(t, Options{})
	v := &program.Version{Name: "v", Files: []program.SourceFile{{Name: "v.c", Text: "int main(void) { return 7; }\n"}}}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.Build(ctx, v, nil, ""); !errors.Is(err, context.Canceled) {
		t.Fatalf("broken off: %v", err)
	}
	x, err := b.Build(context.Background(), v, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if out := run(t, x, args()); out.Status != 7 {
		t.Errorf("status %d", out.Status)
	}
}

func TestEntryFunction(t *testing.T) {
	x := build(t, builder(t, Options{Sanitize: true}), "f", `
struct node { int value; struct node *next; };
static long weight = 1;
int main(void) { return 9; }
static long f(short a, struct node *list, double d) {
	long sum = 0;
	for (; list; list = list->next)
		sum += list->value;
	return weight * (sum + a) + (long)d;
}`)
	in := &program.Input{Entry: "f", Values: []program.Value{
		program.IntValue("a", 2, -3),
		{Name: "list", Data: program.Bytes("\x0a\x00\x00\x00????????????"), Links: []program.Link{{Off: 8, To: "n1"}}},
		{Name: "d", Data: program.Bytes("\x00\x00\x00\x00\x00\x00\x16\x40")}, // 5.5
		program.IntValue("weight", 8, 100),
	}, Objects: []program.Value{{Name: "n1", Data: program.Bytes("\x05\x00\x00\x00????\x00\x00\x00\x00\x00\x00\x00\x00")}}}
	want := &program.Outcome{Result: &program.Value{Name: "result", Data: program.IntValue("", 8, 1205).Data}}
	if d := cmp.Diff(want, run(t, x, in)); d != "" {
		t.Error(d)
	}
	if _, err := x.Run(context.Background(), args("x")); err == nil {
		t.Error("an input of main was run")
	}
}

func TestHarness(t *testing.T) {
	x := build(t, builder(t, Options{}), "", `
int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int); void reach_error(void);
int main(void) {
	int a = __VERIFIER_nondet_int();
	__VERIFIER_assume(a > 0);
	if (__VERIFIER_nondet_uchar() == 200)
		reach_error();
	return a;
}`)
	for _, c := range []struct {
		a, b   int64
		ending program.Ending
		status int
	}{{7, 1, program.Exited, 7}, {-7, 1, program.Assumed, 0}, {7, 200, program.Faulted, 0}} {
		out := run(t, x, &program.Input{Values: []program.Value{program.IntValue(program.ScheduleValue, 1, 1), program.IntValue("a", 4, c.a),
			program.IntValue(program.ScheduleValue, 1, 0), program.IntValue("b", 1, c.b)}}) // no native function asks how threads take turns
		if out.Ending != c.ending || out.Status != c.status {
			t.Errorf("%d %d: %s %d", c.a, c.b, out.Ending, out.Status)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, sanitize := range []bool{false, true} {
		const text = `
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
	switch (argv[1][0]) {
	case 't': for (;;) ;
	case 'w': puts("so far"); fflush(stdout); for (;;) pause();
	case 'o': for (;;) puts("a line");
	case 'f': { FILE *f = fopen("f", "w"); for (;;) fputs("a line", f); }
	case 'm': for (;;) { char *p = malloc(1 << 20); if (!p) return 42; memset(p, 1, 1 << 20); }
	case 'c': if (fork()) return 0; for (;;) pause();
	case 'p': for (int i = 0; i < 100; i++) { int p = fork(); if (p < 0) return 43; if (p == 0) break; } for (;;) pause();
	}
}`
		opt := Options{Sanitize: sanitize, Time: time.Second, Memory: 200 << 20, FileSize: 1 << 20}
		x := build(t, builder(t, opt), "", text)
		for arg, want := range map[string]string{"t": "time", "o": "output", "f": "output"} {
			if out := run(t, x, args(arg)); out.Ending != program.Stopped || out.Limit != want {
				t.Errorf("sanitize %t: %s: %s %d %s", sanitize, arg, out.Ending, out.Status, out.Limit)
			}
		}
		if out := run(t, x, args("w")); out.Ending != program.Waiting || string(out.Stdout) != "so far\n" {
			t.Errorf("sanitize %t: waiting: %s %s", sanitize, out.Ending, out.Stdout)
		}
		opt.Time, opt.Processes = time.Minute, 50
		patient := build(t, builder(t, opt), "", text)
		// For the superuser fork does not fail, and the run is ended.
		out := run(t, patient, args("p"))
		if refused := out.Ending == program.Exited && out.Status == 43; !refused && out.Limit != "processes" {
			t.Errorf("sanitize %t: processes: %s %d %s", sanitize, out.Ending, out.Status, out.Limit)
		}
		out = run(t, patient, args("m"))
		if refused := out.Ending == program.Exited && out.Status == 42; !refused && out.Limit != "memory" {
			t.Errorf("sanitize %t: memory: %s %d %s", sanitize, out.Ending, out.Status, out.Limit)
		}
		if out := run(t, x, args("c")); out.Ending != program.Exited { // the child is ended, too
			t.Errorf("sanitize %t: child: %s %s", sanitize, out.Ending, out.Limit)
		}
	}
}

func TestLibraryAndErrors(t *testing.T) {
	b := builder(t, Options{})
	v := &program.Version{Name: "v", Includes: []string{"lib/include"}, Defines: []string{"TWO=2"}, Sealed: true, Files: []program.SourceFile{
		{Name: "src/main.c", Text: "#include <lib.h>\n#include \"own.h\"\nint helper(void) { return OWN; }\nint main(void) { return lib() + TWO; }\n"},
		{Name: "src/own.h", Text: "#define OWN 40\n"},
		{Name: "lib/include/lib.h", Text: "int lib(void);\n", Library: true},
		{Name: "lib/src/lib.c", Text: "#include <lib.h>\nint helper(void);\nint lib(void) { return helper(); }\n", Library: true},
		{Name: "lib/src/helper.c", Text: "int helper(void) { return 1; }\n", Library: true},
	}}
	x, err := b.Build(context.Background(), v, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	if out := run(t, x, args()); out.Status != 42 {
		t.Errorf("status %d: the program's own function must come first", out.Status)
	}
	again, err := b.Build(context.Background(), v, nil, "main")
	if err != nil || again != x {
		t.Errorf("compiled twice: %v", err)
	}
	v.Files[0].Text = "int main(void) { return nothing; }\n"
	if _, err := b.Build(context.Background(), v, nil, ""); err == nil || !strings.Contains(err.Error(), "src/main.c:1") {
		t.Errorf("no error with a place: %v", err)
	}
	if _, err := b.Build(context.Background(), v, nil, "f"); err == nil {
		t.Error("a function was built without its type")
	}
	if _, err := New(context.Background(), Options{Compiler: "no-such-compiler"}); !errors.Is(err, ErrNoCompiler) {
		t.Errorf("no such compiler: %v", err)
	}
	dir := b.dir
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), "*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the builder's folder is left")
	}
}

// The permissions of files that a run makes or changes are part of what it leaves.
func TestPermissions(t *testing.T) {
	x := build(t, builder(t, Options{}), "", `#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void)
{
	close(open("private", O_CREAT | O_WRONLY, 0600));
	close(open("plain", O_CREAT | O_WRONLY, 0666));
	chmod("given", 0400);
	chmod("same", 0755);
	return 0;
}`)
	in := &program.Input{Files: []program.File{{Name: "given", Data: program.Bytes("g")}, {Name: "same", Data: program.Bytes("s"), Mode: 0o755}}}
	want := []program.File{{Name: "given", Data: program.Bytes("g"), Mode: 0o400}, {Name: "plain", Data: program.Bytes{}}, {Name: "private", Data: program.Bytes{}, Mode: 0o600}}
	if d := cmp.Diff(want, run(t, x, in).Files); d != "" {
		t.Error(d)
	}
}
