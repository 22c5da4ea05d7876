package corpora

import (
	"fmt"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// runWithShims runs a program built with the shim library "gnu".
func runWithShims(t *testing.T, text, stdin string) string {
	t.Helper()
	v := &program.Version{Name: "shims", Files: []program.SourceFile{{Name: "prog.c", Text: text}}}
	if err := AddShims(v, []string{"gnu"}); err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Compile(t.Context(), v, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := vm.New(p, vm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out, err := m.NewRun().Run(t.Context(), &program.Input{Stdin: program.Bytes(stdin)})
	if err != nil || out.Fault != nil || out.Status != 0 {
		t.Fatalf("%v, %+v", err, out)
	}
	return string(out.Stdout)
}

// Every header of the shims can be included behind config.h, with all others.
func TestShimHeaders(t *testing.T) {
	v := &program.Version{}
	if err := AddShims(v, []string{"gnu"}); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("#include <config.h>\n")
	n := 0
	for _, f := range v.Files {
		if name, ok := strings.CutPrefix(f.Name, "shims/gnu/include/"); ok {
			fmt.Fprintf(&b, "#include <%s>\n", name)
			n++
		}
	}
	if n < 100 {
		t.Fatalf("%d headers", n)
	}
	b.WriteString("int main(void) { return puts(\"done\") < 0; }\n")
	if got := runWithShims(t, b.String(), ""); got != "done\n" {
		t.Error(got)
	}
}

// What newer programs of the GNU project are built with does what it says.
func TestShimFunctions(t *testing.T) {
	got := runWithShims(t, `#include <config.h>
#include <argmatch.h>
#include <heap.h>
#include <limits.h>
#include <memcasecmp.h>
#include <memcmp2.h>
#include <readtokens.h>
#include <sig2str.h>
#include <stdckdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <xalloc.h>

static int order(void const *a, void const *b) { return *(int const *)a - *(int const *)b; }

int main(void)
{
	int v[] = {3, 9, 1, 7, 7, 4}, n;
	struct heap *h = heap_alloc(order, 0);
	for (n = 0; n < 6; n++)
		heap_insert(h, v + n);
	for (int *p; (p = heap_remove_top(h));)
		printf("%d ", *p);
	heap_free(h);

	char name[SIG2STR_MAX];
	int number = 0;
	printf("\n%d %d ", sig2str(SIGTERM, name), str2sig("HUP", &number));
	printf("%s %d ", name, number);
	printf("%d %d\n", str2sig("15", &number), str2sig("NONE", &number));

	printf("%d %d %d\n", memcasecmp("aBc", "AbC", 3), memcasecmp("b", "A", 1) > 0, memcmp2("a", 1, "ab", 2));
	printf("%d ", ckd_add(&n, INT_MAX, 1));
	printf("%d\n", ckd_mul(&n, 6, 7));
	static char const *const words[] = {"one", "only", nullptr};
	printf("%d %d %d\n", n, (int)argmatch_exact("only", words), (int)argmatch_exact("on", words));

	char **tokens;
	size_t *lengths, count = readtokens(stdin, 0, " \n", 2, &tokens, &lengths);
	for (size_t i = 0; i < count; i++)
		printf("[%s]%d", tokens[i], (int)lengths[i]);

	idx_t room = 0;
	char *p = xpalloc(nullptr, &room, 1, -1, 1);
	p = xpalloc(p, &room, 5, 6, 1);
	printf("\n%d %s\n", (int)room, ximemdup0("copy!", 4));
	free(p);

	time_t then = 0;
	struct tm tm;
	timezone_t z = tzalloc("UTC0");
	printf("%d ", localtime_rz(z, &then, &tm)->tm_year);
	printf("%d\n", (int)mktime_z(z, &tm));
	tzfree(z);
	return 0;
}
`, "  two words\nthree ")
	want := "9 7 7 4 3 1 \n0 0 TERM 1 0 -1\n0 1 -1\n1 0\n42 1 -1\n[two]3[words]5[three]5\n6 copy\n70 0\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
