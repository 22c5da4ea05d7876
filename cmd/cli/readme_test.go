package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/riftlab/rift/experiments"
)

// TestReadme looks for every command, experiment and document in the README, and
// for every command that the README names in rift.
func TestReadme(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	root := (&app{}).root()
	for _, cmd := range root.Commands() {
		named := regexp.MustCompile("`rift " + regexp.QuoteMeta(cmd.Name()) + "[ `]")
		if !cmd.Hidden && cmd.Name() != "help" && !named.MatchString(text) {
			t.Errorf("rift %s is not named", cmd.Name())
		}
	}
	for _, name := range experiments.Bundled() {
		if !strings.Contains(text, "`"+name+"`") {
			t.Errorf("the experiment %s is not named", name)
		}
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	for _, page := range pages {
		if name := "docs/" + filepath.Base(page); !strings.Contains(text, "`"+name+"`") {
			t.Errorf("the document %s is not named", name)
		}
	}
	// cobra adds the command completion only when it runs.
	root.InitDefaultCompletionCmd()
	for _, m := range regexp.MustCompile("`rift ([a-z]+)").FindAllStringSubmatch(text, -1) {
		if found, _, err := root.Find(m[1:]); err != nil || found == root {
			t.Errorf("there is no command rift %s", m[1])
		}
	}
}
