package native

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libc"
)

// private returns a builder whose programs have a root of their own.
func private(t *testing.T, opt Options) *Builder {
	t.Helper()
	b := builder(t, opt)
	if !b.Private {
		t.Skip("missing: the right to change the root of programs, by user namespaces or as the superuser")
	}
	return b
}

// What a program sees and changes is below the folder of its run, by whatever name.
func TestRootOfItsOwn(t *testing.T) {
	x := build(t, private(t, Options{Sanitize: true}), "", `
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
static void copy(const char *from, const char *to) {
	FILE *in = fopen(from, "r"), *out = fopen(to, "w");
	int c;
	while (in && out && (c = getc(in)) != EOF) putc(c, out);
	printf("%s %s %s\n", from, in ? "read" : "absent", out ? "written" : "refused");
	if (in) fclose(in);
	if (out) fclose(out);
}
int main(int argc, char **argv) {
	char at[100];
	puts(getcwd(at, sizeof at));
	copy("/s", "c");
	copy("/etc/passwd", "/new");
	copy("../../../../../../d/e", "../up");
	copy("out", "/dev/null");
	copy("/proc/self/exe", "d");
	printf("%d\n", chroot("/"));
	for (int fd = 3; fd < 200; fd++)
		if (close(fd) == 0) printf("%d was open\n", fd);
	remove("/a");
	if (argc > 1) free(argv);
	return 0;
}`)
	in := args()
	in.Files = []program.File{
		{Name: "/a", Data: program.Bytes("root")}, {Name: "/d/e", Data: program.Bytes("deep")}, {Name: "/s", Data: program.Bytes("a"), Link: true},
		{Name: "../other", Data: program.Bytes("kept")}, {Name: "out", Data: program.Bytes("/etc/passwd"), Link: true},
	}
	want := &program.Outcome{
		Stdout: program.Bytes("/home/user\n/s read written\n/etc/passwd absent written\n../../../../../../d/e read written\nout absent written\n/proc/self/exe absent written\n-1\n"),
		Files: []program.File{{Name: "/a (removed)"}, {Name: "/home/up", Data: program.Bytes("deep")}, {Name: "/new", Data: program.Bytes{}},
			{Name: "c", Data: program.Bytes("root")}, {Name: "d", Data: program.Bytes{}}},
	}
	if d := cmp.Diff(want, run(t, x, in)); d != "" {
		t.Error(d)
	}
	in.Args = args("x").Args
	if out := run(t, x, in); out.Ending != program.Faulted || out.Fault.Kind != program.FaultBadFree || out.Fault.Func != "main" || out.Fault.Pos.Line == 0 {
		t.Errorf("an error in the root: %+v %+v", out, out.Fault)
	}
}

// Permissions bind a program, whoever starts it, and it cannot give itself others.
func TestPermissionsBind(t *testing.T) {
	x := build(t, private(t, Options{}), "", `
#include <stdio.h>
#include <unistd.h>
int main(void) {
	FILE *f = fopen("a", "w");
	printf("%d %d %d", f != NULL, access("b", R_OK), setuid(0));
	return geteuid() == 0;
}`)
	in := args()
	in.Files = []program.File{{Name: "a", Data: program.Bytes("one"), Mode: 0o444}, {Name: "b", Mode: 0o200}}
	if d := cmp.Diff(&program.Outcome{Stdout: program.Bytes("0 -1 -1")}, run(t, x, in)); d != "" {
		t.Error(d)
	}
}

// At a terminal everything arrives as typed, line by line, and its end as often as
// the program asks.
func TestTerminal(t *testing.T) {
	x := build(t, builder(t, Options{}), "", `
#include <stdio.h>
#include <unistd.h>
int main(void) {
	char line[100];
	for (int i = 0; i < 5; i++) {
		long n = read(0, line, sizeof line);
		printf("%ld:", n);
		fwrite(line, 1, n > 0 ? n : 0, stdout);
		putchar(';');
	}
	return !isatty(0) + 2 * isatty(1);
}`)
	in := &program.Input{Terminal: true, Stdin: program.Bytes("a\x00\x03\x04\x16\x7f\r\nlast")}
	out, err := x.Run(t.Context(), in)
	if err != nil && strings.Contains(err.Error(), "no terminal") {
		t.Skip("missing: terminals of the system: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(&program.Outcome{Stdout: program.Bytes("8:a\x00\x03\x04\x16\x7f\r\n;4:last;0:;0:;0:;")}, out); d != "" {
		t.Error(d)
	}
	in.Stdin = make(program.Bytes, 5000)
	if _, err := x.Run(t.Context(), in); err == nil {
		t.Error("5,000 bytes were typed ahead")
	}
}

// An input is refused whose files would lie outside.
func TestPut(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	for _, files := range [][]program.File{
		{{Name: "../f"}},
		{{Name: "/f"}},
		{{Name: "l", Data: program.Bytes(other), Link: true}, {Name: "l/f"}},
		{{Name: "up", Data: program.Bytes("../" + filepath.Base(other)), Link: true}, {Name: "up/f"}},
	} {
		if err := Put(dir, files); err == nil {
			t.Errorf("%v: no error", files)
		}
	}
	if left, _ := os.ReadDir(other); len(left) > 0 {
		t.Errorf("written outside: %v", left)
	}
}

// Runs begin where those of rift's own library do.
func TestHome(t *testing.T) {
	text, err := fs.ReadFile(libc.FS(), "include/rift/vfs.h")
	if err != nil || !strings.Contains(string(text), `"/`+home+`"`) {
		t.Errorf("the library's programs do not begin in /%s: %v", home, err)
	}
}
