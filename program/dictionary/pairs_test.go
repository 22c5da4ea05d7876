package dictionary

import (
	"fmt"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// Pairs are characters of which the second is looked for soon after the first was found,
// also where what stands between fails.
func TestPairs(t *testing.T) {
	v := &program.Version{Name: "v", Open: true, Files: []program.SourceFile{{Name: "p.c", Text: `
int f(const char *s, int n)
{
	if (n > 1 && s[0] == '!' && n > 2 && s[1] == '[')
		return 1;
	if (s[0] != '<')
		return s[0] == 'a';
	switch (s[1]) {
	case '?':
		return s[2] == '>' ? 2 : 3;
	}
	return 0;
}`}}}
	p, err := cfront.Compile(t.Context(), v, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(Pairs(p, p), " "), "!< ![ <? ?>"; got != want {
		t.Errorf("pairs %s, want %s", got, want)
	}
}

// Tables of structures hold options if the program looks for what long ones begin with.
func TestRecords(t *testing.T) {
	for text, want := range map[string]string{
		`strncmp(v[1], "--", 2)`: "[{-- false} {--fast false} {--full-html false}]",
		`strcmp(v[1], "x")`:      "[{fast false} {full-html false} {x false}]",
	} {
		v := &program.Version{Name: "v", Files: []program.SourceFile{{Name: "p.c", Text: `#include <string.h>
static const struct { char letter; const char *name; int id; } table[] = {{'f', "fast", 1}, {0, "full-html", 2}, {0, "help text", 3}};
int main(int c, char **v) { return ` + text + ` ? table[c].id : strlen(table[c].name); }`}}}
		p, err := cfront.Compile(t.Context(), v, cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(Words(p, p)); got != want {
			t.Errorf("%s: words %s, want %s", text, got, want)
		}
	}
}

// What a format of scanf wants between its conversions are words.
func TestScanned(t *testing.T) {
	for format, want := range map[string]string{
		"mode=%d": "mode=", "%d,%d": "", "%*[^:]: to%n end": "to end", "": "", "%": "", "100%% of %ld items": "100 of items",
	} {
		if got := strings.Join(scanned(format), " "); got != want {
			t.Errorf("%q: %q, want %q", format, got, want)
		}
	}
}
