package vm_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/libc"
	"github.com/riftlab/rift/program/machine"
	"github.com/riftlab/rift/program/native"
)

var update = flag.Bool("update", false, "rewrite the library's golden files from gcc's programs")

const libcTests = "../../program/libc/testdata"

// sumsAbove is the size of a golden output from which on only a hash of each
// line is kept, so that the exhaustive tables stay small.
const sumsAbove = 40 << 10

// TestLibrary runs the C programs of program/libc/testdata and compares all
// they show with what the same programs compiled by gcc with glibc showed.
func TestLibrary(t *testing.T) {
	sources, err := filepath.Glob(filepath.Join(libcTests, "*.c"))
	if err != nil || len(sources) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	cache := cfront.NewCache()
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".c")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			in := readInput(t, name)
			golden := filepath.Join(libcTests, name+".golden")
			if *update {
				want := runNative(t, name, text, in).format()
				if err := os.WriteFile(golden, want, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			compareSections(t, parseSections(want), archive(runMachine(t, cache, name, text, in)))
		})
	}
}

func readInput(t *testing.T, name string) *program.Input {
	t.Helper()
	in := &program.Input{}
	data, err := os.ReadFile(filepath.Join(libcTests, name+".json"))
	if errors.Is(err, os.ErrNotExist) {
		return in
	}
	if err == nil {
		err = json.Unmarshal(data, in)
	}
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func runMachine(t *testing.T, cache *cfront.Cache, name string, text []byte, in *program.Input) *program.Outcome {
	t.Helper()
	v := &program.Version{Files: []program.SourceFile{{Name: name + ".c", Text: string(text)}}}
	p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Undefined) > 0 {
		t.Errorf("undefined: %v", p.Undefined)
	}
	m, err := vm.New(p, vm.Options{MaxSteps: 200_000_000, CheckOverflow: true})
	if err != nil {
		t.Fatal(err)
	}
	out, err := m.NewRun().Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if out.Fault != nil {
		t.Errorf("%v in %s, from %v", out.Fault, out.Fault.Func, out.Fault.Stack)
	}
	return out
}

// sections is a golden file: parts with names, the first of which is "ending".
type sections []section

type section struct {
	name string
	data []byte
}

// format writes each part under a line "-- name --".
func (a sections) format() []byte {
	var b bytes.Buffer
	for _, s := range a {
		fmt.Fprintf(&b, "-- %s --\n%s", s.name, s.data)
	}
	return b.Bytes()
}

func parseSections(text []byte) sections {
	var a sections
	for _, line := range bytes.SplitAfter(text, []byte("\n")) {
		if name, ok := bytes.CutPrefix(line, []byte("-- ")); ok && bytes.HasSuffix(name, []byte(" --\n")) {
			a = append(a, section{name: string(name[:len(name)-4])})
		} else if len(a) > 0 {
			a[len(a)-1].data = append(a[len(a)-1].data, line...)
		}
	}
	return a
}

// archive lays an outcome out as a golden file: the ending, standard output,
// standard error and the files that changed.
func archive(out *program.Outcome) sections {
	a := sections{{"ending", fmt.Appendf(nil, "%s %d\n", out.Ending, out.Status)}}
	add := func(name string, data []byte) {
		if len(data) > 0 {
			a = append(a, section{name, printable(data)})
		}
	}
	add("stdout", out.Stdout)
	add("stderr", out.Stderr)
	for _, f := range out.Files {
		add("file "+f.Name, f.Data)
	}
	return a
}

// printable makes bytes fit for a text file: others than ASCII escaped, a
// newline at the end, and only a hash per line if there are very many.
func printable(data []byte) []byte {
	var b bytes.Buffer
	for _, c := range data {
		if c == '\n' || c >= ' ' && c < 0x7F && c != '\\' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "\\%03o", c)
		}
	}
	if b.Bytes()[b.Len()-1] != '\n' {
		b.WriteString("\\\n")
	}
	if b.Len() < sumsAbove {
		return b.Bytes()
	}
	var sums bytes.Buffer
	for _, line := range bytes.SplitAfter(b.Bytes(), []byte("\n")) {
		h := fnv.New32a()
		h.Write(line)
		fmt.Fprintf(&sums, "%08x\n", h.Sum32())
	}
	return sums.Bytes()
}

