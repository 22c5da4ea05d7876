package catalog

import (
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/greybox"
	"github.com/riftlab/rift/engines/random"
	"github.com/riftlab/rift/program"
)

// numeric are functions f in two versions: what stands between @ and @ is what the old
// and the new one have. They differ on some inputs alone, which look like what such
// functions are called with.
var numeric = []struct{ name, text string }{
	{"secant", `#include <math.h>
double f(double a, double b)
{
	double fa = sin(a), fb = sin(b);
	if (fa * fb < 0)
		return (a * fb - b * fa) / @(fb - fa)@(fb + fa)@;
	return a;
}`},
	{"roots", `#include <math.h>
double f(double a, double b, double c)
{
	double d = b * b - 4 * a * c;
	if (a == 0 || d @<@<=@ 0)
		return 0;
	return (-b + sqrt(d)) / (2 * a);
}`},
	{"clamp", `float f(float x) { return x > 1.0f ? 1.0f : x @<@<=@ -1.0f ? -2.0f : x; }`},
	{"kelvin", `double f(double celsius) { return celsius < @-273.15@-273.16@ ? -1 : celsius + 273.15; }`},
	{"rounding", `long f(double x) { return @x < 0 ? (long)(x - 0.5) : (long)(x + 0.5)@(long)(x + 0.5)@; }`},
	{"months", `int f(int m, int y)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	if (m < 1 || m > 12)
		return 0;
	return m == 2 && (y % 4 == 0 && y % 100 != 0 || y % @400@4000@ == 0) ? 29 : days[m - 1];
}`},
	{"triangle", `int f(int a, int b, int c)
{
	if (a <= 0 || b <= 0 || c <= 0 || a + b <= c || a + c <= b || b + c <= a)
		return 0;
	return a == b && b == c ? 3 : a == b || b == c || @a == c@a == b@ ? 2 : 1;
}`},
	{"average", `unsigned f(unsigned a, unsigned b) { return @a / 2 + b / 2 + (a & b & 1)@(a + b) / 2@; }`},
	{"saturating", `short f(short a, short b) { int s = a + b; return s > 32767 ? 32767 : s < -32768 ? @-32768@-32767@ : s; }`},
	{"digit", `int f(unsigned char c) { return c >= '0' && c @<=@<@ '9' ? c - '0' : -1; }`},
	{"gcd", `int f(int a, int b)
{
	while (b) {
		int t = a % b;
		a = b;
		b = t;
	}
	return @a < 0 ? -a : a@a@;
}`},
	{"rank", `int f(const double *x)
{
	int i, n = 0;
	for (i = 1; i < 4; i++)
		n += x[i] @>=@>@ x[i - 1];
	return n;
}`},
	{"search", `int f(const int *a, int key)
{
	int lo = 0, hi = @3@2@;
	while (lo <= hi) {
		int m = (lo + hi) / 2;
		if (a[m] == key)
			return m;
		if (a[m] < key)
			lo = m + 1;
		else
			hi = m - 1;
	}
	return -1;
}`},
	{"point", `struct point { float x, y; int weight; };
double f(struct point p, struct point q)
{
	double dx = p.x - q.x, dy = @p.y - q.y@p.y + q.y@;
	return p.weight == q.weight ? dx * dx + dy * dy : -1;
}`},
	{"chain", `struct node { int value; struct node *next; };
int f(struct node *n) { return n && n->next && n->value == @n->next->value@-n->next->value@; }`},
	{"bits", `int f(unsigned long long x) { int n = 0; while (x) { x &= x - 1; n++; } return n @>@>=@ 32; }`},
	{"asked", `double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int printf(const char *, ...);
int main(void)
{
	int i, n = __VERIFIER_nondet_int();
	double s = 0;
	__VERIFIER_assume(n > 0 && n < 5);
	for (i = 0; i < n; i++)
		s += __VERIFIER_nondet_double();
	printf("%d\n", s / n > @0.25@0.5@);
	return 0;
}`},
	{"filled", `void klee_make_symbolic(void *, unsigned long, const char *);
int printf(const char *, ...);
struct reading { double celsius; unsigned char channel; _Bool valid; };
int main(void)
{
	struct reading r[2];
	char unit[4];
	klee_make_symbolic(r, sizeof r, "r");
	klee_make_symbolic(unit, sizeof unit, "unit");
	unit[3] = 0;
	if (r[0].valid && r[1].valid && r[0].channel < 8 && (unit[0] == 'C' || unit[0] == 'K'))
		printf("%d\n", r[0].celsius @>@>=@ r[1].celsius);
	return 0;
}`},
}

// tries bounds the inputs until the difference is found.
const tries = 10_000

// Engines that draw inputs find the difference, whatever the seed, and equal seeds try
// equal inputs.
func TestNumeric(t *testing.T) {
	for _, n := range numeric {
		parts := strings.Split(n.text, "@")
		task := enginetest.Between(t, numericVersion("old", parts, 0), numericVersion("new", parts, 1), program.InputModel{Entry: "f"})
		if strings.Contains(n.text, "main(") {
			task.Model.Entry = ""
		}
		for _, e := range []engines.Engine{random.Engine{}, greybox.Engine{}} {
			for seed := range uint64(5) {
				task.Seed = seed
				first := tryNumeric(t, e, task)
				if k := len(first); k == 0 || !first[k-1].Difference.Counts() {
					t.Errorf("%s, %s, seed %d: no difference in %d inputs", n.name, e.Name(), seed, k)
				}
				same := func(a, b enginetest.Trial) bool { return a.Input.Key() == b.Input.Key() }
				if seed == 0 && !slices.EqualFunc(first, tryNumeric(t, e, task), same) {
					t.Errorf("%s, %s: the same seed tried other inputs", n.name, e.Name())
				}
				t.Logf("%s, %s, seed %d: %d", n.name, e.Name(), seed, len(first))
			}
		}
	}
}

func tryNumeric(t *testing.T, e engines.Engine, task *engines.Task) []enginetest.Trial {
	t.Helper()
	b := enginetest.NewBench(t, task)
	b.First, b.MaxTests = true, tries
	task.Budget.Tests = tries
	if err := e.Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	return b.Trials
}

// numericVersion joins the parts of a text, of which every second has an alternative
// behind it.
func numericVersion(name string, parts []string, which int) *program.Version {
	var text strings.Builder
	for i, p := range parts {
		if i%3 == 0 || i%3 == 1+which {
			text.WriteString(p)
		}
	}
	return &program.Version{Name: name, Files: []program.SourceFile{{Name: "f.c", Text: text.String()}}}
}
