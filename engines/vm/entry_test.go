package vm

import (
	"context"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

const entries = `
#include <stdio.h>
#include <string.h>
struct point { int x, y; };
int scale = 2;
static char buffer[32];
int weigh(int a, unsigned char b, long c) { printf("%d %d %ld\n", a, b, c); return (a * b + (int)c) * scale; }
char *greet(const char *name) { return name ? strcat(strcpy(buffer, "hi "), name) : 0; }
struct point mirror(struct point p) { struct point q = {-p.x, p.y}; return q; }
double half(double d, float f) { return d / 2 + f; }
void bump(int *p) { *p += 1; scale = p[0]; }
struct point *last(struct point *p, int n) { return p + n - 1; }
int crash(int n) { int a[3] = {0}; return a[n]; }
int main(void) { return 1; }
`

func values(data ...string) []program.Value {
	var list []program.Value
	for _, d := range data {
		name, bytes, _ := strings.Cut(d, "=")
		list = append(list, program.Value{Name: name, Data: []byte(bytes)})
	}
	return list
}

func TestEntry(t *testing.T) {
	x := newMachine(t, compileC(t, "entries.c", entries), Options{}).NewRun()
	four := "\x04\x00\x00\x00"
	for _, c := range []struct {
		entry  string
		values []program.Value
		result string
		stdout string
	}{
		{"weigh", values("a="+four, "b=\x05", "c=\xff\xff\xff\xff\xff\xff\xff\xff"), "\x26\x00\x00\x00", "4 5 -1\n"},
		{"weigh", values("a="+four, "b=\x05", "c=\xff\xff\xff\xff\xff\xff\xff\xff", "scale="+four), "\x4c\x00\x00\x00", "4 5 -1\n"},
		{"greet", values("name=you\x00"), "hi you", ""},
		{"greet", values("name="), "", ""},
		{"mirror", values("p=" + four + four), "\xfc\xff\xff\xff" + four, ""},
		{"half", values("d=\x00\x00\x00\x00\x00\x00\xf0\x3f", "f=\x00\x00\x80\x3f"), "\x00\x00\x00\x00\x00\x00\xf8\x3f", ""},
		{"last", values("p=12345678abcdefgh", "n=\x02\x00\x00\x00"), "abcdefgh", ""},
	} {
		out := run(t, x, &program.Input{Entry: c.entry, Values: c.values})
		if out.Result == nil || string(out.Result.Data) != c.result || string(out.Stdout) != c.stdout || out.Ending != program.Exited {
			t.Errorf("%s(%v): %s %v, want %q", c.entry, c.values, show(out), out.Result, c.result)
		}
	}
	if out := run(t, x, &program.Input{Entry: "bump", Values: values("p=" + four)}); out.Result != nil || out.Ending != program.Exited {
		t.Errorf("bump: %s", show(out))
	}
	if out := run(t, x, &program.Input{Entry: "crash", Values: values("n=" + four)}); out.Fault == nil || out.Fault.Kind != program.FaultOutOfBounds || out.Fault.Func != "crash" {
		t.Errorf("crash: %s", show(out))
	}
}

// What can not be given to a function is an error, not an outcome.
func TestEntryErrors(t *testing.T) {
	x := newMachine(t, compileC(t, "entries.c", entries), Options{}).NewRun()
	for _, c := range []struct {
		entry, want string
		values      []program.Value
	}{
		{"absent", "no function absent", nil},
		{"weigh", "2 values for 3 parameters", values("a=aaaa", "b=b")},
		{"weigh", "value a has 3 bytes, parameter a takes 4", values("a=aaa")},
		{"bump", "value scale has 1 bytes, the variable 4", values("p=aaaa", "scale=a")},
	} {
		_, err := x.Run(context.Background(), &program.Input{Entry: c.entry, Values: c.values})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.entry, err, c.want)
		}
	}
}

