package dictionary

import (
	"fmt"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// Words are what the program compares its arguments with, and options are known with
// whether a value belongs to them.
func TestVocabulary(t *testing.T) {
	v := &program.Version{Name: "v", Files: []program.SourceFile{{Name: "prog.c", Text: `#include <getopt.h>
#include <stdio.h>
#include <string.h>
static const struct option longs[] = {{"complement", 0, 0, 'c'}, {"output", 1, 0, 'o'}, {0}};
static const char *const modes[] = {"never", "al ways", "a word that is much too long to be one", 0};
static char const usage[] = "usage";
int main(int argc, char **argv)
{
	int c;
	while ((c = getopt_long(argc, argv, "+ab:c", longs, 0)) != -1)
		switch (c) {
		case 'a':
			continue;
		case 'c':
			return 1;
		case 1000:
			return 2;
		}
	if (argc > optind && !strcmp(argv[optind], "posix") && strncmp("x=", argv[optind], 2))
		puts(modes[1]);
	if (strchr(argv[0], 'z') || strpbrk(argv[0], "+,"))
		return 3;
	return argv[0][0] == '%' || puts(usage);
}`}}}
	p, err := cfront.Compile(t.Context(), v, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(Words(p, p))
	if want := "[{--complement false} {--output true} {-a false} {-b true} {-c false} {never false} {posix false} {x= false}]"; got != want {
		t.Errorf("words %s, want %s", got, want)
	}
	if got := Characters(p); string(got) != "%+,acz" {
		t.Errorf("characters %q", got)
	}
}
