package harness

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

#ifdef __RIFT__
#include <rift/intrinsics.h>
#else
/* Elsewhere, what rift compares is printed. */
static void __rift_observe(const char *name, int kind, const void *p, unsigned long n)
{
	long long i = 0;
	float f;
	double d;
	long double l = 0;
	printf("%%s = ", name);
	switch (kind) {
	case 'i':
	case 'u':
		memcpy(&i, p, n);
		printf(kind == 'i' ? "%%lld" : "%%llu", i);
		break;
	case 'f':
		if (n == sizeof f)
			printf("%%.9g", *(const float *)memcpy(&f, p, n));
		else if (n == sizeof d)
			printf("%%.17g", *(const double *)memcpy(&d, p, n));
		else
			printf("%%.21Lg", *(const long double *)memcpy(&l, p, n));
		break;
	case 's':
		printf("%%s", (const char *)p);
		break;
	case 't':
		fwrite(p, 1, n, stdout);
		break;
	case 'p':
		if (n == 0) {
			printf("null");
			break;
		}
		memcpy(&i, p, sizeof i);
		printf("%%.*s%%+lld", (int)(n - sizeof i), (const char *)p + sizeof i, i);
		break;
	}
	putchar('\n');
}
#endif

/* Values that the call left, under names that say where. */

static void rift_show_signed(const char *name, long long v)
{
	__rift_observe(name, 'i', &v, sizeof v);
}

static void rift_show_unsigned(const char *name, unsigned long long v)
{
	__rift_observe(name, 'u', &v, sizeof v);
}

static void rift_show_float(const char *name, float v)
{
	__rift_observe(name, 'f', &v, sizeof v);
}

static void rift_show_double(const char *name, double v)
{
	__rift_observe(name, 'f', &v, sizeof v);
}

static void rift_show_long_double(const char *name, long double v)
{
	__rift_observe(name, 'f', &v, 10); /* the rest is padding */
}

static void rift_show_text(const char *name, const volatile void *p, unsigned long n)
{
	__rift_observe(name, 't', (const void *)p, n);
}

static struct { const char *from; unsigned long size; const char *name; } rift_objects[%d];

static void rift_show_pointer(const char *name, const char *p, int text)
{
	struct { long long offset; char object[%d]; } at = { 0, "elsewhere" };
	const char *object = at.object;
	int i, n = 0;
	if (!p) {
		__rift_observe(name, 'p', &at, 0);
		return;
	}
	for (i = 0; i < %d; i++)
		if (p >= rift_objects[i].from && p <= rift_objects[i].from + rift_objects[i].size) {
			at.offset = p - rift_objects[i].from;
			object = rift_objects[i].name;
			break;
		}
	for (; object[n]; n++)
		at.object[n] = object[n];
	if (text && i == %d)
		__rift_observe(name, 's', p, 0);
	else
		__rift_observe(name, 'p', &at, sizeof at.offset + n);
}
`

// write puts the parts together.
func (h *generator) write(f *program.Func, called string, args []string) {
	var b strings.Builder
	longest := len("elsewhere")
	for _, o := range h.known {
		longest = max(longest, len(o.name))
	}
	fmt.Fprintf(&b, harnessHead, f.Source, max(len(h.known), 1), longest+1, len(h.known), len(h.known))
	if h.before.Len() > 0 {
		b.WriteString("\n" + h.before.String())
	}
	if len(h.lists) > 0 {
		b.WriteString("\n#include <stdarg.h>\n\nstatic int rift_main(int rift_count, ...)\n{\n")
	} else {
		b.WriteString("\nint main(void)\n{\n")
	}
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
	for _, l := range h.lists {
		fmt.Fprintf(&b, "\tva_end(%s);\n", l)
	}
	b.WriteString("\treturn 0;\n}\n")
	if len(h.lists) > 0 {
		fmt.Fprintf(&b, "\nint main(void)\n{\n\tlong long list[%d];\n", listed)
		args := "0"
		for i := range listed { // in this order, whatever the compiler does with arguments
			fmt.Fprintf(&b, "\tlist[%d] = rift_bits(\"variable argument %d\");\n", i, i+1)
			args += fmt.Sprintf(", list[%d]", i)
		}
		b.WriteString("\treturn rift_main(" + args + ");\n}\n")
	}
	h.result.Text = withoutMacros(h.version, b.String())
}

// call returns the call, with the result shown.
func (h *generator) call(f *program.Func, call string) string {
	after := ""
	if h.errno { // before anything else can set it
		after = "\tint rift_errno = errno;\n"
	}
	t := f.Type.Elem
	if t == nil || t.Class == program.VoidType {
		return "\t" + call + ";\n" + after
	}
	shows := h.shows.String()
	h.shows.Reset()
	result, shown := "rift_result", t
	switch was := h.old.Type.Elem; {
	case !converts(was, t) || was.Size == t.Size && was.Unsigned == t.Unsigned:
	case was.Size == t.Size && t.Class == program.IntType:
		result = "(" + t.Name + ")rift_result"
		h.note("the result is %s in the old version, %s in the new one: compared as the latter", was, t)
	default:
		if was.Size > t.Size || !was.Unsigned {
			shown = was
		}
		h.note("the result is %s in the old version, %s in the new one: compared as numbers", was, t)
	}
	h.show(result, "result", shown, h.old.Type.Elem)
	h.observe()
	s := "\t__typeof__(" + call + ") rift_result = " + call + ";\n" + after + h.shows.String()
	h.shows.Reset()
	h.shows.WriteString(shows)
	return s
}

// observe shows what observers say of the result.
func (h *generator) observe() {
	list := observersOf(h.entry, h.old)
	if len(list) == 0 {
		return
	}
	var names []string
	h.shows.WriteString("\tif (rift_result) {\n")
	for _, f := range list {
		names = append(names, f.Source)
		h.show(fmt.Sprintf("%s(rift_result)", h.global(f.Source)), f.Source+"(result)", f.Type.Elem, h.entry.counterpart(f, h.old).Type.Elem)
	}
	h.shows.WriteString("\t}\n")
	h.note("the result is compared by %s, too", strings.Join(names, ", "))
}