func compareSections(t *testing.T, want, got sections) {
	t.Helper()
	parts := map[string][2][]byte{}
	for _, s := range want {
		parts[s.name] = [2][]byte{s.data, nil}
	}
	for _, s := range got {
		parts[s.name] = [2][]byte{parts[s.name][0], s.data}
	}
	for name, pair := range parts {
		if bytes.Equal(pair[0], pair[1]) {
			continue
		}
		wantLines, gotLines := strings.Split(string(pair[0]), "\n"), strings.Split(string(pair[1]), "\n")
		shown := 0
		for i := 0; i < max(len(wantLines), len(gotLines)) && shown < 8; i++ {
			if w, g := line(wantLines, i), line(gotLines, i); w != g {
				t.Errorf("%s:%d:\n got %s\nwant %s", name, i+1, g, w)
				shown++
			}
		}
	}
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}

// runNative runs the program as gcc compiles it, in a folder of its own.
func runNative(t *testing.T, name string, text []byte, in *program.Input) sections {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is missing")
	}
	dir, bin := t.TempDir(), t.TempDir()
	binary := filepath.Join(bin, "prog")
	gcc := exec.Command("gcc", "-std=gnu11", "-O0", "-w", "-fno-builtin", "-D_GNU_SOURCE", "-o", binary, "-x", "c", "-", "-lm")
	gcc.Stdin = bytes.NewReader(text)
	gcc.Dir = bin
	// the name of the source is part of what assert prints
	gcc.Stdin = strings.NewReader(fmt.Sprintf("#line 1 %q\n%s", name+".c", text))
	if out, err := gcc.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	if err := native.Put(dir, in.Files); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(binary)
	cmd.Args = []string{"prog"}
	for _, a := range in.Args {
		cmd.Args = append(cmd.Args, string(a))
	}
	cmd.Env = []string{"TZ=UTC"}
	for _, e := range in.Env {
		cmd.Env = append(cmd.Env, string(e))
	}
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, bytes.NewReader(in.Stdin), &stdout, &stderr
	err := cmd.Run()
	out := &program.Outcome{Stdout: stdout.Bytes(), Stderr: stderr.Bytes(), Status: cmd.ProcessState.ExitCode()}
	if out.Status < 0 {
		out.Ending, out.Status = program.Signaled, 6
	} else if err != nil && out.Status == 0 {
		t.Fatal(err)
	}
	out.Files = changedFiles(t, dir, in)
	return archive(out)
}

