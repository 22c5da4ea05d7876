package dictionary

import (
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
