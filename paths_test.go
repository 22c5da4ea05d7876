package rift

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// namedPath matches paths that begin with a folder of the layout.
	namedPath = regexp.MustCompile("(?:^|[^\\w./-])(?:\\./)?((?:docs|contrib|conformance|" + strings.Join(order, "|") + ")/[\\w.*/-]*)")
	// namedFile matches names of Go files without a folder.
	namedFile   = regexp.MustCompile("`(\\w+\\.go)`")
	placeholder = regexp.MustCompile(`(^|/)(NAME|SUBJECT|DIR|FILE)\b`)
)

// TestNamedPathsExist: what the pages for those who change rift name is there. A
// page may speak of a file that it has named with its folder without it.
func TestNamedPathsExist(t *testing.T) {
	goFiles := map[string]bool{}
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		goFiles[d.Name()] = true
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, page := range append(pages, "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "RATIONALE.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range namedPath.FindAllStringSubmatch(string(text), -1) {
			name := strings.TrimRight(m[1], ".-")
			if placeholder.MatchString(name) {
				continue
			}
			checked++
			if there, err := filepath.Glob(filepath.FromSlash(name)); err != nil || len(there) == 0 {
				t.Errorf("%s names %s, which does not exist", page, name)
			}
		}
		for _, m := range namedFile.FindAllStringSubmatch(string(text), -1) {
			checked++
			if !goFiles[m[1]] {
				t.Errorf("%s names %s, and no folder has such a file", page, m[1])
			}
		}
	}
	if checked < 100 {
		t.Fatalf("only %d names were looked for: the patterns are broken", checked)
	}
}
