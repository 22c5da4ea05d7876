package capture

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// build is calls of tools in a folder, as a build makes them.
type build struct {
	t     *testing.T
	dir   string
	calls string
}

// newBuild makes a folder with empty files of these names.
func newBuild(t *testing.T, files ...string) *build {
	t.Helper()
	dir := resolved(t.TempDir())
	b := &build{t: t, dir: dir, calls: t.TempDir()}
	b.touch(files...)
	return b
}

func (b *build) touch(files ...string) {
	b.t.Helper()
	for _, f := range files {
		name := filepath.Join(b.dir, f)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			b.t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(f), 0o666); err != nil {
			b.t.Fatal(err)
		}
	}
}

// call notes a call in a folder below that of the build: "cc -c a.c".
func (b *build) call(below, command string) {
	b.t.Helper()
	args := words(command)
	var sb strings.Builder
	fmt.Fprintf(&sb, "%d\x00%s\x00%s\x00", len(args)-1, args[0], filepath.Join(b.dir, below))
	for _, a := range args[1:] {
		sb.WriteString(a + "\x00")
	}
	sb.WriteString("\x00")
	f, err := os.OpenFile(filepath.Join(b.calls, "1"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		b.t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(sb.String()); err != nil {
		b.t.Fatal(err)
	}
}

// show returns the database as text, a line for each entry, without the build's folder.
func (b *build) show() string {
	b.t.Helper()
	db, err := Read(b.calls)
	if err != nil {
		b.t.Fatal(err)
	}
	var sb strings.Builder
	db.prune()
	for _, c := range db.Commands {
		fmt.Fprintf(&sb, "%s <- %s: %s\n", c.Output, c.File, strings.Join(c.Arguments, " "))
	}
	for _, l := range db.Links {
		fmt.Fprintf(&sb, "%s %s = %s\n", l.Kind, l.Output, strings.Join(l.Objects, " "))
		if u := db.Unknown[l.Output]; len(u) > 0 {
			fmt.Fprintf(&sb, "unknown %s\n", strings.Join(u, " "))
		}
	}
	return strings.ReplaceAll(sb.String(), b.dir+"/", "")
}

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files string
		calls string // a line each, the folder first
		want  string
	}{
		{"one command", "a.c b.c", ". cc -O2 -DX=1 -I inc a.c b.c -o prog -lm", `
prog.objects/a.o <- a.c: cc -O2 -DX=1 -I inc -c a.c -o prog.objects/a.o
prog.objects/b.o <- b.c: cc -O2 -DX=1 -I inc -c b.c -o prog.objects/b.o
program prog = prog.objects/a.o prog.objects/b.o
`},
		{"the same source in two programs", "a.c", ". cc -DONE a.c -o one\n. cc -DTWO a.c -o two", `
one.objects/a.o <- a.c: cc -DONE -c a.c -o one.objects/a.o
two.objects/a.o <- a.c: cc -DTWO -c a.c -o two.objects/a.o
program one = one.objects/a.o
program two = two.objects/a.o
`},
		{"no output is said", "s/a.c", "s cc -c a.c\ns cc a.o", `
s/a.o <- s/a.c: cc -c a.c -o s/a.o
program s/a.out = s/a.o
`},
		{"libtool", "a.c m.c .libs/libx.so.1.0 .libs/libx.so", `. cc -c a.c -fPIC -DPIC -o .libs/a.o
. cc -c a.c -o a.o
. cc -c m.c -o m.o
. cc -shared -fPIC .libs/a.o -Wl,-soname -Wl,libx.so.1 -o .libs/libx.so.1.0
. ar cr .libs/libx.a a.o
. cc m.o -o .libs/prog ./.libs/libx.so.1.0`, `
.libs/a.o <- a.c: cc -fPIC -DPIC -c a.c -o .libs/a.o
a.o <- a.c: cc -c a.c -o a.o
m.o <- m.c: cc -c m.c -o m.o
shared libx.so.1.0 = .libs/a.o
archive libx.a = a.o
program prog = m.o libx.so.1.0
`},
		{"an archive out of another", "a.c m.c", `. cc -c a.c -o sub/a.o
. ar rc sub/libs.a sub/a.o
. ar x sub/libs.a
. ar rc libt.a a.o
. cc -c m.c
. cc -o prog m.o -L. -lt -lc`, `
sub/a.o <- a.c: cc -c a.c -o sub/a.o
m.o <- m.c: cc -c m.c -o m.o
archive sub/libs.a = sub/a.o
archive libt.a = sub/a.o
program prog = m.o libt.a
`},
		{"ar replaces and deletes", "a.c b.c", `. cc -c a.c -o 1/a.o
. cc -c a.c -o 2/a.o
. cc -c b.c
. ar -rcs l.a 1/a.o b.o
. ar -rcs l.a 2/a.o
. ar d l.a b.o`, `
1/a.o <- a.c: cc -c a.c -o 1/a.o
2/a.o <- a.c: cc -c a.c -o 2/a.o
b.o <- b.c: cc -c b.c -o b.o
archive l.a = 2/a.o
`},
		{"linked in parts", "a.c b.c", `. cc -c a.c b.c
. ld -r -o ab.o a.o b.o
. cc -o prog ab.o`, `
a.o <- a.c: cc -c a.c -o a.o
b.o <- b.c: cc -c b.c -o b.o
program prog = a.o b.o
`},
		{"probes, sources that are gone, other languages", "a.c conftest.c x.cc CMakeFiles/3.2/CompilerIdC/id.c", `. cc -c conftest.c
. cc conftest.c -o conftest
. cc -c gone.c
. cc -E a.c
. cc -M a.c
. cc --version
. cc -xc - -o p
CMakeFiles/3.2/CompilerIdC cc id.c
. c++ -c x.cc
. cc -c a.c
. c++ -o prog a.o x.o`, `
a.o <- a.c: cc -c a.c -o a.o
program prog = a.o x.o
unknown x.o
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBuild(t, strings.Fields(tt.files)...)
			for line := range strings.Lines(tt.calls) {
				below, command, _ := strings.Cut(strings.TrimSpace(line), " ")
				b.call(below, command)
			}
			if d := cmp.Diff(strings.TrimPrefix(tt.want, "\n"), b.show()); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestStandIn runs a real stand-in: it notes arguments of any kind, becomes the tool, with
// the tool's status, and is nothing but the tool when nothing is captured.
func TestStandIn(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell")
	}
	dir, calls := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"cc": "#!/bin/sh\necho \"$# $*\"\ngcc nested\nexit 7\n", "gcc": "#!/bin/sh\n", "gcc-12": "#!/bin/sh\n", "other": "#!/bin/sh\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	path := dir + ":" + os.Getenv("PATH")
	s, err := Install(t.TempDir(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(s.Dir, "other")); err == nil {
		t.Error("there is a stand-in for what is no compiler")
	}
	if err := os.WriteFile(filepath.Join(dir, "args"), []byte(`-DX="a b" 'it''s' c\ d`), 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(calls string, flags ...string) string {
		t.Helper()
		cmd := exec.Command("/bin/sh", "-c", `cc -c "a'\ b.c" '' '-D"X"' @args`)
		cmd.Dir = dir
		if cmd.Env, err = s.Environ([]string{"PATH=" + path, "CC=" + filepath.Join(dir, "cc") + " -m64"}, calls, flags...); err != nil {
			t.Fatal(err)
		}
		if len(cmd.Env) < 2 || !strings.HasPrefix(cmd.Env[0], "CC="+s.base) || !strings.HasSuffix(cmd.Env[0], "/cc -m64") {
			t.Errorf("environment %q", cmd.Env)
		}
		out, err := cmd.Output()
		if cmd.ProcessState.ExitCode() != 7 {
			t.Errorf("%v: %s", err, out)
		}
		return string(out)
	}
	const plain = `5 -c a'\ b.c  -D"X" @args` + "\n"
	if got := run(calls); got != plain {
		t.Errorf("captured: %q", got)
	}
	if got := run(""); got != plain {
		t.Errorf("not captured: %q", got)
	}
	if got, want := run("", "-g", "--coverage"), `7 -c a'\ b.c  -D"X" @args -g --coverage`+"\n"; got != want {
		t.Errorf("with flags: %q", got)
	}
	got, err := readCalls(calls)
	if err != nil || len(got) != 1 {
		t.Fatalf("%d calls, %v: what the tool calls is not noted", len(got), err)
	}
	want := []string{"-c", `a'\ b.c`, "", `-D"X"`, "-DX=a b", "its", "c d"}
	if d := cmp.Diff(want, got[0].args); d != "" || got[0].kind != compiler || got[0].dir != resolved(dir) {
		t.Errorf("%v %s", got[0], d)
	}
	words, err := s.Words([]string{"make", "CC=" + filepath.Join(dir, "gcc-12"), "-DCMAKE_C_COMPILER=" + filepath.Join(s.Dir, "cc"), "A=b"})
	if err != nil || !strings.HasPrefix(words[1], "CC="+s.base) || words[2] != "-DCMAKE_C_COMPILER="+filepath.Join(s.Dir, "cc") || words[3] != "A=b" {
		t.Errorf("%q, %v", words, err)
	}
}

// TestMerge checks that a second capture adds to the first.
func TestMerge(t *testing.T) {
	b := newBuild(t, "a.c", "b.c")
	b.call(".", "cc -c a.c")
	b.call(".", "cc -c b.c")
	b.call(".", "cc -o one a.o")
	b.call(".", "cc -o two b.o")
	db, err := Read(b.calls)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Write(b.dir); err != nil {
		t.Fatal(err)
	}
	second := &build{t: t, dir: b.dir, calls: t.TempDir()}
	second.call(".", "cc -DNEW -c b.c")
	second.call(".", "cc -o three a.o b.o")
	b.touch("a.o") // it is not made again
	if db, err = Read(second.calls); err != nil {
		t.Fatal(err)
	}
	if err := db.Merge(b.dir); err != nil {
		t.Fatal(err)
	}
	var outputs []string
	for _, p := range db.Programs() {
		outputs = append(outputs, filepath.Base(p))
	}
	if got := strings.Join(outputs, " "); got != "three one two" || !strings.HasSuffix(strings.Join(db.Links[0].Objects, " "), "/a.o "+filepath.Join(b.dir, "b.o")) || len(db.Commands) != 2 {
		t.Errorf("programs %s, %d commands", got, len(db.Commands))
	}
	if len(db.Unknown) > 0 {
		t.Errorf("unknown: %v", db.Unknown)
	}
}

// FuzzParseCalls checks that any text is read, and that what is read is what was noted.
func FuzzParseCalls(f *testing.F) {
	f.Add([]byte("2\x00cc\x00/x\x00-c\x00a.c\x00\x00"))
	f.Add([]byte("1\x00cc\x00/x\x00@f\x00@f\x00-c 'a b' @f\x00\x00"))
	f.Add([]byte("99999999999\x00cc\x00/x\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, c := range parseCalls(data) {
			c.read()
			if strings.Contains(strings.Join(c.args, ""), "\x00") {
				t.Errorf("%q", c.args)
			}
		}
	})
}