// changedFiles returns the files in dir that the input did not have as they are.
func changedFiles(t *testing.T, dir string, in *program.Input) []program.File {
	t.Helper()
	before := map[string]string{}
	for _, f := range in.Files {
		before[f.Name] = string(f.Data)
	}
	var files []program.File
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		if d.Type()&fs.ModeSymlink != 0 {
			to, err := os.Readlink(path)
			if _, ok := before[name]; !ok {
				files = append(files, program.File{Name: name, Data: program.Bytes(to), Link: true})
			}
			return err
		}
		data, err := os.ReadFile(path)
		if old, ok := before[name]; !ok || old != string(data) {
			files = append(files, program.File{Name: name, Data: data})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Slice(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	return files
}

// TestWholeLibraryCompiles translates every source file and header of the
// library, not only those that the programs above happen to need.
func TestWholeLibraryCompiles(t *testing.T) {
	cache := cfront.NewCache()
	compile := func(name, text string) {
		v := &program.Version{Files: []program.SourceFile{{Name: name, Text: text}}}
		p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: cache})
		if err != nil {
			t.Error(err)
			return
		}
		for _, u := range p.Undefined {
			if u != "main" && !strings.HasPrefix(u, machine.AbsentCase) {
				t.Errorf("%s uses %s, which nothing defines", name, u)
			}
		}
	}
	sources, err := fs.Glob(libc.FS(), "src/*.c")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, name := range sources {
		text, err := fs.ReadFile(libc.FS(), name)
		if err != nil {
			t.Fatal(err)
		}
		compile(path.Base(name), string(text))
	}
	err = fs.WalkDir(libc.FS(), "include", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name = strings.TrimPrefix(name, "include/")
			compile(strings.ReplaceAll(name, "/", "_")+".c", "#include <"+name+">\n#include <"+name+">\nint x;\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestEntryFlushes checks that output of a run that began in a function other
// than main is not lost, though nothing but the run's end flushes it.
func TestEntryFlushes(t *testing.T) {
	v := &program.Version{Files: []program.SourceFile{{Name: "f.c", Text: "#include <stdio.h>\nint f(int x) { printf(\"x=%d\\n\", x); return x + 1; }\n"}}}
	p, err := cfront.Compile(context.Background(), v, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := vm.New(p, vm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out, err := m.NewRun().Run(context.Background(), &program.Input{Entry: "f", Values: []program.Value{program.IntValue("x", 4, 41)}})
	if err != nil {
		t.Fatal(err)
	}
	if string(out.Stdout) != "x=41\n" || out.Result == nil || !strings.HasSuffix(out.Result.String(), "=42") {
		t.Errorf("stdout %q, result %v", out.Stdout, out.Result)
	}
}

// TestHarnessFunctions checks that the functions of verification competitions
// and of KLEE take the input's values in the order of their calls, and how an
// assumption and an assertion that do not hold end a run.
func TestHarnessFunctions(t *testing.T) {
	const text = `
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar();
extern _Bool __VERIFIER_nondet_bool(void);
extern double __VERIFIER_nondet_double(void);
#include <klee/klee.h>
#include <stdio.h>
int main(void)
{
	int x = __VERIFIER_nondet_int();
	unsigned char c = __VERIFIER_nondet_uchar();
	_Bool b = __VERIFIER_nondet_bool();
	double d = __VERIFIER_nondet_double();
	short pair[2];
	klee_make_symbolic(pair, sizeof pair, "pair");
	int r = klee_range(0, 10, "r");
	printf("%d %d %d %g %d %d %d\n", x, c, b, d, pair[0], pair[1], r);
	fflush(stdout);
	klee_assume(x != 5);
	klee_assert(c != 7);
	return 0;
}
`
	p, err := cfront.Compile(context.Background(), &program.Version{Files: []program.SourceFile{{Name: "h.c", Text: text}}}, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := vm.New(p, vm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x, c, r int64
		ending  program.Ending
	}{{-3, 200, 9, program.Exited}, {5, 1, 0, program.Assumed}, {4, 7, 0, program.Faulted}, {4, 1, 10, program.Assumed}} {
		in := &program.Input{Values: []program.Value{
			program.IntValue("x", 4, c.x), program.IntValue("c", 1, c.c), program.IntValue("b", 1, 1),
			program.IntValue("d", 8, 0x4004000000000000), program.IntValue("pair", 4, 0x00020001), program.IntValue("r", 4, c.r),
		}}
		out, err := m.NewRun().Run(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		if out.Ending != c.ending {
			t.Errorf("%+v: ended with %v %v", c, out.Ending, out.Fault)
		}
		if want := fmt.Sprintf("%d %d 1 2.5 1 2 %d\n", c.x, c.c, c.r); c.r < 10 && string(out.Stdout) != want {
			t.Errorf("%+v: printed %q, want %q", c, out.Stdout, want)
		}
	}
}

// TestProgramsOwnFunctions checks that a program's functions by the names of
// the library's serve the program and not the library, but for allocation.
func TestProgramsOwnFunctions(t *testing.T) {
	const text = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
size_t strlen(const char *s) { return 42; }
int strcmp(const char *a, const char *b) { return 7; }
void write(int x) { printf("write %d\n", x); }
static int allocated;
void *malloc(size_t n) { static char pool[1000]; static size_t at; void *p = pool + at; at += n; allocated++; return p; }
void free(void *p) {}
int main(void)
{
	char buf[20];
	FILE *f = fopen("f", "w");
	fputs("abc", f);
	fclose(f);
	f = fopen("f", "r");
	printf("%s\n", fgets(buf, sizeof buf, f));
	write((int)strlen("x") + strcmp("", ""));
	char *s = strdup("dup");
	puts(s);
	free(s);
	printf("%d\n", allocated);
	return 0;
}
`
	out := runMachine(t, cfront.NewCache(), "own", []byte(text), &program.Input{})
	if want := "abc\nwrite 49\ndup\n1\n"; string(out.Stdout) != want {
		t.Errorf("printed %q, want %q", out.Stdout, want)
	}
}

// TestForeignSetjmp checks sources that bring another library's declarations
// of setjmp along, as preprocessed ones do.
func TestForeignSetjmp(t *testing.T) {
	const text = `
struct tag { long regs[8]; int saved; unsigned long mask[16]; };
extern int _setjmp(struct tag env[1]) __attribute__((__nothrow__));
extern int __sigsetjmp(struct tag env[1], int save);
extern void longjmp(struct tag env[1], int value) __attribute__((__noreturn__));
extern void siglongjmp(struct tag env[1], int value);
extern int printf(const char *, ...);
static struct tag a[1], b[1];
int main(void)
{
	int n = _setjmp(a);
	if (n < 3)
		longjmp(a, n + 1);
	int m = __sigsetjmp(b, 1);
	if (!m)
		siglongjmp(b, 5);
	printf("%d %d\n", n, m);
	return 0;
}
`
	out := runMachine(t, cfront.NewCache(), "foreign", []byte(text), &program.Input{})
	if want := "3 5\n"; string(out.Stdout) != want {
		t.Errorf("printed %q, want %q", out.Stdout, want)
	}
}
