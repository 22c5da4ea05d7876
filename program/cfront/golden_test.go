package cfront

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pmezard/go-difflib/difflib"

	"github.com/riftlab/rift/program"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares the IR of testdata/ir/*.c with the .ir files beside
// them; -update rewrites those.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/ir/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	cache := NewCache()
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(strings.TrimSuffix(name, ".c"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			v := &program.Version{Files: []program.SourceFile{{Name: name, Text: string(text)}}}
			if strings.Contains(string(text), "extern int elsewhere") {
				v.Files = append(v.Files, program.SourceFile{Name: "other.c", Text: "int elsewhere = 3;"})
			}
			p, err := Compile(context.Background(), v, Options{Cache: cache})
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := program.Fprint(&got, p, func(f *program.Func) bool { return !f.Library }); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(file, ".c") + ".ir"
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := lineDiff(string(want), got.String()); diff != "" {
				t.Errorf("%s (-update accepts):\n%s", golden, diff)
			}
		})
	}
}

func lineDiff(want, got string) string {
	s, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: difflib.SplitLines(want), B: difflib.SplitLines(got), FromFile: "want", ToFile: "got", Context: 2,
	})
	if err != nil {
		return err.Error()
	}
	return s
}
