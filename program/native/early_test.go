package native

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/riftlab/rift/program"
)

// TestEarlyCode checks that code of a program which runs before main, and before all
// that rift links to it, is confined as the rest is.
func TestEarlyCode(t *testing.T) {
	for _, sanitize := range []bool{true, false} {
		b := private(t, Options{Sanitize: sanitize})
		outside := filepath.Join(t.TempDir(), "escaped")
		for name, how := range map[string]string{
			"preinit":     `__attribute__((section(".preinit_array"), used)) static void (*start)(void) = early;`,
			"constructor": `__attribute__((constructor(100))) static void first(void) { early(); }`,
		} {
			x := build(t, b, "", fmt.Sprintf(`
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
static int ran, opened, root, unlimited;
__attribute__((no_sanitize("address", "undefined"), no_stack_protector)) static void early(void) {
	int fd = open(%q, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	struct rlimit l = {0};
	ran = 1;
	opened = fd >= 0 || access("/bin/sh", F_OK) == 0;
	root = geteuid() == 0;
	unlimited = getrlimit(RLIMIT_FSIZE, &l) != 0 || l.rlim_cur == RLIM_INFINITY;
}
%s
int main(void) { printf("%%d%%d%%d%%d\n", ran, opened, root, unlimited); return 0; }`, outside, how))
			out := run(t, x, args())
			if string(out.Stdout) != "1000\n" {
				t.Errorf("sanitizers %v, %s: %v %q %s", sanitize, name, out.Ending, out.Stdout, out.Stderr)
			}
			if _, err := os.Lstat(outside); err == nil {
				t.Fatalf("%s: a file outside was written", name)
			}
		}
	}
}

// TestPreload checks that what starts programs heeds no variables of the input.
func TestPreload(t *testing.T) {
	x := build(t, private(t, Options{}), "", `
#include <stdio.h>
#include <stdlib.h>
int main(void) { puts(getenv("LD_PRELOAD")); return 0; }`)
	in := args()
	in.Env = []program.Bytes{program.Bytes("LD_PRELOAD=./absent.so")}
	if out := run(t, x, in); string(out.Stdout) != "./absent.so\n" {
		t.Errorf("%v %q %q", out.Ending, out.Stdout, out.Stderr)
	}
}

// TestTooMuchIsLeft ends runs that leave too many files, or too much in them, also if
// that takes no room on the disk.
func TestTooMuchIsLeft(t *testing.T) {
	b := builder(t, Options{FileSize: 1 << 20, Total: 3 << 20, Files: 60})
	x := build(t, b, "", `
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
	char name[20];
	for (int i = 0; i < atoi(argv[1]); i++) {
		sprintf(name, "f%d", i);
		if (argc > 3) { mkdir(name, 0777); continue; }
		int fd = open(name, O_WRONLY | O_CREAT, 0644);
		if (ftruncate(fd, atoi(argv[2])) != 0) return 1;
		close(fd);
	}
	return 0;
}`)
	for _, c := range []struct {
		args  []string
		limit string
	}{{[]string{"2", "1048576"}, ""}, {[]string{"4", "1048576"}, "output"}, {[]string{"30", "10"}, ""}, {[]string{"80", "0"}, "files"}, {[]string{"80", "0", "folders"}, "files"}} {
		out := run(t, x, args(c.args...))
		if out.Limit != c.limit || (out.Ending == program.Stopped) != (c.limit != "") {
			t.Errorf("%q: %v, limit %q, want %q", c.args, out.Ending, out.Limit, c.limit)
		}
		if c.limit != "" && len(out.Files) > 0 {
			t.Errorf("%q: %d files are kept", c.args, len(out.Files))
		}
	}
}
