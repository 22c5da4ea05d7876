package corpora

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestFetchSIR unpacks a program from a repository into the cache, once, and
// refuses a repository without it.
func TestFetchSIR(t *testing.T) {
	dir, _ := history(t, map[string]string{
		"tcas/source.alt/source.orig/tcas.c":        "int main(void) { return 0; }\n",
		"tcas/versions.alt/versions.orig/v1/tcas.c": "int main(void) { return 1; }\n",
		"tcas/testplans.alt/universe":               "1\n",
		"tcas/outputs/big":                          "not needed",
	})
	t.Setenv("RIFT_CACHE", t.TempDir())
	at, err := FetchSIR(context.Background(), "tcas", dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := LoadSIR(at, SIROptions{})
	if err != nil || s.Name != "tcas" || len(s.Pairs) != 1 || len(s.Tests) != 1 {
		t.Fatalf("%+v, %v", s, err)
	}
	if _, err := os.Stat(filepath.Join(at, "outputs")); err == nil {
		t.Error("what is not needed was unpacked too")
	}
	if again, err := FetchSIR(context.Background(), "tcas", "/nowhere", nil); err != nil || again != at {
		t.Errorf("the second time: %q, %v", again, err)
	}

	t.Setenv("RIFT_CACHE", t.TempDir())
	other, _ := history(t, map[string]string{"tcas/README": "nothing"})
	if _, err := FetchSIR(context.Background(), "tcas", other, nil); !errors.Is(err, ErrNoSubject) {
		t.Errorf("a repository without the program: %v", err)
	}
}