const harness = `
#include <rift/harness.h>
#include <klee/klee.h>
#include <stdio.h>
int main(void)
{
	int a = __VERIFIER_nondet_int();
	unsigned char b = __VERIFIER_nondet_uchar();
	long c;
	klee_make_symbolic(&c, sizeof c, "c");
	__VERIFIER_assume(a > 0);
	printf("%d %d %ld\n", a, b, c);
	if (b == 7)
		reach_error();
	return 0;
}
`

func TestHarness(t *testing.T) {
	x := newMachine(t, compileC(t, "harness.c", harness), Options{}).NewRun()
	for _, c := range []struct {
		values []program.Value
		want   string
	}{
		{[]program.Value{program.IntValue("a", 4, 3), program.IntValue("b", 1, 255), program.IntValue("c", 8, -9)}, "exit 0\n3 255 -9\n"},
		{[]program.Value{program.IntValue("a", 4, 3)}, "exit 0\n3 0 0\n"},
		{[]program.Value{program.IntValue("a", 4, -3)}, "assume 0\n"},
	} {
		if got := show(run(t, x, &program.Input{Values: c.values})); got != c.want {
			t.Errorf("%v: %q, want %q", c.values, got, c.want)
		}
	}
	out := run(t, x, &program.Input{Values: []program.Value{program.IntValue("a", 4, 3), program.IntValue("b", 1, 7)}})
	if out.Fault == nil || out.Fault.Kind != program.FaultReached || out.Fault.Pos.Line != 14 {
		t.Errorf("reach_error: %s", show(out))
	}
}

// A fault says where it is and who called.
func TestFaultPlace(t *testing.T) {
	p := compileC(t, "place.c", `#include <string.h>
static int inner(int *p) {
	return p[3];
}
static int outer(int n) {
	int a[3] = {n, n, n};
	return inner(a);
}
int main(int argc, char **argv) {
	if (argc > 1)
		return strlen((char *)1);
	return outer(argc) + 1;
}
`)
	x := newMachine(t, p, Options{}).NewRun()
	f := run(t, x, input("")).Fault
	if f == nil || f.Error() != `place.c:3:9: out of bounds: read of 4 bytes at offset 12 of "a" (12 bytes)` || f.Func != "inner" ||
		len(f.Stack) < 2 || f.Stack[0] != "outer place.c:7:9" || f.Stack[1] != "main place.c:12:9" {
		t.Errorf("%v %q", f, f.Stack)
	}
	f = run(t, x, input("", "x")).Fault
	if f == nil || f.Error() != "place.c:11:10: null dereference: read of 1 byte at offset 1 of a null pointer (in strlen)" || f.Func != "main" {
		t.Errorf("%v %q", f, f.Stack)
	}
	f = run(t, newMachine(t, compileC(t, "no.c", "void nowhere(void);\nint main(void) { nowhere(); return 0; }\n"), Options{}).NewRun(), input("")).Fault
	if f == nil || f.Error() != "no.c:2:18: unsupported: call of nowhere, which has no definition" {
		t.Error(f)
	}
}

// A construct that the front end could not translate stops the run that
// reaches it with its place, which is no difference; other runs do not mind.
func TestUnsupported(t *testing.T) {
	x := newMachine(t, compileC(t, "hlt.c", "int main(int argc, char **argv) {\n\tif (argc > 1)\n\t\t__asm__(\"hlt\");\n\treturn 3;\n}\n"), Options{}).NewRun()
	fine := run(t, x, input(""))
	if fine.Ending != program.Exited || fine.Status != 3 {
		t.Errorf("%+v", fine)
	}
	out := run(t, x, input("", "x"))
	if out.Ending != program.Stopped || out.Limit != program.LimitUnsupported || out.Fault == nil || out.Fault.Error() != "hlt.c:3:3: unsupported: asm; write it in C" || out.Fault.Func != "main" {
		t.Errorf("%+v", out)
	}
	if d := program.Differ(fine, out); d != program.DiffUndecided {
		t.Errorf("difference %q", d)
	}
}
