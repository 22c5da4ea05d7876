package symexec

import (
	"testing"

	"github.com/riftlab/rift/program"
)

// A file is looked up by a name that is not known without finding out the name:
// each file of the input is one case, a directory another, and nothing the last.
func TestFileOfUnknownName(t *testing.T) {
	p := compileC(t, "p.c", `#include <stdio.h>
#include <sys/stat.h>
int main(int argc, char **argv)
{
	struct stat s;
	FILE *f = fopen(argv[1], "r");
	int c = f ? getc(f) : '-';
	putchar(c);
	if (f && stat(argv[1], &s) == 0)
		putchar(S_ISREG(s.st_mode) ? 'r' : '?');
	return 0;
}`)
	text := func(s string) *program.Bytes { b := program.Bytes(s); return &b }
	m := program.InputModel{Args: []program.ArgModel{{String: &program.ContentModel{MinSize: 2, Size: 2}}},
		Files: []program.FileModel{{Name: "ab", Text: text("1")}, {Name: "ac", Text: text("2")}, {Name: "abc", Text: text("3")}}}
	paths, e := explore(t, p, &m, Options{})
	seen := map[string]string{}
	for _, path := range paths {
		seen[string(path.Outcome.Stdout)] = string(path.Input.Args[0])
	}
	if seen["1r"] != "ab" || seen["2r"] != "ac" || seen["\xff?"] != ".." || seen["-"] == "" || len(seen) != 4 {
		t.Errorf("%q", seen)
	}
	if len(paths) > 40 || !e.Stats.Exhaustive() {
		t.Errorf("%d paths; %+v", len(paths), e.Stats)
	}
}
