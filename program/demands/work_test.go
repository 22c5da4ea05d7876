package demands

import (
	"os"
	"strings"
	"testing"

	"github.com/riftlab/rift/program/libfacts"
)

// Memory that is copied to and fro at ever other places does not keep the analysis
// from its end, and what it knows by then it tells.
func TestCopiedToAndFro(t *testing.T) {
	_, p := compiled(t, headers+`static char a[1 << 20], b[1 << 20], c[1 << 20];
static void spread(char *x, char *y, char *z, int n)
{
	memcpy(x + 8, y, n);
	memcpy(y + 24, z + 8, n);
	memcpy(z + 40, x + 16, n);
	if (n > 0)
		spread(z + 3, x + 5, y + 7, n - 1);
}
int main(int argc, char **argv)
{
	char *table[] = {a, b, c, a + 1, b + 2, c + 3, a + 70, b + 90};
	if (argc < 13)
		exit(1);
	strcpy(a, argv[1]);
	strcpy(b + 100, argv[2]);
	memcpy(c, table, sizeof table);
	spread(a, b, c, argc);
	puts("HERE");
	return 0;
}
`)
	fn, stmt := find(t, p)
	if g := Of(p).Guards(fn, stmt); len(g) == 0 {
		t.Error("what stands before the end of main is not known")
	}
}

// The questions that the table of facts names are those that library.go answers.
func TestQuestionsAreListed(t *testing.T) {
	source, err := os.ReadFile("library.go")
	if err != nil {
		t.Fatal(err)
	}
	table := libfacts.New()
	for s := range table.Symbols() {
		if f, _ := table.Of(s); f.Asks != "" && !strings.Contains(string(source), `"`+f.Asks+`"`) {
			t.Errorf("%s: %q is not known", s, f.Asks)
		}
	}
}
