package pairs

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The truth of each pair is as it says: by the host's compiler, on many inputs. Every
// seventh pair is looked at, all of them if RIFT_PAIRS is "all".
func TestTruth(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is not installed: what the pairs say of themselves is not checked")
	}
	list, err := All()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 120 {
		t.Errorf("%d pairs: want 120 at least", len(list))
	}
	for i, p := range list {
		if i%7 != 0 && os.Getenv("RIFT_PAIRS") != "all" {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			old, new := native(t, gcc, p.Old), native(t, gcc, p.New)
			if old == nil || new == nil || len(old) != len(new) {
				t.Fatalf("%d lines of the old version, %d of the new one", len(old), len(new))
			}
			differ := 0
			for i := range old {
				if old[i] != new[i] {
					differ++
				}
			}
			if p.Equal && differ > 0 || !p.Equal && differ == 0 {
				t.Errorf("equal: %v, but %d of %d inputs differ", p.Equal, differ, len(old))
			}
		})
	}
}

// native returns what a version prints.
func native(t *testing.T, gcc, text string) []string {
	t.Helper()
	driver, err := Driver(text)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	at := filepath.Join(dir, "f.c")
	if err := os.WriteFile(at, []byte(text+driver), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "f")
	if b, err := exec.CommandContext(t.Context(), gcc, "-O0", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-o", out, at, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, b)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, out)
	cmd.Stdin = strings.NewReader("1 4000\n")
	var shown bytes.Buffer
	cmd.Stdout = &shown
	if err := cmd.Run(); err != nil {
		t.Fatalf("run: %v", err)
	}
	return strings.Split(strings.TrimSpace(shown.String()), "\n")
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"nothing", "sections"},
		{"no kind\n-- old.c --\na\n-- new.c --\nb\n-- wrong --\nb\nc\n", "KIND"},
		{"k: w\n-- old.c --\na\n-- new.c --\nbb\n-- wrong --\nb\nc\n", "2 times"},
	} {
		if _, err := parse("x", c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %q", c.text, err, c.want)
		}
	}
}
