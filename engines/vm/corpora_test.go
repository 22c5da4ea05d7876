package vm_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// vmBuilder builds versions for this package's machine.
func vmBuilder(cache *cfront.Cache) corpora.Builder {
	return func(ctx context.Context, v *program.Version) (corpora.Runner, error) {
		p, err := cfront.Compile(ctx, v, cfront.Options{Cache: cache})
		if err != nil {
			return nil, err
		}
		m, err := vm.New(p, vm.Options{MaxSteps: 10_000_000})
		if err != nil {
			return nil, err
		}
		return m.NewRun().Run, nil
	}
}

// TestBundledSubjects checks that every fact of the bundled manifests is so
// when the versions are run by the machine; also those of subjects whose
// sources were fetched.
func TestBundledSubjects(t *testing.T) {
	cache := cfront.NewCache()
	for _, name := range append(corpora.Names(), corpora.Fetchable()...) {
		t.Run(name, func(t *testing.T) {
			s, err := corpora.Bundled(name)
			if errors.Is(err, corpora.ErrNotFetched) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			r, err := corpora.Check(context.Background(), s, vmBuilder(cache))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range r.Problems {
				t.Error(p)
			}
			for _, m := range r.Pairs {
				t.Logf("%-12s %5d of %5d tests differ, %d of them errors", m.Pair, m.Differ, m.Tests, m.Errors)
			}
		})
	}
}

// TestShims compiles the shim library for GNU programs and uses some of it.
func TestShims(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"subject.toml": "name = 'shims'\nshims = ['gnu']\n[[version]]\nname = 'v'\nfiles = ['main.c']\n",
		"main.c": `
#include <config.h>
#include <stdio.h>
#include <string.h>
#include "c-strtod.h"
#include "dirname.h"
#include "filevercmp.h"
#include "hash.h"
#include "human.h"
#include "inttostr.h"
#include "quotearg.h"
#include "strnumcmp.h"
#include "xalloc.h"
#include "xstrtod.h"
#include "xstrtol.h"

static size_t length(void const *s, size_t n) { return strlen(s) % n; }
static bool same(void const *a, void const *b) { return strcmp(a, b) == 0; }

int main(void)
{
	char buf[100];
	uintmax_t n;
	long double x;
	puts(quotearg_style(locale_quoting_style, "a'b\n"));
	puts(quotearg_style(shell_always_quoting_style, "a'b"));
	puts(quotearg_style(c_quoting_style, "a\"b\001"));
	int err = xstrtoumax("3kB", NULL, 10, &n, "k0");
	printf("%d %ju\n", err, n);
	printf("%d\n", xstrtoumax("99999999999999999999", NULL, 10, &n, ""));
	printf("%d\n", xstrtoumax("7x", NULL, 10, &n, "k"));
	bool ok = xstrtold("1.5", NULL, &x, c_strtold);
	printf("%d %Lg\n", ok, x);
	printf("%s %s\n", imaxtostr(INTMAX_MIN, buf), last_component("/usr/bin/"));
	puts(human_readable(1536, buf, human_autoscale | human_SI | human_base_1024, 1, 1));
	printf("%d %d\n", filevercmp("a9", "a10") < 0, strnumcmp("-1.50", "-1.5", '.', -1));
	Hash_table *t = hash_initialize(3, NULL, length, same, NULL);
	static char const *const words[] = {"one", "two", "three", "one", "four", "five", "six"};
	for (int i = 0; i < 7; i++)
		if (!hash_insert(t, words[i]))
			xalloc_die();
	printf("%zu %s %d\n", hash_get_n_entries(t), (char *)hash_lookup(t, "three"), hash_delete(t, "seven") != 0);
	hash_free(t);
	return 0;
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	all, err := corpora.Open(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	run, err := vmBuilder(cfront.NewCache())(context.Background(), &all[0].Versions[0])
	if err != nil {
		t.Fatal(err)
	}
	out, err := run(context.Background(), &program.Input{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `'a\'b\n'
'a'\''b'
"a\"b\001"
0 3000
1
2
1 1.5
-9223372036854775808 bin/
1.5K
1 0
6 three 0
`
	if string(out.Stdout) != want || out.Ending != program.Exited {
		t.Errorf("%s %v, output:\n%s\nwant:\n%s", out.Ending, out.Fault, out.Stdout, want)
	}
}
