package synergy

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/libfacts"
)

// writing are statements that show something by each function that does.
var writing = map[string]string{
	"_IO_putc":         `_IO_putc('b', stdout)`,
	"__overflow":       `__overflow(stdout, 'b')`,
	"dprintf":          `dprintf(1, "big\n")`,
	"err":              `err(3, "big")`,
	"error":            `error(0, 0, "big")`,
	"error_at_line":    `error_at_line(0, 0, "f", 1, "big")`,
	"errx":             `errx(3, "big")`,
	"fprintf":          `fprintf(stdout, "big\n")`,
	"fputc":            `fputc('b', stdout)`,
	"fputc_unlocked":   `fputc_unlocked('b', stdout)`,
	"fputs":            `fputs("big\n", stdout)`,
	"fputs_unlocked":   `fputs_unlocked("big\n", stdout)`,
	"fputwc":           `fputwc(L'b', stdout)`,
	"fputws":           `fputws(L"big\n", stdout)`,
	"fwprintf":         `fwprintf(stdout, L"big\n")`,
	"fwrite":           `fwrite("big", 1, 3, stdout)`,
	"fwrite_unlocked":  `fwrite_unlocked("big", 1, 3, stdout)`,
	"perror":           `perror("big")`,
	"printf":           `printf("big\n")`,
	"psignal":          `psignal(2, "big")`,
	"putc":             `putc('b', stdout)`,
	"putc_unlocked":    `putc_unlocked('b', stdout)`,
	"putchar":          `putchar('b')`,
	"putchar_unlocked": `putchar_unlocked('b')`,
	"puts":             `puts("big")`,
	"putw":             `putw(7, stdout)`,
	"putwc":            `putwc(L'b', stdout)`,
	"putwchar":         `putwchar(L'b')`,
	"pwrite":           `pwrite(open("f", O_CREAT | O_WRONLY, 0600), "big", 3, 0)`,
	"vdprintf":         `list(7, "big", 0)`,
	"verr":             `list(1, "big", 0)`,
	"verrx":            `list(2, "big", 0)`,
	"vfprintf":         `list(3, "big", 0)`,
	"vfwprintf":        `list(8, 0, L"big")`,
	"vprintf":          `list(4, "big", 0)`,
	"vwarn":            `list(5, "big", 0)`,
	"vwarnx":           `list(6, "big", 0)`,
	"vwprintf":         `list(9, 0, L"big")`,
	"warn":             `warn("big")`,
	"warnx":            `warnx("big")`,
	"wprintf":          `wprintf(L"big\n")`,
	"write":            `write(1, "big", 3)`,
	"writev":           `writev(1, &(struct iovec){"big", 3}, 1)`,
}

// showing is the failing new version of a program, whose old version has another bound,
// and shows something by a statement.
const showing = `#include <err.h>
#include <error.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>
#include <wchar.h>
int _IO_putc(int, FILE *);
int __overflow(FILE *, int);
static void list(int which, const char *f, const wchar_t *w, ...)
{
	va_list ap;
	va_start(ap, w);
	switch (which) {
%s
	}
	va_end(ap);
}
static int limit(int n)
{
	int k = %d;
	return n > k;
}
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	int verbose = %d;
	if (limit(n))
		%s;
	return 0;
}
`

// lists are the statements of the functions that take lists of arguments.
var lists = map[string]string{
	"verr": `case 1: verr(3, f, ap);`, "verrx": `case 2: verrx(3, f, ap);`, "vfprintf": `case 3: vfprintf(stdout, f, ap);`,
	"vprintf": `case 4: vprintf(f, ap);`, "vwarn": `case 5: vwarn(f, ap);`, "vwarnx": `case 6: vwarnx(f, ap);`,
	"vdprintf": `case 7: vdprintf(1, f, ap);`, "vfwprintf": `case 8: vfwprintf(stdout, w, ap);`, "vwprintf": `case 9: vwprintf(w, ap);`,
}

// TestEveryOutput is a failure that consists in output that is missing, by each
// function of the run-time library that shows something: a chain of causes leads to the
// bound, and not to the change beside it.
func TestEveryOutput(t *testing.T) {
	table := libfacts.New()
	for s := range table.Symbols() {
		if f, _ := table.Of(s); f.Shows && writing[s] == "" && !strings.HasPrefix(s, "__libc_") {
			t.Errorf("%s shows something, and has no test", s)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(writing)) {
		t.Run(name, func(t *testing.T) {
			build := func(bound, other int) engines.Build {
				text := fmt.Sprintf(showing, lists[name], bound, other, writing[name])
				v := &program.Version{Files: []program.SourceFile{{Name: "f.c", Text: text}}}
				p, err := cfront.Compile(t.Context(), v, cfront.Options{Cache: library})
				if err != nil {
					t.Fatal(err)
				}
				return engines.Build{Version: v, Program: p}
			}
			k := &engines.Task{
				Old: build(3, 0), New: build(30, 1), Params: noParams{},
				Failing: &program.Test{Name: "f", Input: program.Input{Args: []program.Bytes{program.Bytes("20")}}},
				Compile: func(ctx context.Context, v *program.Version) (*program.Program, error) {
					return cfront.Compile(ctx, v, cfront.Options{Cache: library})
				},
				Execute: func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
					m, err := vm.New(p, vm.Options{})
					if err != nil {
						return nil, err
					}
					return m.NewRun().Run(ctx, in)
				},
			}
			rec := &answers{}
			if err := (Engine{}).Run(t.Context(), k, rec); err != nil {
				t.Fatal(err)
			}
			e := rec.list[0]
			if !slices.Equal(e.Root, []string{"c1"}) || e.Found != fromCauses || !e.Confirmed {
				t.Errorf("root %v, found from %q, confirmed %v\n%s", e.Root, e.Found, e.Confirmed, e.Text)
			}
		})
	}
}
