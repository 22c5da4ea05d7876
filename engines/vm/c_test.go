package vm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// sharedCache keeps the compiled run-time library for all tests of the package.
var sharedCache = sync.OnceValue(cfront.NewCache)

// fixture is a C program with what its first comments say.
type fixture struct {
	path  string
	text  string
	args  []string
	stdin string
	cases []faultCase
	// quiet says that gcc's sanitizers find none of the cases, foreign that gcc
	// does not compile the program.
	quiet, foreign bool
}

// faultCase is one use of a fixture under testdata/fault: run with the
// argument name it must fail as kind says, with a message that has text in it,
// on the line marked with the name.
type faultCase struct {
	name, kind, text string
	quiet            bool // gcc's sanitizers do not find it
}

func readFixture(t testing.TB, path string) *fixture {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{path: path, text: string(text)}
	for line := range strings.Lines(f.text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "// args: "):
			for _, a := range strings.Fields(line[9:]) {
				f.args = append(f.args, strings.Trim(a, `"`))
			}
		case strings.HasPrefix(line, "// stdin: "):
			f.stdin = strings.ReplaceAll(line[10:], `\n`, "\n")
		case strings.HasPrefix(line, "// case "):
			f.cases = append(f.cases, parseCase(t, path, line[8:]))
		case strings.HasPrefix(line, "// no gcc: "):
			f.foreign = true
		case line == "// gcc silent":
			f.quiet = true
		case !strings.HasPrefix(line, "//"):
			return f
		}
	}
	return f
}

func parseCase(t testing.TB, path, line string) faultCase {
	t.Helper()
	line, _, quiet := strings.Cut(line, "; gcc")
	parts := strings.SplitN(line, ": ", 3)
	if len(parts) < 2 {
		t.Fatalf("%s: bad case %q", path, line)
	}
	c := faultCase{name: parts[0], kind: parts[1], quiet: quiet}
	if len(parts) == 3 {
		c.text = parts[2]
	}
	return c
}

// compileC compiles C source texts, given as name and text.
func compileC(t testing.TB, files ...string) *program.Program {
	t.Helper()
	v := &program.Version{}
	for i := 0; i < len(files); i += 2 {
		v.Files = append(v.Files, program.SourceFile{Name: files[i], Text: files[i+1]})
	}
	return compileVersion(t, v)
}

func compileVersion(t testing.TB, v *program.Version) *program.Program {
	t.Helper()
	p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: sharedCache()})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func newMachine(t testing.TB, p *program.Program, opt Options) *Machine {
	t.Helper()
	m, err := New(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// run runs an instance and fails the test on an error.
func run(t testing.TB, x *Instance, in *program.Input) *program.Outcome {
	t.Helper()
	out, err := x.Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func input(stdin string, args ...string) *program.Input {
	in := &program.Input{Stdin: []byte(stdin)}
	for _, a := range args {
		in.Args = append(in.Args, []byte(a))
	}
	return in
}

func fixtures(t testing.TB, dir string) []*fixture {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", dir, "*.c"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixtures in %s: %v", dir, err)
	}
	var list []*fixture
	for _, p := range paths {
		list = append(list, readFixture(t, p))
	}
	return list
}

// gcc compiles a fixture and returns the binary, or skips.
func gcc(t *testing.T, f *fixture, flags ...string) string {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is missing")
	}
	bin := filepath.Join(t.TempDir(), "prog")
	args := append([]string{"-std=gnu17", "-w", "-o", bin, f.path}, flags...)
	if msg, err := exec.Command("gcc", append(args, "-lm")...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, msg)
	}
	return bin
}

