package rift

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// leftoverName matches files that editors, patches, profilers and crashes leave.
var leftoverName = regexp.MustCompile(`(~|\.(orig|rej|bak|swp|swo|core|tmp))$|^(#.*#|nohup\.out|core(\.[0-9]+)?)$`)

// leftoverText matches what only work in progress writes: names in folders for
// temporary files, in someone's home or in the go command's own, and the marks
// of a merge that was not finished.
var leftoverText = regexp.MustCompile(`(?m)(^|[^\w.])/(tmp|var/tmp|var/folders|root)/\w.*$|go-build[0-9]{3,}.*$|^(<<<<<<<|>>>>>>>)( .*)?$`)

// TestNoLeftovers looks through the texts that belong to rift. C is left out: to
// a program, /tmp is a folder like others.
func TestNoLeftovers(t *testing.T) {
	read := 0
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		p = filepath.ToSlash(p)
		switch name := d.Name(); {
		case d.IsDir() && (name == ".git" || p == "bin" || strings.HasPrefix(p, "results-")):
			return fs.SkipDir // as .gitignore says
		case !d.Type().IsRegular(), p == "leftovers_test.go":
			return nil
		case leftoverName.MatchString(name):
			t.Errorf("%s: a leftover by its name: delete it", p)
		case path.Ext(name) == ".c", path.Ext(name) == ".h":
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil || bytes.IndexByte(text, 0) >= 0 {
			return err
		}
		read++
		for _, at := range leftoverText.FindAllIndex(text, -1) {
			t.Errorf("%s:%d: %q names a temporary leftover: say it without",
				p, 1+bytes.Count(text[:at[0]], []byte("\n")), bytes.TrimSpace(text[at[0]:at[1]]))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if read < 100 {
		t.Fatalf("only %d texts were read: the walk is broken", read)
	}
}

func TestLeftoverPatterns(t *testing.T) {
	for text, want := range map[string]bool{
		"see /tmp/bench.txt":                 true,
		"-o /var/tmp/x":                      true,
		"/root/go/pkg/mod":                   true,
		"/x/go-build3604633001/b001/vm.test": true,
		"a\n<<<<<<< HEAD\nb":                 true,
		">>>>>>>":                            true,
		"a program may write to /tmp":        false,
		"corpora/root/a.c":                   false,
		"../tmp/x":                           false,
		"=======":                            false,
		"a <<<<<<< b":                        false,
	} {
		if got := leftoverText.MatchString(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	for name, want := range map[string]bool{
		"a.go.orig": true, "a.c~": true, "core": true, "core.12": true, "nohup.out": true, ".a.go.swp": true,
		"core.go": false, "original": false, "a.out.golden": false, "template.go": false,
	} {
		if got := leftoverName.MatchString(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
