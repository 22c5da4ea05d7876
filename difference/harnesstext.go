package difference

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/program"
)

// harnessHead are the functions that a generated harness uses.
const harnessHead = `#include <klee/klee.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The harness of %s: rift diff --entry makes it, --harness takes it back. */

static int rift_choice(const char *name)
{
	unsigned char c;
	klee_make_symbolic(&c, sizeof c, name);
	return c & 1;
}

static long long rift_bits(const char *name)
{
	long long v;
	klee_make_symbolic(&v, sizeof v, name);
	return v;
}

static void rift_show_text(const char *name, const volatile void *p, unsigned long n)
{
	printf("%%s = ", name);
	fwrite((const void *)p, 1, n, stdout);
	putchar('\n');
}

static void rift_show_float(const char *name, double d)
{
	uint64_t bits;
	memcpy(&bits, &d, sizeof bits);
	printf("%%s = bits %%llx\n", name, (unsigned long long)bits);
}

static struct { const char *from; unsigned long size; const char *name; } rift_objects[%d];

static void rift_show_pointer(const char *name, const char *p, int text)
{
	int i;
	if (!p) {
		printf("%%s = null\n", name);
		return;
	}
	for (i = 0; i < %d; i++)
		if (p >= rift_objects[i].from && p <= rift_objects[i].from + rift_objects[i].size) {
			printf("%%s = %%s + %%ld\n", name, rift_objects[i].name, (long)(p - rift_objects[i].from));
			return;
		}
	if (text)
		printf("%%s = \"%%s\"\n", name, p);
	else
		printf("%%s = elsewhere\n", name);
}
`

// write puts the parts together.
func (h *generator) write(f *program.Func, called string, args []string) {
	var b strings.Builder
	fmt.Fprintf(&b, harnessHead, f.Source, max(len(h.known), 1), len(h.known))
	if h.before.Len() > 0 {
		b.WriteString("\n" + h.before.String())
	}
	b.WriteString("\nint main(void)\n{\n")
	b.WriteString(h.objects.String())
	b.WriteString(h.code.String())
	for i, o := range h.known {
		fmt.Fprintf(&b, "\trift_objects[%d].from = (const char *)%s;\n\trift_objects[%d].size = sizeof %s;\n\trift_objects[%d].name = %q;\n", i, o.variable, i, o.variable, i, o.name)
	}
	for _, c := range h.opt.Assume {
		fmt.Fprintf(&b, "\tklee_assume(!!(%s));\n", c)
	}
	call := called + "(" + strings.Join(args, ", ") + ")"
	b.WriteString(h.call(f, call))
	b.WriteString(h.shows.String())
	b.WriteString("\treturn 0;\n}\n")
	h.result.Text = withoutMacros(h.version, b.String())
}

// call returns the call, with the result shown.
func (h *generator) call(f *program.Func, call string) string {
	t := f.Type.Elem
	if t == nil || t.Class == program.VoidType {
		return "\t" + call + ";\n"
	}
	shows := h.shows.String()
	h.shows.Reset()
	h.show("rift_result", "result", t, t)
	s := "\t__typeof__(" + call + ") rift_result = " + call + ";\n" + h.shows.String()
	h.shows.Reset()
	h.shows.WriteString(shows)
	return s
}