// native runs a binary and returns stdout, stderr and the exit status, below
// zero for a signal.
func native(t *testing.T, bin, stdin string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := exec.Command(bin, args...)
	cmd.Args[0] = "prog"
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// The programs of testdata/run must print what their golden output says, in
// every mode of the machine, on the second run of an instance as on the first;
// and where gcc is there, what gcc's program prints.
func TestFixtures(t *testing.T) {
	for _, f := range fixtures(t, "run") {
		t.Run(filepath.Base(f.path), func(t *testing.T) {
			golden, err := os.ReadFile(strings.TrimSuffix(f.path, ".c") + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			p := compileC(t, f.path, f.text)
			var steps []int64
			for _, opt := range []Options{{}, {Coverage: true}, {CheckOverflow: true}, {Trace: true}} {
				x := newMachine(t, p, opt).NewRun()
				for range 2 {
					out := run(t, x, input(f.stdin, f.args...))
					if got := show(out); got != string(golden) {
						t.Fatalf("with %+v:\n%s\nwant\n%s", opt, got, golden)
					}
					steps = append(steps, out.Steps)
				}
			}
			for _, n := range steps {
				if n != steps[0] {
					t.Fatalf("steps differ: %v", steps)
				}
			}
			if f.foreign {
				return
			}
			stdout, stderr, status := native(t, gcc(t, f), f.stdin, f.args...)
			if got := fmt.Sprintf("exit %d\n%s%s", status, stdout, stderr); got != string(golden) {
				t.Errorf("gcc's program shows\n%s", got)
			}
		})
	}
}

func show(out *program.Outcome) string {
	s := fmt.Sprintf("%s %d\n%s%s", out.Ending, out.Status, out.Stdout, out.Stderr)
	if out.Fault != nil {
		s += out.Fault.Error() + "\n"
	}
	return s
}

// Every kind of fault is detected, at the right line and with a readable
// message; and gcc's sanitizers (or the hardware) agree that it is one.
func TestFaults(t *testing.T) {
	for _, f := range fixtures(t, "fault") {
		t.Run(filepath.Base(f.path), func(t *testing.T) {
			opt := Options{CheckOverflow: true, CheckLeaks: true}
			x := newMachine(t, compileC(t, f.path, f.text), opt).NewRun()
			for _, c := range f.cases {
				checkCase(t, f, c, run(t, x, input("", c.name)))
			}
			if out := run(t, x, input("", "nothing")); out.Ending != program.Exited || out.Status != 0 {
				t.Errorf("without a case: %s", show(out))
			}
			if f.quiet {
				return
			}
			bin := gcc(t, f, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
			t.Setenv("ASAN_OPTIONS", "detect_stack_use_after_return=1:allocator_may_return_null=1:max_allocation_size_mb=4000:hard_rss_limit_mb=2000")
			for _, c := range f.cases {
				if c.quiet {
					continue
				}
				_, stderr, status := native(t, bin, "", c.name)
				want := "found"
				if k, n, ok := strings.Cut(c.kind, " "); ok && k == "exit" {
					want = n
				}
				got := "found"
				if !strings.Contains(stderr, "Sanitizer") && !strings.Contains(stderr, "runtime error") && status >= 0 {
					got = strconv.Itoa(status)
				}
				if got != want {
					t.Errorf("case %s: gcc's program: %s, want %s\n%s", c.name, got, want, stderr)
				}
			}
		})
	}
}

func checkCase(t *testing.T, f *fixture, c faultCase, out *program.Outcome) {
	t.Helper()
	if ending, n, ok := strings.Cut(c.kind, " "); ok && (ending == "exit" || ending == "signal") {
		if out.Ending.String() != ending || strconv.Itoa(out.Status) != n {
			t.Errorf("case %s: %s, want %s", c.name, show(out), c.kind)
		}
		return
	}
	if out.Fault == nil {
		t.Errorf("case %s: %s, want %s", c.name, show(out), c.kind)
		return
	}
	if string(out.Fault.Kind) != c.kind || !strings.Contains(out.Fault.Message, c.text) {
		t.Errorf("case %s: %v, want %s: %s", c.name, out.Fault, c.kind, c.text)
	}
	if line := markedLine(f.text, c.name); line != 0 && (out.Fault.Pos.Line != line || out.Fault.Pos.File != f.path) {
		t.Errorf("case %s: %v, want line %d", c.name, out.Fault, line)
	}
}

// markedLine returns the number of the line that has /*@name*/ in it, or 0.
func markedLine(text, name string) int {
	before, _, ok := strings.Cut(text, "/*@"+name+"*/")
	if !ok {
		return 0
	}
	return strings.Count(before, "\n") + 1
}

// On random inputs the machine and gcc's program show the same.
func TestRandomInputs(t *testing.T) {
	for _, f := range fixtures(t, "inputs") {
		x := newMachine(t, compileC(t, f.path, f.text), Options{}).NewRun()
		bin := gcc(t, f, "-O1")
		rng := rand.New(rand.NewSource(1))
		const letters = `0123456789+-*/%<=^""abcdeABCDE....  `
		for i := range 60 {
			in := make([]byte, rng.Intn(600))
			for k := range in {
				in[k] = letters[rng.Intn(len(letters))]
				if rng.Intn(40) == 0 {
					in[k] = byte(rng.Intn(256))
				}
			}
			stdout, stderr, status := native(t, bin, string(in))
			if got, want := show(run(t, x, input(string(in)))), fmt.Sprintf("exit %d\n%s%s", status, stdout, stderr); got != want {
				t.Fatalf("%s, input %d %q: %q, want %q", f.path, i, in, got, want)
			}
		}
	}
}
