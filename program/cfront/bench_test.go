package cfront

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// ordinary returns a program of about 500 lines that uses stdio, stdlib and
// string functions.
func ordinary() string {
	var sb strings.Builder
	sb.WriteString("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n")
	for i := range 20 {
		fmt.Fprintf(&sb, `
struct rec%[1]d { int a, b; char name[16]; struct rec%[1]d *next; };
static struct rec%[1]d *make%[1]d(int a, const char *n)
{
	struct rec%[1]d *r = malloc(sizeof *r);
	if (!r)
		return 0;
	r->a = a;
	r->b = a * %[1]d + 1;
	strncpy(r->name, n, sizeof r->name - 1);
	r->name[15] = 0;
	r->next = 0;
	return r;
}
static int run%[1]d(int n)
{
	int s = 0;
	for (int k = 0; k < n; k++)
		s += k %% 3 == 0 ? k : -%[1]d;
	return s;
}
`, i)
	}
	sb.WriteString("int main(void)\n{\n")
	for i := range 20 {
		fmt.Fprintf(&sb, "\tprintf(\"%%d %%s\\n\", run%[1]d(10) + make%[1]d(%[1]d, \"x\")->b, make%[1]d(1, \"abc\")->name);\n", i)
	}
	sb.WriteString("\treturn 0;\n}\n")
	return sb.String()
}

// BenchmarkCompile measures Compile, linking included, with the run-time
// library in the cache and without.
func BenchmarkCompile(b *testing.B) {
	v := &program.Version{Files: []program.SourceFile{{Name: "a.c", Text: ordinary()}}}
	for _, warm := range []bool{true, false} {
		b.Run(fmt.Sprintf("warm=%v", warm), func(b *testing.B) {
			cache := NewCache()
			for b.Loop() {
				if !warm {
					cache = NewCache()
				}
				if _, err := Compile(context.Background(), v, Options{Cache: cache}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
